"""Tree items: which rows a tree shows.

An item knows what it is in through `owner`: the item above it, or the view whose root it is. A change anywhere below
finds the view that way, and makes it list its rows again.
"""

from __future__ import annotations

from collections.abc import Sequence

from pytest_uimcp.javafx.scene.errors import WrongValue
from pytest_uimcp.javafx.scene.model.base import FxItem, FxObject, hook
from pytest_uimcp.javafx.scene.model.classes import extends
from pytest_uimcp.javafx.scene.model.lists import ObservableList
from pytest_uimcp.javafx.scene.model.selection import RowView, focus_of, selection_of


@extends("TreeItem")
class FxTreeItem(FxItem):
    __slots__ = ()

    @property
    def branches(self) -> ObservableList[FxObject]:
        return self.read("children")


@extends("TreeView TreeTableView")
class TreeRowView(RowView):
    __slots__ = ("listed_rows",)

    def prepare(self) -> None:
        super().prepare()
        # The rows, until the tree changes.
        self.listed_rows: list[FxItem] | None = None

    @property
    def rows(self) -> Sequence[FxItem]:
        if self.listed_rows is None:
            root = self.read("root")
            self.listed_rows = visible_rows(root if isinstance(root, FxItem) else None, self.read("showRoot"))
        return self.listed_rows

    def tree_changed(self) -> None:
        """List the rows again; what was selected or focused is found among them."""
        # What was selected is known by its old index only.
        old_rows = self.listed_rows or []
        self.listed_rows = None
        rows = self.rows
        selection_of(self).follow(old_rows)
        focus_model = focus_of(self)
        focused = focus_model.read("focusedItem")
        index = next((index for index, row in enumerate(rows) if row is focused), -1)
        if focused is not None and index >= 0:
            focus_model.focus(index)
        elif rows and focus_model.read("focusedIndex") < 0:
            focus_model.focus(0)
        self.affect("k")


def visible_rows(root: FxItem | None, show_root: bool) -> list[FxItem]:
    """The items a tree shows: the root, and what is below expanded items."""
    if root is None:
        return []
    rows: list[FxItem] = []
    stack = [root]
    while stack:
        item = stack.pop()
        rows.append(item)
        if item.read("expanded") or (item is root and not show_root):
            # Reversed: the first child is the next to be taken off the stack.
            stack.extend(child for child in item.read("children")[::-1] if isinstance(child, FxItem))
    if show_root:
        return rows
    return rows[1:]


def level_of(item: FxObject) -> int:
    level = 0
    parent = item.read("parent")
    while parent is not None:
        level += 1
        parent = parent.read("parent")
    return level


@hook("TreeView TreeTableView", "root showRoot")
def _root(view: TreeRowView, old: object, new: object) -> None:
    for item in (old, new):
        if isinstance(item, FxItem):
            item.owner = view if item is new else None
    view.tree_changed()


def _owner_changed(item: FxItem) -> None:
    owner = item.owner
    while isinstance(owner, FxTreeItem):
        owner = owner.owner
    if isinstance(owner, TreeRowView):
        owner.tree_changed()


def _refuse_circle(item: FxTreeItem, added: list[FxItem]) -> None:
    above: FxObject | None = item
    while above is not None:
        if above in added:
            # A hook hears of children that are already in place.
            list.remove(item.branches, above)
            raise WrongValue(f"{above!r} cannot be below itself; give it another parent")
        above = above.read("parent")


@hook("TreeItem", "children")
def _children(item: FxTreeItem, removed: list[FxItem], added: list[FxItem]) -> None:
    _refuse_circle(item, added)
    for child in removed:
        child.values["parent"] = child.owner = None
    for child in added:
        child.values["parent"] = child.owner = item
    item.values["leaf"] = not item.branches
    _owner_changed(item)


@hook("TreeItem", "expanded")
def _expanded(item: FxTreeItem, _old: bool, _new: bool) -> None:
    _owner_changed(item)
