"""A text that is never printed."""

from __future__ import annotations

from typing import Final

HIDDEN: Final = "***"


class Secret:
    """A token or a password. Only `reveal()` gives the text."""

    # No __dict__, which debuggers and reports print.
    __slots__ = ("_text",)

    def __init__(self, text: str = "") -> None:
        self._text = text

    def reveal(self) -> str:
        return self._text

    def __bool__(self) -> bool:
        return bool(self._text)

    # Configurations are compared and are keys, so secrets are too.
    def __eq__(self, other: object) -> bool:
        if isinstance(other, Secret):
            return self._text == other._text
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        if self._text:
            return f"Secret({HIDDEN!r})"
        return "Secret('')"

    def __str__(self) -> str:
        if self._text:
            return HIDDEN
        return ""


NO_SECRET: Final = Secret()
