"""Which item of a grid is in which of its cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from pytest_uimcp.core.records import dataclass
from pytest_uimcp.page.dom.nodes import Element, Text
from pytest_uimcp.page.layout.items import items_of
from pytest_uimcp.page.layout.lengths import Pixels
from pytest_uimcp.page.layout.sheet import Piece
from pytest_uimcp.page.layout.tracks import MAX_TRACKS, GridTemplate

if TYPE_CHECKING:
    from pytest_uimcp.page.layout.layout import Layout

# Row, column, and how many of both an item takes; None where the flow decides.
_Request: TypeAlias = tuple[int | None, int | None, int, int]


@dataclass(slots=True)
class Cell:
    """An item with the cells that it takes."""

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


class GridBox(GridTemplate):
    """A grid with its items; tracks are added for those beyond its template."""

    def __init__(self, layout: Layout, box: Element, width: Pixels | None, height: Pixels | None) -> None:
        super().__init__(layout, box, width, height)
        self.cells = self._cells()

    def _cells(self) -> list[Cell]:
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
    ) -> list[Cell]:
        """Items that say where they are come first: the others go around them."""
        cells: list[Cell] = []
        for item, (row, column, down, across) in zip(items, requests, strict=True):
            if row is not None and column is not None:
                cells.append(Cell(item, column, row, across, down))
                occupied.update((row + y, column + x) for y in range(down) for x in range(across))
                if row < 0 or column < 0:
                    self.is_known = False
        return cells

    def _flowing_cells(
        self, items: list[list[Piece]], requests: list[_Request], occupied: set[tuple[int, int]]
    ) -> list[Cell]:
        flow = self.style.get("grid-auto-flow", "row")
        by_column = "column" in flow
        lines = max(1, len(self.rows if by_column else self.columns))
        cursor = (0, 0)
        cells: list[Cell] = []
        for item, (row, column, down, across) in zip(items, requests, strict=True):
            if row is not None and column is not None:
                continue
            if row is not None or (column is not None and by_column):
                self.is_known = False
            if "dense" in flow:
                cursor = (0, 0)
            cell = self._next(item, column, (down, across), occupied, lines, cursor, by_column=by_column)
            cells.append(cell)
            cursor = (cell.row, cell.column + across)
            if by_column:
                cursor = (cell.column, cell.row + down)
            occupied.update((cell.row + y, cell.column + x) for y in range(down) for x in range(across))
        return cells

    def _add_tracks(self, cell: Cell) -> None:
        """Add tracks of which nothing is said, for an item beyond the others."""
        while len(self.columns) < cell.column + cell.across and len(self.columns) < MAX_TRACKS:
            self.columns.append(self.implicit("grid-auto-columns", self.width))
        while len(self.rows) < cell.row + cell.down and len(self.rows) < 10 * MAX_TRACKS:
            self.rows.append(self.implicit("grid-auto-rows", self.height))

    def _next(
        self, item: list[Piece], column: int | None, size: tuple[int, int], occupied: set[tuple[int, int]], lines: int,
        cursor: tuple[int, int], *, by_column: bool,
    ) -> Cell:  # fmt: skip
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
                return Cell(item, column_at, row_at, across, down)
            if column is not None:
                line += 1
                place = 0
            else:
                place += 1
        self.is_known = False
        return Cell(item, 0, 0)

    def _wanted(self, piece: Piece) -> _Request:
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

    def _named(self, name: str) -> _Request:
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
