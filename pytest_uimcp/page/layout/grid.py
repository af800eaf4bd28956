"""Grids: tracks of columns and rows, and items in their cells."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from pytest_uimcp.page.dom.nodes import Element, Text
from pytest_uimcp.page.layout.lengths import NOTHING, Pixels, larger, length
from pytest_uimcp.page.layout.lines import lay_lines, run_of
from pytest_uimcp.page.layout.rows import gap_of, item_widths, items_of
from pytest_uimcp.page.layout.sheet import Generated, Piece
from pytest_uimcp.page.layout.spots import Arrangement, Spot

if TYPE_CHECKING:
    from pytest_uimcp.page.layout.layout import Layout

_TRACK: Final = re.compile(r"\[[^\]]*\]|(?:[^\s()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+")
_REPEAT: Final = re.compile(r"repeat\(\s*(?P<count>[\w-]+)\s*,(?P<tracks>.*)\)")
_MINMAX: Final = re.compile(r"minmax\(\s*(?P<least>(?:[^(),]|\([^()]*\))+),(?P<most>.*)\)")
_AREA: Final = re.compile(r"[\"']([^\"']*)[\"']")
# How high a grid may be whose rows are not known.
_FAR: Final = 3000.0
_MAX_TRACKS: Final = 60
_START: Final = frozenset({"normal", "start", "flex-start", "left", "stretch"})


class _Track(NamedTuple):
    # What it takes at least: None for its content.
    minimum: Pixels | None
    maximum: Pixels | None
    # Its share of what is free; 0 if it has none.
    share: float = 0.0
    # Whether it is as large as it says, whatever is in it.
    is_fixed: bool = False
    # Whether it is said in shares, of which it may have none.
    is_shared: bool = False


# Row, column, and how many of both an item takes; None where the flow decides.
_Request: TypeAlias = tuple[int | None, int | None, int, int]
_AUTO_TRACK: Final = _Track(None, None)


@dataclass(slots=True)
class _Cell:
    pieces: list[Piece]
    column: int
    row: int
    across: int = 1
    down: int = 1

    @property
    def element(self) -> Element | None:
        [initial, *_] = self.pieces
        if isinstance(initial, Element):
            return initial
        return None


class _Grid:
    def __init__(self, layout: Layout, box: Element, width: Pixels | None, height: Pixels | None) -> None:
        self.layout = layout
        self.box = box
        self.style = layout.sheet.style(box)
        self.width = width
        self.height = height
        self.gap = gap_of(layout, box, "column", width)
        self.row_gap = gap_of(layout, box, "row", height)
        # Whether it is known which item is in which cell.
        rows, slash, columns = self.style.get("grid-template", "").partition("/")
        self.is_known = "grid" not in self.style and bool(slash or not rows) and not _AREA.search(rows)
        self.areas = self._areas()
        columns = self.style.get("grid-template-columns", columns.strip() or "none")
        self.columns = self._tracks(columns, width, self.gap)
        self.rows = self._tracks(self.style.get("grid-template-rows", rows.strip() or "none"), height, self.row_gap)
        names = [len(row) for row in self.areas]
        while self.areas and len(self.columns) < max(names):
            self.columns.append(self._implicit("grid-auto-columns", width))
        self.cells = self._cells()

    def _areas(self) -> list[list[str]]:
        return [row.split() for row in _AREA.findall(self.style.get("grid-template-areas", ""))]

    def _tracks(self, text: str, room: Pixels | None, gap: Pixels) -> list[_Track]:
        tracks: list[_Track] = []
        if text == "none":
            return tracks
        for part in _TRACK.findall(text):
            if part.startswith("["):
                self.is_known = self.is_known and False
                continue
            repeat = _REPEAT.fullmatch(part)
            if repeat is None:
                tracks.append(self._track(part, room))
                continue
            nested = [
                self._track(amount, room) for amount in _TRACK.findall(repeat["tracks"]) if not amount.startswith("[")
            ]
            count = self._count(repeat["count"], nested, room, gap)
            tracks += (nested * count)[:_MAX_TRACKS]
        if any(track.minimum is not None and track.minimum.low < -1 for track in tracks) or "subgrid" in text:
            self.is_known = False
        return tracks

    def _count(self, count: str, nested: list[_Track], room: Pixels | None, gap: Pixels) -> int:
        if count.isdigit():
            return min(int(count), _MAX_TRACKS)
        if room is None or len(nested) != 1 or not room.is_exact:
            self.is_known = False
            return 1
        size = nested[0].maximum
        if nested[0].minimum is not None:
            size = nested[0].minimum
        if size is None or not size.is_exact or size.low + gap.low <= 0:
            self.is_known = False
            return 1
        number = max(1, int((room.low + gap.low + 0.01) // (size.low + gap.low)))
        if count == "auto-fit":
            # Tracks without items have no size.
            items = len(items_of(self.layout, self.box))
            if any(self._is_placed(item[0]) for item in items_of(self.layout, self.box)):
                self.is_known = False
            number = max(1, min(number, items))
        return number

    def _is_placed(self, piece: Piece) -> bool:
        if isinstance(piece, Text):
            return False
        return any(name.startswith("grid-") for name in self.layout.sheet.piece_style(piece))

    def _track(self, text: str, room: Pixels | None) -> _Track:
        size = self.layout.sheet.font(self.box).size
        if text.endswith("fr"):
            try:
                return _Track(None, None, float(text[:-2]), is_shared=True)
            except ValueError:
                self.is_known = False
                return _AUTO_TRACK
        bounds = _MINMAX.fullmatch(text)
        if bounds is not None:
            minimum = length(bounds["least"], room, size)
            maximum = bounds["most"].strip()
            if maximum.endswith("fr"):
                return _Track(minimum, None, float(maximum[:-2]), is_shared=True)
            limit = length(maximum, room, size)
            if limit is None or minimum is None:
                return _AUTO_TRACK._replace(minimum=minimum)
            return _Track(minimum, limit)
        if text.startswith("fit-content"):
            return _AUTO_TRACK
        pixels = length(text, room, size)
        if pixels is None:
            return _AUTO_TRACK
        return _Track(pixels, pixels, is_fixed=True)

    def _implicit(self, name: str, room: Pixels | None) -> _Track:
        text = self.style.get(name, "auto")
        if " " in text.strip() and "(" not in text:
            self.is_known = False
            return _AUTO_TRACK
        return self._track(text, room)

    # Which item is in which cell

    def _cells(self) -> list[_Cell]:
        items = items_of(self.layout, self.box)
        requests = [self._wanted(item[0]) for item in items]
        occupied: set[tuple[int, int]] = set()
        cells = self._stated_cells(items, requests, occupied)
        cells += self._flowing_cells(items, requests, occupied)
        for cell in cells:
            self._add_tracks(cell)
        return cells

    def _stated_cells(
        self, items: list[list[Piece]], requests: list[_Request], occupied: set[tuple[int, int]]
    ) -> list[_Cell]:
        """Items that say where they are come first: the others go around them."""
        cells: list[_Cell] = []
        for item, (row, column, down, across) in zip(items, requests, strict=True):
            if row is not None and column is not None:
                cells.append(_Cell(item, column, row, across, down))
                occupied.update((row + y, column + x) for y in range(down) for x in range(across))
                if row < 0 or column < 0:
                    self.is_known = False
        return cells

    def _flowing_cells(
        self, items: list[list[Piece]], requests: list[_Request], occupied: set[tuple[int, int]]
    ) -> list[_Cell]:
        flow = self.style.get("grid-auto-flow", "row")
        by_column = "column" in flow
        self.is_known = self.is_known and "dense" not in flow
        lines = max(1, len(self.rows if by_column else self.columns))
        cursor = (0, 0)
        cells: list[_Cell] = []
        for item, (row, column, down, across) in zip(items, requests, strict=True):
            if row is not None and column is not None:
                continue
            if row is not None or (column is not None and by_column):
                self.is_known = False
            cell = self._next(item, column, (down, across), occupied, lines, cursor, by_column=by_column)
            cells.append(cell)
            cursor = (cell.row, cell.column + across)
            if by_column:
                cursor = (cell.column, cell.row + down)
            occupied.update((cell.row + y, cell.column + x) for y in range(down) for x in range(across))
        return cells

    def _add_tracks(self, cell: _Cell) -> None:
        """Add tracks of which nothing is said, for an item beyond the others."""
        while len(self.columns) < cell.column + cell.across and len(self.columns) < _MAX_TRACKS:
            self.columns.append(self._implicit("grid-auto-columns", self.width))
        while len(self.rows) < cell.row + cell.down and len(self.rows) < 10 * _MAX_TRACKS:
            self.rows.append(self._implicit("grid-auto-rows", self.height))

    def _next(
        self, item: list[Piece], column: int | None, size: tuple[int, int], occupied: set[tuple[int, int]], lines: int,
        cursor: tuple[int, int], *, by_column: bool,
    ) -> _Cell:  # fmt: skip
        down, across = size
        line, place = cursor
        for _ in range(2000):
            row_at, column_at = (line, place)
            if by_column:
                row_at, column_at = (place, line)
            if column is not None:
                if column < column_at:
                    line += 1
                    place = 0
                    continue
                column_at = column
            spans = across
            if by_column:
                spans = down
            if (place if column is None else column_at) + spans > max(lines, spans):
                line += 1
                place = 0
                continue
            spots = {(row_at + y, column_at + x) for y in range(down) for x in range(across)}
            if occupied.isdisjoint(spots):
                return _Cell(item, column_at, row_at, across, down)
            if column is not None:
                line += 1
                place = 0
            else:
                place += 1
        self.is_known = False
        return _Cell(item, 0, 0)

    def _wanted(self, piece: Piece) -> tuple[int | None, int | None, int, int]:
        """Row, column, and how many of both an item takes."""
        if isinstance(piece, Text):
            return None, None, 1, 1
        style = self.layout.sheet.piece_style(piece)
        area = style.get("grid-area", "auto").strip()
        if area != "auto" and "/" not in area and not area.lstrip("-").isdigit() and not area.startswith("span"):
            return self._named(area)
        parts = [part.strip() for part in area.split("/")]
        ends = {"grid-row-start": 0, "grid-column-start": 1, "grid-row-end": 2, "grid-column-end": 3}
        lines = [parts[number] if number < len(parts) else "auto" for number in ends.values()]
        for axis, initial in (("row", 0), ("column", 1)):
            extent = style.get(f"grid-{axis}")
            if extent is not None:
                start, _, end = extent.partition("/")
                lines[initial] = start.strip()
                lines[initial + 2] = end.strip() or "auto"
            for side, number in (("start", initial), ("end", initial + 2)):
                lines[number] = style.get(f"grid-{axis}-{side}", lines[number]).strip()
        row, down = self._span(lines[0], lines[2], len(self.rows))
        column, across = self._span(lines[1], lines[3], len(self.columns))
        return row, column, down, across

    def _named(self, name: str) -> tuple[int | None, int | None, int, int]:
        places = [(y, x) for y, row in enumerate(self.areas) for x, cell in enumerate(row) if cell == name]
        if not places:
            self.is_known = False
            return None, None, 1, 1
        top = min(y for y, _ in places)
        left = min(x for _, x in places)
        return top, left, max(y for y, _ in places) - top + 1, max(x for _, x in places) - left + 1

    def _span(self, start: str, end: str, count: int) -> tuple[int | None, int]:
        initial = self._line(start, count)
        final = self._line(end, count)
        if initial is not None and final is not None:
            return min(initial, final), max(1, abs(final - initial))
        span = 1
        for text in (start, end):
            if text.startswith("span"):
                number = text[4:].strip()
                if number.isdigit():
                    span = int(number)
                else:
                    self.is_known = False
        if initial is not None:
            return initial, span
        if final is not None:
            return max(0, final - span), span
        return None, span

    def _line(self, text: str, count: int) -> int | None:
        if text == "auto" or text.startswith("span"):
            return None
        try:
            number = int(text)
        except ValueError:
            self.is_known = False
            return None
        if number < 0:
            return count + 1 + number
        return number - 1

    # How large the tracks are

    def widths(self) -> tuple[list[Pixels], list[Pixels]]:
        """The least and the most that the content of each column takes."""
        minimum = [NOTHING] * len(self.columns)
        maximum = [NOTHING] * len(self.columns)
        for cell in self.cells:
            if cell.across == 1 and cell.column < len(minimum):
                extent = item_widths(self.layout, self.box, cell.pieces)
                minimum[cell.column] = larger(minimum[cell.column], extent[0])
                maximum[cell.column] = larger(maximum[cell.column], extent[1])
        return minimum, maximum

    def column_sizes(self, width: Pixels) -> list[Pixels]:
        minimum, maximum = self.widths()
        count = len(self.columns)
        free = width.minus(self.gap.times(max(0, count - 1)))
        sizes: list[Pixels] = []
        for track, content in zip(self.columns, maximum, strict=True):
            size = NOTHING
            if track.is_fixed and track.minimum is not None:
                size = track.minimum
            elif not track.is_shared:
                size = content
            sizes.append(size)
            free = free.minus(size)
        flexible = [number for number, track in enumerate(self.columns) if track.is_shared]
        autos = [number for number, track in enumerate(self.columns) if not track.is_shared and not track.is_fixed]
        if autos and not self._may_have_all(autos, free):
            return self._loose_columns(minimum, width)
        if flexible:
            return self._shared(sizes, flexible, free, minimum)
        if autos and self.style.get("justify-content", "normal") in ("normal", "stretch"):
            for number in autos:
                sizes[number] = sizes[number].plus(free.times(1 / len(autos)))
        return sizes

    def _may_have_all(self, autos: list[int], free: Pixels) -> bool:
        """Whether columns that content decides are certain to be as wide as that would like them."""
        if any(self.columns[number] != _AUTO_TRACK for number in autos):
            return False
        return free.low >= 0 and not any(cell.across > 1 for cell in self.cells)

    def _shared(self, sizes: list[Pixels], flexible: list[int], free: Pixels, minimum: list[Pixels]) -> list[Pixels]:
        shares = max(1.0, sum(self.columns[number].share for number in flexible))
        amount = free.times(1 / shares).within(NOTHING, None)
        fits = True
        for number in flexible:
            track = self.columns[number]
            content = self._least(number, minimum)
            if track.minimum is not None:
                content = track.minimum
            fits = fits and amount.times(track.share).minus(content).low > -0.01
        for number in flexible:
            track = self.columns[number]
            size = amount.times(track.share)
            if not fits:
                content = self._least(number, minimum)
                if track.minimum is not None:
                    content = track.minimum
                size = Pixels(min(content.low, size.low), max(content.high, free.high))
            sizes[number] = size
        return sizes

    def _least(self, column: int, minimum: list[Pixels]) -> Pixels:
        """What a column takes at least: nothing for items that are cut off."""
        cells = [cell for cell in self.cells if cell.column == column and cell.across == 1 and cell.element is not None]
        if cells and all(self.is_cut(cell.element, "x") for cell in cells):
            return NOTHING
        spanning = [
            cell for cell in self.cells if cell.across > 1 and cell.column <= column < cell.column + cell.across
        ]
        upper = minimum[column].high
        for cell in spanning:
            shares = sum(
                1 for number in range(cell.column, min(cell.column + cell.across, len(self.columns)))
                if self.columns[number].share
            )  # fmt: skip
            upper = max(upper, item_widths(self.layout, self.box, cell.pieces)[0].high / max(1, shares))
        return Pixels(min(minimum[column].low, upper), upper)

    def is_cut(self, element: Element | None, axis: str) -> bool:
        if element is None:
            return False
        style = self.layout.sheet.style(element)
        name = "height"
        if axis == "x":
            name = "width"
        return style.get(f"overflow-{axis}", "visible") not in ("visible", "clip") or style.get(f"min-{name}") in _ZERO

    def _loose_columns(self, minimum: list[Pixels], width: Pixels) -> list[Pixels]:
        sizes = []
        for number, track in enumerate(self.columns):
            if track.is_fixed and track.minimum is not None:
                sizes.append(track.minimum)
            else:
                lower = 0.0
                if track.minimum is not None:
                    lower = min(track.minimum.low, width.high)
                sizes.append(Pixels(min(lower, width.high), max(width.high, minimum[number].high)))
        return sizes


_ZERO: Final = ("0", "0px")


def widths(layout: Layout, box: Element) -> tuple[Pixels, Pixels]:
    grid = _Grid(layout, box, None, None)
    minimum, maximum = grid.widths()
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
    grid = _Grid(layout, box, width, height)
    sizes = grid.column_sizes(width)
    arrangement = Arrangement(NOTHING)
    spots = _lay_cells(layout, grid, sizes, width)
    row_sizes = _row_sizes(layout, grid, spots)
    total = grid.row_gap.times(max(0, len(grid.rows) - 1))
    for size in row_sizes:
        total = total.plus(size)
    if not grid.is_known:
        return _scattered(grid, spots, width, total, arrangement)
    lefts = _starts(sizes, grid.gap, width, grid.style.get("justify-content", "normal"))
    tops = _starts(row_sizes, grid.row_gap, height, grid.style.get("align-content", "normal"))
    if height is not None:
        row_sizes, tops = _stretched(grid, row_sizes, tops, height.minus(total))
    arrangement.height = height or total
    for cell, spot in spots:
        area = (
            _span_size(sizes, cell.column, cell.across, grid.gap),
            _span_size(row_sizes, cell.row, cell.down, grid.row_gap),
        )
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


def _stretched(grid: _Grid, sizes: list[Pixels], tops: list[Pixels], free: Pixels) -> tuple[list[Pixels], list[Pixels]]:
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


def _lay_cells(layout: Layout, grid: _Grid, sizes: list[Pixels], width: Pixels) -> list[tuple[_Cell, Spot]]:
    spots = []
    for cell in grid.cells:
        room = Pixels(0, width.high)
        if grid.is_known:
            room = _span_size(sizes, cell.column, cell.across, grid.gap)
        spots.append((cell, _cell_spot(layout, grid, cell, room)))
    return spots


def _cell_spot(layout: Layout, grid: _Grid, cell: _Cell, room: Pixels) -> Spot:
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


def _alignment(grid: _Grid, element: Element, axis: str) -> str:
    extent = grid.layout.sheet.style(element).get(f"{axis}-self", "auto")
    if extent == "auto":
        extent = grid.style.get(f"{axis}-items", "normal")
    return extent


def _row_sizes(layout: Layout, grid: _Grid, spots: list[tuple[_Cell, Spot]]) -> list[Pixels]:
    sizes: list[Pixels] = []
    fixed: Mapping[int, Pixels] = {
        number: track.minimum for number, track in enumerate(grid.rows) if track.is_fixed and track.minimum is not None
    }
    contents = [NOTHING] * len(grid.rows)
    for cell, spot in spots:
        enclosing = _outer_height(layout, cell, spot)
        if cell.row >= len(contents):
            continue
        if cell.down == 1:
            contents[cell.row] = larger(contents[cell.row], enclosing)
        else:
            for number in range(cell.row, min(cell.row + cell.down, len(contents))):
                contents[number] = Pixels(contents[number].low, contents[number].high + enclosing.high)
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


def _shared_row(grid: _Grid, number: int, track: _Track, contents: list[Pixels], shares: list[float]) -> Pixels:
    content = contents[number]
    if track.minimum is not None:
        if not track.share:
            maximum = content.high
            if track.maximum is not None:
                maximum = track.maximum.high
            return Pixels(min(track.minimum.low, maximum), max(track.minimum.high, maximum))
        return larger(track.minimum, content)
    cells = [cell for cell in grid.cells if cell.row == number and cell.down == 1]
    is_cut = bool(cells) and all(grid.is_cut(cell.element, "y") for cell in cells)
    if not track.share:
        if is_cut:
            return NOTHING
        return content
    if len(shares) == 1 and track.share >= 1:
        return content
    upper = max(content.high, *(element_part.high for element_part in contents)) * max(1.0, track.share / min(shares))
    return Pixels(0 if is_cut else content.low, upper)


def _outer_height(layout: Layout, cell: _Cell, spot: Spot) -> Pixels:
    element = cell.element
    if element is None:
        return spot.height
    margins = layout.sheet.margins(element, spot.width, layout.sheet.font(element))
    return spot.height.plus(margins["top"] or NOTHING).plus(margins["bottom"] or NOTHING)


def _place(
    layout: Layout, grid: _Grid, cell: _Cell, spot: Spot, start: tuple[Pixels, Pixels], area: tuple[Pixels, Pixels],
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
    grid: _Grid, spots: list[tuple[_Cell, Spot]], width: Pixels, total: Pixels, into: Arrangement
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
