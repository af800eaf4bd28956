"""The rows in sight of lists, trees and tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pytest_uimcp.aria.text import collapse
from pytest_uimcp.javafx.accessible.nodes import below, below_shown, label_of, labels_in, role_of
from pytest_uimcp.javafx.accessible.roles import CELLS, ROLES, ROWS
from pytest_uimcp.javafx.accessible.seen import Data, Seen, adopt, key_of

# Reads a node, and what is below it, into another.
Visit = Callable[[Data, Seen], None]
HEADERS: Final = ("TableHeaderRow", "NestedTableColumnHeader", "TableColumnHeader")


def read_rows(view: Seen, rows: Data, kids: list[Data], visit: Visit) -> None:
    """The rows in sight in their order, and the headers; what else is in the control only holds them."""
    nodes = {key_of(node["ref"]): node for node in below(view.data)}
    cells = rows.get("visibleCells") or []
    is_empty = not rows.get("itemsCount")
    for kid in kids:
        if kid.get("type") in HEADERS or (is_empty and "placeholder" in (kid.get("styleClass") or ())):
            visit(kid, view)
    selected = set(rows.get("selectedIndices") or ())
    role = _row_role(rows.get("kind") or view.type)
    for row in cells:
        data = nodes.get(key_of(row["rowRef"]))
        row_node = adopt(view, Seen(data or _row_data(row), role))
        row_node.states |= {"selected": True} if row["index"] in selected else {}
        row_node.data = {**row_node.data, "rowIndex": row["index"]}
        _fill_row(row_node, row, data, visit)
    if not cells:
        _read_cells(view, visit)


def _read_cells(view: Seen, visit: Visit) -> None:
    """The rows of a program that does not tell which are in sight: its cells with a text, from the top."""
    nodes = [node for node in below_shown(view.data) if ROLES.get(role_of(node) or "") in ROWS]
    for data in sorted(nodes, key=lambda node: ((node.get("layout") or {}).get("boundsInScene") or {}).get("minY", 0)):
        texts = [text for text in (label_of(data), *labels_in(data)) if text]
        if texts:
            row_node = adopt(view, Seen(data, ROLES[role_of(data) or ""]))
            cells = [{"text": label_of(node)} for node in below(data) if ROLES.get(role_of(node) or "") in CELLS]
            _fill_row(row_node, {"cells": cells or [{"text": texts[0]}]}, data, visit)


def _row_role(kind: str) -> str:
    return {"ListView": "option", "TreeView": "treeitem"}.get(kind, "row")


def _row_data(row: Data) -> Data:
    return {"ref": row["rowRef"], "type": "", "visible": True, "layout": {"boundsInScene": row.get("boundsInScene")}}


def _fill_row(row_node: Seen, row: Data, data: Data | None, visit: Visit) -> None:
    texts = [collapse(cell.get("text") or "") for cell in row["cells"]]
    row_node.name = " ".join(text for text in texts if text)
    if data is not None:
        for kid in data.get("children") or ():
            visit(kid, row_node)
    if row_node.role == "row" and not any(child.role in CELLS for child in row_node.children):
        row_node.children = [Seen(row_node.data, "cell", text, parent=row_node) for text in texts]
    for cell in row_node.children:
        if cell.role in CELLS:
            cell.name = cell.name or cell.text
