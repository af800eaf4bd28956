"""How large the tracks of a grid are, with what is in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.layout.cells import Cell, GridBox
from pytest_uimcp.page.layout.items import item_widths
from pytest_uimcp.page.layout.lengths import NOTHING, Pixels, larger
from pytest_uimcp.page.layout.spots import Spot
from pytest_uimcp.page.layout.tracks import AUTO_TRACK, Track

if TYPE_CHECKING:
    from pytest_uimcp.page.layout.layout import Layout

# How much higher a row of the grid around a grid may be than what is in it.
_FURTHER: Final = 600.0
_ZERO: Final = ("0", "0px")


def content_widths(grid: GridBox) -> tuple[list[Pixels], list[Pixels]]:
    """The least and the most that the content of each column takes."""
    minimum = [NOTHING] * len(grid.columns)
    maximum = [NOTHING] * len(grid.columns)
    for cell in grid.cells:
        if cell.across == 1 and cell.column < len(minimum):
            extent = item_widths(grid.layout, grid.box, cell.pieces)
            minimum[cell.column] = larger(minimum[cell.column], extent[0])
            maximum[cell.column] = larger(maximum[cell.column], extent[1])
    return minimum, maximum


def column_sizes(grid: GridBox, width: Pixels) -> list[Pixels]:
    minimum, maximum = content_widths(grid)
    count = len(grid.columns)
    free = width.minus(grid.gap.times(max(0, count - 1)))
    sizes: list[Pixels] = []
    for track, content in zip(grid.columns, maximum, strict=True):
        size = NOTHING
        if track.is_fixed and track.minimum is not None:
            size = track.minimum
        elif not track.is_shared:
            size = content
        sizes.append(size)
        free = free.minus(size)
    flexible = [number for number, track in enumerate(grid.columns) if track.is_shared]
    autos = [number for number, track in enumerate(grid.columns) if not track.is_shared and not track.is_fixed]
    if autos and count == 1 and grid.columns[0] == AUTO_TRACK and _stretches(grid):
        return [larger(_least_width(grid, 0, minimum), width)]
    if autos and not _may_have_all(grid, autos, free):
        return _loose_columns(grid, minimum, width)
    if flexible:
        return _shared_sizes(grid, sizes, flexible, free, minimum)
    if autos and _stretches(grid):
        for number in autos:
            sizes[number] = sizes[number].plus(free.times(1 / len(autos)))
    return sizes


def _stretches(grid: GridBox) -> bool:
    """Whether columns that content decides share what is left."""
    return grid.style.get("justify-content", "normal") in ("normal", "stretch")


def _may_have_all(grid: GridBox, autos: list[int], free: Pixels) -> bool:
    """Whether columns that content decides are certain to be as wide as that would like them."""
    if any(grid.columns[number] != AUTO_TRACK for number in autos):
        return False
    # What is also in a column with a share is for that to make room for.
    return free.low >= 0 and all(
        cell.across == 1 or any(track.share for track in grid.columns[cell.column : cell.column + cell.across])
        for cell in grid.cells
    )


def _shared_sizes(
    grid: GridBox, sizes: list[Pixels], flexible: list[int], free: Pixels, minimum: list[Pixels]
) -> list[Pixels]:
    shares = max(1.0, sum(grid.columns[number].share for number in flexible))
    amount = free.times(1 / shares).within(NOTHING, None)
    fits = True
    for number in flexible:
        track = grid.columns[number]
        content = _least_width(grid, number, minimum)
        if track.minimum is not None:
            content = track.minimum
        fits = fits and amount.times(track.share).minus(content).low > -0.01
    for number in flexible:
        track = grid.columns[number]
        size = amount.times(track.share)
        if not fits:
            content = _least_width(grid, number, minimum)
            if track.minimum is not None:
                content = track.minimum
            size = Pixels(min(content.low, size.low), max(content.high, free.high))
        sizes[number] = size
    return sizes


def _least_width(grid: GridBox, column: int, minimum: list[Pixels]) -> Pixels:
    """What a column takes at least: nothing for items that are cut off."""
    cells = [cell for cell in grid.cells if cell.column == column and cell.across == 1 and cell.element is not None]
    if cells and all(_is_cut(grid, cell.element, "x") for cell in cells):
        return NOTHING
    spanning = [cell for cell in grid.cells if cell.across > 1 and cell.column <= column < cell.column + cell.across]
    upper = minimum[column].high
    for cell in spanning:
        shares = sum(
            1 for number in range(cell.column, min(cell.column + cell.across, len(grid.columns)))
            if grid.columns[number].share
        )  # fmt: skip
        upper = max(upper, item_widths(grid.layout, grid.box, cell.pieces)[0].high / max(1, shares))
    return Pixels(min(minimum[column].low, upper), upper)


def _is_cut(grid: GridBox, element: Element | None, axis: str) -> bool:
    if element is None:
        return False
    style = grid.layout.sheet.style(element)
    name = "height"
    if axis == "x":
        name = "width"
    return style.get(f"overflow-{axis}", "visible") not in ("visible", "clip") or style.get(f"min-{name}") in _ZERO


def _loose_columns(grid: GridBox, minimum: list[Pixels], width: Pixels) -> list[Pixels]:
    sizes = []
    for number, track in enumerate(grid.columns):
        if track.is_fixed and track.minimum is not None:
            sizes.append(track.minimum)
        else:
            lower = 0.0
            if track.minimum is not None:
                lower = min(track.minimum.low, width.high)
            sizes.append(Pixels(min(lower, width.high), max(width.high, minimum[number].high)))
    return sizes


def row_sizes(layout: Layout, grid: GridBox, spots: list[tuple[Cell, Spot]]) -> list[Pixels]:
    sizes: list[Pixels] = []
    fixed: Mapping[int, Pixels] = {
        number: track.minimum for number, track in enumerate(grid.rows) if track.is_fixed and track.minimum is not None
    }
    contents = [NOTHING] * len(grid.rows)
    for cell, spot in spots:
        enclosing = outer_height(layout, cell, spot)
        if cell.row >= len(contents):
            continue
        if cell.down == 1:
            contents[cell.row] = larger(contents[cell.row], enclosing)
        else:
            for number in range(cell.row, min(cell.row + cell.down, len(contents))):
                contents[number] = Pixels(contents[number].low, max(contents[number].high, enclosing.high))
    if grid.has_rows_of_parent:
        # Each is as high as the highest in its row of the grid around it.
        contents = [Pixels(content.low, content.high + _FURTHER) for content in contents]
    shares = [track.share for track in grid.rows if track.share]
    for number, track in enumerate(grid.rows):
        if number in fixed:
            size = fixed[number]
        elif track.is_shared or track.minimum is not None:
            size = _shared_row(grid, number, track, contents, shares)
        else:
            size = contents[number]
        sizes.append(size)
    return sizes


def _shared_row(grid: GridBox, number: int, track: Track, contents: list[Pixels], shares: list[float]) -> Pixels:
    content = contents[number]
    if track.minimum is not None:
        if not track.share:
            maximum = content.high
            if track.maximum is not None:
                maximum = track.maximum.high
            return Pixels(min(track.minimum.low, maximum), max(track.minimum.high, maximum))
        return larger(track.minimum, content)
    cells = [cell for cell in grid.cells if cell.row == number and cell.down == 1]
    is_cut = bool(cells) and all(_is_cut(grid, cell.element, "y") for cell in cells)
    if not track.share:
        if is_cut:
            return NOTHING
        return content
    if len(shares) == 1 and track.share >= 1:
        return content
    upper = max(content.high, *(element_part.high for element_part in contents)) * max(1.0, track.share / min(shares))
    return Pixels(0 if is_cut else content.low, upper)


def outer_height(layout: Layout, cell: Cell, spot: Spot) -> Pixels:
    element = cell.element
    if element is None:
        return spot.height
    margins = layout.sheet.margins(element, spot.width, layout.sheet.font(element))
    return spot.height.plus(margins["top"] or NOTHING).plus(margins["bottom"] or NOTHING)
