"""§9 of the contract: `mcp.server.confirm`, for clients that can ask their user and for those that cannot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import mcp_types as types
import pytest
from mcp import Client

from pytest_uimcp.openapi.serving.confirming import CANCELED
from pytest_uimcp.openapi.serving.mcp_server import MAX_QUESTIONS, NluiMcpServer, PendingQuestions
from tests.openapi.api import Api
from tests.openapi.serving.serving import call, over_stdio, request, service_of, text

pytestmark = pytest.mark.anyio

REFUSED = "this server runs such calls only if a user confirms them"
ASKS: dict[str, Any] = {"elicitation": {}}


async def test_never_leaves_it_to_the_host(api: Api) -> None:
    async with service_of(api) as service, over_stdio(service) as wire:
        assert text(await wire.ask(call(1, "deletePet", id="1"))) == '{"ok": true}'


@pytest.mark.parametrize("surface", ["all", "search"])
async def test_never_refuses_a_target_that_always_wants_confirmation(api: Api, surface: str) -> None:
    async with service_of(api, target={"confirm": "always"}, surface=surface) as service, over_stdio(service) as wire:
        asked = {"name": "pets__getPet", "arguments": {"id": "1"}}
        if surface == "search":
            asked = {"name": "call_tool", "arguments": asked}
        reply = await wire.ask(request(1, "tools/call", **asked))
        assert reply["result"]["isError"] is True
        assert "must be confirmed by a user (confirm: always)" in text(reply)
        assert api.seen == []


async def test_elicit_asks_for_every_call_of_a_target_that_always_wants_confirmation(api: Api) -> None:
    async with (
        service_of(api, target={"confirm": "always"}, confirm="elicit") as service,
        over_stdio(service) as wire,
    ):
        await wire.ask(request(0, "initialize", capabilities=ASKS))
        question = await wire.ask(call(1, "getPet", id="1"))
        answer = {"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept", "content": {}}}
        assert text(await wire.ask(answer)) == '{"ok": true}'


async def test_refuse_refuses_what_changes_and_nothing_else(api: Api) -> None:
    async with service_of(api, confirm="refuse") as service, over_stdio(service) as wire:
        reply = await wire.ask(call(1, "deletePet", id="1"))
        assert reply["result"]["isError"] is True
        assert REFUSED in text(reply)
        assert api.seen == []
        assert text(await wire.ask(call(2, "getPet", id="1"))) == '{"ok": true}'


async def test_refuse_sees_through_the_search_surface(api: Api) -> None:
    async with service_of(api, confirm="refuse", surface="search") as service, over_stdio(service) as wire:
        hidden = {"name": "pets__deletePet", "arguments": {"id": "1"}}
        reply = await wire.ask(request(1, "tools/call", name="call_tool", arguments=hidden))
        assert reply["result"]["isError"] is True
        assert api.seen == []


async def test_elicit_refuses_for_a_client_that_cannot_ask(api: Api) -> None:
    async with service_of(api, confirm="elicit") as service, over_stdio(service) as wire:
        await wire.ask(request(0, "initialize", capabilities={}))
        assert REFUSED in text(await wire.ask(call(1, "deletePet", id="1")))
        assert api.seen == []


@pytest.mark.parametrize(
    ("answer", "result", "requests"),
    [
        ({"result": {"action": "accept", "content": {}}}, '{"ok": true}', 1),
        ({"result": {"action": "decline"}}, CANCELED, 0),
        ({"result": {"action": "cancel"}}, CANCELED, 0),
        ({"error": {"code": -32601, "message": "no"}}, REFUSED, 0),
    ],
)
async def test_elicit_asks_the_client_and_waits_for_its_answer(
    api: Api, answer: dict[str, Any], result: str, requests: int
) -> None:
    async with service_of(api, confirm="elicit") as service, over_stdio(service) as wire:
        await wire.ask(request(0, "initialize", capabilities=ASKS))
        question = await wire.ask(call(1, "deletePet", id="1"))
        assert question["method"] == "elicitation/create"
        assert question["params"]["message"] == 'Run pets__deletePet (DELETE /pets/{id}) with {"id": "1"}?'
        assert (await wire.ask(request(2, "ping")))["id"] == 2  # the client is served while it asks
        reply = await wire.ask({"jsonrpc": "2.0", "id": question["id"], **answer})
        assert result in text(reply)
        assert len(api.seen) == requests


async def test_an_answer_that_nobody_waits_for_approves_nothing(api: Api) -> None:
    async with service_of(api, confirm="elicit") as service, over_stdio(service) as wire:
        await wire.ask(request(0, "initialize", capabilities=ASKS))
        early = {"jsonrpc": "2.0", "id": "question-1", "result": {"action": "accept"}}
        await wire.send(early)
        await wire.send(call(1, "deletePet", id="1"))
        await wire.send(call(2, "deletePet", id="2"))
        asked = [await wire.receive() or {}, await wire.receive() or {}]
        assert [each["method"] for each in asked] == ["elicitation/create"] * 2
        reply = await wire.ask({"jsonrpc": "2.0", "id": asked[1]["id"], "result": {"action": "accept"}})
        assert reply["id"] == 2
        assert [seen.target for seen in api.seen] == ["/pets/2"]
        await wire.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
        assert (await wire.ask(request(3, "ping")))["id"] == 3
        assert len(api.seen) == 1


@asynccontextmanager
async def modern(api: Api, mode: str, answer: str | None) -> AsyncIterator[tuple[Client, list[str]]]:
    """The official client of an era, whose user answers; None is a client that cannot ask."""
    asked: list[str] = []

    async def elicited(context: Any, params: Any) -> types.ElicitResult:
        asked.append(params.message)
        action: Any = answer
        return types.ElicitResult(action=action, content={})

    async with service_of(api, confirm="elicit") as service:
        server = NluiMcpServer(service)
        async with Client(server.sdk, mode=mode, elicitation_callback=elicited if answer else None) as client:
            yield client, asked
        server.close()


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_clients_of_both_eras_are_asked_once_for_each_call(api: Api, mode: str) -> None:
    async with modern(api, mode, "accept") as (client, asked):
        for number in ("1", "2"):
            result = await client.call_tool("pets__deletePet", {"id": number})
            assert not result.is_error
        assert [seen.target for seen in api.seen] == ["/pets/1", "/pets/2"]
        assert len(asked) == 2


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_clients_of_both_eras_may_decline_or_be_unable_to_ask(api: Api, mode: str) -> None:
    async with modern(api, mode, "decline") as (client, _):
        result = await client.call_tool("pets__deletePet", {"id": "1"})
        assert (result.is_error, getattr(result.content[0], "text", "")) == (True, CANCELED)
    async with modern(api, mode, None) as (client, _):
        result = await client.call_tool("pets__deletePet", {"id": "1"})
        assert REFUSED in getattr(result.content[0], "text", "")
    assert api.seen == []


async def test_an_answer_between_two_calls_counts_once_for_its_own_call() -> None:
    questions = PendingQuestions()
    key = questions.ask("delete", {"id": 1})
    given = {key: {"action": "accept"}}
    assert questions.answer("delete", {"id": 2}, given) is None
    assert questions.answer("delete", {"id": 1}, {"other": {"action": "accept"}}) is None
    assert questions.answer("delete", {"id": 1}, given) == {"action": "accept"}
    assert questions.answer("delete", {"id": 1}, given) is None
    assert questions.answer("delete", {"id": 1}, "nonsense") is None


async def test_only_so_many_questions_are_kept() -> None:
    questions = PendingQuestions()
    first, *_, last = [questions.ask("delete", {"id": number}) for number in range(MAX_QUESTIONS + 1)]
    assert questions.answer("delete", {"id": 0}, {first: {}}) is None
    assert questions.answer("delete", {"id": MAX_QUESTIONS}, {last: {}}) == {}
