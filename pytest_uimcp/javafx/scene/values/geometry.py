"""Boxes, insets, affine maps and the rounding that layout uses.

A box is `(x0, y0, x1, y1)`. JavaFX calls a box empty when its width or height is negative; its canonical empty box is
`(0, 0, -1, -1)`, and that is what snapshots show.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

Box = tuple[float, float, float, float]
Affine = tuple[float, float, float, float, float, float]
Side = str

EMPTY: Box = (0.0, 0.0, -1.0, -1.0)
IDENTITY: Affine = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
# Sums of floats end a hair above the whole number they mean; JavaFX sums in another order and does not.
HAIR = 1e-9
# No node is larger, in pixels, whatever sizes a program asks for.
FARTHEST = 1e9


class Insets(NamedTuple):
    """Distances from the four edges, in the order of CSS."""

    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0
    left: float = 0.0

    def along(self, axis: int) -> float:
        """Both ends of an axis: left and right on axis 0, top and bottom on axis 1."""
        return self[1 - axis] + self[3 - axis]


NO_INSETS = Insets()


def round_half_up(value: float) -> float:
    """As `Math.round`: a half goes up, also below zero."""
    try:
        # Python's own round() takes halves to the even number.
        return float(math.floor(value + 0.5))
    except (OverflowError, ValueError):
        return _finite(value)


def snap_size(value: float) -> float:
    """A size on whole pixels: never less than was asked."""
    try:
        return float(math.ceil(value - HAIR))
    except (OverflowError, ValueError):
        return _finite(value)


def _finite(value: float) -> float:
    """What sums of sizes without a bound are taken for."""
    if value != value:
        return 0.0
    return math.copysign(FARTHEST, value)


snap_position = round_half_up
snap_space = round_half_up


def is_empty(box: Box) -> bool:
    """Whether nothing is in the box; one without extent is a point, not empty."""
    return box[2] < box[0] or box[3] < box[1]


def move(box: Box, dx: float, dy: float) -> Box:
    """The box moved; an empty one stays what it is."""
    if is_empty(box):
        return box
    return (box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy)


def grow(box: Box, insets: Insets) -> Box:
    return (box[0] - insets.left, box[1] - insets.top, box[2] + insets.right, box[3] + insets.bottom)


def union(first: Box, second: Box) -> Box:
    """The smallest box around both; empty ones do not count."""
    if is_empty(first):
        return second
    if is_empty(second):
        return first
    return (
        min(first[0], second[0]),
        min(first[1], second[1]),
        max(first[2], second[2]),
        max(first[3], second[3]),
    )


def bounds_of(boxes: Iterable[Box]) -> Box:
    total = EMPTY
    for box in boxes:
        total = union(total, box)
    return total


def intersect(first: Box, second: Box) -> Box:
    box = (max(first[0], second[0]), max(first[1], second[1]), min(first[2], second[2]), min(first[3], second[3]))
    if is_empty(box):
        return EMPTY
    return box


def apply(affine: Affine, box: Box) -> Box:
    a, b, c, d, tx, ty = affine
    # A turned box is as large as what holds its four corners.
    corners = [(box[i], box[j]) for i in (0, 2) for j in (1, 3)]
    xs = [a * x + c * y + tx for x, y in corners]
    ys = [b * x + d * y + ty for x, y in corners]
    return (min(xs), min(ys), max(xs), max(ys))


def compose(outer: Affine, inner: Affine) -> Affine:
    """First `inner`, then `outer`."""
    a, b, c, d, tx, ty = outer
    e, f, g, h, ux, uy = inner
    return (a * e + c * f, b * e + d * f, a * g + c * h, b * g + d * h, a * ux + c * uy + tx, b * ux + d * uy + ty)


def scaling(sx: float, sy: float, around: tuple[float, float]) -> Affine:
    return (sx, 0.0, 0.0, sy, around[0] * (1 - sx), around[1] * (1 - sy))


def rotation(degrees: float, around: tuple[float, float]) -> Affine:
    """Rotate clockwise, as the screen's y runs down, around a pivot."""
    cos = math.cos(math.radians(degrees))
    sin = math.sin(math.radians(degrees))
    x, y = around
    return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
