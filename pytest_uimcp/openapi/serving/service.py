"""The server behind every transport: it decides which tools clients see, and runs their calls.

The tools are those of the targets, then those of the MCP servers of the configuration.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from pytest_uimcp.core.listeners import Listeners
from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.mcp.errors import ToolNotFound
from pytest_uimcp.mcp.firstversion import Ask
from pytest_uimcp.openapi.children.children import Children, open_children
from pytest_uimcp.openapi.config.models import Config, ServeConfig
from pytest_uimcp.openapi.opening import Targets, open_targets
from pytest_uimcp.openapi.requests.wire import MakeTransport, over_network
from pytest_uimcp.openapi.results import limited
from pytest_uimcp.openapi.search import search_tools
from pytest_uimcp.openapi.serving.confirming import POLICIES
from pytest_uimcp.openapi.tools import ServedTools
from pytest_uimcp.openapi.warn import Warn, to_stderr


class Toolbox:
    """The tools as they are now. `changes` tells whoever listens when there are others."""

    def __init__(self, targets: Targets, children: Children) -> None:
        self.targets = targets.targets
        self.changes: Listeners[ServedTools] = Listeners("the tools")
        self._names = targets.names
        self._target_tools = targets.tools
        self._children = children
        self.tools = self._all()
        children.changed = self._renew

    def _all(self) -> ServedTools:
        return ServedTools([*self._target_tools.values(), *self._children.tools(self._names.copy())])

    def _renew(self) -> None:
        self.tools = self._all()
        self.changes.tell(self.tools)


@asynccontextmanager
async def open_toolbox(
    config: Config, *, warn: Warn = to_stderr, transport: MakeTransport = over_network
) -> AsyncIterator[Toolbox]:
    """Open all targets and start all servers of a configuration; one that fails is skipped with a warning."""
    async with (
        open_children(config.mcp.children, config.folder, warn) as children,
        open_targets(config, warn=warn, transport=transport) as targets,
    ):
        yield Toolbox(targets, children)


NAME: Final = "nlui"
VERSION: Final = "0.1.0"


class Service:
    """The tools of a toolbox, served as the configuration says."""

    def __init__(self, toolbox: Toolbox, config: ServeConfig) -> None:
        self.toolbox = toolbox
        self.config = config
        self._confirm = POLICIES[config.confirm]
        self._visible = (toolbox.tools, self._tools_for_clients(toolbox.tools))

    @property
    def tools(self) -> ServedTools:
        """The tools that clients see."""
        # Compared by identity: the toolbox makes a new table whenever its tools change.
        behind, visible = self._visible
        if behind is not self.toolbox.tools:
            behind = self.toolbox.tools
            visible = self._tools_for_clients(behind)
            self._visible = (behind, visible)
        return visible

    def _tools_for_clients(self, tools: ServedTools) -> ServedTools:
        if self.config.surface == "search":
            return search_tools(tools)
        return tools

    def listed(self) -> Sequence[Mapping[str, Any]]:
        return self.tools.listed()

    def follow(self, tell: Callable[[], None]) -> Callable[[], None]:
        """Call a function whenever the tools change; returns a function that stops this."""
        return self.toolbox.changes.add(lambda _: tell())

    async def call_tool(self, name: str, arguments: Any, ask: Ask) -> dict[str, Any]:
        """The result of `tools/call`; raises ToolNotFound only if unknown tools are to be errors of the protocol."""
        # Models read results and rarely see errors of the protocol, so by default an unknown tool is a result with the
        # nearest name.
        if self.config.strict_unknown_tool and name not in self.tools:
            raise ToolNotFound(f"unknown tool: {name}")
        return (await self.call(name, arguments, ask)).to_json()

    async def call(self, name: str, arguments: Any, ask: Ask) -> ToolResult:
        """Call a tool. A dangerous call runs only if the policy allows it."""
        tool = self.tools.get(name)
        if tool is None:
            return self.tools.unknown(name)
        checked = arguments if isinstance(arguments, Mapping) else {}
        if tool.is_dangerous(checked) and (instead := await self._confirm(tool, checked, ask)) is not None:
            return instead
        return limited(await tool.call(arguments), self.config.max_result_chars)


@asynccontextmanager
async def open_service(
    config: Config, *, warn: Warn = to_stderr, transport: MakeTransport = over_network
) -> AsyncIterator[Service]:
    async with open_toolbox(config, warn=warn, transport=transport) as toolbox:
        yield Service(toolbox, config.mcp.server)
