"""Grids: tracks of columns and rows, and items in their cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.layout.cells import Cell, GridBox
from pytest_uimcp.page.layout.items import item_widths
from pytest_uimcp.page.layout.lengths import NOTHING, Pixels, larger
from pytest_uimcp.page.layout.lines import lay_lines, run_of
from pytest_uimcp.page.layout.sheet import Generated
from pytest_uimcp.page.layout.spots import Arrangement, Spot
from pytest_uimcp.page.layout.track_sizes import column_sizes, content_widths, outer_height, row_sizes

if TYPE_CHECKING:
    from pytest_uimcp.page.layout.layout import Layout

# How high a grid may be whose rows are not known.
_FAR: Final = 3000.0
_START: Final = frozenset({"normal", "start", "flex-start", "left", "stretch"})


def widths(layout: Layout, box: Element) -> tuple[Pixels, Pixels]:
    grid = GridBox(layout, box, None, None)
    minimum, maximum = content_widths(grid)
    gaps = grid.gap.times(max(0, len(grid.columns) - 1))
    if not grid.is_known or any(cell.across > 1 for cell in grid.cells):
        total = sum(size.high for size in maximum) + gaps.high
        for cell in grid.cells:
            total += item_widths(layout, box, cell.pieces)[1].high
        return Pixels(0, total + 200), Pixels(0, total + 200)
    narrow = breadth = gaps
    shares = sum(track.share for track in grid.columns)
    for number, track in enumerate(grid.columns):
        if track.is_fixed and track.minimum is not None:
            narrow = narrow.plus(track.minimum)
            breadth = breadth.plus(track.minimum)
        elif track.minimum is not None or (track.share and shares > track.share):
            shortest = maximum[number].low
            longest = maximum[number].high
            if track.minimum is not None:
                shortest = 0.0
                longest = max(longest, track.minimum.low)
            for size, another in zip(maximum, grid.columns, strict=True):
                if another.share:  # the widest of those that share is the measure of all
                    longest = max(longest, size.high / max(0.1, another.share) * track.share)
            narrow = narrow.plus(Pixels(0, max(minimum[number].high, longest)))
            breadth = breadth.plus(Pixels(shortest, longest))
        else:
            narrow = narrow.plus(minimum[number])
            breadth = breadth.plus(maximum[number])
    return narrow, breadth


def arrange(layout: Layout, box: Element, width: Pixels, height: Pixels | None) -> Arrangement:
    grid = GridBox(layout, box, width, height)
    sizes = column_sizes(grid, width)
    arrangement = Arrangement(NOTHING)
    spots = _lay_cells(layout, grid, sizes, width)
    heights = row_sizes(layout, grid, spots)
    total = grid.row_gap.times(max(0, len(grid.rows) - 1))
    for size in heights:
        total = total.plus(size)
    if not grid.is_known:
        return _scattered(grid, spots, width, total, arrangement)
    lefts = _starts(sizes, grid.gap, width, grid.style.get("justify-content", "normal"))
    tops = _starts(heights, grid.row_gap, height, grid.style.get("align-content", "normal"))
    if height is not None:
        heights, tops = _stretched(grid, heights, tops, height.minus(total))
    arrangement.height = height or total
    for cell, spot in spots:
        area = (
            _span_size(sizes, cell.column, cell.across, grid.gap),
            _span_size(heights, cell.row, cell.down, grid.row_gap),
        )
        if cell.down > 1:  # whatever rows it takes, they are as high as it is
            area = (area[0], larger(area[1], outer_height(layout, cell, spot)))
        _place(layout, grid, cell, spot, (lefts[cell.column], tops[cell.row]), area, arrangement)
    for piece in layout.sheet.pieces(box):
        if isinstance(piece, Element) and layout.sheet.is_out(piece):
            arrangement.static[piece] = (Pixels(0, width.high), Pixels(0, max(0, arrangement.height.high)))
    return arrangement


def _starts(sizes: list[Pixels], gap: Pixels, room: Pixels | None, justify: str) -> list[Pixels]:
    total = gap.times(max(0, len(sizes) - 1))
    for size in sizes:
        total = total.plus(size)
    place = NOTHING
    if room is not None and justify not in _START:
        free = room.minus(total)
        if justify == "center":
            place = free.times(0.5)
        elif justify in ("end", "flex-end"):
            place = free
        else:
            spare = Pixels(min(0, free.low), max(0, free.high))
            return [Pixels(spare.low, spare.high + total.high) for _ in sizes]
    starts = []
    for size in sizes:
        starts.append(place)
        place = place.plus(size).plus(gap)
    return starts


def _stretched(
    grid: GridBox, sizes: list[Pixels], tops: list[Pixels], free: Pixels
) -> tuple[list[Pixels], list[Pixels]]:
    """Rows in a grid of a known height: those that share what is free, or all that content decides."""
    growing = [number for number, track in enumerate(grid.rows) if track.share]
    content = grid.style.get("align-content", "normal")
    if not growing and content in ("normal", "stretch"):
        growing = [number for number, track in enumerate(grid.rows) if not track.is_fixed and track.maximum is None]
    if not growing or free.is_zero:
        return sizes, tops
    grown = list(sizes)
    if len(growing) == 1 and (free.low >= 0 or grid.rows[growing[0]].share):
        grown[growing[0]] = Pixels(
            min(sizes[growing[0]].low, max(0, sizes[growing[0]].low + free.low)),
            sizes[growing[0]].high + max(0, free.high),
        )
        if free.low >= 0:
            grown[growing[0]] = larger(NOTHING, sizes[growing[0]].plus(free))
    elif not any(grid.rows[number].share for number in growing):
        # Rows that content decides share what is left, and keep their height if nothing is.
        part = free.within(NOTHING, None).times(1 / len(growing))
        for number in growing:
            grown[number] = sizes[number].plus(part)
    else:
        for number in growing:
            lower = min(sizes[number].low, max(0.0, sizes[number].low + free.low))
            grown[number] = Pixels(lower, sizes[number].high + max(0, free.high))
    return grown, _starts(grown, grid.row_gap, None, "start")


def _span_size(sizes: list[Pixels], initial: int, count: int, gap: Pixels) -> Pixels:
    size = gap.times(max(0, min(count, len(sizes) - initial) - 1))
    for amount in sizes[initial : initial + count]:
        size = size.plus(amount)
    return size


def _lay_cells(layout: Layout, grid: GridBox, sizes: list[Pixels], width: Pixels) -> list[tuple[Cell, Spot]]:
    spots = []
    for cell in grid.cells:
        room = Pixels(0, width.high)
        if grid.is_known:
            room = _span_size(sizes, cell.column, cell.across, grid.gap)
        spots.append((cell, _cell_spot(layout, grid, cell, room)))
    return spots


def _cell_spot(layout: Layout, grid: GridBox, cell: Cell, room: Pixels) -> Spot:
    element = cell.element
    if element is None:
        [initial, *_] = cell.pieces
        if isinstance(initial, Generated):
            return layout.generated_box(initial, layout.sheet.font(grid.box))
        arrangement = Arrangement(NOTHING)
        run = run_of(layout, grid.box, cell.pieces, room)
        height = lay_lines(layout, grid.box, run, room, arrangement, NOTHING)
        return Spot(NOTHING, NOTHING, room, height, arrangement)
    margins = layout.sheet.margins(element, room, layout.sheet.font(element))
    across = (margins["left"] or NOTHING).plus(margins["right"] or NOTHING)
    nested = room.minus(across).within(NOTHING, None)
    stated = layout.declared(element, "width", room)
    has_auto = margins["left"] is None or margins["right"] is None
    if stated is not None:
        width = stated
    elif _alignment(grid, element, "justify") in ("normal", "stretch") and not has_auto:
        width = nested
        if layout.sheet.style(element).get("aspect-ratio", "auto") != "auto" or element.tag in (
            "img",
            "svg",
            "canvas",
            "video",
        ):
            width = Pixels(0, nested.high)
    else:
        width = layout.fitted_width(element, nested)
    width = layout.bounded(element, "width", width, room)
    return layout.sized(element, width, room)


def _alignment(grid: GridBox, element: Element, axis: str) -> str:
    extent = grid.layout.sheet.style(element).get(f"{axis}-self", "auto")
    if extent == "auto":
        extent = grid.style.get(f"{axis}-items", "normal")
    return extent


def _place(
    layout: Layout, grid: GridBox, cell: Cell, spot: Spot, start: tuple[Pixels, Pixels], area: tuple[Pixels, Pixels],
    into: Arrangement,
) -> None:  # fmt: skip
    element = cell.element
    left, top = start
    if element is None:
        if spot.interior is not None:
            for inner_element, nested in spot.interior.spots.items():
                nested.left = nested.left.plus(left)
                nested.top = nested.top.plus(Pixels(top.low, top.high + max(0, area[1].high - spot.height.low)))
                into.spots[inner_element] = nested
        return
    margins = layout.sheet.margins(element, area[0], layout.sheet.font(element))
    vertical = (margins["top"], margins["bottom"])
    align = _alignment(grid, element, "align")
    is_stretched = (
        align in ("normal", "stretch")
        and None not in vertical
        and layout.declared(element, "height", area[1]) is None
        and layout.sheet.style(element).get("aspect-ratio", "auto") == "auto"
        and element.tag not in ("img", "svg", "canvas", "video")
    )
    if layout.declared(element, "height", area[1]) is not None and "%" in layout.sheet.style(element).get("height", ""):
        spot = layout.sized(element, spot.width, area[0], area[1])
    elif is_stretched:
        down = (margins["top"] or NOTHING).plus(margins["bottom"] or NOTHING)
        height = layout.bounded(element, "height", area[1].minus(down).within(NOTHING, None), area[1])
        if not height.is_same(spot.height):
            spot = layout.sized(element, spot.width, area[0], area[1], height)
    spot.left = left.plus(
        _aligned(_alignment(grid, element, "justify"), area[0], spot.width, margins["left"], margins["right"])
    )
    spot.top = top.plus(_aligned(align, area[1], spot.height, margins["top"], margins["bottom"]))
    into.spots[element] = spot


def _aligned(align: str, room: Pixels, size: Pixels, lead: Pixels | None, trail: Pixels | None) -> Pixels:
    free = room.minus(size).minus(lead or NOTHING).minus(trail or NOTHING)
    if lead is None or trail is None:
        spare = free.within(NOTHING, None)
        if lead is None and trail is None:
            return spare.times(0.5)
        if lead is None:
            return spare
        return lead
    if align in _START or align == "self-start":
        return lead
    if align in ("center", "safe center"):
        return lead.plus(free.times(0.5))
    if align in ("end", "flex-end", "right", "self-end"):
        return lead.plus(free)
    return lead.plus(Pixels(min(0, free.low), max(0, free.high)))


def _scattered(
    grid: GridBox, spots: list[tuple[Cell, Spot]], width: Pixels, total: Pixels, into: Arrangement
) -> Arrangement:
    """Items somewhere in the grid."""
    upper = max(_FAR, total.high + sum(spot.height.high for _, spot in spots))
    into.height = Pixels(0, upper)
    for cell, spot in spots:
        if cell.element is None:
            continue
        spot.left = Pixels(0, max(0, width.high - spot.width.low))
        spot.top = Pixels(0, upper)
        spot.width = Pixels(0, max(width.high, spot.width.high))
        spot.height = Pixels(0, max(upper, spot.height.high))
        into.spots[cell.element] = spot
    return into
