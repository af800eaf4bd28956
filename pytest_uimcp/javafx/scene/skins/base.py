"""What every skin has: its control, making nodes, insets on whole pixels."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeVar, cast

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.sizer import MAX, SAME_AS_HEIGHT, Sizer, managed
from pytest_uimcp.javafx.scene.model.by_class import ByClass
from pytest_uimcp.javafx.scene.model.classes import create
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.values.geometry import snap_size

S = TypeVar("S", bound="type[Skin]")
SKINS: Final[ByClass[type[Skin]]] = ByClass()


def skin_of(*names: str) -> Callable[[S], S]:
    def register(kind: S) -> S:
        SKINS.add(names, kind)
        return kind

    return register


def part(kind: str, *classes: str, **values: object) -> Node:
    """A node that a skin makes; values are set without effects, as before it is anywhere."""
    node = cast("Node", create(kind))
    node.inner = True
    if classes:
        # The list's own methods would tell the node of each change; `list`'s do not.
        list.clear(node.read("styleClass"))
        list.extend(node.read("styleClass"), classes)
    for name, value in values.items():
        put(node, name, value)
    return node


def put(node: Node, name: str, value: object) -> None:
    prop = node.fx.props.get(name)
    if prop is None:
        node.values[name] = value
    else:
        node.put(prop, value)


def adopt(node: Node, kids: Iterable[Node | None]) -> None:
    """Make these the children of an inner node, in this order; what is `None` is not there."""
    node.kids.sync(kid for kid in kids if kid is not None)


def axis_of(node: Node) -> int:
    """0 where a control runs from left to right, 1 where it runs from top to bottom."""
    return int(node.read("orientation") != "HORIZONTAL")


def oriented(axis: int, along: float, across: float) -> tuple[float, float]:
    """Lengths along and across a control as x and y, or as width and height."""
    if axis == 0:
        return along, across
    return across, along


def nodes_of(owner: Node, name: str = "items") -> list[Node]:
    """The nodes in a list property that may hold other things in other classes."""
    return cast("list[Node]", owner.read(name))


def snapped_pref(node: Node, axis: int, cross: float = -1.0) -> float:
    return snap_size(measure.sized(node, "pref", axis, cross))


class Skin(Sizer):
    def __init__(self, node: Node) -> None:
        self.node = node

    def build(self) -> None:
        """Make the nodes that the control consists of."""

    def sync(self) -> None:
        """Bring them in line with the properties."""

    def show(self, *kids: Node | None) -> None:
        adopt(self.node, kids)

    @property
    def insets(self) -> tuple[float, float, float, float]:
        """Insets on whole pixels: top, right, bottom, left."""
        return measure.snapped(self.node)

    @property
    def horizontal_insets(self) -> float:
        insets = self.insets
        return insets[3] + insets[1]

    @property
    def vertical_insets(self) -> float:
        insets = self.insets
        return insets[0] + insets[2]

    def insets_along(self, axis: int) -> float:
        if axis == 0:
            return self.horizontal_insets
        return self.vertical_insets

    def space(self) -> tuple[float, float, float, float]:
        """The space inside the insets: x, y, width, height."""
        # JavaFX snaps the size of a control before it takes the insets off, and so all skins compute with whole pixels.
        top, right, bottom, left = self.insets
        return left, top, snap_size(self.node.lw) - left - right, snap_size(self.node.lh) - top - bottom

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        return self.insets_along(axis) + self.extent(axis, "min")

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        return self.insets_along(axis) + self.extent(axis, "pref")

    def extent(self, axis: int, kind: str) -> float:
        """What is inside the insets."""
        return max((measure.sized(kid, kind, axis) for kid in managed(self.node)), default=0.0)

    def baseline(self, node: Node) -> float:
        for kid in managed(node):
            # The first child with a text decides, as in Region; a skin with a text of its own overrides this.
            offset = measure.baseline(kid)
            if offset != SAME_AS_HEIGHT:
                return measure.layout_box(kid)[1] + kid.ly + offset
        return SAME_AS_HEIGHT

    def layout(self, node: Node) -> None:
        x, y, width, height = self.space()
        self.place(x, y, width, height)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        from pytest_uimcp.javafx.scene.layout.area import Area, layout_in

        for kid in managed(self.node):
            layout_in(kid, Area(x, y, width, height))


class OrientedSkin(Skin):
    """A control that grows along its orientation, and across it is never larger than it prefers."""

    @property
    def axis(self) -> int:
        return axis_of(self.node)

    def max_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == self.axis:
            return MAX
        return measure.sized(node, "pref", axis)
