"""The palette behind a colour picker: greys, then hues from light to dark."""

from __future__ import annotations

import colorsys
from typing import Any

from pytest_uimcp.javafx.scene.layout.sizer import register
from pytest_uimcp.javafx.scene.skins.base import adopt, part, put
from pytest_uimcp.javafx.scene.skins.popups import MenuContent
from pytest_uimcp.javafx.scene.values.colors import Color

__all__ = ["palette"]

COLUMNS = 12
EDGE = 15.0
# Saturation and brightness of each row of hues.
SHADES = ((0.25, 1.0), (0.5, 1.0), (0.75, 1.0), (1.0, 1.0), (1.0, 0.8), (1.0, 0.6), (1.0, 0.4), (1.0, 0.2))


def colors() -> list[list[Color]]:
    """The rows of the palette."""
    greys = [Color(*([1 - place / (COLUMNS - 1)] * 3)) for place in range(COLUMNS)]
    return [greys, *([_hue(column, *shade) for column in range(COLUMNS)] for shade in SHADES)]


def _hue(column: int, saturation: float, brightness: float) -> Color:
    return Color(*colorsys.hsv_to_rgb(column / COLUMNS, saturation, brightness))


def palette(picker: Any) -> Any:
    """The content of the popup."""
    grid = part("GridPane", "color-picker-grid")
    squares = [
        _square(color, row, column, color == picker.read("value"))
        for row, shades in enumerate(colors())
        for column, color in enumerate(shades)
    ]
    adopt(grid, squares)
    content = part("ColorPalette")
    adopt(content, [grid])
    return content


def _square(color: Color, row: int, column: int, is_selected: bool) -> Any:
    square = part("StackPane", "color-square")
    square.values["color"] = color
    adopt(square, [part("Rectangle", "color-rect", width=EDGE, height=EDGE, fill=color)])
    square.properties.update({"GridPane.columnIndex": column, "GridPane.rowIndex": row})
    put(square, "accessibleText", color.hex())
    square.custom = frozenset({"selected"}) if is_selected else frozenset()
    return square


register("ColorPalette", sizer=MenuContent())
