"""Tables and tree tables: rows, cells, sorting by a click on a header."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.javafx.scene.actions.behaviors.lists import KEYS, Rule, cell_pressed, choose, run_rule
from pytest_uimcp.javafx.scene.actions.behaviors.trees import TREE_KEYS, toggle
from pytest_uimcp.javafx.scene.actions.events import FxEvent, inside, on
from pytest_uimcp.javafx.scene.skins.headers import column_of

__all__ = ["sort_by"]


def _page(view: Any, event: FxEvent) -> Any:
    """A page starts from a selected row."""
    if view.values["selectionModel"].read("selectedIndex") < 0:
        return None
    return KEYS[(event.code, "")](view, event)


def _side(view: Any, event: FxEvent) -> None:
    """To the side there are no rows: the row that has the keyboard is selected."""
    index = view.values["focusModel"].read("focusedIndex")
    if view.values["selectionModel"].read("selectedIndex") < 0 and index >= 0:
        choose(view, index)


TABLE_KEYS: dict[tuple[str, str], Rule] = KEYS | {
    ("PAGE_DOWN", ""): _page,
    ("PAGE_UP", ""): _page,
    ("LEFT", ""): _side,
    ("RIGHT", ""): _side,
}
TREE_TABLE_KEYS = TREE_KEYS | {("PAGE_DOWN", ""): _page, ("PAGE_UP", ""): _page}


@on("KEY_PRESSED", "TableView")
def _table_key(view: Any, event: FxEvent) -> None:
    run_rule(TABLE_KEYS, view, event)


@on("KEY_PRESSED", "TreeTableView")
def _tree_table_key(view: Any, event: FxEvent) -> None:
    run_rule(TREE_TABLE_KEYS, view, event)


def _row_of(node: Any) -> Any:
    while node is not None and not (node.is_a("TableRow") or node.is_a("TreeTableRow")):
        node = node.parent
    return node


@on("MOUSE_PRESSED", "TableCell TableRow")
def _row(cell: Any, event: FxEvent) -> None:
    row = _row_of(cell)
    view = row.values.get("tableView") if row is not None else None
    if view is not None and not row.read("empty"):
        cell_pressed(view, row.read("index"), event)
        event.consume()


@on("MOUSE_PRESSED", "TreeTableCell TreeTableRow")
def _tree_row(cell: Any, event: FxEvent) -> None:
    row = _row_of(cell)
    view = row.values.get("treeTableView") if row is not None else None
    if view is None or row.read("empty"):
        return
    event.consume()
    if inside(event, "tree-disclosure-node") is not None:
        toggle(row.values.get("treeItem"))
        view.scene.request_focus(view)
        return
    cell_pressed(view, row.read("index"), event)
    if event.button == "PRIMARY" and event.click_count == 2:
        toggle(row.values.get("treeItem"))


# --- sorting


@on("MOUSE_RELEASED", "TableColumnHeader")
def _header(header: Any, event: FxEvent) -> None:
    """A click on a header sorts by its column."""
    column = column_of(header)
    if column is None or event.button != "PRIMARY":
        return
    event.consume()
    owner = column.values.get("owner")
    while owner is not None and not hasattr(owner, "affect"):
        owner = owner.values.get("owner")
    if owner is not None and owner.is_a("TableView") and column.read("sortable"):
        sort_by(owner, column)


def sort_by(view: Any, column: Any) -> None:
    """Sort by a column: upwards, then downwards, then not at all."""
    order = view.read("sortOrder")
    if column in order and column.read("sortType") == "DESCENDING":
        order.set_all([])
        return
    column.set("sortType", "DESCENDING" if column in order else "ASCENDING")
    if column not in order:
        order.set_all([column])
    items = view.read("items")
    from pytest_uimcp.javafx.scene.skins.tables import value_of

    items.set_all(
        sorted(items, key=lambda row: _key(value_of(column, row)), reverse=column.read("sortType") == "DESCENDING")
    )


def _key(value: Any) -> tuple[int, Any]:
    """Nothing first, then numbers, then texts."""
    if value is None:
        return (0, 0)
    if isinstance(value, (int, float)):
        return (1, value)
    return (2, str(value))
