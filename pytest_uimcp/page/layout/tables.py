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
    if text.isdigit() and int(text):
        return int(text)
    return 1


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
    results: list[tuple[Pixels, Pixels]] = []
    for row in _rows(layout, table):
        for number, cell in enumerate(_cells(layout, row)):
            if _spans(cell, "colspan") > 1 or _spans(cell, "rowspan") > 1:
                return None
            minimum, maximum = layout.outer_widths(cell)
            if number == len(results):
                results.append((minimum, maximum))
            else:
                results[number] = (larger(results[number][0], minimum), larger(results[number][1], maximum))
    return results


def widths(layout: Layout, table: Element) -> tuple[Pixels, Pixels]:
    measures = None
    if _is_simple(layout, table):
        measures = columns(layout, table)
    if measures is None:
        minimum, maximum = flow.widths(layout, table)
        return Pixels(0, minimum.high + maximum.high), Pixels(minimum.low, maximum.high * 6 + 100)
    spacing = _spacing(layout, table)
    minimum = maximum = spacing.times(len(measures) + 1)
    for pair in measures:
        minimum = minimum.plus(pair[0])
        maximum = maximum.plus(pair[1])
    for caption in _children(layout, table, "table-caption"):
        minimum = larger(minimum, layout.outer_widths(caption)[0])
        maximum = larger(maximum, layout.outer_widths(caption)[0])
    # Borders of a table whose borders collapse are shared between cells.
    return Pixels(minimum.low * 0.9, minimum.high + 10), Pixels(maximum.low * 0.9, maximum.high + 10)


def arrange(layout: Layout, table: Element, width: Pixels, height: Pixels | None) -> Arrangement:
    if layout.sheet.display(table) not in ("table", "inline-table") or not _is_simple(layout, table):
        return layout.loose(flow.arrange(layout, table, width, height), width)
    measures = columns(layout, table)
    arrangement = Arrangement(NOTHING)
    top = NOTHING
    spacing = _spacing(layout, table)
    for caption in _children(layout, table, "table-caption"):
        spot = layout.sized(caption, width, width)
        top = top.plus(spot.height)
        arrangement.spots[caption] = spot
    is_roomy = measures is not None
    places: list[tuple[Pixels, Pixels]] = []
    if measures is not None:
        total = spacing.times(len(measures) + 1)
        for _, maximum in measures:
            total = total.plus(maximum)
        is_roomy = total.minus(width).low < 1 and total.low * 0.9 <= width.high and (width.minus(total).low > -12)
        places = _places(measures, width, spacing)
    for part in _groups(layout, table):
        group_top = top
        interior = Arrangement(NOTHING)
        is_row = layout.sheet.display(part) == "table-row"
        for row in [part] if is_row else _children(layout, part, "table-row"):
            top = top.plus(spacing)
            spot = _row(layout, row, width, measures if is_roomy else None, places)
            spot.top = top
            if not is_row:
                spot.top = top.minus(group_top)
            top = top.plus(spot.height)
            (arrangement if is_row else interior).spots[row] = spot
        if not is_row:
            interior.height = top.minus(group_top)
            arrangement.spots[part] = Spot(NOTHING, group_top, width, interior.height, interior)
    top = top.plus(spacing)
    arrangement.height = top.plus(Pixels(0, 3))
    if height is not None and height.high > top.low:
        return layout.loose(arrangement, width)
    return arrangement


def _places(measures: list[tuple[Pixels, Pixels]], width: Pixels, spacing: Pixels) -> list[tuple[Pixels, Pixels]]:
    """Where each column begins, and how wide it is."""
    places: list[tuple[Pixels, Pixels]] = []
    minimum = [pair[0].low * 0.9 for pair in measures]
    count = len(measures)
    lead = spacing.low
    for number in range(count):
        trail = sum(minimum[number + 1 :]) + spacing.low * (count - number)
        upper = max(lead, width.high - trail - minimum[number])
        left = spacing
        if number:
            left = Pixels(lead, upper)
        size = Pixels(minimum[number], max(minimum[number], width.high - lead - trail))
        if count == 1:
            size = width.minus(spacing.times(2)).within(NOTHING, None)
        elif number == count - 1:  # however wide it is, it ends where the table does
            left = width.minus(spacing).minus(size)
        places.append((left, size))
        lead += minimum[number] + spacing.low
    return places


def _row(
    layout: Layout, row: Element, width: Pixels, measures: list[tuple[Pixels, Pixels]] | None,
    places: list[tuple[Pixels, Pixels]],
) -> Spot:  # fmt: skip
    interior = Arrangement(NOTHING)
    highest = layout.declared(row, "height", None) or NOTHING
    for number, cell in enumerate(_cells(layout, row)):
        left = size = Pixels(0, width.high)
        if number < len(places):
            left, size = places[number]
        measured = size
        if measures is not None and len(measures) > 1 and number < len(measures):
            # There is room for all of each text in one line.
            measured = layout.outer_widths(cell)[1]
        spot = layout.sized(cell, measured, width)
        spot.left = left
        spot.width = size
        if _spans(cell, "rowspan") > 1:
            spot.height = Pixels(0, 2000)
        else:
            highest = larger(highest, spot.height)
        interior.spots[cell] = spot
    for cell, spot in interior.spots.items():
        spot.shift = _shift(layout, cell, highest.minus(spot.height).within(NOTHING, None))
        if _spans(cell, "rowspan") == 1:
            spot.height = highest
        # The content of a cell is as wide as that, and lies where its text begins or ends.
        _spread(spot, layout, cell)
    interior.height = highest
    return Spot(NOTHING, NOTHING, width, highest, interior)


def _shift(layout: Layout, cell: Element, spare: Pixels) -> Pixels:
    """How far down the content of a cell is in a higher row."""
    align = layout.sheet.style(cell).get("vertical-align", "middle")
    if align == "middle":
        return spare.times(0.5)
    if align == "bottom":
        return spare
    if align == "top":
        return NOTHING
    return Pixels(0, spare.high)


def _spread(spot: Spot, layout: Layout, cell: Element) -> None:
    if spot.interior is None or spot.width.is_exact:
        return
    align = layout.sheet.inherited(cell, "text-align", "start")
    for nested in spot.interior.spots.values():
        if align not in ("start", "left") or nested.left.high > 0:
            nested.left = Pixels(min(0, nested.left.low), max(nested.left.high, spot.width.high))
        if layout.sheet.display(cell) == "table-cell":
            nested.width = Pixels(nested.width.low, max(nested.width.high, spot.width.high))
