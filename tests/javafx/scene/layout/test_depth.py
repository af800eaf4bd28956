"""Scenes of many levels: all there is room for work everywhere, and more is refused by name."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from pytest_uimcp import Stage
from pytest_uimcp.javafx import JavaFxError, Platform, create, load_text, show_stage
from pytest_uimcp.javafx.harness.errors import StageError
from pytest_uimcp.javafx.scene.layout.run import MAX_LEVELS, deep

NESTED: dict[str, Callable[[Any], Any]] = {
    "VBox": lambda inner: create("VBox", children=[inner]),
    "GridPane": lambda inner: create("GridPane", children=[inner]),
    "FlowPane": lambda inner: create("FlowPane", children=[inner]),
    "Group": lambda inner: create("Group", children=[inner]),
    "Label": lambda inner: create("Label", text="a", graphic=inner),
    "TitledPane": lambda inner: create("TitledPane", text="a", content=inner),
    "ScrollPane": lambda inner: create("ScrollPane", content=inner),
    "SplitPane": lambda inner: create("SplitPane", items=[inner]),
    "ToolBar": lambda inner: create("ToolBar", items=[inner]),
    "TabPane": lambda inner: create("TabPane", tabs=[create("Tab", text="a", content=inner)]),
}
LEVELS = {"TitledPane": 2, "ScrollPane": 3, "SplitPane": 2, "ToolBar": 2, "TabPane": 2}
"""How many levels one of them takes, where it is not one."""


def nested(kind: str, times: int) -> Any:
    node = create("Button", text="innermost")
    for _ in range(times):
        node = NESTED[kind](node)
    return node


@pytest.mark.slow
@pytest.mark.parametrize("kind", NESTED)
def test_the_deepest_scene_is_laid_out_described_drawn_and_used(kind: str, uimcp_stage: Stage) -> None:
    # The button has a text inside it, and the header of a tab is deeper than what the tab shows.
    times = (MAX_LEVELS - 6) // LEVELS.get(kind, 1)
    uimcp_stage.show(lambda: nested(kind, times), width=300, height=300)
    uimcp_stage.press("Tab")
    uimcp_stage.screenshot()
    assert uimcp_stage.tool("ui_get_snapshot", depth=1000, includeControlInternals=True).data["stages"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", NESTED)
def test_a_deeper_scene_is_refused_by_name(kind: str) -> None:
    platform = Platform()
    with pytest.raises(JavaFxError, match=f"nested deeper than {MAX_LEVELS} levels, .*; take levels out"):
        show_stage(platform, nested(kind, 300), {"title": "App"})


def test_a_tool_says_that_a_scene_has_become_too_deep_and_goes_on_when_it_is_not_any_more(uimcp_stage: Stage) -> None:
    root = create("VBox", children=[create("Label", text="there")])
    uimcp_stage.show(root)
    program = uimcp_stage.find("there").data["ref"]
    inner = nested("VBox", 1000)
    root.scene.window.platform.run_later(lambda: root.children.append(inner))
    with pytest.raises(StageError, match=f"MCP_UI_INTERNAL: nodes are nested deeper than {MAX_LEVELS} levels"):
        uimcp_stage.ask("ui_perform", actions=[{"type": "pressKey", "key": "TAB"}])
    with pytest.raises(StageError, match=f"MCP_UI_INTERNAL: nodes are nested deeper than {MAX_LEVELS} levels"):
        uimcp_stage.ask("ui_get_node", ref=program)
    uimcp_stage.run(lambda: root.children.remove(inner))
    uimcp_stage.see("there")


def test_a_document_as_deep_as_may_be_is_loaded() -> None:
    deep_document = "<VBox><children>" * 63 + "<Label/>" + "</children></VBox>" * 63
    imports = "<?import javafx.scene.control.*?><?import javafx.scene.layout.*?>"
    loaded = load_text(imports + deep_document)
    show_stage(Platform(), loaded.root, {"title": "App"})


def test_two_threads_that_need_room_do_not_take_it_from_each_other() -> None:
    usual = sys.getrecursionlimit()
    inside, leave = threading.Event(), threading.Event()

    def other() -> None:
        with deep():
            inside.set()
            assert leave.wait(30)

    thread = threading.Thread(target=other)
    thread.start()
    assert inside.wait(30)
    with deep():
        room = sys.getrecursionlimit()
    assert sys.getrecursionlimit() == room > usual
    leave.set()
    thread.join(30)
    assert sys.getrecursionlimit() == usual
