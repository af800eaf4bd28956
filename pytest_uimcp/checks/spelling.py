"""Names that are probably slips of the hand."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from pytest_uimcp.core.spelling import near

# Shorter names are too often different names; so are those that differ in a digit, or in singular and plural.
_MIN_CHARS: Final = 3
_MIN_LONG_CHARS: Final = 8
_NUMBER: Final = re.compile(r"\d+")


def misspelt(name: str, names: Iterable[str]) -> tuple[str, ...]:
    if len(name) < _MIN_CHARS:
        return ()
    max_edits = 2 if len(name) >= _MIN_LONG_CHARS else 1
    close = [
        candidate
        for candidate in names
        if abs(len(name) - len(candidate)) <= max_edits and _is_slip(name, candidate, max_edits)
    ]
    # Any likeness: two swapped letters among many alike look unlike to difflib.
    return near(name, close, likeness=0.0)


def _is_slip(name: str, candidate: str, max_edits: int) -> bool:
    singular, plural = sorted((name, candidate), key=len)
    if f"{singular}s" == plural or _NUMBER.sub("", name) == _NUMBER.sub("", candidate):
        return False
    return _distance(name, candidate) <= max_edits


def _distance(first_word: str, second_word: str) -> int:
    """The edit distance: insertions, deletions, replacements and swaps of adjacent letters."""
    rows = [list(range(len(second_word) + 1))]
    for i, letter in enumerate(first_word, 1):
        row = [i]
        for j, second_letter in enumerate(second_word, 1):
            best = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (letter != second_letter))
            if i > 1 and j > 1 and (letter, first_word[i - 2]) == (second_word[j - 2], second_letter):
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]
