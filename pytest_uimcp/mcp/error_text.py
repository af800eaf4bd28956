"""The text of an error for a model or a program."""

from __future__ import annotations

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.mcp.arguments import LONE_SURROGATE

__all__ = ["error_text", "valid_text"]


def error_text(error: UimcpError) -> str:
    """The message, and the Lua traceback if the error has one: an agent needs it to repair its code."""
    traceback = getattr(error, "traceback", "")
    return valid_text(f"{error}\nstack traceback:\n{traceback}" if traceback else str(error))


def valid_text(text: str) -> str:
    """Replace lone surrogates: Lua may print bytes that are not UTF-8, and a client may send half a pair."""
    return LONE_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)
