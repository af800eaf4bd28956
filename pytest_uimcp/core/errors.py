"""The root of every error this package raises on purpose."""

from __future__ import annotations

from typing import TypeVar

E = TypeVar("E", bound=type[Exception])


def public(error: E) -> E:
    """Call an error in messages as tests import it, `pytest_uimcp.NotSeen`, wherever its class is written."""
    error.__module__ = "pytest_uimcp"
    return error


@public
class UimcpError(Exception):
    """The base of all errors; the text says what was expected, what was found, and what to do."""

    context = ""
    """Lines below the text: the step of the test in which it happened, say."""

    @property
    def text(self) -> str:
        """The error without its context."""
        return super().__str__()

    def __str__(self) -> str:
        if self.context:
            return f"{self.text}\n{self.context}"
        return self.text
