"""What components open over the page: the lists of dropdowns and selects, and the hints of tooltips.

They hang at the element that they belong to, where there is room: on the side that `placement` says, or on the other.
How large they are is bounded by what is in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from pytest_uimcp.page import explain
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom.flat import host_of
from pytest_uimcp.page.dom.nodes import DomNode, Element
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.layout.box import Box
from pytest_uimcp.page.layout.boxes import Boxes
from pytest_uimcp.page.layout.lengths import WINDOW_HEIGHT, WINDOW_WIDTH, Pixels

__all__ = ["refuse_below_popups"]

_POPUPS: Final = words("sl-copy-button sl-dropdown sl-popup sl-select sl-tooltip")
_OPPOSITES: Final = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}
# The most that a line of a list takes, and a letter of it.
_LINE: Final = 60.0
_LETTER: Final = 20.0
_EDGES: Final = 120.0
# Shoelace's `--max-width` of hints, and the letters that surely find room in a line of one.
_HINT: Final = 340.0
_LETTERS_IN_HINT: Final = 20
# How far from its element it may be: the distance, and an arrow.
_GAP: Final = 12.0
# The least height of one, with its distance.
_LEAST: Final = 28.0
_SIDES: Final = {"sl-dropdown": "bottom", "sl-select": "bottom"}
_LINES: Final = words("sl-divider sl-menu-item sl-menu-label sl-option small")
# The least height of a field.
_FIELD: Final = Pixels(20, 20)


class _Size(NamedTuple):
    """The most that it takes."""

    width: float
    height: float


def _open_popups(look: PageView, element: Element) -> list[Element]:
    """What is open over the page, and neither in the element nor around it."""
    return [
        host
        for host in look.document.layers.open
        if host.tag in _POPUPS and not host.contains(element) and not element.contains(host)
    ]


def refuse_below_popups(look: PageView, element: Element) -> None:
    """Refuse a step of the mouse on an element that something open may cover."""
    _refuse_beside_drawers(look, element)
    _refuse_in_popup(look, element)
    popups = _open_popups(look, element)
    if not popups:
        return
    boxes = Boxes(look)
    place = _place(element)
    across, down = boxes.middle(place)
    for host in popups:
        if _is_in_one_line(boxes, host, place):
            continue
        for region in _regions(boxes, look, host):
            edges = ((across, region.left, region.right), (down, region.top, region.bottom))
            if all(center.minus(start).high >= 0 and end.minus(center).high >= 0 for center, start, end in edges):
                label = explain.describe(look, element)
                refuse("layout", f"whether the open {explain.start_tag(host)} covers {label}")


def _refuse_in_popup(look: PageView, element: Element) -> None:
    """Refuse what an sl-popup shows beside its anchor, which may be outside of the window."""
    for part in element.path():
        host = part.parent
        if isinstance(host, Element) and host.tag == "sl-popup" and part.get("slot") != "anchor":
            label = explain.describe(look, element)
            refuse("layout", f"where in the window the open {explain.start_tag(host)} shows {label}")


def _refuse_beside_drawers(look: PageView, element: Element) -> None:
    """Refuse what is in the same part of the page as a drawer that is contained in it."""
    for drawer in look.document.layers.contained:
        if drawer.document() is None or drawer.contains(element):
            continue
        boxes = Boxes(look)
        part = next((ancestor for ancestor in drawer.ancestors() if boxes.position(ancestor) != "static"), None)
        if part is None or part.contains(element):
            label = explain.describe(look, element)
            refuse("layout", f"whether the open {explain.start_tag(drawer)} covers {label}")


def _place(element: Element) -> Element:
    """What has a place on the page for an element: the dropdown for its trigger, a component for what is in it."""
    outer = host_of(element)
    if isinstance(outer.parent, Element) and outer.parent.tag == "sl-dropdown" and outer.get("slot") == "trigger":
        return outer.parent
    return outer


def _is_in_one_line(boxes: Boxes, host: Element, place: Element) -> bool:
    """Whether an element stands in the line of that at which something hangs above or below."""
    anchor = _anchor(host)
    if _line_of(anchor) is not _line_of(place) or (host.get("placement") or "top").startswith(("left", "right")):
        return False
    box = boxes.box(anchor)
    peer = boxes.box(place)
    # Where the second could stand in another line, its bounds would say so.
    return box.top.bounds == peer.top.bounds and abs(box.height.high - peer.height.high) <= _GAP


def _line_of(element: Element) -> DomNode | None:
    outer = element.parent
    while isinstance(outer, Element) and outer.tag == "sl-tooltip":
        outer = outer.parent
    return outer


def _regions(boxes: Boxes, look: PageView, host: Element) -> Iterator[Box]:
    anchor = boxes.box(_anchor(host))
    size = _size(host)
    side = (host.get("placement") or _SIDES.get(host.tag, "top")).partition("-")[0]
    is_page_low = boxes.height(look.document.html).high <= WINDOW_HEIGHT.low
    sides = [side]
    if not is_page_low or not _has_room(anchor, side, size):
        sides.append(_OPPOSITES.get(side, "bottom"))
        if is_page_low and side == "top" and anchor.top.high < _LEAST and _has_room(anchor, "bottom", size):
            sides = ["bottom"]
    for name in sides:
        if host.tag == "sl-select":
            yield _beside_field(anchor, name, size)
        else:
            yield _beside(anchor, name, size)


def _anchor(host: Element) -> Element:
    if host.tag == "sl-tooltip":
        return next((child for child in host.elements() if not child.get("slot")), host)
    if host.tag == "sl-popup":
        return _anchor_of_popup(host)
    return host


def _anchor_of_popup(host: Element) -> Element:
    name = host.get("anchor")
    document = host.document()
    if name and document is not None:
        return next((element for element in document.body.descendants() if element.get("id") == name), host)
    return next((child for child in host.elements() if child.get("slot") == "anchor"), host)


def _size(host: Element) -> _Size:
    if host.tag in ("sl-tooltip", "sl-copy-button"):
        letters = len(host.get("content") or host.get("copy-label") or "Copied")
        if any(child.get("slot") == "content" for child in host.elements()):
            letters = len(host.text_content())
        return _Size(_HINT, (letters // _LETTERS_IN_HINT + 1) * _LINE / 2 + _GAP)
    lines = [child for child in host.descendants() if child.tag in _LINES]
    if not lines:
        return _Size(WINDOW_WIDTH.high, WINDOW_HEIGHT.high)
    width = max(len(line.text_content().strip()) for line in lines) * _LETTER + _EDGES
    return _Size(width, len(lines) * _LINE + _GAP * 2)


def _has_room(anchor: Box, side: str, size: _Size) -> bool:
    """Whether it surely fits where it is to be, on a page that cannot be scrolled."""
    return {
        "top": anchor.top.low >= size.height,
        "bottom": anchor.bottom.high + size.height <= WINDOW_HEIGHT.low,
        "left": anchor.left.low >= size.width,
        "right": anchor.right.high + size.width <= WINDOW_WIDTH.low,
    }.get(side, False)


def _beside(anchor: Box, side: str, size: _Size) -> Box:
    """Where on that side it may be; along the side it may begin before its element, or end after it."""
    width = Pixels(size.width, size.width)
    height = Pixels(size.height, size.height)
    if side in ("top", "bottom"):
        top = anchor.bottom
        if side == "top":
            top = anchor.top.minus(height)
        return Box(anchor.left.minus(width), top, anchor.width.plus(width).plus(width), height)
    left = anchor.right
    if side == "left":
        left = anchor.left.minus(width)
    return Box(left, anchor.top.minus(height), width, anchor.height.plus(height).plus(height))


def _beside_field(anchor: Box, side: str, size: _Size) -> Box:
    """Above or below a field, which is as wide as its list, and may have a label above it and a help text below it."""
    top = anchor.top.plus(_FIELD)
    if side == "top":
        top = anchor.top.minus(Pixels(size.height, size.height))
    height = anchor.height.minus(_FIELD).plus(Pixels(size.height, size.height))
    return Box(anchor.left, top, anchor.width, height)
