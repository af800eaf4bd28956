"""A row of a list, tree or table by its number or its text, also where no cell shows it yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

from pytest_uimcp.aria.text import collapse
from pytest_uimcp.javafx.scene.errors import UiError
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.tables import cells_of
from pytest_uimcp.javafx.scene.snapshot.virtual import kind_of

T = TypeVar("T")
# How many pulses a row may take to come into sight as a whole.
MAX_LAYOUTS: Final = 8


def matching(rows: Iterable[tuple[T, Sequence[str]]], text: str) -> list[T]:
    """The rows that a text means: those that are it, else those with a cell that is it, else those that contain it."""
    query = collapse(text)
    levels: tuple[list[T], list[T], list[T]] = ([], [], [])
    # Whatever has the query has each word of it in one of its cells; white space does not matter to a word. The last
    # is looked for, because rows are told apart by how they end.
    word = query.rpartition(" ")[2]
    for row, cells in rows:
        if all(word not in cell and cell.isascii() for cell in cells):
            continue
        texts = [collapse(cell) for cell in cells]
        joined = " ".join(cell for cell in texts if cell)
        if joined == query:
            levels[0].append(row)
        elif query in texts:
            levels[1].append(row)
        elif query and query in joined:
            levels[2].append(row)
    return next((level for level in levels if level), [])


def row_of(view: Node, row: object, pulse: Callable[[], object]) -> Node:
    """What shows a row, brought into sight: its cell; in a table its first cell, which every window has room for.

    A text that several rows have means the first of them.
    """
    flow = view.skin.flow if kind_of(view) is not None and view.skin is not None else None
    if flow is None:
        raise _missing(f"target.row: expected a list, tree or table; got {view.fx.simple}", row)
    index = _index_of(view, row)
    # Only rows in sight have cells: the layout that follows makes them.
    flow.reveal(index)
    for _ in range(MAX_LAYOUTS):
        pulse()
        if index in flow.whole():
            break
    cell = next((cell for row_index, cell, _ in flow.shown() if row_index == index), None)
    if cell is None:
        raise _missing(f"target.row: {view.fx.simple} has no room to show a row", row)
    cells = cells_of(cell)
    return cells[0] if cells else cell


def _index_of(view: Node, row: object) -> int:
    count = view.skin.flow.count
    if isinstance(row, int) and not isinstance(row, bool):
        if not 0 <= row < count:
            span = f"0 to {count - 1}" if count else "none, as there are none"
            raise _missing(f"target.row: expected {span}; got {row}", row)
        return row
    if not isinstance(row, str):
        raise _missing(f"target.row: expected a number from 0, or a text; got {row!r}", row)
    indices = matching(enumerate(view.skin.texts()), row)
    if not indices:
        raise _missing(f"target.row: none of the {count} rows of {view.fx.simple} has the text {row!r}", row)
    return indices[0]


def _missing(message: str, row: object) -> UiError:
    return UiError("MCP_UI_NODE_NOT_FOUND", message, row=row)
