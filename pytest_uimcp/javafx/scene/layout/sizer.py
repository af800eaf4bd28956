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

    # One method per size, as in JavaFX's Region: a pane overrides some of them, and the others fall back to these.
    def min_width(self, node: Node, height: float) -> float:
        insets = measure.insets(node)
        return insets.left + insets.right

    def min_height(self, node: Node, width: float) -> float:
        insets = measure.insets(node)
        return insets.top + insets.bottom

    def pref_width(self, node: Node, height: float) -> float:
        insets = measure.insets(node)
        return insets.left + measure.extent(node, 0, -1) + insets.right

    def pref_height(self, node: Node, width: float) -> float:
        insets = measure.insets(node)
        return insets.top + measure.extent(node, 1, -1) + insets.bottom

    def max_width(self, node: Node, height: float) -> float:
        return MAX

    def max_height(self, node: Node, width: float) -> float:
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

    def max_width(self, node: Node, height: float) -> float:
        return 0.0

    def max_height(self, node: Node, width: float) -> float:
        return 0.0


SIZERS: Final[ByClass[Sizer]] = ByClass()


def register(*names: str, sizer: Sizer) -> None:
    SIZERS.add(names, sizer)


register("Region", sizer=Sizer())
register("Control", sizer=Bare())
