from __future__ import annotations

import re
from itertools import pairwise
from typing import Final, NamedTuple

from pytest_uimcp.javafx.scene.model.classes import extends
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.textinput import select, without_controls

# What the caret jumps over as one: letters and digits together, everything else on its own.
_PIECE: Final = re.compile(r"\w+|[^\S\n]+|\n|[^\w\s]", re.UNICODE)


class Edit(NamedTuple):
    """Text in place of other text, and the selection from before."""

    start: int
    removed: str
    inserted: str
    anchor: int
    caret: int

    def continues(self, earlier: Edit) -> bool:
        """Whether it is typed in one go with an earlier one, and so undone in one go with it."""
        follows = self.start == earlier.start + len(earlier.inserted)
        return follows and not self.removed and not earlier.removed and self.inserted != "\n"


@extends("TextInputControl")
class TextInput(Node):
    __slots__ = ("caret_column", "edits", "undone_edits")

    def prepare(self) -> None:
        super().prepare()
        self.edits: list[Edit] = []
        self.undone_edits: list[Edit] = []
        # A caret, and the column it keeps on its way through shorter rows.
        self.caret_column: tuple[int, float] | None = None


def replace(node: TextInput, start: int, end: int, text: str) -> None:
    """Another text in place of a stretch; the caret is behind it. It can be undone."""
    old = node.read("text") or ""
    text = without_controls(node, text)
    edit = Edit(start, old[start:end], text, node.read("anchor"), node.read("caretPosition"))
    node.undone_edits.clear()
    if node.edits and edit.continues(node.edits[-1]):
        earlier = node.edits[-1]
        node.edits[-1] = earlier._replace(inserted=earlier.inserted + text)
    else:
        node.edits.append(edit)
    _write(node, old[:start] + text + old[end:], start + len(text))


def _write(node: TextInput, text: str, caret: int) -> None:
    node.write("text", text)
    select(node, caret, caret)


def insert(node: TextInput, text: str) -> None:
    start, end = sorted((node.read("anchor"), node.read("caretPosition")))
    replace(node, start, end, text)


def delete(node: TextInput, position: int) -> None:
    """Delete what is selected, or from the caret to a position."""
    start, end = sorted((node.read("anchor"), node.read("caretPosition")))
    if start == end:
        start, end = sorted((end, min(max(position, 0), len(node.read("text") or ""))))
    if start < end:
        replace(node, start, end, "")


def undo(node: TextInput) -> None:
    if node.edits:
        edit = node.edits.pop()
        node.undone_edits.append(edit)
        text = node.read("text") or ""
        node.write("text", text[: edit.start] + edit.removed + text[edit.start + len(edit.inserted) :])
        select(node, edit.anchor, edit.caret)


def redo(node: TextInput) -> None:
    if node.undone_edits:
        edit = node.undone_edits.pop()
        node.edits.append(edit)
        text = node.read("text") or ""
        caret = edit.start + len(edit.inserted)
        _write(node, text[: edit.start] + edit.inserted + text[edit.start + len(edit.removed) :], caret)


def _breaks(text: str) -> list[int]:
    return [0, *(match.end() for match in _PIECE.finditer(text))]


def next_word(node: Node) -> int:
    """The end of the word at or behind the caret."""
    text = node.read("text") or ""
    breaks = [position for position in _breaks(text) if position > node.read("caretPosition")]
    for start, stop in pairwise(breaks):
        for position in range(start, stop + 1):
            if not text[min(position, len(text) - 1)].isalnum():
                return position
    return len(text)


def previous_word(node: Node) -> int:
    """The start of the word at or before the caret."""
    text = node.read("text") or ""
    for position in reversed(_breaks(text)):
        if position < node.read("caretPosition") and text[min(position, len(text) - 1)].isalnum():
            return position
    return 0
