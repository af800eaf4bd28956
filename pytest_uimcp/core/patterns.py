"""Regular expressions that come from outside. A search ends after a time whatever the expression.

`regex` can be told to stop, which `re` cannot.
"""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Final, TypeAlias

import regex  # type: ignore[import-untyped]  # it has no stubs of its own

__all__ = ["SECONDS", "Pattern", "PatternTimeout", "TimeLimit", "compiled", "ecma_compiled"]

SECONDS: Final = 1.0

Pattern: TypeAlias = regex.Pattern


class PatternTimeout(Exception):
    """A search has taken too long."""


def compiled(pattern: str, flags: int = 0) -> Pattern:
    """The expression in Python's language; raises ValueError with the reason if it is none."""
    try:
        return regex.compile(pattern, flags)
    except (regex.error, OverflowError, RecursionError, MemoryError) as reason:
        raise ValueError(str(reason)) from None


@lru_cache(maxsize=256)
def ecma_compiled(pattern: str) -> Pattern | None:
    """The expression as browsers and JSON Schema understand it, where `\\d` and `\\w` are ASCII; None if it is none."""
    try:
        return compiled(pattern, 0 if r"\p" in pattern else regex.ASCII)
    except ValueError:
        return None


class TimeLimit:
    """The time that some searches may take together, SECONDS if not said; raises PatternTimeout when it is over."""

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds: Final = SECONDS if seconds is None else seconds
        self._end = time.monotonic() + self.seconds

    def finds(self, pattern: Pattern, text: str) -> bool:
        """Whether the expression matches somewhere in the text."""
        try:
            return pattern.search(text, timeout=self._left()) is not None
        except TimeoutError:
            raise PatternTimeout from None

    def fits(self, pattern: Pattern, text: str) -> bool:
        """Whether the expression matches the text as a whole."""
        try:
            return pattern.fullmatch(text, timeout=self._left()) is not None
        except TimeoutError:
            raise PatternTimeout from None

    def _left(self) -> float:
        left = self._end - time.monotonic()
        if left <= 0:
            raise PatternTimeout
        return left
