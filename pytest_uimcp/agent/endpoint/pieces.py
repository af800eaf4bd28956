"""How an answer is cut up for a stream: as a real service does it, a few characters at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_WORD: Final = re.compile(r"\s*\S+|\s+\Z")
_CHARACTERS: Final = 6
# A long text comes in larger pieces, so that a test does not wait for thousands of frames.
_MAX_PIECES: Final = 60


def words(text: str) -> Iterator[str]:
    """A text word by word; joined, they are the text."""
    yield from _grouped(_WORD.findall(text))


def fragments(text: str) -> Iterator[str]:
    """The text of JSON, cut wherever it happens to be: at least two, since an agent that cannot join them must fail."""
    size = max(1, min(_CHARACTERS, -(-len(text) // 2)))
    yield from _grouped([text[start : start + size] for start in range(0, len(text), size)])


def _grouped(pieces: list[str]) -> Iterator[str]:
    size = -(-len(pieces) // _MAX_PIECES)
    for start in range(0, len(pieces), max(1, size)):
        yield "".join(pieces[start : start + size])
