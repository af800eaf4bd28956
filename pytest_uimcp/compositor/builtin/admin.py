"""`compositor_admin`: tools that mount and unmount servers. Put them behind a policy: a command is run as we are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_uimcp.compositor.errors import CompositorError
from pytest_uimcp.mcp.arguments import NON_EMPTY, Parameter
from pytest_uimcp.mcp.calls import ToolCall, ToolError
from pytest_uimcp.mcp.server import McpServer
from pytest_uimcp.mcp.tools import Tool

if TYPE_CHECKING:
    from pytest_uimcp.compositor.compositor import Compositor


class Admin:
    def __init__(self, compositor: Compositor) -> None:
        self._compositor = compositor

    async def attach(self, call: ToolCall) -> dict[str, bool]:
        try:
            await self._compositor.mount_server(call["prefix"], call["spec"])
        except CompositorError as error:
            raise ToolError(str(error), code=error.code, **error.details) from error
        # Whatever a stranger's command does when it is started: the agent is told, and may try another.
        except Exception as error:
            raise ToolError(f"{call['prefix']} cannot be mounted: {error}", code="mount_failed") from error
        return {"ok": True}

    async def detach(self, call: ToolCall) -> dict[str, bool]:
        try:
            await self._compositor.unmount_server(call["prefix"])
        except CompositorError as error:
            raise ToolError(str(error), code=error.code, **error.details) from error
        return {"ok": True}


def admin_server(compositor: Compositor) -> McpServer[Admin]:
    return McpServer("compositor_admin", Admin(compositor), TOOLS)


_PREFIX: Final = Parameter("prefix", NON_EMPTY, "The prefix of the server's tools.", required=True)
_SPEC: Final = {
    "type": "object",
    "properties": {
        "type": {"type": "string", "enum": ["stdio", "http"]},
        "command": {"type": "string"},
        "args": {"type": "array", "items": {"type": "string"}},
        "env": {"type": "array", "items": {"type": "object"}},
        "url": {"type": "string"},
        "headers": {"type": "array", "items": {"type": "object"}},
    },
    "required": ["type"],
    "additionalProperties": False,
}
TOOLS: Final = (
    Tool(
        "attach_server",
        "Attach server",
        "Mount a server: a command that speaks MCP on stdio, or a URL.",
        Admin.attach,
        (
            _PREFIX,
            Parameter(
                "spec",
                _SPEC,
                'A command {"type": "stdio", "command", "args", "env": [{"key", "value"}]}, or a URL '
                '{"type": "http", "url", "headers": [{"key", "value"}]}.',
                required=True,
            ),
        ),
        # A command may do whatever we can do.
        destructive=True,
        open_world=True,
    ),
    Tool("detach_server", "Detach server", "Unmount a server.", Admin.detach, (_PREFIX,), destructive=True),
)
