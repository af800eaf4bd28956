"""An MCP server: an endpoint that answers from a table of tools and a table of resources.

Both tables may change while clients are connected; the endpoint's publisher tells them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from pytest_uimcp.mcp.endpoint import McpEndpoint
from pytest_uimcp.mcp.handlers import Ready, ResourceHandlers, ToolHandlers
from pytest_uimcp.mcp.listeners import NotificationBatch
from pytest_uimcp.mcp.resources import Resource, ResourceTable, ResourceTemplate
from pytest_uimcp.mcp.subscriptions import Publisher
from pytest_uimcp.mcp.tools import Tool, ToolTable

S = TypeVar("S")


class McpServer(McpEndpoint[S]):
    """Serves one `server` object to any number of MCP connections. Make it on the event loop that serves them.

    `lists_change` tells clients of the handshake era that the lists of tools and resources may change. `ready` is
    awaited before each call and each read, after the request has been validated. `batches` are the resources whose
    notifications carry more than the URI.
    """

    def __init__(
        self,
        name: str,
        server: S,
        tools: Iterable[Tool[S]] = (),
        resources: Iterable[Resource[S] | ResourceTemplate[S]] = (),
        *,
        version: str = "",
        title: str | None = None,
        instructions: str | None = None,
        lists_change: bool = False,
        ready: Ready | None = None,
        batches: Mapping[str, Callable[[], NotificationBatch]] | None = None,
    ) -> None:
        super().__init__(
            name,
            server,
            # A lambda: the table is made below, because it reports its changes to this publisher.
            Publisher(accepts=lambda uri: self.resources.exists(server, uri), batches=batches),
            version=version,
            title=title,
            instructions=instructions,
            lists_change=lists_change,
        )
        self.tools: ToolTable[S] = ToolTable(tools, self.publisher.tools_changed)
        self.resources: ResourceTable[S] = ResourceTable(resources, self.publisher.resources_changed)
        ToolHandlers(server, self.tools, ready).install(self)
        ResourceHandlers(server, self.resources, ready).install(self)
