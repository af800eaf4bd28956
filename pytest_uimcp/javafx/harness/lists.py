"""Rows of lists, trees and tables, also those that have to be scrolled to, and the choices of combo boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_uimcp.aria import explain
from pytest_uimcp.aria.errors import NotFound, PageError
from pytest_uimcp.javafx.accessible import Seen
from pytest_uimcp.javafx.accessible.roles import ROWS
from pytest_uimcp.javafx.contract.rows import matching

if TYPE_CHECKING:
    from pytest_uimcp.javafx.harness.stage import Stage


ROLES: Final = frozenset(("listbox", "table", "tree", "treegrid"))
CHOICES: Final = ROWS | {"menuitem", "menuitemradio", "menuitemcheckbox"}
# How often one scrolls: page by page, unless the list says how many rows it has; and towards a number.
MAX_PAGES: Final = 500
MAX_JUMPS: Final = 20
# Farther than any list is long, in pixels.
FAR_PX: Final = 10_000_000.0


def rows(node: Seen) -> list[Seen]:
    return [row for row in node.walk() if row.role in ROWS]


def select(stage: Stage, verb: str, node: Seen, label: str | int) -> None:
    """Click a row, after scrolling to it if it is out of sight."""
    row = _meant(verb, node, rows(node), label)
    if row is None and stage.takes("ui_perform", "actions", "target", "row"):
        try:
            stage.do(verb, {"type": "click"}, node, row=label)
        except NotFound:
            raise _no_row(stage, verb, node, label) from None
        return
    row = row or _scrolled_to(stage, verb, node, label)
    if row is None:
        raise _no_row(stage, verb, node, label)
    stage.do(verb, {"type": "click"}, _part(row))


def _part(row: Seen) -> Seen:
    """What is clicked of a row: its first cell, which is there even if the row is wider than the window."""
    return next((cell for cell in row.children if cell.role in ("cell", "gridcell") and cell.data is not row.data), row)


def _meant(verb: str, node: Seen, candidates: list[Seen], label: str | int) -> Seen | None:
    if isinstance(label, int):
        return next((row for row in candidates if row.data.get("rowIndex") == label), None)
    matches = matching(((row, [cell.name for cell in row.children] or [row.name]) for row in candidates), label)
    if len(matches) > 1:
        names = ", ".join(repr(explain.short(row.name)) for row in matches[:5])
        raise PageError(f"{verb}({label!r}): expected one row with this text, {len(matches)} in sight have it: {names}")
    if matches:
        return matches[0]
    return None


def _scrolled_to(stage: Stage, verb: str, node: Seen, label: str | int) -> Seen | None:
    """The row, in a program that cannot be asked for it: near its number, or page by page from the top."""
    count = _count(node)
    if isinstance(label, int):
        row = _jumped_to(stage, verb, node, label)
        if row is not None or (count is not None and not 0 <= label < count):
            return row
    # To the top: from there every page is seen once.
    stage.do(verb, {"type": "scroll", "deltaY": FAR_PX}, node)
    earlier_rows: list[object] = []
    for _ in range(max(MAX_PAGES, count or 0)):
        current = stage.again(node)
        if current is None:
            return None
        candidates = rows(current)
        match = _meant(verb, current, candidates, label)
        if match is not None:
            return match
        current_rows: list[object] = [row.data.get("rowIndex") for row in candidates]
        # The end: scrolling has changed nothing.
        if not candidates or current_rows == earlier_rows:
            return None
        earlier_rows = current_rows
        stage.do(verb, {"type": "scroll", "deltaY": -_page(current)}, node)
    return None


def _jumped_to(stage: Stage, verb: str, node: Seen, number: int) -> Seen | None:
    """The row of a number: scrolled to as far as it should be, seen where that was, and again."""
    earlier_rows: list[object] = []
    for _ in range(MAX_JUMPS):
        current = stage.again(node)
        candidates = rows(current) if current is not None else []
        match = _meant(verb, node, candidates, number)
        places = [(row.data.get("rowIndex"), row.box[1]) for row in candidates if row.box is not None]
        if match is not None or len(places) < 2 or places == earlier_rows:
            return match
        earlier_rows = list(places)
        first_index, top = places[0]
        last_index, bottom = places[-1]
        if (
            not isinstance(first_index, int)
            or not isinstance(last_index, int)
            or last_index <= first_index
            or bottom <= top
        ):
            return None
        middle = (first_index + last_index) / 2
        stage.do(
            verb, {"type": "scroll", "deltaY": (middle - number) * (bottom - top) / (last_index - first_index)}, node
        )
    return None


def _page(node: Seen) -> float:
    """How far to scroll: the last row that is in sight whole becomes the first."""
    tops = [row.box[1] for row in rows(node) if row.box is not None]
    if len(tops) > 2:
        return max(20.0, tops[-2] - tops[0])
    return 20.0


def _no_row(stage: Stage, verb: str, node: Seen, label: str | int) -> NotFound:
    current = stage.again(node) or node
    if isinstance(label, int):
        subject = f"of the number {label}"
    else:
        subject = f"with the text {label!r}"
    count = _count(current)
    total = f" of {count}" if count is not None else ""
    message = f"{verb}({label!r}): expected a row {subject}, there is none among the rows{total}"
    return NotFound(explain.with_tree(message, stage.sight_of(current)))


def _count(node: Seen) -> int | None:
    count = (node.data.get("virtualization") or {}).get("itemsCount")
    if isinstance(count, int):
        return count
    return None


def choose_in_popup(stage: Stage, node: Seen, option: str, target: str) -> None:
    """Open what a combo box has behind its arrow, and click a choice."""
    stage.do("choose", {"type": "click"}, node, part="arrow-button" if node.inner is not None else None)
    choices = _choices(stage)
    if not choices:
        raise PageError(f"choose: {target} opened no list of choices")
    matches = [choice for choice in choices if choice.name == option] or [
        choice for choice in choices if option and option in choice.name
    ]
    if len(matches) == 1:
        stage.do("choose", {"type": "click"}, matches[0])
        return
    container = next((node_around for node_around in choices[0].around() if node_around.role in ROLES), None)
    if not matches and container is not None:
        try:
            select(stage, "choose", container, option)
        except NotFound:
            pass
        else:
            return
    stage.do("choose", {"type": "pressKey", "key": "ESCAPE", "modifiers": []})
    subject = "no option" if not matches else f"{len(matches)} options"
    names = ", ".join(repr(choice.name) for choice in choices)
    raise PageError(f"choose: expected one option {option!r} of {target}, found {subject}; there are {names}")


def _choices(stage: Stage) -> list[Seen]:
    nodes = stage.look().root.walk()
    return [node for node in nodes if node.role in CHOICES and "/popups[" in str(node.data["ref"]["path"])]
