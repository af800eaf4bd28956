"""A ui-mcp server over HTTP: its MCP port is open from start to end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pytest_uimcp.server.mcp.server import UiMcpServer
from pytest_uimcp.server.options import ServerOptions
from pytest_uimcp.server.ports.http import bind_mcp_port, new_site
from pytest_uimcp.server.server import UiServer, api_tokens
from pytest_uimcp.transport.ports import HttpPort


class HttpUiServer:
    """A UI server that serves MCP at `/sse` and `/mcp` of its MCP port."""

    def __init__(self, base_dir: Path, *, options: ServerOptions, explicit: frozenset[str] = frozenset()) -> None:
        if "auto-start" not in explicit:
            # Over HTTP nobody has to be there first; `--no-auto-start` and the file say otherwise.
            options = replace(options, auto_start=True)
        self._site = new_site()
        self.server = UiServer(base_dir, options=options, explicit=explicit, site=self._site)
        self.mcp = UiMcpServer(self.server)
        self.listener: HttpPort | None = None

    async def open(self) -> None:
        """Open both ports. A server that waits for a client opens only the MCP port now, and the UI port later."""
        if self.server.options.auto_configure:
            await self.server.configure()
        else:
            self.server.api_tokens = api_tokens(self.server.base_dir, self.server.options)
        self.listener = bind_mcp_port(self._site, self.server, self.mcp.sdk)
        # Whoever starts itself has started the port with the rest of its site.
        if not self.server.options.auto_configure or await self.server.start_itself() is None:
            await self.listener.start()

    async def close(self) -> None:
        self.mcp.close()
        await self.server.close()
        await self._site.close()

    def describe(self) -> str:
        assert self.listener is not None
        lines = [f"MCP  {self.listener.url}/sse  {self.listener.url}/mcp"]
        status = self.server.status()
        if "url" in status:
            lines.insert(0, f"UI   {status['url']}")
        return "\n".join(lines) + "\n"
