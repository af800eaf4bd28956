"""A site like that of a server: one aiohttp application with SSE, Streamable HTTP and a guard."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

import anyio
from aiohttp import web

from pytest_uimcp.transport.authentication import Authenticator
from pytest_uimcp.transport.guard import LINKED, Guard
from pytest_uimcp.transport.ports import HttpPort, bind, serve_app
from pytest_uimcp.transport.sse import SseEndpoint
from pytest_uimcp.transport.streamable import StreamableEndpoint
from tests.transport.sample import Sample
from tests.transport.wires import PATIENCE


@dataclass
class Site:
    listener: HttpPort
    guard: Guard
    sse: SseEndpoint
    streamable: StreamableEndpoint

    @property
    def port(self) -> int:
        return self.listener.port

    @property
    def url(self) -> str:
        return self.listener.url


async def hello(_request: web.Request) -> web.StreamResponse:
    return web.Response(text="hello")


async def web_socket(request: web.Request) -> web.StreamResponse:
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    await socket.close()
    return socket


@asynccontextmanager
async def site(
    sample: Sample,
    *,
    authenticator: Authenticator | None = None,
    sse: dict[str, Any] | None = None,
    streamable: dict[str, Any] | None = None,
    linked: Sequence[str] = (),
) -> AsyncIterator[Site]:
    sock = bind()
    guard = Guard([sock.getsockname()[1]])
    app = web.Application()
    app.router.add_get("/hello", hello)
    app.router.add_get("/ws", web_socket)
    events = SseEndpoint(sample.server, **(sse or {}))
    events.mount(app)
    stream = StreamableEndpoint(sample.server, **(streamable or {}))
    stream.mount(app)
    app[LINKED] = {resource for resource in app.router.resources() if resource.canonical in linked}
    with anyio.fail_after(PATIENCE):
        async with serve_app(app, sock, guard=guard, authenticator=authenticator) as listener:
            yield Site(listener, guard, events, stream)


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def request_head(method: str, path: str, headers: Iterable[tuple[str, str]], version: str = "1.1") -> bytes:
    lines = [f"{method} {path} HTTP/{version}", *(f"{name}: {value}" for name, value in headers), "", ""]
    return "\r\n".join(lines).encode()


class Connection:
    """A raw HTTP connection that sends exactly what a test gives it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def ask(self, method: str, path: str, headers: dict[str, str] | list[tuple[str, str]],
                  body: bytes = b"", version: str = "1.1") -> Answer:  # fmt: skip
        pairs = list(headers.items()) if isinstance(headers, dict) else headers
        if body:
            pairs = [*pairs, ("Content-Length", str(len(body)))]
        self.writer.write(request_head(method, path, pairs, version) + body)
        with anyio.fail_after(PATIENCE):
            return await self.answer()

    async def answer(self) -> Answer:
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = [line.split(": ", 1) for line in head[1:] if line]
        headers = {name.lower(): value for name, value in pairs}
        body = await self.reader.readexactly(int(headers.get("content-length", 0)))
        return Answer(int(head[0].split()[1]), headers, body)

    async def event(self) -> tuple[str, str]:
        """The next event of a chunked event stream; a comment is an event without a name."""
        with anyio.fail_after(PATIENCE):
            size = int(await self.reader.readline(), 16)
            text = (await self.reader.readexactly(size + 2)).decode()
        fields = dict(line.split(": ", 1) for line in text.strip().split("\n"))
        return fields.get("event", ""), fields.get("data", text)


@asynccontextmanager
async def connected(port: int) -> AsyncIterator[Connection]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield Connection(reader, writer)
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def ask(
    port: int,
    method: str,
    path: str,
    body: bytes = b"",
    *,
    headers: dict[str, str] | list[tuple[str, str]] | None = None,
) -> Answer:
    """Send one request on a new connection, with the right Host unless headers are given."""
    if not isinstance(headers, list):
        headers = {"Host": f"127.0.0.1:{port}"} | (headers or {})
    async with connected(port) as connection:
        return await connection.ask(method, path, headers, body)
