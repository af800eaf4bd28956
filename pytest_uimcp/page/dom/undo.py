"""What keys keep of a text: the steps of a field that Undo takes back, and the clipboard."""

from __future__ import annotations

from typing import NamedTuple

from pytest_uimcp.core.records import dataclass

__all__ = ["Clipboard", "TextState", "UndoStep"]


@dataclass(slots=True)
class Clipboard:
    """What was copied or cut last, in any tab of a browser."""

    text: str = ""


class TextState(NamedTuple):
    """A text with its selection, which is empty if the anchor is at the caret."""

    text: str
    anchor: int
    caret: int


@dataclass(slots=True)
class UndoStep:
    """What Undo takes back at once: Undo and Redo restore the selection too."""

    former: TextState
    result: TextState
