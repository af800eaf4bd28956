"""Compares our answers with those of the original server, recorded in fixtures/oracle/server/transcript.json.

Every entry is sent over MCP, in the order of the recording. The test compares the outcome (an answer, or an error and
its code) and parsed JSON. Each deviation has its row in docs/reference/conformance.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.core.assets import fixtures_dir
from tests.server.rig import rigged
from tests.server.wire import INITIALIZE, wired

pytestmark = pytest.mark.anyio

Outcome = Any
TRANSCRIPT: list[dict[str, Any]] = json.loads((fixtures_dir() / "oracle" / "server" / "transcript.json").read_text())
REFUSED = "a tool error"
NOT_FOUND = {"error": -32002}

# Texts that differ in every run or release, and their replacements for the comparison.
VARYING = (
    (re.compile(r"127\.0\.0\.1:\d+"), "127.0.0.1:PORT"),
    (re.compile(r'("mcp_port": ?)\d+'), r'\1"PORT"'),
    (re.compile(r"\b[0-9a-f]{32}\b"), "SESSION"),
    (re.compile(r'"(0\.6\.0|1\.0\.0)"'), '"VERSION"'),
    (re.compile(r"\b0x[0-9a-f]+"), "ADDRESS"),
)
# Error messages must contain these words of the contract, whatever the recording says.
SENTENCES = {
    "ui_run: before start": "Server not started",
    "ui_run: before start, explicit session": "Server not started",
    "ui_display: before start": "Server not started",
    "ui_open_browser: before start": "Server not started",
    "ui_open_browser: before start, explicit session": "Server not started",
    "ui_run: after reconfigure": "Server not started",
    "ui_start: second time": "Server already running",
    "ui_run: unknown session": "there are: 1",
    "ui_display: unknown session": "there are: 1",
    'ui_open_browser: {"sessionId": "99"}': "there are: 1",
}

STATUS = {
    "state": "running",
    "version": "VERSION",
    "url": "http://127.0.0.1:PORT",
    "mcp_port": "PORT",
    "sessions": 0,
}
FIRST = STATUS | {"base_dir": "<ROOT>/proj/.claude/ui"}
SECOND = STATUS | {"base_dir": "<ROOT>/second/.claude/ui"}


def non_json(kind: str) -> Callable[[Outcome], bool]:
    return lambda ours: isinstance(ours, dict) and list(ours) == ["non-json"] and ours["non-json"].startswith(kind)


def like(**some: Any) -> Callable[[Outcome], bool]:
    """Matches an object that has at least these members."""
    return lambda ours: isinstance(ours, dict) and some.items() <= ours.items()


def root_variable(ours: Outcome) -> bool:
    (row,) = ours["json"]
    recorded = {"id": 1, "parentId": 0, "type": "MCP", "properties": {"type": "MCP"}}
    return bool(recorded.items() <= row.items() and set(row["value"]) == {"obj"} and row["childIds"] == [])


def having(*names: str, without: tuple[str, ...] = ()) -> Callable[[Outcome], bool]:
    """Matches a list that has these names, and not those in `without`."""
    return lambda ours: set(names) <= set(ours) and not set(without) & set(ours)


def nothing_installed(ours: Outcome) -> bool:
    versions = {"bundled_version": "VERSION", "installed_version": "VERSION", "hint": "Use force=true to reinstall"}
    return bool(ours == {"installed": [], "skipped": [], "appended": [], "version_skipped": True} | versions)


LISTS = "lists of `ui_install` that are empty"
FORCED = "`installed` of a forced `ui_install`"
BROWSERS = "`sessions` and `mcp_port` in status"
DOCUMENTS = "documents that only the original has"
DETAILS = "rows of `ui://variables`"
LIBRARY = "names of the libraries"
NUMBERS = "`tostring` of numbers"
CHUNK = "the name of the code of `ui_run` in errors"
STATE = "`ui://state`"

# Entry -> (the row of the conformance page that explains it, our outcome or a predicate for it).
DEVIATIONS: dict[str, tuple[str, Outcome | Callable[[Outcome], bool]]] = {
    "initialize": ("capabilities", like(protocolVersion="2025-06-18")),
    "resources/list": (
        "resources and templates",
        lambda ours: (
            {
                "ui://state",
                "ui://variables",
                "ui://reference",
                "ui://viewdefs",
                "ui://lua",
                "ui://mcp",
            }
            <= set(ours)
        ),
    ),
    "no_such_tool: {}": ("a tool that does not exist", REFUSED),
    "resources/templates/list": ("resources and templates", ["ui://state/{sessionId}", "ui://{path}"]),
    "resources/read: ui://state/1 before start": ("`ui://state/{sessionId}`", {"error": -32603}),
    "resources/read: ui://state/1 running": (
        "`ui://state/{sessionId}`",
        {"mimeType": "application/json", "json": {"sessionId": "1", "value": {}, "events": []}},
    ),
    "resources/read: ui://lua.md before start": ("names that end in `.md`", {"mimeType": "text/markdown"}),
    "resources/read: ui://prompt/viewdefs before start": (DOCUMENTS, NOT_FOUND),
    "resources/read: ui://permissions/history before start": (DOCUMENTS, NOT_FOUND),
    "resources/read: ui://state running": (
        STATE,
        {"mimeType": "application/json", "json": {"sessionId": "1", "value": {}, "events": []}},
    ),
    "resources/read: ui://state mcp.state set": (
        STATE,
        {
            "mimeType": "application/json",
            "json": {
                "sessionId": "1",
                "value": {"type": "P", "a": 2, "c": 3, "d": 4},
                "events": [{"app": "t", "event": "e", "n": 1, "arr": [1, 2], "nested": {"x": True}}, {"app": "t"}],
            },
        },
    ),
    "resources/read: ui://variables running": (DETAILS, root_variable),
    "resources/read: ui://variables after runs": (DETAILS, root_variable),
    "ui_install: directly after auto-install": (LISTS, nothing_installed),
    "ui_install: again": (LISTS, nothing_installed),
    "ui_install: forced": (FORCED, {"installed": [], "skipped": [], "appended": []}),
    "ui_install: while running": (FORCED, {"installed": [], "skipped": [], "appended": []}),
    "ui_install: force wrong type": ("wrong-typed `force`", REFUSED),
    "ui_start: {}": ("`ui_start` text", "http://127.0.0.1:PORT"),
    "ui_start: restart after reconfigure": ("`ui_start` text", "http://127.0.0.1:PORT"),
    "ui_status: running": (BROWSERS, FIRST),
    "ui_status: after restart": (BROWSERS, SECOND),
    "ui_run: mcp status": (BROWSERS, FIRST),
    "ui_run: mcp.status dot": (BROWSERS, FIRST),
    "ui_run: return mcp:status() after restart": (BROWSERS, SECOND),
    "ui_run: function": ("`return print`", non_json("function: ")),
    "ui_run: lua function": ("`return print`", non_json("function: ")),
    "ui_run: coroutine": ("`return print`", non_json("thread: ")),
    "ui_run: userdata": ("`return print`", non_json("file (")),
    "ui_run: mcp value": ("fields of `mcp`", like(type="MCP", display=None, app=None, waitTime=None)),
    "ui_run: mcp keys": ("fields of `mcp`", having("app:function", "display:function", "waitTime:function")),
    "ui_run: session": ("fields of `session`", like(getApp=None, setTimeout=None, reloading=False)),
    "ui_run: session keys": (
        "fields of `session`",
        having("_sessionID:string", "create:function", without=("_variables:table",)),
    ),
    "ui_run: globals": (LIBRARY, having("EMPTY:table", "Object:table", "string:table", without=("channel:table",))),
    "ui_run: string keys": (LIBRARY, having("format", "gsub", without=("dump", "__index"))),
    "ui_run: table keys": (LIBRARY, having("concat", "foreach", "setn")),
    "ui_run: os keys": (LIBRARY, having("execute", "getenv", without=("setenv",))),
    "ui_run: pcall": ("position of `pcall(error, …)`", [False, "x"]),
    "ui_run: package.path": ("`package.path`", "lua/?.lua;lua/?/init.lua"),
    "ui_run: tostring number": (
        NUMBERS,
        lambda ours: ours[3:5] + ours[7:8] == ["1e+15", "1e+16", "9.007199254741e+15"],
    ),
    "ui_run: loadstring err": (CHUNK, lambda ours: ours.endswith(":1: unexpected symbol near 'return'")),
    "ui_run: xpcall": (CHUNK, [False, "H:ui_run:1: e"]),
    "ui_run: goto": ("`goto`", REFUSED),
    "ui_run: frontier": ("`%f` in patterns", ["W (W) W", 3]),
    "ui_run: display missing lua both": (
        "an app that is not there",
        lambda ours: ours["b"].startswith("failed to load app nope: ") and "apps/nope" in ours["b"],
    ),
    "ui_upload_viewdef: bad content": ("upload of a bad viewdef", REFUSED),
    "ui_configure: while running: stops the session and reconfigures": (
        "`ui_configure` tells what it installed",
        like(base_dir="<ROOT>/second/.claude/ui", status="configured"),
    ),
}


def key(entry: dict[str, Any]) -> str:
    if "tool" not in entry:
        uri = entry.get("params", {}).get("uri")
        return f"{entry['method']}: {uri} {entry['note']}" if uri else str(entry["method"])
    if entry["tool"] == "ui_run" and entry["note"] == "after restart":
        return f"ui_run: {entry['args']['code']} after restart"
    return f"{entry['tool']}: {entry.get('note') or json.dumps(entry['args'])}"


def parsed(text: str) -> Any:
    for pattern, name in VARYING:
        text = pattern.sub(name, text)
    try:
        return json.loads(text)
    except ValueError:
        return text


def recorded_outcome(entry: dict[str, Any]) -> Outcome:
    if "error" in entry:
        return {"error": entry["error"]["code"]}
    if "tool" in entry:
        return REFUSED if entry["isError"] else parsed(entry["text"])
    if "tools" in entry:
        return {tool["name"]: (set(tool["properties"]), set(tool["required"])) for tool in entry["tools"]}
    if "resource" in entry:
        return resource(entry["resource"])
    return entry.get("result")


def our_outcome(entry: dict[str, Any], answer: dict[str, Any]) -> Outcome:
    if "error" in answer:
        return {"error": answer["error"]["code"]}
    result = answer["result"]
    if "tool" in entry:
        return REFUSED if result.get("isError") else parsed(result["content"][0]["text"])
    if "tools" in result:
        return {
            tool["name"]: (set(tool["inputSchema"]["properties"]), set(tool["inputSchema"].get("required", ())))
            for tool in result["tools"]
        }
    if "resources" in result:
        return [item["uri"] for item in result["resources"]]
    if "resourceTemplates" in result:
        return [item["uriTemplate"] for item in result["resourceTemplates"]]
    if "contents" in result:
        return resource(result["contents"][0])
    return result


def resource(content: dict[str, Any]) -> Outcome:
    """Compare only the type of a guide, because its text is our own."""
    if content["mimeType"] != "application/json":
        return {"mimeType": content["mimeType"]}
    return {"mimeType": content["mimeType"], "json": parsed(content["text"])}


async def our_answers(root: Path) -> list[dict[str, Any]]:
    """Replay the whole recording."""
    answers = []
    async with rigged(root / "proj" / ".claude" / "ui") as rig:
        await rig.server.configure()
        async with wired(rig.mcp) as wire:
            for entry in TRANSCRIPT:
                if "tool" in entry:
                    params = {"name": entry["tool"]} | ({"arguments": entry["args"]} if "args" in entry else {})
                    params = json.loads(json.dumps(params).replace("<ROOT>", str(root)))
                    answers.append(await wire.ask("tools/call", params))
                elif entry["method"] == "initialize":
                    answers.append(await wire.ask("initialize", INITIALIZE))
                else:
                    answers.append(await wire.ask(entry["method"], entry.get("params")))
    return [json.loads(json.dumps(answer).replace(str(root), "<ROOT>")) for answer in answers]


def agrees(entry: dict[str, Any], ours: Outcome) -> bool:
    if key(entry) not in DEVIATIONS:
        theirs = recorded_outcome(entry)
        if "tools" in entry:  # additional tools and parameters are allowed
            return all(
                name in ours and has[0] <= ours[name][0] and has[1] == ours[name][1] for name, has in theirs.items()
            )
        return bool(ours == theirs)
    _, expected = DEVIATIONS[key(entry)]
    return bool(expected(ours)) if callable(expected) else bool(ours == expected)


async def test_every_recorded_request_is_answered_as_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opener = tmp_path / "bin" / "xdg-open"
    opener.parent.mkdir()
    opener.write_text("#!/bin/sh\n")
    opener.chmod(0o755)
    monkeypatch.setenv("PATH", str(opener.parent), prepend=":")
    answers = await our_answers(tmp_path)
    different = []
    for entry, answer in zip(TRANSCRIPT, answers, strict=True):
        ours = our_outcome(entry, answer)
        if not agrees(entry, ours):
            different.append((key(entry), ours, recorded_outcome(entry)))
        if sentence := SENTENCES.get(key(entry)):
            assert sentence in answer["result"]["content"][0]["text"], key(entry)
    assert different == []


def test_every_entry_of_the_tables_is_in_the_recording_once() -> None:
    keys = [key(entry) for entry in TRANSCRIPT]
    assert [name for name in DEVIATIONS | SENTENCES if keys.count(name) != 1] == []


def test_every_allowed_deviation_deviates() -> None:
    """A deviation that the recording itself would satisfy is not one."""
    entries = {key(entry): entry for entry in TRANSCRIPT}
    same = []
    for name, (_, expected) in DEVIATIONS.items():
        if not callable(expected) and expected == recorded_outcome(entries[name]):
            same.append(name)
    assert same == []


def test_the_conformance_page_explains_these_deviations_and_no_others() -> None:
    page = (fixtures_dir().parent / "docs" / "reference" / "conformance.md").read_text()
    chapter = page.partition("## Server: recorded answers")[2].partition("\n## ")[0]
    explained = {line.split(" | ")[0].removeprefix("| ") for line in chapter.splitlines() if line.startswith("| ")}
    assert explained - {"topic"} == {row for row, _ in DEVIATIONS.values()}
