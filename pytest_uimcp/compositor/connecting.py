"""Connecting to a mounted server, in either protocol era.

A server in this process is called directly, without streams and JSON. It is greeted in the handshake era, since only
there may a server ask its client something in the middle of a call. Any other server is asked which era it speaks.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final, Literal

import anyio
import httpx2
from anyio.abc import TaskStatus
from mcp.client.session import ClientSession, ElicitationFnT, ListRootsFnT, MessageHandlerFnT, SamplingFnT
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.server.connection import Connection
from mcp.server.lowlevel.server import Server
from mcp.server.runner import modern_on_request, serve_connection
from mcp.shared.direct_dispatcher import DirectDispatcher, create_direct_dispatcher_pair
from mcp.shared.dispatcher import Dispatcher
from mcp.shared.exceptions import MCPError
from mcp.shared.jsonrpc_dispatcher import JSONRPCDispatcher
from mcp_types import Implementation
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from pytest_uimcp.compositor.specs import HttpSpec, MountSpec, StdioSpec
from pytest_uimcp.transport.content_encoding import unpacked

# A low-level server of the SDK in this process, or what to connect to.
Target = Server[Any] | MountSpec
# A context with the two streams of a connection, as the transports of the SDK are.
Transport = AbstractAsyncContextManager[Any]
Era = Literal["auto", "legacy", "modern"]
CLOSED: Final = "the connection was closed"
_CLIENT: Final = Implementation(name="pytest-uimcp-compositor", version="1")
_TIMEOUT: Final = httpx2.Timeout(30, read=300)  # as in the SDK: a stream may be silent for minutes


@dataclass(frozen=True, slots=True)
class Callbacks:
    """What a server may tell or ask its client; `ended` is called with the reason when the connection is over.

    `greet` replaces the usual greeting; the dispatcher sends requests whose results are not validated.
    """

    message: MessageHandlerFnT
    elicit: ElicitationFnT
    sample: SamplingFnT
    ended: Callable[[str], None]
    roots: ListRootsFnT | None = None
    greet: Callable[[ClientSession, Dispatcher[Any]], Awaitable[None]] | None = None


@dataclass(frozen=True, slots=True)
class ServerLink:
    """The session with a server. `listener` is the one that opens listen streams, if the server offers them."""

    session: ClientSession
    listener: ClientSession | None


@asynccontextmanager
async def connected(target: Target | Transport, era: Era, callbacks: Callbacks) -> AsyncIterator[ServerLink]:
    async with AsyncExitStack() as stack:
        if isinstance(target, Server):
            yield await _in_process(target, "modern" if era == "modern" else "legacy", callbacks, stack)
            return
        read_stream, write = await stack.enter_async_context(_transport(target, callbacks.ended))
        session = await _session(_Watched(read_stream, write, callbacks.ended), era, callbacks, stack)
        yield ServerLink(session, session if _is_modern(session) else None)


async def _in_process(server: Server[Any], era: Era, callbacks: Callbacks, stack: AsyncExitStack) -> ServerLink:
    state = await stack.enter_async_context(server.lifespan(server))
    tasks = await stack.enter_async_context(anyio.create_task_group())

    async def opened(era: Era) -> ClientSession:
        client_side, server_side = create_direct_dispatcher_pair(raise_handler_exceptions=False)
        stack.callback(server_side.close)
        await tasks.start(_serve, server, server_side, state, era)
        return await _session(client_side, era, callbacks, stack)

    session = await opened(era)
    # One session does both in 2026-07-28.
    if _is_modern(session):
        return ServerLink(session, session)
    # A server may tell of changes in 2026-07-28 only. In the process a second connection for that costs nothing.
    listens = server.get_request_handler("subscriptions/listen") is not None
    subscribes = server.get_request_handler("resources/subscribe") is not None
    return ServerLink(session, await opened("modern") if listens and not subscribes else None)


async def _serve(
    server: Server[Any], dispatcher: DirectDispatcher, state: Any, era: Era, *, task_status: TaskStatus[None]
) -> None:
    # In 2026-07-28 there is no connection, only requests; so there is nothing to greet and nobody to notify.
    if era == "modern":
        await dispatcher.run(modern_on_request(server, state), _ignore, task_status=task_status)
        return
    connection = Connection.for_loop(dispatcher)
    await serve_connection(server, dispatcher, connection=connection, lifespan_state=state, task_status=task_status)


async def _session(dispatcher: Dispatcher[Any], era: Era, callbacks: Callbacks, stack: AsyncExitStack) -> ClientSession:
    session = ClientSession(
        dispatcher=dispatcher,
        client_info=_CLIENT,
        message_handler=callbacks.message,
        elicitation_callback=callbacks.elicit,
        sampling_callback=callbacks.sample,
        list_roots_callback=callbacks.roots,
    )
    await stack.enter_async_context(session)
    await (callbacks.greet(session, dispatcher) if callbacks.greet else _greet(session, era))
    return session


def _is_modern(session: ClientSession) -> bool:
    return session.protocol_version in MODERN_PROTOCOL_VERSIONS


async def _ignore(*_: object) -> None:
    """Nothing is announced to a server in 2026-07-28."""


def _transport(spec: MountSpec | Transport, ended: Callable[[str], None]) -> Any:
    match spec:
        case StdioSpec():
            parameters = StdioServerParameters(
                command=spec.command, args=list(spec.args), env=spec.environment, cwd=spec.cwd
            )
            # The real one: sys.stderr may be an object without a file, as in tests that capture it.
            return stdio_client(parameters, errlog=sys.__stderr__ or sys.stderr)
        case HttpSpec():
            return _http(spec, ended)
        case _:
            return spec


@asynccontextmanager
async def _http(spec: HttpSpec, ended: Callable[[str], None]) -> AsyncIterator[Any]:
    async with (
        _HttpClient(ended, **unpacked(spec.all_headers), timeout=_TIMEOUT) as client,
        streamable_http_client(spec.url, http_client=client) as streams,
    ):
        yield streams


class _HttpClient(httpx2.AsyncClient):
    """Tells when the server cannot be reached. HTTP has no connection whose end would say so."""

    def __init__(self, ended: Callable[[str], None], **options: Any) -> None:
        super().__init__(**options)
        self._ended = ended

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        try:
            return await super().send(request, **options)
        except httpx2.ConnectError as error:
            # Without the path and the query, which may hold a secret.
            self._ended(f"{request.url.scheme}://{request.url.netloc.decode()} cannot be reached: {error}")
            raise


class _Watched(JSONRPCDispatcher[Any]):
    """Tells when the other side has closed the connection, also while nothing is asked."""

    def __init__(self, read_stream: Any, write: Any, ended: Callable[[str], None]) -> None:
        super().__init__(read_stream, write)
        self._ended = ended

    async def run(self, *args: Any, **kwargs: Any) -> None:
        try:
            await super().run(*args, **kwargs)
        finally:
            self._ended(CLOSED)


async def _greet(session: ClientSession, era: Era) -> None:
    if era == "legacy":
        await session.initialize()
        return
    # An older server may answer with any error, or with something that is no answer to this question.
    try:
        await session.discover()
    except (MCPError, ValidationError, RuntimeError):
        if era == "modern":
            raise
        await session.initialize()
