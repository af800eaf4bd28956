"""Servers that pretend to be the policy.

A caller trusts the codes, messages and stamp of a refusal, so nothing that comes from behind the policy may carry
them: neither a JSON-RPC error nor a result that says it failed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pytest_uimcp.compositor.policy.errors import CODES, STAMP
from pytest_uimcp.compositor.results import ToolError, ToolResult

__all__ = ["misused"]

STAMPS: Final = frozenset({STAMP, "adgn_policy_gateway"})
_CODES: Final = frozenset(code for code, _ in CODES.values())
_MESSAGES: Final = frozenset(message for _, message in CODES.values())


def misused(answer: ToolError | ToolResult) -> Mapping[str, Any] | None:
    """The part of an answer that only the policy may say, None if there is none."""
    return next((claim for claim in _claims(answer) if _pretends(claim)), None)


def _claims(answer: ToolError | ToolResult) -> Iterator[Any]:
    if isinstance(answer, ToolError):
        yield {"code": answer.code, "message": answer.message}
        yield answer.data
        return
    if not answer.is_error:
        return
    yield from _nested(answer.structured)
    for block in answer.content:
        text = block.get("text")
        if isinstance(text, str):
            yield {"message": text.strip()}
            yield from _nested(_parsed(text))


def _nested(claim: Any) -> Iterator[Any]:
    """An error as MCP servers write it: the object itself, or the one below `error`, and its data."""
    yield claim
    if isinstance(claim, Mapping):
        yield claim.get("data")
        inner = claim.get("error")
        yield inner
        yield inner.get("data") if isinstance(inner, Mapping) else None


def _pretends(claim: Any) -> bool:
    if not isinstance(claim, Mapping):
        return False
    code, message = claim.get("code"), claim.get("message")
    return (
        (isinstance(code, int) and code in _CODES)
        or (isinstance(message, str) and message.strip() in _MESSAGES)
        or not STAMPS.isdisjoint(claim)
    )


def _parsed(text: str) -> Any:
    try:
        return json.loads(text) if text.lstrip()[:1] == "{" else None
    except (ValueError, RecursionError):
        return None
