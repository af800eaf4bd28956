"""`GridPane`: columns and rows from children, constraints, spans and shares."""

# sizes and placing are explained where Sizer and Skin declare them

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import Area, child_size, kid_baseline, layout_in, margin, offset
from pytest_uimcp.javafx.scene.layout.sizer import MAX, Sizer, bias_of_children, managed, register
from pytest_uimcp.javafx.scene.values.enums import position
from pytest_uimcp.javafx.scene.values.geometry import snap_position, snap_size, snap_space

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node

__all__ = ["GridPaneSizer", "GridTrack"]

REMAINING = 2147483647
# What each axis calls its properties: constraints, index, span, size, share, growth.
COLUMN = ("columnConstraints", "columnIndex", "columnSpan", "Width", "percentWidth", "hgrow", "hgap")
ROW = ("rowConstraints", "rowIndex", "rowSpan", "Height", "percentHeight", "vgrow", "vgap")


@dataclass
class GridTrack:
    """A column or a row."""

    low: float = 0.0
    pref: float = 0.0
    high: float = MAX
    percent: float = -1.0
    grow: str = "NEVER"
    size: float = 0.0


@dataclass
class GridCell:
    """A child and where it is."""

    node: Node
    index: tuple[int, int]
    span: tuple[int, int]


class GridPaneSizer(Sizer):
    """Sizes of tracks first along, then across; children last."""

    def bias(self, node: Node) -> str | None:
        return bias_of_children(node)

    # --- where children are

    def cells(self, node: Node) -> tuple[list[GridCell], tuple[int, int]]:
        """The children with their places, and how many columns and rows there are."""
        found = []
        counts = [len(node.read("columnConstraints")), len(node.read("rowConstraints"))]
        for kid in managed(node):
            index = tuple(int(kid.constraint(f"GridPane.{names[1]}", 0)) for names in (COLUMN, ROW))
            span = tuple(int(kid.constraint(f"GridPane.{names[2]}", 1) or 1) for names in (COLUMN, ROW))
            found.append(GridCell(kid, (index[0], index[1]), (span[0], span[1])))
            for axis in (0, 1):
                counts[axis] = max(counts[axis], index[axis] + (1 if span[axis] == REMAINING else span[axis]))
        for cell in found:
            spans = (counts[a] - cell.index[a] if cell.span[a] == REMAINING else cell.span[a] for a in (0, 1))
            cell.span = (next(spans), next(spans))
        return found, (counts[0], counts[1])

    def gap(self, node: Node, axis: int) -> float:
        """The gap between tracks."""
        return snap_space(node.read_number((COLUMN, ROW)[axis][6]))

    # --- how large tracks want to be

    def tracks(self, node: Node, axis: int, across: list[GridTrack] | None) -> list[GridTrack]:
        """The tracks of an axis; `across` are the columns, where heights depend on widths."""
        cells, counts = self.cells(node)
        names = (COLUMN, ROW)[axis]
        constraints = node.read("columnConstraints" if axis == 0 else "rowConstraints")
        tracks = [self.track(constraints[i] if i < len(constraints) else None, names) for i in range(counts[axis])]
        fixed = [(track.low >= 0, track.pref >= 0) for track in tracks]
        for track in tracks:
            track.low = max(track.low, 0.0)
            track.pref = max(track.pref, 0.0)
        for cell in cells:
            self.claim(cell, axis, tracks, fixed, self.other(node, cell, axis, across))
        for cell in sorted((cell for cell in cells if cell.span[axis] > 1), key=lambda cell: cell.span[axis]):
            self.stretch(node, cell, axis, tracks, self.other(node, cell, axis, across))
        for track in tracks:
            track.high = max(track.high if track.high != float("-inf") else track.pref, track.low)
            track.pref = min(max(track.pref, track.low), track.high)
        return tracks

    def track(self, constraint: Any, names: tuple[str, ...]) -> GridTrack:
        """A track as its constraint says; -1 is what children say."""
        if constraint is None:
            return GridTrack(-1.0, -1.0)
        low, pref, high = (constraint.read(kind + names[3]) for kind in ("min", "pref", "max"))
        low = pref if low == float("-inf") else low
        return GridTrack(
            low, pref, MAX if high == -1 else high, constraint.read(names[4]), constraint.read(names[5]) or "NEVER"
        )

    def claim(
        self, cell: GridCell, axis: int, tracks: list[GridTrack], fixed: list[tuple[bool, bool]], other: float
    ) -> None:
        """Let a child that is in one track only say what it needs."""
        place = cell.index[axis]
        around = margin(cell.node, "GridPane")
        grow = cell.node.constraint(f"GridPane.{(COLUMN, ROW)[axis][5]}", "")
        if cell.span[axis] == 1:
            track = tracks[place]
            if grow and (track.grow == "NEVER" or grow == "ALWAYS"):
                track.grow = grow
            if not fixed[place][0]:
                track.low = max(track.low, child_size(cell.node, axis, "min", around, other))
            if not fixed[place][1]:
                track.pref = max(track.pref, child_size(cell.node, axis, "pref", around, other))
        elif grow:
            last = tracks[place + cell.span[axis] - 1]
            spanned = tracks[place : place + cell.span[axis]]
            if all(track.grow == "NEVER" for track in spanned):
                last.grow = grow

    def stretch(self, node: Node, cell: GridCell, axis: int, tracks: list[GridTrack], other: float) -> None:
        """Widen the last of the tracks that a child spans, if they are too small for it."""
        spanned = tracks[cell.index[axis] : cell.index[axis] + cell.span[axis]]
        gaps = self.gap(node, axis) * (len(spanned) - 1)
        around = margin(cell.node, "GridPane")
        growing = [track for track in spanned if track.grow == "ALWAYS"] or spanned
        for kind in ("low", "pref"):
            size = child_size(cell.node, axis, "min" if kind == "low" else "pref", around, other)
            missing = size - gaps - sum(getattr(track, kind) for track in spanned)
            if missing > 0:
                share = missing / len(growing)
                for track in growing:
                    setattr(track, kind, getattr(track, kind) + share)

    def other(self, node: Node, cell: GridCell, axis: int, across: list[GridTrack] | None) -> float:
        """The size across that a child will have, where it matters."""
        if across is None or measure.bias(cell.node) is None:
            return -1.0
        start = cell.index[1 - axis]
        count = cell.span[1 - axis]
        return sum(track.size for track in across[start : start + count]) + self.gap(node, 1 - axis) * (count - 1)

    # --- how large they become

    def total(self, node: Node, tracks: list[GridTrack], axis: int, kind: str) -> float:
        """All tracks and gaps."""
        sizes = [getattr(track, kind) for track in tracks]
        shares = [(track, size) for track, size in zip(tracks, sizes, strict=True) if track.percent >= 0]
        gaps = self.gap(node, axis) * max(0, len(tracks) - 1)
        if shares:
            # As wide as it takes for every share to hold what is in it.
            held = max((size / (track.percent / 100) for track, size in shares if track.percent), default=0.0)
            rest = sum(size for track, size in zip(tracks, sizes, strict=True) if track.percent < 0)
            left = 100 - sum(track.percent for track, _ in shares)
            return max(held, rest / (left / 100) if left > 0 and rest else 0.0) + gaps
        total: float = sum(sizes) + gaps
        return total

    def settle(self, node: Node, tracks: list[GridTrack], axis: int, room: float) -> None:
        """Sizes for a given room: shares first, then preferred sizes, grown or shrunk."""
        gaps = self.gap(node, axis) * max(0, len(tracks) - 1)
        space = room - gaps
        for track in tracks:
            if track.percent >= 0:
                track.size = snap_size(track.percent / 100 * space)
            else:
                track.size = snap_size(track.pref)
        free = [track for track in tracks if track.percent < 0]
        extra = space - sum(track.size for track in tracks)
        if extra > 0:
            for priority in ("ALWAYS", "SOMETIMES"):
                extra = self.spread([track for track in free if track.grow == priority], extra)
        elif extra < 0:
            self.spread(free, extra)

    def spread(self, tracks: list[GridTrack], extra: float) -> float:
        """Give or take evenly, within each track's bounds; what is left over comes back."""
        able = list(tracks)
        while able and abs(extra) > 1e-6:
            share = extra / len(able)
            stuck = []
            for track in able:
                limit = (track.high if share > 0 else track.low) - track.size
                change = share if abs(share) <= abs(limit) else limit
                track.size += change
                extra -= change
                if change != share:
                    stuck.append(track)
            if not stuck:
                break
            able = [track for track in able if track not in stuck]
        return extra

    def columns(self, node: Node, width: float) -> list[GridTrack]:
        """Columns settled for a width, or at their preferred sizes."""
        tracks = self.tracks(node, 0, None)
        if width != -1:
            room = width - self.around(node, 0)
        else:
            room = self.total(node, tracks, 0, "pref")
        self.settle(node, tracks, 0, room)
        return tracks

    # --- sizes

    def min_width(self, node: Node, height: float) -> float:
        return self.around(node, 0) + self.total(node, self.tracks(node, 0, None), 0, "low")

    def pref_width(self, node: Node, height: float) -> float:
        return self.around(node, 0) + self.total(node, self.tracks(node, 0, None), 0, "pref")

    def min_height(self, node: Node, width: float) -> float:
        return self.around(node, 1) + self.total(node, self.rows(node, width), 1, "low")

    def pref_height(self, node: Node, width: float) -> float:
        return self.around(node, 1) + self.total(node, self.rows(node, width), 1, "pref")

    def rows(self, node: Node, width: float) -> list[GridTrack]:
        """Rows, for columns of a width."""
        return self.tracks(node, 1, self.columns(node, width) if self.bias(node) else None)

    # --- placing

    def layout(self, node: Node) -> None:
        cells, _ = self.cells(node)
        columns = self.columns(node, node.lw)
        rows = self.tracks(node, 1, columns)
        self.settle(node, rows, 1, node.lh - self.around(node, 1))
        top, right, bottom, left = (snap_space(part) for part in measure.insets(node))
        align = position(node.read("alignment"))
        v = "TOP" if align.v == "BASELINE" else align.v
        wide = self.used(node, columns, 0)
        high = self.used(node, rows, 1)
        xs = self.starts(node, columns, 0, left + offset(node.lw - left - right, wide, align.h))
        ys = self.starts(node, rows, 1, top + offset(node.lh - top - bottom, high, v))
        baselines = self.baselines(node, cells, rows)
        for cell in cells:
            (column, row) = cell.index
            (across, down) = cell.span
            width = sum(track.size for track in columns[column : column + across]) + self.gap(node, 0) * (across - 1)
            height = sum(track.size for track in rows[row : row + down]) + self.gap(node, 1) * (down - 1)
            area = Area(snap_position(xs[column]), snap_position(ys[row]), width, height, baselines.get(row, 0.0))
            aligned = (self.halign(node, cell), self.valign(node, cell))
            layout_in(cell.node, area, margin(cell.node, "GridPane"), self.fills(node, cell), aligned)

    def used(self, node: Node, tracks: list[GridTrack], axis: int) -> float:
        """What the settled tracks take."""
        return sum(track.size for track in tracks) + self.gap(node, axis) * max(0, len(tracks) - 1)

    def starts(self, node: Node, tracks: list[GridTrack], axis: int, start: float) -> list[float]:
        """Where each track starts."""
        found = []
        for track in tracks:
            found.append(start)
            start += track.size + self.gap(node, axis)
        return found

    def said(self, node: Node, cell: GridCell, axis: int, own: str, shared: str, default: Any) -> Any:
        """A child's own constraint, then its track's, then the usual."""
        found = cell.node.constraint(f"GridPane.{own}")
        if found is None:
            constraints = node.read("columnConstraints" if axis == 0 else "rowConstraints")
            if cell.index[axis] < len(constraints):
                found = constraints[cell.index[axis]].read(shared)
        if found is None:
            return default
        return found

    def halign(self, node: Node, cell: GridCell) -> str:
        return str(self.said(node, cell, 0, "halignment", "halignment", "LEFT"))

    def valign(self, node: Node, cell: GridCell) -> str:
        return str(self.said(node, cell, 1, "valignment", "valignment", "CENTER"))

    def fills(self, node: Node, cell: GridCell) -> tuple[bool, bool]:
        """Whether it takes all of its space; a child on the baseline keeps its height."""
        wide = bool(self.said(node, cell, 0, "fillWidth", "fillWidth", True))
        high = bool(self.said(node, cell, 1, "fillHeight", "fillHeight", True))
        return wide, high and self.valign(node, cell) != "BASELINE"

    def baselines(self, node: Node, cells: list[GridCell], rows: list[GridTrack]) -> dict[int, float]:
        """The common baseline of each row that has one."""
        found: dict[int, float] = {}
        for cell in cells:
            if self.valign(node, cell) == "BASELINE":
                row = cell.index[1]
                around = margin(cell.node, "GridPane")
                own = snap_space(around.top) + kid_baseline(cell.node, rows[row].size - around.top - around.bottom)
                found[row] = max(found.get(row, 0.0), own)
        return found


register("GridPane", sizer=GridPaneSizer())
