"""Tables and tree tables: rows, cells, sorting by a click on a header."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cmp_to_key
from typing import Final

from pytest_uimcp.javafx.scene.actions.behaviors.lists import KEYS, Rule, cell_pressed, choose, run_rule
from pytest_uimcp.javafx.scene.actions.behaviors.trees import TREE_KEYS, toggle
from pytest_uimcp.javafx.scene.actions.events import FxEvent, inside, on
from pytest_uimcp.javafx.scene.model.base import FxItem, hook
from pytest_uimcp.javafx.scene.model.items import node_of
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.selection import RowView, focus_of, selection_of
from pytest_uimcp.javafx.scene.model.tree import FxTreeItem, TreeRowView
from pytest_uimcp.javafx.scene.skins.headers import column_of
from pytest_uimcp.javafx.scene.skins.tables import value_of


def _page(view: RowView, event: FxEvent) -> None:
    """A page starts from a selected row."""
    if selection_of(view).read("selectedIndex") >= 0:
        KEYS[(event.code, "")](view, event)


def _side(view: RowView, event: FxEvent) -> None:
    """To the side there are no rows: the row that has the keyboard is selected."""
    index = focus_of(view).read("focusedIndex")
    if selection_of(view).read("selectedIndex") < 0 and index >= 0:
        choose(view, index)


TABLE_KEYS: Final[Mapping[tuple[str, str], Rule]] = {
    **KEYS,
    ("PAGE_DOWN", ""): _page,
    ("PAGE_UP", ""): _page,
    ("LEFT", ""): _side,
    ("RIGHT", ""): _side,
}
# In trees LEFT and RIGHT open and close, so only pages differ from theirs.
TREE_TABLE_KEYS: Final[Mapping[tuple[str, str], Rule]] = {
    **TREE_KEYS,
    ("PAGE_DOWN", ""): _page,
    ("PAGE_UP", ""): _page,
}


@on("KEY_PRESSED", "TableView")
def _table_key(view: RowView, event: FxEvent) -> None:
    run_rule(TABLE_KEYS, view, event)


@on("KEY_PRESSED", "TreeTableView")
def _tree_table_key(view: RowView, event: FxEvent) -> None:
    run_rule(TREE_TABLE_KEYS, view, event)


def _row_of(cell: Node) -> Node | None:
    nodes = (cell, *cell.ancestors())
    return next((node for node in nodes if node.is_a("TableRow") or node.is_a("TreeTableRow")), None)


# The row as well as its cells: right of the last column a row can be pressed, too.
@on("MOUSE_PRESSED", "TableCell TableRow")
def _row(cell: Node, event: FxEvent) -> None:
    row = _row_of(cell)
    view = None
    if row is not None:
        view = row.values.get("tableView")
    if row is not None and isinstance(view, RowView) and not row.read("empty"):
        cell_pressed(view, row.read("index"), event)
        event.consume()


@on("MOUSE_PRESSED", "TreeTableCell TreeTableRow")
def _tree_row(cell: Node, event: FxEvent) -> None:
    row = _row_of(cell)
    view = None
    if row is not None:
        view = row.values.get("treeTableView")
    if row is None or not isinstance(view, RowView) or view.scene is None or row.read("empty"):
        return
    event.consume()
    # The arrow opens and closes, and leaves the selection as it is.
    if inside(event, "tree-disclosure-node") is not None:
        toggle(row.values.get("treeItem"))
        view.scene.request_focus(view)
        return
    cell_pressed(view, row.read("index"), event)
    if event.button == "PRIMARY" and event.click_count == 2:
        toggle(row.values.get("treeItem"))


# When it is let go: a press may begin to drag the column or its edge.
@on("MOUSE_RELEASED", "TableColumnHeader")
def _header(header: Node, event: FxEvent) -> None:
    column = column_of(header)
    if column is None or event.button != "PRIMARY":
        return
    event.consume()
    view = node_of(column)
    if isinstance(view, RowView) and column.read("sortable"):
        sort_by(view, column, beside_others=event.shift)


def sort_by(view: RowView, column: FxItem, beside_others: bool = False) -> None:
    """Sort by a column: upwards, then downwards, then not at all; with SHIFT, beside the columns before it."""
    order = view.read("sortOrder")
    others = [other for other in order if beside_others and other is not column]
    if column not in order:
        column.set("sortType", "ASCENDING")
        order.set_all([*others, column])
    elif column.read("sortType") == "ASCENDING":
        column.set("sortType", "DESCENDING")
    else:
        # The items stay in the order that they had: as in JavaFX, nothing remembers the one before.
        order.set_all(others)


@hook("TableView TreeTableView", "sortOrder")
def _order_changed(view: RowView, _removed: object, _added: object) -> None:
    sort(view)


@hook("TableColumn TreeTableColumn", "sortType")
def _type_changed(column: FxItem, _old: object, _new: object) -> None:
    view = node_of(column)
    if isinstance(view, RowView) and column in view.read("sortOrder"):
        sort(view)


def sort(view: RowView) -> None:
    """Bring the rows into the order of the columns that are sorted by; what is selected stays selected."""
    columns = [column for column in view.read("sortOrder") if column.read("sortable")]
    if columns and isinstance(view, TreeRowView):
        _sort_tree(view, columns)
    elif columns:
        _sort_items(view, columns)


def _sort_items(view: RowView, columns: list[FxItem]) -> None:
    items = view.read("items")
    model = selection_of(view)
    selected = list(model.indices)
    places = _order(list(items), columns)
    new_places = {old: new for new, old in enumerate(places)}
    items.set_all([items[place] for place in places])
    if selected:
        # By place and not by item: a table may have equal rows.
        model.set_indices([new_places[index] for index in selected])


def _sort_tree(view: TreeRowView, columns: list[FxItem]) -> None:
    """The children of every item among themselves."""
    stack = [view.read("root")]
    while stack:
        item = stack.pop()
        if isinstance(item, FxTreeItem):
            children = list(item.branches)
            places = _order([child.read("value") for child in children], columns)
            if places != sorted(places):
                item.branches.set_all([children[place] for place in places])
            stack.extend(children)


def _order(rows: list[object], columns: list[FxItem]) -> list[int]:
    """The places of the rows in their new order."""
    places = list(range(len(rows)))
    # From the last column to the first: a sort leaves what is equal in the order that it has.
    for column in reversed(columns):
        values = [value_of(column, row) for row in rows]
        comparator = column.read("comparator")
        if callable(comparator):
            keys = list(map(cmp_to_key(comparator), values))
        else:
            keys = list(map(_sort_key, values))
        places.sort(key=keys.__getitem__, reverse=column.read("sortType") == "DESCENDING")
    return places


def _sort_key(value: object) -> tuple[int, float, str]:
    """Nothing first, then numbers, then texts."""
    if value is None:
        return (0, 0.0, "")
    if isinstance(value, (int, float)):
        return (1, value, "")
    return (2, 0.0, str(value))
