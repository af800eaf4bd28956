"""ui-mcp over MCP: a `UiServer` behind its tools and resources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.mcp.server import Context, McpServer
from pytest_uimcp.server.mcp.recorder import recorded_call
from pytest_uimcp.server.mcp.resources import RESOURCES
from pytest_uimcp.server.mcp.state_watch import StateWatch
from pytest_uimcp.server.mcp.tools import TOOLS

if TYPE_CHECKING:
    import mcp_types as types

    from pytest_uimcp.server.server import UiServer

__all__ = ["INSTRUCTIONS", "UiMcpServer"]

INSTRUCTIONS: Final = (
    "Live user interfaces in the user's browser, made of Lua objects and HTML views. Read ui://mcp first, then "
    "ui://reference. Typical order: ui_start, ui_display, ui_open_browser, then ui_run; wait for what the user does "
    "with GET /wait on the MCP port."
)


class UiMcpServer(McpServer["UiServer"]):
    """Serves one UI server to any number of MCP connections, with notifications of its state."""

    def __init__(self, server: UiServer) -> None:
        super().__init__(
            "ui-server",
            server,
            TOOLS.values(),
            RESOURCES,
            version=server.version,
            title="ui-mcp",
            instructions=INSTRUCTIONS,
            ready=server.start_finished,
        )
        self.watch = StateWatch(server, self.publisher)

    async def _call_tool(self, ctx: Context, params: types.CallToolRequestParams) -> Any:
        call = super()._call_tool
        return await recorded_call(self.server, params.name, params.arguments, lambda: call(ctx, params))

    async def _read_resource(self, ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        if self.server.recorder is not None:
            self.server.recorder.read(str(params.uri))
        return await super()._read_resource(ctx, params)

    def close(self) -> None:
        """Stop watching the state, then end the listen streams."""
        self.watch.close()
        super().close()
