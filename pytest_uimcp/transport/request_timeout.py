"""A time limit for requests to arrive.

aiohttp waits for the rest of a request as long as the connection is open. Here a request, head and body, must arrive
within ten seconds of its first byte, and a new connection must begin one within the same time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import web

# Seconds.
REQUEST_TIMEOUT: Final = 10.0

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class TimedConnection(asyncio.Protocol):
    """Wraps aiohttp's protocol and closes the connection when a request takes too long to arrive."""

    def __init__(self, protocol: asyncio.Protocol, within: float = REQUEST_TIMEOUT) -> None:
        self._inner = protocol
        self._within = within
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._request: web.Request | None = None
        self._first = True
        self._behind = False  # whether bytes of the next request arrived before this one was answered
        self._began = False

    def begin(self, request: web.Request) -> None:
        """Called when the head of a request has arrived and its handler starts."""
        self._request = request
        self._first = False
        self._behind = False
        self._disarm()
        # Its body is still on the way: the time for it begins now.
        if not request.content.is_eof():
            self._arm()

    def end(self) -> None:
        """Called when the handler has finished."""
        self._request = None
        self._disarm()
        if self._behind:
            self._arm()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._arm()
        self._inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        self._began = True
        if self._request is None:
            self._arm()
        # A client that sends requests one after the other does not wait for answers.
        elif self._request.content.is_eof():
            self._behind = True
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()

    def connection_lost(self, error: Exception | None) -> None:
        self._disarm()
        self._inner.connection_lost(error)

    def _arm(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._within, self._expire)

    def _disarm(self) -> None:
        timer = self._timer
        self._timer = None
        if timer is not None:
            timer.cancel()

    def _expire(self) -> None:
        self._timer = None
        request = self._request
        transport = self._transport
        if transport is None or (request is not None and request.content.is_eof()):
            return
        # If a response may have begun, anything written now would become part of it.
        if request is None:
            unanswered = self._first
        else:
            unanswered = request.writer.output_size == 0
        if unanswered and self._began:
            transport.write(_late(self._within))
        transport.close()


@web.middleware
async def request_timeouts(request: web.Request, handler: _Handler) -> web.StreamResponse:
    """Tell the connection when a handler starts and ends. Must be the first middleware of an application."""
    connection = None
    if request.transport is not None:
        connection = request.transport.get_protocol()
    if not isinstance(connection, TimedConnection):
        return await handler(request)
    connection.begin(request)
    try:
        return await handler(request)
    finally:
        connection.end()


def _late(within: float) -> bytes:
    text = f"Request Timeout: expected the whole request, head and body, within {within:g} s.\n".encode()
    head = (
        "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n"
        f"Content-Length: {len(text)}\r\n\r\n"
    )
    return head.encode() + text
