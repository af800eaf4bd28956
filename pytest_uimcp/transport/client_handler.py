"""What transports serve: servers of the SDK, and others behind the same door.

A client handler is a function that serves one client over a pair of JSON-RPC streams. An endpoint is an object with
such a function that also says which dialect of JSON-RPC it speaks, so that no transport has to be told.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, Protocol

from mcp.server.lowlevel.server import NotificationOptions, Server
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.message import SessionMessage

from pytest_uimcp.transport.jsonrpc import JsonRpcDialect

# Serves one client: reads its messages until they end, writes the answers, and closes both streams.
ClientHandler = Callable[[ReadStream[SessionMessage | Exception], WriteStream[SessionMessage]], Awaitable[None]]


class DialectEndpoint(Protocol):
    dialect: ClassVar[JsonRpcDialect]

    async def serve(self, read: ReadStream[SessionMessage | Exception], write: WriteStream[SessionMessage]) -> None:
        """Serve one client; a client handler."""


# What a transport can serve: a low-level server of the SDK, a client handler, or an endpoint.
Servable = Server[Any] | ClientHandler | DialectEndpoint


def client_handler(server: Servable, notifications: NotificationOptions | None = None) -> ClientHandler:
    """The function that serves one client of `server`, in the protocol era that the client chooses.

    `notifications` names the list changes that are announced to clients of the handshake era; by default the server
    decides.
    """
    if hasattr(server, "serve"):
        return server.serve
    if not isinstance(server, Server):
        return server

    async def handle(incoming: ReadStream[SessionMessage | Exception], outgoing: WriteStream[SessionMessage]) -> None:
        await server.run(incoming, outgoing, server.create_initialization_options(notifications))

    return handle


def dialect_of(server: Servable) -> JsonRpcDialect:
    """Which JSON-RPC a server speaks: the current one unless it says otherwise."""
    return getattr(server, "dialect", JsonRpcDialect.CURRENT)
