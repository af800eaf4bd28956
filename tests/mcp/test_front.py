"""The front answers over real pipes, and what it has not answered is served by the server, in order and once."""

from __future__ import annotations

import json
import os
import select
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any

import pytest

from pytest_uimcp.mcp.first_answers import FirstAnswers
from pytest_uimcp.mcp.front import StdioFront
from pytest_uimcp.transport.claim import Opening, claim_stdout
from tests import patience
from tests.transport.sample import Sample
from tests.transport.wires import INITIALIZE, call, served

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}
SECONDS = patience.SECONDS


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def answers(**results: Any) -> FirstAnswers:
    return FirstAnswers({"2025-11-25": {"initialize": {"early": True}, "ping": {}, **results}}, {})


class Client:
    """The client's ends of two pipes, and a claim on the others."""

    def __init__(self, stack: ExitStack) -> None:
        stdin, self.to_server = os.pipe()
        self.from_server, stdout = os.pipe()
        noise = os.open(os.devnull, os.O_WRONLY)
        for fd in (stdin, stdout, noise):
            stack.callback(os.close, fd)
        self._stack = stack
        stack.callback(self.leave)
        self.claim = stack.enter_context(claim_stdout(stdin=stdin, stdout=stdout, stderr=noise, restore=False))

    def front(self, **results: Any) -> StdioFront:
        front = StdioFront(self.claim, answers(**results))
        self._stack.callback(front.finish)
        return front

    def send(self, *messages: dict[str, Any] | bytes) -> None:
        os.write(self.to_server, encoded(*messages))

    def answer(self) -> dict[str, Any]:
        """The next answer, which must come alone."""
        assert select.select([self.from_server], [], [], SECONDS)[0]
        answer: dict[str, Any] = json.loads(os.read(self.from_server, 65536))
        return answer

    def leave(self) -> None:
        for fd in (self.to_server, self.from_server):
            with suppress(OSError):
                os.close(fd)


@pytest.fixture
def client() -> Iterator[Client]:
    with ExitStack() as stack:
        yield Client(stack)


def encoded(*messages: dict[str, Any] | bytes) -> bytes:
    return b"".join(one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n" for one in messages)


def test_what_the_client_has_sent_is_answered_at_once_and_what_it_sends_later_soon(client: Client) -> None:
    client.send(INITIALIZE)
    front = client.front()
    assert client.answer()["id"] == "init"
    client.send(INITIALIZED, PING)
    assert client.answer() == {"jsonrpc": "2.0", "id": 1, "result": {}}
    front.finish()
    assert client.claim.opening == Opening(encoded(INITIALIZE, INITIALIZED, PING), b"", b"")


def test_from_the_first_other_line_on_all_is_left_to_the_server(client: Client) -> None:
    client.send(INITIALIZE, call(2, "echo", text="x"), PING)
    front = client.front()
    client.send(PING)
    assert client.answer()["id"] == "init"
    front.finish()
    assert client.claim.opening == Opening(encoded(INITIALIZE), encoded(call(2, "echo", text="x"), PING), b"")
    # What came after it is still in the pipe.
    assert os.read(client.claim.stdin, 65536) == encoded(PING)


def test_half_a_line_is_left_too(client: Client) -> None:
    client.send(INITIALIZE, b'{"jsonrpc"')
    client.front().finish()
    assert client.claim.opening == Opening(encoded(INITIALIZE), b'{"jsonrpc"', b"")


def test_a_line_may_come_in_pieces(client: Client) -> None:
    front = client.front()
    for byte in encoded(INITIALIZE):
        client.send(bytes([byte]))
    assert client.answer()["id"] == "init"
    front.finish()


def test_a_line_that_never_ends_is_left_to_the_server(client: Client) -> None:
    client.send(b"x" * 60_000)
    front = client.front()
    client.send(b"x" * 60_000)
    front.finish()
    rest = len(client.claim.opening.unread)
    assert rest <= 120_000
    assert client.claim.opening.answered == b""


def test_a_client_that_does_not_read_keeps_nobody_waiting(client: Client) -> None:
    client.send(INITIALIZE, PING)
    front = client.front(ping={"long": "x" * 300_000})
    front.finish()
    written = b""
    while select.select([client.from_server], [], [], 0)[0]:
        written += os.read(client.from_server, 65536)
    whole = [json.loads(line) for line in (written + client.claim.opening.unsent).splitlines()]
    assert [answer["id"] for answer in whole] == ["init", 1]
    assert len(whole[1]["result"]["long"]) == 300_000


@pytest.mark.parametrize("end", ["input", "output"])
def test_a_client_that_leaves_is_left_to_the_server(client: Client, end: str) -> None:
    client.send(INITIALIZE)
    front = client.front()
    assert client.answer()["id"] == "init"
    os.close(client.to_server if end == "input" else client.from_server)
    if end == "output":
        client.send(PING)
    front.finish()
    assert client.claim.opening.answered.startswith(encoded(INITIALIZE))


@pytest.mark.anyio
async def test_the_server_goes_on_from_where_the_front_was(sample: Sample) -> None:
    again = call("init", "echo", text="the id of the handshake")
    opening = Opening(encoded(INITIALIZE, INITIALIZED, PING), encoded(again) + b'{"jsonrpc": "2.0", ', b'"unsent"\n')
    async with served(sample.server, opening) as wire:
        assert await wire.receive_any() == "unsent"
        # Neither of what was answered is answered again, and the handshake was made.
        reply = await wire.receive()
        assert reply is not None
        assert (reply["id"], reply["result"]["content"][0]["text"]) == ("init", "the id of the handshake")
        await wire.raw(b'"id": 3, "method": "ping"}\n')
        assert await wire.receive() == {"jsonrpc": "2.0", "id": 3, "result": {}}
        assert await wire.text_of(call(1, "echo", text="and so on")) == "and so on"


@pytest.fixture
def sample() -> Sample:
    return Sample()
