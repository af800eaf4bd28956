"""How far a stroke reaches around what it goes along: its joins, its caps, and the edge that JavaFX smooths."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pytest_uimcp.javafx.scene.layout.paths import Point, Stretch, Way, extent, point_at, turns
from pytest_uimcp.javafx.scene.values.geometry import EMPTY, Box, Insets, grow

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node

# JavaFX smooths the edges of a stroke into half a pixel more.
SMOOTH_PX: Final = 0.5
STRAIGHT: Final = 1e-6


@dataclass(frozen=True)
class LineStyle:
    """Half of its width, how its corners are joined and its ends are capped."""

    reach: float
    join: str = "MITER"
    cap: str = "SQUARE"
    limit: float = 10.0


def stroke_of(node: Node) -> LineStyle | None:
    """The stroke around a node, or `None` if nothing of it lies outside."""
    if not node.read("stroke") or node.read("strokeType") == "INSIDE":
        return None
    reach = node.read_number("strokeWidth") / 2
    # A stroke outside is drawn twice as wide, and its inner half is left out.
    if node.read("strokeType") == "OUTSIDE":
        reach *= 2
    return LineStyle(
        reach, node.read("strokeLineJoin"), node.read("strokeLineCap"), node.read_number("strokeMiterLimit")
    )


def stroked(ways: Sequence[Way], stroke: LineStyle | None) -> Box:
    """The box of ways drawn with a stroke."""
    box = extent(ways)
    if stroke is None or box == EMPTY:
        return box
    if stroke.reach > 0:
        points = [point for way in ways for point in _edge(way, stroke)]
        if points:
            xs, ys = zip(*points, strict=True)
            box = (min(xs), min(ys), max(xs), max(ys))
    return grow(box, Insets(SMOOTH_PX, SMOOTH_PX, SMOOTH_PX, SMOOTH_PX))


def _edge(way: Way, stroke: LineStyle) -> Iterator[Point]:
    """Points on the edge of a stroke, those farthest out among them."""
    stretches = [stretch for stretch in way.stretches if any(point != stretch[0] for point in stretch)]
    for stretch in stretches:
        for t in (0.0, *turns(stretch), 1.0):
            yield from _beside(point_at(stretch, t), _direction(stretch, t), stroke.reach)
    joints = list(pairwise(stretches))
    if way.closed and stretches:
        joints.append((stretches[-1], stretches[0]))
    for before, after in joints:
        yield from _joint(before[-1], _direction(before, 1.0), _direction(after, 0.0), stroke)
    if stretches and not way.closed:
        x, y = _direction(stretches[0], 0.0)
        yield from _end(stretches[0][0], (-x, -y), stroke)
        yield from _end(stretches[-1][-1], _direction(stretches[-1], 1.0), stroke)


def _direction(stretch: Stretch, t: float) -> Point:
    """Where the pen goes at a point, as far as 1."""
    if 0 < t < 1:
        steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(stretch)]
        x, y = point_at(steps, t)
    else:
        # The ends of a curve look to the nearest control point that is another point.
        points = stretch if t <= 0 else stretch[::-1]
        far = next(point for point in points if point != points[0])
        x = far[0] - points[0][0]
        y = far[1] - points[0][1]
        if t >= 1:
            x = -x
            y = -y
    length = math.hypot(x, y) or 1.0
    return (x / length, y / length)


def _beside(point: Point, direction: Point, reach: float) -> Iterator[Point]:
    for side in (reach, -reach):
        yield (point[0] - direction[1] * side, point[1] + direction[0] * side)


def _around(point: Point, reach: float) -> Iterator[Point]:
    yield (point[0] - reach, point[1] - reach)
    yield (point[0] + reach, point[1] + reach)


def _end(point: Point, direction: Point, stroke: LineStyle) -> Iterator[Point]:
    if stroke.cap == "ROUND":
        yield from _around(point, stroke.reach)
    elif stroke.cap == "SQUARE":
        ahead = (point[0] + direction[0] * stroke.reach, point[1] + direction[1] * stroke.reach)
        yield from _beside(ahead, direction, stroke.reach)


def _joint(point: Point, before: Point, after: Point, stroke: LineStyle) -> Iterator[Point]:
    if stroke.join == "ROUND":
        yield from _around(point, stroke.reach)
        return
    # The half of the angle between both stretches, as its sine: the tip of a corner is this much farther away.
    turn = before[0] * after[0] + before[1] * after[1]
    half = math.sqrt(max(0.0, (1 - turn) / 2))
    sine = math.sqrt(max(0.0, 1 - half * half))
    x = before[0] - after[0]
    y = before[1] - after[1]
    length = math.hypot(x, y)
    # Straight on there is no corner; straight back there is no tip.
    if stroke.join != "MITER" or length < STRAIGHT or sine < STRAIGHT or 1 / sine > stroke.limit:
        return
    far = stroke.reach / sine
    yield (point[0] + x / length * far, point[1] + y / length * far)
