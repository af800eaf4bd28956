"""How what is scaled or turned lies on the page: `transform`, `translate`, `rotate` and `scale` together."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from pytest_uimcp.page.layout.box import Box, Shift, shifts
from pytest_uimcp.page.layout.lengths import NOTHING, Pixels, length

_FUNCTION: Final = re.compile(r"(?P<name>[\w-]+)\((?P<values>(?:[^()]|\([^()]*\))*)\)")
_NUMBER: Final = re.compile(r"-?\d*\.?\d+")
_ANGLE: Final = re.compile(r"(?P<number>-?\d*\.?\d+)(?P<unit>deg|rad|turn|grad)?")
_DEGREES: Final = {"deg": 1.0, "turn": 360.0, "rad": 180 / math.pi, "grad": 0.9}
_SIDES: Final = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
# Less than this is nothing.
_LEAST: Final = 1e-9


class Matrix(NamedTuple):
    """What becomes of a step to the right, and of one down."""

    right: tuple[float, float] = (1.0, 0.0)
    down: tuple[float, float] = (0.0, 1.0)

    def after(self, another: Matrix) -> Matrix:
        """What another does, and then this one."""
        return Matrix(self.of(*another.right), self.of(*another.down))

    def of(self, across: float, down: float) -> tuple[float, float]:
        return (
            self.right[0] * across + self.down[0] * down,
            self.right[1] * across + self.down[1] * down,
        )


class Turn(NamedTuple):
    """What is done to everything in an element: a matrix around a point, and a way on top."""

    matrix: Matrix
    origin: tuple[Pixels, Pixels]
    way: tuple[Pixels, Pixels] = (NOTHING, NOTHING)

    @property
    def is_upright(self) -> bool:
        """Whether sides remain sides, so that a box is all of what is in it."""
        right, down = self.matrix
        return (abs(right[1]) < _LEAST and abs(down[0]) < _LEAST) or (abs(right[0]) < _LEAST and abs(down[1]) < _LEAST)

    def of(self, box: Box) -> Box:
        """The box around what has become of one."""
        right, down = self.matrix
        across, below = (middle.minus(start) for middle, start in zip(box.middle, self.origin, strict=True))
        middle = (
            self.origin[0].plus(self.way[0]).plus(across.times(right[0])).plus(below.times(down[0])),
            self.origin[1].plus(self.way[1]).plus(across.times(right[1])).plus(below.times(down[1])),
        )
        width = box.width.times(abs(right[0])).plus(box.height.times(abs(down[0])))
        height = box.width.times(abs(right[1])).plus(box.height.times(abs(down[1])))
        return Box(middle[0].minus(width.times(0.5)), middle[1].minus(height.times(0.5)), width, height)

    def undone(self, point: tuple[Pixels, Pixels]) -> tuple[Pixels, Pixels] | None:
        """What was at a point before; None if everything has become a line."""
        right, down = self.matrix
        scale = right[0] * down[1] - down[0] * right[1]
        if abs(scale) < _LEAST:
            return None
        across, lower = (
            place.minus(start).minus(way) for place, start, way in zip(point, self.origin, self.way, strict=True)
        )
        return (
            self.origin[0].plus(across.times(down[1] / scale)).minus(lower.times(down[0] / scale)),
            self.origin[1].plus(lower.times(right[0] / scale)).minus(across.times(right[1] / scale)),
        )


def turn_of(style: Mapping[str, str], box: Box, font_size: Pixels) -> Turn | None:
    """What the declarations of an element do to its box; None for what is not read."""
    matrix = Matrix()
    way = (NOTHING, NOTHING)
    for name, values in _functions(style):
        if name.startswith("translate"):
            for right, down in shifts(f"{name}({values})", font_size):
                step = (_size(right, box.width), _size(down, box.height))
                way = (
                    way[0].plus(step[0].times(matrix.right[0])).plus(step[1].times(matrix.down[0])),
                    way[1].plus(step[0].times(matrix.right[1])).plus(step[1].times(matrix.down[1])),
                )
            continue
        part = _matrix(name, values)
        if part is None:
            return None
        matrix = matrix.after(part)
    origin = _origin(style.get("transform-origin", "50% 50%"), box, font_size)
    if origin is None:
        return None
    return Turn(matrix, origin, way)


def _functions(style: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Those of all properties, in the order in which they are done."""
    for name in ("translate", "rotate", "scale"):
        value = style.get(name, "none")
        if value != "none":
            yield name, ",".join(value.split())
    yield from ((match["name"], match["values"]) for match in _FUNCTION.finditer(style.get("transform", "none")))


def _size(shift: Shift, size: Pixels) -> Pixels:
    return size.times(shift.share).plus(shift.way)


def _matrix(name: str, values: str) -> Matrix | None:
    if name in ("rotate", "rotatez"):
        angle = _ANGLE.fullmatch(values.strip())
        if angle is None or (not angle["unit"] and float(angle["number"])):
            return None
        turned = math.radians(float(angle["number"]) * _DEGREES[angle["unit"] or "deg"])
        return Matrix((math.cos(turned), math.sin(turned)), (-math.sin(turned), math.cos(turned)))
    numbers = [value.strip() for value in values.split(",")]
    if name not in ("scale", "scalex", "scaley") or not 1 <= len(numbers) <= 2:
        return None
    if not all(_NUMBER.fullmatch(number) for number in numbers):
        return None
    across = float(numbers[0])
    down = float(numbers[-1])
    if name == "scalex":
        down = 1.0
    elif name == "scaley":
        across = 1.0
    return Matrix((across, 0.0), (0.0, down))


def _origin(text: str, box: Box, font_size: Pixels) -> tuple[Pixels, Pixels] | None:
    values = text.split()
    if len(values) == 1:
        values.append("center")
    if values[0] in ("top", "bottom") or values[1] in ("left", "right"):
        values[:2] = values[1], values[0]
    across = length(_SIDES.get(values[0], values[0]), box.width, font_size)
    down = length(_SIDES.get(values[1], values[1]), box.height, font_size)
    if across is None or down is None:
        return None
    return box.left.plus(across), box.top.plus(down)
