"""How every server of this package reports a call that failed or was refused."""

from __future__ import annotations

from typing import Any

import mcp_types as types

from pytest_uimcp.mcp.calls import ERROR_META

__all__ = ["failure", "reported", "told"]


def failure(text: str, code: int | str, **data: Any) -> dict[str, Any]:
    """The whole result as it is on the wire, if its message is its text."""
    error = {"code": code, "message": text, "data": data}
    return {"content": [{"type": "text", "text": text}], "isError": True, "_meta": {ERROR_META: error}}


def reported(result: types.CallToolResult) -> dict[str, Any]:
    """Code, message and data of a result in the form of errors, which has one text and nothing else."""
    assert result.is_error
    assert result.structured_content is None
    assert len(result.content) == 1
    error: dict[str, Any] = (result.meta or {})[ERROR_META]
    assert list(error) == ["code", "message", "data"]
    return error


def told(result: types.CallToolResult) -> str:
    """What a model reads of it."""
    assert result.is_error
    return "".join(part.text for part in result.content if isinstance(part, types.TextContent))
