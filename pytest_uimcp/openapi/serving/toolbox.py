"""All tools that a configuration gives: those of its targets, then those of its MCP servers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pytest_uimcp.core.listeners import Listeners
from pytest_uimcp.openapi.children.children import Children, open_children
from pytest_uimcp.openapi.config.models import Config
from pytest_uimcp.openapi.opening import Targets, open_targets
from pytest_uimcp.openapi.requests.wire import MakeTransport, over_network
from pytest_uimcp.openapi.tools import Tools
from pytest_uimcp.openapi.warn import Warn, to_stderr

__all__ = ["Toolbox", "open_toolbox"]


class Toolbox:
    """The tools as they are now. `changes` tells whoever listens when there are others."""

    def __init__(self, targets: Targets, children: Children) -> None:
        self.targets = targets.targets
        self.changes: Listeners[Tools] = Listeners("the tools")
        self._names = targets.names
        self._own = targets.tools
        self._children = children
        self.tools = self._all()
        children.changed = self._renew

    def _all(self) -> Tools:
        return Tools([*self._own.values(), *self._children.tools(self._names.copy())])

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
