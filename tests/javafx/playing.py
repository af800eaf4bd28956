"""Playing a `setup.json`: stages from FXML, then operations in order, two pulses after each.

{"stage": {"title": "Login", "width": 360, "height": 240},
 "setup": [{"op": "items", "target": "#list", "count": 100, "format": "Item {i}"}]}
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pytest_uimcp.javafx.scene.actions.robot import robot_of
from pytest_uimcp.javafx.scene.errors import UnknownName, WrongValue, near
from pytest_uimcp.javafx.scene.fxml import load
from pytest_uimcp.javafx.scene.model.selection import give_models
from pytest_uimcp.javafx.scene.model.spinners import integer_factory
from pytest_uimcp.javafx.scene.model.states import set_state
from pytest_uimcp.javafx.scene.program import create
from pytest_uimcp.javafx.scene.stage.dialogs import show_alert, show_text_input
from pytest_uimcp.javafx.scene.stage.platform import Platform
from pytest_uimcp.javafx.scene.stage.popups import show_choices, show_menu, show_popup
from pytest_uimcp.javafx.scene.stage.showing import show_stage

Operation = dict[str, Any]


class IdleController:
    """A controller that has every method and does nothing: of a program of which only the document is there."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("_"):
            raise AttributeError(name)
        return _do_nothing


def _do_nothing(*_arguments: object) -> None:
    pass


def play(platform: Platform, fxml: Path | str, setup: dict[str, Any], **options: Any) -> Any:
    """Show the stage of a set-up and play its operations; the loaded document."""
    loaded = load(fxml, **options)
    stage = show_stage(platform, loaded.root, setup["stage"], Path(fxml).parent)
    settle(platform)
    for operation in setup.get("setup", ()):
        play_operation(platform, stage, operation, loaded.named)
    return loaded


def settle(platform: Platform) -> None:
    """Two pulses."""
    platform.pulse()
    platform.pulse()


def play_operation(platform: Platform, stage: Any, operation: Operation, named: dict[str, Any] | None = None) -> None:
    """One operation, and two pulses."""
    name = operation.get("op", "")
    if name not in OPERATIONS:
        raise UnknownName(f"no operation {name!r}.{near(name, OPERATIONS)}")
    OPERATIONS[name](Played(platform, stage, operation, named or {}))
    settle(platform)


class Played:
    """An operation with what it works on."""

    def __init__(self, platform: Platform, stage: Any, operation: Operation, named: dict[str, Any]) -> None:
        self.platform = platform
        self.stage = stage
        self.op = operation
        self.named = named

    @property
    def target(self) -> Any:
        """The node of `#id`."""
        name = str(self.op.get("target", "")).removeprefix("#")
        found = self.stage.scene.with_id(name)
        if found:
            return found[0]
        if name in self.named:
            return self.named[name]
        raise UnknownName(f"{self.op.get('op')}: no node with the id {name!r}.{near(name, self.stage.scene.ids)}")

    def numbered(self) -> list[str]:
        """Values as they stand, or made of a format."""
        if "values" in self.op:
            return list(self.op["values"])
        return [self.op["format"].replace("{i}", str(i)) for i in range(self.op["count"])]


def _items(at: Played) -> None:
    at.target.read("items").set_all(at.numbered())


def _rows(at: Played) -> None:
    from pytest_uimcp.javafx.scene.skins.tables import leaf_columns

    formats = at.op["columns"]
    for column in leaf_columns(at.target.read("columns"), visible=False):
        key = column.read("id")
        column.values["cellValueFactory"] = lambda row, key=key: row.get(key)
    rows = [{key: text.replace("{i}", str(i)) for key, text in formats.items()} for i in range(at.op["count"])]
    at.target.read("items").set_all(rows)


def _tree(at: Played) -> None:
    op = at.op
    wanted = at.op.get("expanded", False)
    root = create("TreeItem", value=op["root"], expanded=bool(wanted))
    for branch in range(op.get("branches", 0)):
        item = create("TreeItem", value=f"Branch {branch}")
        item.read("children").set_all(
            create("TreeItem", value=f"Branch {branch} Leaf {leaf}") for leaf in range(op.get("leaves", 0))
        )
        item.set("expanded", wanted is True or (isinstance(wanted, list) and branch in wanted))
        root.read("children").append(item)
    at.target.set("root", root)


def _select(at: Played) -> None:
    target = at.target
    give_models(target)
    model = target.read("selectionModel")
    if at.op.get("multiple"):
        model.set("selectionMode", "MULTIPLE")
    for index in at.op["indices"]:
        model.select(index)


def _scroll_to(at: Played) -> None:
    at.target.skin.flow.scroll_to(at.op["index"])


def _set(at: Played) -> None:
    at.target.set(at.op["property"], at.op["value"])


def _mouse(at: Played) -> None:
    robot_of(at.platform).move_to(at.target)


def _selection(at: Played) -> None:
    at.target.select_range(at.op["anchor"], at.op["caret"])


def _spinner(at: Played) -> None:
    op = at.op
    at.target.set("valueFactory", integer_factory(op["min"], op["max"], op["value"], op.get("step", 1)))


def _show(at: Played) -> None:
    show_choices(at.target)


def _context_menu(at: Played) -> None:
    items = [create("MenuItem", text=text) for text in at.op["items"]]
    menu = create("ContextMenu")
    menu.read("items").set_all(items)
    at.target.set("contextMenu", menu)
    if at.op.get("show", True):
        show_menu(menu, at.target)


def _popup(at: Played) -> None:
    label = create("Label", text=at.op["text"])
    label.set("id", at.op.get("id"))
    x, y = at.stage.origin
    show_popup(at.stage, label, x + at.op.get("dx", 0), y + at.op.get("dy", 0))


def _tooltip(at: Played) -> None:
    at.target.set("tooltip", create("Tooltip", text=at.op["text"]))


def _focus(at: Played) -> None:
    at.stage.scene.request_focus(at.target)


def _date(at: Played) -> None:
    try:
        value = datetime.date.fromisoformat(at.op["value"])
    except ValueError as reason:
        raise WrongValue(f"date: {reason}") from None
    at.target.set("value", value)


def _alert(at: Played) -> None:
    show_alert(at.platform, at.stage, **_dialog(at.op))


def _text_input_dialog(at: Played) -> None:
    show_text_input(at.platform, at.stage, **_dialog(at.op))


OPERATIONS: dict[str, Callable[[Played], None]] = {
    "items": _items,
    "rows": _rows,
    "tree": _tree,
    "select": _select,
    "scrollTo": _scroll_to,
    "focus": _focus,
    "date": _date,
    "set": _set,
    "pseudo": lambda at: set_state(at.target, at.op["name"], bool(at.op["on"])),
    "userData": lambda at: at.target.set("userData", at.op["value"]),
    "selection": _selection,
    "intSpinner": _spinner,
    "mouse": _mouse,
    "show": _show,
    "contextMenu": _context_menu,
    "popup": _popup,
    "tooltip": _tooltip,
    "alert": _alert,
    "textInputDialog": _text_input_dialog,
}


def _dialog(op: Operation) -> dict[str, Any]:
    names = {"type": "kind", "title": "title", "header": "header", "content": "content", "default": "text",
             "modal": "modal", "x": "x", "y": "y"}  # fmt: skip
    return {names[key]: value for key, value in op.items() if key in names}
