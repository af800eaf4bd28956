"""An MCP server in the hands of a test: plain calls, settled answers.

A kind of server gets its harness by deriving from `ServerHarness`: it gives the function that makes its `McpServer`,
and adds the verbs that only this kind has.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pytest_uimcp.core.steps import StepLog
from pytest_uimcp.mcp.client import InMemoryClient, ToolResult
from pytest_uimcp.testing.harness.app_errors import LuaErrors
from pytest_uimcp.testing.harness.clock import MovableClock
from pytest_uimcp.testing.harness.harness import Harness, step
from pytest_uimcp.testing.harness.loop import LoopThread

if TYPE_CHECKING:
    from mcp.shared.subscriptions import ServerEvent
    from mcp.types import Resource, Tool

    from pytest_uimcp.mcp.server import McpServer

__all__ = ["ServerHarness"]

S = TypeVar("S")


class ServerHarness(Harness, Generic[S]):
    """A server on an event loop of its own, with a client that is connected in memory.

    `make` is awaited on that loop. Every call returns when the server has come to rest after it.
    """

    patience = 30.0
    """Seconds that a call may take."""

    def __init__(
        self,
        loop: LoopThread,
        make: Callable[[], Awaitable[McpServer[S]]],
        *,
        name: str = "",
        clock: MovableClock | None = None,
        lua_errors: LuaErrors = "raise",
    ) -> None:
        super().__init__(clock, story=StepLog(name), lua_errors=lua_errors)
        self._loop = loop
        self._calls: list[tuple[str, dict[str, Any], ToolResult]] = []

        async def connect() -> tuple[McpServer[S], InMemoryClient]:
            mcp = await make()
            return mcp, InMemoryClient(mcp.sdk)

        self._mcp, self._client = loop.run(connect())

    @step("agent", lambda result: {"is_error": result.is_error, "text": result.text})
    def tool(self, name: str, /, **arguments: Any) -> ToolResult:
        """Call a tool over MCP. What the server answers is never raised: `.is_error` says that it refused or failed."""
        result = self._loop.run(self._client.call(name, arguments), self.patience)
        self._calls.append((name, arguments, result))
        return result

    def tools(self) -> list[Tool]:
        """The tools that an agent is offered."""
        return self._loop.run(self._client.tools(), self.patience)

    def resources(self) -> list[Resource]:
        """The resources that an agent is offered."""
        return self._loop.run(self._client.resources(), self.patience)

    @step("agent", lambda text: text)
    def read(self, uri: str) -> str:
        """The text of a resource; raises MCPError when it cannot be read."""
        return self._loop.run(self._client.read(uri), self.patience)

    @step("agent")
    def listen(self, *uris: str) -> None:
        """Collect in `notifications` what the server announces: changes of these resources and of its lists."""
        self._loop.run(self._client.listen(*uris), self.patience)

    @property
    def notifications(self) -> list[ServerEvent]:
        """The notifications received since `listen`."""
        return list(self._client.notifications)

    @property
    def calls(self) -> list[tuple[str, dict[str, Any], ToolResult]]:
        """The tools called so far."""
        return list(self._calls)

    @property
    def log(self) -> list[str]:
        """What the server has printed; nothing, unless a kind of server keeps it."""
        return []

    def rest(self, timeout: float = 10.0) -> None:
        """Return when nothing is left to do on the server's event loop, and its notifications have been received."""
        self._loop.run(self._loop.idle(), timeout)

    def close(self) -> None:
        """Disconnect and stop the server, from any state."""

        async def end() -> None:
            await self._client.close()
            self._mcp.close()
            await self._stop()

        self._loop.run(end())

    async def _stop(self) -> None:
        """End what the server holds beside its MCP side."""
