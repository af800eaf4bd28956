"""Serves a service over the transports: standard input and output, SSE, Streamable HTTP.

Over standard input and output the server speaks before everything is open (`EarlyService`): a host that waits for
`initialize` must not wait for a slow target or child.
"""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final

import anyio
from aiohttp import web

from pytest_uimcp.core.listeners import Listeners
from pytest_uimcp.mcp.firstversion import Ask, FirstVersion
from pytest_uimcp.openapi.config.models import Config
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


class EarlyService:
    """A service that is still being opened: the source of tools of a `FirstVersion`, which waits for `ready`."""

    def __init__(self, opening: AbstractAsyncContextManager[Service]) -> None:
        self._opening = opening
        self._changes: Listeners[[]] = Listeners("the tools")
        self._service: Service | None = None
        self._opened = anyio.Event()
        self._over = anyio.Event()
        self._scope = anyio.CancelScope()

    async def hold(self) -> None:
        """Open the service, and close it after `end`; raises what goes wrong."""
        # `end` cancels this scope if nothing is open yet; a host that goes away during the start need not wait for it.
        with self._scope:
            async with self._opening as service:
                self._service = service
                self._opened.set()
                # Followers of this object came before the service, and are told of its changes through it.
                stop = service.follow(self._changes.tell)
                try:
                    await self._over.wait()
                finally:
                    stop()

    def end(self) -> None:
        """Let `hold` end: at once if the service is not open yet."""
        self._over.set()
        if self._service is None:
            self._scope.cancel()

    async def ready(self) -> None:
        await self._opened.wait()

    def listed(self) -> Sequence[Mapping[str, Any]]:
        return self._open.listed()

    def follow(self, tell: Callable[[], None]) -> Callable[[], None]:
        return self._changes.add(tell)

    async def call_tool(self, name: str, arguments: Any, ask: Ask) -> dict[str, Any]:
        return await self._open.call_tool(name, arguments, ask)

    @property
    def _open(self) -> Service:
        assert self._service is not None, "await ready() first"
        return self._service


_NAMES: Final = (*LOOPBACK_NAMES, "[::1]")
_TOLD: Final[Mapping[int, str]] = {404: "session not found", 503: "session busy"}


def first_version(service: Service) -> FirstVersion:
    """The service as MCP 2024-11-05, which stdio and SSE speak."""
    return FirstVersion(service, NAME, VERSION, service.config.list_changed)


async def serve_over_stdio(config: Config, claim: StdioClaim | None = None) -> Ending:
    """Serve one client over standard input and output until it goes, from the start: only tools wait to be opened."""
    service = EarlyService(open_service(config))
    server = FirstVersion(service, NAME, VERSION, config.mcp.server.list_changed, service.ready)
    # An exception that leaves a task group comes in an ExceptionGroup, which no caller expects.
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

    # Only loopback names are admitted: a page of another site may resolve its own name to this machine.
    site = HttpSite(names=_NAMES)
    try:
        listener = site.bind("mcp", application(), port, lambda: users)
        await site.start()
        # With port 0 this line is where a caller learns which one it is.
        base = f"http://127.0.0.1:{listener.port}"
        sys.stderr.write(f"MCP SSE server on 127.0.0.1:{listener.port}\nSSE: {base}/sse, Streamable HTTP: {base}/mcp\n")
        sys.stderr.flush()
        yield listener
    finally:
        server.close()
        await site.close()
