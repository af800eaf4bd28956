"""The palette behind a colour picker: greys, then hues from light to dark."""

from __future__ import annotations

import colorsys
from typing import Final

from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.base import adopt, part, put
from pytest_uimcp.javafx.scene.skins.popups import MenuContent
from pytest_uimcp.javafx.scene.values.colors import Color

COLUMNS: Final = 12
EDGE: Final = 15.0
# Saturation and brightness of each row of hues.
SHADES: Final = ((0.25, 1.0), (0.5, 1.0), (0.75, 1.0), (1.0, 1.0), (1.0, 0.8), (1.0, 0.6), (1.0, 0.4), (1.0, 0.2))


class ColorPalette(MenuContent):
    """The squares and what colour each is; it lays the popup's content out, which is how a click finds it."""

    def __init__(self, picker: Node) -> None:
        self.colors: dict[Node, Color] = {}
        self.content = part("ColorPalette")
        self.content.sizer = self
        current = picker.read("value")
        for row, shades in enumerate(color_rows()):
            for column, color in enumerate(shades):
                self.colors[_square(color, row, column, color == current)] = color
        grid = part("GridPane", "color-picker-grid")
        adopt(grid, self.colors)
        adopt(self.content, [grid])


def color_rows() -> list[list[Color]]:
    greys = [Color(*([1 - place / (COLUMNS - 1)] * 3)) for place in range(COLUMNS)]
    return [greys, *([_hue(column, *shade) for column in range(COLUMNS)] for shade in SHADES)]


def _hue(column: int, saturation: float, brightness: float) -> Color:
    return Color(*colorsys.hsv_to_rgb(column / COLUMNS, saturation, brightness))


def palette(picker: Node) -> Node:
    return ColorPalette(picker).content


def palette_of(content: Node) -> ColorPalette:
    assert isinstance(content.sizer, ColorPalette)  # every content of that class is made by one
    return content.sizer


def _square(color: Color, row: int, column: int, is_selected: bool) -> Node:
    square = part("StackPane", "color-square")
    adopt(square, [part("Rectangle", "color-rect", width=EDGE, height=EDGE, fill=color)])
    square.properties.update({"GridPane.columnIndex": column, "GridPane.rowIndex": row})
    put(square, "accessibleText", color.hex())
    if is_selected:
        square.custom = frozenset({"selected"})
    return square
