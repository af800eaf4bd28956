"""The page at the root of the MCP port: what the port is for, and where people want to go instead."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Final

from pytest_uimcp.server.errors import LifecycleError
from pytest_uimcp.server.mcp.tools import TOOLS
from pytest_uimcp.server.pages import generated as pages
from pytest_uimcp.server.ports.tool_api import tool_method

if TYPE_CHECKING:
    from aiohttp import web

    from pytest_uimcp.server.server import UiServer

__all__ = ["mcp_root"]

GUIDES: Final = {
    "/api/resource/mcp.md": "For agents and scripts: tools, events, addresses",
    "/api/resource/": "All guides",
}


def mcp_root(server: UiServer) -> web.Response:
    """The page, which links to the UI as soon as that runs."""
    tools = "".join(
        f"<tr><td><code>{tool_method(tool)} /api/{tool.name}</code></td><td>{html.escape(tool.title)}</td></tr>"
        for tool in TOOLS.values()
    )
    return pages.page(
        "ui-mcp: the MCP port",
        "<h1>The MCP port of ui-mcp</h1><p>Agents speak MCP here, over HTTP at <code>/mcp</code> and "
        f"<code>/sse</code>. {_ui(server)}<h2>Tools for scripts</h2><p>Each takes a JSON object; its answer is "
        f"<code>result</code> or <code>error</code>.</p><table>{tools}</table><h2>Guides</h2>{pages.link_list(GUIDES)}",
    )


def _ui(server: UiServer) -> str:
    try:
        url = server.url
    except LifecycleError:
        return "The pages of apps are on another port, which opens when an agent calls <code>ui_start</code>.</p>"
    links = {f"{url}/": "The app", f"{url}/variables": "The variables of the app"}
    return f"The pages of apps are on another port:</p>{pages.link_list(links)}"
