"""Texts that follow each other, each as its difference from the one before: `[kept at the start, at the end, new]`."""

from __future__ import annotations

from typing import TypeAlias

Delta: TypeAlias = list[int | str]


def delta(old: str, new: str) -> Delta:
    """The difference; the numbers count Unicode code points."""
    start = _same(old, new)
    end = _same(old[start:][::-1], new[start:][::-1])
    return [start, end, new[start : len(new) - end]]


def applied(old: str, difference: Delta) -> str:
    start, end, text = difference
    assert isinstance(start, int)
    assert isinstance(end, int)
    return old[:start] + str(text) + old[len(old) - end :]


def _same(old: str, new: str) -> int:
    pairs = enumerate(zip(old, new, strict=False))
    return next((index for index, (old_letter, right) in pairs if old_letter != right), min(len(old), len(new)))
