"""Calling a server's tools as an agent does: through MCP, over streams in memory."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcp import Client
    from mcp.types import Tool

    from pytest_uimcp.server.protocol import McpServer

__all__ = ["ToolClient", "ToolResult"]


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What the server answered. A tool that fails, or that there is not, says so here; nothing is raised."""

    text: str
    data: Any
    is_error: bool


class ToolClient:
    """An MCP client that stays connected. All of it happens on one event loop."""

    def __init__(self, server: McpServer) -> None:
        self._server = server
        self._client: Client | None = None
        self._stop = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def call(self, name: str, arguments: dict[str, Any]) -> ToolResult:
        """Call a tool by name."""
        from mcp.shared.exceptions import MCPError

        client = await self._connected()
        try:
            result = await client.call_tool(name, arguments)
        except MCPError as error:
            return ToolResult(str(error), None, True)
        text = "".join(getattr(part, "text", "") for part in result.content)
        return ToolResult(text, result.structured_content, bool(result.is_error))

    async def tools(self) -> list[Tool]:
        """What there is to call."""
        return list((await (await self._connected()).list_tools()).tools)

    async def close(self) -> None:
        """Disconnect."""
        self._stop.set()
        if self._task is not None:
            await self._task

    async def _connected(self) -> Client:
        if self._client is None:
            ready: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
            # The client's scopes belong to the task that opens it, which therefore stays.
            self._task = asyncio.create_task(self._hold(ready))
            # If it cannot be opened, the task fails and the client never comes.
            self._task.add_done_callback(lambda _: ready.done() or ready.cancel())
            try:
                self._client = await ready
            except asyncio.CancelledError:
                await self._task
                raise
        return self._client

    async def _hold(self, ready: asyncio.Future[Client]) -> None:
        from mcp import Client

        async with Client(self._server.sdk) as client:
            await client.list_tools()  # a client that does not know the list asks for it at every call
            ready.set_result(client)
            await self._stop.wait()
