"""All tools that a configuration gives: those of its targets, then those of its MCP servers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pytest_uimcp.compositor.listeners import Listeners
from pytest_uimcp.openapi.config.models import Config
from pytest_uimcp.openapi.opening import Targets, open_targets
from pytest_uimcp.openapi.requests.wire import MakeTransport, over_network
from pytest_uimcp.openapi.tools import Tools
from pytest_uimcp.openapi.warn import Warn, to_stderr

__all__ = ["Toolbox", "open_toolbox"]


class Toolbox:
    """The tools as they are now. `changes` tells whoever listens when there are others."""

    def __init__(self, targets: Targets) -> None:
        self.targets = targets.targets
        self.tools = targets.tools
        self.changes: Listeners[Tools] = Listeners("the tools")

    def replace(self, tools: Tools) -> None:
        """From now on there are these."""
        self.tools = tools
        self.changes.tell(tools)


@asynccontextmanager
async def open_toolbox(
    config: Config, *, warn: Warn = to_stderr, transport: MakeTransport = over_network
) -> AsyncIterator[Toolbox]:
    """Open all targets and start all servers of a configuration; one that fails is skipped with a warning."""
    async with open_targets(config, warn=warn, transport=transport) as targets:
        yield Toolbox(targets)
