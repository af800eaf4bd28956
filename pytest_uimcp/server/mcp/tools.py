from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.mcp.arguments import BOOLEAN, NON_EMPTY, STRING, Parameter
from pytest_uimcp.mcp.calls import ToolError, ToolResult
from pytest_uimcp.mcp.errors import ArgumentError, error_text
from pytest_uimcp.mcp.tools import Tool
from pytest_uimcp.server.mcp.broken import broken_in_session, broken_in_sessions, broken_on_pages, with_broken

if TYPE_CHECKING:
    from pytest_uimcp.mcp.calls import ToolCall
    from pytest_uimcp.server.run import Started
    from pytest_uimcp.server.server import Configured, UiServer

_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",\n  ", ": ")).encode


def _pretty(data: Any) -> str:
    # With an indent, `json` encodes in Python, several times slower than an object like a status needs.
    if type(data) is dict and data and not any(isinstance(value, dict | list | tuple) for value in data.values()):
        return f"{{\n  {_encode(data)[1:-1]}\n}}"
    return json.dumps(data, indent=2, ensure_ascii=False)


async def _configure(server: UiServer, call: ToolCall) -> ToolResult:
    base_dir = Path(call["base_dir"]).expanduser()
    # A relative path would begin at the server's working directory, which an agent does not know.
    if not base_dir.is_absolute():
        raise ArgumentError(f"base_dir must be an absolute path, got {call['base_dir']!r}")
    configured = await server.configure(base_dir)
    return configure_answer(configured, await server.start_itself())


def configure_answer(configured: Configured, started: Started | None = None) -> ToolResult:
    """The answer of `ui_configure`, with the address if the server has started by itself."""
    data: dict[str, Any] = {
        "base_dir": str(configured.base_dir),
        "log_path": str(configured.log_dir),
        "status": "configured",
        **configured.notice,
    }
    if configured.installed is not None:
        data["installed"] = configured.installed.as_json()["installed"]
    if started is not None:
        data |= {"status": "running", "url": started.url, "install_needed": False}
    return ToolResult.of_text(json.dumps(data), data)


async def _start(server: UiServer, _call: ToolCall) -> ToolResult:
    started = await server.start()
    data = {
        "url": started.url,
        "sessionUrl": started.session_url,
        # The vended id of the first session, which every start opens.
        "sessionId": "1",
        "uiPort": started.ui_port,
        "mcpPort": started.mcp_port,
    }
    return ToolResult.of_text(started.url, data if server.notice is None else data | {"notice": server.notice})


async def _run(server: UiServer, call: ToolCall) -> ToolResult:
    result = await server.run(call["code"], call["sessionId"])
    value = result.printable
    data: dict[str, Any] = {"value": value}
    if result.omitted:
        data["omittedKeys"] = list(result.omitted)
    text = _pretty(value) if isinstance(value, dict | list) else result.text
    return with_broken(text, data, await broken_on_pages(server, call["sessionId"]))


async def _upload_viewdef(server: UiServer, call: ToolCall) -> ToolResult:
    key = f"{call['type']}.{call['namespace']}"
    await server.upload_viewdef(call["type"], call["namespace"], call["content"])
    broken = await broken_in_sessions(server)
    return with_broken(f"Viewdef {key} uploaded", {"viewdef": key}, broken)


async def _open_browser(server: UiServer, call: ToolCall) -> ToolResult:
    url = await server.open_browser(call["path"], call["sessionId"], conserve=call["conserve"])
    return ToolResult.of_text(f"Opened {url}", {"url": url})


async def _status(server: UiServer, _call: ToolCall) -> ToolResult:
    status = server.status()
    if broken := await broken_in_sessions(server):
        status["broken"] = broken
    return ToolResult.of_text(_pretty(status), status)


async def _install(server: UiServer, call: ToolCall) -> ToolResult:
    result = await server.install(force=call["force"], claude_md=call["claude_md"], shell=call["shell"])
    return ToolResult.of_text(json.dumps(result.as_json()), result.as_json())


async def _update(server: UiServer, _call: ToolCall) -> ToolResult:
    result = (await server.update()).as_json()
    return ToolResult.of_text(json.dumps(result), result)


async def _display(server: UiServer, call: ToolCall) -> ToolResult:
    name = call["name"]
    try:
        await server.display(name, call["sessionId"])
    except LuaError as error:
        # The loader's message begins with the same words.
        reason = error_text(error).removeprefix(f"failed to load app {name}: ")
        raise ToolError(f"failed to display app: {name}: {reason}") from None
    broken = await broken_in_session(server, server.ui_session(call["sessionId"]))
    return with_broken(f"Displayed app: {name}", {"displayed": name}, broken)


async def _theme(server: UiServer, call: ToolCall) -> ToolResult:
    answer = await server.theme(call["action"], call["theme"], call["app"])
    return ToolResult.of_text(_pretty(answer), answer)


async def _audit(server: UiServer, call: ToolCall) -> ToolResult:
    answer = await server.audit(call["name"])
    return ToolResult.of_text(_pretty(answer), answer)


def _session_id(value: Any) -> Any:
    # Agents may also give the session id as a number, as they see it.
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value


SESSION: Final = Parameter(
    "sessionId", STRING, "Which session; the current one when left out.", default="1", coerce=_session_id
)

_ALL: Final[tuple[Tool[UiServer], ...]] = (
    Tool(
        "ui_configure",
        "Choose the UI directory",
        "Switch the server to another base directory: makes it and its log folder, installs the bundled files if "
        "none are there, reads its config.toml. Stops a running UI; call ui_start afterwards, unless the server starts "
        "by itself. Not needed for the directory the server was started with.",
        _configure,
        (
            Parameter(
                "base_dir",
                NON_EMPTY,
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
        "is the displayed app) and the apps' own. Changes to objects appear in the browser automatically. What "
        'JSON cannot express comes as {"non-json": text}; keys beginning with _ are left out. An endless loop is '
        "stopped.",
        _run,
        (Parameter("code", STRING, "The Lua chunk; use return to get a value.", required=True), SESSION),
        destructive=True,
    ),
    Tool(
        "ui_upload_viewdef",
        "Upload a view",
        "Add or replace the HTML template that draws objects of a type, without a file. Open pages redraw at once. "
        "To keep a view, write a file in apps/<app>/viewdefs/ instead.",
        _upload_viewdef,
        (
            Parameter("type", NON_EMPTY, "The object's type, such as Contact.", required=True),
            Parameter("namespace", NON_EMPTY, "The view's namespace: DEFAULT, list-item, …", required=True),
            Parameter("content", STRING, "The HTML: exactly one <template> element.", required=True),
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
            Parameter("path", STRING, "Path below the session's URL.", default="/"),
            Parameter("conserve", BOOLEAN, "Give way to a page that is already open.", default=True),
        ),
        open_world=True,
    ),
    Tool(
        "ui_status",
        "Server status",
        "Return the server's state (configured or running), version and base directory; while it runs also its URL, "
        "how many browser pages are connected, problems with the app's files, and what is broken in what is displayed.",
        _status,
        read_only=True,
        idempotent=True,
    ),
    Tool(
        "ui_install",
        "Install bundled files",
        "Install skills, agents, guides, views, scripts and the front end into the project. Does nothing if the "
        "installed version is up to date; keeps files that the user has edited or that come from elsewhere, unless "
        "forced; those that make room are kept as FILE.orig and listed under moved.",
        _install,
        (
            Parameter(
                "force",
                BOOLEAN,
                "Overwrite all files whatever their version; each that is not ours is kept as FILE.orig.",
                default=False,
            ),
            Parameter(
                "claude_md",
                BOOLEAN,
                "Also put the instructions into the project's CLAUDE.md; by default only if ui_configure has said that "
                "an install is needed (--no-auto-configure).",
            ),
            Parameter(
                "shell",
                BOOLEAN,
                "Also put the shell in place: a menu of apps, a chat with you, a console, notices and themes around "
                "every app. Fails, and changes nothing of it, where there is another shell.",
                default=False,
            ),
        ),
        destructive=True,
        idempotent=True,
    ),
    Tool(
        "ui_update",
        "Update bundled files",
        "Bring the installed files to the version of this server: replaces those that are as they were installed, adds "
        "missing ones. A file the user has edited stays; its new content is written beside it as <file>.merge and "
        "listed under conflicts: merge it and delete the .merge file. Apps are never touched.",
        _update,
        destructive=True,
        idempotent=True,
    ),
    Tool(
        "ui_display",
        "Show an app",
        "Show an app in the browser, loading it first if necessary: my-app is the global myApp, made by "
        "apps/my-app/app.lua. The result lists under broken what is wrong with what is displayed.",
        _display,
        (Parameter("name", NON_EMPTY, "The app's directory name.", required=True), SESSION),
        idempotent=True,
    ),
    Tool(
        "ui_audit",
        "Check an app",
        "Look for faults in an app: dead methods, unguarded objects, paths and methods of viewdefs that do not exist, "
        "state that a reload loses. Runs the app in a copy of the directory, not in the session of the user. Use it "
        "after building or changing an app.",
        _audit,
        (Parameter("name", NON_EMPTY, "The app's directory name.", required=True),),
        idempotent=True,
    ),
    Tool(
        "ui_theme",
        "Look at themes",
        "list: the themes and which one is chosen; classes: what a theme (or all) documents for apps to use; audit: "
        "the classes in an app's viewdefs that no theme documents. Use the classes instead of colours of your own.",
        _theme,
        (
            Parameter("action", STRING, "list, classes or audit."),
            Parameter("theme", STRING, "The theme's name; all themes when left out."),
            Parameter("app", STRING, "The app's directory name, for audit."),
        ),
        read_only=True,
        idempotent=True,
    ),
)

TOOLS: Final = {tool.name: tool for tool in _ALL}
