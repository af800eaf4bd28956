"""Names that are probably slips of the hand."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from pytest_uimcp.core.spelling import near

__all__ = ["misspelt"]

# Shorter names are too often different names; so are those that differ in a digit, or in singular and plural.
_SHORTEST: Final = 3
_LONG: Final = 8
_NUMBER: Final = re.compile(r"\d+")


def misspelt(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Known names of which this one is probably a misspelling."""
    if len(name) < _SHORTEST:
        return ()
    most = 2 if len(name) >= _LONG else 1
    close = [other for other in known if abs(len(name) - len(other)) <= most and _is_slip(name, other, most)]
    # Any likeness: two swapped letters among many alike look unlike to difflib.
    return near(name, close, likeness=0.0)


def _is_slip(name: str, other: str, most: int) -> bool:
    singular, plural = sorted((name, other), key=len)
    if f"{singular}s" == plural or _NUMBER.sub("", name) == _NUMBER.sub("", other):
        return False
    return _distance(name, other) <= most


def _distance(one: str, other: str) -> int:
    """The edit distance: insertions, deletions, replacements and swaps of adjacent letters."""
    rows = [list(range(len(other) + 1))]
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, wanted in enumerate(other, 1):
            best = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (letter != wanted))
            if i > 1 and j > 1 and (letter, one[i - 2]) == (other[j - 2], wanted):
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]
