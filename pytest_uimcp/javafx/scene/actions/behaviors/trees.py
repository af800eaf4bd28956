"""Tree views and tree tables: expanding and collapsing."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.javafx.scene.actions.behaviors.lists import KEYS, Rule, cell_pressed, choose, run_rule
from pytest_uimcp.javafx.scene.actions.events import FxEvent, inside, on
from pytest_uimcp.javafx.scene.model.selection import rows_of

__all__ = ["TREE_KEYS", "toggle"]


def toggle(item: Any) -> None:
    """Expand a tree item, or collapse it."""
    if item is not None and not item.read("leaf"):
        item.set("expanded", not item.read("expanded"))


def _selected(view: Any) -> Any:
    index = view.values["selectionModel"].read("selectedIndex")
    rows = rows_of(view)
    if 0 <= index < len(rows):
        return (index, rows[index])
    return (-1, None)


def _right(view: Any, event: FxEvent) -> None:
    """Expand the selected row; an expanded one passes on to its first child."""
    index, item = _selected(view)
    if item is None or item.read("leaf"):
        return
    if not item.read("expanded"):
        item.set("expanded", True)
    elif item.read("children"):
        choose(view, index + 1)


def _left(view: Any, event: FxEvent) -> None:
    """Collapse the selected row; a collapsed one passes on to its parent."""
    _, item = _selected(view)
    if item is None:
        return
    if item.read("expanded") and not item.read("leaf"):
        item.set("expanded", False)
        return
    above = item.read("parent")
    rows = rows_of(view)
    place = next((i for i, row in enumerate(rows) if row is above), -1)
    if place >= 0:
        choose(view, place)


def _all_below(view: Any, event: FxEvent) -> None:
    waiting = [_selected(view)[1]]
    while waiting:
        item = waiting.pop()
        if item is not None and not item.read("leaf"):
            item.set("expanded", True)
            waiting.extend(item.read("children"))


def _nothing(view: Any, event: FxEvent) -> None:
    """ENTER would edit, where that is allowed."""


TREE_KEYS: dict[tuple[str, str], Rule] = KEYS | {
    ("RIGHT", ""): _right,
    ("LEFT", ""): _left,
    ("ADD", ""): _right,
    ("SUBTRACT", ""): _left,
    ("MULTIPLY", ""): _all_below,
    ("ENTER", ""): _nothing,
}


@on("KEY_PRESSED", "TreeView")
def _tree_key(view: Any, event: FxEvent) -> None:
    run_rule(TREE_KEYS, view, event)


@on("MOUSE_PRESSED", "TreeCell")
def _cell(cell: Any, event: FxEvent) -> None:
    view = cell.values.get("treeView")
    item = cell.values.get("treeItem")
    if view is None or item is None:
        return
    event.consume()
    if inside(event, "tree-disclosure-node") is not None:
        if event.button == "PRIMARY":
            toggle(item)
        view.scene.request_focus(view)
        return
    cell_pressed(view, cell.read("index"), event)
    if event.button == "PRIMARY" and event.click_count == 2:
        toggle(item)
