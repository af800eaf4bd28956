"""What a transport serves: anything that speaks JSON-RPC over a pair of streams."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from mcp.server.lowlevel.server import NotificationOptions, Server
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.message import SessionMessage

__all__ = ["ClientHandler", "Servable", "client_handler"]

ClientHandler = Callable[[ReadStream[SessionMessage | Exception], WriteStream[SessionMessage]], Awaitable[None]]
"""Serves one client: reads its messages until they end, writes the answers, and closes both streams."""

Servable = Server[Any] | ClientHandler
"""What the transports take: a low-level server of the SDK, or a function that serves a pair of streams."""


def client_handler(server: Servable, notifications: NotificationOptions | None = None) -> ClientHandler:
    """The function that serves one client of `server`, in whichever protocol era the client opens.

    `notifications` says which list changes the server announces to clients of the handshake era, if not the server.
    """
    if not isinstance(server, Server):
        return server

    async def handle(read: ReadStream[SessionMessage | Exception], write: WriteStream[SessionMessage]) -> None:
        await server.run(read, write, server.create_initialization_options(notifications))

    return handle
