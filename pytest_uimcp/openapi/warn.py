"""Where warnings go: a function of one line of text."""

from __future__ import annotations

import sys
from collections.abc import Callable

from pytest_uimcp.core.printable import printable

Warn = Callable[[str], None]


def to_stderr(text: str) -> None:
    """Standard output belongs to the protocol, so warnings go to standard error."""
    sys.stderr.write(f"WARN: {printable(text)}\n")
    sys.stderr.flush()


def drop(_text: str) -> None:
    """For data that is read a second time: what is wrong with it has been said, or is found by rules with places."""


class Warnings:
    """Passes each warning on once, and keeps them."""

    def __init__(self, warn: Warn) -> None:
        self._warn = warn
        self._seen: dict[str, None] = {}

    def __call__(self, text: str) -> None:
        # Schemas are converted more than once, and each time meet the same mistakes.
        if text not in self._seen:
            self._seen[text] = None
            self._warn(text)

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(self._seen)
