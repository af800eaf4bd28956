"""Typing: caret and selection of a text field, and what a key does to its text.

A caret of None is at the end, where it is after the text has been set. What lies between the anchor and the caret is
selected.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.keys import Stroke

__all__ = ["Edit", "caret_to_end", "edited", "has_selection", "note_edit", "replace_all", "select_all"]

# A point and a comma join numbers, an apostrophe letters.
_WORD: Final = re.compile(r"\w+(?:(?<=\d)[.,](?=\d)\w+|(?<=[^\W\d])'(?=[^\W\d])\w+)*|[^\w\s]+")


@dataclass(frozen=True, slots=True)
class Edit:
    """The result of a key."""

    text: str
    changed: bool


def select_all(element: Element) -> None:
    """Select the whole text, so that typing replaces it."""
    state = controls.control(element)
    state.all_selected = True
    state.anchor = None


def has_selection(element: Element, text: str) -> bool:
    """Whether any of the text is selected."""
    start, end = _selected(controls.control(element), text)
    return start != end


def caret_to_end(element: Element) -> None:
    """Put the caret where a click into a short text puts it."""
    state, text = controls.control(element), controls.typed_text(element)
    if _selected(state, text) != (len(text), len(text)):
        state.typing = ""
    state.caret, state.anchor, state.all_selected = None, None, False


def note_edit(element: Element) -> None:
    """The user has changed this field last."""
    document = element.document()
    if document is not None and (not document.edited or document.edited[-1] is not element):
        document.edited[:] = [one for one in document.edited if one is not element]
        document.edited.append(element)


def replace_all(element: Element, text: str, new: str) -> None:
    """Set a text as the user does who selects what is there and types something else."""
    state = controls.control(element)
    note_edit(element)
    if element.tag == "textarea" and not text and state.past:
        state.facts["refilled"] = True
    _remember(state, text)
    state.caret, state.anchor, state.all_selected = len(new), None, False


def edited(element: Element, text: str, stroke: Stroke, limit: str | None = None) -> Edit | None:
    """Text and caret after a key; None if the key does not edit."""
    state = controls.control(element)
    is_command = bool(stroke.modifiers & {"ctrl", "meta"})
    key = stroke.key.lower()
    if is_command and key == "a":
        state.typing = ""
        select_all(element)
        return Edit(text, False)
    if is_command and key in ("z", "y"):
        redo = key == "y" or "shift" in stroke.modifiers
        if redo and state.facts.get("refilled"):
            refuse("redo")
        return _undone(state, text, redo=redo)
    start, end = _selected(state, text)
    if stroke.text:
        room = max(int(limit) - len(text) + end - start, 0) if limit and limit.isdigit() else len(stroke.text)
        is_refilled = element.tag == "textarea" and not text and state.typing == "takes away"
        result = _put(state, text, start, end, stroke.text[:room])
        if is_refilled:  # the first letter is undone with what has emptied the area, the others are not
            state.typing, state.facts["refilled"] = "", True
        return result
    if stroke.key in ("Backspace", "Delete"):
        if start == end:
            there = _beyond(text, start, -1 if stroke.key == "Backspace" else 1, by_word=is_command)
            start, end = min(start, there), max(start, there)
        return _put(state, text, start, end, "") if start != end else Edit(text, False)
    return _moved(element, state, stroke, text)


def _caret(state: controls.Control, text: str) -> int:
    return len(text) if state.caret is None else min(state.caret, len(text))


def _selected(state: controls.Control, text: str) -> tuple[int, int]:
    if state.all_selected:
        return 0, len(text)
    caret = _caret(state, text)
    anchor = caret if state.anchor is None else min(state.anchor, len(text))
    return min(anchor, caret), max(anchor, caret)


def _put(state: controls.Control, text: str, start: int, end: int, new: str) -> Edit:
    result = text[:start] + new + text[end:]
    if result != text:
        _remember(state, text, "writes" if new else "takes away")
    state.all_selected, state.anchor = False, None
    state.caret = start + len(new)
    return Edit(result, result != text)


def _remember(state: controls.Control, text: str, typing: str = "") -> None:
    """Keep what Undo goes back to: keys that write, or take away and then write, are undone together."""
    if not typing or not state.typing or (typing == "takes away" and state.typing == "writes"):
        state.past.append((text, _caret(state, text)))
    state.typing = typing
    state.future.clear()


def _undone(state: controls.Control, text: str, *, redo: bool) -> Edit:
    source, target = (state.future, state.past) if redo else (state.past, state.future)
    state.typing = ""
    if not source:
        return Edit(text, False)
    target.append((text, _caret(state, text)))
    found, caret = source.pop()
    state.caret, state.anchor, state.all_selected = min(caret, len(found)) if not redo else caret, None, False
    return Edit(found, found != text)


def _moved(element: Element, state: controls.Control, stroke: Stroke, text: str) -> Edit | None:
    if stroke.modifiers & {"alt", "meta"}:
        return None  # these are for the browser's window
    start, end = _selected(state, text)
    by_word = bool(stroke.modifiers & {"ctrl", "meta"})
    extends = "shift" in stroke.modifiers
    caret = end if state.all_selected else _caret(state, text)
    if stroke.key in ("ArrowLeft", "ArrowRight"):
        forwards = stroke.key == "ArrowRight"
        if start != end and not extends and not by_word:
            where = end if forwards else start
        else:
            where = _beyond(text, caret, 1 if forwards else -1, by_word=by_word)
    else:
        found = _line_end(element, text, caret, stroke.key, whole=by_word)
        if found is None:
            return None
        where = found
    state.typing = ""
    if extends:
        state.anchor = (start if state.all_selected else caret) if state.anchor is None else state.anchor
    else:
        state.anchor = None
    state.caret, state.all_selected = where, False
    return Edit(text, False)


def _line_end(element: Element, text: str, caret: int, key: str, *, whole: bool) -> int | None:
    """Where Home, End and the arrows up and down lead."""
    start = text.rfind("\n", 0, caret) + 1
    end = text.find("\n", caret)
    end = len(text) if end < 0 else end
    if key in ("Home", "End"):
        if whole:
            return 0 if key == "Home" else len(text)
        return start if key == "Home" else end
    if key == "ArrowUp":
        if start == 0:
            return 0
        before = text.rfind("\n", 0, start - 1) + 1
        return min(before + caret - start, start - 1)
    if key == "ArrowDown":
        if end == len(text):
            return len(text)
        after = text.find("\n", end + 1)
        return min(end + 1 + caret - start, len(text) if after < 0 else after)
    return None


def _beyond(text: str, caret: int, step: int, *, by_word: bool) -> int:
    """The place one character, or one word, further."""
    if not by_word:
        return min(max(caret + step, 0), len(text))
    if step > 0:
        return next((found.end() for found in _WORD.finditer(text) if found.end() > caret), len(text))
    starts = [found.start() for found in _WORD.finditer(text) if found.start() < caret]
    return starts[-1] if starts else 0
