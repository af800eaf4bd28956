"""The servers of this project, mounted like any other."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_uimcp import CompositorHarness, HumanHarness, Server, Stage
from pytest_uimcp.core.assets import fixtures_dir

LABEL = """<?import javafx.scene.control.*?><?import javafx.scene.layout.*?>
<VBox xmlns:fx="http://javafx.com/fxml"><Label text="Hello from the stage"/></VBox>"""
PETS = fixtures_dir() / "specs" / "pets" / "openapi-3.0.yaml"


@pytest.mark.uimcp(dir="counter")
def test_an_app_a_web_api_and_a_javafx_stage_are_called_through_one_gate(
    uimcp: Server,
    uimcp_openapi: Any,
    uimcp_stage: Stage,
    uimcp_compositor: CompositorHarness,
    uimcp_human: HumanHarness,
    tmp_path: Any,
) -> None:
    (tmp_path / "label.fxml").write_text(LABEL)
    uimcp_stage.load(tmp_path / "label.fxml")
    api = uimcp_openapi(PETS, name="pets")
    for prefix, server in (("app", uimcp), ("api", api), ("fx", uimcp_stage)):
        uimcp_compositor.mount(prefix, server)
    calls: list[tuple[str, dict[str, Any]]] = [
        ("app_ui_run", {"code": "counter:increment() return counter.count"}),
        ("api_pets__getPet", {"id": 7}),
        ("fx_ui_get_snapshot", {"mode": "compact"}),
    ]
    assert {name for name, _ in calls} <= {tool.name for tool in uimcp_compositor.tools()}

    for name, arguments in calls:
        uimcp_compositor.policy({name: "deny_continue"})
        assert uimcp_compositor.tool(name, **arguments).text == f"policy_denied_continue: deny_continue {name}"
    assert uimcp.state()["value"]["count"] == 0
    api.not_requested("GET", "/pets/7")

    uimcp_compositor.policy({}, default="ask")
    results = []
    for name, arguments in calls:
        waiting = uimcp_compositor.begin_tool(name, **arguments)
        uimcp_human.approves(name)
        results.append(waiting.result())
    assert [result.is_error for result in results] == [False, False, False]
    assert uimcp.state()["value"]["count"] == 1
    api.requested("GET", "/pets/7", times=1)
    assert "Hello from the stage" in json.dumps(results[2].data) + results[2].text
    outcomes = [record.outcome for record in uimcp_compositor.audit]
    assert outcomes == ["policy_deny_continue"] * 3 + ["user_approve"] * 3
