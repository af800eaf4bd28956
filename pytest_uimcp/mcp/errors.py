"""Errors that an MCP server reports: the message is for a model, the code and the details are for programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.spelling import hint, hint_or_names, near

__all__ = ["INVALID_PARAMS", "ArgumentError", "ResourceNotFound", "ToolError", "ToolNotFound", "unknown_tool"]

INVALID_PARAMS: Final = -32602
"""The protocol's code for a tool that does not exist."""
_MOST_NAMED: Final = 50  # more names than these would bury the message


class ToolError(UimcpError):
    """A tool call that failed. With a `code`, the result also has a body, where the tool's output schema allows one."""

    def __init__(self, message: str, *, code: str = "", **details: Any) -> None:
        super().__init__(message)
        self.code = code
        self.details = details

    @property
    def structured(self) -> dict[str, Any] | None:
        """The structured content of the result."""
        if not self.code:
            return None
        return {"error": {"code": self.code, "message": str(self), "details": self.details}}


class ArgumentError(ToolError):
    """A tool was called with arguments that do not fit its schema.

    `errors` lists every mismatch as `{"loc": [...], "type": ..., "msg": ...}`; the message is that of the first one.
    """

    def __init__(self, message: str, errors: list[dict[str, Any]] | None = None) -> None:
        self.errors = errors or [{"loc": [], "type": "invalid_value", "msg": message}]
        super().__init__(message, errors=self.errors)


class ResourceNotFound(UimcpError):
    """There is no resource with this URI. The message may say why."""


class ToolNotFound(UimcpError):
    """There is no tool of this name."""

    code = INVALID_PARAMS

    def __init__(self, message: str, **details: Any) -> None:
        super().__init__(message)
        self.details = details


def unknown_tool(name: str, names: Iterable[str]) -> ToolNotFound:
    """The error for a tool that does not exist; `names` are those that do."""
    known = list(names)
    is_long = len(known) > _MOST_NAMED
    if is_long:
        advice = hint(name, known, f"; tools/list names all {len(known)}")
    else:
        advice = hint_or_names(name, known)
    return ToolNotFound(f"tool {name!r} not found{advice}", name=name, near=list(near(name, known, 1)))
