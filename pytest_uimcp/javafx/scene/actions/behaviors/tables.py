"""Tables and tree tables: rows, cells, sorting by a click on a header."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pytest_uimcp.javafx.scene.actions.behaviors.lists import KEYS, Rule, cell_pressed, choose, run_rule
from pytest_uimcp.javafx.scene.actions.behaviors.trees import TREE_KEYS, toggle
from pytest_uimcp.javafx.scene.actions.events import FxEvent, inside, on
from pytest_uimcp.javafx.scene.model.base import FxItem
from pytest_uimcp.javafx.scene.model.items import node_of
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.selection import RowView, focus_of, selection_of
from pytest_uimcp.javafx.scene.skins.headers import column_of
from pytest_uimcp.javafx.scene.skins.tables import value_of

__all__ = ["sort_by"]


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
    if row is not None:
        view = row.values.get("tableView")
    else:
        view = None
    if row is not None and isinstance(view, RowView) and not row.read("empty"):
        cell_pressed(view, row.read("index"), event)
        event.consume()


@on("MOUSE_PRESSED", "TreeTableCell TreeTableRow")
def _tree_row(cell: Node, event: FxEvent) -> None:
    row = _row_of(cell)
    if row is not None:
        view = row.values.get("treeTableView")
    else:
        view = None
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
    """A click on a header sorts by its column."""
    column = column_of(header)
    if column is None or event.button != "PRIMARY":
        return
    event.consume()
    view = node_of(column)
    if isinstance(view, RowView) and view.is_a("TableView") and column.read("sortable"):
        sort_by(view, column)


def sort_by(view: RowView, column: FxItem) -> None:
    """Sort by a column: upwards, then downwards, then not at all."""
    order = view.read("sortOrder")
    if column in order and column.read("sortType") == "DESCENDING":
        # The items stay in the order that they had: as in JavaFX, nothing remembers the one before.
        order.set_all([])
        return
    column.set("sortType", "DESCENDING" if column in order else "ASCENDING")
    if column not in order:
        order.set_all([column])

    def sort_key(row: object) -> tuple[int, float, str]:
        """Nothing first, then numbers, then texts."""
        value = value_of(column, row)
        if value is None:
            return (0, 0.0, "")
        if isinstance(value, (int, float)):
            return (1, value, "")
        return (2, 0.0, str(value))

    view.read("items").sort(key=sort_key, reverse=column.read("sortType") == "DESCENDING")
