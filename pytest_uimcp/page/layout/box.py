"""A box between bounds, and how `transform` and `translate` move it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from pytest_uimcp.page.layout.lengths import NOTHING, WINDOW_HEIGHT, WINDOW_WIDTH, Pixels, anywhere, length

__all__ = ["WINDOW", "Box", "Shift", "shifts"]


class Box(NamedTuple):
    left: Pixels
    top: Pixels
    width: Pixels
    height: Pixels

    @property
    def right(self) -> Pixels:
        return self.left.plus(self.width)

    @property
    def bottom(self) -> Pixels:
        return self.top.plus(self.height)

    @property
    def middle(self) -> tuple[Pixels, Pixels]:
        return self.left.plus(self.width.times(0.5)), self.top.plus(self.height.times(0.5))

    def moved(self, right: Shift, down: Shift) -> Box:
        return self._replace(left=right.of(self.left, self.width), top=down.of(self.top, self.height))


class Shift(NamedTuple):
    """A way, and which share of the box's own size on top."""

    way: Pixels = NOTHING
    share: float = 0

    def of(self, start: Pixels, size: Pixels) -> Pixels:
        return start.plus(size.times(self.share)).plus(self.way)


WINDOW: Final = Box(NOTHING, NOTHING, WINDOW_WIDTH, WINDOW_HEIGHT)
_STILL: Final = Shift()
# Less than this is a rounding.
_EVEN: Final = 1e-6
_FUNCTION: Final = re.compile(r"(?P<name>[\w-]+)\((?P<ways>(?:[^()]|\([^()]*\))*)\)")
_VALUES: Final = re.compile(r"(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+")


def shifts(value: str, font_size: Pixels) -> Iterator[tuple[Shift, Shift]]:
    """How far `transform` or `translate` moves a box, to the right and down."""
    if "(" not in value or value.startswith("calc("):
        ways = [*_VALUES.findall(value), "0"]
        yield _shift(ways[0], font_size), _shift(ways[1], font_size)
        return
    for match in _FUNCTION.finditer(value):
        ways = [way.strip() for way in match["ways"].split(",")]
        if match["name"] in ("translate", "translatex", "translate3d"):
            down = _STILL
            if len(ways) > 1:
                down = _shift(ways[1], font_size)
            yield _shift(ways[0], font_size), down
        elif match["name"] == "translatey":
            yield _STILL, _shift(ways[0], font_size)
        elif match["name"].startswith("matrix"):
            yield Shift(anywhere()), Shift(anywhere())


def _shift(text: str, font_size: Pixels) -> Shift:
    if text.endswith("%") and "(" not in text:
        try:
            return Shift(share=float(text[:-1]) / 100)
        except ValueError:
            return Shift(anywhere())
    if "%" in text:
        return _mixed(text, font_size)
    return Shift(length(text, None, font_size) or NOTHING)


def _mixed(text: str, font_size: Pixels) -> Shift:
    """A calculation with shares of the box's own size, such as `calc(100% - 3rem)`."""
    # What is a way and a share of the size grows evenly with the size.
    at_none, at_some, at_more = (length(text, Pixels(size, size), font_size) for size in (0, 100, 1000))
    if at_none is None or at_some is None or at_more is None:
        return Shift(anywhere())
    share = (at_some.low - at_none.low) / 100
    for size, value in ((100, at_some), (1000, at_more)):
        if any(
            abs(maximum - minimum - share * size) > _EVEN
            for minimum, maximum in zip(at_none.bounds, value.bounds, strict=True)
        ):
            return Shift(anywhere())
    return Shift(at_none, share)
