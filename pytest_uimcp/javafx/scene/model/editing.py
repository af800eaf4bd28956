"""Editing a text: inserting, deleting, words, undo and redo."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from pytest_uimcp.javafx.scene.model.textinput import allowed, select

__all__ = ["delete", "insert", "next_word", "previous_word", "redo", "replace", "undo"]

# What the caret jumps over as one: letters and digits together, everything else on its own.
_PIECE = re.compile(r"\w+|[^\S\n]+|\n|[^\w\s]", re.UNICODE)


def replace(node: Any, start: int, end: int, text: str) -> None:
    """Another text in place of a stretch; the caret is behind it. It can be undone."""
    old: str = node.read("text") or ""
    text = allowed(node, text)
    _note(node, (start, old[start:end], text, node.read("anchor"), node.read("caretPosition")))
    _write(node, old[:start] + text + old[end:], start + len(text))


def _write(node: Any, text: str, caret: int) -> None:
    node.put(node.fx.props["text"], text)
    select(node, caret, caret)


def insert(node: Any, text: str) -> None:
    """Insert at the caret, in place of what is selected."""
    start, end = sorted((node.read("anchor"), node.read("caretPosition")))
    replace(node, start, end, text)


def delete(node: Any, to: int) -> None:
    """Delete what is selected, or from the caret to a place."""
    start, end = sorted((node.read("anchor"), node.read("caretPosition")))
    if start == end:
        start, end = sorted((end, min(max(to, 0), len(node.read("text") or ""))))
    if start < end:
        replace(node, start, end, "")


# --- undo and redo


def _note(node: Any, change: tuple[int, str, str, int, int]) -> None:
    done: list[Any] = node.values.setdefault("edits done", [])
    node.values["edits undone"] = []
    last = done[-1] if done else None
    start, gone, came, _, _ = change
    # What is typed in one go is undone in one go.
    if last is not None and not gone and not last[1] and start == last[0] + len(last[2]) and came != "\n":
        done[-1] = (last[0], "", last[2] + came, last[3], last[4])
    else:
        done.append(change)


def undo(node: Any) -> None:
    """Take the last change back."""
    done = node.values.get("edits done")
    if done:
        change = done.pop()
        node.values.setdefault("edits undone", []).append(change)
        start, gone, came, anchor, caret = change
        text = node.read("text") or ""
        _write(node, text[:start] + gone + text[start + len(came) :], caret)
        select(node, anchor, caret)


def redo(node: Any) -> None:
    """Make a change again that was taken back."""
    undone = node.values.get("edits undone")
    if undone:
        change = undone.pop()
        node.values["edits done"].append(change)
        start, gone, came, _, _ = change
        text = node.read("text") or ""
        _write(node, text[:start] + came + text[start + len(gone) :], start + len(came))


# --- words


def _breaks(text: str) -> list[int]:
    return [0, *(match.end() for match in _PIECE.finditer(text))]


def next_word(node: Any) -> int:
    """The end of the word at or behind the caret."""
    text: str = node.read("text") or ""
    breaks = [place for place in _breaks(text) if place > node.read("caretPosition")]
    for last, current in pairwise(breaks):
        found = next((p for p in range(last, current + 1) if not text[min(p, len(text) - 1)].isalnum()), None)
        if found is not None:
            return found
    return len(text)


def previous_word(node: Any) -> int:
    """The start of the word at or before the caret."""
    text: str = node.read("text") or ""
    for place in reversed(_breaks(text)):
        if place < node.read("caretPosition") and text[min(place, len(text) - 1)].isalnum():
            return place
    return 0
