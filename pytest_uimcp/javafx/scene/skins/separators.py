"""Separators: a line between others."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import Area
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.base import OrientedSkin, part, skin_of

# JavaFX's least length of a line that nothing stretches.
LENGTH: Final = 10.0


@skin_of("Separator")
class SeparatorSkin(OrientedSkin):
    def build(self) -> None:
        self.line = part("Region", "line")
        self.show(self.line)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == self.axis:
            return self.insets_along(axis) + LENGTH
        return self.insets_along(axis) + measure.sized(self.line, "pref", axis)

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        return self.pref_size(node, axis, -1.0)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        if self.axis == 0:
            self.line.resize(width, measure.pref_height(self.line))
        else:
            self.line.resize(measure.pref_width(self.line), height)
        from pytest_uimcp.javafx.scene.layout.area import place_in

        align = (self.node.read("halignment") or "CENTER", self.node.read("valignment") or "CENTER")
        place_in(self.line, Area(x, y, width, height), align=align)
