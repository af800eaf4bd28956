"""The server: a tool call in memory and over stdio, the time to `initialize`, an event on its way to a poller."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

import anyio
from mcp import Client, StdioServerParameters

from pytest_uimcp.server.mcp.server import UiMcpServer
from pytest_uimcp.server.run import Started
from pytest_uimcp.server.server import UiServer
from pytest_uimcp.transport.peer import peer_uid
from tests.benchmarks import smallest
from tests.benchmarks.measure import IS_SHORT, Result, in_turn, side_by_side, spent
from tests.benchmarks.runs import compiled_environment

ERAS: Final = {"2026": "auto", "legacy": "legacy"}
IN_MEMORY: Final = {"2026": 3.5, "legacy": 2.0}
CALLS: Final[dict[str, dict[str, Any]]] = {"ui_status": {}, "ui_run": {"code": "return 1"}}
UI_MCP: Final = [sys.executable, "-c", "from pytest_uimcp.cli import run; run()", "mcp"]
SMALLEST: Final = [sys.executable, smallest.__file__]
INITIALIZE: Final = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}},
}

Call = Callable[[], Awaitable[Any]]


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[tuple[UiServer, Started]]:
    server = UiServer(folder / "project" / ".claude" / "ui")
    try:
        await server.configure()
        yield server, await server.start()
    finally:
        await server.close()


async def caller(stack: AsyncExitStack, transport: Any, era: str, tool: str) -> Call:
    """A tool call by a client that has listed the tools, as agents do."""
    client = await stack.enter_async_context(Client(transport, mode=ERAS[era], cache=None))
    await client.list_tools()
    if tool in CALLS:
        await client.call_tool("ui_start", {})  # an error if it runs: all the same
    return lambda: client.call_tool(tool, CALLS.get(tool, {}))


async def in_memory(folder: Path) -> list[Result]:
    results = []
    async with running(folder) as (server, _), AsyncExitStack() as stack:
        mcp = UiMcpServer(server)
        stack.callback(mcp.close)
        for era, limit in IN_MEMORY.items():
            bare = await caller(stack, smallest.server, era, "noop")
            for tool in CALLS:
                ours = await caller(stack, mcp.sdk, era, tool)
                figures = await in_turn(ours, bare, 200)
                results.append(Result(f"{tool} in memory, {era}, beside a no-op tool", *figures, limit=limit))
    return results


async def over_stdio(folder: Path) -> list[Result]:
    results = []
    for era in ERAS:
        async with AsyncExitStack() as stack:
            bare = await caller(stack, process(SMALLEST, folder), era, "noop")
            for tool in CALLS:
                ours = await caller(stack, process(UI_MCP, folder), era, tool)
                figures = await in_turn(ours, bare, 120)
                results.append(Result(f"{tool} over stdio, {era}, beside a no-op tool", *figures, limit=1.5))
    return results


def process(command: list[str], folder: Path) -> StdioServerParameters:
    (folder / "stdio").mkdir(exist_ok=True)
    return StdioServerParameters(
        command=command[0], args=command[1:], env=environment(folder), cwd=str(folder / "stdio")
    )


def environment(folder: Path) -> dict[str, str]:
    """That of a server somebody installed: its modules are compiled, and kept so."""
    modules = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONPYCACHEPREFIX": str(folder / "pyc")}
    return compiled_environment() | modules


def start(folder: Path) -> Result:
    project = folder / "start"
    project.mkdir()
    line = json.dumps(INITIALIZE).encode() + b"\n"

    def until_the_answer(command: list[str]) -> Callable[[], float]:
        def run() -> float:
            began = time.perf_counter()
            with subprocess.Popen(
                command,
                cwd=project,
                env=environment(folder),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            ) as started:
                assert started.stdin is not None
                assert started.stdout is not None
                started.stdin.write(line)
                started.stdin.flush()
                answer = started.stdout.readline()
                taken = (time.perf_counter() - began) * 1000
                started.stdin.close()
                started.wait(30)
            assert b'"result"' in answer, answer
            return taken

        return run

    return Result(
        "`ui-mcp mcp` until it answers `initialize`, beside the smallest server",
        *side_by_side(until_the_answer(UI_MCP), until_the_answer(SMALLEST), 7),
        limit=0.25,
    )


class Poller(threading.Thread):
    """Asks for `/wait` again and again on one connection, and notes when each answer is there."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.came: list[float] = []
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self._request = f"GET /wait?timeout=30 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()

    def run(self) -> None:
        with self._socket:
            while True:
                self._socket.sendall(self._request)
                answer = self._socket.recv(65536)
                self.came.append(time.perf_counter())
                while b"]" not in answer:
                    if not answer.startswith(b"HTTP/1.1 200"):
                        return  # the server is closing
                    answer += self._socket.recv(65536)


async def event(folder: Path) -> Result:
    taken = []
    async with running(folder) as (server, started):
        face = server.ui_session()
        poller = Poller(started.mcp_port)
        poller.start()
        for number in range(200):
            while not face.events.polling:
                await asyncio.sleep(0)
            await asyncio.sleep(0.001)  # the refresh that the poller's coming brings
            began = time.perf_counter()
            await server.run("mcp.pushState({event = 'click'})")
            while len(poller.came) <= number:
                await asyncio.sleep(0)
            taken.append((poller.came[number] - began) * 1000)
    # A bound in milliseconds rather than a ratio.
    name = "an event from `ui_run` with pushState to a poller's socket, beside 1 ms"
    return Result(name, median(taken), 1.0, limit=1.5)


def whose_connection() -> Result:
    """What each new connection costs before anything of it is read, among a hundred others."""
    with ExitStack() as stack:
        listening = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=128))
        accepted = []
        for _ in range(100):
            stack.enter_context(socket.create_connection(listening.getsockname()))
            accepted.append(stack.enter_context(listening.accept()[0]))
        taken = [spent(partial(peer_uid, one)) for one in accepted * 20]
    return Result("asking the kernel whose a new connection is, beside 0.1 ms", median(taken), 0.1, limit=0.5)


def results() -> Iterator[Result]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        yield from anyio.run(in_memory, folder)
        yield whose_connection()
        # The others depend on when the system lets other processes run.
        if not IS_SHORT:
            yield from anyio.run(over_stdio, folder)
            yield start(folder)
            yield anyio.run(event, folder)
