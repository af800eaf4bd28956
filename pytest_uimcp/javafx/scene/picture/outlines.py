"""Polygons of everything that is drawn: boxes with round corners, ellipses, curves, paths, the theme's marks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pytest_uimcp.javafx.scene.layout import paths
from pytest_uimcp.javafx.scene.values.geometry import Affine, Box

Point = tuple[float, float]
# Closed lines; what is inside an odd number of them is filled.
Outline = list[list[Point]]
STEPS = 16


def box(area: Box, radii: Sequence[float] = (0, 0, 0, 0)) -> list[Point]:
    """A box; the radii are those of its corners from the upper left one, clockwise."""
    x0, y0, x1, y1 = area
    # A corner is no rounder than half of the shorter side.
    max_radius = max(0.0, min(x1 - x0, y1 - y0) / 2)
    points: list[Point] = []
    for number, (x, y, dx, dy) in enumerate(((x0, y0, 1, 1), (x1, y0, -1, 1), (x1, y1, -1, -1), (x0, y1, 1, -1))):
        radius = min(radii[number % len(radii)], max_radius)
        # Too small to be seen: one point keeps the box sharp.
        if radius <= 0.1:
            points.append((x, y))
            continue
        start = 180 + 90 * number
        middle = (x + dx * radius, y + dy * radius)
        points += arc(middle, radius, radius, start, 90)
    return points


def arc(middle: Point, rx: float, ry: float, start: float, sweep: float) -> list[Point]:
    """Points of an arc in degrees, clockwise on the screen."""
    sweep = min(max(sweep, -360.0), 360.0)
    steps = max(2, math.ceil(abs(sweep) / 360 * 4 * STEPS))
    angles = (math.radians(start + sweep * step / steps) for step in range(steps + 1))
    return [(middle[0] + rx * math.cos(angle), middle[1] + ry * math.sin(angle)) for angle in angles]


def ellipse(middle: Point, rx: float, ry: float) -> list[Point]:
    return arc(middle, rx, ry, 0, 360)


def ring(area: Box, width: float, radii: Sequence[float]) -> Outline:
    hole = (area[0] + width, area[1] + width, area[2] - width, area[3] - width)
    if hole[2] <= hole[0] or hole[3] <= hole[1]:
        return [box(area, radii)]
    return [box(area, radii), box(hole, [max(0.0, radius - width) for radius in radii])]


def curve(points: Sequence[Point]) -> list[Point]:
    """A Bézier curve as points, without its first."""
    degree = len(points) - 1
    samples = []
    for step in range(1, STEPS + 1):
        t = step / STEPS
        weights = [math.comb(degree, i) * (1 - t) ** (degree - i) * t**i for i in range(degree + 1)]
        samples.append((sum(w * p[0] for w, p in zip(weights, points, strict=True)),
                      sum(w * p[1] for w, p in zip(weights, points, strict=True))))  # fmt: skip
    return samples


def mapped(outline: Outline, turn: Affine) -> Outline:
    a, b, c, d, x, y = turn
    return [[(a * px + c * py + x, b * px + d * py + y) for px, py in line] for line in outline]


def fitted(outline: Outline, area: Box) -> Outline:
    points = [point for line in outline for point in line]
    if not points:
        return []
    xs = [x for x, _ in points]
    ys = [y for _, y in points]
    width = (max(xs) - min(xs)) or 1.0
    height = (max(ys) - min(ys)) or 1.0
    sx = (area[2] - area[0]) / width
    sy = (area[3] - area[1]) / height
    return mapped(outline, (sx, 0, 0, sy, area[0] - min(xs) * sx, area[1] - min(ys) * sy))


def svg(text: str) -> Outline:
    """The lines of a path in SVG's notation."""
    return [
        [way.start, *(point for stretch in way.stretches for point in _flat(stretch))] for way in paths.of_svg(text)
    ]


def _flat(stretch: Sequence[Point]) -> list[Point]:
    if len(stretch) == 2:
        return [stretch[1]]
    return curve(stretch)


def _cross() -> list[Point]:
    return [(0, 0.2), (0.2, 0), (0.5, 0.3), (0.8, 0), (1, 0.2), (0.7, 0.5), (1, 0.8), (0.8, 1), (0.5, 0.7), (0.2, 1),
            (0, 0.8), (0.3, 0.5)]  # fmt: skip


def _calendar() -> Outline:
    cells: Iterable[Point] = [(x, y) for y in (0.4, 0.7) for x in (0.12, 0.42, 0.72)]
    return [box((0, 0, 1, 1)), *(box((x, y, x + 0.18, y + 0.18)) for x, y in cells)]


# The shapes that the theme names.
MARKS: Final[Mapping[str, Outline]] = {
    "check": [[(0, 0.52), (0.14, 0.38), (0.38, 0.64), (0.86, 0.04), (1, 0.17), (0.4, 0.96)]],
    "dash": [box((0, 0, 1, 1))],
    "down": [[(0, 0), (1, 0), (0.5, 1)]],
    "up": [[(0, 1), (0.5, 0), (1, 1)]],
    "left": [[(1, 0), (1, 1), (0, 0.5)]],
    "right": [[(0, 0), (1, 0.5), (0, 1)]],
    "plus": [[(0.38, 0), (0.62, 0), (0.62, 0.38), (1, 0.38), (1, 0.62), (0.62, 0.62), (0.62, 1), (0.38, 1),
              (0.38, 0.62), (0, 0.62), (0, 0.38), (0.38, 0.38)]],
    "cross": [_cross()],
    "circle": [ellipse((0.5, 0.5), 0.5, 0.5)],
    "more": [[(x, 0), (x + 0.2, 0), (x + 0.5, 0.5), (x + 0.2, 1), (x, 1), (x + 0.3, 0.5)] for x in (0.0, 0.5)],
    "calendar": _calendar(),
}  # fmt: skip
