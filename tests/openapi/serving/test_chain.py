"""§16.22 of the contract: our server exposes the tools of a child, and everything passes through."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import pytest
from mcp import Client

from pytest_uimcp.openapi.config import read_config
from pytest_uimcp.openapi.results import TRUNCATED
from pytest_uimcp.openapi.serving.service import Service, open_service
from pytest_uimcp.openapi.serving.transports import serving_over_http
from tests.mcp.reports import failure
from tests.openapi.children.test_children import fake
from tests.openapi.making import ignore
from tests.openapi.serving.serving import cancel, over_stdio, request
from tests.transport.wires import PATIENCE, until

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@asynccontextmanager
async def chained(*habits: str, **server: Any) -> AsyncIterator[Service]:
    config = read_config({"mcp": {"servers": [fake(*habits)], "server": server}}, environment={})
    with anyio.fail_after(PATIENCE):
        async with open_service(config, warn=ignore) as service:
            yield service


def call(id_: Any, tool: str, **arguments: Any) -> dict[str, Any]:
    return request(id_, "tools/call", name=f"fake__{tool}", arguments=arguments)


async def test_calls_errors_images_and_structured_content_pass_through() -> None:
    async with chained() as service, over_stdio(service) as wire:
        assert (await wire.ask(call(1, "echo", a=1)))["result"] == {"content": [{"type": "text", "text": '{"a": 1}'}]}
        failed = (await wire.ask(call(2, "fail")))["result"]
        assert failed == failure("it went wrong", "child_error", server="fake")
        error = (await wire.ask(call(3, "error")))["result"]
        assert error == failure("Error: RPC error -32000: boom", "child_failed", server="fake")
        image = (await wire.ask(call(4, "image")))["result"]["content"][0]
        assert image == {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png", "extra": "kept"}
        assert (await wire.ask(call(5, "structured")))["result"]["structuredContent"] == {"n": 10**20}


@pytest.mark.parametrize(
    ("result", "cut"),
    [
        (
            {"content": [{"type": "text", "text": "ä" * 11, "annotations": {"priority": 1}}], "isError": True},
            {
                "content": [{"type": "text", "text": "ä" * 10 + TRUNCATED, "annotations": {"priority": 1}}],
                "isError": True,
            },
        ),
        (
            {
                "content": [
                    {"type": "text", "text": "1234567"},
                    {"type": "resource", "resource": {"uri": "a:b", "text": "89012345"}},
                    {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"},
                    {"type": "text", "text": "never"},
                ]
            },
            {
                "content": [
                    {"type": "text", "text": "1234567"},
                    {"type": "resource", "resource": {"uri": "a:b", "text": "890" + TRUNCATED}},
                    {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"},
                ]
            },
        ),
        (
            {"content": [{"type": "text", "text": "short"}], "structuredContent": {"a": 1}},
            {"content": [{"type": "text", "text": "short"}], "structuredContent": {"a": 1}},
        ),
        (
            {"content": [], "structuredContent": {"a": "long enough"}},
            {"content": [{"type": "text", "text": '{"a": "lon' + TRUNCATED}]},
        ),
    ],
)
async def test_the_texts_of_a_childs_result_are_cut_together(result: dict[str, Any], cut: dict[str, Any]) -> None:
    async with chained(max_result_chars=10) as service, over_stdio(service) as wire:
        answer = (await wire.ask(call(1, "echo", result=result)))["result"]
        answer.pop("_meta", None)
        assert answer == cut


async def test_a_cancelled_call_is_cancelled_at_the_child(capsys: pytest.CaptureFixture[str]) -> None:
    async with chained("log") as service, over_stdio(service) as wire:
        said = ""

        def has_said(text: str) -> bool:
            nonlocal said
            said += capsys.readouterr().err
            return text in said

        await wire.send(call(1, "wait"))
        await until(lambda: has_said('"name": "wait"'))
        await wire.send(cancel(1))
        await until(lambda: has_said("notifications/cancelled"))
        assert (await wire.ask(request(2, "ping")))["id"] == 2


async def test_a_dangerous_tool_of_a_child_is_refused_like_one_of_an_api() -> None:
    async with chained(confirm="refuse") as service, over_stdio(service) as wire:
        assert (await wire.ask(call(1, "gone")))["result"]["isError"] is True
        assert "isError" not in (await wire.ask(call(2, "echo")))["result"]


async def test_changed_tools_of_a_child_are_announced_where_that_is_advertised() -> None:
    async with chained(list_changed=True) as service, over_stdio(service) as wire:
        capabilities = (await wire.ask(request(0, "initialize")))["result"]["capabilities"]
        assert capabilities == {"tools": {"listChanged": True}}
        await wire.send(call(1, "grow"))
        came = [await wire.receive() or {} for _ in range(2)]
        assert {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"} in came
        listed = (await wire.ask(request(2, "tools/list")))["result"]["tools"]
        assert listed[-1]["name"] == "fake__new13"


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_clients_of_today_are_served_the_same(mode: str) -> None:
    async with (
        chained() as service,
        serving_over_http(service) as listener,
        Client(f"{listener.url}/mcp", mode=mode, cache=None) as client,
    ):
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert tools["fake__gone"].annotations is not None
        assert tools["fake__gone"].annotations.destructive_hint is True
        failed = await client.call_tool("fake__fail")
        assert (failed.is_error, getattr(failed.content[0], "text", "")) == (True, "it went wrong")
        image = (await client.call_tool("fake__image")).content[0]
        assert getattr(image, "mime_type", "") == "image/png"
        await client.call_tool("fake__grow")
        await until(lambda: "fake__new13" in service.tools)
        assert "fake__new13" in [tool.name for tool in (await client.list_tools()).tools]
