"""Subscriptions, and notifications of changes, in both protocol eras.

A client of the handshake era subscribes to a resource and receives notifications; with the SDK, the server has to
keep the list of subscribers. A client of 2026-07-28 opens a listen stream, which the SDK's `ListenHandler` feeds
from a bus. The publisher serves both.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from typing import Any, Final

import anyio.lowlevel
from mcp.server.connection import Connection
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.subscriptions import ListenHandler
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import (
    PromptsListChanged,
    ResourcesListChanged,
    ResourceUpdated,
    ServerEvent,
    ToolsListChanged,
)
from mcp_types import (
    EmptyResult,
    NotificationParams,
    SubscribeRequestParams,
    SubscriptionsListenRequestParams,
    SubscriptionsListenResult,
    UnsubscribeRequestParams,
)

from pytest_uimcp.mcp.listeners import Listener, NotificationBatch, SessionListener, StreamListener
from pytest_uimcp.mcp.resources import canonical
from pytest_uimcp.transport.principals import Principal, principal_of

# The error code for a resource that the server does not have.
RESOURCE_NOT_FOUND = -32002

_Context = ServerRequestContext[Any, Any]
_LISTENING: Final[ContextVar[Principal | None]] = ContextVar("principal of the client that opens a listen stream")


class Publisher:
    """The subscriptions of a server's clients. Install it on a server, then publish from any thread.

    `accepts` tells whether a resource exists; subscribing to another one is an error. `batches` are the resources whose
    notifications carry more than the URI; listen streams have no room for that.

    A server that has its resources from elsewhere passes on the subscriptions: `watch` is awaited when a client
    subscribes to a resource and may refuse it; for every call of `watch`, `unwatch` is called once afterwards.
    """

    def __init__(
        self,
        *,
        accepts: Callable[[str], bool] | None = None,
        watch: Callable[[str], Awaitable[None]] | None = None,
        unwatch: Callable[[str], None] | None = None,
        batches: Mapping[str, Callable[[], NotificationBatch]] | None = None,
    ) -> None:
        self._accepts = accepts
        self._watch = watch
        self._unwatch = unwatch
        self._batches = batches or {}
        self._sessions: dict[Connection, SessionListener] = {}
        self._streams: dict[object, StreamListener] = {}
        # Replaced as a whole and never modified, because publishers read it from other threads.
        self._everybody: tuple[Listener, ...] = ()
        self._listen = ListenHandler(self)

    def install(self, server: Server[Any]) -> None:
        """Let clients of this server subscribe. Several servers can share one publisher.

        Sets the server's handlers for subscribing, for listening and for `notifications/initialized`.
        """
        server.add_request_handler("resources/subscribe", SubscribeRequestParams, self._on_subscribe)
        server.add_request_handler("resources/unsubscribe", UnsubscribeRequestParams, self._on_unsubscribe)
        server.add_request_handler("subscriptions/listen", SubscriptionsListenRequestParams, self._on_listen)
        server.add_notification_handler("notifications/initialized", NotificationParams, self._on_initialized)

    def resource_updated(
        self, uri: str, news: Any = None, *, to: Callable[[Principal | None], bool] | None = None
    ) -> None:
        """Notify the subscribers of this resource that it has changed. Never waits, never raises.

        `news` joins their batches, if the resource has any. Only clients of principals that `to` accepts are notified.
        """
        for listener in self._everybody:
            if to is None or to(listener.principal):
                listener.add(uri, news)
                listener.hear(ResourceUpdated(uri))

    def resources_changed(self) -> None:
        self.announce(ResourcesListChanged())

    def tools_changed(self) -> None:
        self.announce(ToolsListChanged())

    def prompts_changed(self) -> None:
        self.announce(PromptsListChanged())

    def announce(self, event: ServerEvent) -> None:
        """Notify every client that asked for this event. An event that is already pending for a client is sent once."""
        for listener in self._everybody:
            listener.hear(event)

    def subscribers(self, uri: str) -> int:
        return sum(uri in session.uris for session in self._sessions.values())

    @property
    def sessions(self) -> int:
        return len(self._sessions)

    @property
    def streams(self) -> int:
        return len(self._streams)

    def close(self) -> None:
        """End the listen streams normally, and drop every subscription."""
        self._listen.close()
        for connection in list(self._sessions):
            self._forget(connection)

    async def publish(self, event: ServerEvent) -> None:
        """The same as `announce`; part of the SDK's `SubscriptionBus` interface."""
        self.announce(event)
        await anyio.lowlevel.checkpoint()

    def subscribe(self, listener: Callable[[ServerEvent], None]) -> Callable[[], None]:
        """Add a listen stream and return the function that removes it; part of `SubscriptionBus`."""
        key = object()
        self._streams[key] = StreamListener(listener, _LISTENING.get(None))
        self._count()

        def unsubscribe() -> None:
            self._streams.pop(key, None)
            self._count()

        return unsubscribe

    async def _on_initialized(self, ctx: _Context, _params: NotificationParams) -> None:
        self._session_of(ctx)

    async def _on_subscribe(self, ctx: _Context, params: SubscribeRequestParams) -> EmptyResult:
        uri = canonical(str(params.uri))
        if self._accepts is not None and not self._accepts(uri):
            raise MCPError(RESOURCE_NOT_FOUND, f"Resource not found: {uri}", {"uri": uri})
        session = self._session_of(ctx)
        if uri in session.uris:
            return EmptyResult()
        session.subscribe(uri)
        try:
            if self._watch is not None:
                await self._watch(uri)
        except BaseException:
            # Also if the client goes away meanwhile: whoever watches counts, and every `watch` needs its `unwatch`.
            self._unsubscribe(session, uri)
            raise
        return EmptyResult()

    async def _on_unsubscribe(self, ctx: _Context, params: UnsubscribeRequestParams) -> EmptyResult:
        self._unsubscribe(self._session_of(ctx), canonical(str(params.uri)))
        return EmptyResult()

    def _unsubscribe(self, session: SessionListener, uri: str) -> None:
        # Not there any more, if the client has disconnected while its subscription was being made: then `_forget`
        # has counted it down, and must not be followed by a second time.
        if uri in session.uris:
            session.unsubscribe(uri)
            self._release([uri])

    # A listen stream is one request that lasts as long as the client listens. The SDK's handler asks the bus (us) for
    # the events, but hands on no context; the principal travels in a context variable, which `subscribe` reads.
    async def _on_listen(self, ctx: _Context, params: SubscriptionsListenRequestParams) -> SubscriptionsListenResult:
        _LISTENING.set(principal_of(ctx.request))
        async with self._watching(params.notifications.resource_subscriptions or ()):
            return await self._listen(ctx, params)

    @asynccontextmanager
    async def _watching(self, uris: Iterable[str]) -> AsyncIterator[None]:
        watched: list[str] = []
        try:
            for uri in dict.fromkeys(uris):
                watched.append(uri)
                if self._watch is not None:
                    with suppress(MCPError):  # in this era one may wait for a resource that does not exist yet
                        await self._watch(uri)
            yield
        finally:
            self._release(watched)

    def _session_of(self, ctx: _Context) -> SessionListener:
        # The SDK makes a session object per request. Only the connection, which has no public name, lasts as long
        # as the client.
        connection: Connection = ctx.session._connection  # noqa: SLF001 -- the SDK has no public name for it
        if connection not in self._sessions:
            self._sessions[connection] = SessionListener(
                connection, batches=self._batches, principal=principal_of(ctx.request)
            )
            connection.exit_stack.callback(self._forget, connection)
            self._count()
        return self._sessions[connection]

    def _forget(self, connection: Connection) -> None:
        session = self._sessions.pop(connection, None)
        if session is not None:
            uris = session.uris
            session.close()
            self._count()
            self._release(uris)

    def _release(self, uris: Iterable[str]) -> None:
        if self._unwatch is not None:
            for uri in uris:
                self._unwatch(uri)

    def _count(self) -> None:
        self._everybody = (*self._sessions.values(), *self._streams.values())
