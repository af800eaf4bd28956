"""Errors that an MCP server reports: the message is for a model, the code and the details are for programs."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.core.errors import UimcpError

__all__ = ["ArgumentError", "ResourceNotFound", "ToolError", "ToolNotFound"]


class ToolError(UimcpError):
    """A tool call that failed. With a `code`, the result also has structured content."""

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
