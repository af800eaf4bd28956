"""Tree views and tree tables: expanding and collapsing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pytest_uimcp.javafx.scene.actions.behaviors.lists import KEYS, Rule, cell_pressed, choose, run_rule
from pytest_uimcp.javafx.scene.actions.events import FxEvent, inside, on
from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.selection import RowView, rows_of, selection_of


def toggle(item: FxObject | None) -> None:
    if item is not None and not item.read("leaf"):
        item.set("expanded", not item.read("expanded"))


def _selected(view: RowView) -> tuple[int, FxObject | None]:
    """The selected row and its item; -1 and None if there is none."""
    index = selection_of(view).read("selectedIndex")
    rows = rows_of(view)
    item = rows[index] if 0 <= index < len(rows) else None
    if isinstance(item, FxObject):
        return (index, item)
    return (-1, None)


def _right(view: RowView, event: FxEvent) -> None:
    """Expand the selected row; an expanded one passes on to its first child."""
    index, item = _selected(view)
    if item is None or item.read("leaf"):
        return
    # The first stroke opens, the second goes in: as in every file manager.
    if not item.read("expanded"):
        item.set("expanded", True)
    elif item.read("children"):
        choose(view, index + 1)


def _left(view: RowView, event: FxEvent) -> None:
    """Collapse the selected row; a collapsed one passes on to its parent."""
    _, item = _selected(view)
    if item is None:
        return
    if item.read("expanded") and not item.read("leaf"):
        item.set("expanded", False)
        return
    # The root's parent is no row: the selection stays.
    parent = item.read("parent")
    for index, row in enumerate(rows_of(view)):
        if row is parent:
            choose(view, index)


def _all_below(view: RowView, event: FxEvent) -> None:
    # A stack and no recursion: items of a program may be nested deeper than Python's calls.
    stack = [_selected(view)[1]]
    while stack:
        item = stack.pop()
        if item is not None and not item.read("leaf"):
            item.set("expanded", True)
            stack.extend(item.read("children"))


def _nothing(view: RowView, event: FxEvent) -> None:
    """ENTER would edit, where that is allowed."""


TREE_KEYS: Final[Mapping[tuple[str, str], Rule]] = {
    **KEYS,
    ("RIGHT", ""): _right,
    ("LEFT", ""): _left,
    ("ADD", ""): _right,
    ("SUBTRACT", ""): _left,
    ("MULTIPLY", ""): _all_below,
    ("ENTER", ""): _nothing,
}


@on("KEY_PRESSED", "TreeView")
def _tree_key(view: RowView, event: FxEvent) -> None:
    run_rule(TREE_KEYS, view, event)


@on("MOUSE_PRESSED", "TreeCell")
def _cell(cell: Node, event: FxEvent) -> None:
    view = cell.values.get("treeView")
    item = cell.values.get("treeItem")
    if not isinstance(view, RowView) or item is None or view.scene is None:
        return
    event.consume()
    # The arrow opens and closes, and leaves the selection as it is.
    if inside(event, "tree-disclosure-node") is not None:
        if event.button == "PRIMARY":
            toggle(item)
        view.scene.request_focus(view)
        return
    cell_pressed(view, cell.read("index"), event)
    if event.button == "PRIMARY" and event.click_count == 2:
        toggle(item)
