"""MCP over HTTP: SSE and Streamable HTTP side by side in one application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web
from mcp.server.lowlevel.server import Server

from pytest_uimcp.transport.authentication import Authenticator
from pytest_uimcp.transport.doorkeeper import Users
from pytest_uimcp.transport.site import HttpSite
from pytest_uimcp.transport.sse import SseEndpoint
from pytest_uimcp.transport.streamable import StreamableEndpoint


def mount_mcp(app: web.Application, server: Server[Any]) -> None:
    """Add MCP to an application: SSE at `/sse` with `/message`, Streamable HTTP at `/mcp`."""
    SseEndpoint(server).mount(app)
    StreamableEndpoint(server).mount(app)


def mcp_application(server: Server[Any]) -> web.Application:
    app = web.Application()
    mount_mcp(app, server)
    return app


@asynccontextmanager
async def serve_http(
    server: Server[Any], port: int = 0, authenticator: Authenticator | None = None, users: Users = frozenset
) -> AsyncIterator[str]:
    """Serve MCP over HTTP while the context is open; yields the base URL of `/sse` and `/mcp`."""
    # A site of one port, for the guard that it brings.
    site = HttpSite()
    listener = site.bind("mcp", mcp_application(server), port, users, authenticator)
    try:
        await site.start()
        yield listener.url
    finally:
        await site.close()
