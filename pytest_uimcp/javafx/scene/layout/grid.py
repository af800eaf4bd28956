"""`GridPane`: columns and rows from children, constraints, spans and shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import Area, child_size, kid_baseline, layout_in, margin, offset
from pytest_uimcp.javafx.scene.layout.sizer import MAX, Sizer, bias_of_children, managed, register
from pytest_uimcp.javafx.scene.values.enums import position
from pytest_uimcp.javafx.scene.values.geometry import snap_position, snap_size, snap_space

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.base import FxObject
    from pytest_uimcp.javafx.scene.model.node import Node


REMAINING = 2147483647
# What each axis calls its properties: constraints, index, span, size, share, growth.
COLUMN = ("columnConstraints", "columnIndex", "columnSpan", "Width", "percentWidth", "hgrow", "hgap")
ROW = ("rowConstraints", "rowIndex", "rowSpan", "Height", "percentHeight", "vgrow", "vgap")


@dataclass
class GridTrack:
    minimum: float = 0.0
    preferred: float = 0.0
    maximum: float = MAX
    percent: float = -1.0
    grow: str = "NEVER"
    size: float = 0.0


@dataclass
class GridCell:
    node: Node
    index: tuple[int, int]
    span: tuple[int, int]


class GridPaneSizer(Sizer):
    """Sizes of tracks first along, then across; children last."""

    def bias(self, node: Node) -> str | None:
        return bias_of_children(node)

    def cells(self, node: Node) -> tuple[list[GridCell], tuple[int, int]]:
        """The children with their places, and how many columns and rows there are."""
        cells = []
        counts = [len(node.read("columnConstraints")), len(node.read("rowConstraints"))]
        for kid in managed(node):
            index = tuple(int(kid.constraint(f"GridPane.{names[1]}", 0)) for names in (COLUMN, ROW))
            span = tuple(int(kid.constraint(f"GridPane.{names[2]}", 1) or 1) for names in (COLUMN, ROW))
            cells.append(GridCell(kid, (index[0], index[1]), (span[0], span[1])))
            for axis in (0, 1):
                # A child that spans what remains does not make columns of its own.
                counts[axis] = max(counts[axis], index[axis] + (1 if span[axis] == REMAINING else span[axis]))
        for cell in cells:
            spans = (counts[a] - cell.index[a] if cell.span[a] == REMAINING else cell.span[a] for a in (0, 1))
            cell.span = (next(spans), next(spans))
        return cells, (counts[0], counts[1])

    def gap(self, node: Node, axis: int) -> float:
        return snap_space(node.read_number((COLUMN, ROW)[axis][6]))

    def tracks(self, node: Node, axis: int, across: list[GridTrack] | None) -> list[GridTrack]:
        """The tracks of an axis; `across` are the columns, where heights depend on widths."""
        cells, counts = self.cells(node)
        names = (COLUMN, ROW)[axis]
        constraints = (node.read("columnConstraints"), node.read("rowConstraints"))[axis]
        tracks = [self.track(constraints[i] if i < len(constraints) else None, names) for i in range(counts[axis])]
        shares = sum(track.percent for track in tracks if track.percent > 0)
        if shares > 100:
            # More than there is: then they are weights.
            for track in tracks:
                track.percent *= 100 / shares
        # What a constraint says is not widened by children.
        fixed = [(track.minimum >= 0, track.preferred >= 0) for track in tracks]
        for track in tracks:
            track.minimum = max(track.minimum, 0.0)
            track.preferred = max(track.preferred, 0.0)
        for cell in cells:
            self.claim(cell, axis, tracks, fixed, self.cross_size(node, cell, axis, across))
        # Narrow spans first: what they widen may be enough for the wider ones.
        for cell in sorted((cell for cell in cells if cell.span[axis] > 1), key=lambda cell: cell.span[axis]):
            self.stretch(node, cell, axis, tracks, self.cross_size(node, cell, axis, across))
        for track in tracks:
            track.maximum = max(track.maximum if track.maximum != float("-inf") else track.preferred, track.minimum)
            track.preferred = min(max(track.preferred, track.minimum), track.maximum)
        return tracks

    def track(self, constraint: FxObject | None, names: tuple[str, ...]) -> GridTrack:
        """A track as its constraint says; -1 is what children say."""
        if constraint is None:
            return GridTrack(-1.0, -1.0)
        minimum, preferred, maximum = (constraint.read_number(kind + names[3]) for kind in ("min", "pref", "max"))
        return GridTrack(
            preferred if minimum == float("-inf") else minimum,
            preferred,
            MAX if maximum == -1 else maximum,
            constraint.read_number(names[4]),
            constraint.read_text(names[5]) or "NEVER",
        )

    def claim(
        self, cell: GridCell, axis: int, tracks: list[GridTrack], fixed: list[tuple[bool, bool]], cross: float
    ) -> None:
        """Let a child that is in one track only say what it needs."""
        place = cell.index[axis]
        margins = margin(cell.node, "GridPane")
        grow = cell.node.constraint(f"GridPane.{(COLUMN, ROW)[axis][5]}", "")
        if cell.span[axis] == 1:
            track = tracks[place]
            if grow and (track.grow == "NEVER" or grow == "ALWAYS"):
                track.grow = grow
            if not fixed[place][0]:
                track.minimum = max(track.minimum, child_size(cell.node, axis, "min", margins, cross))
            if not fixed[place][1]:
                track.preferred = max(track.preferred, child_size(cell.node, axis, "pref", margins, cross))
        elif grow:
            last_track = tracks[place + cell.span[axis] - 1]
            spanned = tracks[place : place + cell.span[axis]]
            # A child over several columns makes the last of them grow, unless one of them grows anyway.
            if all(track.grow == "NEVER" for track in spanned):
                last_track.grow = grow

    def stretch(self, node: Node, cell: GridCell, axis: int, tracks: list[GridTrack], cross: float) -> None:
        """Widen the last of the tracks that a child spans, if they are too small for it."""
        spanned = tracks[cell.index[axis] : cell.index[axis] + cell.span[axis]]
        gaps = self.gap(node, axis) * (len(spanned) - 1)
        margins = margin(cell.node, "GridPane")
        # Tracks that grow take what is missing; without any, all of the span share it.
        growing = [track for track in spanned if track.grow == "ALWAYS"] or spanned
        for kind in ("minimum", "preferred"):
            size = child_size(cell.node, axis, "min" if kind == "minimum" else "pref", margins, cross)
            missing = size - gaps - sum(getattr(track, kind) for track in spanned)
            if missing > 0:
                share = missing / len(growing)
                for track in growing:
                    setattr(track, kind, getattr(track, kind) + share)

    def cross_size(self, node: Node, cell: GridCell, axis: int, across: list[GridTrack] | None) -> float:
        if across is None or measure.bias(cell.node) is None:
            return -1.0
        start = cell.index[1 - axis]
        count = cell.span[1 - axis]
        return sum(track.size for track in across[start : start + count]) + self.gap(node, 1 - axis) * (count - 1)

    def total(self, node: Node, tracks: list[GridTrack], axis: int, kind: str) -> float:
        sizes: list[float] = [getattr(track, kind) for track in tracks]
        shares = [(track, size) for track, size in zip(tracks, sizes, strict=True) if track.percent >= 0]
        gaps = self.gap(node, axis) * max(0, len(tracks) - 1)
        if shares:
            # As wide as it takes for every share to hold what is in it.
            total = max((size / (track.percent / 100) for track, size in shares if track.percent), default=0.0)
            unshared = sum(size for track, size in zip(tracks, sizes, strict=True) if track.percent < 0)
            percent_left = 100 - sum(track.percent for track, _ in shares)
            if percent_left > 0:
                total = max(total, unshared / (percent_left / 100))
            return total + gaps
        return sum(sizes) + gaps

    def settle(self, node: Node, tracks: list[GridTrack], axis: int, room: float) -> None:
        """Sizes for a given room: shares first, then preferred sizes, grown or shrunk."""
        gaps = self.gap(node, axis) * max(0, len(tracks) - 1)
        space = room - gaps
        for track in tracks:
            if track.percent >= 0:
                track.size = snap_size(track.percent / 100 * space)
            else:
                track.size = snap_size(track.preferred)
        # Shares are fixed by the size of the grid and neither grow nor shrink.
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
                limit = (track.maximum if share > 0 else track.minimum) - track.size
                change = limit
                if abs(share) <= abs(limit):
                    change = share
                track.size += change
                extra -= change
                if change != share:
                    stuck.append(track)
            # Nobody reached a limit: all of it is spread.
            if not stuck:
                break
            able = [track for track in able if track not in stuck]
        return extra

    def columns(self, node: Node, width: float) -> list[GridTrack]:
        tracks = self.tracks(node, 0, None)
        if width != -1:
            room = width - self.around(node, 0)
        else:
            room = self.total(node, tracks, 0, "preferred")
        self.settle(node, tracks, 0, room)
        return tracks

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        return self.wanted(node, axis, "minimum", cross)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        return self.wanted(node, axis, "preferred", cross)

    def wanted(self, node: Node, axis: int, kind: str, cross: float) -> float:
        columns: list[GridTrack] | None = None
        if axis == 1 and self.bias(node):
            columns = self.columns(node, cross)
        return self.around(node, axis) + self.total(node, self.tracks(node, axis, columns), axis, kind)

    def layout(self, node: Node) -> None:
        cells, _ = self.cells(node)
        columns = self.columns(node, node.lw)
        # Rows after columns: the height of a text depends on the width of its column.
        rows = self.tracks(node, 1, columns)
        self.settle(node, rows, 1, node.lh - self.around(node, 1))
        top, right, bottom, left = (snap_space(part) for part in measure.insets(node))
        align = position(node.read("alignment"))
        v = align.block_v
        width_used = self.used(node, columns, 0)
        height_used = self.used(node, rows, 1)
        xs = self.starts(node, columns, 0, left + offset(node.lw - left - right, width_used, align.h))
        ys = self.starts(node, rows, 1, top + offset(node.lh - top - bottom, height_used, v))
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
        return sum(track.size for track in tracks) + self.gap(node, axis) * max(0, len(tracks) - 1)

    def starts(self, node: Node, tracks: list[GridTrack], axis: int, start: float) -> list[float]:
        positions = []
        for track in tracks:
            positions.append(start)
            start += track.size + self.gap(node, axis)
        return positions

    def constraint(self, node: Node, cell: GridCell, axis: int, name: str) -> object:
        """A child's own constraint, or else that of its track, which has the same name; `None` without either."""
        value = cell.node.constraint(f"GridPane.{name}")
        constraints = (node.read("columnConstraints"), node.read("rowConstraints"))[axis]
        if value is None and cell.index[axis] < len(constraints):
            return constraints[cell.index[axis]].read(name)
        return value

    def halign(self, node: Node, cell: GridCell) -> str:
        return str(self.constraint(node, cell, 0, "halignment") or "LEFT")

    def valign(self, node: Node, cell: GridCell) -> str:
        return str(self.constraint(node, cell, 1, "valignment") or "CENTER")

    def fills(self, node: Node, cell: GridCell) -> tuple[bool, bool]:
        """Whether it takes all of its space; a child on the baseline keeps its height."""
        fills_width = self.constraint(node, cell, 0, "fillWidth") is not False
        fills_height = self.constraint(node, cell, 1, "fillHeight") is not False
        return fills_width, fills_height and self.valign(node, cell) != "BASELINE"

    def baselines(self, node: Node, cells: list[GridCell], rows: list[GridTrack]) -> dict[int, float]:
        shared: dict[int, float] = {}
        for cell in cells:
            if self.valign(node, cell) == "BASELINE":
                row = cell.index[1]
                margins = margin(cell.node, "GridPane")
                height = rows[row].size - margins.top - margins.bottom
                shared[row] = max(shared.get(row, 0.0), snap_space(margins.top) + kid_baseline(cell.node, height))
        return shared


register("GridPane", sizer=GridPaneSizer())
