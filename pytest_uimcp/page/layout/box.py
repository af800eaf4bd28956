"""A box between bounds, and what declarations say of one: sizes, offsets and shifts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.layout.lengths import NOTHING, WINDOW_HEIGHT, WINDOW_WIDTH, Pixels, length

__all__ = [
    "PADDED",
    "WINDOW",
    "Box",
    "Shift",
    "border_of",
    "bounded",
    "box_at",
    "declared_size",
    "kind_of",
    "offset_box",
    "shifts",
]

# What has paddings or borders in the browser's own sheet.
PADDED: Final = words("button td th input select textarea legend fieldset ul ol dd summary")
# What has `box-sizing: border-box` there.
_WITH_BORDERS: Final = words("button select table meter progress checkbox radio color submit reset search")


def kind_of(element: Element) -> str:
    """What an element is to the browser's own sheet: its tag, or the type of a field that is no text."""
    kind = element.attributes.get("type", "").lower()
    if element.tag == "input" and kind in _WITH_BORDERS:
        return kind
    return element.tag


class Box(NamedTuple):
    left: Pixels
    top: Pixels
    width: Pixels
    height: Pixels
    # The other sides, which may be known where the size is not.
    right: Pixels
    bottom: Pixels

    @property
    def middle(self) -> tuple[Pixels, Pixels]:
        return _middle(self.left, self.width, self.right), _middle(self.top, self.height, self.bottom)

    def moved(self, right: Shift, down: Shift) -> Box:
        left, end = right.of(self.left, self.width, self.right)
        top, bottom = down.of(self.top, self.height, self.bottom)
        return Box(left, top, self.width, self.height, end, bottom)


class Shift(NamedTuple):
    """A way, and which share of the box's own size on top."""

    way: Pixels = NOTHING
    share: float = 0

    def of(self, start: Pixels, size: Pixels, end: Pixels) -> tuple[Pixels, Pixels]:
        starts = start.plus(size.times(self.share))
        ends = end.plus(size.times(self.share))
        if self.share <= -1:  # what was its start is its end then
            ends = start.plus(size.times(self.share + 1))
        elif self.share >= 1:
            starts = end.plus(size.times(self.share - 1))
        return starts.plus(self.way), ends.plus(self.way)


def box_at(left: Pixels, top: Pixels, width: Pixels, height: Pixels) -> Box:
    return Box(left, top, width, height, left.plus(width), top.plus(height))


def _middle(start: Pixels, size: Pixels, end: Pixels) -> Pixels:
    half = size.times(0.5)
    one = start.plus(half)
    other = end.minus(half)
    both = Pixels((start.low + end.low) / 2, (start.high + end.high) / 2)
    return Pixels(max(one.low, other.low, both.low), min(one.high, other.high, both.high))


_STILL: Final = Shift()
WINDOW: Final = box_at(NOTHING, NOTHING, WINDOW_WIDTH, WINDOW_HEIGHT)


def offset_box(style: Mapping[str, str], around: Box, in_flow: Box, kind: str = "") -> Box:
    """The box of what is absolute or fixed, within the box that contains it."""
    horizontal = (around.left, around.width, around.right)
    vertical = (around.top, around.height, around.bottom)
    left, width, right = _side(style, horizontal, (in_flow.left, in_flow.width), ("left", "right", "width"), kind)
    top, height, bottom = _side(style, vertical, (in_flow.top, in_flow.height), ("top", "bottom", "height"), kind)
    return Box(left, top, width, height, right, bottom)


def _side(
    style: Mapping[str, str],
    around: tuple[Pixels, Pixels, Pixels],
    in_flow: tuple[Pixels, Pixels],
    names: tuple[str, str, str],
    kind: str,
) -> tuple[Pixels, Pixels, Pixels]:
    """Start, size and end on one axis of what is out of the flow."""
    start, room, end = around
    before, after, axis = names
    near = length(style.get(before, "auto"), room)
    far = length(style.get(after, "auto"), room)
    size = declared_size(style, axis, room, kind)
    margin = length(style.get(f"margin-{before}", "0"), room)
    if size is None:
        size = in_flow[1]
        if near is not None and far is not None:
            size = room.minus(near).minus(far)
        elif axis == "width":
            size = Pixels(0, max(0, min(size.high, room.high - (near or far or NOTHING).low)))
    size = bounded(style, axis, size, room)
    if near is not None and far is not None and margin is None:  # margins on both sides that take what is free
        free = room.minus(near).minus(far).minus(size)
        near = near.plus(Pixels(min(0, free.low / 2), max(0, free.high / 2)))
    shift = margin or NOTHING
    if near is not None:
        first = start.plus(near).plus(shift)
        last = first.plus(size)
        if far is not None and style.get(axis, "auto") == "auto":
            last = end.minus(far)
        return first, size, last
    if far is not None:
        last = end.minus(far).minus(length(style.get(f"margin-{after}", "0"), room) or NOTHING)
        return last.minus(size), size, last
    first = in_flow[0].plus(shift)
    return first, size, first.plus(size)


def declared_size(style: Mapping[str, str], axis: str, room: Pixels | None, kind: str = "") -> Pixels | None:
    size = length(style.get(axis, "auto"), room)
    sizing = style.get("box-sizing")
    if size is None or sizing == "border-box" or (sizing is None and kind in _WITH_BORDERS):
        return size
    sides = ("left", "right") if axis == "width" else ("top", "bottom")
    for side in sides:
        padding = length(style.get(f"padding-{side}", "auto"), None)
        if padding is None:
            padding = Pixels(0, 20) if kind in PADDED else NOTHING
        size = size.plus(padding).plus(border_of(kind, style))
    return size


def border_of(kind: str, style: Mapping[str, str]) -> Pixels:
    declared = [value for name, value in style.items() if name.startswith("border")]
    if any(value not in ("0", "0px", "none") for value in declared) or (kind in PADDED and not declared):
        return Pixels(0, 4)
    return NOTHING


def bounded(style: Mapping[str, str], axis: str, size: Pixels, room: Pixels | None) -> Pixels:
    definite = room if room is not None and room.low == room.high else None
    return size.within(
        length(style.get(f"min-{axis}", "auto"), definite), length(style.get(f"max-{axis}", "auto"), definite)
    ).within(NOTHING, None)


def shifts(value: str) -> Iterator[tuple[Shift, Shift]]:
    """How far `transform` or `translate` moves a box, to the right and down."""
    if "(" not in value or value.startswith("calc("):
        right, _, down = value.partition(" ")
        yield _shift(right), _shift(down)
        return
    for match in _FUNCTION.finditer(value):
        ways = [way.strip() for way in match["ways"].split(",")]
        if match["name"] in ("translate", "translatex", "translate3d"):
            yield _shift(ways[0]), _shift(ways[1]) if len(ways) > 1 else _STILL
        elif match["name"] == "translatey":
            yield _STILL, _shift(ways[0])
        elif match["name"].startswith("matrix"):
            yield _ANYWHERE, _ANYWHERE


_FUNCTION: Final = re.compile(r"(?P<name>[\w-]+)\((?P<ways>(?:[^()]|\([^()]*\))*)\)")
_ANYWHERE: Final = Shift(Pixels(-3000, 3000))


def _shift(text: str) -> Shift:
    if text.endswith("%"):
        try:
            return Shift(share=float(text[:-1]) / 100)
        except ValueError:
            return _ANYWHERE
    if "%" in text:
        return _ANYWHERE
    return Shift(length(text, None) or NOTHING)
