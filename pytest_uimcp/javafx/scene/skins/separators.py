"""Separators: a line between others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import Area
from pytest_uimcp.javafx.scene.layout.sizer import MAX
from pytest_uimcp.javafx.scene.skins.base import Skin, axis_of, part, skin_of

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node


# JavaFX's least length of a line that nothing stretches.
LENGTH: Final = 10.0


@skin_of("Separator")
class SeparatorSkin(Skin):
    def build(self) -> None:
        self.line = part("Region", "line")
        self.show(self.line)

    @property
    def axis(self) -> int:
        return axis_of(self.node)

    def pref_width(self, node: Node, height: float) -> float:
        return self.horizontal_insets + (LENGTH, measure.pref_width(self.line))[self.axis]

    def pref_height(self, node: Node, width: float) -> float:
        return self.vertical_insets + (measure.pref_height(self.line), LENGTH)[self.axis]

    def min_width(self, node: Node, height: float) -> float:
        return self.pref_width(node, -1.0)

    def min_height(self, node: Node, width: float) -> float:
        return self.pref_height(node, -1.0)

    def max_width(self, node: Node, height: float) -> float:
        return (MAX, measure.pref_width(node))[self.axis]

    def max_height(self, node: Node, width: float) -> float:
        return (measure.pref_height(node), MAX)[self.axis]

    def place(self, x: float, y: float, width: float, height: float) -> None:
        if self.axis == 0:
            self.line.resize(width, measure.pref_height(self.line))
        else:
            self.line.resize(measure.pref_width(self.line), height)
        from pytest_uimcp.javafx.scene.layout.area import place_in

        align = (self.node.read("halignment") or "CENTER", self.node.read("valignment") or "CENTER")
        place_in(self.line, Area(x, y, width, height), align=align)
