"""The harness of a ui-mcp server: plain calls that return when the server has settled."""

from __future__ import annotations

import re
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.core.base_dir import project_of
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.spelling import near
from pytest_uimcp.core.steps import recorded, unchanged
from pytest_uimcp.engine.errors import BusyError, SessionClosed
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.lua.output import FileOutput, MemoryOutput, Stream
from pytest_uimcp.engine.wire.trace import FrameTrace
from pytest_uimcp.server.harness.app import AppHarness, look_at_files
from pytest_uimcp.testing.harness.app_errors import LuaErrors
from pytest_uimcp.testing.harness.clock import MovableClock, RealTime
from pytest_uimcp.testing.harness.harness import step
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.testing.harness.server import ServerHarness

if TYPE_CHECKING:
    from pytest_uimcp.core.backdrop import Backdrop
    from pytest_uimcp.engine.files.reloading import ReloadReport
    from pytest_uimcp.engine.session import Session
    from pytest_uimcp.server.mcp.server import UiMcpServer
    from pytest_uimcp.server.publisher.topic_publisher import TopicPublisher
    from pytest_uimcp.server.run import Started
    from pytest_uimcp.server.server import UiServer


# An app that prints more than this without end is not kept in memory.
_MAX_UNWRITTEN_PIECES: Final = 10_000

# What is nil where a line of a test calls or indexes it.
_MISSING: Final = re.compile(r"attempt to (?:call|index) (?P<kind>global|method|field) '(?P<name>\w+)' \(a nil value\)")
_GLOBALS: Final = "local names = {} for name in pairs(_G) do names[#names + 1] = name end return names"
# The fields and methods of what the globals hold, and of its prototypes.
_MEMBERS: Final = """
local names = {}
for _, value in pairs(_G) do
    for _ = 1, 10 do
        if type(value) ~= "table" or value == _G then break end
        for name in pairs(value) do
            if type(name) == "string" then names[#names + 1] = name end
        end
        local meta = getmetatable(value)
        value = type(meta) == "table" and rawget(meta, "__index")
    end
end
return names
"""


class _PrintedLines:
    """Keeps the output of the app for the test's report, and writes the log files that a real server writes.

    With a backdrop it writes them as soon as somebody looks: a file in the copy would spoil it for the next test.
    """

    def __init__(self, log_dir: Path, backdrop: Backdrop | None) -> None:
        self.memory = MemoryOutput()
        self._file = FileOutput(log_dir)
        self._unwritten: list[tuple[Stream, bytes]] = []
        self._is_written = backdrop is None
        # The app prints on its own thread, and who looks may be on any.
        self._lock = threading.Lock()
        if backdrop is not None:
            backdrop.at_look(self._write_all)

    def write(self, stream: Stream, data: bytes) -> None:
        self.memory.write(stream, data)
        with self._lock:
            if self._is_written:
                self._file.write(stream, data)
                return
            self._unwritten.append((stream, data))
            if len(self._unwritten) > _MAX_UNWRITTEN_PIECES:
                self._write_unwritten()

    def _write_all(self) -> None:
        with self._lock:
            self._write_unwritten()

    def _write_unwritten(self) -> None:
        self._is_written = True
        for stream, data in self._unwritten:
            self._file.write(stream, data)
        self._unwritten.clear()


class Server(AppHarness, ServerHarness["UiServer"]):
    """A ui-mcp server on an app directory, used from plain functions.

    `configure` and `start` do what the first two calls of an agent do; `close` releases everything. Every call
    returns when all resulting work is done, and raises errors of the app.
    """

    def __init__(
        self,
        loop: LoopThread,
        base_dir: Path,
        *,
        clock: MovableClock | None = None,
        lua_errors: LuaErrors = "raise",
        backdrop: Backdrop | None = None,
    ) -> None:
        """With a `backdrop`, files that nobody looks at are not written and ports that nobody asks for not opened."""
        from pytest_uimcp.server import server as ui_server
        from pytest_uimcp.server.mcp.server import UiMcpServer
        from pytest_uimcp.server.options import ServerOptions

        self._output = _PrintedLines(base_dir / "log", backdrop)
        clock = clock or RealTime()

        async def make() -> UiMcpServer:
            server = ui_server.UiServer(
                base_dir,
                options=ServerOptions(directory=project_of(base_dir)),
                clock=clock,
                output=self._output,
                backdrop=backdrop,
            )
            mcp = UiMcpServer(server)
            self._watch = mcp.watch
            return mcp

        super().__init__(loop, make, name="ui-mcp", clock=clock, lua_errors=lua_errors)
        self._server: UiServer = self._mcp.server
        self._server.app_failed.add(self.story.app_failed)
        self._server.trace = self.trace = FrameTrace()
        # Lua is stopped by its time limit; a call that takes longer has another problem.
        self.patience = self._server.options.time_limit * 2 + 30

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self._server.own_dir)!r}, {self._server.state})"

    # Life cycle.

    def configure(self) -> None:
        """Configure the server: its state becomes CONFIGURED, or RUNNING if its `config.toml` says `auto-start`."""

        # One way to the loop and back: each takes a fiftieth of a test.
        async def configure() -> Started | None:
            await self._server.configure()
            return await self._server.start_itself()

        if self._loop.run(configure()) is not None:
            self.try_settle()

    def start(self) -> None:
        """Start the server: its state becomes RUNNING."""
        self._loop.run(self._server.start_run())
        self.try_settle()

    # Addresses.

    @property
    def url(self) -> str:
        """The base URL of the UI."""
        return self._server.url

    @property
    def base_dir(self) -> Path:
        """The app directory it runs on."""
        return self._server.base_dir

    @property
    def session(self) -> Session:
        """The session that pages connect to."""
        return self._server.ui_session().session

    @property
    def publisher(self) -> TopicPublisher:
        """What its sessions subscribe at."""
        return self._server.publisher

    @property
    def publisher_url(self) -> str:
        """The address of its publisher, for bookmarklets and programs: any free port, served from its first use."""
        return self._loop.run(self._server.publisher.serve())

    # Actions.

    @step("test", unchanged)
    def run(self, code: str) -> Any:
        """Run Lua code and return its result as Python data; raises LuaError."""
        try:
            return self._loop.run(self._server.run(code), self.patience).data
        except LuaError as error:
            if error.text.startswith("ui_run:") and (missing := _MISSING.search(error.text)):
                with suppress(UimcpError):
                    names = self.session.eval(_GLOBALS if missing["kind"] == "global" else _MEMBERS).data
                    if isinstance(names, list) and (similar := near(missing["name"], map(str, names))):
                        error.context = f"  near it: {', '.join(similar)}"
            raise

    @step("test")
    def display(self, app: str) -> None:
        """Show an app; raises LuaError if it cannot be shown."""
        self._loop.run(self._server.display(app), self.patience)

    @step("test")
    def reload(self) -> ReloadReport:
        """Reload the files that have changed now, without waiting for the file watcher."""
        reports = [look_at_files(ui_session.session) for ui_session in list(self._server.ui_sessions)]
        if not reports:
            raise UimcpError("reload() needs a running server: call start() first")
        return reports[0]

    def written(self) -> None:
        """Called after a file of the app directory was written: reload it if the server runs and watches its files."""
        if self._server.options.hotload:
            with suppress(BusyError, SessionClosed):
                for ui_session in list(self._server.ui_sessions):
                    look_at_files(ui_session.session)
            self.try_settle()

    # Inspection.

    def status(self) -> dict[str, Any]:
        """The result of `ui_status` without `broken`, which pages show to a test."""
        return self._server.status()

    def state(self) -> dict[str, Any]:
        """`ui://state`: the displayed app as nested data, and the queued events."""
        state = self.last_state()
        self.try_settle()
        return state

    def last_state(self) -> dict[str, Any]:
        """`ui://state`, without settling: for reports."""
        return self._loop.run(self._server.state_of(), self.patience)

    def variables(self) -> list[dict[str, Any]]:
        """`ui://variables`: every variable, parents before children."""
        rows = self._loop.run(self._server.variables_of(), self.patience)
        self.try_settle()
        return rows

    @recorded("agent", unchanged)
    def events(self) -> list[dict[str, Any]]:
        """Take the queued events, as `/wait` would."""
        self.settle()
        return self._server.ui_session().events.take()

    @property
    def waiting(self) -> list[dict[str, Any]]:
        """The queued events, without taking them."""
        return [event for ui_session in list(self._server.ui_sessions) for event in ui_session.events.peek()]

    def rest(self, timeout: float = 10.0) -> None:
        """`settle()` without raising errors of the app; pages raise them after they have settled, too."""
        for ui_session in list(self._server.ui_sessions):
            ui_session.session.settle(timeout)
        if self._mcp.publisher.streams:
            self._loop.run(self._watch.finish(), timeout)
            ServerHarness.rest(self, timeout)

    @property
    def log(self) -> list[str]:
        """The output of the app so far; errors and warnings come last."""
        return self._output.memory.lines("out") + self._output.memory.lines("err")

    async def _stop(self) -> None:
        await self._server.close()
