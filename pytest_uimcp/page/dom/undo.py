"""The steps of a field that Undo takes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["TextState", "UndoStep"]


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
