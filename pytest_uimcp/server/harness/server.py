"""A running server in the hands of a test: plain calls, settled answers."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.steps import recorded
from pytest_uimcp.engine.errors import BusyError, SessionClosed
from pytest_uimcp.engine.lua.output import FileOutput, MemoryOutput, Stream
from pytest_uimcp.server.harness.app import AppHarness, look_at_files
from pytest_uimcp.testing.harness.app_errors import LuaErrors
from pytest_uimcp.testing.harness.clock import MovableClock, RealTime
from pytest_uimcp.testing.harness.harness import step
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.testing.harness.server import ServerHarness

if TYPE_CHECKING:
    from pytest_uimcp.engine.files.reloading import ReloadReport
    from pytest_uimcp.engine.session import Session
    from pytest_uimcp.server.mcp_server import UiMcpServer
    from pytest_uimcp.server.server import UiServer

__all__ = ["Server"]


class _PrintedLines:
    """Keeps what the app prints for the test's report, and writes the files that a real server writes."""

    def __init__(self, log_dir: Path) -> None:
        self.memory = MemoryOutput()
        self._file = FileOutput(log_dir)

    def write(self, stream: Stream, data: bytes) -> None:
        self.memory.write(stream, data)
        self._file.write(stream, data)


class Server(AppHarness, ServerHarness["UiServer"]):
    """A ui-mcp server on an app directory, used from plain functions.

    `configure` and `start` are what an agent's first two calls do; `close` leaves nothing behind. Every call waits
    until the server has done it and all that follows from it, and raises what fails in the app on the way.
    """

    def __init__(
        self,
        loop: LoopThread,
        base_dir: Path,
        *,
        clock: MovableClock | None = None,
        lua_errors: LuaErrors = "raise",
    ) -> None:
        from pytest_uimcp.server import server as ui_server
        from pytest_uimcp.server.install.paths import project_of
        from pytest_uimcp.server.mcp_server import UiMcpServer
        from pytest_uimcp.server.options import ServerOptions

        self._output = _PrintedLines(base_dir / "log")
        clock = clock or RealTime()

        async def make() -> UiMcpServer:
            server = ui_server.UiServer(
                base_dir,
                options=ServerOptions(directory=project_of(base_dir)),
                clock=clock,
                output=self._output,
            )
            mcp = UiMcpServer(server)
            self._watch = mcp.watch
            return mcp

        super().__init__(loop, make, name="ui-mcp", clock=clock, lua_errors=lua_errors)
        self._server: UiServer = self._mcp.server
        self._server.app_failed.add(self.story.app_failed)
        # The time limit ends what Lua does; beyond that, something else is wrong.
        self.patience = self._server.options.time_limit * 2 + 30

    # Life.

    def configure(self) -> None:
        """Bring it to CONFIGURED."""
        self._loop.run(self._server.configure())

    def start(self) -> None:
        """Bring it to RUNNING."""
        self._loop.run(self._server.start())
        self.try_settle()

    # Where it is.

    @property
    def url(self) -> str:
        """Where the UI is."""
        return self._server.url

    @property
    def base_dir(self) -> Path:
        """The app directory it runs on."""
        return self._server.base_dir

    @property
    def session(self) -> Session:
        """The session that pages connect to."""
        return self._server.ui_session().session

    # At work.

    @step("test", lambda result: result)
    def run(self, code: str) -> Any:
        """What a piece of Lua returns, as Python data; raises LuaError."""
        return self._loop.run(self._server.run(code), self.patience).data

    @step("test")
    def display(self, app: str) -> None:
        """Show an app; raises LuaError with the reason when it cannot be shown."""
        self._loop.run(self._server.display(app), self.patience)

    @step("test")
    def reload(self) -> ReloadReport:
        """Look at the files now and run again what changed, without waiting for the watch to see it."""
        reports = [look_at_files(one.session) for one in list(self._server.ui_sessions)]
        if not reports:
            raise UimcpError("reload() needs a running server: call start() first")
        return reports[0]

    def written(self) -> None:
        """A file of the app directory was written: take it over, if this is a running server that does so."""
        if self._server.options.hotload:
            with suppress(BusyError, SessionClosed):
                for one in list(self._server.ui_sessions):
                    look_at_files(one.session)
            self.try_settle()

    # Looking in.

    def status(self) -> dict[str, Any]:
        """What `ui_status` tells."""
        return self._server.status()

    def state(self) -> dict[str, Any]:
        """`ui://state`: the displayed app, nested, and the events that wait."""
        state = self._loop.run(self._server.state_of(), self.patience)
        self.try_settle()
        return state

    def variables(self) -> list[dict[str, Any]]:
        """`ui://variables`: every variable, parents before children."""
        rows = self._loop.run(self._server.variables_of(), self.patience)
        self.try_settle()
        return rows

    @recorded("agent", lambda events: events)
    def events(self) -> list[dict[str, Any]]:
        """Take the events pushed since the last take, as `/wait` would."""
        self.settle()
        return self._server.ui_session().events.take()

    @property
    def waiting(self) -> list[dict[str, Any]]:
        """The events that nobody has taken yet; they stay."""
        return [event for one in list(self._server.ui_sessions) for event in one.events.peek()]

    def rest(self, timeout: float = 10.0) -> None:
        """`settle()` without raising errors of the app: for pages, which raise them when they have come to rest too."""
        for one in list(self._server.ui_sessions):
            one.session.settle(timeout)
        if self._client.listening:
            self._loop.run(self._watch.finish(), timeout)
            ServerHarness.rest(self, timeout)

    @property
    def log(self) -> list[str]:
        """What the app has printed so far, errors and warnings after the rest."""
        return self._output.memory.lines("out") + self._output.memory.lines("err")

    async def _stop(self) -> None:
        await self._server.close()
