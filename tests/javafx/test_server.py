"""The five tools as a client sees them: results, and errors in the form of the contract."""

from __future__ import annotations

import base64
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from pytest_uimcp.javafx import Platform
from pytest_uimcp.javafx.server import StageServer
from pytest_uimcp.javafx.tools import TOOLS
from pytest_uimcp.mcp.client import InMemoryClient
from tests.javafx.stages import call, server_of, show_login, spawned

pytestmark = [pytest.mark.anyio, pytest.mark.warm]

VALID: dict[str, dict[str, Any]] = {
    "ui_get_snapshot": {},
    "ui_query": {"selector": {"css": "#login"}},
    "ui_get_node": {"ref": {"uid": "u-1"}},
    "ui_perform": {"actions": []},
    "ui_screenshot": {},
}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def platform() -> Iterator[Platform]:
    with spawned() as platform:
        yield platform


@pytest.fixture
def server(platform: Platform) -> StageServer:
    show_login(platform)
    return server_of(platform)


def code(answer: dict[str, Any]) -> str:
    return str(answer["error"]["code"])


def test_there_are_the_five_tools_of_the_contract() -> None:
    assert {tool.name for tool in TOOLS} == set(VALID)


@pytest.mark.parametrize("tool", VALID)
async def test_no_tool_answers_until_it_is_enabled(tool: str, platform: Platform) -> None:
    show_login(platform)
    answer = await call(server_of(platform, enabled=False), tool, **VALID[tool])
    assert code(answer) == "MCP_UI_NOT_ENABLED"
    assert "--enable" in answer["error"]["message"]


@pytest.mark.parametrize("tool", [tool for tool in VALID if tool != "ui_get_node"])
async def test_without_a_stage_every_tool_says_so(tool: str, platform: Platform) -> None:
    assert code(await call(server_of(platform), tool, **VALID[tool])) == "MCP_UI_NO_STAGES"


async def test_a_snapshot_is_data_and_json_or_a_line_for_each_node(server: StageServer) -> None:
    client = InMemoryClient(server.mcp().sdk)
    as_json = await client.call("ui_get_snapshot", {})
    as_text = await client.call("ui_get_snapshot", {"format": "text", "mode": "compact"})
    await client.close()
    assert as_json.data["schema"] == "mcp-javafx-ui/1.0"
    assert as_json.text.startswith('{"schema":"mcp-javafx-ui/1.0"')
    assert as_text.text.startswith("Stage[0] Login (focused)\n  VBox")
    assert as_text.data["stages"][0]["title"] == "Login"


async def test_a_query_finds_a_node_that_actions_then_name_by_its_uid(server: StageServer) -> None:
    found = await call(server, "ui_query", selector={"css": "TextField"})
    ref = found["matches"][0]["ref"]
    typed = [{"type": "focus", "target": {"ref": {"uid": ref["uid"]}}}, {"type": "typeText", "text": "Ada"}]
    done = await call(server, "ui_perform", actions=typed)
    assert done["results"] == [{"ok": True, "type": "focus"}, {"ok": True, "type": "typeText"}]
    assert (await call(server, "ui_get_node", ref=ref))["value"]["text"] == "Ada"


async def test_an_action_that_fails_is_reported_with_the_others(server: StageServer) -> None:
    actions = [{"type": "click"}, {"no": "type"}, "click", {"type": "pressKey", "key": "TAB"}]
    results = (await call(server, "ui_perform", actions=actions))["results"]
    assert [result["ok"] for result in results] == [False, False, False, True]
    assert {code(result) for result in results[:3]} == {"MCP_UI_ACTION_FAILED"}


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("ui_query", {"selectr": {}}, "unknown argument 'selectr' (did you mean selector?)"),
        ("ui_query", {"selector": {"cs": "x"}}, "'cs' was unexpected"),
        ("ui_get_snapshot", {"mode": "short"}, "must be one of 'full', 'compact'"),
        ("ui_get_snapshot", {"depth": -1}, "-1 is less than the minimum of 0"),
        ("ui_perform", {"actions": "click"}, "actions must be an array, got str"),
        ("ui_screenshot", {"stageIndex": "first"}, "stageIndex must be an integer, got str"),
    ],
)
async def test_wrong_arguments_are_errors_of_the_contract(
    server: StageServer, tool: str, arguments: dict[str, Any], said: str
) -> None:
    answer = await call(server, tool, **arguments)
    assert code(answer) == "MCP_UI_INTERNAL"
    assert said in answer["error"]["message"]


async def test_a_client_gets_an_error_as_text_and_as_data(server: StageServer) -> None:
    client = InMemoryClient(server.mcp().sdk)
    result = await client.call("ui_get_node", {"ref": {"uid": "u-zzz", "path": "/stages[0]/scene/root/Nothing[0]"}})
    await client.close()
    assert result.is_error
    assert result.text == "Node not found for uid=u-zzz path=/stages[0]/scene/root/Nothing[0]"
    assert result.data["error"]["code"] == "MCP_UI_NODE_NOT_FOUND"
    assert result.data["error"]["details"]["ref"]["uid"] == "u-zzz"


async def test_an_fx_thread_that_is_busy_is_a_timeout(server: StageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytest_uimcp.javafx.contract.ui.GRACE_SECONDS", 0.1)
    release = threading.Event()
    server.ui.platform.run_later(lambda: release.wait(60))
    try:
        answer = await call(server, "ui_perform", actions=[], timeoutMs=20)
    finally:
        release.set()
    assert code(answer) == "MCP_UI_TIMEOUT"


async def test_a_failure_of_our_own_is_an_internal_error(server: StageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.ui, "query", lambda **_: 1 / 0)
    answer = await call(server, "ui_query", selector={"css": "*"})
    assert answer["error"] == {
        "code": "MCP_UI_INTERNAL", "message": "ZeroDivisionError: division by zero", "details": {},
    }  # fmt: skip


async def test_a_screenshot_is_a_picture_and_the_data_of_the_contract(server: StageServer) -> None:
    shot = await call(server, "ui_screenshot")
    assert shot["contentType"] == "image/png"
    assert base64.b64decode(shot["dataBase64"]).startswith(b"\x89PNG")
    assert code(await call(server, "ui_screenshot", stageIndex=7)) == "MCP_UI_NO_STAGES"


async def test_results_are_what_the_tools_promise(server: StageServer) -> None:
    """The SDK's client checks results against the schemas that the tools list."""
    client = InMemoryClient(server.mcp().sdk)
    uid = (await client.call("ui_query", VALID["ui_query"])).data["matches"][0]["ref"]["uid"]
    for tool, arguments in (VALID | {"ui_get_node": {"ref": {"uid": uid}}}).items():
        assert not (await client.call(tool, arguments)).is_error, tool
    await client.close()
