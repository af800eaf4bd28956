"""Whatever a user does in whatever order, the program goes on: nothing breaks, and it comes to rest."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_uimcp.javafx import Ui
from pytest_uimcp.javafx.scene.actions.keys import CODES
from pytest_uimcp.javafx.scene.actions.robot import robot_of
from tests.javafx.oracle.memento import Memento
from tests.javafx.oracle.recorded import played_with_names

pytestmark = pytest.mark.slow

SCENES = ("a1_form", "a2_views", "05_menus", "10_controls", "14_dialogs")
USUAL = ("TAB", "ENTER", "SPACE", "ESCAPE", "UP", "DOWN", "LEFT", "RIGHT", "HOME", "END", "PAGE_UP", "PAGE_DOWN",
         "BACK_SPACE", "DELETE", "F4", "F10", "A", "C", "V", "X", "Z")  # fmt: skip


@cache
def begun(scene: str) -> tuple[Ui, Memento]:
    """A scene of its own, since uids are given in it, and the way back to its beginning."""
    platform, named = played_with_names(scene)
    robot_of(platform)
    return Ui(platform), Memento(platform, named)


place = st.integers(0, 10_000)
pressed = st.fixed_dictionaries(
    {"type": st.just("pressKey"), "key": st.sampled_from(USUAL) | st.sampled_from(sorted(CODES))},
    optional={"modifiers": st.lists(st.sampled_from(["SHIFT", "CTRL", "ALT"]), max_size=2, unique=True)},
)
clicked = st.fixed_dictionaries(
    {"type": st.just("click"), "node": place},
    optional={"button": st.sampled_from(["PRIMARY", "SECONDARY", "MIDDLE"]), "clickCount": st.integers(1, 3)},
)
others = (
    st.fixed_dictionaries({"type": st.just("typeText"), "text": st.text(max_size=6)})
    | st.fixed_dictionaries({"type": st.sampled_from(["focus"]), "node": place})
    | st.fixed_dictionaries({"type": st.just("setText"), "node": place, "text": st.text(max_size=6)})
    | st.fixed_dictionaries({"type": st.just("scroll"), "node": place, "deltaY": st.integers(-500, 500)})
)


def aimed(ui: Ui, action: dict[str, Any]) -> dict[str, Any]:
    """An action with a node of those that are there now, inner ones and those in popups too."""
    if "node" not in action:
        return action
    found = [node for window in ui.platform.windows for node in window.scene.root.walk()]
    target = {"ref": ui.capture(ui.defaults).ref(found[action["node"] % len(found)])}
    return {key: value for key, value in action.items() if key != "node"} | {"target": target}


@pytest.mark.parametrize("scene", SCENES)
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(actions=st.lists(clicked | pressed | others, max_size=8))
def test_no_order_of_actions_breaks_a_scene(scene: str, actions: list[dict[str, Any]]) -> None:
    ui, at_start = begun(scene)
    at_start.restore()
    for action in actions:
        [result] = ui.perform([aimed(ui, action)], timeoutMs=60_000)["results"]
        assert result["ok"] or result["error"]["code"] == "MCP_UI_ACTION_FAILED", result
        # A spinner reports what is no number; nothing else goes wrong.
        assert all("is not a value for it" in reason for reason in result.get("errors", ())), result
    assert ui.platform.idle
    assert ui.get_snapshot(stage="all", includeControlInternals=True)["stages"]
