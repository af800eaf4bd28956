"""The commands exit at once, with all their child processes, whatever Lua is doing.

The official client closes our input, waits two seconds, sends SIGTERM, waits two more seconds and sends SIGKILL.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import pytest
from aiohttp import ClientSession
from mcp import Client, MCPError, StdioServerParameters
from mcp.client import stdio

from tests import patience
from tests.server.commands.command import PATIENCE, RUN, Command, command
from tests.server.page import opened
from tests.server.rig import environment, ports_written, reach

pytestmark = [pytest.mark.anyio, pytest.mark.slow, pytest.mark.warm]

# Far less than the time limit or the C call would take.
SOON = patience.SECONDS
NO_LIMIT = ("--time-limit", "1000")
# The command, on a file system that does not answer when one of these is opened.
HELD_UP = f"""
import os, threading
opened = os.open
def wait(path, *rest, **named):
    if str(path).endswith(("init.lua", "held.md")):
        opened({{reached!r}}, os.O_CREAT | os.O_WRONLY)
        threading.Event().wait()
    return opened(path, *rest, **named)
os.open = wait
{RUN}
"""


@dataclass
class Place:
    """A base directory, and the files that Lua and its commands leave in it for the test."""

    root: Path
    children: list[str] = field(default_factory=list)

    @property
    def base_dir(self) -> Path:
        return self.root / "ui"

    def lua(self, code: str) -> str:
        """Lua code that can call `ready()`, with `CHILD` in commands replaced by writing the shell's process id."""
        ready = f"local function ready() io.open('{self.root}/ready', 'w'):close() end "
        return ready + code.replace("CHILD", f"echo $$ > {self.root}/child.$$")

    async def is_ready(self, children: int) -> None:
        await reach(lambda: (self.root / "ready").exists() and len(self.pids()) == children)

    def pids(self) -> list[int]:
        # A file may still be empty, because it is created before it is written.
        written = [path.read_text().strip() for path in self.root.glob("child.*")]
        return [int(text) for text in written if text]

    async def nothing_is_left(self) -> None:
        # A killed process is there until the system has run it once more.
        await reach(lambda: not any(map(lives, self.pids())))
        assert ports_written(self.base_dir) == {}
        assert not (self.base_dir / "server-pid").exists()


def lives(pid: int) -> bool:
    """Whether a process is running; a zombie is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    place = Place(tmp_path)
    yield place
    for pid in place.pids():
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


ENDLESS = {
    "a loop": ("ready() while true do end", 0),
    "a loop that catches errors": ("ready() while true do pcall(function() while true do end end) end", 0),
    "a loop in a coroutine": ("coroutine.wrap(function() ready() while true do end end)()", 0),
    "a loop that prints": ("ready() while true do print(('x'):rep(1000)) end", 0),
    "a C call that nothing stops": ("local s = ('a'):rep(2^20) ready() return s:find('.-b')", 0),
    "a command that it waits for": ("ready() os.execute('CHILD; exec sleep 1000')", 1),
    "a command that it reads from": ("ready() return io.popen('CHILD; exec sleep 1000'):read('*a')", 1),
    "a command that heeds no signal": ("ready() os.execute('trap \"\" TERM; CHILD; while :; do sleep 1; done')", 1),
    "one command after another": ("ready() while true do os.execute('CHILD; exec sleep 1000') end", 1),
    "a command in the background": ("os.execute('(CHILD; exec sleep 1000) & sleep 0') ready() while true do end", 1),
}  # fmt: skip
DONE = [
    # Commands that are read from, written to, deaf, in the background, and lost; and a timer that never rests.
    ("one = io.popen('CHILD; exec sleep 1000') ready()", 1),
    ("two = io.popen('CHILD; exec sleep 1000', 'w') ready()", 1),
    ("three = io.popen('trap \"\" TERM; CHILD; while :; do sleep 1; done') ready()", 1),
    ("os.execute('sh -c \"CHILD; exec sleep 1000\" &') ready()", 1),
    ("io.popen('CHILD; exec sleep 1000') collectgarbage() ready()", 1),
    ("local function again() setImmediate(again) end again() ready()", 0),
]


@asynccontextmanager
async def closing(place: Place, said: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Client, Any]]:
    """An official client, and a list that gets the seconds that closing it took."""
    # The client must not terminate a server that does not exit by itself.
    monkeypatch.setattr(stdio, "PROCESS_TERMINATION_TIMEOUT", PATIENCE)
    args = ["-c", RUN, "mcp", "-v", "--dir", str(place.base_dir), *NO_LIMIT]
    parameters = StdioServerParameters(command=sys.executable, args=args, env=environment())
    took: list[float] = []
    with said.open("w") as errlog:
        stack = stdio.stdio_client(parameters, errlog=errlog)
        async with Client(_Given(stack)) as client, _gone(took):
            yield client, took
        took[0] = time.monotonic() - took[0]


class _Given:
    """A transport made by the test, in the form that `Client` expects."""

    def __init__(self, made: Any) -> None:
        self._made = made

    async def __aenter__(self) -> Any:
        return await self._made.__aenter__()

    async def __aexit__(self, *error: object) -> Any:
        return await self._made.__aexit__(*error)


@asynccontextmanager
async def _gone(took: list[float]) -> AsyncIterator[None]:
    yield
    took.append(time.monotonic())


async def ask(client: Client, code: str) -> None:
    with suppress(MCPError):
        await client.call_tool("ui_run", {"code": code})


@pytest.mark.parametrize("doing", ENDLESS)
async def test_the_server_exits_before_the_official_client_kills_it_while_lua_runs(
    tmp_path: Path, place: Place, monkeypatch: pytest.MonkeyPatch, doing: str
) -> None:
    code, children = ENDLESS[doing]
    said = tmp_path / "said"
    async with anyio.create_task_group() as calls:
        async with closing(place, said, monkeypatch) as (client, took):
            await client.call_tool("ui_start", {})
            await client.call_tool("ui_run", {"code": "print('before the end')"})
            calls.start_soon(ask, client, place.lua(code))
            await place.is_ready(children)
        calls.cancel_scope.cancel()
    await place.nothing_is_left()
    assert took[0] < SOON
    assert "the end: the client closed our input" in said.read_text()
    assert "Traceback" not in said.read_text()
    log = place.base_dir / "log"
    assert doing == "a loop that prints" or (log / "lua.log").read_text().startswith("before the end\n")
    assert "the end" in (log / "mcp.log").read_text()


async def test_the_server_exits_before_the_official_client_kills_it_after_lua_has_returned(
    tmp_path: Path, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = tmp_path / "said"
    async with closing(place, said, monkeypatch) as (client, took):
        await client.call_tool("ui_start", {})
        children = 0
        # All at once: whichever of them held up the end would hold up this one.
        for code, more in DONE:
            children += more
            await client.call_tool("ui_run", {"code": place.lua(code)})
            await place.is_ready(children)
    await place.nothing_is_left()
    assert took[0] < SOON
    assert "the end: the client closed our input" in said.read_text()


@pytest.mark.parametrize("doing", ["a loop", "a C call that nothing stops", "a command that it waits for"])
async def test_files_that_run_for_ever_do_not_delay_the_exit_during_a_start(place: Place, doing: str) -> None:
    code, children = ENDLESS[doing]
    (place.base_dir / "lua").mkdir(parents=True)
    (place.base_dir / "lua" / "main.lua").write_text(place.lua(code))
    with command("mcp", "--dir", str(place.base_dir), *NO_LIMIT) as ui:
        ui.initialize()
        ui.send("tools/call", {"name": "ui_start", "arguments": {}})
        await place.is_ready(children)
        ui.close_input()
        assert left_in_time(ui) == 0
        answers = b"".join(ui.lines)
    await place.nothing_is_left()
    assert b"the session is closed" in answers or b"the server is closing" in answers


async def test_a_directory_of_a_stranger_is_served_without_its_pipes_and_devices(place: Place) -> None:
    for app in ("pipe", "zeros", "sound"):
        (place.base_dir / "apps" / app).mkdir(parents=True)
    os.mkfifo(place.base_dir / "apps/pipe/app.lua")
    (place.base_dir / "apps/zeros/app.lua").symlink_to("/dev/zero")
    (place.base_dir / "apps/zeros/data").symlink_to("/")
    (place.base_dir / "apps/sound/app.lua").write_text("sound = {}")
    with command("mcp", "--dir", str(place.base_dir), "--lua-io", "none") as ui:
        ui.initialize()
        ui.tool("ui_start")
        assert ui.tool("ui_run", code="return mcp:display('sound')") == "true"
        status = Path(f"/proc/{ui.process.pid}/status").read_text()
        most = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:"))
        assert most < 500_000, "kB"
        ui.process.send_signal(signal.SIGTERM)
        assert left_in_time(ui) == 0


HTTP = ("serve", "--port", "0", "--mcp-port", "0")


@pytest.mark.parametrize(
    ("command_line", "ending"),
    [(("mcp",), "a signal"), (("mcp",), "the end of the input"), (HTTP, "a signal")],
    ids=["mcp, signal", "mcp, end", "serve, signal"],
)
async def test_a_start_that_is_held_up_by_a_file_ends_with_the_server(
    place: Place, command_line: tuple[str, ...], ending: str
) -> None:
    (place.base_dir / "apps" / "slow").mkdir(parents=True)
    (place.base_dir / "apps" / "slow" / "init.lua").write_text("")
    code = HELD_UP.format(reached=str(place.root / "ready"))
    with command(*command_line, "--dir", str(place.base_dir), code=code) as ui:
        if command_line[0] == "mcp":
            ui.initialize()
            ui.send("tools/call", {"name": "ui_start", "arguments": {}})
        await place.is_ready(0)
        if ending == "a signal":
            ui.process.send_signal(signal.SIGTERM)
        else:
            ui.close_input()
        assert left_in_time(ui) == 0


@pytest.mark.parametrize("command_line", [("mcp",), HTTP], ids=["mcp", "serve"])
async def test_a_request_that_is_held_up_by_a_file_does_not_delay_the_exit(
    place: Place, command_line: tuple[str, ...]
) -> None:
    (place.base_dir / "resources").mkdir(parents=True)
    (place.base_dir / "resources" / "held.md").write_text("")
    code = HELD_UP.format(reached=str(place.root / "ready"))
    with command(*command_line, "--dir", str(place.base_dir), code=code) as ui, socket.socket() as browser:
        if command_line[0] == "mcp":
            ui.initialize()
            ui.send("resources/read", {"uri": "ui://held.md"})
        else:
            await reach(lambda: len(ports_written(place.base_dir)) == 2)
            port = ports_written(place.base_dir)["mcp-port"]
            browser.connect(("127.0.0.1", port))
            head = f"GET /api/resource/held.md HTTP/1.1\r\nHost: localhost:{port}\r\nAccept: text/html\r\n\r\n"
            browser.sendall(head.encode())
        await place.is_ready(0)
        ui.process.send_signal(signal.SIGTERM)
        assert left_in_time(ui) == 0


@pytest.mark.parametrize(
    ("number", "doing"),
    [
        (signal.SIGTERM, "a loop"),
        (signal.SIGTERM, "a C call that nothing stops"),
        (signal.SIGTERM, "a command that heeds no signal"),
        # Both are heard by the same handler: once, with what is hardest to stop.
        (signal.SIGINT, "a C call that nothing stops"),
    ],
)
async def test_a_signal_ends_it_in_time(place: Place, doing: str, number: signal.Signals) -> None:
    code, children = ENDLESS[doing]
    with command("mcp", "--dir", str(place.base_dir), *NO_LIMIT) as ui:
        ui.initialize()
        ui.tool("ui_start")
        ui.send("tools/call", {"name": "ui_run", "arguments": {"code": place.lua(code)}})
        await place.is_ready(children)
        ui.process.send_signal(number)
        assert left_in_time(ui) == 0
    await place.nothing_is_left()


@pytest.mark.parametrize("doing", ["a loop", "a C call that nothing stops", "a command that it reads from"])
async def test_a_server_with_all_kinds_of_clients_ends_in_time(place: Place, doing: str) -> None:
    code, children = ENDLESS[doing]
    with command("serve", "--port", "0", "--mcp-port", "0", "--dir", str(place.base_dir), *NO_LIMIT) as ui:
        assert ui.line()
        ports = ports_written(place.base_dir)
        url, mcp = (f"http://127.0.0.1:{ports[name]}" for name in ("ui-port", "mcp-port"))
        async with ClientSession() as http, anyio.create_task_group() as waiting:
            async with http.get(url) as response:
                session = response.cookies["ui-session"].value
            async with opened(http, url, session), http.get(f"{mcp}/sse"):
                waiting.start_soon(poll, http, f"{mcp}/wait?timeout=120")
                waiting.start_soon(run_over_http, f"{mcp}/mcp", place.lua(code))
                await place.is_ready(children)
                waiting.start_soon(poll, http, f"{mcp}/state")
                ui.process.send_signal(signal.SIGTERM)
                assert await anyio.to_thread.run_sync(left_in_time, ui) == 0
            waiting.cancel_scope.cancel()
    await place.nothing_is_left()


async def poll(http: ClientSession, url: str) -> None:
    with suppress(OSError):
        async with http.get(url) as response:
            await response.read()


async def run_over_http(url: str, code: str) -> None:
    with suppress(Exception):
        async with Client(url, mode="legacy") as client:
            await client.call_tool("ui_run", {"code": code})


def left_in_time(ui: Command) -> int:
    """Wait for the exit within a bounded time; returns the exit code."""
    began = time.monotonic()
    code, said = ui.end()
    assert time.monotonic() - began < SOON
    assert "Traceback" not in said, said
    return code


async def test_requests_sent_before_the_end_of_the_input_are_answered(place: Place) -> None:
    with command("mcp", "--dir", str(place.base_dir)) as ui:
        ui.initialize()
        ui.tool("ui_start")
        number = ui.send("tools/call", {"name": "ui_run", "arguments": {"code": "return 42"}})
        ui.close_input()
        assert ui.answer_to(number)["result"]["content"][0]["text"] == "42"
        assert left_in_time(ui) == 0


async def test_everything_a_command_wrote_is_in_the_log(place: Place) -> None:
    command_line = "CHILD; echo about to end >&2; exec sleep 1000"
    code = f"kept = io.popen('{command_line}') local s = ('a'):rep(2^20) ready() s:find('.-b')"
    with command("mcp", "--dir", str(place.base_dir), *NO_LIMIT) as ui:
        ui.initialize()
        ui.tool("ui_start")
        ui.send("tools/call", {"name": "ui_run", "arguments": {"code": place.lua(code)}})
        await place.is_ready(1)
        ui.close_input()
        assert left_in_time(ui) == 0
    assert "about to end" in (place.base_dir / "log" / "lua-err.log").read_text()
