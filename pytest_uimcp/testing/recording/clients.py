"""What clients do, as steps: their calls with what came of them, and the events they got."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.testing.recording.varying import Varying

# Tools that are not called again in a test, each with the reason.
LEFT_OUT: Final[Mapping[str, str]] = {
    "ui_start": "the test starts the server",
    "ui_configure": "the test works on a copy of the directory that `dir` names",
    "ui_install": "it would write files into a project",
    "ui_open_browser": "the test opens the page",
}
_MAX_TEXT_CHARACTERS: Final = 4000
_MAX_LEVELS: Final = 20
# What these answer differs with the machine and the moment.
_NEVER_COMPARED: Final = frozenset({"ui_status"})


def told(result: Any) -> tuple[str, dict[str, Any], bool]:
    """The text of a result, its data, and whether it is an error: one of MCP, or one of the tools over HTTP."""
    if isinstance(result, Mapping):
        result = ToolResult.from_json(result)
    return result.lines, result.data or {}, result.is_error


def result_of(name: str, text: str, is_error: bool, varying: Varying) -> tuple[dict[str, Any], str]:
    """What a scenario says of a result, and why it says nothing if that needs a word."""
    if is_error:
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        steady = varying.steady(lines[0]) if lines else ""
        if steady:
            return ({"fails": steady}, "")
        return ({}, "the call failed, with a message that varies")
    if name in _NEVER_COMPARED or text in ("", "null", "nil"):
        return {}, ""
    if cause := varying.find(text):
        return {}, f"its result is not compared: there is {cause} in it"
    value = _data(text)
    if len(text) > _MAX_TEXT_CHARACTERS or _depth(value) > _MAX_LEVELS:
        return {}, f"its result is not compared: it is too large ({len(text):,} characters)"
    return {"returns": value}, ""


def steady_fields(event: Mapping[str, Any], varying: Varying) -> tuple[dict[str, Any], list[str]]:
    """The fields of an event that are the same in each run, and the names of the others."""
    names = sorted(event, key=lambda name: name != "event")
    steady = {name: event[name] for name in names if varying.find(event[name]) is None}
    return steady, [name for name in names if name not in steady]


def _data(text: str) -> Any:
    """The result as a scenario compares it: data if the text is JSON, else the text."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _depth(value: Any) -> int:
    if isinstance(value, dict | list):
        return 1 + max(map(_depth, value.values() if isinstance(value, dict) else value), default=0)
    return 0
