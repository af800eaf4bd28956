"""A raw client of a stdio server: it sends and receives lines over real pipes."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
from anyio.abc import Process

from pytest_uimcp.transport.claim import Opening, claim_stdout
from pytest_uimcp.transport.client_handler import Servable
from pytest_uimcp.transport.descriptors import PolledReader, PolledWriter
from pytest_uimcp.transport.lines import LineBuffer
from pytest_uimcp.transport.stdio import Ending, serve_stdio
from tests import patience

PATIENCE = patience.SECONDS

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": "init",
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "raw", "version": "1"},
    },
}


def call(id_: int | str, tool: str, **arguments: Any) -> dict[str, Any]:
    params = {"name": tool, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": id_, "method": "tools/call", "params": params}


def cancel(id_: int | str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id_}}


class Wire:
    """Sends and receives lines; every wait is bounded."""

    def __init__(self, to_server: int, from_server: int) -> None:
        self.to_server = to_server
        self.from_server = from_server
        self._writer = PolledWriter(to_server)
        self._reader = PolledReader(from_server)
        self._buffer = LineBuffer(64 * 1024 * 1024)
        self._lines: list[bytes] = []

    async def send(self, message: dict[str, Any] | bytes) -> None:
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        with anyio.fail_after(PATIENCE):
            await self._writer.write(line + b"\n")

    async def raw(self, data: bytes) -> None:
        with anyio.fail_after(PATIENCE):
            await self._writer.write(data)

    async def receive(self) -> dict[str, Any] | None:
        """The next line, which must be a JSON object; None at the end."""
        message = await self.receive_any()
        assert isinstance(message, dict | None)
        return message

    async def receive_any(self) -> Any:
        """The next line, whatever JSON it is; None at the end."""
        line = await self.line()
        return None if line is None else json.loads(line)

    async def line(self) -> bytes | None:
        """The next line as it came; None at the end."""
        with anyio.fail_after(PATIENCE):
            while not self._lines:
                if not (chunk := await self._reader.read()):
                    return None
                self._lines += [line for line in self._buffer.feed(chunk) if isinstance(line, bytes)]
        return self._lines.pop(0)

    async def ask(self, message: dict[str, Any] | bytes) -> dict[str, Any]:
        await self.send(message)
        reply = await self.receive()
        assert reply is not None
        return reply

    async def text_of(self, message: dict[str, Any]) -> str:
        reply = await self.ask(message)
        assert reply["id"] == message["id"]
        text = reply["result"]["content"][0]["text"]
        assert isinstance(text, str)
        return text

    async def initialize(self) -> None:
        assert (await self.ask(INITIALIZE))["id"] == "init"
        await self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def close_input(self) -> None:
        self.to_server = _close(self.to_server)

    def close_output(self) -> None:
        self.from_server = _close(self.from_server)


class Serving(Wire):
    """A server in this process, connected by pipes."""

    def __init__(self, to_server: int, from_server: int) -> None:
        super().__init__(to_server, from_server)
        self.ending: Ending | None = None
        self.ended = anyio.Event()

    async def end(self) -> Ending | None:
        with anyio.fail_after(PATIENCE):
            await self.ended.wait()
        return self.ending


@asynccontextmanager
async def served(server: Servable, opening: Opening | None = None, **options: Any) -> AsyncIterator[Serving]:
    """Serve over pipes until the client leaves; `opening` is what was read before."""
    stdin, to_server = os.pipe()
    from_server, stdout = os.pipe()
    noise = os.open(os.devnull, os.O_WRONLY)
    wire = Serving(to_server, from_server)

    async def run() -> None:
        with claim_stdout(stdin=stdin, stdout=stdout, stderr=noise, restore=False) as claim:
            claim.opening = opening or claim.opening
            wire.ending = await serve_stdio(server, claim, signals=False, **options)
        wire.ended.set()

    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(run)
            yield wire
            wire.close_input()
            await wire.end()
    finally:
        wire.close_input()
        wire.close_output()
        for fd in (stdin, stdout, noise):
            os.close(fd)


class Child(Wire):
    """A server in a child process."""

    def __init__(self, process: Process, to_server: int, from_server: int) -> None:
        super().__init__(to_server, from_server)
        self.process = process

    async def end(self) -> tuple[int, str]:
        """Wait for the exit; returns the exit code and standard error."""
        assert self.process.stderr is not None
        with anyio.fail_after(PATIENCE):
            said = b"".join([chunk async for chunk in self.process.stderr]).decode()
            return await self.process.wait(), said


@asynccontextmanager
async def child(*arguments: str, stdin: int | None = None, stdout: int | None = None) -> AsyncIterator[Child]:
    """Run the sample server as a command."""
    its_stdin, to_server = os.pipe()
    from_server, its_stdout = os.pipe()
    script = str(Path(__file__).with_name("sample.py"))
    process = await anyio.open_process(
        [sys.executable, script, *arguments],
        stdin=its_stdin if stdin is None else stdin,
        stdout=its_stdout if stdout is None else stdout,
        env=child_environment(),
    )
    os.close(its_stdin)
    os.close(its_stdout)
    wire = Child(process, to_server, from_server)
    try:
        yield wire
        wire.close_input()
        with anyio.fail_after(PATIENCE):
            await process.wait()
    finally:
        wire.close_input()
        wire.close_output()
        if process.returncode is None:
            process.kill()
        with anyio.CancelScope(shield=True):
            await process.aclose()


def child_environment() -> dict[str, str]:
    """Our environment with our import path, and with buffered standard output, as users have it."""
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return inherited | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def _close(fd: int) -> int:
    if fd >= 0:
        os.close(fd)
    return -1


Condition = Callable[[], bool]


async def until(condition: Condition) -> None:
    """Wait, with a time limit, until a condition holds in this event loop."""
    with anyio.fail_after(PATIENCE):
        while not condition():
            await anyio.lowlevel.checkpoint()
