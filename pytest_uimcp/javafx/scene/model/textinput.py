"""Text being edited: caret, anchor and selection, and what a field lets in."""

from __future__ import annotations

import re
from typing import Final

from pytest_uimcp.javafx.scene.model.base import hook
from pytest_uimcp.javafx.scene.model.classes import method
from pytest_uimcp.javafx.scene.model.node import Node

# Expressions, because a text is looked at with every key that changes it.
OF_NO_FIELD: Final = re.compile(r"[\x00-\x1f\x7f]")
OF_NO_AREA: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def without_controls(node: Node, text: str) -> str:
    """What a field keeps of a text: no control characters, and line ends and tabs only in an area."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if node.is_a("TextArea"):
        return OF_NO_AREA.sub("", text)
    return OF_NO_FIELD.sub("", text)


@method("TextInputControl")
def select_range(node: Node, anchor: int, caret: int) -> None:
    """Select from the anchor to the caret, which may be before it."""
    node.guard()
    select(node, anchor, caret)


def select(node: Node, anchor: int, caret: int) -> None:
    """As `select_range`, on the FX thread; places outside the text are brought inside."""
    text = node.read("text") or ""
    anchor = min(max(0, anchor), len(text))
    caret = min(max(0, caret), len(text))
    start, end = sorted((anchor, caret))
    # Four properties in one: observers of one of them may find the others still as they were.
    values = {"anchor": anchor, "caretPosition": caret, "selection": (start, end), "selectedText": text[start:end]}
    for name, value in values.items():
        node.write(name, value)


@method("TextInputControl")
def select_all(node: Node) -> None:
    """Select everything; the caret is at the end."""
    select_range(node, 0, len(node.read("text") or ""))


@method("TextInputControl")
def position_caret(node: Node, place: int) -> None:
    """Put the caret somewhere and select nothing."""
    select_range(node, place, place)


@hook("TextInputControl", "text")
def _text(node: Node, _old: object, new: str | None) -> None:
    clean = without_controls(node, new or "")
    if clean != new and new is not None:
        node.values["text"] = clean
    node.values["length"] = len(clean)
    select(node, 0, 0)


@hook("TextField", "focused")
def _focused(node: Node, _old: bool, new: bool) -> None:
    """A field selects all when it gets the focus, with the caret at the start, and nothing when it loses it.

    That its window gets the focus back is not enough.
    """
    if node.scene is None or (new and node.scene.activating):
        return
    if new:
        select(node, len(node.read("text") or ""), 0)
    else:
        select(node, node.read("caretPosition"), node.read("caretPosition"))


@hook("TextInputControl", "focused anchor caretPosition")
def _redraw(node: Node, _old: object, _new: object) -> None:
    node.affect("k")
