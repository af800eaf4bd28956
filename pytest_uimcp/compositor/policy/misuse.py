"""Servers that pretend to be the policy.

A caller trusts the codes, messages and stamp of a refusal, so nothing that comes from behind the policy may carry
them: neither a JSON-RPC error nor a result that says it failed, and no result at all in its metadata. There, a server
may only report an error of its own, in the form that all servers of this package use.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pytest_uimcp.compositor.policy.errors import CODES, STAMP
from pytest_uimcp.mcp.calls import ERROR_META, ToolError, ToolResult

STAMPS: Final = frozenset({STAMP, "adgn_policy_gateway"})
_CODES: Final = frozenset(code for code, _ in CODES.values())
# At the beginning of a text, alone or before a reason.
_RESERVED: Final = re.compile(rf"\s*(?:{'|'.join(message for _, message in CODES.values())})(?![\w-])")


def misused(answer: ToolError | ToolResult) -> Mapping[str, Any] | None:
    return next((claim for claim in _claims(answer) if _pretends(claim)), None)


def _claims(answer: ToolError | ToolResult) -> Iterator[Any]:
    if isinstance(answer, ToolError):
        yield {"code": answer.code, "message": answer.message}
        yield answer.details
        return
    # Everything that a client may take for the policy's: it need not read the metadata to be fooled.
    if ERROR_META in answer.meta:
        yield from _nested(_own_error(answer))
    if not answer.is_error:
        return
    yield from _nested(answer.data)
    for block in answer.content:
        text = block.get("text")
        if isinstance(text, str):
            yield {"message": text}
            yield from _nested(_parsed(text))


def _own_error(answer: ToolResult) -> Mapping[str, Any]:
    # What the metadata says; whatever is not an error of the server itself is as good as the policy's stamp.
    if answer.is_error and answer.error is not None:
        return answer.error
    return {STAMP: True}


def _nested(claim: Any) -> Iterator[Any]:
    # An error as MCP servers write it: the object itself, or the one below `error`, and its data.
    yield claim
    if isinstance(claim, Mapping):
        yield claim.get("data")
        error = claim.get("error")
        yield error
        yield error.get("data") if isinstance(error, Mapping) else None


def _pretends(claim: Any) -> bool:
    if not isinstance(claim, Mapping):
        return False
    code = claim.get("code")
    message = claim.get("message")
    return (
        (isinstance(code, int) and code in _CODES)
        or any(isinstance(word, str) and _RESERVED.match(word) for word in (code, message))
        or not STAMPS.isdisjoint(claim)
    )


def _parsed(text: str) -> Any:
    # Frameworks show errors as JSON in a text. Only objects can claim anything, and one that is too deep to be read
    # here is too deep for a caller, too.
    try:
        if text.lstrip()[:1] == "{":
            return json.loads(text)
        return None
    except (ValueError, RecursionError):
        return None
