"""A running server in the hands of a test: plain calls, settled answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_uimcp.engine.lua.output import FileOutput, MemoryOutput, Stream
from pytest_uimcp.story import Story, short, told_by
from pytest_uimcp.testing.clock import MovableClock, RealTime
from pytest_uimcp.testing.loop import LoopThread
from pytest_uimcp.testing.tools import ToolClient, ToolResult

if TYPE_CHECKING:
    from mcp.types import Tool

    from pytest_uimcp.engine.session import Session

__all__ = ["Server"]


class _Both:
    """Keeps what the app prints for the test's report, and writes the files that a real server writes."""

    def __init__(self, log_dir: Path) -> None:
        self.memory = MemoryOutput()
        self._file = FileOutput(log_dir)

    def write(self, stream: Stream, data: bytes) -> None:
        self.memory.write(stream, data)
        self._file.write(stream, data)


class Server:
    """A ui-mcp server on an app directory, used from plain functions.

    `configure` and `start` are what an agent's first two calls do; `close` leaves nothing behind. Every call waits
    until the server has done it.
    """

    def __init__(
        self,
        loop: LoopThread,
        base_dir: Path,
        *,
        clock: MovableClock | None = None,
    ) -> None:
        from pytest_uimcp.server.http import HttpSide
        from pytest_uimcp.server.install.places import project_of
        from pytest_uimcp.server.options import ServerOptions
        from pytest_uimcp.server.protocol import McpServer
        from pytest_uimcp.server.server import UiServer

        self._loop = loop
        self._clock: MovableClock = clock or RealTime()
        self._output = _Both(base_dir / "log")
        self._calls: list[tuple[str, dict[str, Any], ToolResult]] = []
        self.story = Story()

        async def make() -> tuple[UiServer, McpServer, ToolClient]:
            server = UiServer(
                base_dir,
                options=ServerOptions(directory=project_of(base_dir)),
                clock=self._clock,
                output=self._output,
                open_ports=HttpSide().open_ports,
            )
            mcp = McpServer(server)
            return server, mcp, ToolClient(mcp)

        self._server, self._mcp, self._client = loop.run(make())

    # Life.

    def configure(self) -> None:
        """Bring it to CONFIGURED."""
        self._loop.run(self._server.configure())

    def start(self) -> None:
        """Bring it to RUNNING."""
        self._loop.run(self._server.start())

    def close(self) -> None:
        """The end, from any state."""

        async def end() -> None:
            await self._client.close()
            self._mcp.close()
            await self._server.close()

        self._loop.run(end())

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
    def clock(self) -> MovableClock:
        """Its time; `.advance(seconds)` moves it when it is virtual."""
        return self._clock

    @property
    def session(self) -> Session:
        """The session that pages connect to."""
        return self._server.face().session

    # As an agent.

    @told_by("agent", lambda result: short(("error: " if result.is_error else "") + result.text))
    def tool(self, name: str, **arguments: Any) -> ToolResult:
        """Call a tool over MCP. A tool's own error is in the result, not raised."""
        result = self._loop.run(self._client.call(name, arguments), self._patience)
        self._calls.append((name, arguments, result))
        return result

    def tools(self) -> list[Tool]:
        """The tools that an agent is offered."""
        return self._loop.run(self._client.tools(), self._patience)

    @told_by("test", lambda result: short(repr(result)))
    def run(self, code: str) -> Any:
        """What a piece of Lua returns, as Python data; raises LuaError."""
        return self._loop.run(self._server.run(code), self._patience).data

    @told_by("test")
    def display(self, app: str) -> None:
        """Show an app; raises LuaError with the reason when it cannot be shown."""
        self._loop.run(self._server.display(app), self._patience)

    # Looking in.

    def status(self) -> dict[str, Any]:
        """What `ui_status` tells."""
        return self._server.status()

    def state(self) -> dict[str, Any]:
        """`ui://state`: the displayed app, nested, and the events that wait."""
        return self._loop.run(self._server.state_of(), self._patience)

    def variables(self) -> list[dict[str, Any]]:
        """`ui://variables`: every variable, parents before children."""
        return self._loop.run(self._server.variables_of(), self._patience)

    @told_by("agent", lambda events: short(repr(events)))
    def events(self) -> list[dict[str, Any]]:
        """Take the events pushed since the last take, as `/wait` would."""
        self.settle()
        return self._server.face().events.take()

    @property
    def waiting(self) -> list[dict[str, Any]]:
        """The events that nobody has taken yet; they stay."""
        return [event for face in list(self._server.faces) for event in face.events.peek()]

    def settle(self) -> None:
        """Return when no work is queued, running or due now and every page has been told."""
        for face in list(self._server.faces):
            face.session.settle()

    @property
    def log(self) -> list[str]:
        """What the app has printed so far, errors and warnings after the rest."""
        return self._output.memory.lines("out") + self._output.memory.lines("err")

    @property
    def calls(self) -> list[tuple[str, dict[str, Any], ToolResult]]:
        """The tools called so far."""
        return list(self._calls)

    @property
    def _patience(self) -> float:
        # The time limit ends what Lua does; beyond that, something else is wrong.
        return self._server.options.time_limit * 2 + 30
