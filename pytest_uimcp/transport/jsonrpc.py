"""Encoding and decoding of JSON-RPC messages.

The SDK's stdio reader drops what it cannot decode, and its models treat a request with an invalid id as a
notification: in both cases the sender waits for ever. Here every message that cannot be served becomes a `Refusal`,
which holds the error to reply with: -32700 if it is not JSON, -32600 if it is JSON but not a JSON-RPC message,
with the id of the request wherever one can be read.
"""

from __future__ import annotations

import json
import logging
import math
import re
from collections.abc import Mapping
from enum import Enum
from typing import Any, Final

from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError
from pydantic_core import from_json, to_json

from pytest_uimcp.transport.errors import TransportError
from pytest_uimcp.transport.lines import OverlongLine

log = logging.getLogger(__name__)

_KINDS: Final[Mapping[type, str]] = {
    dict: "an object",
    list: "an array",
    str: "a string",
    bool: "a boolean",
    type(None): "null",
}

# An id directly before the last closing brace of a message is the message's own id. (The TypeScript SDK writes
# its ids last.)
_LAST_ID = re.compile(rb'"id"\s*:\s*(-?\d{1,18}|"[^"\\]{0,200}")\s*\}\s*$')


class JsonRpcDialect(Enum):
    """How a server reads and writes JSON-RPC.

    That of MCP's first version has batches, which MCP had until 2025-03-26, and ids like 1.5, as JSON-RPC allows and
    MCP does not. The message of a refusal is its kind in two words there, and the reason stands in `data`. A request
    whose `params` are not an object is refused with -32602 like one with wrong parameters, and a notification is not
    answered.
    """

    CURRENT = "current"
    FIRST = "first"


_BRIEF: Final = {PARSE_ERROR: "parse error", INVALID_REQUEST: "invalid request", INVALID_PARAMS: "invalid params"}


class Refusal(TransportError):
    """A message that cannot be served, with the JSON-RPC error that explains why."""

    def __init__(self, code: int, message: str, request_id: RequestId | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.request_id = request_id

    @property
    def reply(self) -> JSONRPCError:
        return self.reply_in(JsonRpcDialect.CURRENT)

    def reply_in(self, dialect: JsonRpcDialect) -> JSONRPCError:
        brief = _BRIEF.get(self.code) if dialect is JsonRpcDialect.FIRST else None
        if brief:
            error = ErrorData(code=self.code, message=brief, data=str(self))
        else:
            error = _error(self.code, str(self))
        return JSONRPCError(jsonrpc="2.0", id=self.request_id, error=error)


def _error(code: int, message: str) -> ErrorData:
    return ErrorData(code=code, message=message)


def decode_batch(
    data: bytes, dialect: JsonRpcDialect = JsonRpcDialect.CURRENT
) -> list[JSONRPCMessage | Refusal] | None:
    """The messages of a batch, those that cannot be served as refusals; None if the data is no batch.

    Raises `Refusal` for an empty batch.
    """
    if not data.lstrip().startswith(b"["):
        return None
    try:
        items = from_json(data)
    except ValueError:
        return None  # decoding it as one message says what is wrong with it
    if not items:
        raise Refusal(INVALID_REQUEST, "Invalid request: a batch needs at least one message, this one is empty")
    return [_decoded(to_json(item), dialect) for item in items]


def _decoded(data: bytes, dialect: JsonRpcDialect) -> JSONRPCMessage | Refusal:
    try:
        return decode(data, dialect)
    except Refusal as refusal:
        return refusal


def decode(data: bytes, dialect: JsonRpcDialect = JsonRpcDialect.CURRENT) -> JSONRPCMessage:
    """Decode one message; raises `Refusal` if it is not a valid one."""
    try:
        message = jsonrpc_message_adapter.validate_json(data, by_name=False)
    except ValidationError as error:
        refusal = _explain(data, error)
        if dialect is JsonRpcDialect.FIRST:
            return _without_params(data, refusal)
        raise refusal from None
    if isinstance(message, JSONRPCNotification) and b'"id"' in data and "id" in (keys := from_json(data)):
        if dialect is JsonRpcDialect.FIRST and isinstance(keys["id"], float) and math.isfinite(keys["id"]):
            return JSONRPCRequest.model_construct(
                jsonrpc="2.0", id=keys["id"], method=message.method, params=message.params
            )
        raise Refusal(INVALID_REQUEST, f"Invalid request: {_bad_id(keys['id'])}")
    return message


def encode(message: JSONRPCMessage) -> bytes:
    """Encode one message as UTF-8 without a line end; empty if it cannot be encoded."""
    try:
        return message.model_dump_json(by_alias=True, exclude_unset=True, warnings=False).encode()
    except ValueError as error:  # raised by pydantic's serialiser, for example for a lone surrogate in a string
        log.warning("a message could not be written as JSON: %s", error)
        apology = _apology(message, error)
        if apology:
            return apology.model_dump_json(exclude_unset=True).encode()
        return b""


def refuse_overlong(line: OverlongLine, limit: int) -> Refusal:
    """The refusal of a message that is longer than `limit` bytes."""
    text = f"Invalid request: the message has {line.size} bytes, the limit is {limit}"
    return Refusal(INVALID_REQUEST, text, _id_of_fragment(line))


def _apology(message: JSONRPCMessage, error: ValueError) -> JSONRPCMessage | None:
    """The message to send instead of one that JSON cannot express, so that nobody waits for ever."""
    match message:
        case JSONRPCResponse() | JSONRPCError():
            data = ErrorData(code=INTERNAL_ERROR, message=f"The answer cannot be written as JSON: {error}")
            return JSONRPCError(jsonrpc="2.0", id=message.id, error=data)
        case JSONRPCRequest():
            return JSONRPCRequest(jsonrpc="2.0", id=message.id, method=message.method)
        case JSONRPCNotification():
            return None


def _without_params(data: bytes, refusal: Refusal) -> JSONRPCMessage:
    """What is left of a message whose only fault is its `params`: a notification. Raises a refusal for all others."""
    try:
        value = from_json(data)
        message = jsonrpc_message_adapter.validate_python({**value, "params": {}}, by_name=False)
    except (TypeError, ValueError):
        raise refusal from None
    if isinstance(message, JSONRPCNotification) and "id" not in value:
        return message
    if isinstance(message, JSONRPCRequest):
        raise Refusal(INVALID_PARAMS, str(refusal), refusal.request_id) from None
    raise refusal


def _explain(data: bytes, error: ValidationError) -> Refusal:
    try:
        value = json.loads(data.decode(), parse_int=_any_int)
    except UnicodeDecodeError as bad:
        reason = f"not UTF-8 (byte 0x{data[bad.start]:02x} at offset {bad.start})"
        return Refusal(PARSE_ERROR, f"Parse error: {reason}", _id_beside(data))
    except RecursionError:
        return Refusal(PARSE_ERROR, "Parse error: nested too deeply")
    except ValueError as bad:
        return Refusal(PARSE_ERROR, f"Parse error: {bad}")
    return _invalid(value, error)


def _id_beside(data: bytes) -> RequestId | None:
    """The id of a request that would be JSON if all its bytes were UTF-8."""
    try:
        value = json.loads(data.decode(errors="replace"), parse_int=_any_int)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, dict) and "method" in value:
        return _usable_id(value)
    return None


def _invalid(value: Any, error: ValidationError) -> Refusal:
    if isinstance(value, list):
        reason = "batches are not supported; send each message on a line or in a request of its own"
        return Refusal(INVALID_REQUEST, f"Invalid request: {reason}")
    if not isinstance(value, dict):
        return Refusal(INVALID_REQUEST, f"Invalid request: expected an object, got {_kind(value)}")
    reason = _complaint(value) or _first_message(error)
    # The id of a response is one of ours; if echoed, it would look like the answer to another request.
    is_response = "method" not in value and ("result" in value or "error" in value)
    return Refusal(INVALID_REQUEST, f"Invalid request: {reason}", None if is_response else _usable_id(value))


def _complaint(value: dict[str, Any]) -> str | None:
    if value.get("jsonrpc") != "2.0":
        return f'"jsonrpc" must be "2.0", got {_kind(value["jsonrpc"]) if "jsonrpc" in value else "nothing"}'
    if "id" in value and _usable_id(value) is None:
        return _bad_id(value["id"])
    if "method" not in value:
        if not {"result", "error"} & value.keys():
            return '"method" is missing'
        return "a malformed response"
    if not isinstance(value["method"], str):
        return f'"method" must be a string, got {_kind(value["method"])}'
    if not isinstance(value.get("params"), dict | None):
        return f'"params" must be an object, got {_kind(value["params"])}'
    return None


def _first_message(error: ValidationError) -> str:
    # JSON that Python accepts and pydantic rejects: lone surrogates, very long numbers, deep nesting.
    return error.errors(include_url=False, include_input=False)[0]["msg"].removeprefix("Invalid JSON: ")


def _bad_id(value: Any) -> str:
    return f'"id" must be a string or an integer, got {_kind(value)}'


def _kind(value: Any) -> str:
    return _KINDS.get(type(value), "a number")


def _usable_id(value: dict[str, Any]) -> RequestId | None:
    request_id = value.get("id")
    if isinstance(request_id, str | int) and not isinstance(request_id, bool):
        return request_id
    return None


def _any_int(digits: str) -> int | float:
    # Python refuses to convert very long integers; the id in the same message must still be found.
    if len(digits) < 1000:
        return int(digits)
    return math.inf


def _id_of_fragment(line: OverlongLine) -> RequestId | None:
    try:
        head = from_json(line.head, allow_partial=True)
    except ValueError:
        return None
    if not isinstance(head, dict) or not isinstance(head.get("method"), str):
        return None
    # The value of the last key in a fragment may be cut off.
    if "id" in head and list(head)[-1] != "id":
        return _usable_id(head)
    match = _LAST_ID.search(line.tail)
    if match:
        return _usable_id({"id": json.loads(match[1])})
    return None
