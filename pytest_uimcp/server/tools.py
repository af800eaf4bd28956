"""The tools of the server: what an agent can do, as a table.

A tool is a coroutine from a server and checked arguments to an answer. It raises what it raises: the caller turns
errors of ours into tool errors.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.mcp.arguments import ArgumentError, Parameter, check, schema

if TYPE_CHECKING:
    from pytest_uimcp.server.server import UiServer

__all__ = ["TOOLS", "Answer", "Tool", "call"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool came to: one text, and the same as data."""

    text: str
    data: dict[str, Any] | None = None


Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool as a model reads it, and the function that does it."""

    name: str
    title: str
    description: str
    do: Callable[[UiServer, Arguments], Awaitable[Answer]]
    parameters: tuple[Parameter, ...] = ()
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False
    open_world: bool = False

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of its arguments."""
        return schema(self.parameters)


async def call(server: UiServer, name: str, arguments: Mapping[str, Any] | None) -> Answer:
    """Do what a tool does; KeyError when there is no such tool."""
    tool = TOOLS[name]
    checked = check(tool.parameters, arguments)
    await server.settled()
    return await tool.do(server, checked)


def _pretty(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False)


async def _configure(server: UiServer, arguments: Arguments) -> Answer:
    base_dir = Path(arguments["base_dir"]).expanduser()
    if not base_dir.is_absolute():
        raise ArgumentError(f"base_dir must be an absolute path, got {arguments['base_dir']!r}")
    configured = await server.configure(base_dir)
    data: dict[str, Any] = {
        "base_dir": str(configured.base_dir),
        "log_path": str(configured.log_dir),
        "status": "configured",
        **configured.notice,
    }
    if configured.installed is not None:
        data["installed"] = configured.installed.as_json()["installed"]
    return Answer(json.dumps(data), data)


async def _start(server: UiServer, _arguments: Arguments) -> Answer:
    started = await server.start()
    data = {
        "url": started.url,
        "sessionUrl": started.session_url,
        "sessionId": "1",
        "uiPort": started.ui_port,
        "mcpPort": started.mcp_port,
    }
    return Answer(started.url, data if server.notice is None else data | {"notice": server.notice})


async def _run(server: UiServer, arguments: Arguments) -> Answer:
    result = await server.run(arguments["code"], arguments["sessionId"])
    value = result.printable
    data: dict[str, Any] = {"value": value}
    if result.omitted:
        data["omittedKeys"] = list(result.omitted)
    return Answer(_pretty(value) if isinstance(value, dict | list) else result.text, data)


async def _upload_viewdef(server: UiServer, arguments: Arguments) -> Answer:
    key = f"{arguments['type']}.{arguments['namespace']}"
    await server.upload_viewdef(arguments["type"], arguments["namespace"], arguments["content"])
    return Answer(f"Viewdef {key} uploaded", {"viewdef": key})


async def _open_browser(server: UiServer, arguments: Arguments) -> Answer:
    url = await server.open_browser(arguments["path"], arguments["sessionId"], conserve=arguments["conserve"])
    return Answer(f"Opened {url}", {"url": url})


async def _status(server: UiServer, _arguments: Arguments) -> Answer:
    status = server.status()
    return Answer(_pretty(status), status)


async def _install(server: UiServer, arguments: Arguments) -> Answer:
    result = await server.install(force=arguments["force"], claude_md=arguments["claude_md"])
    return Answer(json.dumps(result.as_json()), result.as_json())


async def _display(server: UiServer, arguments: Arguments) -> Answer:
    await server.display(arguments["name"], arguments["sessionId"])
    return Answer(f"Displayed {arguments['name']}", {"displayed": arguments["name"]})


SESSION: Final = Parameter("sessionId", "session", "Which session; the current one when left out.", default="1")

_ALL: Final = (
    Tool(
        "ui_configure",
        "Choose the UI directory",
        "Switch the server to another base directory: makes it and its log folder, installs the bundled files if "
        "none are there, reads its config.toml. Stops a running UI; call ui_start afterwards. Not needed for the "
        "directory the server was started with.",
        _configure,
        (
            Parameter(
                "base_dir",
                "filled",
                "Absolute path of the UI working directory. Use {project}/.claude/ui unless the user asks for another.",
                required=True,
            ),
        ),
        destructive=True,
        idempotent=True,
    ),
    Tool(
        "ui_start",
        "Start the UI",
        "Start the UI server on free local ports and return its base URL. The ports are also written to ui-port and "
        "mcp-port in the base directory. Then show an app with ui_display and open it with ui_open_browser.",
        _start,
    ),
    Tool(
        "ui_run",
        "Run Lua",
        "Run Lua code inside the UI session and return its first result as JSON. Globals: session, ui, mcp (mcp.value "
        "is the displayed app) and the apps' own. Changes to objects appear in the browser by themselves. What JSON "
        'cannot say comes as {"non-json": text}; keys beginning with _ are left out. An endless loop is stopped.',
        _run,
        (Parameter("code", "text", "The Lua chunk; use return to get a value.", required=True), SESSION),
        destructive=True,
    ),
    Tool(
        "ui_upload_viewdef",
        "Upload a view",
        "Add or replace the HTML template that draws objects of a type, without a file. Open pages redraw at once. "
        "For views that are to stay, write a file in apps/<app>/viewdefs/ instead.",
        _upload_viewdef,
        (
            Parameter("type", "filled", "The object's type, such as Contact.", required=True),
            Parameter("namespace", "filled", "The view's namespace: DEFAULT, list-item, …", required=True),
            Parameter("content", "text", "The HTML: exactly one <template> element.", required=True),
        ),
        idempotent=True,
    ),
    Tool(
        "ui_open_browser",
        "Open the browser",
        "Open the session's page in the user's browser. By default a page that is already open is kept: the new tab "
        "says so and gives way.",
        _open_browser,
        (
            SESSION,
            Parameter("path", "text", "Path below the session's URL.", default="/"),
            Parameter("conserve", "flag", "Give way to a page that is already open.", default=True),
        ),
        open_world=True,
    ),
    Tool(
        "ui_status",
        "Server status",
        "Tell the server's state (configured or running), version and base directory; while it runs also its URL, how "
        "many browser pages are connected, and problems with the app's files.",
        _status,
        read_only=True,
        idempotent=True,
    ),
    Tool(
        "ui_install",
        "Install bundled files",
        "Install skills, agents, guides, views, scripts and the front end into the project. Does nothing when the "
        "installed version is as new; keeps files the user has edited, unless forced.",
        _install,
        (
            Parameter("force", "flag", "Overwrite all files whatever their version.", default=False),
            Parameter("claude_md", "flag", "Also put the instructions into the project's CLAUDE.md.", default=False),
        ),
        destructive=True,
        idempotent=True,
    ),
    Tool(
        "ui_display",
        "Show an app",
        "Show an app in the browser, loading it first if need be: my-app is the global myApp, made by "
        "apps/my-app/app.lua.",
        _display,
        (Parameter("name", "filled", "The app's directory name.", required=True), SESSION),
        idempotent=True,
    ),
)

TOOLS: Final = {tool.name: tool for tool in _ALL}
