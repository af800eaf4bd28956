"""Subscribers of the handshake era that do not read what they are sent."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import anyio
import pytest

from pytest_uimcp.chat import ChatStore, Conversation, open_store
from pytest_uimcp.chat.web import ChatSite
from tests.chat.sessions import INBOX
from tests.chat.web.desk import TOKENS
from tests.transport.wires import INITIALIZE, PATIENCE

pytestmark = pytest.mark.anyio

HEADERS = {"Accept": "application/json, text/event-stream", "Authorization": f"Bearer {TOKENS['human']}"}
MOST = 2000
"""So many large notifications fit into no buffers between a server and its client."""


class Subscriber:
    """A client whose stream the test reads byte by byte."""

    def __init__(self, site: ChatSite, http: aiohttp.ClientSession, session_id: str) -> None:
        self.session_id = session_id
        self._port = int(site.url.rpartition(":")[2])
        self._url = f"{site.url}/mcp"
        self._http = http
        self._stream = socket.socket()
        self._received = b""

    async def ask(self, **message: Any) -> str:
        headers = HEADERS | {"Mcp-Session-Id": self.session_id}
        with anyio.fail_after(PATIENCE):
            async with self._http.post(self._url, json={"jsonrpc": "2.0", **message}, headers=headers) as answer:
                return await answer.text()

    async def open_stream(self) -> None:
        self._stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        self._stream.setblocking(False)
        await asyncio.get_running_loop().sock_connect(self._stream, ("127.0.0.1", self._port))
        lines = [f"{name}: {value}" for name, value in HEADERS.items()]
        lines += [f"Host: 127.0.0.1:{self._port}", f"Mcp-Session-Id: {self.session_id}", "", ""]
        await asyncio.get_running_loop().sock_sendall(self._stream, "\r\n".join(["GET /mcp HTTP/1.1", *lines]).encode())

    async def read_until(self, last_id: str | None) -> int:
        """Read the stream until it says this id; how many notifications came."""
        with anyio.fail_after(PATIENCE):
            while f'"last_id":"{last_id}"'.encode() not in self._received:
                piece = await asyncio.get_running_loop().sock_recv(self._stream, 1 << 16)
                assert piece, "the stream has ended"
                self._received += piece
        return self._received.count(b"notifications/resources/updated")

    def close(self) -> None:
        self._stream.close()


@pytest.fixture
def store() -> Iterator[ChatStore]:
    store = open_store()
    yield store
    store.close()


@asynccontextmanager
async def subscribed(store: ChatStore) -> AsyncIterator[tuple[ChatSite, Subscriber]]:
    site = ChatSite(Conversation(store), TOKENS)
    await site.start()
    try:
        async with aiohttp.ClientSession() as http:
            async with http.post(f"{site.url}/mcp", json=INITIALIZE, headers=HEADERS) as answer:
                client = Subscriber(site, http, answer.headers["Mcp-Session-Id"])
            await client.ask(method="notifications/initialized")
            await client.ask(id=1, method="resources/subscribe", params={"uri": INBOX})
            yield site, client
            client.close()
    finally:
        await site.close()


async def test_what_happens_before_a_client_opens_its_stream_is_on_it(store: ChatStore) -> None:
    async with subscribed(store) as (_, client):
        for number in range(3):
            store.append("user", "text/plain", str(number))
            await client.ask(id=number + 2, method="ping")
        await client.open_stream()
        assert await client.read_until(str(store.head())) == 1


@pytest.mark.slow
async def test_a_client_that_stops_reading_gets_answers_and_later_one_notification_for_everything(
    store: ChatStore,
) -> None:
    async with subscribed(store) as (site, client):
        await client.open_stream()
        store.append("user", "text/plain", "first")
        assert await client.read_until(str(store.head())) == 1
        publisher = site.sides["human"].mcp.publisher
        posted = 0
        (listener,) = publisher._sessions.values()  # noqa: SLF001 -- only here it can be seen that a client has stopped reading
        while not listener._changes and posted < MOST:  # noqa: SLF001 -- only here it can be seen that a client has stopped reading
            store.append("user", "text/plain", "x" * 30_000)
            posted += 1
            await client.ask(id=posted + 1, method="ping")
        assert posted < MOST, "the client's stream took everything, unread"
        for number in range(100):
            store.append("user", "text/plain", str(number))
            await anyio.lowlevel.checkpoint()
        reading = {"name": "chat_read_since", "arguments": {"after_id": str(store.head())}}
        answer = await client.ask(id="reads", method="tools/call", params=reading)
        assert json.dumps(str(store.head())) in answer
        assert await client.read_until(str(store.head())) <= 1 + posted + 1
