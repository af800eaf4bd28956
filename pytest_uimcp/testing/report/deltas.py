"""Texts that follow each other, each as its difference from the one before: `[kept at the start, at the end, new]`."""

from __future__ import annotations

from typing import TypeAlias

__all__ = ["Delta", "applied", "delta"]

Delta: TypeAlias = list[int | str]


def delta(before: str, after: str) -> Delta:
    """The difference; the numbers count Unicode code points."""
    start = _same(before, after)
    end = _same(before[start:][::-1], after[start:][::-1])
    return [start, end, after[start : len(after) - end]]


def applied(before: str, difference: Delta) -> str:
    """The text that a difference leads to."""
    start, end, text = difference
    assert isinstance(start, int)
    assert isinstance(end, int)
    return before[:start] + str(text) + before[len(before) - end :]


def _same(one: str, other: str) -> int:
    """How many characters both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (left, right) in pairs if left != right), min(len(one), len(other)))
