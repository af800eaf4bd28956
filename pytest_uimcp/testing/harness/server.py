"""The harness of MCP servers: plain calls that return when the server has settled.

To give a kind of server its harness, derive from `ServerHarness`, pass the function that makes its endpoint (as a rule
an `McpServer`), and add the methods that only this kind needs.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pytest_uimcp.core.steps import StepLog
from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.mcp.client import InMemoryClient
from pytest_uimcp.mcp.errors import refuse_unknown
from pytest_uimcp.testing.harness.app_errors import LuaErrors
from pytest_uimcp.testing.harness.clock import MovableClock
from pytest_uimcp.testing.harness.harness import Harness, step
from pytest_uimcp.testing.harness.loop import LoopThread

if TYPE_CHECKING:
    from mcp.shared.subscriptions import ServerEvent
    from mcp.types import Resource, Tool

    from pytest_uimcp.mcp.endpoint import McpEndpoint


S = TypeVar("S")


class ServerHarness(Harness, Generic[S]):
    """A server on its own event loop, with a client connected in memory.

    `make` is awaited on that loop. Every call returns when the server has settled.
    """

    # The time limit of a call, in seconds.
    patience = 30.0

    def __init__(
        self,
        loop: LoopThread,
        make: Callable[[], Awaitable[McpEndpoint[S]]],
        *,
        name: str = "",
        clock: MovableClock | None = None,
        lua_errors: LuaErrors = "raise",
    ) -> None:
        super().__init__(clock, story=StepLog(name), lua_errors=lua_errors)
        self._loop = loop
        self._calls: list[tuple[str, dict[str, Any], ToolResult]] = []

        # Both are made on the loop: locks and streams belong to the one that they are first used on.
        async def connect() -> tuple[McpEndpoint[S], InMemoryClient]:
            mcp = await make()
            return mcp, InMemoryClient(mcp.sdk)

        self._mcp, self._client = loop.run(connect())

    @step("agent", lambda result: {"is_error": result.is_error, "text": result.text})
    def tool(self, name: str, /, **arguments: Any) -> ToolResult:
        """Call a tool over MCP. Errors are not raised: `.is_error` tells whether the tool refused or failed.

        Raises ToolNotFound if the server has no such tool.
        """
        result = self._loop.run(self._client.call(name, arguments), self.patience)
        refuse_unknown(name, result)
        self._calls.append((name, arguments, result))
        return result

    def tools(self) -> list[Tool]:
        """The tools listed for an agent."""
        return self._loop.run(self._client.tools(), self.patience)

    def resources(self) -> list[Resource]:
        """The resources listed for an agent."""
        return self._loop.run(self._client.resources(), self.patience)

    @step("agent", str)
    def read(self, uri: str) -> str:
        """The text of a resource; raises MCPError when it cannot be read."""
        return self._loop.run(self._client.read(uri), self.patience)

    @step("agent")
    def listen(self, *uris: str) -> None:
        """Collect notifications in `notifications`: changes of these resources and of the lists."""
        self._loop.run(self._client.listen(*uris), self.patience)

    @property
    def notifications(self) -> list[ServerEvent]:
        """The notifications received since `listen`."""
        return list(self._client.notifications)

    @property
    def calls(self) -> list[tuple[str, dict[str, Any], ToolResult]]:
        return list(self._calls)

    @property
    def log(self) -> list[str]:
        """The lines that the server has printed; empty unless the kind of server keeps them."""
        return []

    @property
    def mcp(self) -> McpEndpoint[S]:
        """The server, for whoever serves or mounts it; belongs to the event loop."""
        return self._mcp

    def rest(self, timeout: float = 10.0) -> None:
        """Return when the server's event loop is idle and its notifications have been received."""
        self._loop.run(self._loop.idle(), timeout)

    def close(self) -> None:
        """Disconnect and stop the server, whatever its state."""

        async def end() -> None:
            await self._client.close()
            self._mcp.close()
            await self._stop()

        self._loop.run(end())

    async def _stop(self) -> None:
        """Release what the server holds apart from its MCP connection."""
