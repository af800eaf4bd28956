"""A tool provider that knows which calls are under way, so that a test can wait for exactly as long as it must."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pytest_uimcp.agent.models.base import ToolSpec
from pytest_uimcp.agent.tools import ToolProvider
from pytest_uimcp.mcp.calls import ToolResult

__all__ = ["WatchedTools"]


class WatchedTools:
    """Passes calls on; `changed` is called when one begins and when one is over."""

    def __init__(self, tools: ToolProvider, changed: Callable[[], None]) -> None:
        self._tools = tools
        self._changed = changed
        self.in_flight: dict[str, str] = {}
        """The names of the tools whose calls are under way, by the model's ids of the calls."""

    async def list_tools(self) -> Sequence[ToolSpec]:
        return await self._tools.list_tools()

    async def call_tool(self, name: str, arguments: Mapping[str, Any], *, call_id: str) -> ToolResult:
        self.in_flight[call_id] = name
        self._changed()
        try:
            return await self._tools.call_tool(name, arguments, call_id=call_id)
        finally:
            del self.in_flight[call_id]
            self._changed()
