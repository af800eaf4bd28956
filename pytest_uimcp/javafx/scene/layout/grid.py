"""`GridPane`: columns and rows from children and constraints, and the places of children in them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import Area, child_size, kid_baseline, layout_in, margin, offset
from pytest_uimcp.javafx.scene.layout.gridlines import draw_grid_lines
from pytest_uimcp.javafx.scene.layout.sizer import MAX, Sizer, bias_of_children, managed, register
from pytest_uimcp.javafx.scene.layout.tracks import (
    COMPUTED,
    PRIORITIES,
    TrackRule,
    Tracks,
    bounded,
    least_of,
    most_of,
    preferred_of,
)
from pytest_uimcp.javafx.scene.values.enums import position
from pytest_uimcp.javafx.scene.values.geometry import snap_position, snap_space

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.base import FxObject
    from pytest_uimcp.javafx.scene.model.node import Node


REMAINING = 2147483647
# What each axis calls its properties: constraints, index, span, size, share, growth.
COLUMN = ("columnConstraints", "columnIndex", "columnSpan", "Width", "percentWidth", "hgrow", "hgap")
ROW = ("rowConstraints", "rowIndex", "rowSpan", "Height", "percentHeight", "vgrow", "vgap")


@dataclass
class GridCell:
    node: Node
    index: tuple[int, int]
    span: tuple[int, int]

    def range(self, axis: int) -> range:
        return range(self.index[axis], self.index[axis] + self.span[axis])


def rule_of(constraint: FxObject | None, axis: int) -> TrackRule:
    if constraint is None:
        return TrackRule()
    names = (COLUMN, ROW)[axis]
    minimum, preferred, maximum = (constraint.read_number(kind + names[3]) for kind in ("min", "pref", "max"))
    grow = constraint.read_text(names[5]) or "NEVER"
    return TrackRule(minimum, preferred, maximum, constraint.read_number(names[4]), grow)


@dataclass
class Grid:
    """The children of a grid, and what is said of its columns and of its rows."""

    cells: list[GridCell]
    rules: tuple[list[TrackRule], list[TrackRule]]


def _rank(priority: str) -> int:
    return PRIORITIES.index(priority)


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

    def rules(self, node: Node, axis: int, cells: list[GridCell], count: int) -> list[TrackRule]:
        """What constraints say of each track, and whether it grows, which children can say as well."""
        names = (COLUMN, ROW)[axis]
        constraints = (node.read("columnConstraints"), node.read("rowConstraints"))[axis]
        rules = [rule_of(constraints[place] if place < len(constraints) else None, axis) for place in range(count)]
        # More than there is: then they are weights.
        shares = sum(rule.percent for rule in rules if rule.percent > 0)
        if shares > 100:
            rules = [replace(rule, percent=rule.percent * 100 / shares) for rule in rules]
        # Those in one track first: one over several makes the last grow, unless one of them grows anyway.
        for cell in sorted(cells, key=lambda cell: cell.span[axis] > 1):
            grow = cell.node.constraint(f"GridPane.{names[5]}", "") or "NEVER"
            places = cell.range(axis)
            if len(places) == 1 or all(_rank(rules[place].grow) < _rank(grow) for place in places):
                last = places[-1]
                rules[last] = replace(rules[last], grow=max(grow, rules[last].grow, key=_rank))
        return rules

    def tracks(self, node: Node, axis: int, rules: list[TrackRule]) -> Tracks:
        return Tracks(self.gap(node, axis), [rule.percent for rule in rules], [COMPUTED] * len(rules))

    def preferred_tracks(self, node: Node, axis: int, grid: Grid, across: Tracks | None) -> Tracks:
        rules = grid.rules[axis]
        tracks = preferred_of(rules, self.tracks(node, axis, rules))
        for cell in grid.cells:
            size = child_size(
                cell.node, axis, "pref", margin(cell.node, "GridPane"), self.cross_size(cell, axis, across)
            )
            places = cell.range(axis)
            if len(places) == 1:
                rule = rules[places[0]]
                size = bounded(max(rule.minimum, 0.0), size, rule.maximum if rule.maximum >= 0 else MAX)
            tracks.need(places.start, places.stop, size)
        return tracks

    def minimum_tracks(self, node: Node, axis: int, grid: Grid, across: Tracks | None) -> Tracks:
        rules = grid.rules[axis]
        tracks = least_of(rules, self.tracks(node, axis, rules), self.preferred_tracks(node, axis, grid, across))
        for cell in grid.cells:
            size = child_size(
                cell.node, axis, "min", margin(cell.node, "GridPane"), self.cross_size(cell, axis, across)
            )
            tracks.need(cell.range(axis).start, cell.range(axis).stop, size)
        return tracks

    def cross_size(self, cell: GridCell, axis: int, across: Tracks | None) -> float:
        if across is None or measure.bias(cell.node) is None:
            return -1.0
        places = cell.range(1 - axis)
        return across.extent(places.start, places.stop)

    def grid(self, node: Node) -> Grid:
        cells, counts = self.cells(node)
        return Grid(cells, (self.rules(node, 0, cells, counts[0]), self.rules(node, 1, cells, counts[1])))

    def fitted(self, node: Node, axis: int, grid: Grid, space: float, across: Tracks | None) -> tuple[Tracks, float]:
        """The tracks in this space, and how much of it they take."""
        preferred = self.preferred_tracks(node, axis, grid, across)
        rules = grid.rules[axis]
        bounds = (
            self.minimum_tracks(node, axis, grid, None),
            most_of(rules, self.tracks(node, axis, rules), preferred),
        )
        tracks = preferred.copy()
        return tracks, tracks.fit(space, rules, bounds)

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        grid = self.grid(node)
        return (
            self.around(node, axis)
            + self.minimum_tracks(node, axis, grid, self.across(node, axis, grid, cross)).total()
        )

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        grid = self.grid(node)
        return (
            self.around(node, axis)
            + self.preferred_tracks(node, axis, grid, self.across(node, axis, grid, cross)).total()
        )

    def across(self, node: Node, axis: int, grid: Grid, cross: float) -> Tracks | None:
        """The tracks of the other axis for a size on it, if one is known."""
        if cross == -1:
            return None
        return self.fitted(node, 1 - axis, grid, cross - self.around(node, 1 - axis), None)[0]

    def layout(self, node: Node) -> None:
        grid = self.grid(node)
        top, right, bottom, left = (snap_space(part) for part in measure.insets(node))
        space = (node.lw - left - right, node.lh - top - bottom)
        # The height of a text depends on the width of its column, or the other way round.
        first = int(self.bias(node) == "VERTICAL")
        first_fit = self.fitted(node, first, grid, space[first], None)
        across = first_fit[0] if self.bias(node) else None
        other_fit = self.fitted(node, 1 - first, grid, space[1 - first], across)
        (columns, used_width), (rows, used_height) = (other_fit, first_fit) if first else (first_fit, other_fit)
        align = position(node.read("alignment"))
        x = left + offset(space[0], used_width, align.h)
        y = top + offset(space[1], used_height, align.block_v)
        if node.values.get("gridLinesVisible"):
            draw_grid_lines(node, columns, rows, (x, y))
        baselines = self.baselines(node, grid.cells, rows)
        for cell in grid.cells:
            column, row = cell.range(0), cell.range(1)
            area = Area(
                snap_position(x + columns.extent(0, column.start) + (columns.gap if column.start else 0.0)),
                snap_position(y + rows.extent(0, row.start) + (rows.gap if row.start else 0.0)),
                columns.extent(column.start, column.stop),
                rows.extent(row.start, row.stop),
                baselines.get(row.start, 0.0),
            )
            alignment = (self.halign(node, cell), self.valign(node, cell))
            layout_in(cell.node, area, margin(cell.node, "GridPane"), self.fills(node, cell), alignment)

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

    def baselines(self, node: Node, cells: list[GridCell], rows: Tracks) -> dict[int, float]:
        shared: dict[int, float] = {}
        for cell in cells:
            if self.valign(node, cell) == "BASELINE":
                row = cell.index[1]
                margins = margin(cell.node, "GridPane")
                height = rows.size(row) - margins.top - margins.bottom
                shared[row] = max(shared.get(row, 0.0), snap_space(margins.top) + kid_baseline(cell.node, height))
        return shared


register("GridPane", sizer=GridPaneSizer())
