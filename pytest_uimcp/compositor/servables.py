"""The low-level server in whatever can be mounted in this process."""

from __future__ import annotations

from typing import Any

from mcp.server.lowlevel.server import Server
from mcp.server.mcpserver import MCPServer

from pytest_uimcp.compositor.errors import CompositorError
from pytest_uimcp.mcp.endpoint import McpEndpoint

__all__ = ["low_level"]


def low_level(server: object) -> Server[Any]:
    """The SDK's low-level server of a server, or of something with such a server as `mcp`."""
    mcp_server = getattr(server, "mcp", server)
    if isinstance(mcp_server, McpEndpoint):
        return mcp_server.sdk
    if isinstance(mcp_server, MCPServer):
        return mcp_server._lowlevel_server  # noqa: SLF001 - as the SDK's own client does; it has no public name
    if isinstance(mcp_server, Server):
        return mcp_server
    raise CompositorError("invalid_server", f"expected a server to mount, got {type(server).__name__}")
