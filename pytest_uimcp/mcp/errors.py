"""Errors that an MCP server reports beside those of its tools, and how any error is told to a client."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from pytest_uimcp.core.errors import UimcpError, public
from pytest_uimcp.core.spelling import hint, hint_or_names, near
from pytest_uimcp.mcp.calls import ToolError, ToolResult

# The protocol's code for a tool that does not exist.
INVALID_PARAMS: Final = -32602
# JSON can express half of a surrogate pair, but UTF-8 cannot: it could not be written to a file, page or result.
LONE_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
MAX_NAMES: Final = 50  # more names than these would bury the message


class ArgumentError(ToolError):
    """A tool was called with arguments that do not fit its schema.

    `errors` lists every mismatch as `{"loc": [...], "type": ..., "msg": ...}`; the message is that of the first one.
    """

    def __init__(self, message: str, errors: list[dict[str, Any]] | None = None) -> None:
        self.errors = errors or [{"loc": [], "type": "invalid_value", "msg": message}]
        super().__init__(message, errors=self.errors)


class ResourceNotFound(UimcpError):
    """There is no resource with this URI. The message may say why."""


@public
class ToolNotFound(ToolError):
    """The server has no tool of this name."""

    def __init__(self, message: str, **details: Any) -> None:
        super().__init__(message, code=INVALID_PARAMS, **details)


def unknown_tool(name: str, names: Iterable[str]) -> ToolNotFound:
    """The error for a tool that does not exist; `names` are those that do."""
    tool_names = list(names)
    if len(tool_names) > MAX_NAMES:
        advice = hint(name, tool_names, f"; tools/list names all {len(tool_names)}")
    else:
        advice = hint_or_names(name, tool_names)
    return ToolNotFound(f"tool {name!r} not found{advice}", name=name, near=list(near(name, tool_names, 1)))


def refuse_unknown(name: str, result: ToolResult) -> None:
    """Raise ToolNotFound if a result says that there is no such tool: for a test that is a mistake of its own."""
    error = result.error
    if error is None or error["code"] != INVALID_PARAMS:
        return
    details = error.get("data")
    # An argument that does not fit has the same code.
    if isinstance(details, dict) and details.get("name") == name and "near" in details:
        raise ToolNotFound(result.text, name=name, near=details["near"])


def failure(error: UimcpError, *, has_room: bool) -> ToolResult:
    """What the client of a call that failed gets; with room for a body, it has one if the error has."""
    body = error.body if has_room and isinstance(error, ToolError) else None
    details = getattr(error, "details", {})
    return ToolResult.failed(error_text(error), _code(error), details, message=error.text, data=body)


def _code(error: UimcpError) -> int | str:
    # The word by which programs know an error, or its number in the protocol.
    code = getattr(error, "code", "")
    if isinstance(code, int | str) and code:
        return code
    if isinstance(error, ArgumentError):
        return "invalid_arguments"
    return "failed"


def error_text(error: UimcpError) -> str:
    """The message, and the Lua traceback if the error has one: an agent needs it to repair its code."""
    traceback = getattr(error, "traceback", "")
    return valid_text(f"{error}\nstack traceback:\n{traceback}" if traceback else str(error))


def valid_text(text: str) -> str:
    """Replace lone surrogates: Lua may print bytes that are not UTF-8, and a client may send half a pair."""
    return LONE_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)
