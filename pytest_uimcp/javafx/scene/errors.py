"""What can go wrong with a scene; every message says what was expected, what came, and what helps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pytest_uimcp.core import spelling
from pytest_uimcp.core.errors import UimcpError

Code = Literal[
    "MCP_UI_NOT_ENABLED",
    "MCP_UI_NO_STAGES",
    "MCP_UI_NODE_NOT_FOUND",
    "MCP_UI_STALE_REF",
    "MCP_UI_ACTION_FAILED",
    "MCP_UI_TIMEOUT",
    "MCP_UI_INTERNAL",
]


def near(name: str, names: Iterable[object]) -> str:
    similar = spelling.near(name, map(str, names))
    if similar:
        return f" Did you mean {' or '.join(similar)}?"
    return ""


class JavaFxError(UimcpError):
    """The root of what goes wrong in the JavaFX room."""


class NotOnFxThread(JavaFxError):
    """A node of a showing scene was read or changed on another thread."""


class UnknownName(JavaFxError):
    """No class, property or constant of this name."""


class WrongValue(JavaFxError):
    """A property cannot take this value."""


class BoundProperty(JavaFxError):
    """A bound property cannot be set."""


class UiError(JavaFxError):
    """An answer of the contract that is an error: code, message, details."""

    def __init__(self, code: Code, message: str, **details: object) -> None:
        super().__init__(message)
        self.code: Code = code
        self.details = details

    def as_json(self) -> dict[str, object]:
        """The unified format of the contract."""
        return {"error": {"code": self.code, "message": str(self), "details": self.details}}
