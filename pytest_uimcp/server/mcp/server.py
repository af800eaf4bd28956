"""ui-mcp over MCP: a `UiServer` behind its tools and resources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_uimcp.mcp.server import McpServer
from pytest_uimcp.server.mcp.recorder import recording
from pytest_uimcp.server.mcp.resources import RESOURCES
from pytest_uimcp.server.mcp.state_watch import StateWatch
from pytest_uimcp.server.mcp.tools import TOOLS

if TYPE_CHECKING:
    from pytest_uimcp.server.server import UiServer


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
        self.use(recording(server))
        self.watch = StateWatch(server, self.publisher)

    def close(self) -> None:
        """Stop watching the state, then end the listen streams."""
        self.watch.close()
        super().close()
