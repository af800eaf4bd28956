from __future__ import annotations

import json

import pytest
from mcp_types import (
    INTERNAL_ERROR,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
)

from pytest_uimcp.transport.jsonrpc import Refusal, decode, encode, refuse_overlong
from pytest_uimcp.transport.lines import LineBuffer, OverlongLine
from tests.transport.bad_input import BAD_LINES, Bad


@pytest.mark.parametrize("bad", BAD_LINES, ids=lambda bad: bad.name)
def test_an_invalid_message_is_refused_with_a_reason(bad: Bad) -> None:
    with pytest.raises(Refusal) as refused:
        decode(bad.line)
    assert (refused.value.code, refused.value.request_id) == (bad.code, bad.id)
    assert bad.says in str(refused.value)


@pytest.mark.parametrize("bad", BAD_LINES, ids=lambda bad: bad.name)
def test_the_reply_to_a_refused_message_always_has_an_id(bad: Bad) -> None:
    with pytest.raises(Refusal) as refused:
        decode(bad.line)
    reply = json.loads(encode(refused.value.reply))
    assert reply == {
        "jsonrpc": "2.0",
        "id": bad.id,
        "error": {"code": bad.code, "message": str(refused.value)},
    }


def test_messages_are_decoded_unchanged() -> None:
    assert decode(b' {"jsonrpc":"2.0","id":"","method":"ping"} ') == JSONRPCRequest(jsonrpc="2.0", id="", method="ping")
    big = 123456789012345678901234567890
    request = decode(b'{"jsonrpc":"2.0","id":%d,"method":"m","params":{"n":%d}}' % (big, big))
    assert isinstance(request, JSONRPCRequest)
    assert (request.id, request.params) == (big, {"n": big})


def test_a_notification_may_contain_ids_in_its_params() -> None:
    message = decode(b'{"jsonrpc":"2.0","method":"notifications/x","params":{"id":null}}')
    assert isinstance(message, JSONRPCNotification)


def test_an_answer_that_json_cannot_hold_becomes_an_error_for_the_same_request() -> None:
    reply = json.loads(encode(JSONRPCResponse(jsonrpc="2.0", id=3, result={"text": "\ud800"})))
    assert (reply["id"], reply["error"]["code"]) == (3, INTERNAL_ERROR)
    assert "cannot be written as JSON" in reply["error"]["message"]


def test_a_request_that_json_cannot_hold_goes_out_without_its_parameters() -> None:
    request = JSONRPCRequest(jsonrpc="2.0", id=3, method="elicitation/create", params={"text": "\ud800"})
    assert json.loads(encode(request)) == {"jsonrpc": "2.0", "id": 3, "method": "elicitation/create"}


def test_a_notification_that_json_cannot_hold_is_left_out() -> None:
    assert encode(JSONRPCNotification(jsonrpc="2.0", method="n", params={"text": "\ud800"})) == b""


def overlong(message: dict[str, object]) -> OverlongLine:
    (line,) = LineBuffer(100).feed(json.dumps(message, ensure_ascii=False).encode() + b"\n")
    assert isinstance(line, OverlongLine)
    return line


LONG = {"text": "ä" * 100_000}


@pytest.mark.parametrize(
    ("message", "request_id"),
    [
        ({"jsonrpc": "2.0", "id": 7, "method": "m", "params": LONG}, 7),
        ({"method": "m", "params": LONG, "jsonrpc": "2.0", "id": "last"}, "last"),
        ({"method": "m", "params": LONG, "jsonrpc": "2.0", "id": 8}, 8),
        ({"method": "m", "params": {"text": LONG["text"], "id": 9}, "jsonrpc": "2.0"}, None),
        ({"method": "m", "params": {"text": LONG["text"], "id": 9}}, None),
        ({"method": "m", "params": {"text": LONG["text"] + '"id":9}'}}, None),
        ({"jsonrpc": "2.0", "id": 7, "result": LONG}, None),
        ({"result": LONG, "jsonrpc": "2.0", "id": 7}, None),
    ],
    ids=[
        "id first",
        "id last",
        "number last",
        "id of something else",
        "id of params at the end",
        "id in a text",
        "our own id",
        "our own id last",
    ],
)
def test_an_overlong_request_is_refused_under_its_id(message: dict[str, object], request_id: object) -> None:
    refusal = refuse_overlong(overlong(message), 100)
    assert refusal.request_id == request_id
    assert "bytes, the limit is 100" in str(refusal)
