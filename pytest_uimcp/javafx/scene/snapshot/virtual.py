"""`virtualization`: the rows that are in sight of a list, a table, a tree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.tables import cells_of
from pytest_uimcp.javafx.scene.snapshot.options import Json

KINDS: Final = ("ListView", "TableView", "TreeView", "TreeTableView")
Ref = Callable[[Node], Json]


def kind_of(node: Node) -> str | None:
    return next((kind for kind in KINDS if kind in node.fx.lineage), None)


def virtualization(node: Node, kind: str, ref: Ref, bounds: Callable[[Node], Json] | None) -> Json:
    """The section of one control; `bounds` gives the box of a row in the scene, if it is wanted."""
    skin = node.skin
    # A list that is too small to show a row, or has no skin yet, has no rows in sight.
    rows = []
    if skin is not None and skin.flow.node.shown:
        rows = skin.flow.shown()
    model = node.values.get("selectionModel")
    focus = node.values.get("focusModel")
    focused_index = -1
    if focus is not None:
        focused_index = focus.read("focusedIndex")
    return {
        "kind": kind,
        "itemsCount": len(skin.rows) if skin is not None else 0,
        "visibleRange": {"from": rows[0][0], "to": rows[-1][0]} if rows else None,
        "selectedIndices": list(model.selected_indices) if model is not None else [],
        "focusedIndex": focused_index if focused_index >= 0 else None,
        "columns": _columns(node),
        "visibleCells": [_row(index, cell, ref, bounds) for index, cell, _ in rows],
    }


def _columns(node: Node) -> list[Json] | None:
    if node.skin is None or "columns" not in node.fx.props:
        return None
    return [{"id": _id(column), "text": column.read("text")} for column in node.skin.columns]


def _id(column: FxObject) -> str | None:
    return column.read("id") or column.fx_id


def _row(index: int, cell: Node, ref: Ref, bounds: Callable[[Node], Json] | None) -> Json:
    columns = [(kid, kid.values.get("tableColumn")) for kid in cells_of(cell)]
    if columns or cell.is_a("TableRow") or cell.is_a("TreeTableRow"):
        cells = [{"columnId": _id(column), "text": kid.read("text")} for kid, column in columns if column is not None]
    else:
        cells = [{"columnId": None, "text": cell.read("text")}]
    row: Json = {"index": index, "rowRef": ref(cell), "cells": cells}
    if bounds is not None:
        row["boundsInScene"] = bounds(cell)
    return row
