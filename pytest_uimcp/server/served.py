"""A server that is reached over HTTP: its MCP port is open from beginning to end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pytest_uimcp.server.http import HttpSide
from pytest_uimcp.server.options import ServerOptions
from pytest_uimcp.server.protocol import McpServer
from pytest_uimcp.server.server import UiServer
from pytest_uimcp.transport.sse import SseEndpoint
from pytest_uimcp.transport.streamable import StreamableEndpoint

if TYPE_CHECKING:
    from aiohttp import web

    from pytest_uimcp.transport.listen import HttpListener

__all__ = ["Served"]


class Served:
    """A UI server with MCP at `/sse` and `/mcp` of its MCP port."""

    def __init__(self, base_dir: Path, *, options: ServerOptions, given: frozenset[str] = frozenset()) -> None:
        self._http = HttpSide(self._mount)
        self.server = UiServer(base_dir, options=options, given=given, open_ports=self._http.open_ports)
        self.mcp = McpServer(self.server)
        self.listener: HttpListener | None = None

    async def open(self) -> None:
        """Start on both ports; a server that waits to be configured has the MCP port at once, the other one then."""
        if self.server.options.auto_configure:
            await self.server.configure()
        self.listener = self._http.keep_mcp(self.server)
        if self.server.options.auto_configure:
            await self.server.start()
        else:
            await self.listener.start()

    async def close(self) -> None:
        """Stop everything."""
        self.mcp.close()
        await self.server.close()
        await self._http.close()

    def describe(self) -> str:
        """What a person who started it wants to know."""
        assert self.listener is not None
        lines = [f"MCP  {self.listener.url}/sse  {self.listener.url}/mcp"]
        status = self.server.status()
        if "url" in status:
            lines.insert(0, f"UI   {status['url']}")
        return "\n".join(lines) + "\n"

    def _mount(self, app: web.Application) -> None:
        SseEndpoint(self.mcp.sdk).mount(app)
        StreamableEndpoint(self.mcp.sdk).mount(app)
