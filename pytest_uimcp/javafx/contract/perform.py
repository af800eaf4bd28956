"""`ui_perform`: what an agent does, an action after the other.

An action that fails gives `ok: false` with the contract's error, and the rest is still done, unless `stopOnError` says
otherwise. Each action waits until the user interface is idle before the next; `awaitUiIdle: false` leaves that out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from pytest_uimcp.javafx.contract.rows import row_of
from pytest_uimcp.javafx.scene.actions.keys import modifiers
from pytest_uimcp.javafx.scene.actions.picking import center, to_scene
from pytest_uimcp.javafx.scene.actions.robot import Robot, robot_of
from pytest_uimcp.javafx.scene.errors import JavaFxError, UiError, near
from pytest_uimcp.javafx.scene.layout.bounds import layout_box
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.textinput import select
from pytest_uimcp.javafx.scene.snapshot.options import Json
from pytest_uimcp.javafx.scene.stage.focus import can_have_focus

if TYPE_CHECKING:
    from pytest_uimcp.javafx.contract.ui import Ui
    from pytest_uimcp.javafx.scene.stage.scene import Scene


BUTTONS: Final = ("PRIMARY", "SECONDARY", "MIDDLE")
# How many actions one call may have, and how long a text may be.
MAX_ACTIONS: Final = 1000
MAX_TEXT_CHARACTERS: Final = 100_000
Action = Mapping[str, object]


def failed(message: str, **details: object) -> UiError:
    return UiError("MCP_UI_ACTION_FAILED", message, **details)


class Performing:
    """One call: what resolves its targets, and the hands it works with."""

    def __init__(self, ui: Ui) -> None:
        self.ui = ui
        self.robot: Robot = robot_of(ui.platform)

    def target(self, action: Action) -> Node:
        node = self.optional_target(action)
        if node is None:
            raise failed(f"{action['type']}: expected a target with a ref; got none")
        return node

    def optional_target(self, action: Action) -> Node | None:
        target = action.get("target")
        if target is None:
            return None
        if not isinstance(target, Mapping) or not isinstance(target.get("ref"), Mapping):
            raise failed(f'{action["type"]}: target: expected {{"ref": {{"uid": ..., "path": ...}}}}; got {target!r}')
        node = self.ui.resolve(target["ref"])
        if target.get("row") is None:
            return node
        self.reachable(action, node)
        return row_of(node, target["row"], self.ui.platform.pulse)

    def number(self, action: Action, name: str, usual: float | None = None) -> float | None:
        value = action.get(name)
        if value is None:
            return usual
        # JSON has no NaN, but programs that call this without JSON do.
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value or abs(value) > 1e9:
            raise failed(f"{action['type']}: {name}: expected a number; got {value!r}")
        return float(value)

    def text(self, action: Action) -> str:
        text = action.get("text")
        if not isinstance(text, str):
            raise failed(f"{action['type']}: text: expected a text; got {text!r}")
        if len(text) > MAX_TEXT_CHARACTERS:
            raise failed(
                f"{action['type']}: text: {len(text)} characters are more than {MAX_TEXT_CHARACTERS}; send it in parts"
            )
        return text

    def button(self, action: Action) -> str:
        """The mouse button, the primary one unless said otherwise."""
        button = str(action.get("button") or "PRIMARY").upper()
        if button not in BUTTONS:
            raise failed(f"click: button: expected {', '.join(BUTTONS)}; got {action.get('button')!r}")
        return button

    def count(self, action: Action) -> int:
        """How many clicks, one unless said otherwise."""
        count = action.get("clickCount", 1)
        if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= 3:
            raise failed(f"click: clickCount: expected 1, 2 or 3; got {count!r}")
        return count

    def reachable(self, action: Action, node: Node) -> None:
        """Refuse a node that no user could work with."""
        kind = action["type"]
        name = _named(node)
        if node.off:
            raise failed(f"{kind}: {name} is disabled", **self.about(node))
        if not node.tree_visible:
            raise failed(f"{kind}: {name} is not visible", **self.about(node))

    def about(self, node: Node) -> Json:
        return {"ref": self.ui.capture(self.ui.defaults).ref(node), "type": node.fx.simple, "id": node.css_id}

    def in_sight(self, scene: Scene | None, x: float, y: float, action: Action) -> None:
        """Refuse a place that its window does not show."""
        width, height = (scene.values.get(side, 0.0) for side in ("width", "height")) if scene is not None else (0, 0)
        if not (0 <= x < width and 0 <= y < height):
            place = f"({x:g}, {y:g})"
            size = f"{width:g} by {height:g}"
            raise failed(f"{action['type']}: {place} is outside its scene of {size}; scroll it into view", x=x, y=y)

    def focus(self, action: Action) -> None:
        node = self.target(action)
        if not can_have_focus(node):
            self.reachable(action, node)
            raise failed(f"focus: {_named(node)} cannot have the focus", **self.about(node))
        node.request_focus()

    def click(self, action: Action) -> Json | None:
        node = self.optional_target(action)
        x = self.number(action, "x")
        y = self.number(action, "y")
        if (x is None) is not (y is None):
            raise failed("click: expected both x and y, or neither; got one of them")
        button = self.button(action)
        count = self.count(action)
        if node is None:
            self.click_at(action, x, y, button, count)
            return None
        self.reachable(action, node)
        if x is None or y is None:
            place = center(node)
        else:
            place = to_scene(node, x, y)
        self.in_sight(node.scene, *place, action)
        box = layout_box(node)
        # A place may be given for a node without a size; its middle cannot be clicked.
        if x is None and (box[2] <= box[0] or box[3] <= box[1]):
            raise failed(f"click: {_named(node)} has no size", **self.about(node))
        # Moved first: what is under the mouse decides who is hit, and hovering may change it.
        self.robot.mouse.move(*self.robot.place_of(node, x, y))
        hit = self.robot.mouse.under()
        with self.robot.keyboard.holding(modifiers(action.get("modifiers"))):
            self.robot.click(node, x, y, button, count)
        return self.elsewhere(node, hit)

    def click_at(self, action: Action, x: float | None, y: float | None, button: str, count: int) -> None:
        """Click at a place in a scene: that of the focused stage unless `stageIndex` says otherwise."""
        if x is None or y is None:
            raise failed("click: expected a target, or x and y in the scene; got neither")
        index = action.get("stageIndex")
        if index is None:
            stage = self.ui.focused_stage()
        else:
            stage = self.ui.stage_at(index)
        self.in_sight(stage.scene, x, y, action)
        with self.robot.keyboard.holding(modifiers(action.get("modifiers"))):
            self.robot.click_at(stage.origin[0] + x, stage.origin[1] + y, button, count)

    def elsewhere(self, node: Node, hit: object) -> Json | None:
        """Who took a click that something in front of its target got."""
        if not isinstance(hit, Node) or hit is node or node in hit.ancestors() or hit in node.ancestors():
            return None
        return {"hit": self.ui.capture(self.ui.defaults).ref(hit)}

    def type_text(self, action: Action) -> None:
        text = self.text(action)
        node = self.optional_target(action)
        if node is not None:
            self.reachable(action, node)
            node.request_focus()
        stage = self.robot.keyboard.stage()
        # Keys go to an open popup first, whoever has the focus.
        if stage is None or not stage.popups:
            owner = None
            if stage is not None and stage.scene is not None:
                owner = stage.scene.focus_owner
            if owner is None:
                raise failed("typeText: nothing has the focus; focus a node first")
            if owner.is_a("TextInputControl") and not owner.read("editable"):
                raise failed(f"typeText: {_named(owner)} is read-only", **self.about(owner))
        self.robot.type(text)

    def set_text(self, action: Action) -> None:
        node = self.target(action)
        text = self.text(action)
        if not node.is_a("TextInputControl"):
            raise failed(f"setText: {_named(node)} is not a text input; type into it instead", **self.about(node))
        # As a program sets it: bound texts are refused, and no key is pressed.
        node.set("text", text)
        end = len(node.read("text") or "")
        select(node, end, end)

    def press_key(self, action: Action) -> None:
        self.robot.press(action.get("key"), action.get("modifiers"))  # type: ignore[arg-type]  # it says what is wrong

    def scroll(self, action: Action) -> None:
        node = self.optional_target(action)
        delta_x = self.number(action, "deltaX", 0.0)
        delta_y = self.number(action, "deltaY", 0.0)
        if node is not None:
            self.reachable(action, node)
            self.in_sight(node.scene, *center(node), action)
            self.robot.move_to(node)
        elif self.robot.mouse.under() is None:
            raise failed("scroll: expected a target; the mouse is over nothing")
        self.robot.mouse.wheel(delta_x or 0.0, delta_y or 0.0)


ACTIONS: Final[Mapping[str, Callable[[Performing, Action], Json | None]]] = {
    "focus": Performing.focus,
    "click": Performing.click,
    "typeText": Performing.type_text,
    "setText": Performing.set_text,
    "pressKey": Performing.press_key,
    "scroll": Performing.scroll,
}


def _named(node: Node) -> str:
    return f"{node.fx.simple or node.fx.selector}{'#' + node.css_id if node.css_id else ''}"


def perform(ui: Ui, actions: object, await_idle: bool, timeout: float, stop_on_error: bool) -> Json:
    """All actions in order, each with its result; too long is an error of the whole call."""
    if not isinstance(actions, list) or len(actions) > MAX_ACTIONS:
        raise failed(f"actions: expected a list of at most {MAX_ACTIONS} actions; got {_short(actions)}")
    ui.stages()
    end = time.monotonic() + timeout
    results: list[Json] = []
    performing = Performing(ui)
    # Two calls are two intentions: the second click is not half of a double click.
    performing.robot.mouse.forget_clicks()
    for action in actions:
        result = _one(performing, action, await_idle, end, results)
        results.append(result)
        if stop_on_error and not result["ok"]:
            break
    return {"results": results}


def _one(performing: Performing, action: object, await_idle: bool, end: float, earlier: list[Json]) -> Json:
    kind = None
    if isinstance(action, Mapping):
        kind = action.get("type")
    platform = performing.ui.platform
    error_count = platform.reported
    result: Json = {"ok": True, "type": kind}
    try:
        # Checked here and not by the schema, so that the other actions are still done.
        if not isinstance(action, Mapping):
            raise failed(f"expected an action with a type; got {_short(action)}")
        result |= _rule(kind)(performing, action) or {}
    except UiError as reason:
        result |= {"ok": False} | reason.as_json()
    except JavaFxError as reason:
        result |= {"ok": False} | failed(f"{kind}: {reason}").as_json()
    try:
        seconds = end - time.monotonic()
        if await_idle:
            performing.robot.settle(max(seconds, 0.0))
        elif seconds < 0:
            raise UiError("MCP_UI_TIMEOUT", "the actions took longer than timeoutMs")
    except UiError as reason:
        raise UiError(reason.code, str(reason), action=len(earlier), type=kind, results=[*earlier, result]) from None
    # What the program's handlers raised meanwhile is part of what the action has done.
    if platform.reported > error_count:
        errors = platform.reported_since(error_count)
        result["errors"] = [f"{type(reason).__name__}: {reason}" for reason in errors]
    return result


def _rule(kind: object) -> Callable[[Performing, Action], Json | None]:
    if not isinstance(kind, str) or kind not in ACTIONS:
        hint = near(str(kind), ACTIONS)
        raise failed(f"no action {kind!r}; expected {', '.join(ACTIONS)}.{hint}")
    return ACTIONS[kind]


def _short(value: object) -> str:
    text = repr(value)
    if len(text) <= 120:
        return text
    return text[:117] + "..."
