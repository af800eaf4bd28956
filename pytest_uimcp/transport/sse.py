"""MCP over Server-Sent Events: the server sends on the response to an open GET, the client sends POSTs.

The SDK's adapter has a fixed name for the query parameter and needs an ASGI server. This one is part of an aiohttp
application, and its paths and names can be chosen. A session lasts as long as its GET.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import anyio
from aiohttp import hdrs, web
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR

from pytest_uimcp.transport.batches import Batches
from pytest_uimcp.transport.client_handler import Servable, client_handler, dialect_of
from pytest_uimcp.transport.jsonrpc import JsonRpcDialect, Refusal, decode, decode_batch, encode
from pytest_uimcp.transport.principals import principal_of

log = logging.getLogger(__name__)

DEFAULT_MAX_BODY = 16 * 1024 * 1024

_LAST_WORDS = 1.0  # seconds for a client to read the messages sent at the end

_HEADERS: Final[Mapping[str, str]] = {
    hdrs.CONTENT_TYPE: "text/event-stream",
    hdrs.CACHE_CONTROL: "no-cache",
    hdrs.CONNECTION: "keep-alive",
    "X-Accel-Buffering": "no",
}


class _Stream:
    """The open response. Writes whole events, one at a time."""

    def __init__(self, response: web.StreamResponse, timeout: float) -> None:
        self._response = response
        self._timeout = timeout
        # Answers and keep-alives come from different tasks, and events must not mix.
        self._turn = anyio.Lock()

    async def event(self, name: str, data: bytes) -> None:
        await self._write(b"event: %s\ndata: %s\n\n" % (name.encode(), data))

    async def comment(self) -> None:
        await self._write(b": keep-alive\n\n")

    async def _write(self, data: bytes) -> None:
        # A client that reads nothing for this long is treated as disconnected.
        with anyio.fail_after(self._timeout):
            async with self._turn:
                await self._response.write(data)


@dataclass(frozen=True, slots=True)
class _Session:
    stream: _Stream
    inbox: MemoryObjectSendStream[SessionMessage | Exception]
    principal: str | None
    life: anyio.CancelScope
    all_sent: anyio.Event
    batches: Batches


class SseEndpoint:
    """Gives every client that opens `path` its own session.

    `query` is the name of the query parameter with the session id. The address for POSTs is announced as a path, or
    with `absolute` as a full URL on the Host that the client used. A session with `busy_at` messages that the server
    has not read yet answers 503. With `errors_on_stream`, JSON that is not a message is accepted with 202 and
    refused on the stream, where clients look for the answers to their requests. With `any_type`, the Content-Type of a
    POST is not looked at.
    """

    def __init__(
        self,
        server: Servable,
        *,
        path: str = "/sse",
        post_path: str = "/message",
        query: str = "sessionId",
        absolute: bool = False,
        max_body: int = DEFAULT_MAX_BODY,
        ping: float = 15.0,
        send_timeout: float = 30.0,
        busy_at: int = 64,
        errors_on_stream: bool = False,
        any_type: bool = False,
    ) -> None:
        self._serve = client_handler(server)
        self.path = path
        self.post_path = post_path
        self.query = query
        self._absolute = absolute
        self._max_body = max_body
        self._ping = ping
        self._send_timeout = send_timeout
        self._busy_at = busy_at
        self._errors_on_stream = errors_on_stream
        self._any_type = any_type
        self._dialect = dialect_of(server)
        self._sessions: dict[str, _Session] = {}

    @property
    def sessions(self) -> int:
        return len(self._sessions)

    def mount(self, app: web.Application) -> None:
        """Add the two routes; open sessions end when the application shuts down."""
        app.router.add_get(self.path, self.open, allow_head=False)
        app.router.add_post(self.post_path, self.post)
        app.on_shutdown.append(self._shutdown)

    async def open(self, request: web.Request) -> web.StreamResponse:
        """Handle the GET: serve one client until it disconnects."""
        response = web.StreamResponse(headers=_HEADERS)
        await response.prepare(request)
        stream = _Stream(response, self._send_timeout)
        # Not to be guessed: whoever knows it may post, if there are no tokens.
        session_id = secrets.token_hex(16)
        into, inbox = anyio.create_memory_object_stream[SessionMessage | Exception](self._busy_at)
        outbox, out_of = anyio.create_memory_object_stream[SessionMessage]()
        session = _Session(
            stream, into, principal_of(request), anyio.CancelScope(), anyio.Event(), Batches(self._dialect)
        )
        with into, inbox, outbox, out_of:
            self._sessions[session_id] = session
            try:
                await stream.event("endpoint", self._address(request, session_id).encode())
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(self._speak, out_of, session)
                    tasks.start_soon(self._keep_alive, session)
                    with session.life:
                        await self._serve(inbox, outbox)
                    # The server has ended: what it wrote before that is still sent, for a moment.
                    outbox.close()
                    with anyio.move_on_after(_LAST_WORDS):
                        await session.all_sent.wait()
                    tasks.cancel_scope.cancel()
            except (ConnectionError, TimeoutError) as error:
                log.debug("a client of %s has gone: %s", self.path, error)
            finally:
                del self._sessions[session_id]
        return response

    async def post(self, request: web.Request) -> web.StreamResponse:
        """Handle a POST: pass one message to its session. 202 means that it was accepted, not that it was served."""
        session = self._sessions.get(request.query.get(self.query, ""))
        # A session belongs to the principal that opened it; for all others it does not exist.
        if session is None or session.principal != principal_of(request):
            return self.refuse(404, _unknown_session(self.query))
        if not self._any_type and request.content_type != "application/json":
            reason = f"expected Content-Type application/json, got {request.content_type}"
            return self.refuse(415, Refusal(INVALID_REQUEST, reason))
        body = await _read(request, self._max_body)
        if body is None:
            reason = f"the message is longer than the {self._max_body} bytes allowed here"
            return self.refuse(413, Refusal(INVALID_REQUEST, reason))
        try:
            await self._deliver(body, session, request)
        except Refusal as refusal:
            if not self._errors_on_stream or refusal.code == PARSE_ERROR:
                return self.refuse(400, refusal)
            with suppress(ConnectionError, TimeoutError):  # its client is disconnecting
                await session.stream.event("message", encode(refusal.reply_in(self._dialect)))
        except anyio.WouldBlock:
            reason = f"{self._busy_at} messages of this session wait already; try again"
            return self.refuse(503, Refusal(INVALID_REQUEST, reason))
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):
            return self.refuse(404, _unknown_session(self.query))
        return web.Response(status=202)

    async def _deliver(self, body: bytes, session: _Session, request: web.Request) -> None:
        batch = decode_batch(body, self._dialect) if self._dialect is JsonRpcDialect.FIRST else None
        messages = []
        answer = b""
        if batch is None:
            messages = [decode(body, self._dialect)]
        if session.inbox.statistics().current_buffer_used + len(batch or messages) > self._busy_at:
            raise anyio.WouldBlock
        if batch is not None:
            messages, answer = session.batches.begin(batch)
        for message in messages:
            session.inbox.send_nowait(SessionMessage(message, ServerMessageMetadata(request_context=request)))
            answer = answer or session.batches.received(message)
        if answer:
            with suppress(ConnectionError, TimeoutError):  # its client is disconnecting
                await session.stream.event("message", answer)

    def refuse(self, status: int, refusal: Refusal) -> web.Response:
        """The response to a POST that is refused: a JSON-RPC error. Override it for clients that expect
        something else."""
        return web.Response(status=status, body=encode(refusal.reply), content_type="application/json")

    def close(self) -> None:
        for session in list(self._sessions.values()):
            session.life.cancel()

    async def _shutdown(self, _app: web.Application) -> None:
        self.close()

    def _address(self, request: web.Request, session_id: str) -> str:
        host = request.headers.get(hdrs.HOST)
        origin = f"{request.scheme}://{host}" if self._absolute and host else ""
        return f"{origin}{self.post_path}?{self.query}={session_id}"

    async def _speak(self, out_of: MemoryObjectReceiveStream[SessionMessage], session: _Session) -> None:
        try:
            # Closed in any case, so that a server never waits for its last messages to be read.
            with out_of:
                async for item in out_of:
                    if data := session.batches.sent(item.message):
                        await session.stream.event("message", data)
        except (ConnectionError, TimeoutError):
            session.life.cancel()
        finally:
            session.all_sent.set()

    async def _keep_alive(self, session: _Session) -> None:
        try:
            while True:
                await anyio.sleep(self._ping)
                await session.stream.comment()
        except (ConnectionError, TimeoutError):
            session.life.cancel()


async def _read(request: web.Request, limit: int) -> bytes | None:
    """The whole body, or None if it is longer than `limit`."""
    if (request.content_length or 0) > limit:
        return None
    body = bytearray()
    async for chunk in request.content.iter_any():
        body += chunk
        if len(body) > limit:
            return None
    return bytes(body)


def _unknown_session(query: str) -> Refusal:
    text = f"unknown session: expected ?{query}= with the id of an open event stream; open a new one"
    return Refusal(INVALID_REQUEST, text)
