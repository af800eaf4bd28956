"""The reference of the server: options, tools, resources and routes."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from aiohttp import web
from mcp.server.lowlevel.server import Server

from pytest_uimcp.mcp.arguments import Parameter, expected
from pytest_uimcp.mcp.resources import Resource, ResourceInfo
from pytest_uimcp.mcp.tools import Tool
from pytest_uimcp.server import resources
from pytest_uimcp.server.commands.serve import MCP_PORT, UI_PORT
from pytest_uimcp.server.mcp_port import McpPort
from pytest_uimcp.server.options import OPTIONS, TYPE_NAMES, Option, ServerOptions
from pytest_uimcp.server.server import UiServer
from pytest_uimcp.server.tools import TOOLS
from pytest_uimcp.server.ui_port import UiPort
from pytest_uimcp.transport.guard import LINKED, Guard
from pytest_uimcp.transport.sse import SseEndpoint
from pytest_uimcp.transport.streamable import StreamableEndpoint
from tools.docs.tables import table

# Options.


def options_page() -> str:
    """`options.md`."""
    return OPTIONS_PAGE.format(table=table("option", "takes", "default", "what", rows=map(option_row, OPTIONS)))


def option_row(key: Option) -> Iterator[str]:
    """An option: its name, what it takes, what it is without, what for."""
    yield f"`{key.name}`"
    words = " or ".join(f"`{word}`" for word in key.takes) if isinstance(key.takes, tuple) else TYPE_NAMES[key.takes]
    yield f"{words}, {key.span}" if key.span else words
    standard = {"port": f"0; `serve`: {UI_PORT}", "mcp_port": f"0; `serve`: {MCP_PORT}"}
    yield standard.get(key.field) or shown(getattr(ServerOptions(), key.field))
    yield key.help


def shown(value: Any) -> str:
    """A value as it is written in the file."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, int | float) else str(value)


OPTIONS_PAGE: Final = """\
# Server options

<!-- Written by `python -m tools.docs`. -->

Each is an option of `ui-mcp mcp` and `ui-mcp serve`, and a key of `{{base_dir}}/config.toml`:

```toml
lua-io = "base-dir"
time-limit = 10
```

`ui-mcp mcp --time-limit 10` says the same; what the command line says wins. Keys that take true or false are switches
there: `--hotload`, `--no-hotload`. The file is read when the server is configured: at its start, and by `ui_configure`.
A key that does not exist, or a value it does not take, is an error that says what there is.

{table}
Two more are for the command line only: `--dir DIR` is the UI directory, `--no-auto-configure` waits for an agent to
call `ui_configure` and `ui_start` and installs nothing by itself.
"""


# Tools and resources.


def tools_page() -> str:
    """`tools.md`."""
    return TOOLS_PAGE.format(
        tools="\n".join(map(tool_section, TOOLS.values())),
        resources=resource_table([*(row for row in resources.RESOURCES if isinstance(row, Resource)), *guides()]),
        templates=resource_table(row for row in resources.RESOURCES if not isinstance(row, Resource)),
    )


def tool_section(tool: Tool[UiServer]) -> str:
    """A tool as a model reads it."""
    section = f"## `{tool.name}`\n\n{tool.description}\n"
    if tool.parameters:
        section += "\n" + table("argument", "type", "default", "what", rows=map(parameter_row, tool.parameters))
    hints = {
        "reads only": tool.read_only,
        "may overwrite or end something": tool.destructive,
        "twice is the same as once": tool.idempotent,
        "reaches beyond the server": tool.open_world,
    }
    said = [hint for hint, given in hints.items() if given]
    return section + (f"\nHints: {'; '.join(said)}.\n" if said else "")


def parameter_row(parameter: Parameter) -> Iterator[str]:
    """An argument of a tool."""
    yield f"`{parameter.name}`"
    yield expected(parameter.schema)
    yield "required" if parameter.required else f"`{shown(parameter.default)}`" if parameter.default is not None else ""
    yield parameter.description


def guides() -> list[ResourceInfo]:
    """The guides, which every installation has."""
    return [ResourceInfo(f"ui://{name}", name, text, "text/markdown") for name, text in resources.GUIDES.items()]


def resource_table(listed: Iterable[ResourceInfo]) -> str:
    """Resources, or patterns of them."""
    return table("URI", "type", "what", rows=((f"`{item.uri}`", item.mime_type, item.description) for item in listed))


TOOLS_PAGE: Final = """\
# Tools and resources

<!-- Written by `python -m tools.docs`. -->

What an agent finds. Every tool answers with one text and with the same as structured data; an error is a text that
says what was expected and what to do.

{tools}
## Resources

{resources}
Each file of `resources/` in the UI directory is listed as well. By pattern:

{templates}
Clients may subscribe to `ui://state` and `ui://variables`.
"""


# Routes.


def http_page() -> str:
    """`http.md`."""
    return asyncio.run(_http_page())


async def _http_page() -> str:
    server, sdk = UiServer(Path.cwd()), Server[Any]("ui-server")
    mcp = McpPort(server).application(Guard())
    own = list(routes(mcp))
    SseEndpoint(sdk).mount(mcp)
    StreamableEndpoint(sdk).mount(mcp)
    return HTTP.format(
        ui=route_table(routes(UiPort(server).application(Guard()))),
        mcp=route_table(own),
        served=route_table((method, path, MCP[path], who) for method, path, _, who in list(routes(mcp))[len(own) :]),
    )


Route = tuple[str, str, str, str]


def routes(app: web.Application) -> Iterator[Route]:
    """Method, path and purpose of each route, and whom it answers in a browser, in order."""
    for route in app.router.routes():
        assert route.resource is not None
        if route.method != "HEAD":
            who = "links, too" if route.resource in app[LINKED] else "own pages"
            yield route.method, route.resource.canonical, purpose(route.handler), who


def purpose(handler: Callable[..., Any] | Any) -> str:
    """The first paragraph of what a handler says of itself."""
    return " ".join((inspect.getdoc(handler) or "").split("\n\n")[0].split())


def route_table(found: Iterable[Route]) -> str:
    """Routes of an application."""
    rows = ((f"`{'any' if method == '*' else method} {path}`", text, who) for method, path, text, who in found)
    return table("request", "what", "in a browser", rows=rows)


# The transport's handlers speak to whoever mounts them; this is for whoever connects.
MCP: Final = {
    "/sse": "Server-Sent Events: what the server says to one client, beginning with the address for its messages.",
    "/message": "A message of that client; 202 says that it was taken.",
    "/mcp": "Streamable HTTP.",
}

HTTP: Final = """\
# HTTP

<!-- Written by `python -m tools.docs`. -->

A running server has two ports on 127.0.0.1. Their numbers are in the files `ui-port` and `mcp-port` of the UI
directory; the files go when the server does. Only programs of this machine and the server's own pages are let in: a
request with a foreign `Host` or `Origin` gets 403. The last column says what else a browser may do: where it says
*own pages*, only pages of the same address and the address bar are answered; where it says *links, too*, a link on any
page may lead there, and nothing else. [Security](../security.md) has the rest.

## The UI port

{ui}
A session is named by its long id, which `ui_start` gives as part of `sessionUrl`.

## The MCP port

{mcp}
`?session=` names another session than the first one. `/wait` takes `?timeout=` in seconds, 1 to 120, 30 without; it
answers 200 with a JSON array of events in the order they were pushed, 204 when the time is over, 404 when there is no
such session. Each event is given out once; with several pollers the one that came first takes all. Opened in a browser,
`/wait` shows what waits and takes nothing. Browsers, which accept `text/html`, get `/variables` and Markdown as pages,
programs get JSON and text.

With `ui-mcp serve` the same port has MCP itself:

{served}"""


PAGES: Final[dict[str, Callable[[], str]]] = {
    "options.md": options_page,
    "tools.md": tools_page,
    "http.md": http_page,
}
