"""A row of a list, tree or table by its number or its text, also where no cell shows it yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from pytest_uimcp.aria.text import collapse
from pytest_uimcp.javafx.scene.errors import UiError
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.snapshot.virtual import cells_of, kind_of

__all__ = ["matching", "row_of"]

T = TypeVar("T")
# How many pulses a row may take to come into sight as a whole.
LAYOUTS = 8


def matching(rows: Iterable[tuple[T, Sequence[str]]], text: str) -> list[T]:
    """The rows that a text means: those that are it, else those with a cell that is it, else those that contain it."""
    wanted = collapse(text)
    levels: tuple[list[T], list[T], list[T]] = ([], [], [])
    for row, cells in rows:
        shown = [collapse(cell) for cell in cells]
        whole = " ".join(cell for cell in shown if cell)
        if whole == wanted:
            levels[0].append(row)
        elif wanted in shown:
            levels[1].append(row)
        elif wanted and wanted in whole:
            levels[2].append(row)
    return next((level for level in levels if level), [])


def row_of(view: Node, wanted: Any, pulse: Callable[[], object]) -> Node:
    """What shows a row, brought into sight: its cell; in a table its first cell, which every window has room for.

    A text that several rows have means the first of them.
    """
    flow = view.skin.flow if kind_of(view) is not None and view.skin is not None else None
    if flow is None:
        raise _missing(f"target.row: expected a list, tree or table; got {view.fx.simple}", wanted)
    index = _index_of(view, wanted)
    flow.reveal(index)
    for _ in range(LAYOUTS):
        pulse()
        if index in flow.whole():
            break
    cell = next((cell for at, cell, _ in flow.shown() if at == index), None)
    if cell is None:
        raise _missing(f"target.row: {view.fx.simple} has no room to show a row", wanted)
    inner = cells_of(cell)
    return inner[0] if inner else cell


def _index_of(view: Node, wanted: Any) -> int:
    count = view.skin.flow.count
    if isinstance(wanted, int) and not isinstance(wanted, bool):
        if not 0 <= wanted < count:
            span = f"0 to {count - 1}" if count else "none, as there are none"
            raise _missing(f"target.row: expected {span}; got {wanted}", wanted)
        return wanted
    if not isinstance(wanted, str):
        raise _missing(f"target.row: expected a number from 0, or a text; got {wanted!r}", wanted)
    found = matching(enumerate(view.skin.texts()), wanted)
    if not found:
        raise _missing(f"target.row: none of the {count} rows of {view.fx.simple} has the text {wanted!r}", wanted)
    return found[0]


def _missing(message: str, wanted: Any) -> UiError:
    return UiError("MCP_UI_NODE_NOT_FOUND", message, row=wanted)
