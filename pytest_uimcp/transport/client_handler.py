"""Client handlers: functions that serve one client over a pair of JSON-RPC streams."""

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
"""What a transport can serve: a low-level server of the SDK, or a client handler."""


def client_handler(server: Servable, notifications: NotificationOptions | None = None) -> ClientHandler:
    """The function that serves one client of `server`, in the protocol era that the client chooses.

    `notifications` names the list changes that are announced to clients of the handshake era; by default the server
    decides.
    """
    if not isinstance(server, Server):
        return server

    async def handle(read: ReadStream[SessionMessage | Exception], write: WriteStream[SessionMessage]) -> None:
        await server.run(read, write, server.create_initialization_options(notifications))

    return handle
