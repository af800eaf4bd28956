"""MCP for both sides on one port: the token says which of the two servers a request is for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from aiohttp import web

from pytest_uimcp.chat.facade import Facade
from pytest_uimcp.chat.principals import Role, role_of
from pytest_uimcp.transport.principals import principal_of
from pytest_uimcp.transport.sse import SseEndpoint
from pytest_uimcp.transport.streamable import StreamableEndpoint

PATHS: Final = ("/mcp", "/sse", "/message")


class Endpoints:
    """The sides' endpoints. A session belongs to the side whose token opened it."""

    def __init__(self, sides: Mapping[Role, Facade]) -> None:
        # An endpoint for each side: its sessions are those of one server.
        self._streamable = {role: StreamableEndpoint(side.mcp.sdk) for role, side in sides.items()}
        self._sse = {role: SseEndpoint(side.mcp.sdk) for role, side in sides.items()}

    def mount(self, app: web.Application) -> None:
        """Add `/mcp`, and `/sse` with `/message`; an authenticator must have found the principal."""
        app.router.add_route("*", "/mcp", self._mcp)
        app.router.add_get("/sse", self._open, allow_head=False)
        app.router.add_post("/message", self._post)
        app.on_startup.append(self._start)
        app.on_shutdown.append(self._stop)

    async def _mcp(self, request: web.Request) -> web.StreamResponse:
        return await self._streamable[_role(request)].handle(request)

    async def _open(self, request: web.Request) -> web.StreamResponse:
        return await self._sse[_role(request)].open(request)

    async def _post(self, request: web.Request) -> web.StreamResponse:
        return await self._sse[_role(request)].post(request)

    async def _start(self, _app: web.Application) -> None:
        for endpoint in self._streamable.values():
            await endpoint.start()

    async def _stop(self, _app: web.Application) -> None:
        for sse in self._sse.values():
            sse.close()
        for endpoint in self._streamable.values():
            await endpoint.stop()


def _role(request: web.Request) -> Role:
    role = role_of(principal_of(request))
    # It has a token of ours, so this is 403 and not 401.
    if role is None:
        raise web.HTTPForbidden(text="Forbidden: this token is of neither the human nor the assistant.\n")
    return role
