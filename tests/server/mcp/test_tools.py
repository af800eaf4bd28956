"""The tools: their descriptions for a model, and their results for valid and invalid arguments."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.mcp.tools import Tool
from pytest_uimcp.server.mcp.tools import TOOLS
from tests.mcp.reports import reported, told
from tests.server.rig import Rig, write_app

pytestmark = pytest.mark.anyio

TEMPLATE = "<template><b>x</b></template>"
GOOD: dict[str, dict[str, Any]] = {
    "ui_configure": {"base_dir": "<base_dir>"},
    "ui_start": {},
    "ui_run": {"code": "return 1", "sessionId": "1"},
    "ui_upload_viewdef": {"type": "T", "namespace": "DEFAULT", "content": TEMPLATE},
    "ui_open_browser": {"sessionId": "1", "path": "/", "conserve": True},
    "ui_status": {},
    "ui_install": {"force": False, "claude_md": False, "shell": False},
    "ui_update": {},
    "ui_display": {"name": "hello", "sessionId": "1"},
    "ui_audit": {"name": "hello"},
    "ui_theme": {"action": "audit", "theme": "base", "app": "hello"},
}
# Parameter kind -> invalid values and their messages.
WRONG: dict[str, list[tuple[Any, str]]] = {
    "string": [(5, "int"), (True, "bool"), ([], "list"), ({}, "dict"), (1.5, "float")],
    "boolean": [("yes", "str"), (1, "int"), ([True], "list")],
}
SESSION_WRONG: list[tuple[Any, str]] = [(True, "bool"), ([], "list"), ({}, "dict"), (1.5, "float")]


def wrong_arguments() -> list[tuple[str, str, Any, str]]:
    rows = []
    for tool in TOOLS.values():
        for name, schema in tool.schema["properties"].items():
            values = SESSION_WRONG if name == "sessionId" else WRONG[schema["type"]]
            rows += [(tool.name, name, value, says) for value, says in values]
    return rows


# Descriptions.


async def test_all_tools_are_listed_with_what_a_model_needs(rig: Rig) -> None:
    listed = {tool.name: tool for tool in (await rig.client.list_tools()).tools}
    assert list(listed) == list(TOOLS) == [*GOOD]
    for tool in listed.values():
        assert tool.title
        assert len(tool.description or "") > 60
        assert tool.annotations is not None
        assert None not in (
            tool.annotations.read_only_hint,
            tool.annotations.destructive_hint,
            tool.annotations.idempotent_hint,
            tool.annotations.open_world_hint,
        )
        for schema in tool.input_schema["properties"].values():
            assert schema["description"]
        assert tool.input_schema["additionalProperties"] is False


@pytest.mark.parametrize("tool", TOOLS.values(), ids=lambda tool: tool.name)
def test_the_good_arguments_of_these_tests_cover_all_parameters(tool: Tool[Any]) -> None:
    assert set(tool.schema["properties"]) == set(GOOD[tool.name])


def test_only_status_and_themes_are_read_only_and_only_the_browser_leaves_the_machine() -> None:
    assert [tool.name for tool in TOOLS.values() if tool.read_only] == ["ui_status", "ui_theme"]
    assert [tool.name for tool in TOOLS.values() if tool.open_world] == ["ui_open_browser"]
    assert not any(tool.read_only and tool.destructive for tool in TOOLS.values())


# Arguments.


@pytest.fixture
async def ready(rig: Rig, base_dir: Path, opener: Path) -> Rig:
    """A configured server on which every tool can succeed."""
    write_app(base_dir, "hello", "hello = hello or {type = 'Hello'}")
    return rig


@pytest.mark.parametrize("tool", GOOD)
async def test_good_arguments_work(ready: Rig, base_dir: Path, tool: str) -> None:
    if tool != "ui_start":
        await ready.start()
    arguments = {key: str(base_dir) if value == "<base_dir>" else value for key, value in GOOD[tool].items()}
    said = await ready.call(tool, arguments)
    assert not said.is_error, said.text
    assert said.data is not None


@pytest.mark.parametrize("tool", GOOD)
async def test_a_missing_required_argument_is_named(running: Rig, tool: str) -> None:
    for name in TOOLS[tool].schema.get("required", ()):
        for missing in ({}, {name: None}):
            others = {key: value for key, value in GOOD[tool].items() if key != name}
            refusal = await running.refused(tool, **others, **missing)
            assert refusal.startswith(f"{name} must be a ")
            assert refusal.endswith("; it is missing")


@pytest.mark.slow
@pytest.mark.parametrize("tool", [name for name in GOOD if TOOLS[name].schema.get("required")])
async def test_missing_arguments_are_the_same_as_empty_ones(running: Rig, tool: str) -> None:
    said = await running.call(tool, None)
    assert said.is_error
    assert "it is missing" in said.text


@pytest.mark.parametrize("tool", GOOD)
async def test_an_unknown_argument_is_named_with_the_known_ones(running: Rig, tool: str) -> None:
    refusal = await running.refused(tool, **GOOD[tool], colour="red")
    takes = ", ".join(GOOD[tool]) if GOOD[tool] else "no arguments"
    assert refusal.startswith("unknown argument 'colour'")
    assert all(name in refusal for name in TOOLS[tool].schema["properties"])
    assert GOOD[tool] or takes in refusal


async def test_a_misspelt_argument_is_answered_with_the_nearest(running: Rig) -> None:
    assert "did you mean sessionId?" in await running.refused("ui_run", code="return 1", session_id="1")


async def test_a_wrong_type_is_named_with_the_value(running: Rig) -> None:
    for tool, name, value, came in wrong_arguments():
        refusal = await running.refused(tool, **GOOD[tool] | {name: value})
        assert refusal.startswith(f"{name} must be a "), (tool, name, value)
        assert refusal.endswith(f", got {came}"), (tool, name, value)


async def test_empty_strings_are_refused_where_a_value_is_needed(running: Rig) -> None:
    for tool, name in (
        ("ui_configure", "base_dir"),
        ("ui_display", "name"),
        ("ui_upload_viewdef", "type"),
        ("ui_upload_viewdef", "namespace"),
    ):
        assert await running.refused(tool, **GOOD[tool] | {name: ""}) == f"{name} must be a non-empty string"


async def test_half_a_surrogate_pair_is_refused(running: Rig) -> None:
    assert "character 8 is half of a surrogate pair" in await running.refused("ui_run", code="return '\ud800'")


@pytest.mark.parametrize("tool", ["ui_run", "ui_display", "ui_open_browser"])
async def test_a_session_may_be_a_number_or_left_empty(ready: Rig, tool: str) -> None:
    await ready.start()
    for session in (1, "1", "", None, ready.session_id):
        await ready.tool(tool, **GOOD[tool] | {"sessionId": session})


@pytest.mark.parametrize("tool", ["ui_run", "ui_display", "ui_open_browser"])
async def test_an_unknown_session_is_an_error_that_names_the_open_ones(running: Rig, tool: str) -> None:
    await running.server.new_session()
    refusal = await running.refused(tool, **GOOD[tool] | {"sessionId": "99"})
    assert "'99'" in refusal
    assert "there are: 1, 2" in refusal


@pytest.mark.parametrize("name", ["no_such_tool", "", "UI_RUN", "\N{SNOWMAN}"])
async def test_an_unknown_tool_is_an_error_that_names_the_known_ones(running: Rig, name: str) -> None:
    result = await running.client.call_tool(name, {})
    assert reported(result)["code"] == -32602
    assert repr(name) in told(result)
    assert all(tool in told(result) for tool in TOOLS)


@pytest.mark.parametrize("name", ["ui_run ", "ui_rum", "uirun"])
async def test_an_unknown_tool_is_an_error_that_names_the_nearest(running: Rig, name: str) -> None:
    result = await running.client.call_tool(name, {})
    assert told(result) == f"tool {name!r} not found (did you mean ui_run?)"


# Results.


async def test_an_error_of_this_package_is_a_result_and_the_next_call_works(running: Rig) -> None:
    for tool, name, value, _ in wrong_arguments():
        await running.refused(tool, **GOOD[tool] | {name: value})
    assert await running.run("return 1 + 1") == 2


async def test_an_unexpected_error_is_a_result_too(running: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> dict[str, Any]:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(running.server, "status", broken)
    assert await running.refused("ui_status") == "ui_status failed inside the server: ZeroDivisionError: on purpose"


async def test_the_status_is_one_block_of_json_and_the_same_as_data(running: Rig, base_dir: Path) -> None:
    said = await running.tool("ui_status")
    assert json.loads(said.text) == said.data
    assert said.data == {
        "state": "running",
        "version": running.server.version,
        "base_dir": str(base_dir),
        "url": running.ui_url,
        "mcp_port": int(running.mcp_url.rpartition(":")[2]),
        "sessions": 0,
    }


async def test_installing_reports_the_files(rig: Rig) -> None:
    said = await rig.tool("ui_install")
    assert said.data == json.loads(said.text)
    assert said.data is not None
    assert said.data["version_skipped"] is True
    # What is there already is not called installed, forced or not.
    (rig.server.base_dir / "resources" / "lua.md").unlink()
    forced = (await rig.tool("ui_install", force=True)).data
    assert forced is not None
    assert forced["installed"] == ["resources/lua.md"]


async def test_the_instructions_are_installed_only_on_request(rig: Rig, project: Path) -> None:
    assert not (project / "CLAUDE.md").exists()
    await rig.tool("ui_install", claude_md=True)
    assert "ui" in (project / "CLAUDE.md").read_text()


# Showing apps.


async def test_an_app_is_loaded_and_shown(running: Rig, base_dir: Path) -> None:
    write_app(base_dir, "my-cool-app", "myCoolApp = myCoolApp or {type = 'Cool', n = 1}")
    said = await running.tool("ui_display", name="my-cool-app")
    assert said.text == "Displayed app: my-cool-app"
    assert await running.run("return mcp.value == myCoolApp and myCoolApp.n") == 1


async def test_an_app_that_is_a_global_is_shown_without_a_file(running: Rig) -> None:
    await running.run("plain = {type = 'Plain'}")
    await running.tool("ui_display", name="plain")
    assert await running.run("return mcp.value.type") == "Plain"


@pytest.mark.parametrize("name", ["nope", "../x", "a/b", 'a"b', "a\0b", "..", "\N{SNOWMAN}", "x" * 5000])
async def test_an_app_that_cannot_be_shown_is_named_with_the_places_searched(running: Rig, name: str) -> None:
    refusal = await running.refused("ui_display", name=name)
    assert refusal.startswith("failed to display app: ")
    assert name[:40].replace("\0", "") in refusal.replace("\0", "")


async def test_an_app_that_fails_is_reported_with_file_and_line(running: Rig, base_dir: Path) -> None:
    write_app(base_dir, "bad", "\n\nerror('on purpose')")
    assert "apps/bad/app.lua:3: on purpose" in await running.refused("ui_display", name="bad")
    assert await running.run("return mcp.value") is None
