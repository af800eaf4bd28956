"""§7 and §8.1 of the contract, by lines over real pipes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_uimcp.mcp.firstversion import MAX_CALLS
from pytest_uimcp.transport.stdio import Ending
from tests.mcp.reports import failure
from tests.openapi.api import Api
from tests.openapi.serving.serving import Slow, call, cancel, over_stdio, request, service_of, text
from tests.transport.wires import until

pytestmark = pytest.mark.anyio

INITIALIZED = {
    "protocolVersion": "2024-11-05",
    "serverInfo": {"name": "nlui", "version": "0.1.0"},
    "capabilities": {"tools": {}},
}


@pytest.mark.parametrize("offered", ["2024-11-05", "2025-11-25", "1999-01-01", None])
async def test_initialize_is_answered_with_the_one_version_whatever_is_offered_and_again(
    api: Api, offered: str | None
) -> None:
    async with service_of(api) as service, over_stdio(service) as wire:
        for number in (1, 2):
            reply = await wire.ask(request(number, "initialize", protocolVersion=offered))
            assert reply == {"jsonrpc": "2.0", "id": number, "result": INITIALIZED}


async def test_everything_is_answered_before_initialize(api: Api) -> None:
    async with service_of(api) as service, over_stdio(service) as wire:
        assert (await wire.ask(request(1, "ping")))["result"] == {}
        tools = (await wire.ask(request(2, "tools/list")))["result"]
        assert list(tools) == ["tools"]
        first = tools["tools"][0]
        assert first == {
            "name": "pets__getPet",
            "description": "Fetch one pet",
            "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
            "annotations": {"readOnlyHint": True, "idempotentHint": True, "openWorldHint": True},
        }
        assert [tool["name"] for tool in tools["tools"]][-1] == "pets__set_auth"
        assert text(await wire.ask(call(3, "getPet", id="7"))) == '{"ok": true}'
        assert api.last.target == "/pets/7"


async def test_a_failed_call_is_a_result_that_says_so(api: Api) -> None:
    api.answers("/pets/7", "no such pet", status=404)
    async with service_of(api) as service, over_stdio(service) as wire:
        reply = await wire.ask(call(1, "getPet", id="7"))
        assert reply["result"] == failure("HTTP 404: no such pet", "http_error", status=404)
        assert "isError" not in (await wire.ask(call(2, "getPet", id="8")))["result"]
        missing = await wire.ask(call(3, "getPet"))
        assert text(missing) == "Error: missing required arguments: id"


CALL = {"jsonrpc": "2.0", "id": 5, "method": "tools/call"}
ERRORS: list[tuple[bytes, int, str, Any]] = [
    (b"{", -32700, "parse error", None),
    (b"hello", -32700, "parse error", None),
    (b"7", -32600, "invalid request", None),
    (b'{"id":1,"method":"ping"}', -32600, "invalid request", 1),
    (b'{"jsonrpc":"1.0","id":"x","method":"ping"}', -32600, "invalid request", "x"),
    (b'{"jsonrpc":"2.0","id":1}', -32600, "invalid request", 1),
    (b'{"jsonrpc":"2.0","id":[1],"method":"ping"}', -32600, "invalid request", None),
    (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600, "invalid request", None),
    (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, "invalid request", None),
    (b"[]", -32600, "invalid request", None),
    (b'{"jsonrpc":"2.0","id":1,"method":"resources/list"}', -32601, "method not found", 1),
    (json.dumps(CALL).encode(), -32602, "invalid params", 5),
    (json.dumps(CALL | {"params": [1]}).encode(), -32602, "invalid params", 5),
    (json.dumps(CALL | {"params": {}}).encode(), -32602, "invalid params", 5),
    (json.dumps(CALL | {"params": {"name": 7}}).encode(), -32602, "invalid params", 5),
    (json.dumps(CALL | {"params": {"name": "x", "arguments": []}}).encode(), -32602, "invalid params", 5),
]


async def test_every_mistake_has_its_error_and_loses_nothing(api: Api) -> None:
    async with service_of(api) as service, over_stdio(service) as wire:
        for line, code, message, id_ in ERRORS:
            reply = await wire.ask(line)
            assert (reply["error"]["code"], reply["error"]["message"], reply["id"]) == (code, message, id_), line
            assert "result" not in reply
        assert (await wire.ask(request("still here", "ping")))["id"] == "still here"


async def test_a_message_without_an_id_is_never_answered(api: Api) -> None:
    async with service_of(api) as service, over_stdio(service) as wire:
        for method in ("notifications/initialized", "notifications/unheard", "tools/list", "ping"):
            await wire.send({"jsonrpc": "2.0", "method": method})
        await wire.send(b'{"jsonrpc":"2.0","method":"notifications/x","params":[1]}')
        assert (await wire.ask(request(1, "ping")))["id"] == 1


@pytest.mark.parametrize("id_", [0, -1, 2**53 + 1, 10**30, 1.5, "", "7", "ü"])
async def test_ids_come_back_as_they_went(api: Api, id_: Any) -> None:
    async with service_of(api) as service, over_stdio(service) as wire:
        assert repr((await wire.ask(request(id_, "ping")))["id"]) == repr(id_)


async def test_big_integers_reach_the_api_unchanged(api: Api) -> None:
    async with service_of(api) as service, over_stdio(service) as wire:
        await wire.ask(call(1, "createPet", body={"n": 2**53 + 1, "m": 10**30}))
        assert api.last.body == b'{"n":9007199254740993,"m":1000000000000000000000000000000}'


async def test_an_unknown_tool_is_an_error_result_or_an_error_of_the_protocol(api: Api) -> None:
    async with service_of(api) as service, over_stdio(service) as wire:
        reply = await wire.ask(call(1, "nope"))
        assert reply["result"] == failure("Error: unknown tool: pets__nope", -32602, name="pets__nope", near=[])
        reply = await wire.ask(call(2, "getPets"))
        assert reply["result"]["_meta"]["uimcp/error"]["data"]["near"] == ["pets__getPet"]
    async with service_of(api, strict_unknown_tool=True) as service, over_stdio(service) as wire:
        reply = await wire.ask(call(1, "nope"))
        assert reply["error"] == {"code": -32602, "message": "unknown tool: pets__nope"}


async def test_a_batch_is_answered_with_one_array_when_all_its_requests_are(api: Api) -> None:
    slow = Slow(api)
    async with service_of(api) as service, over_stdio(service) as wire:
        batch = [call(1, "slow"), request(2, "ping"), {"jsonrpc": "2.0", "method": "notifications/x"}, 7]
        await wire.raw(json.dumps(batch).encode() + b"\n")
        assert (await wire.ask(request("other", "ping")))["id"] == "other"
        slow.go.set()
        replies = await wire.receive_any()
        assert {reply["id"] for reply in replies} == {1, 2, None}
        assert [reply["error"]["code"] for reply in replies if "error" in reply] == [-32600]


async def test_a_batch_without_requests_is_not_answered_and_one_that_is_cancelled_not_waited_for(api: Api) -> None:
    Slow(api)
    async with service_of(api) as service, over_stdio(service) as wire:
        await wire.raw(b'[{"jsonrpc":"2.0","method":"notifications/x"}]\n')
        await wire.raw(json.dumps([call(1, "slow"), request(2, "ping")]).encode() + b"\n")
        await wire.send(cancel(1))
        assert [reply["id"] for reply in await wire.receive_any()] == [2]


async def test_ping_is_answered_while_a_call_runs_and_a_cancelled_call_is_not(api: Api) -> None:
    slow = Slow(api)
    async with service_of(api) as service, over_stdio(service) as wire:
        await wire.send(call(1, "slow"))
        await until(lambda: slow.came == 1)
        assert (await wire.ask(request(2, "ping")))["id"] == 2
        await wire.send(cancel(1))
        await until(lambda: slow.left == 1)
        slow.go.set()
        assert (await wire.ask(request(3, "ping")))["id"] == 3


async def test_fifty_calls_at_once_are_all_answered_sixteen_at_a_time(api: Api) -> None:
    slow = Slow(api)
    async with service_of(api) as service, over_stdio(service) as wire:
        for number in range(50):
            await wire.send(call(number, "slow"))
        await until(lambda: slow.here == MAX_CALLS)
        await wire.send(cancel(49))  # waits for its turn, and is not made any more
        slow.go.set()
        replies = [await wire.receive() for _ in range(49)]
    assert sorted(reply["id"] for reply in replies if reply) == list(range(49))
    assert (slow.came, slow.most) == (49, MAX_CALLS)


async def test_at_the_end_of_the_input_a_running_call_may_finish(api: Api) -> None:
    slow = Slow(api)
    async with service_of(api) as service, over_stdio(service) as wire:
        await wire.send(call(1, "slow"))
        await until(lambda: slow.came == 1)
        wire.close_input()
        slow.go.set()
        reply = await wire.receive()
        assert reply is not None
        assert text(reply) == "at last"
        assert await wire.end() is Ending.INPUT_ENDED


async def test_lines_may_be_long_end_with_cr_begin_with_a_bom_and_be_cut_short(api: Api) -> None:
    async with service_of(api) as service, over_stdio(service) as wire:
        await wire.raw(b"\xef\xbb\xbf" + json.dumps(request(1, "ping")).encode() + b"\r\n\r\n\n")
        assert (await wire.receive() or {})["id"] == 1
        await wire.ask(call(2, "createPet", body={"text": "x" * 2_000_000}))
        assert len(api.last.body) > 2_000_000
        await wire.raw(json.dumps(request(3, "ping")).encode())
        wire.close_input()
        assert (await wire.receive() or {})["id"] == 3


async def test_a_long_result_is_cut_at_whole_characters(api: Api) -> None:
    api.answers("/pets/1", "ä" * 30)
    async with service_of(api, max_result_chars=10) as service, over_stdio(service) as wire:
        assert text(await wire.ask(call(1, "getPet", id="1"))) == "ä" * 10 + "\n...(truncated)"


async def test_the_search_surface_is_three_tools(api: Api) -> None:
    async with service_of(api, surface="search") as service, over_stdio(service) as wire:
        listed = (await wire.ask(request(1, "tools/list")))["result"]["tools"]
        assert [tool["name"] for tool in listed] == ["search_tools", "describe_tool", "call_tool"]
        found = await wire.ask(request(2, "tools/call", name="search_tools", arguments={"query": "fetch a pet"}))
        assert text(found).startswith("pets__getPet")
        arguments = {"name": "pets__getPet", "arguments": {"id": "9"}}
        assert text(await wire.ask(request(3, "tools/call", name="call_tool", arguments=arguments))) == '{"ok": true}'
        assert api.last.target == "/pets/9"
