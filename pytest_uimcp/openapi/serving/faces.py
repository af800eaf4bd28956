"""The ways to a service: standard input and output, SSE, Streamable HTTP."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Final

import anyio
from aiohttp import web

from pytest_uimcp.mcp.firstversion import FirstVersion
from pytest_uimcp.openapi.config.models import Config
from pytest_uimcp.openapi.serving.early import EarlyService
from pytest_uimcp.openapi.serving.mcp_server import NluiMcpServer
from pytest_uimcp.openapi.serving.service import NAME, VERSION, Service, open_service
from pytest_uimcp.transport.claim import StdioClaim
from pytest_uimcp.transport.guard import LOOPBACK_NAMES
from pytest_uimcp.transport.jsonrpc import Refusal
from pytest_uimcp.transport.ports import HttpPort
from pytest_uimcp.transport.site import HttpSite
from pytest_uimcp.transport.sse import SseEndpoint
from pytest_uimcp.transport.stdio import Ending, serve_stdio
from pytest_uimcp.transport.streamable import StreamableEndpoint

__all__ = ["first_version", "serve_over_stdio", "serving_over_http"]

_NAMES: Final = (*LOOPBACK_NAMES, "[::1]")
_TOLD: Final[Mapping[int, str]] = {404: "session not found", 503: "session busy"}


def first_version(service: Service) -> FirstVersion:
    """The service as MCP 2024-11-05, which stdio and SSE speak."""
    return FirstVersion(service, NAME, VERSION, service.config.list_changed)


async def serve_over_stdio(config: Config, claim: StdioClaim | None = None) -> Ending:
    """Serve one client over standard input and output until it goes, from the start: only tools wait to be opened."""
    service = EarlyService(open_service(config))
    server = FirstVersion(service, NAME, VERSION, config.mcp.server.list_changed, service.ready)
    failure: Exception | None = None
    ending = Ending.SERVED
    async with anyio.create_task_group() as tasks:

        async def hold() -> None:
            nonlocal failure
            try:
                await service.hold()
            except Exception as error:  # noqa: BLE001 - raised below, as it is and not in a group
                failure = error
                tasks.cancel_scope.cancel()

        tasks.start_soon(hold)
        try:
            ending = await serve_stdio(server, claim, opened=service.ready)
        finally:
            service.end()
    if failure is not None:
        raise failure
    return ending


class _Sse(SseEndpoint):
    """The SSE endpoint, whose refusals are `{"error": text}`."""

    def refuse(self, status: int, refusal: Refusal) -> web.Response:
        body = json.dumps({"error": _TOLD.get(status, str(refusal))}, ensure_ascii=False)
        return web.Response(status=status, text=body, content_type="application/json")


@asynccontextmanager
async def serving_over_http(
    service: Service, port: int = 0, *, keep_alive: float = 15.0, users: frozenset[int] = frozenset()
) -> AsyncIterator[HttpPort]:
    """Serve SSE at `/sse` with `/messages`, and Streamable HTTP at `/mcp`; raises PortUnavailable.

    After so many seconds an idle event stream carries a comment, which keeps it open.
    """
    server = NluiMcpServer(service)

    def application() -> web.Application:
        app = web.Application()
        _Sse(
            first_version(service),
            post_path="/messages",
            absolute=service.config.endpoint == "absolute",
            errors_on_stream=True,
            any_type=True,
            ping=keep_alive,
        ).mount(app)
        StreamableEndpoint(server.sdk).mount(app)
        return app

    site = HttpSite(names=_NAMES)
    try:
        listener = site.bind("mcp", application(), port, lambda: users)
        await site.start()
        sys.stderr.write(f"MCP SSE server on 127.0.0.1:{listener.port}\n")
        sys.stderr.flush()
        yield listener
    finally:
        server.close()
        await site.close()
