"""MCP over Streamable HTTP, in both protocol eras, in an aiohttp application.

The SDK implements the protocol. Its session manager runs behind our ASGI bridge in a task of its own, so that it can
be started and stopped from different tasks.
"""

from __future__ import annotations

import asyncio
import inspect
from contextlib import suppress
from typing import Any, Final

from aiohttp import web
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.lowlevel.server import Server
from mcp.server.streamable_http import GET_STREAM_KEY
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from pytest_uimcp.transport.asgi import AsgiBridge
from pytest_uimcp.transport.principals import principal_of
from pytest_uimcp.transport.sse import DEFAULT_MAX_BODY
from pytest_uimcp.transport.standalone import watch_streams

# The SDK's own numbers, which its releases before 2.2 have no names for.
SESSION_IDLE_SECONDS: Final = 30 * 60.0
MAX_SESSIONS: Final = 10_000
_COUNTS_SESSIONS: Final = "max_sessions" in inspect.signature(StreamableHTTPSessionManager).parameters


class StreamableEndpoint:
    """Serves a low-level server of the SDK at `path`.

    With `stateless`, clients of the handshake era get no session; clients of 2026-07-28 never have one. With
    `json_response`, calls that need no event stream are answered with plain JSON. An endpoint cannot be started again
    after it was stopped.
    """

    def __init__(
        self,
        server: Server[Any],
        *,
        path: str = "/mcp",
        stateless: bool = False,
        json_response: bool = False,
        max_body: int = DEFAULT_MAX_BODY,
        session_idle_timeout: float | None = SESSION_IDLE_SECONDS,
        max_sessions: int | None = MAX_SESSIONS,
    ) -> None:
        self.path = path
        limits: dict[str, Any] = {"max_sessions": max_sessions} if _COUNTS_SESSIONS else {}
        self._manager = StreamableHTTPSessionManager(
            server,
            json_response=json_response,
            stateless=stateless,
            # Without sessions there is none to end, and the SDK before 2.2 refuses a time for it.
            session_idle_timeout=None if stateless else session_idle_timeout,
            max_request_body_size=max_body,
            **limits,
        )
        self._max_sessions = max_sessions
        self._bridge = AsgiBridge(self._manager.handle_request, max_body=max_body, user=_user)
        self._stopping = asyncio.Event()
        watch_streams(self)
        self._task: asyncio.Task[None] | None = None

    @property
    def exchanges(self) -> int:
        """The number of requests in progress, open streams included."""
        return self._bridge.exchanges

    def is_read(self, session_id: str) -> bool | None:
        """Whether the client of a session takes what it is sent without a request; None if it is none of ours."""
        transport = getattr(self._manager, "_server_instances", {}).get(session_id)
        streams = getattr(transport, "_request_streams", None)
        if streams is None:
            return None
        # Private names again; without them, notifications are sent as the SDK sends them.
        stream = streams.get(GET_STREAM_KEY)
        return stream is not None and stream[0].statistics().current_buffer_used == 0

    def mount(self, app: web.Application) -> None:
        """Add the route; the sessions end when the application shuts down."""
        app.router.add_route("*", self.path, self.handle)
        app.on_startup.append(self._on_startup)
        app.on_shutdown.append(self._on_shutdown)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Handle a request, for applications that choose between several endpoints."""
        if not _COUNTS_SESSIONS and self._is_full(request):
            return web.Response(status=503, text="Too many open sessions")
        return await self._bridge.handle(request)

    def _is_full(self, request: web.Request) -> bool:
        # What newer SDKs count themselves: only a request without a session can begin one.
        sessions = getattr(self._manager, "_server_instances", {})
        is_new = request.method == "POST" and "mcp-session-id" not in request.headers
        return is_new and self._max_sessions is not None and len(sessions) >= self._max_sessions

    async def start(self) -> None:
        """Start serving; `mount` arranges that this is called."""
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
        """End every session and every request; `mount` arranges that this is called."""
        if self._task is None:
            return
        # The manager only cancels its sessions; each then waits a second to answer a call in progress that nobody
        # reads any more. So they are terminated first. (The manager has no public list of them.)
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
    """The principal as the SDK's user, so that only the principal that opened a session can use it."""
    principal = principal_of(request)
    if principal is None:
        return None
    # The SDK compares the client's id with that of whoever opened the session; the token itself is not its business.
    return AuthenticatedUser(AccessToken(token="", client_id=principal, scopes=[]))


async def _retire_watcher() -> None:
    """End the task with which sse_starlette watches for a shutdown of uvicorn, unless an open stream needs it.

    The task polls as long as its loop runs; the next stream starts it again.
    """
    from sse_starlette import sse

    # These names are private; if another release does not have them, its task is left running.
    state = getattr(sse, "_get_shutdown_state", None)
    watcher = getattr(sse, "_shutdown_watcher", None)
    if state is None or watcher is None or state().events:
        return
    for task in asyncio.all_tasks():
        if getattr(task.get_coro(), "cr_code", None) is watcher.__code__:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
