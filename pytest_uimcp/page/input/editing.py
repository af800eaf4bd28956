"""Typing: caret and selection of a text field, and what a key does to its text.

A caret of None is at the end, where it is after the text has been set. What lies between the anchor and the caret is
selected.
"""

from __future__ import annotations

import re
from typing import Final
from unicodedata import bidirectional

from pytest_uimcp.core.records import dataclass
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.flat import in_shadow
from pytest_uimcp.page.dom.input_values import cut_off, unit_count
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.undo import TextState, UndoStep
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.directions import runs_from_right
from pytest_uimcp.page.keys import Stroke

__all__ = [
    "EditResult",
    "apply_key",
    "caret_by_click",
    "has_selection",
    "has_step",
    "is_redo",
    "letters_for_number",
    "note_edit",
    "replace_all",
    "replace_selection",
    "select_all",
    "selected_text",
    "skip_step",
    "take",
]

# A point and a comma join numbers, an apostrophe letters.
_WORD: Final = re.compile(r"\w+(?:(?<=\d)[.,](?=\d)\w+|(?<=[^\W\d])'(?=[^\W\d])\w+)*|[^\w\s]+")

# How many ems of text there are to the middle of a field for 20 letters, and to that of a field across the page.
_MIDDLE: Final = 4.9
_MIDDLE_OF_WIDE: Final = 10.0
# The places of a caret that only a browser knows: after a click, and after Undo of what was overwritten.
_UNKNOWN: Final = -1
_OVERWRITTEN: Final = -2
_NUMBER_LETTERS: Final = "0123456789+-.eE"
_STEPS: Final = {"ArrowLeft": -1, "ArrowRight": 1, "Backspace": -1, "Delete": 1}
# The classes of letters that are written from right to left.
_FROM_RIGHT: Final = frozenset({"AL", "AN", "R"})
_PAGES: Final = frozenset({"PageDown", "PageUp"})
_BACKWARDS: Final = frozenset({"ArrowUp", "Home", "PageUp"})
_FORWARDS: Final = frozenset({"ArrowDown", "End", "PageDown"})


@dataclass(frozen=True, slots=True)
class EditResult:
    text: str
    changed: bool


def select_all(element: Element) -> None:
    state = controls.control(element)
    state.all_selected = True
    state.anchor = None
    state.typing = ""


def has_selection(element: Element, text: str) -> bool:
    start, end = _selection(controls.control(element), text)
    return start != end


def caret_by_click(field: Element, target: Element) -> None:
    """Put the caret where a click into the middle of the field puts it: behind a text that ends before.

    Where it is in a longer text depends on the width of the field. The middle of a component may be above the text.
    """
    state = controls.control(field)
    text = controls.typed_text(field)
    if state.caret in (_UNKNOWN, _OVERWRITTEN) or _selection(state, text) != (len(text), len(text)):
        state.typing = ""
    # The field of a component takes all the room there is.
    if in_shadow(field):
        room = _MIDDLE_OF_WIDE
    else:
        room = _MIDDLE * _columns(field) / 20
    is_behind = "\n" not in text and sum(map(_width, text)) < room and (target is field or not target.has("label"))
    state.caret = None if is_behind or not text else _UNKNOWN
    state.anchor = None
    state.all_selected = False


def _width(letter: str) -> float:
    """About how wide a letter is, in ems."""
    if letter in "fijlrtI.,:;'|!()[]-/ ":
        return 0.3
    if letter in "mwMW@%":
        return 0.9
    return 0.6


def note_edit(element: Element) -> None:
    document = element.document()
    controls.control(element)
    if document is not None and (not document.edited or document.edited[-1] is not element):
        document.edited[:] = [field for field in document.edited if field is not element]
        document.edited.append(element)


def replace_all(element: Element, text: str, new: str) -> None:
    """Set a text as the user does who selects what is there and types something else."""
    state = controls.control(element)
    note_edit(element)
    if element.tag == "textarea" and not text and state.undo_steps:
        state.is_refilled = True
    select_all(element)
    _remember(state, text)
    _write(state, new, len(new))


def selected_text(element: Element, text: str) -> str:
    start, end = _selection(controls.control(element), text)
    return text[start:end]


def replace_selection(element: Element, text: str, new: str) -> str:
    """Cut or paste: a step of its own for Undo; returns the text after it."""
    state = controls.control(element)
    start, end = _selection(state, text)
    if controls.input_type(element) == "number":
        new = _number_letters(text[:start], text[end:], new)
    else:
        new = _in_limit(element.get("maxlength"), text[:start] + text[end:], new)
    if element.tag == "textarea" and not text and new and state.undo_steps:
        state.is_refilled = True
    _remember(state, text)
    result = text[:start] + new + text[end:]
    _write(state, result, start + len(new))
    return result


def letters_for_number(field: Element, new: str) -> str:
    """What a field for numbers takes of a text that is typed or pasted over the selection."""
    text = controls.typed_text(field)
    start, end = _selection(controls.control(field), text)
    return _number_letters(text[:start], text[end:], new)


def _number_letters(before: str, behind: str, new: str) -> str:
    """A number has one exponent and, before it, one point at most."""
    accepted = before
    for letter in new:
        is_second = letter in "eE" and "e" in (accepted + behind).lower()
        is_lost = letter == "." and ("." in accepted + behind or "e" in accepted.lower())
        if letter in _NUMBER_LETTERS and not is_second and not is_lost:
            accepted += letter
    return accepted.removeprefix(before)


def _in_limit(limit: str | None, around: str, new: str) -> str:
    # `maxlength` limits what is typed; what a script sets may be longer.
    if limit and limit.isdigit():
        return cut_off(new, max(int(limit) - unit_count(around), 0))
    return new


def take(element: Element, text: str) -> None:
    """The text of a field after an edit, of which its value is made."""
    state = controls.control(element)
    state.is_typed = True
    kind = controls.input_type(element)
    if kind not in controls.CLEANED:
        state.value = text
        return
    state.raw_text = text
    state.value = controls.value_for_input(element, text)
    state.is_bad = kind == "number" and text != "" and state.value == ""


def apply_key(element: Element, text: str, stroke: Stroke, limit: str | None = None) -> EditResult | None:
    """Text and caret after a key; None if the key does not edit."""
    state = controls.control(element)
    document = element.document()
    # Elements were removed or a text was set, wherever on the page: Chromium ends the run of typing there.
    if document is not None and state.typing_since != document.removals:
        state.typing = ""
        state.typing_since = document.removals
    is_command = bool(stroke.modifiers & {"ctrl", "meta"})
    key = stroke.key.lower()
    if is_command and key == "a":
        state.typing = ""
        select_all(element)
        return EditResult(text, False)
    if is_command and key in ("z", "y"):
        return _undo(state, text, redo=is_redo(stroke))
    # Where a click has put the caret only layout tells, but Home and End lead to a known place.
    if state.caret in (_UNKNOWN, _OVERWRITTEN) and _leads_to_edge(element, stroke):
        state.caret = {"End": len(text)}.get(stroke.key, 0)
        return EditResult(text, False)
    if stroke.text:
        return _insert(element, state, text, stroke.text, limit)
    if stroke.key in ("Backspace", "Delete"):
        return _delete(element, state, text, stroke)
    return _move_caret(element, state, stroke, text)


def _leads_to_edge(element: Element, stroke: Stroke) -> bool:
    """Whether a key leads to the start or the end of the text, wherever the caret is."""
    is_whole = element.tag == "input" or bool(stroke.modifiers & {"ctrl", "meta"})
    return is_whole and stroke.key in ("Home", "End") and "shift" not in stroke.modifiers


def _insert(element: Element, state: controls.Control, text: str, new: str, limit: str | None) -> EditResult:
    start, end = _selection(state, text)
    new = _in_limit(limit, text[:start] + text[end:], new)
    is_refilled = element.tag == "textarea" and not text and state.typing.startswith("takes")
    is_line_begun = text[:start].endswith("\n") and start == len(text) and new != "\n" and state.typing != ""
    if element.tag == "textarea" and not text and state.undo_steps:
        state.is_refilled = True
    result = _put(state, text, start, end, new)
    if is_refilled:  # the first letter is undone with what has emptied the area, the others are not
        state.typing = ""
    if is_line_begun:  # so is the first letter of a new last line with the Enter that began it
        state.typing = ""
    return result


def _delete(element: Element, state: controls.Control, text: str, stroke: Stroke) -> EditResult:
    start, end = _selection(state, text)
    if start == end:
        by_word = bool(stroke.modifiers & {"ctrl", "meta"})
        edge = _next_place(element, text, start, _STEPS[stroke.key], by_word=by_word)
        start, end = min(start, edge), max(start, edge)
        if by_word:  # each word is undone by itself
            state.typing = ""
    state.joins_lines = state.joins_lines and state.typing.startswith("takes")
    if text[start:] == "\n" or (state.joins_lines and start != end):
        state.is_joined = True
    state.joins_lines = "\n" in text[start:end]
    if start != end:
        return _put(state, text, start, end, "", {"Backspace": "takes back"}.get(stroke.key, "takes away"))
    return EditResult(text, False)


def _caret(state: controls.Control, text: str) -> int:
    if state.caret == _UNKNOWN:
        refuse("caret")
    if state.caret == _OVERWRITTEN:
        refuse("undo-overwritten")
    if state.caret is None:
        return len(text)
    return min(state.caret, len(text))


def _text_state(state: controls.Control, text: str) -> TextState:
    if state.all_selected:
        return TextState(text, 0, len(text))
    caret = _caret(state, text)
    if state.anchor is None:
        return TextState(text, caret, caret)
    return TextState(text, min(state.anchor, len(text)), caret)


def _selection(state: controls.Control, text: str) -> tuple[int, int]:
    _, anchor, caret = _text_state(state, text)
    return min(anchor, caret), max(anchor, caret)


def _put(state: controls.Control, text: str, start: int, end: int, new: str, typing: str = "writes") -> EditResult:
    result = text[:start] + new + text[end:]
    # A letter over the same letter changes nothing, but is an edit and a step for Undo.
    if result == text and not new:
        state.caret = start
        state.anchor = None
        state.all_selected = False
        return EditResult(text, False)
    steps_before = len(state.undo_steps)
    is_taking = state.typing.startswith("takes")
    _remember(state, text, typing)
    _write(state, result, start + len(new))
    # A line that several keys have emptied is not typed into again in one step with them.
    is_line_empty = result[:start][-1:] in ("", "\n") and result[start:][:1] in ("", "\n")
    if is_taking and not new and is_line_empty and len(state.undo_steps) == steps_before:
        state.typing = ""
    return EditResult(result, True)


def _remember(state: controls.Control, text: str, typing: str = "") -> None:
    """Keep what Undo goes back to: keys that write are undone with all keys before them, and so is Delete.

    Backspace is undone with other Backspaces only.
    """
    if not typing or not state.typing or (typing == "takes back" and state.typing != "takes back"):
        current = _text_state(state, text)
        state.undo_steps.append(UndoStep(current, current))
    state.typing = typing
    state.redo_steps.clear()
    state.is_redo_lost = False


def _write(state: controls.Control, text: str, caret: int) -> None:
    """Put the caret where an edit has left it, which is where Redo leaves it too."""
    state.caret = caret
    state.anchor = None
    state.all_selected = False
    state.undo_steps[-1].result = _text_state(state, text)


def _undo(state: controls.Control, text: str, *, redo: bool) -> EditResult:
    # Which steps there are is known to a browser only (see `Control.is_refilled`, `Control.is_joined`).
    if redo and state.is_refilled:
        refuse("redo")
    if state.is_joined:
        refuse("undo-joined")
    if _goes_through_lost(state, redo=redo):
        return EditResult(text, True)
    step = _step(state, redo=redo)
    if step is None:
        return EditResult(text, False)
    # A step that changes nothing is an edit too.
    return EditResult(step, True)


def _goes_through_lost(state: controls.Control, *, redo: bool) -> bool:
    """Whether the next step is of a text that a script has overwritten; goes through it."""
    if redo and state.is_redo_lost:
        refuse("redo-overwritten")
    if redo or state.undo_steps or not state.lost_steps:
        return False
    state.lost_steps -= 1
    state.is_redo_lost = True
    state.caret = _OVERWRITTEN
    state.anchor = None
    state.all_selected = False
    state.typing = ""
    return True


def _step(state: controls.Control, *, redo: bool) -> str | None:
    """Go one step back or forth, and select what was selected there; returns the text of then."""
    stacks = [state.undo_steps, state.redo_steps]
    if redo:
        stacks.reverse()
    source, target = stacks
    state.typing = ""
    if not source:
        return None
    step = source.pop()
    target.append(step)
    former, anchor, caret = step.result if redo else step.former
    state.caret = caret
    state.anchor = anchor if anchor != caret else None
    state.all_selected = False
    return former


def has_step(element: Element, stroke: Stroke) -> bool:
    """Whether there is anything to undo, or to redo."""
    state = controls.control(element)
    if is_redo(stroke):
        return bool(state.redo_steps or state.is_redo_lost)
    return bool(state.undo_steps or state.lost_steps)


def skip_step(element: Element, stroke: Stroke) -> bool:
    """Undo or Redo in a field that cannot be edited: only the selection changes; returns whether there was a step."""
    return _step(controls.control(element), redo=is_redo(stroke)) is not None


def is_redo(stroke: Stroke) -> bool:
    return stroke.key.lower() == "y" or "shift" in stroke.modifiers


def _move_caret(element: Element, state: controls.Control, stroke: Stroke, text: str) -> EditResult | None:
    if stroke.modifiers & {"alt", "meta"}:
        return None  # these are for the browser's window
    _, anchor, caret = _text_state(state, text)
    by_word = bool(stroke.modifiers & {"ctrl", "meta"})
    extends = "shift" in stroke.modifiers
    place: int | None
    if stroke.key in ("ArrowLeft", "ArrowRight") and text and _is_bidirectional(element, text):
        refuse("bidirectional", stroke.key)
    if stroke.key not in _STEPS:
        place = _line_end(element, text, caret, stroke.key, is_whole=by_word)
    elif anchor == caret or extends or by_word:
        if by_word and stroke.key == "ArrowLeft" and "\n" in text[:caret] and not text[:caret].split("\n")[-1].strip():
            refuse("lines", "Control+ArrowLeft")
        place = _next_place(element, text, caret, _STEPS[stroke.key], by_word=by_word)
    elif _STEPS[stroke.key] > 0:
        place = max(anchor, caret)
    else:
        place = min(anchor, caret)
    if place is None:
        return None
    state.typing = ""
    state.anchor = anchor if extends else None
    state.caret = place
    state.all_selected = False
    return EditResult(text, False)


def _is_bidirectional(element: Element, text: str) -> bool:
    """Whether left and right may not be back and forth: keys follow what is drawn, not the order of the letters."""
    return runs_from_right(element) or any(bidirectional(letter) in _FROM_RIGHT for letter in text)


def _line_end(element: Element, text: str, caret: int, key: str, *, is_whole: bool) -> int | None:
    """Where Home, End, the arrows up and down, and in a textarea Page Up and Page Down lead."""
    if key not in _BACKWARDS | _FORWARDS or (key in _PAGES and (is_whole or element.tag != "textarea")):
        return None
    edge = len(text) if key in _FORWARDS else 0
    if caret == edge or (is_whole and key in ("Home", "End")):
        return edge
    lines = text.split("\n")
    line = text.count("\n", 0, caret)
    if element.tag == "textarea" and (len(lines[line]) > _columns(element) or (key in _PAGES and len(lines) > 1)):
        refuse("lines", key)
    starts = [0, *(line_end.end() for line_end in re.finditer("\n", text))]
    if key == "Home":
        return starts[line]
    if key == "End":
        return starts[line] + len(lines[line])
    line_reached = line + (1 if key in _FORWARDS else -1)
    if not 0 <= line_reached < len(lines):
        return edge
    column = caret - starts[line]
    reached = lines[line_reached]
    # Letters have different widths: only below the same letters, or past the end, it is clear which place is next.
    if len(reached) > _columns(element) or (
        column < len(reached) and lines[line][:column] != reached[:column]
    ):  # fmt: skip
        refuse("lines", key)
    return starts[line_reached] + min(column, len(reached))


def _columns(field: Element) -> int:
    """How many letters a line of the field has room for, as far as its markup says."""
    size = field.get({"textarea": "cols"}.get(field.tag, "size")) or ""
    if size.isdigit() and int(size):
        return int(size)
    return 20


def _next_place(element: Element, text: str, caret: int, step: int, *, by_word: bool) -> int:
    if not by_word:
        return min(max(caret + step, 0), len(text))
    if controls.input_type(element) == "password":  # tells nobody where words end
        if step > 0:
            return len(text)
        return 0
    # The end of a line is a step of its own.
    line_start = text.rfind("\n", 0, caret) + 1
    line_end = text.find("\n", caret)
    if step > 0:
        end = next((word.end() for word in _WORD.finditer(text) if word.end() > caret), len(text))
        if line_end < 0 or end <= line_end:
            return end
        if caret < line_end:  # only spaces are left
            refuse("lines", "Control+ArrowRight")
        return caret + 1
    starts = [word.start() for word in _WORD.finditer(text) if line_start <= word.start() < caret]
    if starts:
        return starts[-1]
    return max(line_start - (caret == line_start), 0)
