"""MCP 2024-11-05 over a source of tools; `tests/openapi/serving/` has it row by row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import anyio
import pytest
from mcp import Client

from pytest_uimcp.mcp.errors import ToolNotFound
from pytest_uimcp.mcp.firstversion import Ask, FirstVersion
from pytest_uimcp.transport.memory import in_memory
from tests.transport.wires import PATIENCE, served

pytestmark = pytest.mark.anyio


class Echo:
    """One tool, which says what it is told, asks whether to, or breaks."""

    def __init__(self) -> None:
        self.tell: Callable[[], None] = lambda: None

    def listed(self) -> Sequence[dict[str, Any]]:
        return [{"name": "echo", "inputSchema": {"type": "object"}}]

    def follow(self, tell: Callable[[], None]) -> Callable[[], None]:
        self.tell = tell
        return lambda: setattr(self, "tell", lambda: None)

    async def call_tool(self, name: str, arguments: Any, ask: Ask) -> dict[str, Any]:
        if name != "echo":
            raise ToolNotFound(f"no tool {name}")
        if arguments.get("ask"):
            return {"content": [{"type": "text", "text": str(await ask("Really?", {"type": "object"}))}]}
        return {"content": [{"type": "text", "text": arguments["text"]}]}


async def test_the_official_client_is_served() -> None:
    server = FirstVersion(Echo(), "echo", "1")
    with anyio.fail_after(PATIENCE):
        async with Client(in_memory(server), mode="auto", cache=None) as client:
            assert (client.protocol_version, client.server_info.name) == ("2024-11-05", "echo")
            result = await client.call_tool("echo", {"text": "hello"})
            assert getattr(result.content[0], "text", None) == "hello"
            # A client that never said that it can ask is not asked.
            result = await client.call_tool("echo", {"ask": True})
            assert getattr(result.content[0], "text", None) == "None"


async def test_what_breaks_is_an_internal_error_without_its_words(caplog: pytest.LogCaptureFixture) -> None:
    async with served(FirstVersion(Echo(), "echo", "1")) as wire:
        params = {"name": "echo", "arguments": {}}
        reply = await wire.ask({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
        assert reply["error"] == {"code": -32603, "message": "internal error: KeyError"}
        assert "tools/call failed" in caplog.text
        reply = await wire.ask({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "x"}})
        assert reply["error"] == {"code": -32602, "message": "no tool x"}


async def test_other_tools_are_news_where_that_is_advertised() -> None:
    source = Echo()
    async with served(FirstVersion(source, "echo", "1", list_changed=True)) as wire:
        await wire.ask({"jsonrpc": "2.0", "id": 1, "method": "ping"})
        source.tell()
        assert await wire.receive() == {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
