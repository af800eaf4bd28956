"""A second server, made of tables, served over every transport and driven by the harness."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.sse import sse_client
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.subscriptions import ResourceUpdated, ToolsListChanged

from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.transport.http import serve_http
from pytest_uimcp.transport.memory import in_memory
from tests.mcp import counting
from tests.mcp.counting import Counter, CountingHarness
from tests.mcp.reports import reported, told
from tests.transport.wires import PATIENCE

pytestmark = [pytest.mark.filterwarnings("ignore:resources/subscribe is removed"), pytest.mark.warm]

TRANSPORTS = ("direct", "in memory", "stdio", "sse", "streamable")


@asynccontextmanager
async def client_over(transport: str, mode: str = "auto", handler: Any = None) -> AsyncIterator[Client]:
    """The official client, connected to a new server."""
    with anyio.fail_after(PATIENCE):
        async with AsyncExitStack() as stack:
            yield await stack.enter_async_context(await _client(stack, transport, mode, handler))


async def _client(stack: AsyncExitStack, transport: str, mode: str, handler: Any) -> Client:
    target: Any
    if transport == "stdio":
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        parameters = StdioServerParameters(
            command=sys.executable, args=["-m", counting.__name__], env=environment, cwd=Path.cwd()
        )
        # The first releases of the SDK take no parameters in place of a transport.
        target = stdio_client(parameters)
    elif transport in ("sse", "streamable"):
        url = await stack.enter_async_context(serve_http(Counter().mcp.sdk))
        target = sse_client(f"{url}/sse") if transport == "sse" else streamable_http_client(f"{url}/mcp")
    else:
        sdk = Counter().mcp.sdk
        target = sdk if transport == "direct" else in_memory(sdk)
    return Client(target, mode=mode, message_handler=handler, cache=None)


@pytest.mark.slow
@pytest.mark.anyio
@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_tools_and_resources_are_served_over_every_transport(transport: str) -> None:
    async with client_over(transport) as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == ["add", "reset", "grow"]
        result = await client.call_tool("add", {"numbers": [1, 2, 3]})
        assert result.structured_content == {"count": 6}
        (content,) = (await client.read_resource("count://now")).contents
        assert json.loads(getattr(content, "text", "")) == {"count": 6}
        unknown = await client.call_tool("nope", {})
        assert told(unknown) == "tool 'nope' not found; there are add, reset, grow"
        assert reported(unknown)["code"] == -32602


@pytest.mark.slow
@pytest.mark.anyio
@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_modern_clients_are_notified_over_every_transport(transport: str) -> None:
    async with (
        client_over(transport, "auto" if transport == "direct" else "2026-07-28") as client,
        client.listen(resource_subscriptions=["count://now"], tools_list_changed=True) as events,
    ):
        await client.call_tool("add", {"numbers": [1]})
        assert await anext(events) == ResourceUpdated("count://now")
        await client.call_tool("grow", {"name": "zero"})
        assert await anext(events) == ToolsListChanged()
        assert "zero" in [tool.name for tool in (await client.list_tools()).tools]


@pytest.mark.slow
@pytest.mark.anyio
@pytest.mark.parametrize("transport", ["in memory", "stdio", "sse"])
async def test_clients_of_the_handshake_era_are_notified_too(transport: str) -> None:
    received: list[str] = []
    both = anyio.Event()

    async def handle(message: Any) -> None:
        if isinstance(message, types.ResourceUpdatedNotification | types.ToolListChangedNotification):
            received.append(type(message).__name__)
            if len(received) == 2:
                both.set()

    async with client_over(transport, "legacy", handle) as client:
        assert client.server_capabilities.tools == types.ToolsCapability(list_changed=True)
        await client.subscribe_resource("count://now")
        await client.call_tool("add", {"numbers": [1]})
        await client.call_tool("grow", {"name": "zero"})
        await both.wait()
    assert set(received) == {"ResourceUpdatedNotification", "ToolListChangedNotification"}


@pytest.fixture
def harness() -> Iterator[CountingHarness]:
    loop = LoopThread()
    made = CountingHarness(loop)
    yield made
    made.close()
    loop.close()


def test_the_harness_calls_tools_and_reads_resources(harness: CountingHarness) -> None:
    assert harness.tool("add", numbers=[1, 2]).data == {"count": 3}
    assert json.loads(harness.read("count://now")) == {"count": 3}
    assert [tool.name for tool in harness.tools()] == ["add", "reset", "grow"]
    assert [resource.uri for resource in harness.resources()] == ["count://now"]
    assert [name for name, _, _ in harness.calls] == ["add"]
    assert [(step.actor, step.verb, step.where.server) for step in harness.story.steps] == [
        ("agent", "tool", "counting"),
        ("agent", "read", "counting"),
    ]
    assert harness.errors == []
    assert harness.log == []


def test_notifications_have_arrived_when_a_call_of_the_harness_returns(harness: CountingHarness) -> None:
    harness.listen("count://now")
    harness.tool("add", numbers=[1])
    assert harness.notifications == [ResourceUpdated("count://now")]
    harness.tool("grow", name="clear")
    assert harness.notifications[1:] == [ToolsListChanged()]
    assert [tool.name for tool in harness.tools()][-1] == "clear"


def test_an_error_of_a_tool_is_a_text_and_structured(harness: CountingHarness) -> None:
    result = harness.tool("reset")
    assert (result.is_error, result.text) == (True, "the count is 0 already")
    assert result.data == {
        "error": {"code": "nothing_to_reset", "message": "the count is 0 already", "details": {"count": 0}}
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "numbers must be an array; it is missing"),
        ({"numbers": 5}, "numbers must be an array, got int"),
        ({"numbers": [1, "two"]}, "numbers[1]: must be an integer, got 'two'"),
        ({"numbers": []}, "numbers: [] should be non-empty"),
        ({"number": [1]}, "unknown argument 'number' (did you mean numbers?)"),
    ],
    ids=str,
)
def test_arguments_are_checked_against_their_schema(
    harness: CountingHarness, arguments: dict[str, Any], message: str
) -> None:
    result = harness.tool("add", **arguments)
    assert (result.is_error, result.text) == (True, message)


def test_the_server_and_its_harness_take_less_than_sixty_lines() -> None:
    assert len(Path(counting.__file__).read_text().splitlines()) < 60
