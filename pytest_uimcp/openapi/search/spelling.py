"""Words of an index that an abbreviated or mistyped word may stand for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

__all__ = ["Spelling"]

_SHORTEST: Final = 3
_SHORTEST_MISTAKE: Final = 4  # in a shorter word another letter is another word


class Spelling:
    """Knows the words of an index by their beginnings."""

    def __init__(self, words: Iterable[str]) -> None:
        self._by_letter: dict[str, list[str]] = {}
        for word in words:
            self._by_letter.setdefault(word[:1], []).append(word)

    def alike(self, word: str) -> list[str]:
        """What a word abbreviates, else what differs from it by one letter."""
        if len(word) < _SHORTEST:
            return []
        candidates = self._by_letter.get(word[:1], [])
        longer = [other for other in candidates if other.startswith(word)]
        return longer or [other for other in candidates if _one_apart(word, other)]


def _one_apart(one: str, other: str) -> bool:
    """Whether one letter is wrong, missing or too many, or two are exchanged."""
    if abs(len(one) - len(other)) > 1 or len(one) < _SHORTEST_MISTAKE:
        return False
    start = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest = one[start:]
    others = other[start:]
    return (
        rest[1:] == others
        or rest == others[1:]
        or rest[1:] == others[1:]
        or (rest[:2] == others[:2][::-1] and rest[2:] == others[2:])
    )
