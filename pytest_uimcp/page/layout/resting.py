"""Where the pointer is when the page moves under it: a browser then finds anew what it is over.

Only pages that show or hide something under the pointer ask for it, because all of the page is laid out for that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom.flat import in_shadow
from pytest_uimcp.page.dom.nodes import Document, Element
from pytest_uimcp.page.layout.box import Box
from pytest_uimcp.page.layout.boxes import Boxes
from pytest_uimcp.page.layout.lengths import Pixels

_Bounds: TypeAlias = tuple[tuple[float, float], ...]
# A box is the same if its bounds differ by less.
_ROUNDING: Final = 0.5


class Rest(NamedTuple):
    """Where the pointer has come to rest: over what, at which point, and where that was."""

    element: Element
    point: tuple[Pixels, Pixels]
    bounds: dict[Element, _Bounds]


def rest_on(document: Document, element: Element) -> Rest:
    """Note where the pointer is now."""
    look = PageView(document)
    boxes = Boxes(look)
    while in_shadow(element) and (host := look.parent(element)) is not None:
        element = host
    return _rest(boxes, look, element, boxes.middle(element))


def rest_anew(document: Document, place: Rest) -> Rest | None:
    """What the pointer is over now, if that is something else; what is not certain is noted in the document."""
    look = PageView(document)
    boxes = Boxes(look)
    unsure: list[Element] = []
    over: Element | None = None
    for element in _around(look, place.element, place.bounds):
        state = _is_over(boxes, look, element, place)
        if state:
            over = element
            break
        if state is None:
            unsure.append(element)
    if over is None:
        over = document.body
    if over is not place.element:
        over = _innermost(boxes, look, over, place, unsure)
    document.unsure_hover = frozenset(unsure)
    if over is place.element:
        return None
    return _rest(boxes, look, over, place.point)


def _rest(boxes: Boxes, look: PageView, element: Element, point: tuple[Pixels, Pixels]) -> Rest:
    bounds: dict[Element, _Bounds] = {}
    ancestor: Element | None = element
    while ancestor is not None:
        bounds[ancestor] = _bounds(boxes.box(ancestor))
        ancestor = look.parent(ancestor)
    return Rest(element, point, bounds)


def _around(look: PageView, element: Element, bounds: dict[Element, _Bounds]) -> Iterator[Element]:
    """What is left on the page of an element and what was around it."""
    for ancestor in (element, *(ancestor for ancestor in bounds if ancestor is not element)):
        if ancestor.document() is not None and look.styles.is_rendered(ancestor):
            yield ancestor


def _innermost(boxes: Boxes, look: PageView, over: Element, place: Rest, unsure: list[Element]) -> Element:
    """What is at the point in an element that the pointer is over for certain."""
    while True:
        hits = []
        for child in over.elements():
            if child in unsure or not look.styles.is_rendered(child) or not look.styles.takes_pointer(child):
                continue
            state = _is_over(boxes, look, child, place)
            if state:
                hits.append(child)
            elif state is None:
                unsure.append(child)
        if len(hits) > 1:
            unsure += hits
        if len(hits) != 1:
            return over
        over = hits[0]


def _is_over(boxes: Boxes, look: PageView, element: Element, place: Rest) -> bool | None:
    """Whether the pointer is over an element now; None if that is not certain."""
    box = boxes.box(element)
    bounds = _bounds(box)
    bounds_before = place.bounds.get(element)
    if bounds_before is not None and all(
        abs(side - former) < _ROUNDING
        for current, previous in zip(bounds, bounds_before, strict=True)
        for side, former in zip(current, previous, strict=True)
    ):
        return True
    across, down = place.point
    ways = [across.minus(box.left), box.right.minus(across), down.minus(box.top), box.bottom.minus(down)]
    if all(way.low >= 0 for way in ways):
        return True
    if any(way.high < 0 for way in ways):
        return False
    if look.styles.display(element) == "contents":
        return False
    return None


def _bounds(box: Box) -> _Bounds:
    return tuple(side.bounds for side in box)
