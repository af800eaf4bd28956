"""Every recorded case of actions, played with our mouse and keyboard and compared with what JavaFX did."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from functools import cache
from typing import Any

from pytest_uimcp.javafx.scene.actions.robot import Robot, robot_of
from pytest_uimcp.javafx.scene.errors import JavaFxError, UiError
from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.stage.platform import Platform
from tests.javafx.oracle.compare import MISSING, Comparison, compare, same
from tests.javafx.oracle.memento import Memento
from tests.javafx.oracle.recorded import FOLDER, played_with_names, recording
from tests.javafx.oracle.state import owner, place, state
from tests.javafx.playing import play_operation, settle

GROUPS = ("click", "extra", "focus", "keys", "menus", "races", "scroll", "text", "traversal")
MECHANISMS = ("robot", "event", "executor")
"""In the order of what is believed: what a user does first."""
FIELDS = ("clickCount", "code", "char", "control", "shift", "deltaY")
"""What is compared of an event beside its type and its target."""
WHEEL = -40.0
"""Pixels of a notch of the wheel."""
EVENTS = {
    "MOUSE_PRESSED", "MOUSE_RELEASED", "MOUSE_CLICKED", "KEY_PRESSED", "KEY_TYPED", "KEY_RELEASED", "ACTION", "SCROLL",
    "CONTEXT_MENU_REQUESTED",
}  # fmt: skip


@dataclass
class Case:
    """One recorded case, and what is believed of it."""

    group: str
    name: str
    scene: str
    entry: dict[str, Any]
    mechanism: str
    """The mechanism that is believed."""

    @property
    def key(self) -> str:
        """How differences name it."""
        return f"{self.group}/{self.name} [{self.scene}]"

    @property
    def recorded(self) -> dict[str, Any]:
        """What it did."""
        return dict(self.entry["results"][self.mechanism])


@cache
def cases() -> dict[str, Case]:
    """All cases by key."""
    found: dict[str, Case] = {}
    for group in GROUPS:
        for entry in recording(f"actions_{group}")["cases"]:
            believed = next(one for one in MECHANISMS if one in entry["results"])
            case = Case(group, entry["name"], entry["scene"], entry, believed)
            found[case.key] = case
            if group == "scroll" and believed == "robot" and "event" in entry["results"]:
                # A wheel has notches, an event has pixels: two actions, both of which are ours.
                pixels = Case(group, f"{case.name} in pixels", case.scene, entry, "event")
                found[pixels.key] = pixels
    return found


def playable(case: Case) -> bool:
    """Whether the recordings hold the scene of a case."""
    return (FOLDER / "fxml" / f"{case.scene}.fxml").exists()


# --- playing


@cache
def start(scene: str) -> tuple[Platform, dict[str, Any], Memento]:
    """A scene as it is before any action, and the way back to that."""
    platform, named = played_with_names(scene)
    robot_of(platform)
    return platform, named, Memento(platform, named)


class Played:
    """A case being played."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.platform, self.named, at_start = start(case.scene)
        at_start.restore()
        self.platform.clipboard = "CLIP"
        self.robot: Robot = robot_of(self.platform)
        self.events: list[dict[str, Any]] = []
        self.trail: list[str | None] = []
        self.errors: list[str | None] = []

    @property
    def stage(self) -> Any:
        return self.platform.primary

    def run(self) -> dict[str, Any]:
        """Prepare, do the steps, and say what changed."""
        for step in self.case.entry.get("prep", ()):
            self.step(step)
        self.robot.mouse.forget_clicks()
        self.errors.clear()
        before, focus = state(self.platform, self.named), owner(self.platform)
        self.platform.event_watchers.append(self.heard)
        for step in self.case.entry["steps"]:
            for _ in range(step.get("repeat", 1)):
                self.step(step)
                self.trail.append(self.focus_place())
        after = state(self.platform, self.named)
        changes = {key: [before.get(key), after.get(key)] for key in after if not same(before.get(key), after.get(key))}
        found: dict[str, Any] = {"focusBefore": focus, "focusAfter": owner(self.platform), "changes": changes}
        found |= {"events": self.events, "focusTrail": self.trail, "errors": self.errors}
        found["actionEvents"] = [event["target"] for event in self.events if event["type"] == "ACTION"]
        return found

    def focus_place(self) -> str | None:
        window = self.platform.focused
        node = window.scene.focus_owner if window is not None else None
        return place(node, self.named, window) if node is not None else None

    def step(self, step: dict[str, Any]) -> None:
        """One step, and waiting until all is still."""
        try:
            STEPS[step["do"]](self, step)
            self.errors.append(None)
        except JavaFxError as reason:
            self.errors.append(str(reason))
        self.robot.settle(timeout=60)

    def heard(self, event: Any) -> None:
        """Note an event as the recordings do."""
        if event.kind not in EVENTS:
            return
        note: dict[str, Any] = {"type": event.kind.replace("_MENU_REQ", "MENUREQ")}
        note["target"] = target_of(event.target, self.named, self.platform)
        if event.kind.startswith("MOUSE"):
            note["clickCount"] = event.click_count
        if event.kind in ("KEY_PRESSED", "KEY_RELEASED"):
            note["code"] = event.code
        if event.kind == "KEY_TYPED":
            note["char"] = event.character
        if event.kind.startswith("KEY"):
            note |= {name: True for name in ("control", "shift") if name in event.modifiers}
        if event.kind == "SCROLL":
            note["deltaY"] = event.delta_y
        self.events.append(note)

    # --- targets

    def target(self, name: str) -> Any:
        """The node that a step names."""
        if name.startswith("#"):
            return self.by_id(name)
        kind, _, rest = name.partition(":")
        return TARGETS[kind](self, rest)

    def by_id(self, name: str) -> Any:
        return self.named[name[1:]]

    def within(self, rest: str) -> Any:
        node, _, selector = rest.partition(":")
        return find(self.by_id(node), selector)

    def cell(self, rest: str) -> Any:
        node, *place = rest.split(":")
        row = next(cell for index, cell, _ in self.by_id(node).skin.flow.shown() if index == int(place[0]))
        return row if len(place) == 1 else [kid for kid in row.kids if "tableColumn" in kid.values][int(place[1])]

    def in_cell(self, rest: str) -> Any:
        node, row, selector = rest.split(":")
        return find(self.cell(f"{node}:{row}"), selector)

    def in_stage(self, rest: str) -> Any:
        title, selector, index = rest.split("|")
        stage = next(stage for stage in self.platform.stages if stage.read("title") == title)
        return find(stage.root, selector, int(index))

    def in_popup(self, rest: str) -> Any:
        selector, index = rest.split("|")
        popup = next(window for window in reversed(self.platform.windows) if not window.is_a("Stage"))
        return find(popup.root, selector, int(index))

    # --- steps

    def click(self, step: dict[str, Any]) -> None:
        self.robot.click(
            self.target(step["target"]), step.get("x"), step.get("y"), step.get("button", "PRIMARY"),
            step.get("count", 1),
        )  # fmt: skip

    def key(self, step: dict[str, Any]) -> None:
        self.robot.press(step["key"], step.get("modifiers"))

    def type(self, step: dict[str, Any]) -> None:
        self.robot.type(step["text"])

    def focus(self, step: dict[str, Any]) -> None:
        node = self.target(step["target"])
        node.scene.request_focus(node)

    def scroll(self, step: dict[str, Any]) -> None:
        notches = self.case.mechanism == "robot"
        node, delta = self.target(step["target"]), step["deltaY"]
        for _ in range(abs(delta) if notches else 1):
            self.robot.scroll(node, 0.0, WHEEL * (1 if delta > 0 else -1) if notches else float(delta))
        if not delta:
            self.robot.move_to(node)

    def set_text(self, step: dict[str, Any]) -> None:
        from pytest_uimcp.javafx.contract.ui import Ui

        ui = Ui(self.platform)
        ref = ui.capture(ui.defaults).ref(self.target(step["target"]))
        result = ui.perform([{"type": "setText", "target": {"ref": ref}, "text": step["text"]}])["results"][0]
        if not result["ok"]:
            raise UiError("MCP_UI_ACTION_FAILED", result["error"]["message"])

    def fire(self, step: dict[str, Any]) -> None:
        self.target(step["target"]).fire()

    def select(self, step: dict[str, Any]) -> None:
        self.target(step["target"]).select_range(step["anchor"], step["caret"])

    def set(self, step: dict[str, Any]) -> None:
        self.target(step["target"]).set(step["property"], step["value"])

    def setup(self, step: dict[str, Any]) -> None:
        if step["op"] == "removeNode":
            node = self.target(step["target"])
            node.parent.kids.remove(node)
            settle(self.platform)
        else:
            play_operation(self.platform, self.stage, step, self.named)


TARGETS = {
    "in": Played.within, "cell": Played.cell, "cellin": Played.in_cell, "stage": Played.in_stage,
    "popup": Played.in_popup,
}  # fmt: skip
STEPS = {
    "click": Played.click, "key": Played.key, "type": Played.type, "focus": Played.focus, "scroll": Played.scroll,
    "setText": Played.set_text, "fire": Played.fire, "prepSelect": Played.select, "prepSet": Played.set,
    "prepSetup": Played.setup,
}  # fmt: skip


def find(root: Node | None, selector: str, index: int = 0) -> Node:
    """A node below another, by `.class` or `#id`."""
    name = selector[1:]
    assert root is not None
    found = [n for n in root.walk() if (name in n.classes if selector.startswith(".") else n.css_id == name)]
    return found[index]


def target_of(target: Any, named: dict[str, Any], platform: Platform) -> str:
    """The target of an event as the recordings name it."""
    if isinstance(target, Node):
        window = target.scene.window if target.scene is not None else None
        return place(target, named, window)
    if isinstance(target, FxObject) and target.is_a("MenuItem"):
        return next((f"#{name}" for name, one in named.items() if one is target), target.fx.name)
    return ""


# --- comparing


def steady(changes: dict[str, Any], hovered: bool) -> dict[str, Any]:
    """The changes; without what only a mouse makes where there was none."""
    return {
        key: value for key, value in changes.items() if hovered or not key.endswith((".hover", ".pressed", ".armed"))
    }


def events_of(result: dict[str, Any]) -> list[dict[str, Any]]:
    """The recorded events, with the fields that are compared."""
    return [event for event in result.get("events", ()) if event["type"] != "MENU_ACTION"]


def compare_case(case: Case) -> Comparison:
    """Ours against the mechanism that is believed."""
    ours, theirs = Played(case).run(), case.recorded
    robot = case.mechanism == "robot"
    fields = ["focusBefore", "focusAfter", *(name for name in ("focusTrail", "actionEvents") if name in theirs)]
    mine = {name: ours[name] for name in fields} | {"changes": steady(ours["changes"], robot)}
    recorded = {name: theirs[name] for name in fields} | {"changes": steady(theirs["changes"], robot)}
    if not robot:
        mine["failed"] = [reason is not None for reason in ours["errors"]]
        recorded["failed"] = [reason is not None for reason in theirs.get("stepErrors", [None] * len(ours["errors"]))]
    result = compare(mine, recorded)
    if robot and "actionEvents" not in theirs:
        result += compare_events(said(ours["events"]), said(events_of(theirs)))
    return result


def compare_events(ours: list[str], theirs: list[str]) -> Comparison:
    """Events in order; one that only one side has differs, and not those behind it."""
    result = Comparison()
    matcher = difflib.SequenceMatcher(None, ours, theirs, autojunk=False)
    for kind, start, end, first, last in matcher.get_opcodes():
        if kind == "equal":
            result.equal += end - start
        else:
            result.different += [(f"/events/+{event}", event, MISSING) for event in ours[start:end]]
            result.different += [(f"/events/-{event}", MISSING, event) for event in theirs[first:last]]
    return result


def said(events: list[dict[str, Any]]) -> list[str]:
    """Events in short, to be read."""
    return [
        " ".join([event["type"], event["target"], *(f"{key}={event[key]}" for key in FIELDS if key in event)])
        for event in events
    ]


# --- the other mechanisms


def other_runs(case: Case) -> dict[str, bool]:
    """The other mechanisms of a case, and whether they did to the scene what the believed one did."""
    believed = case.recorded
    return {
        mechanism: run["focusAfter"] == believed["focusAfter"]
        and steady(run["changes"], hovered=False) == steady(believed["changes"], hovered=False)
        for mechanism, run in case.entry["results"].items()
        if mechanism != case.mechanism and case.group != "scroll"
    }
