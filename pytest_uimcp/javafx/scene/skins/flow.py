"""The virtual flow: only the rows in sight exist as cells.

`position` goes from 0 (first row at the top) to 1 (last row at the bottom). With rows of one height the row at the top
follows from it exactly as JavaFX computes it; rows of different heights are summed up. Cells are kept in the order in
which they were made; a cell that leaves at one end comes back at the other, which is why children of the sheet are not
in the order of their rows.
"""

from __future__ import annotations

from collections.abc import Callable

from pytest_uimcp.javafx.scene.layout.sizer import Sizer
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.base import adopt, part, put, snapped_pref
from pytest_uimcp.javafx.scene.skins.scrolling import bar_value
from pytest_uimcp.javafx.scene.values.geometry import snap_position

# A row in sight: its index, its cell, and how far its top is from the top of the viewport.
VisibleRow = tuple[int, "Node", float]


# How many rows are in sight at most: a window has room for hundreds, and a list can be told to be of any height.
MAX_CELLS = 1000


def is_measuring(cell: Node) -> bool:
    """Whether a flow measures its rows with this cell, out of sight."""
    pile = cell.parent
    flow = None
    if pile is not None and pile.parent is not None:
        flow = pile.parent.sizer
    return isinstance(flow, VirtualFlow) and flow.pile is pile


class VirtualFlow(Sizer):
    def __init__(self, make: Callable[[], Node], fill: Callable[[Node, int], None]) -> None:
        self.make = make
        self.fill = fill
        self.count = 0
        self.position = 0.0
        self.rows: list[VisibleRow] = []
        # Cells without a row, which nobody sees.
        self.spare: list[Node] = []
        self.fixed = -1.0
        self.varying = False
        self.lengths: dict[int, float] = {}
        # Made when the first height is asked for. JavaFX keeps it in the scene, in a pile that is never visible.
        self.measured: Node | None = None
        self.breadth = 0.0
        self.touched = 0
        self.node = part("VirtualFlow")
        put(self.node, "id", "virtual-flow")
        self.node.sizer = self
        self.sheet = part("Group", "sheet", autoSizeChildren=False)
        self.clip = part("ClippedContainer")
        self.clip.sizer = _Still()
        self.pile = part("Group", visible=False, autoSizeChildren=False)
        self.vertical = part("VirtualScrollBar", orientation="VERTICAL", visible=False)
        self.horizontal = part("VirtualScrollBar", visible=False)
        self.corner = part("StackPane", "corner", visible=False)
        adopt(self.clip, [self.sheet])
        adopt(self.node, [self.clip, self.pile, self.vertical, self.horizontal, self.corner])
        for child in (self.clip, self.pile, self.vertical, self.horizontal, self.corner):
            # The flow places all of them itself, whatever a stylesheet says.
            put(child, "managed", True)

    def reset(self, count: int) -> None:
        """There are so many rows now; their contents may be new."""
        self.count = count
        self.lengths.clear()
        # The position is kept when items come and go, as JavaFX does: the rows in sight change, not their share.
        if not 0 <= self.position <= 1 or count == 0:
            self.position = 0.0
        self.node.request_layout()

    def measuring(self) -> Node:
        if self.measured is None:
            self.measured = self.make()
            put(self.measured, "accessibleRole", "NODE")
            adopt(self.pile, [self.measured])
            self.style()
        return self.measured

    def style(self) -> None:
        """New cells are styled before they are measured."""
        scene = self.node.scene
        if scene is not None:
            scene.style()

    def length(self, index: int) -> float:
        if self.fixed > 0:
            return self.fixed
        # Rows of one kind have one height: the first one's is taken for all, which keeps ten thousand rows cheap.
        key = index if self.varying else 0
        length = self.lengths.get(key)
        if length is None:
            cell = self.measuring()
            if self.varying or not self.lengths:
                self.fill(cell, index)
                self.style()
            length = self.lengths[key] = snapped_pref(cell, 1)
            self.rest(index)
        return length

    def rest(self, index: int) -> None:
        """The measuring cell goes back to no row."""
        cell = self.measuring()
        # JavaFX resets the cell that it measured with, and snapshots of internals show that it has no index.
        self.fill(cell, -1)
        self.style()
        cell.resize(snapped_pref(cell, 0), snapped_pref(cell, 1))

    def forget_measuring(self) -> None:
        self.measured = None
        adopt(self.pile, [])

    def remeasure(self) -> None:
        """Rows have another width now."""
        if self.measured is not None:
            self.measured.sizes = None
            self.rest(0)

    def total(self) -> float:
        if not self.varying:
            if self.count:
                return self.count * self.length(0)
            return 0.0
        return sum(self.length(index) for index in range(self.count))

    @property
    def viewport(self) -> float:
        height: float = self.clip.lh
        return height

    def top(self) -> float:
        """How many pixels of the rows are above the viewport."""
        fraction = self.position * self.count
        index = int(fraction)
        if not self.varying:
            if self.count:
                # The share of the viewport above the row that the position points at is the position itself: so 1 is
                # the very end.
                return fraction * self.length(0) - self.viewport * self.position
            return 0.0
        above_pixels = sum(self.length(i) for i in range(min(index, self.count)))
        part_of = (fraction - index) * (self.length(index) if index < self.count else 0.0)
        return above_pixels + part_of - self.viewport * self.position

    def scroll_to_pixel(self, top: float) -> None:
        hidden = self.total() - self.viewport
        if hidden <= 0:
            self.position = 0.0
        elif not self.varying:
            self.position = min(max(top / hidden, 0.0), 1.0)
        else:
            self.position = self.invert(min(max(top, 0.0), hidden))
        self.node.request_layout()

    def invert(self, top: float) -> float:
        """The position at which so many pixels are above."""
        lower = 0.0
        upper = 1.0
        # Heights that differ have no formula for the way back. Sixty halvings are below the precision of a float.
        for _ in range(60):
            self.position = (lower + upper) / 2
            lower, upper = (self.position, upper) if self.top() < top else (lower, self.position)
        return (lower + upper) / 2

    def scroll_by(self, pixels: float) -> None:
        """Scroll down by so many pixels; up by negative ones."""
        self.scroll_to_pixel(self.top() + pixels)

    def scroll_to(self, index: int) -> None:
        """Bring a row to the top, as far as the end allows."""
        if index >= self.count - 1:
            self.position = 1.0
        elif index < 0:
            self.position = 0.0
        elif self.varying:
            self.scroll_to_pixel(sum(self.length(i) for i in range(index)))
        else:
            # The share of the rows above, then the pixels that are still missing: in this order, as the last bit of
            # the sum decides whether a row of no height is in sight.
            share = index / self.count
            hidden = self.total() - self.viewport
            if hidden > 0:
                self.position = min(share + self.viewport * share / hidden, 1.0)
            else:
                self.position = 0.0
        self.node.request_layout()

    def show(self, index: int) -> None:
        """Scroll no further than it takes to see the whole row."""
        if self.varying:
            start = sum(self.length(i) for i in range(index))
        else:
            start = index * self.length(0)
        top = self.top()
        size = self.length(index)
        if start < top:
            self.scroll_to_pixel(start)
        elif start + size > top + self.viewport:
            self.scroll_to_pixel(start + size - self.viewport)

    def reveal(self, index: int) -> None:
        """See to it that the next layout has the whole row in sight, at the same cost for any row."""
        if index in self.whole():
            return
        if self.varying:
            # This share of the way the row lies as far from the top as it has rows above it; `show` would measure
            # all of those.
            self.position = index / max(1, self.count - 1)
            self.node.request_layout()
        else:
            self.show(index)

    def layout(self, node: Node) -> None:
        width = node.lw
        height = node.lh
        if width <= 0 or height <= 0:
            self.clip.resize(0.0, 0.0)
            put(self.clip, "clip", (0.0, 0.0, 0.0, 0.0))
            self.clip.bounds_changed()
            return
        bars = (snapped_pref(self.vertical, 0), snapped_pref(self.horizontal, 1))
        vbar = hbar = False
        # A bar takes room, which may make the other one necessary; after both are there nothing changes any more.
        for _ in range(3):
            room = (width - bars[0] * vbar, height - bars[1] * hbar)
            self.clip.resize(*room)
            self.place_rows(room)
            needed = (self.exceeds(room[1]), self.breadth > room[0])
            if needed == (vbar, hbar) or (needed[0] <= vbar and needed[1] <= hbar):
                break
            vbar = vbar or needed[0]
            hbar = hbar or needed[1]
        put(self.clip, "clip", (0.0, 0.0, *room))
        self.clip.bounds_changed()
        self.place_bars(room, vbar, hbar, bars)

    def exceeds(self, room: float) -> bool:
        if not self.varying:
            return bool(self.count) and self.count * self.length(0) > room
        total = 0.0
        for index in range(self.count):
            total += self.length(index)
            if total > room:
                return True
        return False

    def place_rows(self, viewport: tuple[float, float]) -> None:
        """Cells for the rows in sight, and empty ones for what is left below."""
        if not self.exceeds(viewport[1]):
            self.position = 0.0
        free = [cell for _, cell, _ in self.rows][::-1] + self.spare
        rows: list[VisibleRow] = []
        if self.count or free:
            current, offset = self.current()
            rows = []
            if self.count:
                rows = self.leading(current, offset, free)
        self.trailing(rows, viewport[1], free)
        self.style()
        self.breadth = max((snapped_pref(cell, 0) for _, cell, _ in rows), default=0.0)
        width = max(self.breadth, viewport[0])
        for index, cell, y in rows:
            cell.resize(width, self.height_of(index))
            cell.move(0.0, snap_position(y))
        self.rows = rows
        for cell in free:
            # Cells that no row took over wait for one.
            put(cell, "visible", False)
        self.spare = free
        self.sheet.move(-snap_position(self.shift(width, viewport[0])), 0.0)
        self.sheet.bounds_changed()

    def shift(self, width: float, room: float) -> float:
        value = 0.0
        if width > room:
            value = self.horizontal.read_number("value")
        return float(min(max(value, 0.0), max(0.0, width - room)))

    def current(self) -> tuple[int, float]:
        """The row that the position points at, and where it starts; in the very arithmetic of JavaFX."""
        fraction = self.position * self.count
        index = min(int(fraction), max(self.count - 1, 0))
        size = self.length(index)
        if self.touched != index and self.measured is not None and self.count:
            # The measuring cell is asked for this row; it keeps what it saw of the focus.
            self.touched = index
            self.fill(self.measured, index)
            self.rest(index)
        offset = -(size * (fraction - int(fraction)) - self.viewport * self.position)
        if int(fraction) > index:
            offset -= size
        return index, offset

    def leading(self, current: int, offset: float, free: list[Node]) -> list[VisibleRow]:
        """The current row and those above it, down to the first one in sight."""
        rows = [(current, self.cell(current, free), offset)]
        index = current - 1
        while index >= 0 and offset > 0 and len(rows) < MAX_CELLS:
            offset -= self.length(index)
            rows.insert(0, (index, self.cell(index, free), offset))
            index -= 1
        if offset > 0:
            # Nothing is left above: all moves up.
            rows = [(index, cell, y - offset) for index, cell, y in rows]
        return rows

    def trailing(self, rows: list[VisibleRow], room: float, free: list[Node]) -> None:
        """Rows below, until the viewport is full; cells without a row after the last one."""
        index = rows[-1][0] + 1 if rows else 0
        end = 0.0
        if rows:
            end = rows[-1][2] + self.length(rows[-1][0])
        while end < room and len(rows) < MAX_CELLS:
            rows.append((index, self.cell(index, free), end))
            end += self.height_of(index)
            index += 1

    def height_of(self, index: int) -> float:
        """The height of the cell at an index, also behind the last row."""
        if index < self.count:
            return self.length(index)
        return self.empty_length()

    def empty_length(self) -> float:
        if self.fixed > 0:
            return self.fixed
        length = self.lengths.get(-1)
        if length is None:
            cell = self.measuring()
            self.rest(0)
            length = self.lengths[-1] = max(1.0, snapped_pref(cell, 1))
        return length

    def cell(self, index: int, free: list[Node]) -> Node:
        """A cell for a row: the one it had, the one freed last, or a new one."""
        same = next((cell for cell in free if cell.values.get("index") == index), None)
        if same is not None or free:
            row_cell = same or free[0]
            free.remove(row_cell)
            put(row_cell, "visible", True)
        else:
            row_cell = self.make()
            self.sheet.kids.append(row_cell)
        self.fill(row_cell, index)
        return row_cell

    def place_bars(self, viewport: tuple[float, float], vbar: bool, hbar: bool, bars: tuple[float, float]) -> None:
        put(self.vertical, "visible", vbar)
        put(self.horizontal, "visible", hbar)
        put(self.corner, "visible", vbar and hbar)
        if vbar:
            bar_value(self.vertical, 0.0, 1.0, self.position, self.share_in_sight(viewport[1]))
            self.vertical.resize(bars[0], viewport[1])
            self.vertical.move(viewport[0], 0.0)
        if hbar:
            maximum = max(1.0, self.breadth - viewport[0])
            value = min(self.horizontal.read_number("value"), maximum)
            # In a view without any room there is a bar even for rows without any width.
            amount = maximum * viewport[0] / max(self.breadth, 1.0)
            bar_value(self.horizontal, 0.0, maximum, value, amount)
            self.horizontal.resize(viewport[0], bars[1])
            self.horizontal.move(0.0, viewport[1])
        if vbar and hbar:
            self.corner.resize(*bars)
            self.corner.move(*viewport)

    def share_in_sight(self, room: float) -> float:
        """The share of all rows that fits; of a single row that does not fit, the share of its height."""
        total = 0.0
        fitting = 0
        for index, _, _ in self.shown():
            total += self.length(index)
            if total > room:
                break
            fitting += 1
        if not self.count:
            return 1.0
        if self.count == 1 and not fitting:
            return room / total
        return fitting / self.count

    def shown(self) -> list[VisibleRow]:
        """The rows in sight, the first and the last perhaps in part."""
        return [row for row in self.rows if row[0] < self.count]

    def whole(self) -> list[int]:
        return [i for i, _, y in self.shown() if y >= -1e-6 and y + self.length(i) <= self.viewport + 1e-6]


class _Still(Sizer):
    """Children keep their places."""

    def layout(self, node: Node) -> None:
        pass

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        return 0.0
