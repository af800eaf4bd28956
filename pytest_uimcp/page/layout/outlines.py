"""The corners of an SVG path that consists of straight lines."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["corners_of"]

_PATH: Final = re.compile(r"\s*([MmLlHhVvZz])([^A-Za-z]*)")
_NUMBER: Final = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?")
_COUNTS: Final = {"m": 2, "l": 2, "h": 1, "v": 1, "z": 0}


def corners_of(path: str) -> list[tuple[float, float]] | None:
    """The corners of one outline; None for curves, for several outlines, and for what cannot be read.

    A path that ends before its start is filled as if it were closed.
    """
    corners: list[tuple[float, float]] = []
    place = 0
    is_closed = False
    while place < len(path.rstrip()):
        command = _PATH.match(path, place)
        if command is None or is_closed:
            return None
        letter = command[1]
        numbers = [float(number) for number in _NUMBER.findall(command[2])]
        count = _COUNTS[letter.lower()]
        is_closed = letter in "Zz"
        if letter in "Mm" and corners:
            return None
        if is_closed:
            if numbers:
                return None
        elif not numbers or len(numbers) % count:
            return None
        for first in range(0, len(numbers), count or 1):
            corners.append(_corner(letter, numbers[first : first + count], corners))
        place = command.end()
    return corners


def _corner(letter: str, numbers: list[float], corners: list[tuple[float, float]]) -> tuple[float, float]:
    """Where a line leads; small letters count from where it begins."""
    last = (0.0, 0.0)
    if corners:
        last = corners[-1]
    start = (0.0, 0.0)
    if letter.islower():
        start = last
    if letter in "Hh":
        return start[0] + numbers[0], last[1]
    if letter in "Vv":
        return last[0], start[1] + numbers[0]
    return start[0] + numbers[0], start[1] + numbers[1]
