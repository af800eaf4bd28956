"""Regular expressions that come from outside. A search ends after a time whatever the expression.

`regex` can be told to stop, which `re` cannot. It takes long to import, and most programs never search.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    import regex  # type: ignore[import-untyped]  # it has no stubs of its own


SECONDS: Final = 1.0

Pattern: TypeAlias = "regex.Pattern"


class PatternTimeout(Exception):
    """A search has taken too long."""


def compiled(pattern: str, flags: int = 0) -> Pattern:
    """The expression in Python's language; raises ValueError with the reason if it is none."""
    import regex

    try:
        return regex.compile(pattern, flags)
    except (regex.error, OverflowError, RecursionError, MemoryError) as reason:
        raise ValueError(str(reason)) from None


@lru_cache(maxsize=256)
def ecma_compiled(pattern: str) -> Pattern | None:
    """The expression as browsers and JSON Schema understand it, where `\\d` and `\\w` are ASCII; None if it is none."""
    import regex

    try:
        # Without ASCII only where the pattern itself names properties of Unicode.
        return compiled(pattern, 0 if r"\p" in pattern else regex.ASCII)
    except ValueError:
        return None


class TimeLimit:
    """The processor time that some searches may take together, SECONDS if not said; PatternTimeout when it is over.

    What passes between the searches, or while others keep the machine busy, is not the expressions'.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds: Final = SECONDS if seconds is None else seconds
        self._left = self.seconds

    def finds(self, pattern: Pattern, text: str) -> bool:
        return self._run(pattern.search, text) is not None

    def fits(self, pattern: Pattern, text: str) -> bool:
        return self._run(pattern.fullmatch, text) is not None

    def _run(self, search: Callable[..., object], text: str) -> object:
        # `regex` takes 0 for no limit.
        if self._left <= 0:
            raise PatternTimeout
        started_at = time.thread_time()
        try:
            # The clock of `regex` is one of processor time, too.
            return search(text, timeout=self._left)
        except TimeoutError:
            raise PatternTimeout from None
        finally:
            self._left -= time.thread_time() - started_at
