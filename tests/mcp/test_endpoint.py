"""An endpoint alone: what it is given to answer, what passes its middleware, and who serves it."""

from __future__ import annotations

from typing import Any

import anyio
import pytest
from mcp import Client, MCPError
from mcp.server.context import CallNext, HandlerResult
from mcp_types import CallToolRequestParams, CallToolResult, ListToolsResult, PaginatedRequestParams, TextContent, Tool

from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.mcp.endpoint import Context, McpEndpoint
from pytest_uimcp.mcp.firstversion import FirstVersion
from pytest_uimcp.mcp.server import McpServer
from pytest_uimcp.mcp.subscriptions import Publisher
from pytest_uimcp.transport.client_handler import DialectEndpoint, dialect_of
from pytest_uimcp.transport.jsonrpc import JsonRpcDialect
from pytest_uimcp.transport.memory import in_memory
from tests.mcp.counting import Counter
from tests.transport.wires import PATIENCE

pytestmark = pytest.mark.anyio


async def list_tools(_ctx: Context, _params: PaginatedRequestParams) -> HandlerResult:
    return ListToolsResult(tools=[Tool(name="shout", input_schema={"type": "object"})])


async def shout(_ctx: Context, params: CallToolRequestParams) -> HandlerResult:
    return CallToolResult(content=[TextContent(text=str(params.arguments))])


def shouting() -> McpEndpoint[None]:
    endpoint = McpEndpoint("shouting", None, Publisher())
    endpoint.handle("tools/list", PaginatedRequestParams, list_tools)
    endpoint.handle("tools/call", CallToolRequestParams, shout)
    return endpoint


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_an_endpoint_without_tables_answers_from_its_handlers_and_from_nothing_else(mode: Any) -> None:
    with anyio.fail_after(PATIENCE):
        async with Client(shouting().sdk, mode=mode) as client:
            assert [tool.name for tool in (await client.list_tools()).tools] == ["shout"]
            result = ToolResult.from_sdk(await client.call_tool("shout", {"a": 1}))
            assert result.text == "{'a': 1}"
            with pytest.raises(MCPError, match="Method not found"):
                await client.list_resources()


async def test_every_request_passes_the_middleware_the_first_one_outermost() -> None:
    heard: list[str] = []

    def hearing(name: str) -> Any:
        async def hear(ctx: Context, call_next: CallNext) -> HandlerResult:
            heard.append(f"{name} {ctx.method}")
            result = await call_next(ctx)
            if ctx.method == "tools/call":
                assert isinstance(result, dict)
                heard.append(f"{name} {ToolResult.from_json(result).data}")
            return result

        return hear

    server = Counter().mcp
    server.use(hearing("outer"))
    server.use(hearing("inner"))
    async with Client(server.sdk, mode="legacy") as client:
        heard.clear()
        await client.call_tool("add", {"numbers": [1, 2]})
    called = [line for line in heard if "list" not in line and "notifications" not in line]
    counted = "{'count': 3}"
    assert called[:4] == ["outer tools/call", "inner tools/call", f"inner {counted}", f"outer {counted}"]


async def test_an_endpoint_is_served_by_a_transport_as_its_sdk_server_is() -> None:
    with anyio.fail_after(PATIENCE):
        async with Client(in_memory(shouting()), mode="legacy", cache=None) as client:
            assert [tool.name for tool in (await client.list_tools()).tools] == ["shout"]


def test_both_versions_stand_behind_the_same_endpoint_and_say_their_dialect() -> None:
    source: Any = None
    endpoints: list[DialectEndpoint] = [FirstVersion(source, "nlui", "1")]
    assert [dialect_of(endpoint) for endpoint in endpoints] == [JsonRpcDialect.FIRST]


async def test_the_current_version_is_spoken_by_default() -> None:
    server: DialectEndpoint = McpServer("empty", None)
    assert (dialect_of(server), dialect_of(shouting().sdk)) == (JsonRpcDialect.CURRENT, JsonRpcDialect.CURRENT)
