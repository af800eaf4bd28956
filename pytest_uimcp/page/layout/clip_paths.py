"""What the shapes of `clip-path` leave of a box: whether a point of it is still there for the mouse."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import pairwise, product
from typing import Final, TypeAlias

from pytest_uimcp.page.layout.box import Box
from pytest_uimcp.page.layout.lengths import NOTHING, Pixels, length

Point: TypeAlias = "tuple[Pixels, Pixels]"

_SHAPE: Final = re.compile(r"(?P<name>circle|ellipse|inset|polygon)\((?P<values>.*)\)", re.DOTALL)
_PART: Final = re.compile(r"(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+")
# Which of one to four values are those of top, right, bottom and left.
_ORDER: Final = {1: (0, 0, 0, 0), 2: (0, 1, 0, 1), 3: (0, 1, 2, 1), 4: (0, 1, 2, 3)}
# A point so near to a side may be on either side of it.
_ROUNDING: Final = 0.5
_SIDES: Final = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}


def leaves(path: str, box: Box, point: Point) -> bool | None:
    """Whether a shape leaves a point, measured from the start of the box; None if that is not certain."""
    shape = _SHAPE.fullmatch(path.strip())
    if shape is None:
        return None
    values = shape["values"]
    if shape["name"] == "polygon":
        return _in_polygon(values, box, point)
    if shape["name"] == "inset":
        return _in_inset(values.partition("round")[0], box, point)
    return _in_ellipse(values, box, point, is_circle=shape["name"] == "circle")


def _in_inset(values: str, box: Box, point: Point) -> bool | None:
    parts = _PART.findall(values)
    if len(parts) not in _ORDER:
        return None
    top, right, bottom, initial_side = (parts[index] for index in _ORDER[len(parts)])
    ways = []
    for initial, final, place, size in (
        (initial_side, right, point[0], box.width),
        (top, bottom, point[1], box.height),
    ):
        start = length(initial, size)
        end = length(final, size)
        if start is None or end is None:
            return None
        ways += [place.minus(start), size.minus(end).minus(place)]
    if all(way.low >= 0 for way in ways):
        return True
    if any(way.high < 0 for way in ways):
        return False
    return None


def _in_ellipse(values: str, box: Box, point: Point, *, is_circle: bool) -> bool | None:
    radii, _, place = values.partition("at ")
    middle = [_SIDES.get(part, part) for part in place.split()] or ["50%", "50%"]
    if len(middle) != 2:
        return None
    across, down = (length(text, size) for text, size in zip(middle, (box.width, box.height), strict=True))
    if across is None or down is None:
        return None
    away = (point[0].minus(across), point[1].minus(down))
    sizes = _radii(radii.split(), box, is_circle=is_circle)
    if sizes is None:
        return None
    # How far away it is, in radii, at most and at least.
    farthest = math.hypot(*(_farthest(way) / size[0] for way, size in zip(away, sizes, strict=True)))
    nearest = math.hypot(*(_nearest(way) / size[1] for way, size in zip(away, sizes, strict=True)))
    if farthest < 1:
        return True
    if nearest > 1:
        return False
    return None


def _radii(parts: Sequence[str], box: Box, *, is_circle: bool) -> list[tuple[float, float]] | None:
    """The least and the largest radius across and down."""
    sizes = (box.width, box.height)
    if is_circle:
        diagonal = Pixels(*(math.hypot(across, down) / math.sqrt(2) for across, down in zip(
            box.width.bounds, box.height.bounds, strict=True)))  # fmt: skip
        sizes = (diagonal, diagonal)
    if len(parts) != 2 - is_circle:
        return None
    radii = []
    for text, size in zip([*parts, *parts], sizes, strict=False):
        radius = length(text, size)
        if radius is None or radius.low <= 0 or "side" in text:
            return None
        radii.append(radius.bounds)
    return radii


def _in_polygon(values: str, box: Box, point: Point) -> bool | None:
    """Whether a line from the point to the left meets the sides an odd number of times."""
    corners = [_PART.findall(corner) for corner in re.split(r",(?![^()]*\))", values)]
    corners = [corner for corner in corners if corner[:1] not in (["nonzero"], ["evenodd"])]
    if len(corners) < 3 or any(len(corner) != 2 for corner in corners):
        return None
    is_middle = point[0].is_same(box.width.times(0.5)) and point[1].is_same(box.height.times(0.5))
    if is_middle and all(text.endswith("%") or text == "0" for corner in corners for text in corner):
        # Whatever its size is, shares of it are shares.
        box = Box(NOTHING, NOTHING, Pixels(100, 100), Pixels(100, 100))
        point = (Pixels(50, 50), Pixels(50, 50))
    if not (box.width.is_exact and box.height.is_exact and all(place.is_exact for place in point)):
        return None
    places: list[tuple[float, float]] = []
    for corner in corners:
        across, down = (length(text, size) for text, size in zip(corner, (box.width, box.height), strict=True))
        if across is None or down is None:
            return None
        places.append((across.low, down.low))
    answers = {
        _is_within(places, (point[0].low + right, point[1].low + lower))
        for right, lower in product((-_ROUNDING, _ROUNDING), repeat=2)
    }
    if len(answers) > 1:
        return None
    return answers.pop()


def _is_within(corners: Sequence[tuple[float, float]], point: tuple[float, float]) -> bool:
    across, down = point
    is_inside = False
    for start, end in pairwise([*corners, corners[0]]):
        if (start[1] > down) != (end[1] > down):
            meeting = start[0] + (down - start[1]) * (end[0] - start[0]) / (end[1] - start[1])
            is_inside ^= meeting < across
    return is_inside


def _farthest(way: Pixels) -> float:
    return max(abs(way.low), abs(way.high))


def _nearest(way: Pixels) -> float:
    if way.low <= 0 <= way.high:
        return 0.0
    return min(abs(way.low), abs(way.high))
