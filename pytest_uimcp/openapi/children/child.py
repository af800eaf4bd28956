"""One MCP server of the configuration, restarts included."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import anyio
from anyio.abc import TaskGroup

from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.openapi.children.connection import CLOSED, ChildConnection, Json
from pytest_uimcp.openapi.config.models import ChildConfig
from pytest_uimcp.openapi.danger import is_dangerous_tool
from pytest_uimcp.openapi.errors import ChildError
from pytest_uimcp.openapi.results import failed, told_as_failed
from pytest_uimcp.openapi.spec.nodes import as_object
from pytest_uimcp.openapi.tools import ServedTool
from pytest_uimcp.openapi.warn import Warn
from pytest_uimcp.transport.environment import child_environment
from pytest_uimcp.transport.process import ProcessSpec

WINDOW_SECONDS: Final = 300.0
MAX_RESTARTS: Final = 5


class Backoff:
    """Restarts of one process: at least 1, 2, 4, 8 and 16 seconds apart, and at most five in five minutes."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._now = clock
        self._last = clock()
        self._starts: deque[float] = deque()

    def wait(self) -> float | None:
        """The seconds to wait before the next restart; None if there were too many."""
        time_now = self._now()
        # Restarts long ago say nothing about a process that has run well since.
        while self._starts and time_now - self._starts[0] >= WINDOW_SECONDS:
            self._starts.popleft()
        if len(self._starts) >= MAX_RESTARTS:
            return None
        return max(0.0, self._last + 2.0 ** len(self._starts) - time_now)

    def started(self) -> None:
        self._last = self._now()
        self._starts.append(self._last)


class Child:
    """A child process that speaks MCP. A call restarts it if it has died. `changed` is called when its tools change."""

    def __init__(
        self, config: ChildConfig, folder: Path, tasks: TaskGroup, warn: Warn, *, backoff: Backoff | None = None
    ) -> None:
        self.config = config
        self.changed: Callable[[], None] = lambda: None
        self._tasks = tasks
        self._warn = warn
        self._backoff = backoff or Backoff()
        # Several calls may find the child dead at the same time; one of them restarts it.
        self._starting = anyio.Lock()
        self._closed = False
        self._spec = ProcessSpec(
            [config.command, *config.args],
            child_environment({name: secret.reveal() for name, secret in config.env.items()}, config.inherit_env),
            folder / Path(config.cwd).expanduser() if config.cwd else None,
            warn,
        )
        # Before the start there is a connection too, which is closed: nobody has to ask whether there is one.
        self._connection = self._new()

    @property
    def rows(self) -> list[Json]:
        return self._connection.rows

    async def start(self) -> None:
        """Start it and list its tools; raises ChildError with the reason."""
        self._connection = self._new()
        await self._connection.start(self.config.startup_timeout)

    def close(self) -> None:
        """End it; may be called twice."""
        self._closed = True
        self._connection.end()

    async def call(self, tool: str, arguments: Any) -> Json:
        """Call one of its tools; returns the result as it was sent, or raises ChildError."""
        connection = await self._open()
        return await connection.call(tool, arguments, self.config.timeout)

    async def _open(self) -> ChildConnection:
        """The open connection; restarts the child if it has died and may be restarted."""
        if self.config.restart == "on-demand" and not self._connection.open and not self._closed:
            async with self._starting:
                # Another call may have done it while this one was waiting.
                if not self._connection.open:
                    await self._restart()
        return self._connection

    async def _restart(self) -> None:
        seconds = self._backoff.wait()
        if seconds is None:
            raise ChildError(f"{CLOSED}: {self.config.name} was restarted too often; try again in five minutes")
        # A child that dies at once is not started in a loop.
        await anyio.sleep(seconds)
        self._backoff.started()
        earlier_rows = self.rows
        try:
            await self.start()
        except ChildError as error:
            raise ChildError(f"{CLOSED}: {self.config.name} cannot be restarted: {error}") from None
        # Hosts read the whole list again when it changes, so they are told only if it did.
        if self.rows != earlier_rows:
            self.changed()

    def _new(self) -> ChildConnection:
        return ChildConnection(self._spec, self._tasks, self._warn, self._other_tools)

    def _other_tools(self) -> None:
        self._tasks.start_soon(self._refresh, self._connection)

    async def _refresh(self, connection: ChildConnection) -> None:
        try:
            await connection.refresh(self.config.timeout)
            self.changed()
        except Exception as error:  # noqa: BLE001 - a child may answer anything, and must not end the others
            self._warn(f"its tools cannot be listed again: {str(error) or type(error).__name__}")


class ChildTool(ServedTool):
    """A tool of a child: its schema, annotations and results are passed on unchanged."""

    def __init__(self, name: str, child: Child, row: Mapping[str, Any]) -> None:
        super().__init__(
            name,
            str(row.get("description") or ""),
            source=child.config.name,
            group=child.config.name,
            annotations=as_object(row.get("annotations")),
        )
        self.own_name: str = row["name"]
        self._child = child
        self._row = row

    @property
    def schema(self) -> dict[str, Any]:
        schema = self._row.get("inputSchema")
        if isinstance(schema, dict):
            return schema
        return {"type": "object"}

    def is_dangerous(self, arguments: Mapping[str, Any]) -> bool:
        """By its annotations, its name, or a method that it is given."""
        return is_dangerous_tool(self.own_name, self.annotations, arguments)

    async def call(self, arguments: Any, *, token: str | None = None) -> ToolResult:
        del token
        server = self._child.config.name
        try:
            result = _result(await self._child.call(self.own_name, arguments or {}))
        except ChildError as error:
            return failed(f"Error: {error}", "child_failed", server=server)
        if result.is_error:
            return told_as_failed(result, "child_error", {"server": server})
        return result

    def listed(self) -> dict[str, Any]:
        """Its row of `tools/list`; a description only if it has one."""
        row = super().listed()
        if self.description:
            return row
        return {key: value for key, value in row.items() if key != "description"}


def _result(raw: Mapping[str, Any]) -> ToolResult:
    result = ToolResult.from_json(raw)
    # What a child says in its metadata is about its own connection; an error is told in the words of this server.
    plain = ToolResult(result.content, result.data, result.is_error)
    if plain.content or "structuredContent" in raw:
        return plain
    return ToolResult.of_text("", is_error=plain.is_error)
