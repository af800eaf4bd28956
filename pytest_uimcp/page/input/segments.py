"""The parts of a date or time field that Tab stops at, such as month, day and year; the last stop is its picker.

Measured in Chromium with an American locale.
"""

from __future__ import annotations

from typing import Final

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import Element, ShadowRoot
from pytest_uimcp.page.keys import Stroke

__all__ = ["clicked", "entered", "moves", "takes", "turned"]

_STOPS: Final = {"date": 4, "time": 4, "datetime-local": 7, "month": 3, "week": 3}
# Where the middle of a field of its own width is; one that fills its component is longer than its parts.
_IN_THE_MIDDLE: Final = {"date": 2, "time": 0, "datetime-local": 3, "month": 0, "week": 1}
_FACT: Final = "segment"


def moves(field: Element, *, backwards: bool) -> bool:
    """Whether Tab only goes to another part of the field; it does so then."""
    stops = _stops(field)
    if not stops:
        return False
    facts = controls.control(field).facts
    place: int = facts.get(_FACT, 0) + (-1 if backwards else 1)
    if not 0 <= place < stops:
        return False
    facts[_FACT] = place
    return True


def entered(field: Element, *, backwards: bool) -> None:
    """Tab has led to the field, or a script."""
    if stops := _stops(field):
        controls.control(field).facts[_FACT] = stops - 1 if backwards else 0


def clicked(field: Element) -> None:
    """The middle of the field was clicked."""
    if _stops(field):
        inside = isinstance(field.root(), ShadowRoot)
        controls.control(field).facts[_FACT] = 0 if inside else _IN_THE_MIDDLE[controls.input_type(field)]


def takes(field: Element, stroke: Stroke) -> bool:
    """Whether a key changes a part; letters do so only where the half of the day is."""
    if stroke.key in ("Backspace", "Delete"):
        return controls.value(field) != ""
    if stroke.key in ("ArrowUp", "ArrowDown") or stroke.text.isdigit():
        return True
    at_half = controls.control(field).facts.get(_FACT, 0) == _stops(field) - 2
    is_time = controls.input_type(field) in ("time", "datetime-local")
    return is_time and at_half and stroke.text.lower() in ("a", "p")


def turned(field: Element, key: str) -> None:
    """The arrows to the left and right lead from part to part."""
    step = {"ArrowLeft": -1, "ArrowRight": 1}.get(key)
    if step is not None:
        facts = controls.control(field).facts
        facts[_FACT] = min(max(facts.get(_FACT, 0) + step, 0), max(_stops(field) - 2, 0))


def _stops(field: Element) -> int:
    kind = controls.input_type(field) if field.tag == "input" else ""
    has_seconds = kind in ("time", "datetime-local") and controls.value(field).count(":") > 1
    return _STOPS.get(kind, 0) + has_seconds
