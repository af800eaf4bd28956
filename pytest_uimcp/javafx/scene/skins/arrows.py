"""Small inner nodes with a layout of their own: the ends of a scroll bar, the arrows of a spinner."""

from __future__ import annotations

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.sizer import Sizer, managed, register
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.base import snapped_pref
from pytest_uimcp.javafx.scene.values.geometry import snap_position


class Centred(Sizer):
    """One arrow in the middle of a button, at its preferred size."""

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        return measure.snapped(node).along(axis) + sum(snapped_pref(kid, axis) for kid in managed(node))

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        return self.pref_size(node, axis, cross)

    def layout(self, node: Node) -> None:
        insets = measure.snapped(node)
        for kid in managed(node):
            width = snapped_pref(kid, 0)
            height = snapped_pref(kid, 1)
            x = snap_position((node.lw - (insets.left + insets.right + width)) / 2)
            y = snap_position((node.lh - (insets.top + insets.bottom + height)) / 2)
            kid.resize(width, height)
            kid.move(x + insets.left, y + insets.top)


# By class and not by node: every scroll bar has two of them.
register("EndButton", sizer=Centred())
