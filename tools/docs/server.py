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
from pytest_uimcp.server.commands.serve import MCP_PORT, UI_PORT
from pytest_uimcp.server.doctor.places import DoctorRule
from pytest_uimcp.server.doctor.rules import SECTIONS as DIFFERENCES
from pytest_uimcp.server.lua.mcp_global import MEMBERS, SECTIONS, Member
from pytest_uimcp.server.mcp import resources
from pytest_uimcp.server.mcp.tools import TOOLS
from pytest_uimcp.server.options import OPTIONS, PUBLISHER_PORT, TYPE_NAMES, ServerOption, ServerOptions
from pytest_uimcp.server.ports.mcp_port import McpPort
from pytest_uimcp.server.ports.ui_port import UiPort
from pytest_uimcp.server.publisher.site import PublisherSite
from pytest_uimcp.server.publisher.topics import Topics
from pytest_uimcp.server.server import UiServer
from pytest_uimcp.transport.guard import LINKED, PROGRAMS, Guard
from pytest_uimcp.transport.sse import SseEndpoint
from pytest_uimcp.transport.streamable import StreamableEndpoint
from tools.docs.tables import table

# Options.


def options_page() -> str:
    """`options.md`."""
    return OPTIONS_PAGE.format(table=table("option", "values", "default", "description", rows=map(option_row, OPTIONS)))


def option_row(key: ServerOption) -> Iterator[str]:
    """An option: its name, values, default and purpose."""
    yield f"`{key.name}`"
    words = " or ".join(f"`{word}`" for word in key.takes) if isinstance(key.takes, tuple) else TYPE_NAMES[key.takes]
    if key.metavar:
        words = f"`{key.metavar}`"
    yield f"{words}, {key.span}" if key.span else words
    standard = {
        "port": f"0; `serve`: {UI_PORT}",
        "mcp_port": f"0; `serve`: {MCP_PORT}",
        "publisher_port": f"{PUBLISHER_PORT}; in tests: 0",
        "auto_start": "false; `serve`: true",
    }
    yield standard.get(key.field) or shown(getattr(ServerOptions(), key.field))
    yield key.help


def shown(value: Any) -> str:
    """A value as it is written in the file."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, frozenset):
        return ",".join(map(str, sorted(value)))
    return f"{value:g}" if isinstance(value, int | float) else str(value)


OPTIONS_PAGE: Final = """\
# Server options

<!-- Written by `python -m tools.docs`. -->

Each is an option of `ui-mcp mcp` and `ui-mcp serve`, and a key of `{{base_dir}}/config.toml`:

```toml
lua-io = "base-dir"
time-limit = 10
```

`ui-mcp mcp --time-limit 10` does the same; the command line overrides the file. Boolean options are switches on the
command line: `--hotload`, `--no-hotload`. The file is read when the server is configured: at its start, and by
`ui_configure`. An unknown key or an invalid value is an error that lists the valid ones.

{table}
Two more options exist only on the command line: `--dir DIR` is the UI directory, and `--no-auto-configure` installs
nothing and waits for an agent to call `ui_configure` and `ui_start`.
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
        section += "\n" + table("argument", "type", "default", "description", rows=map(parameter_row, tool.parameters))
    hints = {
        "read-only": tool.read_only,
        "destructive": tool.destructive,
        "idempotent": tool.idempotent,
        "open world": tool.open_world,
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
    return table(
        "URI", "type", "description", rows=((f"`{item.uri}`", item.mime_type, item.description) for item in listed)
    )


TOOLS_PAGE: Final = """\
# Tools and resources

<!-- Written by `python -m tools.docs`. -->

What an agent can use. Every tool returns a text and the same content as structured data. An error is a text that says
what was expected and what to do.

{tools}
## Resources

{resources}
Each file of `resources/` in the UI directory is also listed. Templates:

{templates}
Clients may subscribe to `ui://state` and `ui://variables`.
"""


# The global `mcp`.


def mcp_page() -> str:
    """`mcp.md`."""
    return MCP_PAGE.format(sections="\n".join(map(member_section, SECTIONS)))


def member_section(section: str) -> str:
    """A section of `mcp`: its members in the order of the table."""
    rows = (member_row(member) for member in MEMBERS if member.section == section)
    return f"## {section}\n\n" + table("in Lua", "gives", "used by", "description", rows=rows)


def member_row(member: Member) -> Iterator[str]:
    """A function or field."""
    yield f"`{member.call}`"
    yield member.result
    yield member.users
    yield member.purpose


MCP_PAGE: Final = """\
# The global `mcp`

<!-- Written by `python -m tools.docs`. -->

Every session has a table `mcp`, made after `lua/main.lua` has run and before `lua/mcp.lua` and the apps' `init.lua`.
It is an ordinary table: apps add functions and fields to it, replace them, and wrap them. Every function can be called
with a dot and with a colon. Beside it is an empty table `MCP`, in which shells keep their prototypes.

{sections}"""


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
        publisher=route_table(
            route for route in routes(PublisherSite(Topics()).application()) if route[0] != "OPTIONS"
        ),
        ui=route_table(routes(UiPort(server).application(Guard()))),
        mcp=route_table(own),
        served=route_table((method, path, MCP[path], who) for method, path, _, who in list(routes(mcp))[len(own) :]),
    )


Route = tuple[str, str, str, str]


def routes(app: web.Application) -> Iterator[Route]:
    """Method, path and purpose of each route, and which requests of browsers it accepts, in order."""
    said: set[web.AbstractResource] = set()
    for route in app.router.routes():
        assert route.resource is not None
        if route.method == "HEAD" or (route.method == "*" and route.resource in said):
            continue  # the second one only refuses all other methods
        said.add(route.resource)
        yield route.method, route.resource.canonical, purpose(route.handler), who_may(app, route.resource)


def who_may(app: web.Application, resource: web.AbstractResource) -> str:
    """Which requests of browsers a route accepts."""
    if resource in app.get(PROGRAMS, ()):  # the publisher has none
        return "none"
    return "links too" if resource in app.get(LINKED, ()) else "own pages"


def purpose(handler: Callable[..., Any] | Any) -> str:
    """The first paragraph of a handler's docstring."""
    return " ".join((inspect.getdoc(handler) or "").split("\n\n")[0].split())


def route_table(found: Iterable[Route]) -> str:
    """Routes of an application."""
    rows = ((f"`{'any' if method == '*' else method} {path}`", text, who) for method, path, text, who in found)
    return table("request", "response", "from browsers", rows=rows)


# The docstrings of the transport's handlers address developers who mount them; these texts are for clients.
MCP: Final = {
    "/sse": "Server-Sent Events: the messages to one client; the first event is the address for its own messages.",
    "/message": "A message from that client; 202 means that it was accepted.",
    "/mcp": "Streamable HTTP.",
}

HTTP: Final = """\
# HTTP

<!-- Written by `python -m tools.docs`. -->

A running server has two ports on 127.0.0.1. Their numbers are in the files `ui-port` and `mcp-port` of the UI
directory, which are removed when the server stops. Only your own programs and the server's own pages have
access: a request with a foreign `Host` or `Origin` gets status 403. The last column says which requests of browsers are
accepted: *own pages* are pages of the same origin and the address bar; *links too* also allows links from any page;
*none* is for programs, and a person may open it with the address bar.
See [security](../security.md).

## The UI port

{ui}
`{{session}}` is the session's long id, which is part of the `sessionUrl` that `ui_start` returns.

## The MCP port

{mcp}
`?session=` (or `?sessionId=`) selects a session; the default is the first one. Of `/state`, `/variables` and `/wait`, a
parameter that they do not have is refused with status 400. `/wait` takes `?timeout=`, in seconds from 1 to 120
(default 30). It answers 200 with a JSON array of events in the order in which they were pushed, 204 after the timeout,
and 404 for an unknown session. Each event is delivered once; of several pollers, the first to arrive gets all events.
Opened in a browser, `/wait` shows the queued events without taking them. Browsers, which accept `text/html`, get
Markdown and folders as pages, and for `/variables` the page of the UI port (307); programs get JSON and text. A folder
of `resources/` is `{{"path": …, "entries": [{{"name": …, "is_dir": …, "size": …}}]}}`; hidden files are left out.

The body of `POST /api/ui_…` is a JSON object with the [arguments of the tool](tools.md), sent as `application/json`; an
empty body means no arguments. The answer is `{{"result": …}}`: the tool's text over MCP, as a JSON value if it is JSON,
or else as text. If the tool fails, the status is 422 with `{{"error": message}}`;
[security](../security.md#the-tools-over-http) lists the other statuses.

```sh
port=$(cat .claude/ui/mcp-port)
curl -H 'Content-Type: application/json' -d '{{"code": "return mcp.value"}}' "http://127.0.0.1:$port/api/ui_run"
```

With `ui-mcp serve`, the same port also serves MCP:

{served}
## The publisher's port

`http://localhost:25283`, on 127.0.0.1 and ::1, for the whole machine; `--publisher-port` chooses another one, or none.

{publisher}
A polling program may give itself a name, `?client=NAME`: it then also gets messages that are published within a second
after its last poll. `?favicon=DATA-URL` gives the topic an icon. A message without listeners waits 20 ms for one.
"""


# What differs for apps of the original.


def doctor_page() -> str:
    """`doctor.md`."""
    sections = (
        f"## {title}\n\n" + table("rule", "", "the app uses", "here", "what to do", rows=map(rule_row, rules))
        for title, rules in DIFFERENCES.items()
    )
    return DOCTOR_PAGE.format(sections="\n".join(sections))


def rule_row(rule: DoctorRule) -> tuple[str, ...]:
    """A rule: its name and level, what it finds, what happens, and what to do."""
    return f"`{rule.name}`", rule.level.value, rule.uses, rule.behaviour, rule.do


DOCTOR_PAGE: Final = """\
# What `ui-mcp doctor` finds

<!-- Written by `python -m tools.docs`. -->

`ui-mcp doctor DIR` reads an app directory that was written for the original, and prints the places where one of these
rules applies. It runs nothing: `pytest --uimcp` does that. **change**: it does not work here unchanged, or does
something else; the exit code is 1. **note**: it works, with this difference; notes alone leave the exit code 0.
[Moving in](../from-the-original.md) explains the differences.

{sections}"""


PAGES: Final[dict[str, Callable[[], str]]] = {
    "options.md": options_page,
    "tools.md": tools_page,
    "mcp.md": mcp_page,
    "http.md": http_page,
    "doctor.md": doctor_page,
}
