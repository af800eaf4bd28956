"""Typing: the position of the caret, and what a key does to the text.

A caret of None is at the end, where it is after the text has been set.
"""

from __future__ import annotations

from dataclasses import dataclass

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.keys import Stroke

__all__ = ["Edit", "edited", "select_all"]

_MOVES = {"ArrowLeft": -1, "ArrowRight": 1}


@dataclass(frozen=True, slots=True)
class Edit:
    """The result of a key."""

    text: str
    changed: bool


def select_all(element: Element) -> None:
    """Select the whole text, so that typing replaces it."""
    controls.control(element).all_selected = True


def edited(element: Element, text: str, stroke: Stroke, limit: str | None = None) -> Edit | None:
    """Text and caret after a key; None if the key does not edit."""
    state = controls.control(element)
    if stroke.key.lower() == "a" and stroke.modifiers in ({"ctrl"}, {"meta"}):
        state.all_selected = True
        return Edit(text, False)
    start, end = (0, len(text)) if state.all_selected else (_caret(state, text),) * 2
    if stroke.text:
        room = max(int(limit) - len(text) + end - start, 0) if limit and limit.isdigit() else len(stroke.text)
        return _put(state, text, start, end, stroke.text[:room])
    if stroke.key in ("Backspace", "Delete"):
        if start == end:
            start, end = (max(start - 1, 0), end) if stroke.key == "Backspace" else (start, min(end + 1, len(text)))
        return _put(state, text, start, end, "")
    where = _moved(state, stroke.key, start, end, text)
    if where is None:
        return None
    state.caret, state.all_selected = where, False
    return Edit(text, False)


def _caret(state: controls.Control, text: str) -> int:
    return len(text) if state.caret is None else min(state.caret, len(text))


def _put(state: controls.Control, text: str, start: int, end: int, new: str) -> Edit:
    state.all_selected = False
    state.caret = start + len(new)
    result = text[:start] + new + text[end:]
    return Edit(result, result != text)


def _moved(state: controls.Control, key: str, start: int, end: int, text: str) -> int | None:
    if key in ("Home", "ArrowUp"):
        return 0
    if key in ("End", "ArrowDown"):
        return len(text)
    if key not in _MOVES:
        return None
    if state.all_selected:
        return start if key == "ArrowLeft" else end
    return min(max(start + _MOVES[key], 0), len(text))
