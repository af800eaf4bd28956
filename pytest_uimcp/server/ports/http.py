"""The two HTTP ports of ui-mcp: the UI's (pages, WebSocket) and the MCP one (debug pages, events, MCP itself).

Imported only when a server starts, because imports take half of the time until `initialize` is answered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_uimcp.server.ports.api_token import ApiToken
from pytest_uimcp.server.ports.mcp_port import McpPort
from pytest_uimcp.server.ports.names import MCP_PORT, UI_PORT
from pytest_uimcp.server.ports.ui_port import UiPort
from pytest_uimcp.transport.ports import HttpPort
from pytest_uimcp.transport.site import HttpSite

if TYPE_CHECKING:
    from typing import Any

    from mcp.server.lowlevel.server import Server

    from pytest_uimcp.server.server import UiServer
    from pytest_uimcp.transport.doorkeeper import Users


# Seconds that requests in progress have to finish when a port closes, and then again to react to their cancellation.
GRACE: Final = 0.2


def new_site() -> HttpSite:
    return HttpSite(grace=GRACE)


def bind_ports(site: HttpSite, server: UiServer) -> list[str]:
    """Bind both ports of a starting server, or none. Returns the names of the ports that were not bound before."""
    bound = [UI_PORT]
    site.bind(UI_PORT, UiPort(server).application(site.guard), server.options.port, _users(server))
    # Over HTTP it is open from the start of the process, and stays open between runs.
    if MCP_PORT not in site.ports:
        try:
            bind_mcp_port(site, server)
        except BaseException:
            site.unbind(UI_PORT)
            raise
        bound.append(MCP_PORT)
    return bound


def bind_mcp_port(site: HttpSite, server: UiServer, mcp: Server[Any] | None = None) -> HttpPort:
    """Bind the MCP port; with `mcp`, it serves MCP as well."""
    app = McpPort(server).application(site.guard)
    if mcp is not None:
        from pytest_uimcp.transport.http import mount_mcp

        mount_mcp(app, mcp)
    return site.bind(MCP_PORT, app, server.options.mcp_port, _users(server), ApiToken(server))


def _users(server: UiServer) -> Users:
    # The options change when the server is configured anew, while its MCP port stays open.
    return lambda: server.options.allow_users
