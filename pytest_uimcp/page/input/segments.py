"""The parts of a date or time field that Tab stops at, such as month, day and year; the last stop is its picker.

Measured in Chromium with an American locale. What a key does to a part is in `parts.py`.
"""

from __future__ import annotations

from typing import Final

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import Element, ShadowRoot
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.parts import DatePart, empty, is_simple, layout, leave, step, type_in
from pytest_uimcp.page.keys import Stroke

__all__ = ["click_middle", "enter", "enter_again", "is_at_button", "leave_field", "move_to_part", "press_key"]

_MOVES: Final = {"ArrowLeft": -1, "ArrowRight": 1}
_STEPS: Final = {"ArrowUp": 1, "ArrowDown": -1}
# Where the middle of a field of its own width is; one that fills its component is longer than its parts.
_IN_THE_MIDDLE: Final = {"date": 2, "time": 0, "datetime-local": 3, "month": 0, "week": 1}


def move_to_part(field: Element, *, backwards: bool) -> bool:
    """Whether Tab only goes to another part of the field; it does so then."""
    stops = _stops(field)
    if not stops:
        return False
    place = _place(field) + (-1 if backwards else 1)
    if not 0 <= place < stops:
        return False
    _go(field, place)
    return True


def enter(field: Element, *, backwards: bool) -> None:
    """Tab has led to the field, or a script."""
    # From behind, Tab comes to the button of the picker first.
    if stops := _stops(field):
        controls.control(field).segment = stops - 1 if backwards else 0


def enter_again(field: Element) -> None:
    """The field is given the focus that it has: a part keeps it, without what was typed, unlike the picker's button."""
    if _stops(field):
        _go(field, 0 if is_at_button(field) else _place(field))


def click_middle(field: Element) -> None:
    if _stops(field):
        is_in_component = isinstance(field.root(), ShadowRoot)
        _go(field, 0 if is_in_component else _IN_THE_MIDDLE[controls.input_type(field)])


def is_at_button(field: Element) -> bool:
    return _stops(field) > 0 and _place(field) >= _parts(field)


def leave_field(field: Element) -> None:
    """The field has lost the focus: what was typed into a part is complete."""
    if _stops(field):
        _go(field, _place(field))


def press_key(field: Element, stroke: Stroke) -> None:
    place = _place(field)
    parts = layout(field)
    if stroke.key in _MOVES:
        target = place + _MOVES[stroke.key]
        if 0 <= target < len(parts):
            _go(field, target)
    elif not field.has("readonly"):
        if stroke.key in (" ", "F4") or _is_alt_down(stroke):
            refuse("picker", controls.input_type(field))
        if place < len(parts) and _changes(parts[place], stroke):
            _change(field, place, stroke)


def _change(field: Element, place: int, stroke: Stroke) -> None:
    if stroke.modifiers - {"shift"} or not is_simple(field):
        refuse("date-parts", controls.input_type(field))
    part = layout(field)[place]
    if stroke.key in ("Backspace", "Delete"):
        empty(field, part)
    elif stroke.key in _STEPS:
        step(field, part, _STEPS[stroke.key])
    elif type_in(field, part, stroke.text.lower()) and place + 1 < _parts(field):
        _go(field, place + 1)


def _is_alt_down(stroke: Stroke) -> bool:
    return stroke.key == "ArrowDown" and "alt" in stroke.modifiers


def _changes(part: DatePart, stroke: Stroke) -> bool:
    if stroke.key in ("Backspace", "Delete", *_STEPS):
        return True
    return bool(stroke.text) and (bool(part.words) or stroke.text in "0123456789")


def _place(field: Element) -> int:
    return controls.control(field).segment


def _go(field: Element, place: int) -> None:
    parts = layout(field)
    current = _place(field)
    if current < len(parts):
        leave(field, parts[current])
    controls.control(field).segment = place


def _parts(field: Element) -> int:
    return len(layout(field))


def _stops(field: Element) -> int:
    """The parts and the button of the picker, which one that is read only does not have."""
    parts = _parts(field)
    if parts:
        return parts + (not field.has("readonly"))
    return 0
