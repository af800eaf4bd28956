"""What colour and date pickers open: a palette, a calendar."""

from __future__ import annotations

import datetime

from pytest_uimcp.javafx.scene.actions.events import FxEvent, inside, on
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.calendar import calendar_of
from pytest_uimcp.javafx.scene.skins.palette import palette_of
from pytest_uimcp.javafx.scene.stage.popups import popup_of


def _pick(node: Node, value: object) -> None:
    """Give the picker that opened the popup a value, and close the popup."""
    popup = popup_of(node)
    if popup is not None and popup.opener is not None:
        # As a program sets it: it is checked, and a bound value is refused.
        popup.opener.set("value", value)
        popup.hide()


@on("MOUSE_RELEASED", "ColorPalette")
def _color(content: Node, event: FxEvent) -> None:
    square = inside(event, "color-square")
    if square is not None:
        _pick(content, palette_of(content).colors[square])


@on("MOUSE_RELEASED", "DateCell")
def _day(cell: Node, _event: FxEvent) -> None:
    day = cell.read("item")
    if isinstance(day, datetime.date):
        _pick(cell, day)


@on("ACTION", "DatePickerContent")
def _turn(content: Node, event: FxEvent) -> None:
    """The arrows of the calendar turn a month or a year."""
    if isinstance(event.target, Node) and calendar_of(content).turn(event.target):
        event.consume()
