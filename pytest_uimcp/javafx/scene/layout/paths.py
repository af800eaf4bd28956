"""Ways of a pen: what curves, arcs, polygons, path elements and SVG's notation draw.

A stretch is a straight line or a Bézier curve, told by its control points. A way is stretches one after the other.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pytest_uimcp.javafx.scene.values.geometry import EMPTY, Box

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.base import FxObject

Point = tuple[float, float]
Stretch = list[Point]
# A path of a stylesheet may be of any length; nobody sees more than this.
MAX_COMMANDS: Final = 20_000
RIGHT_ANGLE: Final = 90.0
FULL_TURN: Final = 360.0


@dataclass
class Way:
    """What a pen draws without being lifted."""

    start: Point
    stretches: list[Stretch] = field(default_factory=list)
    closed: bool = False

    @property
    def end(self) -> Point:
        return self.stretches[-1][-1] if self.stretches else self.start

    def draw(self, *points: Point) -> None:
        self.stretches.append([self.end, *points])

    def close(self) -> None:
        if self.end != self.start:
            self.draw(self.start)
        self.closed = True


class Pen:
    """Draws ways; after one is closed, the next begins where that began."""

    def __init__(self) -> None:
        self.ways: list[Way] = []
        self.bend: Point = (0.0, 0.0)

    @property
    def place(self) -> Point:
        return self.ways[-1].end if self.ways else (0.0, 0.0)

    def move(self, point: Point) -> None:
        self.ways.append(Way(point))
        self.bend = point

    def draw(self, *points: Point) -> None:
        if not self.ways or self.ways[-1].closed:
            self.move(self.place)
        self.ways[-1].draw(*points)
        # Smooth curves go on from here in the direction of the last control point.
        self.bend = points[-2] if len(points) > 1 else points[-1]

    def close(self) -> None:
        if self.ways:
            self.ways[-1].close()
            self.bend = self.place


def polygon(points: Sequence[Point], *, closed: bool) -> list[Way]:
    if not points:
        return []
    way = Way(points[0])
    for point in points[1:]:
        way.draw(point)
    if closed:
        way.close()
    return [way]


def arc(middle: Point, rx: float, ry: float, start: float, sweep: float, turn: float = 0.0) -> Iterator[Stretch]:
    """An arc of an ellipse as curves; angles in degrees, against the clock, the ellipse turned with it."""
    # As in JavaFX, more than once around is once around.
    sweep = math.copysign(min(abs(sweep), FULL_TURN), sweep)
    pieces = max(1, math.ceil(abs(sweep) / RIGHT_ANGLE - 1e-9))
    step = math.radians(sweep / pieces)
    reach = 4 / 3 * math.tan(step / 4)
    cos = math.cos(math.radians(turn))
    sin = math.sin(math.radians(turn))

    def at(x: float, y: float) -> Point:
        dx = rx * x
        dy = -ry * y
        return (middle[0] + cos * dx - sin * dy, middle[1] + sin * dx + cos * dy)

    for number in range(pieces):
        first = math.radians(start) + number * step
        last = first + step
        yield [
            at(math.cos(first), math.sin(first)),
            at(math.cos(first) - reach * math.sin(first), math.sin(first) + reach * math.cos(first)),
            at(math.cos(last) + reach * math.sin(last), math.sin(last) - reach * math.cos(last)),
            at(math.cos(last), math.sin(last)),
        ]


def between(start: Point, end: Point, radii: Point, turn: float, *, large: bool, clockwise: bool) -> Iterator[Stretch]:
    """An arc from point to point, as paths name it; a straight line if the ellipse has no extent."""
    rx = abs(radii[0])
    ry = abs(radii[1])
    if not rx or not ry or start == end:
        yield [start, end]
        return
    cos = math.cos(math.radians(turn))
    sin = math.sin(math.radians(turn))
    dx = (start[0] - end[0]) / 2
    dy = (start[1] - end[1]) / 2
    # On a circle with the radius 1: there the middle lies across from the middle of the chord.
    x = (cos * dx + sin * dy) / rx
    y = (cos * dy - sin * dx) / ry
    chord = math.hypot(x, y)
    grow = max(1.0, chord)
    rx *= grow
    ry *= grow
    x /= grow
    y /= grow
    away = math.sqrt(max(0.0, 1 - x * x - y * y)) / math.hypot(x, y)
    if large == clockwise:
        away = -away
    mx = away * y
    my = -away * x
    middle = (
        (start[0] + end[0]) / 2 + cos * rx * mx - sin * ry * my,
        (start[1] + end[1]) / 2 + sin * rx * mx + cos * ry * my,
    )
    first = math.degrees(math.atan2(my - y, x - mx))
    last = math.degrees(math.atan2(my + y, -x - mx))
    sweep = (last - first) % 360
    if clockwise:
        sweep -= 360
    yield from arc(middle, rx, ry, first, sweep, turn)


def of_elements(elements: Sequence[FxObject]) -> list[Way]:
    """What the elements of a `Path` draw."""
    pen = Pen()
    for element in elements:
        dx, dy = (0.0, 0.0) if element.read("absolute") else pen.place
        if element.is_a("ClosePath"):
            pen.close()
            continue
        points = [
            (element.read_number(x) + dx, element.read_number(y) + dy)
            for x, y in (("controlX1", "controlY1"), ("controlX", "controlY"), ("controlX2", "controlY2"))
            if x in element.fx.props
        ]
        x, y = pen.place
        if "x" in element.fx.props:
            x = element.read_number("x") + dx
        if "y" in element.fx.props:
            y = element.read_number("y") + dy
        if element.is_a("MoveTo"):
            pen.move((x, y))
        elif element.is_a("ArcTo"):
            radii = (element.read_number("radiusX"), element.read_number("radiusY"))
            turn = element.read_number("xAxisRotation")
            large = bool(element.read("largeArcFlag"))
            clockwise = bool(element.read("sweepFlag"))
            for stretch in between(pen.place, (x, y), radii, turn, large=large, clockwise=clockwise):
                pen.draw(*stretch[1:])
        else:
            pen.draw(*points, (x, y))
    return pen.ways


_SVG = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])|([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)")
_TAKES: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    command = ""
    numbers: list[float] = []
    for letter, digits in _SVG.findall(text):
        if letter:
            command = letter
            numbers = []
            if letter in "Zz":
                yield "Z", []
            continue
        if not command or command in "Zz":
            return
        numbers.append(float(digits))
        if len(numbers) == _TAKES[command.upper()]:
            yield command, numbers
            command = {"M": "L", "m": "l"}.get(command, command)
            numbers = []


def of_svg(text: str) -> list[Way]:
    """What a path in SVG's notation draws."""
    pen = Pen()
    for total, (command, numbers) in enumerate(_commands(text)):
        if total >= MAX_COMMANDS:
            break
        kind = command.upper()
        x, y = pen.place
        dx, dy = (x, y) if command.islower() else (0.0, 0.0)
        if kind == "Z":
            pen.close()
        elif kind == "H":
            pen.draw((numbers[0] + dx, y))
        elif kind == "V":
            pen.draw((x, numbers[0] + dy))
        elif kind == "A":
            rx, ry, turn, large, clockwise, to_x, to_y = numbers
            end = (to_x + dx, to_y + dy)
            for stretch in between((x, y), end, (rx, ry), turn, large=bool(large), clockwise=bool(clockwise)):
                pen.draw(*stretch[1:])
        else:
            points = [(a + dx, b + dy) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]
            if kind in "ST":
                points.insert(0, (2 * x - pen.bend[0], 2 * y - pen.bend[1]))
            if kind == "M":
                pen.move(points[0])
            else:
                pen.draw(*points)
    return pen.ways


def extent(ways: Sequence[Way]) -> Box:
    """The box of what is drawn with a pen of no width."""
    points = [point_at(stretch, t) for way in ways for stretch in way.stretches for t in (0.0, *turns(stretch), 1.0)]
    points += [way.start for way in ways]
    if not points:
        return EMPTY
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys), max(xs), max(ys))


def point_at(stretch: Stretch, t: float) -> Point:
    while len(stretch) > 1:
        stretch = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(stretch)]
    return stretch[0]


def turns(stretch: Stretch) -> list[float]:
    """Where a curve turns back from left or right, or from above or below."""
    return [t for axis in (0, 1) for t in _roots(_speeds(stretch, axis)) if 0 < t < 1]


def _speeds(stretch: Stretch, axis: int) -> list[float]:
    return [b[axis] - a[axis] for a, b in pairwise(stretch)]


def _roots(speeds: list[float]) -> list[float]:
    """Where a Bézier polynomial of degree 1 or 2 is 0."""
    if len(speeds) == 2 and speeds[0] != speeds[1]:
        return [speeds[0] / (speeds[0] - speeds[1])]
    if len(speeds) < 3:
        return []
    first, middle, last = speeds
    square = first - 2 * middle + last
    slope = 2 * (middle - first)
    if abs(square) < 1e-12:
        return [-first / slope] if slope else []
    root = slope * slope - 4 * square * first
    if root < 0:
        return []
    return [(-slope + sign * math.sqrt(root)) / (2 * square) for sign in (1, -1)]
