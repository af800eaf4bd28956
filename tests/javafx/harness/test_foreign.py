"""Programs of other makers: results in other shapes, snapshots that say less, no uids, other summaries."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from pytest_uimcp import Stage
from pytest_uimcp.javafx.harness.programs import StubProgram
from pytest_uimcp.javafx.opening import open_fxml
from pytest_uimcp.javafx.server import StageServer
from pytest_uimcp.javafx.tools import TOOLS
from pytest_uimcp.mcp.calls import ToolCall, ToolResult
from pytest_uimcp.mcp.server import McpServer
from pytest_uimcp.mcp.tools import Tool
from pytest_uimcp.testing.harness.shared_loop import loop_of
from tests.javafx.harness.test_stage import _controller
from tests.javafx.stages import LOGIN

Shape = Callable[[dict[str, Any]], ToolResult]
SHAPES: dict[str, Shape] = {
    "text": lambda data: ToolResult.of_text(json.dumps(data)),
    "structured": lambda data: ToolResult.of_text("see the data", data),
    "output": lambda data: ToolResult.of_text("done", {"output": data}),
    "output as text": lambda data: ToolResult.of_text(json.dumps({"output": json.dumps(data)})),
}
KEPT = ("type", "id", "children")


def little(node: dict[str, Any]) -> dict[str, Any]:
    """A node as another maker's snapshot has it: path, type, id, a plain text, children."""
    kept = {name: node[name] for name in KEPT}
    text = (node["text"] or {}).get("label")
    children = [little(child) for child in node["children"]]
    return {**kept, "ref": {"path": node["ref"]["path"]}, "text": text, "children": children}


class Foreign:
    """The login scene, served by somebody who has read the contract in his own way."""

    def __init__(self, shape: Shape, told: tuple[str, ...]) -> None:
        self.shape = shape
        self.told = told
        self.asked = 0
        self.stub = StubProgram()
        open_fxml(self.stub.platform, LOGIN, controller=_controller(), stage={"title": "Login"})
        # Any: the tools belong to a server of their own here.
        rows: tuple[Tool[Any], ...] = TOOLS
        tools = [replace(tool, handler=self._handler(tool), output_schema=None) for tool in rows]
        self.mcp = McpServer("foreign", StageServer(self.stub.ui, enabled=True), tools)
        self.sdk = self.mcp.sdk

    def _handler(self, tool: Tool[Any]) -> Callable[[StageServer, ToolCall], Awaitable[ToolResult]]:
        async def handle(server: StageServer, call: ToolCall) -> ToolResult:
            data = (await tool.handler(server, call)).data
            return self.shape(self._reduced(tool.name, data))

        return handle

    def _reduced(self, name: str, data: dict[str, Any]) -> dict[str, Any]:
        if name == "ui_get_snapshot":
            return {
                "stages": [
                    {"title": stage["title"], "root": little(stage["scene"]["root"])} for stage in data["stages"]
                ]
            }
        if name == "ui_get_node":
            self.asked += 1
            return {"type": data["type"], **{field: data[field] for field in self.told}}
        if name == "ui_query":
            return {
                "matches": [{"ref": {"path": match["ref"]["path"]}, "summary": "a node"} for match in data["matches"]]
            }
        return data

    def close(self) -> None:
        self.mcp.close()
        self.stub.close()


@pytest.fixture
def foreign(request: pytest.FixtureRequest) -> Iterator[tuple[Foreign, Stage]]:
    shape, told = getattr(request, "param", ("text", ("layout", "visible", "value", "disabled", "accessibility")))
    programs: list[Foreign] = []

    async def program() -> Any:
        programs.append(Foreign(SHAPES[shape], told))
        return programs[0]

    stage = Stage(loop_of(request.config), program)
    try:
        yield programs[0], stage
    finally:
        stage.close()


TELLS_ALL = ("layout", "visible", "value", "disabled", "accessibility")


@pytest.mark.parametrize("foreign", [(shape, TELLS_ALL) for shape in SHAPES], indirect=True, ids=[*SHAPES])
def test_a_form_is_used_whatever_shape_the_results_have(foreign: tuple[Foreign, Stage]) -> None:
    _, stage = foreign
    stage.load(LOGIN)
    stage.fill("User name", "ada@example.com")
    stage.type("lovelace", "Password")
    stage.check("Remember me")
    stage.click("Log in")
    stage.see("Welcome, ada@example.com")
    assert stage.find(css="#login").name == "Log in"
    stage.press("Escape")
    assert stage.find("User name", role="textbox").value == ""
    stage.not_see("Welcome")


@pytest.mark.parametrize("foreign", [("text", ())], indirect=True)
def test_what_a_program_does_not_tell_at_all_is_asked_once_and_said_once(
    foreign: tuple[Foreign, Stage], caplog: pytest.LogCaptureFixture
) -> None:
    program, stage = foreign
    with caplog.at_level(logging.WARNING):
        stage.see("Sign in")
        stage.fill("User name", "ada@example.com")
        stage.fill("Password", "lovelace")
        stage.click("Log in")
        # A message that the scene hides or shows cannot be told from one that always shows.
        assert stage.find("Welcome, ada@example.com").class_name == "Label"
    assert program.asked == 1
    (said,) = [record.getMessage() for record in caplog.records if "leave out" in record.getMessage()]
    assert "not told there either: accessibility, disabled, layout, value, visible" in said


def test_an_error_within_the_output_is_an_error(foreign: tuple[Foreign, Stage]) -> None:
    program, stage = foreign
    program.shape = lambda _data: ToolResult.of_text(
        '{"output": {"error": {"code": "MCP_UI_NO_STAGES", "message": "none"}}}'
    )
    with pytest.raises(Exception, match="MCP_UI_NO_STAGES: none"):
        stage.see("Sign in")
