"""Boxes that are placed beside another element: `anchor()` in offsets, and `position-area`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.layout.box import Box
from pytest_uimcp.page.layout.lengths import NOTHING, Pixels, anywhere, larger, length, smaller

# Which parts of an axis are taken: before the anchor, beside it, after it.
Parts: TypeAlias = tuple[bool, bool, bool]

_ANCHOR: Final = re.compile(r"anchor\(\s*(?P<name>--[\w-]+)?\s*(?P<side>[\w-]+)\s*\)")
_CALCULATED: Final = re.compile(
    r"calc\(\s*(?P<anchor>anchor\([^()]*\))\s+(?P<sign>[-+])\s+(?P<way>[^()]+)\)", re.DOTALL
)
_ENDS: Final = {"left": False, "top": False, "start": False, "right": True, "bottom": True, "end": True}
_BEFORE: Final = (True, False, False)
_BESIDE: Final = (False, True, False)
_AFTER: Final = (False, False, True)
_ACROSS: Final = {
    **dict.fromkeys(words("left inline-start x-start"), _BEFORE),
    **dict.fromkeys(words("right inline-end x-end"), _AFTER),
    **dict.fromkeys(words("span-left span-inline-start span-x-start"), (True, True, False)),
    **dict.fromkeys(words("span-right span-inline-end span-x-end"), (False, True, True)),
}
_DOWN: Final = {
    **dict.fromkeys(words("top block-start y-start"), _BEFORE),
    **dict.fromkeys(words("bottom block-end y-end"), _AFTER),
    **dict.fromkeys(words("span-top span-block-start span-y-start"), (True, True, False)),
    **dict.fromkeys(words("span-bottom span-block-end span-y-end"), (False, True, True)),
}
_ALL: Final = (True, True, True)


class Strip(NamedTuple):
    """One axis: where what it is placed in begins and ends, and where the anchor does."""

    start: Pixels
    anchor_start: Pixels
    anchor_end: Pixels
    end: Pixels


def strips(surrounding: Box, anchor: Box) -> tuple[Strip, Strip]:
    """The axes across and down."""
    return (
        Strip(surrounding.left, anchor.left, anchor.right, surrounding.right),
        Strip(surrounding.top, anchor.top, anchor.bottom, surrounding.bottom),
    )


def anchored_offset(value: str, strip: Strip, *, is_from_end: bool, font_size: Pixels) -> Pixels | None:
    """An offset with `anchor()`, from a side of what contains the box; None for another one."""
    calculated = _CALCULATED.fullmatch(value)
    way = NOTHING
    if calculated is not None:
        value = calculated["anchor"]
        way = length(calculated["way"], None, font_size) or anywhere()
        way = way.times(-1 if calculated["sign"] == "-" else 1)
    match = _ANCHOR.fullmatch(value)
    if match is None:
        return None
    if match["side"] == "center":
        place = strip.anchor_start.plus(strip.anchor_end).times(0.5)
    elif match["side"] in _ENDS:
        place = strip.anchor_end if _ENDS[match["side"]] else strip.anchor_start
    else:
        return anywhere()
    if is_from_end:
        return strip.end.minus(place).plus(way)
    return place.minus(strip.start).plus(way)


def anchor_name(style: Mapping[str, str]) -> str | None:
    """The name of the anchor that declarations refer to; empty for the one that goes without saying."""
    if style.get("position-area", "none") != "none":
        return style.get("position-anchor", "")
    for side in ("left", "right", "top", "bottom"):
        match = _ANCHOR.search(style.get(side, ""))
        if match is not None:
            return match["name"] or style.get("position-anchor", "")
    return None


def area(style: Mapping[str, str]) -> tuple[Parts, Parts] | None:
    """The parts of both axes that `position-area` takes; None if that is not read."""
    names = style.get("position-area", "none").split()
    across: Parts | None = None
    down: Parts | None = None
    for name in names:
        if name in _ACROSS:
            across = _ACROSS[name]
        elif name in _DOWN:
            down = _DOWN[name]
        elif name not in ("center", "span-all"):
            return None
    if across is None and down is None:
        return None
    second = _ALL
    if "center" in names:
        second = _BESIDE
    return across or second, down or second


def room_in(parts: Parts, strip: Strip) -> Pixels:
    start = strip.start
    if not parts[0]:
        start = strip.anchor_start if parts[1] else strip.anchor_end
    end = strip.end
    if not parts[2]:
        end = strip.anchor_end if parts[1] else strip.anchor_start
    return end.minus(start).within(NOTHING, None)


def start_in(
    parts: Parts, strip: Strip, size: Pixels, margins: tuple[Pixels, Pixels], *, flips: bool
) -> Pixels:  # fmt: skip
    """Where a box begins that takes these parts of an axis: as near to its anchor as it can be."""
    full = size.plus(margins[0]).plus(margins[1])
    if parts[0] == parts[2]:
        start = strip.anchor_start.plus(strip.anchor_end).times(0.5).minus(full.times(0.5))
    elif parts[0]:
        start = (strip.anchor_end if parts[1] else strip.anchor_start).minus(full)
    else:
        start = strip.anchor_start if parts[1] else strip.anchor_end
    room = room_in(parts, strip)
    if room.minus(full).low < 0:
        latest = strip.end.minus(full)
        if flips:
            return Pixels(min(strip.start.low, latest.low), max(strip.start.low, latest.high))
        # It is moved back into what contains it.
        start = larger(strip.start, smaller(start, latest))
    return start.plus(margins[0])
