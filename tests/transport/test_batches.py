from __future__ import annotations

import json
from typing import Any

import pytest
from mcp_types import INVALID_PARAMS, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from pytest_uimcp.transport.batches import Batches
from pytest_uimcp.transport.jsonrpc import JsonRpcDialect, Refusal, decode, decode_batch, encode


def request(id_: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id_, "method": "ping"}


def answer(id_: int) -> JSONRPCResponse:
    return JSONRPCResponse(jsonrpc="2.0", id=id_, result={})


def begun(batches: Batches, *items: Any) -> tuple[int, Any]:
    found = decode_batch(json.dumps(items).encode())
    assert found is not None
    messages, data = batches.begin(found)
    return len(messages), json.loads(data) if data else None


def test_the_answers_of_a_batch_are_one_array_after_the_last_of_them() -> None:
    batches = Batches(JsonRpcDialect.FIRST)
    assert begun(batches, request(1), request(2), 5) == (2, None)
    assert batches.sent(answer(2)) == b""
    assert json.loads(batches.sent(answer(3)))["id"] == 3  # not of the batch
    whole = json.loads(batches.sent(answer(1)))
    assert [reply["id"] for reply in whole] == [None, 2, 1]
    assert whole[0]["error"]["message"] == "invalid request"


def test_a_batch_with_nothing_to_wait_for_is_answered_at_once_or_not_at_all() -> None:
    batches = Batches(JsonRpcDialect.FIRST)
    assert begun(batches, {"jsonrpc": "2.0", "method": "x"}) == (1, None)
    count, replies = begun(batches, 5, {"jsonrpc": "2.0", "method": "x"})
    assert (count, len(replies)) == (1, 1)


def test_a_request_that_is_cancelled_is_not_waited_for() -> None:
    batches = Batches(JsonRpcDialect.FIRST)
    begun(batches, request(1), request(2))
    batches.sent(answer(2))
    cancelled = decode(b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}')
    assert [reply["id"] for reply in json.loads(batches.received(cancelled))] == [2]
    assert batches.received(cancelled) == b""


def test_an_empty_batch_is_refused_and_other_messages_are_left_alone() -> None:
    with pytest.raises(Refusal, match="a batch needs at least one message"):
        decode_batch(b" [] ")
    assert decode_batch(b'{"jsonrpc":"2.0"}') is None
    assert decode_batch(b"[1,") is None


def test_the_dialect_decides_about_fractions_params_and_words() -> None:
    fraction = b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}'
    with pytest.raises(Refusal, match='"id" must be a string or an integer'):
        decode(fraction)
    message = decode(fraction, JsonRpcDialect.FIRST)
    assert isinstance(message, JSONRPCRequest)
    assert encode(JSONRPCResponse.model_construct(jsonrpc="2.0", id=message.id, result={})).count(b'"id":1.5') == 1

    with pytest.raises(Refusal) as refused:
        decode(b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', JsonRpcDialect.FIRST)
    reply = refused.value.reply_in(JsonRpcDialect.FIRST)
    assert (refused.value.code, reply.id, reply.error.message) == (INVALID_PARAMS, 1, "invalid params")
    assert reply.error.data == 'Invalid request: "params" must be an object, got an array'
    told = decode(b'{"jsonrpc":"2.0","method":"x","params":[1]}', JsonRpcDialect.FIRST)
    assert isinstance(told, JSONRPCNotification)
