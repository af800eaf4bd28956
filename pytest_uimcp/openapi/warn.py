"""Where warnings go: a function of one line of text."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Final

__all__ = ["Warn", "Warnings", "to_stderr", "without_control"]

Warn = Callable[[str], None]

_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def without_control(text: str) -> str:
    """The text as one line: characters of a specification that would command a terminal are shown as escapes."""
    return _CONTROL.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def to_stderr(text: str) -> None:
    """Standard output belongs to the protocol, so warnings go to standard error."""
    sys.stderr.write(f"WARN: {without_control(text)}\n")
    sys.stderr.flush()


class Warnings:
    """Passes each warning on once, and keeps them."""

    def __init__(self, warn: Warn) -> None:
        self._warn = warn
        self._seen: dict[str, None] = {}

    def __call__(self, text: str) -> None:
        """Warn, unless that was said before."""
        if text not in self._seen:
            self._seen[text] = None
            self._warn(text)

    @property
    def texts(self) -> tuple[str, ...]:
        """The warnings so far, in order."""
        return tuple(self._seen)
