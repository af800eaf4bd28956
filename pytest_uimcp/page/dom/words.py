"""Sets of names, written as one string."""

from __future__ import annotations

__all__ = ["words"]


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())
