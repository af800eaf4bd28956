"""What a parent with a size of its own answers; the answers of a plain region."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.model.by_class import ByClass
from pytest_uimcp.javafx.scene.values.geometry import snap_space

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node


MAX: Final = 1.7976931348623157e308
# The baseline of what has none: its bottom edge.
SAME_AS_HEIGHT: Final = float("-inf")


def managed(node: Node) -> list[Node]:
    return [kid for kid in node.kids if kid.placed]


def bias_of_children(node: Node) -> str | None:
    return next((bias for kid in managed(node) if (bias := measure.bias(kid))), None)


class Sizer:
    """Sizes are without what `minWidth`, `prefWidth` and their kin override; `measure` sees to those."""

    def bias(self, node: Node) -> str | None:
        return None

    # A method for each kind of size, where JavaFX's Region has one for widths and one for heights: on axis 0 they
    # answer with a width, on axis 1 with a height, and `cross` is the size on the other axis, -1 where it is unknown.
    def min_size(self, node: Node, axis: int, cross: float) -> float:
        return measure.insets(node).along(axis)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        return measure.insets(node).along(axis) + measure.extent(node, axis, -1)

    def max_size(self, node: Node, axis: int, cross: float) -> float:
        return MAX

    def around(self, node: Node, axis: int) -> float:
        # Panes snap each inset for itself; controls snap sizes instead (`measure.snapped`).
        top, right, bottom, left = (snap_space(part) for part in measure.insets(node))
        if axis == 0:
            return left + right
        return top + bottom

    def baseline(self, node: Node) -> float:
        """Distance of the text's baseline from the top: that of the first child that has one."""
        for kid in managed(node):
            # A child's own place is added, as it may be moved inside of the parent.
            offset = measure.baseline(kid)
            if offset != SAME_AS_HEIGHT:
                return measure.layout_box(kid)[1] + kid.ly + offset
        return SAME_AS_HEIGHT

    def layout(self, node: Node) -> None:
        """Give children their preferred sizes, where they are."""
        for kid in managed(node):
            if kid.resizable:
                measure.autosize(kid)


# Control.computeMaxWidth asks the skin, and is nothing without one; a Region on its own is as large as it may.
class Bare(Sizer):
    """A control without a skin is nothing but its insets."""

    def max_size(self, node: Node, axis: int, cross: float) -> float:
        return 0.0


SIZERS: Final[ByClass[Sizer]] = ByClass()


def register(*names: str, sizer: Sizer) -> None:
    SIZERS.add(names, sizer)


register("Region", sizer=Sizer())
register("Control", sizer=Bare())
