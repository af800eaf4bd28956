"""The session that every client runs, and the one account of it that all have to bring home.

A step says what a client does (`do`), with which tool or resource; beside it stands what the account says then.
Steps go to clients as JSON, so that a client in another language takes the same ones.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.server.install import bundled_version
from pytest_uimcp.server.mcp.server import INSTRUCTIONS
from pytest_uimcp.server.mcp.tools import TOOLS

__all__ = ["ACCOUNT", "STEPS", "account_of", "steps_for"]

Json = dict[str, Any]

BASE_DIR: Final = "<base_dir>"
VERSION: Final = str(bundled_version(bundle_dir()))
VIEW: Final = "<template><b ui-value='count'></b></template>"
GUIDES: Final = [
    *("ui://reference", "ui://viewdefs", "ui://lua", "ui://mcp"),
    *("ui://patterns", "ui://testing", "ui://themes"),
]
CLICK: Final = {"app": "counter", "event": "click"}
STATE: Final = {"sessionId": "1", "value": {"type": "Counter", "count": 1}, "events": []}
CONFIGURED: Final = {"base_dir": BASE_DIR, "log_path": f"{BASE_DIR}/log", "status": "configured"}
STARTED: Final = {"url": "<url>", "sessionUrl": "<url>/<id>", "sessionId": "1", "uiPort": "<port>", "mcpPort": "<port>"}
RUNNING: Final = {
    "state": "running",
    "version": VERSION,
    "base_dir": BASE_DIR,
    "url": "<url>",
    "mcp_port": "<port>",
    "sessions": 0,
}
SKIPPED: Final = {
    "installed": [],
    "skipped": [],
    "appended": [],
    "version_skipped": True,
    "bundled_version": VERSION,
    "installed_version": VERSION,
    "hint": "Use force=true to reinstall",
}
NOT_FOUND: Final = "as not found"
# -32602 is the code since 2026-07-28, and one client puts it for the older one whatever comes.
NOT_FOUND_CODES: Final = (-32002, -32602)
NO_TEMPLATE: Final = (
    "upload of Counter.big:1: <p> is outside the template; move it inside or remove it; a viewdef is exactly one "
    "element: <template>…</template>"
)


def call(tool: str, **arguments: Any) -> Json:
    return {"do": "call", "tool": tool, "arguments": arguments}


def run(code: str, **arguments: Any) -> Json:
    return call("ui_run", code=code, **arguments)


def hear(uri: str, code: str) -> Json:
    """Subscribe, run code, wait for the news."""
    return run(code) | {"do": "hear", "uri": uri}


def upload(content: str) -> Json:
    return call("ui_upload_viewdef", type="Counter", namespace="big", content=content)


def read(uri: str) -> Json:
    return {"do": "read", "uri": uri}


def answer(text: Any, data: Any) -> Json:
    return {"text": text, "data": data}


def both(data: Any) -> Json:
    """Data, and a text that is the same as JSON."""
    return answer(data, data)


def value(value: Any) -> Json:
    """What `ui_run` says of a table."""
    return answer(value, {"value": value})


def error(text: str) -> Json:
    return {"error": text}


# The rows are in the order of the session: from configuring, which any server allows, to its end.
# From configuring, which makes the same beginning for every server, to the end.
SESSION: Final[list[tuple[Json, Any]]] = [
    (
        {"do": "greet"},
        {"name": "ui-server", "title": "ui-mcp", "version": VERSION, "instructions": INSTRUCTIONS},
    ),
    ({"do": "tools"}, {tool.name: sorted(parameter.name for parameter in tool.parameters) for tool in TOOLS.values()}),
    (call("ui_configure", base_dir=BASE_DIR), both(CONFIGURED)),
    (run("return 1"), error("Server not started")),
    (call("ui_start"), answer("<url>", STARTED)),
    (call("ui_start"), error("Server already running")),
    (run("return {n = {1, 2.5}, text = 'ü'}"), value({"n": [1, 2.5], "text": "ü"})),
    (run("return print"), value({"non-json": "function: <address>"})),
    (run("local function deep() error('no') end\ndeep()"), error("ui_run:1: no")),
    (run("return 1", sessionId="7"), error("no session '7'; there are: 1")),
    (call("ui_run"), error("code must be a string; it is missing")),
    (call("ui_display", name="counter"), answer("Displayed app: counter", {"displayed": "counter"})),
    (call("ui_display", name="nowhere"), error("failed to display app: nowhere: app 'nowhere' not found:")),
    (run("counter:increment() return mcp.value.count"), answer("1", {"value": 1})),
    ({"do": "resources"}, ["ui://state", "ui://variables", *GUIDES]),
    ({"do": "templates"}, ["ui://state/{sessionId}", "ui://{path}"]),
    (read("ui://state"), STATE),
    (read("ui://state/1"), STATE),
    (read("ui://variables"), ["1"]),
    (read("ui://reference"), {"text/markdown": "# The UI platform"}),
    (read("ui://nothing/here"), {"refused": NOT_FOUND, "why": "Resource not found: ui://nothing/here"}),
    (hear("ui://state", "mcp.pushState({app = 'counter', event = 'click'})"), "ui://state"),
    (read("ui://state"), STATE | {"events": [CLICK]}),
    (upload(VIEW), answer("Viewdef Counter.big uploaded", {"viewdef": "Counter.big"})),
    (upload("<p></p>"), error(NO_TEMPLATE)),
    (call("ui_install"), both(SKIPPED)),
    (call("no_such_tool"), error(f"tool 'no_such_tool' not found; there are {', '.join(TOOLS)}")),
    (call("ui_status"), both(RUNNING)),
]
STEPS: Final = [step for step, _ in SESSION]
ACCOUNT: Final = [told for _, told in SESSION]


def steps_for(base_dir: Path) -> list[Json]:
    """The steps, for a server that is to work in this directory."""
    filled: list[Json] = json.loads(json.dumps(STEPS).replace(BASE_DIR, str(base_dir)))
    return filled


def account_of(results: list[Json], base_dir: Path) -> list[Any]:
    """What a client brought home, in the words of ACCOUNT."""
    return [TELL[step["do"]](_plain(result, base_dir)) for step, result in zip(STEPS, results, strict=True)]


def _plain(result: Json, base_dir: Path) -> Json:
    """A result without what differs from run to run."""
    text = json.dumps(result, ensure_ascii=False).replace(str(base_dir), BASE_DIR)
    for varying, name in VARYING:
        text = varying.sub(name, text)
    plain: Json = json.loads(text)
    return plain


VARYING: Final = (
    (re.compile(r"http://127\.0\.0\.1:\d+"), "<url>"),
    (re.compile(r"\b[0-9a-f]{32}\b"), "<id>"),
    (re.compile(r"\b0x[0-9a-f]+\b"), "<address>"),
    (re.compile(r'(?<=Port": )\d+'), '"<port>"'),
    (re.compile(r'(?<=mcp_port": )\d+'), '"<port>"'),
    # The same in the text of a result, where quotes are escaped.
    (re.compile(r'(?<=mcp_port\\": )\d+'), r'\\"<port>\\"'),
)


def _called(result: Json) -> Json:
    if "refused" in result:
        return result
    (block,) = result["content"]
    text = block["text"]
    if result.get("isError"):
        return {"error": text.splitlines()[0]}
    return {"text": json.loads(text) if text[0] in "[{" else text, "data": result["structuredContent"]}


def _read(result: Json) -> Any:
    if "refused" in result:
        return result | ({"refused": NOT_FOUND} if result["refused"] in NOT_FOUND_CODES else {})
    (content,) = result["contents"]
    if content["mimeType"] != "application/json":
        return {content["mimeType"]: content["text"].splitlines()[0]}
    data = json.loads(content["text"])
    return data if isinstance(data, dict) else [str(row["id"]) for row in data]


TELL: Final[dict[str, Callable[[Json], Any]]] = {
    "greet": lambda result: result["serverInfo"] | {"instructions": result["instructions"]},
    "tools": lambda result: {tool["name"]: sorted(tool["inputSchema"]["properties"]) for tool in result["tools"]},
    "resources": lambda result: [item["uri"] for item in result["resources"]],
    "templates": lambda result: [item["uriTemplate"] for item in result["resourceTemplates"]],
    "call": _called,
    "read": _read,
    "hear": lambda result: result["uri"],
}
