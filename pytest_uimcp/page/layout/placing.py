"""What the declarations of one element say of its place: whether it fills a box, hangs out of it, or is gone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.layout.box import Box
from pytest_uimcp.page.layout.lengths import WINDOW_HEIGHT, WINDOW_WIDTH, length

__all__ = [
    "clips_all", "clips_nothing", "fills", "hangs_out", "is_in_window", "is_scaled_to_nothing", "is_shifted",
    "is_small_toggle",
    "is_turned", "most_overhang", "stays_inside",
]  # fmt: skip

_NO_SCALE: Final = re.compile(r"\bscale[xy]?\(\s*(?:0*\.?0+)(?:%|\s*[,)])")
_ZERO: Final = re.compile(r"0*\.?0+%?(?:\s.*)?")
_HALF: Final = re.compile(r"(?:[5-9]\d|\d{3,})(?:\.\d+)?%")
_SHIFTING: Final = ("top", "left", "right", "bottom", "margin-left", "margin-top", "transform", "translate")
_STILL: Final = frozenset(
    {"none", "0", "1", "scale(1)", "scaley(1)", "translatex(0)", "translatey(0)", "translate(0)", "translate(0, 0)",
     "translate3d(0, 0, 0)",
     # What is turned over lies where it was.
     "rotatex(0deg)", "rotatey(0deg)", "rotatex(180deg)", "rotatey(180deg)", "rotatex(-180deg)", "rotatey(-180deg)"}
)  # fmt: skip
_NO_WAY: Final = re.compile(r"(?:translate(?:[xyz]|3d)?\(\s*)?0(?:px|%|r?em)?(?:[\s,]+0(?:px|%|r?em)?)*\s*\)?")
_NOTHING_LEFT: Final = re.compile(
    r"rect\(\s*(?:[01]px|0)[\s,]+(?:[01]px|0)[\s,]+(?:[01]px|0)[\s,]+(?:[01]px|0)\s*\)|inset\(\s*(?:50|100)%\s*\)"
    r"|inset\(\s*(?:100%.*|\S+\s+100%.*|\S+\s+\S+\s+100%.*|\S+\s+\S+\s+\S+\s+100%.*)\)"
    r"|(?:circle|ellipse)\(\s*0(?:%|px)?(?:\s.*)?\)"
)
_CIRCLE: Final = re.compile(r"circle\(\s*(\d+(?:\.\d+)?)%\s*(?:at\s+(?:50%\s+50%|center(?:\s+center)?))?\s*\)")
_NO_INSET: Final = re.compile(r"inset\(\s*0(?:%|px)?(?:\s+0(?:%|px)?)*\s*\)")
# The radius, in per cent of the diagonal over the root of two, from which on a circle in the middle surrounds the box.
_SURROUNDING: Final = 71


def is_scaled_to_nothing(style: Mapping[str, str]) -> bool:
    return (
        _NO_SCALE.search(style.get("transform", "")) is not None
        or _ZERO.fullmatch(style.get("scale", "none")) is not None
    )


def is_turned(style: Mapping[str, str]) -> bool:
    """Whether it is scaled or turned, not only moved."""
    if not _is_still(style.get("scale", "none")) or style.get("rotate", "none") not in ("none", "0", "0deg"):
        return True
    value = style.get("transform", "none")
    if _is_still(value):
        return False
    return _TURNING.search(_NO_TURN.sub("", value)) is not None


_NO_TURN: Final = re.compile(r"scale[xy]?\(\s*1(?:\.0+)?(?:\s*,\s*1)?\s*\)|rotate[xyz]?\(\s*0(?:deg)?\s*\)")
_TURNING: Final = re.compile(r"scale|rotate|skew|matrix|perspective")


def _is_still(value: str) -> bool:
    return value in _STILL or _NO_WAY.fullmatch(value) is not None


def is_shifted(style: Mapping[str, str]) -> bool:
    """Whether it may be moved out of what is around it."""
    return any("-" in style.get(name, "") or "100%" in style.get(name, "") for name in _SHIFTING)


def is_in_window(box: Box) -> bool:
    """Whether any of it may be in the window."""
    return (
        box.bottom.high > 0
        and box.right.high > 0
        and box.top.low < WINDOW_HEIGHT.low
        and box.left.low < WINDOW_WIDTH.low
    )


def clips_all(clip: str) -> bool:
    return _NOTHING_LEFT.fullmatch(clip) is not None


def clips_nothing(path: str) -> bool:
    circle = _CIRCLE.fullmatch(path)
    if circle is not None:
        return float(circle[1]) >= _SURROUNDING
    return _NO_INSET.fullmatch(path) is not None


def fills(style: Mapping[str, str]) -> bool:
    """Whether it is as large as the box that it is placed in."""
    return _fills_axis(style, "left", "right", "width") and _fills_axis(style, "top", "bottom", "height")


def _fills_axis(style: Mapping[str, str], before: str, after: str, size: str) -> bool:
    if not all(_is_still(style.get(name, "none")) for name in ("transform", "translate", "scale")):
        return False
    starts = _is_none(style.get(before, "auto"))
    ends = _is_none(style.get(after, "auto"))
    extent = style.get(size, "auto")
    if extent in ("100%", "100vw", "100vh", "100dvw", "100dvh", "100svh", "100lvh"):
        return starts or ends
    return extent == "auto" and starts and ends and style.get(f"max-{size}", "none") in ("none", "100%")


def hangs_out(style: Mapping[str, str]) -> bool:
    """Whether it is placed outside of its container, as a menu below its button is."""
    return any(
        value.endswith("%") and value[:-1].replace(".", "").isdigit() and float(value[:-1]) >= 100
        for name in ("top", "right", "bottom", "left")
        if (value := style.get(name, "auto"))
    )


def stays_inside(style: Mapping[str, str]) -> bool:
    """Whether it is placed at sides of its container, and not beyond them."""
    for before, after in (("left", "right"), ("top", "bottom")):
        offsets = [style[name] for name in (before, after) if style.get(name, "auto") != "auto"]
        if not offsets or any("-" in offset or _HALF.fullmatch(offset) for offset in offsets):
            return False
    return all(_is_still(style.get(name, "none")) for name in ("transform", "translate"))


def most_overhang(style: Mapping[str, str]) -> float | None:
    """By how many pixels what stands at the sides of its container hangs over its edge, as a badge does; or None."""
    overhangs: list[float] = []
    for before, after in (("left", "right"), ("top", "bottom")):
        offsets = [style[name] for name in (before, after) if style.get(name, "auto") != "auto"]
        if len(offsets) != 1 or (pixels := length(offsets[0], None)) is None:
            return None
        overhangs.append(-pixels.low)
    if not all(_is_still(style.get(name, "none")) for name in ("transform", "translate")):
        return None
    return max(0, *overhangs)


def is_small_toggle(element: Element, style: Mapping[str, str]) -> bool:
    """Whether it is a check box or radio button of its own small size, at its place."""
    kind = element.attributes.get("type", "").lower()
    placed = ("width", "height", "top", "right", "bottom", "left")
    return element.tag == "input" and kind in ("checkbox", "radio") and style.keys().isdisjoint(placed)


def _is_none(value: str) -> bool:
    return value in ("0", "0px", "0rem", "0%", "0em") or (value.startswith("calc(") and value.endswith("* 0)"))
