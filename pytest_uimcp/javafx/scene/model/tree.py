"""Tree items: which rows a tree shows."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.javafx.scene.model.base import FxObject, hook
from pytest_uimcp.javafx.scene.model.selection import ROWS, models

__all__ = ["TreeRows", "level_of", "visible_rows"]


def visible_rows(root: FxObject | None, show_root: bool) -> list[FxObject]:
    """The items a tree shows: the root, and what is below expanded items."""
    if root is None:
        return []
    found: list[FxObject] = []
    waiting = [root]
    while waiting:
        item = waiting.pop()
        found.append(item)
        if item.read("expanded") or (item is root and not show_root):
            waiting.extend(item.read("children")[::-1])
    if show_root:
        return found
    return found[1:]


def level_of(item: FxObject) -> int:
    """How many items are above it."""
    level = 0
    above = item.read("parent")
    while above is not None:
        level = level + 1
        above = above.read("parent")
    return level


def _rows(owner: Any) -> list[FxObject]:
    """The rows, found again after a change in the tree."""
    rows: list[FxObject] | None = owner.values.get("rows")
    if rows is None:
        rows = owner.values["rows"] = visible_rows(owner.read("root"), owner.read("showRoot"))
    return rows


TreeRows = _rows
ROWS |= {"TreeView": _rows, "TreeTableView": _rows}


def _changed(owner: Any) -> None:
    models(owner)
    old = owner.values.get("rows") or []
    owner.values["rows"] = None
    rows = _rows(owner)
    owner.values["selectionModel"].follow(old)
    focus = owner.values["focusModel"]
    focused = focus.read("focusedItem")
    place = next((index for index, row in enumerate(rows) if row is focused), -1)
    if focused is not None and place >= 0:
        focus.focus(place)
    elif rows and focus.read("focusedIndex") < 0:
        focus.focus(0)
    owner.affect("k")


@hook("TreeView TreeTableView", "root showRoot")
def _root(owner: Any, old: Any, new: Any) -> None:
    for item in (old, new):
        if isinstance(item, FxObject):
            item.values["owner"] = owner if item is new else None
    _changed(owner)


def _owner(item: FxObject) -> Any:
    above = item.values.get("owner")
    while isinstance(above, FxObject) and above.is_a("TreeItem"):
        above = above.values.get("owner")
    return above


@hook("TreeItem", "children")
def _children(item: FxObject, went: list[Any], came: list[Any]) -> None:
    for child in went:
        child.values["parent"] = child.values["owner"] = None
    for child in came:
        child.values["parent"] = child.values["owner"] = item
    item.values["leaf"] = not item.read("children")
    owner = _owner(item)
    if owner is not None:
        _changed(owner)


@hook("TreeItem", "expanded")
def _expanded(item: FxObject, _old: bool, _new: bool) -> None:
    owner = _owner(item)
    if owner is not None:
        _changed(owner)
