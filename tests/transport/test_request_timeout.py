"""Requests that do not arrive completely are ended, and nothing else is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import anyio
import pytest
from aiohttp import ClientSession, web

from pytest_uimcp.transport.ports import HttpPort, bind, serve_app
from pytest_uimcp.transport.request_timeout import REQUEST_TIMEOUT
from tests.transport.sites import Connection, connected
from tests.transport.wires import PATIENCE

pytestmark = pytest.mark.anyio

SOON = 0.2
REASON = b"expected the whole request, head and body, within 0.2 s"


class Site:
    """An application with handlers that read nothing, read everything, or wait."""

    def __init__(self) -> None:
        self.go_on = anyio.Event()
        self.waiting = anyio.Event()
        self.cancelled = anyio.Event()
        self.port = 0

    def application(self) -> web.Application:
        app = web.Application()
        app.router.add_route("*", "/hello", self.hello)
        app.router.add_post("/read", self.read)
        app.router.add_get("/wait", self.wait)
        app.router.add_get("/stream", self.stream)
        app.router.add_get("/ws", self.socket)
        return app

    async def hello(self, _request: web.Request) -> web.StreamResponse:
        return web.Response(text="hello")

    async def read(self, request: web.Request) -> web.StreamResponse:
        return web.Response(text=str(len(await request.read())))

    async def wait(self, _request: web.Request) -> web.StreamResponse:
        self.waiting.set()
        try:
            await self.go_on.wait()
        except asyncio.CancelledError:
            self.cancelled.set()
            raise
        return web.Response(text="waited")

    async def stream(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        await response.write(b"begun")
        await self.go_on.wait()
        return response

    async def socket(self, request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        async for message in socket:
            await socket.send_str(message.data)
        return socket


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    site = Site()
    with anyio.fail_after(PATIENCE):
        async with serve_app(site.application(), request_timeout=SOON, grace=0.1) as listener:
            site.port = listener.port
            yield site
            site.go_on.set()


async def a_while(site: Site) -> None:
    """Wait for the length of the timeout: until the server ends a connection that sends nothing."""
    async with connected(site.port) as silent:
        assert await silent.reader.read() == b""


@asynccontextmanager
async def saying(site: Site, *pieces: bytes) -> AsyncIterator[Connection]:
    async with connected(site.port) as connection:
        for piece in pieces:
            connection.writer.write(piece)
            await connection.writer.drain()
        yield connection


async def refusal(site: Site, sent: bytes) -> bytes:
    """All that a client gets who sends this and waits."""
    said = b""
    while not said:
        # A busy machine may write it when the time is up already, which resets the connection.
        with suppress(ConnectionResetError):
            async with saying(site, sent) as connection:
                said = await connection.reader.read()
    return said


HEADS = [b"G", b"GET", b"GET /hello HTTP/1.1", b"GET /hello HTTP/1.1\r\nHost: x\r\n", b"POST /read HTTP/1.1\r\nHost: x"]


@pytest.mark.parametrize("head", HEADS)
async def test_half_a_head_gets_408_and_the_connection_ends(site: Site, head: bytes) -> None:
    said = await refusal(site, head)
    assert said.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
    assert REASON in said


BODY = b"POST /read HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n"
CHUNKED = b"POST /read HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize("sent", [BODY, BODY + b"half", CHUNKED, CHUNKED + b"4\r\nha", CHUNKED + b"4\r\nhalf\r\n"])
async def test_half_a_body_gets_408_and_the_connection_ends(site: Site, sent: bytes) -> None:
    said = await refusal(site, sent)
    assert said.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
    assert REASON in said


async def test_a_client_that_sends_a_little_now_and_then_is_disconnected_as_well(site: Site) -> None:
    async with saying(site, b"GET /hello HTTP/1.1\r\nX: ") as connection:
        said = asyncio.create_task(connection.reader.read())
        while not said.done():
            connection.writer.write(b"x")
            await asyncio.wait([said], timeout=SOON / 10)
        (ended,) = await asyncio.gather(said, return_exceptions=True)
        # Data sent after the end makes the system drop the answer.
        assert isinstance(ended, ConnectionError) or (isinstance(ended, bytes) and REASON in ended)


async def test_a_handler_that_waits_for_the_rest_of_its_request_is_cancelled(site: Site) -> None:
    head = b"GET /wait HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n"
    assert REASON in await refusal(site, head)
    await site.cancelled.wait()


async def test_a_response_that_has_begun_is_cut_off_and_nothing_is_added_to_it(site: Site) -> None:
    head = b"GET /stream HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n"
    async with saying(site, head) as connection:
        said = await connection.reader.read()
    assert b"begun" in said
    assert b"408" not in said


HELLO = b"GET /hello HTTP/1.1\r\nHost: x\r\n\r\n"


async def test_the_next_request_of_a_connection_has_as_long_as_the_first(site: Site) -> None:
    async with saying(site, HELLO) as connection:
        assert (await connection.answer()).text == "hello"
        connection.writer.write(b"GET /hello HT")
        assert await connection.reader.read() == b""


@pytest.mark.slow
async def test_half_a_request_behind_one_in_progress_is_ended_afterwards(site: Site) -> None:
    async with saying(site, b"GET /wait HTTP/1.1\r\nHost: x\r\n\r\n") as connection:
        await site.waiting.wait()
        connection.writer.write(b"GET /hello HT")
        await a_while(site)
        site.go_on.set()
        assert (await connection.answer()).text == "waited"
        assert await connection.reader.read() == b""


# Connections that must stay open.


async def test_an_idle_connection_stays_open(site: Site) -> None:
    async with saying(site, HELLO) as connection:
        assert (await connection.answer()).text == "hello"
        await a_while(site)
        connection.writer.write(HELLO)
        assert (await connection.answer()).text == "hello"


async def test_a_complete_request_may_take_as_long_as_it_likes(site: Site) -> None:
    async with saying(site, b"GET /wait HTTP/1.1\r\nHost: x\r\n\r\n") as connection:
        await site.waiting.wait()
        await a_while(site)
        site.go_on.set()
        assert (await connection.answer()).text == "waited"


async def test_a_request_in_pieces_and_two_in_one_piece_are_served(site: Site) -> None:
    async with serve_app(site.application(), request_timeout=PATIENCE) as listener:
        site.port = listener.port
        async with saying(site, *(bytes([byte]) for byte in HELLO)) as connection:
            assert (await connection.answer()).text == "hello"
        async with saying(site, BODY, b"half", b"-whole") as connection:
            assert (await connection.answer()).text == "10"
            connection.writer.write(HELLO + HELLO)
            assert [(await connection.answer()).text for _ in range(2)] == ["hello", "hello"]


@pytest.mark.slow
async def test_a_websocket_stays_open(site: Site) -> None:
    async with ClientSession() as http, http.ws_connect(f"http://127.0.0.1:{site.port}/ws") as socket:
        for text in ("one", "two"):
            await socket.send_str(text)
            assert await socket.receive_str() == text
            await a_while(site)


async def test_a_listener_waits_ten_seconds_by_default() -> None:
    listener = HttpPort(web.Application(), bind())
    assert (REQUEST_TIMEOUT, listener.request_timeout) == (10, 10)
    await listener.start()
    await listener.stop()
