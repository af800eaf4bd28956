"""The two HTTP ports of a server: the UI's (pages, WebSocket) and the MCP one (debug pages, events, MCP itself)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from aiohttp import web

from pytest_uimcp.server.mcp_port import McpPort
from pytest_uimcp.server.portfiles import MCP_PORT, UI_PORT
from pytest_uimcp.server.ui_port import UiPort
from pytest_uimcp.transport.guard import Guard
from pytest_uimcp.transport.listen import HttpListener, bind

if TYPE_CHECKING:
    from pytest_uimcp.server.server import UiServer

__all__ = ["HttpPorts", "HttpSide"]

# Seconds that requests under way have to finish when a port closes, and again to notice that they were cancelled.
GRACE: Final = 0.2


class HttpSide:
    """Makes the ports of a server each time it starts.

    A server over stdio opens both with `ui_start`. One that is reached over HTTP has a MCP port that stays, whatever
    becomes of the rest: `keep_mcp` binds it, and `mount` adds the routes of MCP.
    """

    def __init__(self, mount: Callable[[web.Application], None] | None = None) -> None:
        self.guard = Guard()
        self._mount = mount
        self._mcp: HttpListener | None = None

    def keep_mcp(self, server: UiServer) -> HttpListener:
        """Bind the MCP port and keep it; it accepts connections when its listener or the server starts."""
        self._mcp = self._mcp_listener(server)
        return self._mcp

    async def close(self) -> None:
        """Close what `keep_mcp` bound."""
        listener, self._mcp = self._mcp, None
        if listener is not None:
            self.guard.dismiss(listener.port)
            await listener.stop()

    async def open_ports(self, server: UiServer) -> HttpPorts:
        """Bind the ports of a server that starts."""
        ui_socket = bind(server.options.port)
        try:
            own = self._mcp_listener(server) if self._mcp is None else None
        except BaseException:
            ui_socket.close()
            raise
        ui = HttpListener(UiPort(server).application(self.guard), ui_socket, grace=GRACE)
        self.guard.admit(ui.port)
        return HttpPorts(self.guard, ui, own, own or self._mcp)

    def _mcp_listener(self, server: UiServer) -> HttpListener:
        app = McpPort(server).application(self.guard)
        if self._mount is not None:
            self._mount(app)
        listener = HttpListener(app, bind(server.options.mcp_port), grace=GRACE)
        self.guard.admit(listener.port)
        return listener


class HttpPorts:
    """The ports of one run of a server."""

    def __init__(self, guard: Guard, ui: HttpListener, own: HttpListener | None, mcp: HttpListener | None) -> None:
        assert mcp is not None
        self._guard = guard
        self._all = [ui, mcp]
        self._listeners = [ui] if own is None else [ui, own]
        self.ui_url = ui.url
        self.ui_port = ui.port
        self.mcp_port = mcp.port
        self.files = {UI_PORT: ui.port, MCP_PORT: mcp.port}

    async def serve(self) -> None:
        """Accept connections on both from now on."""
        for listener in self._all:
            if not listener.serving:
                await listener.start()

    async def close(self) -> None:
        """Stop answering; pages of these ports are strangers from now on."""
        for listener in self._listeners:
            self._guard.dismiss(listener.port)
        await asyncio.gather(*(listener.stop() for listener in self._listeners))
