"""What colour and date pickers open: a palette, a calendar."""

from __future__ import annotations

import datetime
from typing import Any

from pytest_uimcp.javafx.scene.actions.events import FxEvent, inside, on
from pytest_uimcp.javafx.scene.skins.calendar import calendar_of
from pytest_uimcp.javafx.scene.skins.palette import palette_of


@on("MOUSE_RELEASED", "ColorPalette")
def _color(content: Any, event: FxEvent) -> None:
    """A square of the palette is taken, and the palette closes."""
    square = inside(event, "color-square")
    window = content.scene.window
    picker = window.values.get("opener")
    if square is not None and picker is not None:
        picker.set("value", palette_of(content).colors[square])
        window.hide()


@on("MOUSE_RELEASED", "DateCell")
def _day(cell: Any, event: FxEvent) -> None:
    """A day of the calendar is taken, and the calendar closes."""
    window: Any = cell.scene.window
    picker = window.values.get("opener") if window is not None else None
    day = cell.read("item")
    if picker is not None and isinstance(day, datetime.date):
        picker.set("value", day)
        window.hide()


@on("ACTION", "DatePickerContent")
def _turn(content: Any, event: FxEvent) -> None:
    """The arrows of the calendar turn a month or a year."""
    if calendar_of(content).turn(event.target):
        event.consume()
