"""Ports on the loopback interface: binding, serving, and closing them completely."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter

import anyio
from aiohttp import web
from aiohttp.typedefs import Handler

from pytest_uimcp.transport.authentication import Authenticator
from pytest_uimcp.transport.doorkeeper import Doorkeeper, Users
from pytest_uimcp.transport.errors import PortUnavailable
from pytest_uimcp.transport.guard import Guard
from pytest_uimcp.transport.peer import LOOPBACK, LOOPBACK_IPV6
from pytest_uimcp.transport.request_timeout import REQUEST_TIMEOUT, TimedConnection, request_timeouts

log = logging.getLogger(__name__)

# Bytes of a request's first line, that is of its address; aiohttp's own limit.
MAX_LINE_BYTES = 8190

BACKLOG = 128
"""Connections that may wait until they are accepted."""


def bind(port: int = 0, address: str = LOOPBACK) -> socket.socket:
    """Bind a port of a loopback address; 0 picks a free one. Connections are refused until a listener starts."""
    if address not in (LOOPBACK, LOOPBACK_IPV6):
        raise PortUnavailable(
            f"{address} is no address of this machine alone: expected {LOOPBACK} or {LOOPBACK_IPV6}", port
        )
    if not 0 <= port <= 65535:
        raise PortUnavailable(f"{port} is not a port: expected 0 (any free one) to 65535", port)
    # asyncio sets TCP_NODELAY only on sockets whose protocol is given explicitly.
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    except OSError as error:  # a machine without this family of addresses
        raise PortUnavailable(_why(port, error, address), port) from error
    try:
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        if os.name == "posix":
            # Allows reusing a port that was just closed. (On Windows this flag would allow stealing a port in use.)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((address, port))
        sock.setblocking(False)
    except OSError as error:
        sock.close()
        raise PortUnavailable(_why(port, error, address), port) from error
    return sock


def _why(port: int, error: OSError, address: str) -> str:
    advice = "choose another port, or 0 for any free one"
    if error.errno == errno.EADDRINUSE:
        return f"port {port} on {address} is in use by another process; stop that one, {advice}"
    if error.errno == errno.EACCES:
        return f"port {port} on {address} may not be used by this user; {advice}"
    return f"port {port} on {address} cannot be bound ({error.strerror}); {advice}"


@web.middleware
async def _log_requests(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Log each request with its time: the route and not the address, which may hold the id of a session or a token."""
    if not log.isEnabledFor(logging.DEBUG):
        return await handler(request)
    start = perf_counter()
    outcome = "ended"
    try:
        response = await handler(request)
        outcome = str(response.status)
        return response
    except web.HTTPException as error:
        outcome = str(error.status)
        raise
    finally:
        resource = request.match_info.route.resource
        route = "(no route)" if resource is None else resource.canonical
        log.debug("%s %s: %s in %.1f ms", request.method, route, outcome, (perf_counter() - start) * 1000)


class HttpPort:
    """One aiohttp application on one bound socket; requests that do not arrive completely in time are closed.

    Only the user of this process, root and `users` are served. `guard` and `authenticator` look at each request before
    the application's own middlewares.
    """

    def __init__(
        self,
        app: web.Application,
        sock: socket.socket,
        *,
        grace: float = 1.0,
        request_timeout: float = REQUEST_TIMEOUT,
        longest_line: int = MAX_LINE_BYTES,
        users: Users = frozenset,
        guard: Guard | None = None,
        authenticator: Authenticator | None = None,
    ) -> None:
        self.port: int = sock.getsockname()[1]
        # Whether connections are accepted.
        self.serving = False
        self._sock = sock
        self.request_timeout = request_timeout
        self._doorkeeper = Doorkeeper(self.port, users)
        self._accepting: asyncio.Server | None = None
        # A foreign page is refused before its token is looked at, and both before anything of the application runs.
        checks = [check.middleware for check in (guard, authenticator) if check is not None]
        # First of all the timer, which has to hear of every request, also of those that are refused.
        app.middlewares[:0] = [request_timeouts, _log_requests, *checks]
        self._runner = web.AppRunner(
            app,
            access_log=None,
            handle_signals=False,
            # Cancels handlers whose client has disconnected; otherwise streams would outlive their readers.
            handler_cancellation=True,
            shutdown_timeout=grace,
            max_line_size=longest_line,
        )

    @property
    def url(self) -> str:
        """The base URL, without a trailing slash."""
        return f"http://{LOOPBACK}:{self.port}"

    def let_wait(self) -> None:
        """Let connections wait for `start` from now on, instead of refusing them; from any thread."""
        self._sock.listen(BACKLOG)

    def release(self) -> None:
        """Give up a port that has never been started."""
        self._sock.close()

    async def start(self) -> None:
        try:
            await self._runner.setup()
            await self._listen()
        except BaseException:
            await self.stop()
            raise
        self.serving = True

    async def _listen(self) -> None:
        serve = self._runner.server
        assert serve is not None
        connection = self._doorkeeper.guarding(lambda: TimedConnection(serve(), self.request_timeout))
        try:
            loop = asyncio.get_running_loop()
            self._accepting = await loop.create_server(connection, sock=self._sock, backlog=BACKLOG)
        except OSError as error:  # several processes can bind a port as long as none listens
            raise PortUnavailable(_why(self.port, error, self._sock.getsockname()[0]), self.port) from error

    async def stop(self) -> None:
        """Stop accepting and close every connection; requests in progress get the grace period to finish."""
        self.serving = False
        server = self._runner.server
        if server:
            # Asked before the cleanup, after which aiohttp knows its connections no more.
            transports = [connection.transport for connection in server.connections]
        else:
            transports = []
        if self._accepting is not None:
            self._accepting.close()
        with anyio.CancelScope(shield=True):
            await self._runner.cleanup()
        self._sock.close()
        for transport in transports:
            # With a client that does not read, the connection would stay in the closing state for ever.
            if transport and transport.get_write_buffer_size():
                transport.abort()
        # Closed transports release their sockets in the next iteration of the event loop.
        await asyncio.sleep(0)


@asynccontextmanager
async def serve_app(
    app: web.Application,
    sock: socket.socket | int = 0,
    *,
    grace: float = 1.0,
    request_timeout: float = REQUEST_TIMEOUT,
    guard: Guard | None = None,
    authenticator: Authenticator | None = None,
) -> AsyncIterator[HttpPort]:
    """Serve an application on a bound socket, or on a port, while the context is open."""
    bound = bind(sock) if isinstance(sock, int) else sock
    listener = HttpPort(
        app, bound, grace=grace, request_timeout=request_timeout, guard=guard, authenticator=authenticator
    )
    await listener.start()
    try:
        yield listener
    finally:
        await listener.stop()
