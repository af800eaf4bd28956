"""MCP over Streamable HTTP, both protocol eras, on an aiohttp application.

The protocol is the SDK's: its session manager runs behind our ASGI bridge, in a task of its own, so that
starting and stopping need not happen in the same task.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from aiohttp import web
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.lowlevel.server import Server
from mcp.server.streamable_http_manager import (
    DEFAULT_MAX_SESSIONS,
    DEFAULT_SESSION_IDLE_TIMEOUT,
    StreamableHTTPSessionManager,
)

from pytest_uimcp.transport.asgi import AsgiBridge
from pytest_uimcp.transport.principals import principal_of
from pytest_uimcp.transport.sse import DEFAULT_MAX_BODY

__all__ = ["StreamableEndpoint"]


class StreamableEndpoint:
    """Serves a low-level server of the SDK at `path`.

    With `stateless`, clients of the handshake era get no session; clients of 2026-07-28 never have one.
    `json_response` answers calls with plain JSON where an event stream is not needed. Serves once: after a
    shutdown a new endpoint is needed.
    """

    def __init__(
        self,
        server: Server[Any],
        *,
        path: str = "/mcp",
        stateless: bool = False,
        json_response: bool = False,
        max_body: int = DEFAULT_MAX_BODY,
        session_idle_timeout: float | None = DEFAULT_SESSION_IDLE_TIMEOUT,
        max_sessions: int | None = DEFAULT_MAX_SESSIONS,
    ) -> None:
        self.path = path
        self._manager = StreamableHTTPSessionManager(
            server,
            json_response=json_response,
            stateless=stateless,
            session_idle_timeout=session_idle_timeout,
            max_request_body_size=max_body,
            max_sessions=max_sessions,
        )
        self._bridge = AsgiBridge(self._manager.handle_request, user=_user)
        self._stopping = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def exchanges(self) -> int:
        """How many requests are under way, open streams included."""
        return self._bridge.exchanges

    def mount(self, app: web.Application) -> None:
        """Add the route; the sessions live and end with the application."""
        app.router.add_route("*", self.path, self.handle)
        app.on_startup.append(self._on_startup)
        app.on_shutdown.append(self._on_shutdown)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Handle a request: for applications that choose among several endpoints by themselves."""
        return await self._bridge.handle(request)

    async def start(self) -> None:
        """Begin to serve; `mount` sees to it."""
        started = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._run(started))
        await started

    async def _run(self, started: asyncio.Future[None]) -> None:
        try:
            async with self._manager.run():
                started.set_result(None)
                await self._stopping.wait()
        except BaseException as error:
            if started.done():
                raise
            started.set_exception(error)

    async def stop(self) -> None:
        """End every session and every request; `mount` sees to it."""
        if self._task is None:
            return
        # Sessions that are only cancelled, which is what the manager does, each take a second over the answer
        # to a call under way, because nobody reads it any more.
        # (The manager has no public list of them.)
        for transport in list(getattr(self._manager, "_server_instances", {}).values()):
            await transport.terminate()
        self._stopping.set()
        await self._task
        await self._bridge.close()
        await _retire_watcher()

    async def _on_startup(self, _app: web.Application) -> None:
        await self.start()

    async def _on_shutdown(self, _app: web.Application) -> None:
        await self.stop()


def _user(request: web.Request) -> AuthenticatedUser | None:
    """The principal in the SDK's terms, so that a session answers only to whoever opened it."""
    principal = principal_of(request)
    if principal is None:
        return None
    return AuthenticatedUser(AccessToken(token="", client_id=principal, scopes=[]))


async def _retire_watcher() -> None:
    """End the task with which sse_starlette looks out for uvicorn, unless somebody's stream needs it.

    It polls for as long as its loop runs, and starts again by itself with the next stream.
    """
    from sse_starlette import sse

    # There is no public way to ask for it: a release that is built otherwise keeps its task.
    state, watcher = getattr(sse, "_get_shutdown_state", None), getattr(sse, "_shutdown_watcher", None)
    if state is None or watcher is None or state().events:
        return
    for task in asyncio.all_tasks():
        if getattr(task.get_coro(), "cr_code", None) is watcher.__code__:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
