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

__all__ = ["ROLES", "choose_in_popup", "rows", "select"]

ROLES: Final = frozenset(("listbox", "table", "tree", "treegrid"))
CHOICES: Final = ROWS | {"menuitem", "menuitemradio", "menuitemcheckbox"}
MOST_PAGES = 500
# How often one scrolls: page by page, unless the list says how many rows it has; and towards a number.
MOST_JUMPS = 20
# Farther than any list is long, in pixels.
FAR: Final = 10_000_000.0


def rows(node: Seen) -> list[Seen]:
    """The rows in sight."""
    return [row for row in node.walk() if row.role in ROWS]


def select(stage: Stage, verb: str, node: Seen, wanted: str | int) -> None:
    """Click a row, after scrolling to it if it is out of sight."""
    row = _meant(verb, node, rows(node), wanted)
    if row is None and stage.takes("ui_perform", "actions", "target", "row"):
        try:
            stage.do(verb, {"type": "click"}, node, row=wanted)
        except NotFound:
            raise _no_row(stage, verb, node, wanted) from None
        return
    row = row or _scrolled_to(stage, verb, node, wanted)
    if row is None:
        raise _no_row(stage, verb, node, wanted)
    stage.do(verb, {"type": "click"}, _part(row))


def _part(row: Seen) -> Seen:
    """What is clicked of a row: its first cell, which is there even if the row is wider than the window."""
    return next((cell for cell in row.children if cell.role in ("cell", "gridcell") and cell.data is not row.data), row)


def _meant(verb: str, node: Seen, there: list[Seen], wanted: str | int) -> Seen | None:
    if isinstance(wanted, int):
        return next((row for row in there if row.data.get("rowIndex") == wanted), None)
    found = matching(((row, [cell.name for cell in row.children] or [row.name]) for row in there), wanted)
    if len(found) > 1:
        listed = ", ".join(repr(explain.short(row.name)) for row in found[:5])
        raise PageError(f"{verb}({wanted!r}): expected one row with this text, {len(found)} in sight have it: {listed}")
    if found:
        return found[0]
    return None


def _scrolled_to(stage: Stage, verb: str, node: Seen, wanted: str | int) -> Seen | None:
    """The row, in a program that cannot be asked for it: near its number, or page by page from the top."""
    count = _count(node)
    if isinstance(wanted, int):
        row = _jumped_to(stage, verb, node, wanted)
        if row is not None or (count is not None and not 0 <= wanted < count):
            return row
    stage.do(verb, {"type": "scroll", "deltaY": FAR}, node)
    before: list[object] = []
    for _ in range(max(MOST_PAGES, count or 0)):
        current = stage.again(node)
        if current is None:
            return None
        there = rows(current)
        found = _meant(verb, current, there, wanted)
        if found is not None:
            return found
        seen: list[object] = [row.data.get("rowIndex") for row in there]
        if not there or seen == before:
            return None
        before = seen
        stage.do(verb, {"type": "scroll", "deltaY": -_page(current)}, node)
    return None


def _jumped_to(stage: Stage, verb: str, node: Seen, wanted: int) -> Seen | None:
    """The row of a number: scrolled to as far as it should be, seen where that was, and again."""
    before: list[object] = []
    for _ in range(MOST_JUMPS):
        current = stage.again(node)
        there = rows(current) if current is not None else []
        found = _meant(verb, node, there, wanted)
        places = [(row.data.get("rowIndex"), row.box[1]) for row in there if row.box is not None]
        if found is not None or len(places) < 2 or places == before:
            return found
        before = list(places)
        (first, top), (last, bottom) = places[0], places[-1]
        if not isinstance(first, int) or not isinstance(last, int) or last <= first or bottom <= top:
            return None
        middle = (first + last) / 2
        stage.do(verb, {"type": "scroll", "deltaY": (middle - wanted) * (bottom - top) / (last - first)}, node)
    return None


def _page(node: Seen) -> float:
    """How far to scroll: the last row that is in sight whole becomes the first."""
    tops = [row.box[1] for row in rows(node) if row.box is not None]
    if len(tops) > 2:
        return max(20.0, tops[-2] - tops[0])
    return 20.0


def _no_row(stage: Stage, verb: str, node: Seen, wanted: str | int) -> NotFound:
    current = stage.again(node) or node
    if isinstance(wanted, int):
        what = f"of the number {wanted}"
    else:
        what = f"with the text {wanted!r}"
    count = _count(current)
    total = f" of {count}" if count is not None else ""
    message = f"{verb}({wanted!r}): expected a row {what}, there is none among the rows{total}"
    return NotFound(explain.with_tree(message, stage.sight_of(current)))


def _count(node: Seen) -> int | None:
    """How many rows a list says that it has."""
    count = (node.data.get("virtualization") or {}).get("itemsCount")
    if isinstance(count, int):
        return count
    return None


def choose_in_popup(stage: Stage, node: Seen, option: str, described: str) -> None:
    """Open what a combo box has behind its arrow, and click a choice."""
    stage.do("choose", {"type": "click"}, node, part="arrow-button" if node.inner is not None else None)
    there = _choices(stage)
    if not there:
        raise PageError(f"choose: {described} opened no list of choices")
    found = [one for one in there if one.name == option] or [one for one in there if option and option in one.name]
    if len(found) == 1:
        stage.do("choose", {"type": "click"}, found[0])
        return
    around = next((outer for outer in there[0].around() if outer.role in ROLES), None)
    if not found and around is not None:
        try:
            select(stage, "choose", around, option)
        except NotFound:
            pass
        else:
            return
    stage.do("choose", {"type": "pressKey", "key": "ESCAPE", "modifiers": []})
    what = "no option" if not found else f"{len(found)} options"
    listed = ", ".join(repr(one.name) for one in there)
    raise PageError(f"choose: expected one option {option!r} of {described}, found {what}; there are {listed}")


def _choices(stage: Stage) -> list[Seen]:
    """The choices of the popups that show."""
    nodes = stage.look().root.walk()
    return [node for node in nodes if node.role in CHOICES and "/popups[" in str(node.data["ref"]["path"])]
