"""What colour and date pickers open: a palette, a calendar."""

from __future__ import annotations

import datetime
from typing import Any

from pytest_uimcp.javafx.scene.actions.events import FxEvent, inside, on
from pytest_uimcp.javafx.scene.skins.calendar import show_month


@on("MOUSE_RELEASED", "ColorPalette")
def _color(content: Any, event: FxEvent) -> None:
    """A square of the palette is taken, and the palette closes."""
    square = inside(event, "color-square")
    window = content.scene.window
    picker = window.values.get("opener")
    if square is not None and picker is not None:
        picker.set("value", square.values["color"])
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
    turns = event.target.values.get("turns")
    if turns is None:
        return
    step = -1 if "left-button" in event.target.classes else 1
    year, month = content.values["month"]
    place = year * 12 + month - 1 + step * (12 if turns == "year" else 1)
    show_month(content, place // 12, place % 12 + 1)
    event.consume()
