"""ASGI applications inside aiohttp: HTTP only, one exchange per request.

The application runs in a task of its own. When the client disconnects, aiohttp cancels the handler. The application
is not cancelled but sent `http.disconnect`: cancelling the SDK's application would end its session as well.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from multidict import CIMultiDict

log = logging.getLogger(__name__)

_CLOSED = "The server is shutting down.\n"

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
AsgiApp = Callable[[Scope, Receive, Send], Awaitable[None]]


class AsgiBridge:
    def __init__(
        self, app: AsgiApp, *, max_body: int, user: Callable[[web.Request], object | None] | None = None
    ) -> None:
        """The application gets a request when its body has arrived, or more than `max_body` bytes of it."""
        self._app = app
        self._max_body = max_body
        self._user = user
        self._closed = False
        self._live: dict[asyncio.Task[None], _Exchange] = {}

    @property
    def exchanges(self) -> int:
        return len(self._live)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if self._closed:
            return web.Response(status=503, text=_CLOSED)
        exchange = _Exchange(request, self._user(request) if self._user else None)
        # A task of its own, so that a client that goes ends the handler and not the SDK's session.
        task = asyncio.ensure_future(self._run(exchange))
        self._live[task] = exchange
        task.add_done_callback(self._live.pop)
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            exchange.gone.set()
            if not task.cancelled():
                raise
        # `close` has cancelled the application before it answered.
        return exchange.response or web.Response(status=503, text=_CLOSED)

    async def close(self, grace: float = 1.0) -> None:
        """Send every exchange a disconnect; cancel those that have not finished after `grace` seconds."""
        self._closed = True
        if not self._live:
            return
        for exchange in self._live.values():
            exchange.gone.set()
        _, late = await asyncio.wait(self._live, timeout=grace)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    async def _run(self, exchange: _Exchange) -> None:
        # The SDK opens a session before it reads the body, and logs a client that disconnects in between as an error.
        if not await exchange.arrives(self._max_body):
            return
        try:
            await self._app(exchange.scope, exchange.receive, exchange.send)
        except Exception:
            if not exchange.gone.is_set():
                raise
            # Neither a client nor a handler is waiting for this exchange any more.
            log.debug("an exchange failed after its client had gone", exc_info=True)


class _Exchange:
    def __init__(self, request: web.Request, user: object | None) -> None:
        self.scope = _scope(request, user)
        self.gone = asyncio.Event()
        self.response: web.StreamResponse | None = None
        self._request = request
        self._body: list[bytes] = []
        self._body_handed_over = False

    async def arrives(self, limit: int) -> bool:
        """Read the body, a bit more than the limit at most; returns False if the client disconnects before."""
        if (self._request.content_length or 0) > limit:
            return True
        size = 0
        try:
            while size <= limit and not self._request.content.at_eof():
                # One chunk over the limit is enough: the SDK then answers 413 by itself.
                self._body.append(await self._request.content.readany())
                size += len(self._body[-1])
        except (OSError, HttpProcessingError, web.RequestPayloadError):
            self.gone.set()
            return False
        return True

    async def receive(self) -> Message:
        if not self._body_handed_over:
            self._body_handed_over = True
            return {
                "type": "http.request",
                "body": b"".join(self._body),
                "more_body": not self._request.content.at_eof(),
            }
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        try:
            if message["type"] == "http.response.start":
                self.response = web.StreamResponse(status=message["status"], headers=_headers(message))
                await self.response.prepare(self._request)
            elif message["type"] == "http.response.body" and self.response is not None:
                await self._send_body(self.response, message)
        except ConnectionError:
            self.gone.set()

    async def _send_body(self, response: web.StreamResponse, message: Message) -> None:
        # Applications answer HEAD like GET; leaving out the body is up to the server.
        if (body := message.get("body")) and self._request.method != "HEAD":
            await response.write(body)
        if not message.get("more_body"):
            await response.write_eof()
            # After the last part of the body an application waits for the disconnect.
            self.gone.set()


def _headers(message: Message) -> CIMultiDict[str]:
    return CIMultiDict((name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"])


def _scope(request: web.Request, user: object | None) -> Scope:
    scope: Scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": f"{request.version.major}.{request.version.minor}",
        "method": request.method,
        "scheme": request.scheme,
        "path": request.path,
        "raw_path": request.rel_url.raw_path.encode("ascii"),
        "query_string": request.rel_url.raw_query_string.encode("ascii"),
        "root_path": "",
        # ASGI has names in lower case; aiohttp keeps them as the client wrote them.
        "headers": [(name.lower(), value) for name, value in request.raw_headers],
        "client": (request.remote or "", 0),
        "server": request.transport and request.transport.get_extra_info("sockname")[:2],
        "state": {},
    }
    if user is not None:
        scope["user"] = user
    return scope
