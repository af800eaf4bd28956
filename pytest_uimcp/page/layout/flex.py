"""Flexible boxes: rows and columns of items, in one line or in several."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING

from pytest_uimcp.page.dom.nodes import Element, Text
from pytest_uimcp.page.layout.items import gap_of, item_widths, items_of
from pytest_uimcp.page.layout.lengths import NOTHING, Pixels, larger
from pytest_uimcp.page.layout.rows import FlexItem, FlexRow, flow_of, is_column
from pytest_uimcp.page.layout.sheet import Generated, Piece
from pytest_uimcp.page.layout.spots import Arrangement

if TYPE_CHECKING:
    from pytest_uimcp.page.layout.layout import Layout


def _wraps(layout: Layout, box: Element) -> bool:
    words = flow_of(layout, box).split()
    return "wrap" in words or "wrap-reverse" in words


def widths(layout: Layout, box: Element) -> tuple[Pixels, Pixels]:
    extent = [item_widths(layout, box, item) for item in items_of(layout, box)]
    if not extent:
        return NOTHING, NOTHING
    if is_column(layout, box):
        minimum = maximum = NOTHING
        for pair in extent:
            minimum = larger(minimum, pair[0])
            maximum = larger(maximum, pair[1])
        return minimum, maximum
    gaps = gap_of(layout, box, "column", None).times(len(extent) - 1)
    maximum = gaps
    minimum = gaps
    for pair in extent:
        maximum = maximum.plus(pair[1])
        minimum = minimum.plus(pair[0])
    if _wraps(layout, box):
        minimum = NOTHING
        for pair in extent:
            minimum = larger(minimum, pair[0])
    # What has a basis of its own counts with that, or with its content.
    if any(_has_basis(layout, item[0]) for item in items_of(layout, box)):
        maximum = Pixels(min(maximum.low, minimum.low), maximum.high * 2 + 200)
        minimum = Pixels(0, maximum.high)
    return minimum, maximum


def _has_basis(layout: Layout, piece: Piece) -> bool:
    if isinstance(piece, Text):
        return False
    style = layout.sheet.piece_style(piece)
    flex = style.get("flex", "").split()
    return style.get("flex-basis", "auto") != "auto" or any(part[-1:].isalpha() or "%" in part for part in flex[1:])


def arrange(layout: Layout, box: Element, width: Pixels, height: Pixels | None) -> Arrangement:
    row = FlexRow(layout, box, width, height)
    arrangement = Arrangement(NOTHING)
    for item in row.items:
        item.size = item.hypothetical()
    total = row.total()
    if _wraps(layout, box) and row.main is not None and total.minus(row.main).high > 0.01:
        _wrapped(row, arrangement)
        _note_static(row, arrangement)
        return arrangement
    if row.is_column:
        _column(row, arrangement)
    else:
        _line(row, arrangement)
    if row.is_reverse:
        _turn(row, arrangement)
    _note_static(row, arrangement)
    return arrangement


def _line(row: FlexRow, arrangement: Arrangement) -> None:
    free = row.resolve()
    line = row.line_height()
    for item in row.items:
        if row.alignment(item.element) in ("baseline", "first baseline", "last baseline"):
            line = Pixels(line.low, line.high + 40)
            break
    if row.height is not None:
        line = row.height
    arrangement.height = line
    for item, along in zip(row.items, row.starts(free), strict=True):
        across = row.across(item, line, is_one_line=True)
        row.place(item, along, across, arrangement)
    arrangement.is_even = row.has_even_line(line)


def _column(row: FlexRow, arrangement: Arrangement) -> None:
    for item in row.items:
        if item.spot is None:
            item.size = row.width
            item.spot = row.row_spot(item)
            item.base = item.spot.height
            item.minimum = item.base
        if isinstance(item.pieces[0], Generated):
            item.base = item.spot.height
    free = row.resolve()
    for item in row.items:
        if item.element is None:
            continue
        assert item.spot is not None
        if not item.size.is_same(item.spot.height):
            item.spot = row.layout.sized(item.element, item.spot.width, row.width, row.height, item.size)
    total = row.total()
    arrangement.height = row.height or total
    for item, along in zip(row.items, row.starts(free), strict=True):
        across = row.across(item, row.width, is_one_line=True)
        row.place(item, along, across, arrangement)


def _wrapped(row: FlexRow, arrangement: Arrangement) -> None:
    """Several lines, if all sizes are known; else items are somewhere in the box."""
    assert row.main is not None
    if row.is_column:
        _scattered(row, arrangement)
        return
    row.line_height()
    lines = _lines_of(row)
    if lines is None:
        _scattered(row, arrangement)
        return
    gap = gap_of(row.layout, row.box, "row", row.height)
    top = NOTHING
    for number, items in enumerate(lines):
        line = copy(row)
        line.items = list(items)
        line.height = None
        free = line.resolve()
        height = line.line_height()
        if number:
            top = top.plus(gap)
        for item, along in zip(line.items, line.starts(free), strict=True):
            across = line.across(item, height, is_one_line=False)
            line.place(item, along, top.plus(across), arrangement)
        top = top.plus(height)
    arrangement.height = top
    if row.height is not None:
        _loosen_down(arrangement, row.height)


def _loosen_down(arrangement: Arrangement, height: Pixels) -> None:
    spare = height.minus(arrangement.height)
    arrangement.height = height
    if spare.low == 0 == spare.high:
        return
    for spot in arrangement.spots.values():
        spot.top = spot.top.plus(Pixels(min(0, spare.low), max(0, spare.high)))
        spot.height = Pixels(spot.height.low, spot.height.high + max(0, spare.high))


def _lines_of(row: FlexRow) -> list[Sequence[FlexItem]] | None:
    """The items by lines; None if fonts decide where a line ends."""
    assert row.main is not None
    if "wrap-reverse" in flow_of(row.layout, row.box):
        return None
    lines: list[Sequence[FlexItem]] = []
    line: list[FlexItem] = []
    occupied = NOTHING
    for item in row.items:
        size = item.size.plus(item.margins)
        needed = occupied.plus(row.gap).plus(size)
        if not line:
            needed = occupied.plus(size)
        left = row.main.minus(needed)
        if not line or left.low >= -0.01:
            line.append(item)
            occupied = needed
        elif left.high < 0:
            lines.append(line)
            line = [item]
            occupied = size
        else:
            return None
    return [*lines, line]


def _scattered(row: FlexRow, arrangement: Arrangement) -> None:
    assert row.main is not None
    gap = gap_of(row.layout, row.box, "row", row.height)
    upper = NOTHING
    total = 0.0
    for item in row.items:
        if item.spot is None:
            item.spot = row.row_spot(item)
        enclosing = item.spot.height.plus(item.cross_margins)
        upper = larger(upper, enclosing)
        total += enclosing.high + gap.high
    height = Pixels(upper.low, max(upper.high, total))
    if row.is_column:
        height = row.main
    if row.height is not None:
        height = row.height
    arrangement.height = height
    for number, item in enumerate(row.items):
        spot = item.spot
        assert spot is not None
        size = Pixels(min(item.minimum.low, item.size.low), max(item.size.high, row.width.high if item.grow else 0))
        if not row.is_column:
            spot.width = size
        maximum = max(item.size.high, row.width.high)
        spot.left = Pixels(0, max(0, maximum - spot.width.low))
        if not number and row.begins_at_start and not row.is_column and item.lead is not None:
            spot.left = item.lead
        spot.top = Pixels(0, max(0, height.high - spot.height.low))
        spot.height = Pixels(spot.height.low, max(spot.height.high, height.high))
        row.place(item, spot.top if row.is_column else spot.left, spot.left if row.is_column else spot.top, arrangement)


def _turn(row: FlexRow, arrangement: Arrangement) -> None:
    for spot in arrangement.spots.values():
        if row.is_column:
            spot.top = arrangement.height.minus(spot.top).minus(spot.height)
        else:
            spot.left = row.width.minus(spot.left).minus(spot.width)


def _note_static(row: FlexRow, arrangement: Arrangement) -> None:
    """Where each element out of the flow would be, if it were the only item."""
    height = row.height or arrangement.height
    for piece in row.layout.sheet.pieces(row.box):
        if not isinstance(piece, Element) or not row.layout.sheet.is_out(piece):
            continue
        align = row.alignment(piece)
        justify = row.style.get("justify-content", "normal")
        if row.begins_at_start and align in ("normal", "stretch", "start", "flex-start"):
            arrangement.static[piece] = (NOTHING, NOTHING)
            continue
        spot = row.layout.shrunk(piece, row.width)
        margins = row.layout.sheet.margins(piece, row.width, row.layout.sheet.font(piece))
        across = row.width.minus(spot.width).minus(margins["left"] or NOTHING).minus(margins["right"] or NOTHING)
        down = height.minus(spot.height).minus(margins["top"] or NOTHING).minus(margins["bottom"] or NOTHING)
        along, beside = across, down
        if row.is_column:
            along, beside = down, across
        place = (_alone(justify, along, is_reverse=row.is_reverse), _alone(align, beside, is_reverse=False))
        if row.is_column:
            place = place[1], place[0]
        arrangement.static[piece] = place


def _alone(word: str, free: Pixels, *, is_reverse: bool) -> Pixels:
    """Where the only item begins, by what is free beside it."""
    if word in ("center", "space-around", "space-evenly", "safe center"):
        return free.times(0.5)
    if word in ("start", "left", "self-start"):
        return NOTHING
    if word in ("end", "right", "self-end"):
        return free
    if word in ("normal", "stretch", "flex-start", "space-between", "baseline", "first baseline"):
        return free if is_reverse else NOTHING
    if word == "flex-end":
        return NOTHING if is_reverse else free
    return Pixels(min(0, free.low), max(0, free.high))
