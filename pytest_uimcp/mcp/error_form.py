"""The form in which every server of this package reports that a tool call failed or was refused.

It is a *result* with `isError`: frameworks show a model the text of a result, while an error of the protocol ends the
run of some of them. The text is for the model; programs read `_meta["uimcp/error"]`. There is no structured content
unless the tool's output schema has room for it, since some clients check it against that schema even in an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import mcp_types as types

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.mcp.errors import ArgumentError

__all__ = ["ERROR_META", "PROTOCOL_CODES", "code_of", "error_meta", "error_of", "error_result", "has_room_for_errors"]

ERROR_META: Final = "uimcp/error"
PROTOCOL_CODES: Final = frozenset({types.URL_ELICITATION_REQUIRED, types.MISSING_REQUIRED_CLIENT_CAPABILITY})
"""Errors of the protocol that stay what they are: a client answers them itself, and its model never sees them."""


def error_result(
    text: str,
    code: int | str,
    data: Any = None,
    *,
    message: str | None = None,
    structured: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The result on the wire. `message` is the short form of the text for programs."""
    if structured is None:
        content = {}
    else:
        content = {"structuredContent": dict(structured)}
    meta = error_meta(code, text if message is None else message, data)
    return {"content": [{"type": "text", "text": text}], **content, "isError": True, "_meta": meta}


def error_meta(code: int | str, message: str, data: Any = None) -> dict[str, Any]:
    """What programs read of an error, beside whatever content it has."""
    return {ERROR_META: {"code": code, "message": message, "data": {} if data is None else data}}


def error_of(meta: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The code, message and data in a result's `_meta`; None if it is no error in this form."""
    error = (meta or {}).get(ERROR_META)
    if not isinstance(error, dict) or isinstance(error.get("code"), bool):
        return None
    if isinstance(error.get("code"), int | str):
        return error
    return None


def has_room_for_errors(output_schema: Mapping[str, Any] | None) -> bool:
    """Whether an error may have structured content: some clients check it against the tool's output schema."""
    return output_schema is None or "error" in (output_schema.get("properties") or {})


def code_of(error: UimcpError) -> int | str:
    """The word by which programs know an error, or its number in the protocol."""
    code = getattr(error, "code", "")
    if isinstance(code, int | str) and code:
        return code
    if isinstance(error, ArgumentError):
        return "invalid_arguments"
    return "failed"
