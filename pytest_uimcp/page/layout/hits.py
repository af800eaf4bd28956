"""What the mouse hits when a user goes for an element."""

from __future__ import annotations

from typing import Final, NoReturn

from pytest_uimcp.aria.explain import with_tree
from pytest_uimcp.page import explain
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.flat import host_of, in_shadow
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.errors import NotActionable
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.layout.boxes import Boxes, Point
from pytest_uimcp.page.layout.lengths import WINDOW_HEIGHT
from pytest_uimcp.page.layout.reach import Reach, matters
from pytest_uimcp.page.layout.shapes import has_something_in_the_middle, is_part_of_drawing, refuse_below_shapes
from pytest_uimcp.page.sight import PageSight

__all__ = ["ensure_has_size", "ensure_is_not_covered", "hit_element", "point_in_drawing", "refuse_below_window"]

# How far down a box must begin at least that may be below the window, to be refused as such.
_FAR_DOWN: Final = 500.0


def hit_element(verb: str, look: PageView, element: Element) -> Element:
    """The element that gets the events of the mouse, which may be around the one that a user goes for, or its label."""
    if element.tag == "option" and element.closest("select") is not None:
        # It is chosen, as in a browser, whose own list no mouse of a test reaches.
        return element
    if is_part_of_drawing(element):
        if not has_something_in_the_middle(look, element):
            _fail(verb, look, element, "nothing of it is drawn in its middle, where the mouse goes")
        refuse_below_shapes(look, element)
    if not matters(look):
        return _around_what_lets_through(look, element)
    reach = Reach(look)
    label = _label_of(look, element)
    if label is not None and (not look.styles.takes_pointer(element) or reach.obstacle(element) is not None):
        element = label
    hit = _around_what_lets_through(look, element)
    if hit is not element and reach.is_apart(element, hit):
        refuse("layout", f"what is behind {explain.describe(look, element)}, which lets the pointer through")
    reason = reach.obstacle(element)
    if reason is not None:
        _fail(verb, look, element, reason)
    return reach.part_over(hit)


def ensure_has_size(verb: str, look: PageView, element: Element) -> None:
    """Fail if an element has no size, which a user could not find."""
    if matters(look) and not Reach(look).has_size(element):
        _fail(verb, look, element, "it has no size")


def point_in_drawing(look: PageView, element: Element) -> Point | None:
    """Where the mouse goes for a part of a drawing, which may grow under it; None for other elements."""
    if not (look.is_simulated and look.styles.moves_under_pointer and is_part_of_drawing(element)):
        return None
    return Boxes(look).middle(element)


def ensure_is_not_covered(verb: str, look: PageView, element: Element, point: Point | None = None) -> None:
    """Fail if something lies over an element now that the pointer is there: it may have grown, or been shown."""
    if not matters(look) or element.tag == "option":
        return
    reach = Reach(look)
    if point is not None:
        reach.hold(element, point)
    reason = reach.cover_over(host_of(element))
    if reason is not None:
        _fail(verb, look, element, reason)


def refuse_below_window(look: PageView, element: Element) -> None:
    """Refuse what is drawn otherwise as long as nobody has scrolled to it."""
    if not look.styles.is_visible(element):
        return
    top = Boxes(look).box(element).top
    if top.low >= _FAR_DOWN and top.high >= WINDOW_HEIGHT.low:
        refuse("layout", f"whether {explain.start_tag(element)} has been in the window, which activates its first part")


def _around_what_lets_through(look: PageView, element: Element) -> Element:
    while not look.styles.takes_pointer(element):
        parent = look.parent(element)
        if parent is None:
            break
        element = parent
    return element


def _label_of(look: PageView, element: Element) -> Element | None:
    """The label of a check box or radio button, by which many are drawn."""
    if in_shadow(element) or controls.input_type(element) not in ("checkbox", "radio"):
        return None
    return next(iter(look.labels(element)), None)


def _fail(verb: str, look: PageView, element: Element, reason: str) -> NoReturn:
    message = f"{verb}: {explain.describe(look, element)} is there, but {reason}"
    raise NotActionable(with_tree(message, PageSight(look, look.document.body)))
