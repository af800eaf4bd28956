"""Tables: rows below each other, whose cells share the width."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from pytest_uimcp.page.dom.nodes import Element, Text
from pytest_uimcp.page.layout import flow
from pytest_uimcp.page.layout.lengths import NOTHING, Pixels, larger, length
from pytest_uimcp.page.layout.spots import Arrangement, Spot

if TYPE_CHECKING:
    from pytest_uimcp.page.layout.layout import Layout

_GROUPS: Final = ("table-row-group", "table-header-group", "table-footer-group")
_ORDER: Final = {"table-header-group": -1, "table-footer-group": 1}


def _children(layout: Layout, element: Element, *displays: str) -> list[Element]:
    return [
        piece
        for piece in layout.sheet.pieces(element)
        if isinstance(piece, Element) and layout.sheet.display(piece) in displays and not layout.sheet.is_out(piece)
    ]


def _groups(layout: Layout, table: Element) -> list[Element]:
    """Groups of rows, and rows without one, in the order in which they are drawn."""
    parts = _children(layout, table, "table-row", *_GROUPS)
    return sorted(parts, key=lambda part: _ORDER.get(layout.sheet.display(part), 0))  # the foot is last


def _rows(layout: Layout, table: Element) -> Iterator[Element]:
    for part in _groups(layout, table):
        if layout.sheet.display(part) == "table-row":
            yield part
        else:
            yield from _children(layout, part, "table-row")


def _cells(layout: Layout, row: Element) -> list[Element]:
    return _children(layout, row, "table-cell")


def _spans(cell: Element, name: str) -> int:
    text = cell.attributes.get(name, "1").strip()
    return int(text) if text.isdigit() and int(text) else 1


def _is_simple(layout: Layout, table: Element) -> bool:
    """Whether everything in it is in rows of cells."""
    for piece in layout.sheet.pieces(table):
        if isinstance(piece, Text):
            if piece.data.strip():
                return False
        elif not isinstance(piece, Element) or layout.sheet.display(piece) not in (
            *_GROUPS, "table-row", "table-column", "table-column-group", "table-caption",
        ):  # fmt: skip
            return False
    return True


def _spacing(layout: Layout, table: Element) -> Pixels:
    if layout.sheet.inherited(table, "border-collapse", "separate") == "collapse":
        return NOTHING
    text = layout.sheet.style(table).get("border-spacing", "2px").split()
    return length(text[0], None, layout.sheet.font(table).size) or NOTHING


def columns(layout: Layout, table: Element) -> list[tuple[Pixels, Pixels]] | None:
    """The least and the most of each column; None where cells span several."""
    found: list[tuple[Pixels, Pixels]] = []
    for row in _rows(layout, table):
        for number, cell in enumerate(_cells(layout, row)):
            if _spans(cell, "colspan") > 1 or _spans(cell, "rowspan") > 1:
                return None
            least, most = layout.outer_widths(cell)
            if number == len(found):
                found.append((least, most))
            else:
                found[number] = (larger(found[number][0], least), larger(found[number][1], most))
    return found


def widths(layout: Layout, table: Element) -> tuple[Pixels, Pixels]:
    known = columns(layout, table) if _is_simple(layout, table) else None
    if known is None:
        least, most = flow.widths(layout, table)
        return Pixels(0, least.high + most.high), Pixels(least.low, most.high * 6 + 100)
    spacing = _spacing(layout, table)
    least = most = spacing.times(len(known) + 1)
    for pair in known:
        least = least.plus(pair[0])
        most = most.plus(pair[1])
    for caption in _children(layout, table, "table-caption"):
        least = larger(least, layout.outer_widths(caption)[0])
        most = larger(most, layout.outer_widths(caption)[0])
    # Borders of a table whose borders collapse are shared between cells.
    return Pixels(least.low * 0.9, least.high + 10), Pixels(most.low * 0.9, most.high + 10)


def arrange(layout: Layout, table: Element, width: Pixels, height: Pixels | None) -> Arrangement:
    if layout.sheet.display(table) not in ("table", "inline-table") or not _is_simple(layout, table):
        return layout._loose(flow.arrange(layout, table, width, height), width)  # noqa: SLF001 -- of this engine
    known = columns(layout, table)
    arrangement = Arrangement(NOTHING)
    top = NOTHING
    spacing = _spacing(layout, table)
    for caption in _children(layout, table, "table-caption"):
        spot = layout.sized(caption, width, width)
        top = top.plus(spot.height)
        arrangement.spots[caption] = spot
    is_roomy = known is not None
    places: list[tuple[Pixels, Pixels]] = []
    if known is not None:
        total = spacing.times(len(known) + 1)
        for _, most in known:
            total = total.plus(most)
        is_roomy = total.minus(width).low < 1 and total.low * 0.9 <= width.high and (width.minus(total).low > -12)
        places = _places(known, width, spacing)
    for part in _groups(layout, table):
        group_top = top
        inside = Arrangement(NOTHING)
        is_row = layout.sheet.display(part) == "table-row"
        for row in [part] if is_row else _children(layout, part, "table-row"):
            top = top.plus(spacing)
            spot = _row(layout, row, width, known if is_roomy else None, places)
            spot.top = top.minus(group_top) if not is_row else top
            top = top.plus(spot.height)
            (arrangement if is_row else inside).spots[row] = spot
        if not is_row:
            inside.height = top.minus(group_top)
            arrangement.spots[part] = Spot(NOTHING, group_top, width, inside.height, inside)
    top = top.plus(spacing)
    arrangement.height = top.plus(Pixels(0, 3))
    if height is not None and height.high > top.low:
        return layout._loose(arrangement, width)  # noqa: SLF001 -- of this engine
    return arrangement


def _places(known: list[tuple[Pixels, Pixels]], width: Pixels, spacing: Pixels) -> list[tuple[Pixels, Pixels]]:
    """Where each column begins, and how wide it is."""
    places: list[tuple[Pixels, Pixels]] = []
    least = [pair[0].low * 0.9 for pair in known]
    count = len(known)
    before = spacing.low
    for number in range(count):
        after = sum(least[number + 1 :]) + spacing.low * (count - number)
        high = max(before, width.high - after - least[number])
        left = Pixels(before, high) if number else spacing
        size = Pixels(least[number], max(least[number], width.high - before - after))
        if count == 1:
            size = width.minus(spacing.times(2)).within(NOTHING, None)
        places.append((left, size))
        before += least[number] + spacing.low
    return places


def _row(
    layout: Layout, row: Element, width: Pixels, known: list[tuple[Pixels, Pixels]] | None,
    places: list[tuple[Pixels, Pixels]],
) -> Spot:  # fmt: skip
    inside = Arrangement(NOTHING)
    highest = layout.declared(row, "height", None) or NOTHING
    for number, cell in enumerate(_cells(layout, row)):
        left, size = places[number] if number < len(places) else (Pixels(0, width.high), Pixels(0, width.high))
        measured = size
        if known is not None and number < len(known):
            # There is room for all of each text in one line.
            measured = larger(layout.outer_widths(cell)[1], size) if len(known) > 1 else size
            measured = layout.outer_widths(cell)[1] if len(known) > 1 else size
        spot = layout.sized(cell, measured, width)
        spot.left = left
        spot.width = size
        if _spans(cell, "rowspan") > 1:
            spot.height = Pixels(0, 2000)
        else:
            highest = larger(highest, spot.height)
        inside.spots[cell] = spot
    for cell, spot in inside.spots.items():
        spare = highest.minus(spot.height).within(NOTHING, None)
        align = layout.sheet.style(cell).get("vertical-align", "middle")
        if align == "middle":
            spot.shift = spare.times(0.5)
        elif align == "bottom":
            spot.shift = spare
        elif align != "top":
            spot.shift = Pixels(0, spare.high)
        if _spans(cell, "rowspan") == 1:
            spot.height = highest
        # The content of a cell is as wide as that, and lies where its text begins or ends.
        _spread(spot, layout, cell)
    inside.height = highest
    return Spot(NOTHING, NOTHING, width, highest, inside)


def _spread(spot: Spot, layout: Layout, cell: Element) -> None:
    if spot.inside is None or spot.width.is_exact:
        return
    align = layout.sheet.inherited(cell, "text-align", "start")
    for inner in spot.inside.spots.values():
        if align not in ("start", "left") or inner.left.high > 0:
            inner.left = Pixels(min(0, inner.left.low), max(inner.left.high, spot.width.high))
        if layout.sheet.display(cell) == "table-cell":
            inner.width = Pixels(inner.width.low, max(inner.width.high, spot.width.high))
