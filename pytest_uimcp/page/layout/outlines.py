"""The corners of an SVG path; what is round in it is read as many short lines."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

__all__ = ["Point", "corners_of", "holds_all", "holds_any", "surrounds"]

Point: TypeAlias = tuple[float, float]

_PATH: Final = re.compile(r"\s*([MmLlHhVvZzCcSsQqTtAa])([^A-DF-Za-df-z]*)")
_NUMBER: Final = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?")
# The two flags of an arc may be written without a space behind them.
_ARC: Final = re.compile(
    r"\s*,?\s*".join([r"([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)"] * 3 + ["([01])"] * 2
                    + [r"([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)"] * 2)
)  # fmt: skip
_COUNTS: Final = {"m": 2, "l": 2, "h": 1, "v": 1, "z": 0, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7}
# Into how many lines a curve is divided.
_STEPS: Final = 24


class _Pen:
    """One outline, as far as it is drawn: the corners so far, and where the next command begins."""

    def __init__(self) -> None:
        self.corners: list[Point] = []
        # Where the last curve came from, which the next one may continue.
        self.handle: Point | None = None

    @property
    def place(self) -> Point:
        if self.corners:
            return self.corners[-1]
        return 0.0, 0.0

    def draw(self, letter: str, numbers: list[float]) -> None:
        """Go on with one command; small letters count from where it begins."""
        kind = letter.lower()
        start = (0.0, 0.0)
        if letter.islower():
            start = self.place
        x, y = start
        handle = None
        if kind == "h":
            self.corners.append((x + numbers[0], self.place[1]))
        elif kind == "v":
            self.corners.append((self.place[0], y + numbers[0]))
        elif kind in "ml":
            self.corners.append((x + numbers[0], y + numbers[1]))
        elif kind == "a":
            self.corners += _arc(self.place, numbers, (x + numbers[5], y + numbers[6]))
        elif kind in "csqt":
            points = [(x + across, y + down) for across, down in zip(numbers[::2], numbers[1::2], strict=True)]
            if kind in "st":
                points.insert(0, self._mirrored())
            handle = points[-2]
            self.corners += _curve([self.place, *points])
        self.handle = handle

    def _mirrored(self) -> Point:
        x, y = self.place
        if self.handle is None:
            return x, y
        return 2 * x - self.handle[0], 2 * y - self.handle[1]


def _curve(points: list[Point]) -> Iterator[Point]:
    """Points on a curve of Bézier, without the first."""
    for step in range(1, _STEPS + 1):
        share = step / _STEPS
        level = points
        while len(level) > 1:
            level = [(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share) for (x1, y1), (x2, y2) in pairwise(level)]
        yield level[0]


def _arc(start: Point, numbers: list[float], end: Point) -> Iterator[Point]:
    """Points on an arc of an ellipse, computed as the specification of SVG says (B.2.4)."""
    across = abs(numbers[0])
    down = abs(numbers[1])
    if not across or not down or start == end:
        yield end
        return
    turn = math.radians(numbers[2])
    cosine = math.cos(turn)
    sine = math.sin(turn)
    half = ((start[0] - end[0]) / 2, (start[1] - end[1]) / 2)
    x = cosine * half[0] + sine * half[1]
    y = cosine * half[1] - sine * half[0]
    excess = math.sqrt((x / across) ** 2 + (y / down) ** 2)
    if excess > 1:  # too small to reach: it is enlarged
        across *= excess
        down *= excess
    rest = (across * down) ** 2 - (across * y) ** 2 - (down * x) ** 2
    factor = math.sqrt(max(0.0, rest / ((across * y) ** 2 + (down * x) ** 2)))
    if numbers[3] == numbers[4]:
        factor = -factor
    center = (factor * across * y / down, -factor * down * x / across)
    first = math.atan2((y - center[1]) / down, (x - center[0]) / across)
    sweep = math.atan2((-y - center[1]) / down, (-x - center[0]) / across) - first
    if numbers[4] and sweep < 0:
        sweep += 2 * math.pi
    elif not numbers[4] and sweep > 0:
        sweep -= 2 * math.pi
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    for step in range(1, _STEPS + 1):
        angle = first + sweep * step / _STEPS
        x = across * math.cos(angle) + center[0]
        y = down * math.sin(angle) + center[1]
        yield cosine * x - sine * y + middle[0], sine * x + cosine * y + middle[1]


def corners_of(path: str) -> list[Point] | None:
    """The corners of one outline; None for several outlines, and for what cannot be read.

    A path that ends before its start is filled as if it were closed.
    """
    pen = _Pen()
    place = 0
    is_closed = False
    while place < len(path.rstrip()):
        command = _PATH.match(path, place)
        if command is None or is_closed:
            return None
        letter = command[1]
        numbers = _numbers(letter, command[2])
        count = _COUNTS[letter.lower()]
        is_closed = letter in "Zz"
        if letter in "Mm" and pen.corners:
            return None
        if is_closed:
            if numbers:
                return None
        elif not numbers or len(numbers) % count:
            return None
        for first in range(0, len(numbers), count or 1):
            pen.draw(letter, numbers[first : first + count])
        place = command.end()
    return pen.corners


def _numbers(letter: str, text: str) -> list[float]:
    if letter in "Aa":
        return [float(number) for arc in _ARC.findall(text) for number in arc]
    return [float(number) for number in _NUMBER.findall(text)]


def surrounds(outline: Sequence[Point], x: float, y: float) -> bool:
    """Whether a point is inside: a line from it to one side crosses the outline an odd number of times."""
    is_inside = False
    for (x1, y1), (x2, y2) in pairwise([*outline, outline[0]]):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            is_inside = not is_inside
    return is_inside


def holds_all(outline: Sequence[Point], x: tuple[float, float], y: tuple[float, float]) -> bool:
    """Whether all points between these bounds are inside."""
    is_crossed = any(_crosses(start, end, x, y) for start, end in pairwise([*outline, outline[0]]))
    return not is_crossed and surrounds(outline, x[0], y[0])


def holds_any(outline: Sequence[Point], x: tuple[float, float], y: tuple[float, float]) -> bool:
    """Whether any point between these bounds may be inside."""
    is_crossed = any(_crosses(start, end, x, y) for start, end in pairwise([*outline, outline[0]]))
    return is_crossed or surrounds(outline, x[0], y[0])


def _crosses(start: Point, end: Point, x: tuple[float, float], y: tuple[float, float]) -> bool:
    """Whether any of a line is between the bounds."""
    initial = 0.0
    final = 1.0
    for place, way, (lower, upper) in ((start[0], end[0] - start[0], x), (start[1], end[1] - start[1], y)):
        if not way:
            if not lower <= place <= upper:
                return False
            continue
        entry, exit_ = sorted(((lower - place) / way, (upper - place) / way))
        initial = max(initial, entry)
        final = min(final, exit_)
    return initial <= final
