"""The dashed lines of a grid that shows them: nodes of their own, in an unmanaged group among the children."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytest_uimcp.javafx.scene.layout.tracks import Tracks
from pytest_uimcp.javafx.scene.model.base import hook
from pytest_uimcp.javafx.scene.model.classes import create
from pytest_uimcp.javafx.scene.values.geometry import Box

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node


@hook("GridPane", "gridLinesVisible")
def _grid_lines(grid: Node, _old: bool, new: bool) -> None:
    """The group is a child like any other, where it came in."""
    group = _group(grid)
    if group is None and new:
        group = create("Group", managed=False)
        group.inner = True
        grid.kids.append(group)
    elif group is not None and not new:
        grid.kids.remove(group)


def _group(grid: Node) -> Node | None:
    return next((kid for kid in grid.kids if kid.inner and kid.fx.name == "Group"), None)


def draw_grid_lines(grid: Node, columns: Tracks, rows: Tracks, corner: tuple[float, float]) -> None:
    """Lines at both sides of every column and row; the gap between two of them has a line on either side."""
    group = _group(grid)
    if group is None:
        return
    x, y = corner
    right = x + columns.extent(0, len(columns.sizes))
    bottom = y + rows.extent(0, len(rows.sizes))
    boxes: list[Box] = [(place, y, place, bottom) for place in _edges(columns, x)]
    boxes += [(x, place, right, place) for place in _edges(rows, y)]
    lines = list(group.kids)
    while len(lines) < len(boxes):
        line = create("Line")
        line.inner = True
        lines.append(line)
    group.kids.sync(lines[: len(boxes)])
    for line, box in zip(lines, boxes, strict=False):
        for name, value in zip(("startX", "startY", "endX", "endY"), box, strict=True):
            if line.read(name) != value:
                line.set(name, value)


def _edges(tracks: Tracks, start: float) -> Iterator[float]:
    count = len(tracks.sizes)
    for place in range(count + 1):
        yield start
        if 0 < place < count and tracks.gap:
            start += tracks.gap
            yield start
        if place < count:
            start += tracks.size(place)
