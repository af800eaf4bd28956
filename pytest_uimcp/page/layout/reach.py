"""Whether the mouse reaches an element: what is certain is told, what only layout decides is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from pytest_uimcp.page import explain
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom.flat import in_shadow
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.sheets import lays_out
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.layout.box import Box
from pytest_uimcp.page.layout.boxes import Boxes, Point
from pytest_uimcp.page.layout.clip_paths import leaves
from pytest_uimcp.page.layout.lengths import NOTHING, WINDOW_HEIGHT, WINDOW_WIDTH, Pixels, length
from pytest_uimcp.page.layout.order import Height, Order
from pytest_uimcp.page.layout.placing import (
    clips_all,
    clips_nothing,
    fills,
    hangs_out,
    is_in_window,
    is_scaled_to_nothing,
    is_shifted,
    is_small_toggle,
    most_overhang,
    stays_inside,
)

__all__ = ["Reach", "matters"]


def matters(look: PageView) -> bool:
    """Whether anything on the page is moved, cut off or laid over something by a style sheet, or open over it."""
    if not look.is_simulated:
        return False
    if look.styles.lays_out or look.document.popovers:
        return True
    elements = [look.document.html]
    while elements:  # all of them at each click, so with as few calls as can be
        element = elements.pop()
        if "style" in element.attributes and lays_out(element.attributes["style"]):
            return True
        elements += [child for child in element.children if isinstance(child, Element)]
    return False


# The share of a circle's box on each side of its middle that is outside of a square in it.
_CORNER: Final = 0.15
# The size in pixels of what is only there for screen readers, at most.
_POINT: Final = 2.0
_HALF_TURN: Final = re.compile(r"rotate[xy]\(\s*-?180deg\s*\)")
_SIZES: Final = frozenset({"width", "height", "max-width", "max-height"})


class _Cover(NamedTuple):
    """Something that may be over other elements; a pseudo-element is part of its element."""

    element: Element
    style: Mapping[str, str]
    pseudo: str = ""
    # Whether it takes room of its own, so that it can only cover what takes none.
    is_in_flow: bool = False
    # Whether it is in the flow, and it or a neighbour is pulled over others by a margin below zero.
    is_pulled: bool = False


class Reach:
    def __init__(self, look: PageView) -> None:
        self._look = look
        self._boxes = Boxes(look)
        self._order = Order(look, self._boxes)
        self._covers: list[_Cover] | None = None
        self._may_be_pulled = look.styles.pulls or any(
            "margin" in element.attributes["style"]
            for element in look.document.descendants()
            if "style" in element.attributes
        )

    def hold(self, element: Element, point: Point) -> None:
        """Go to this point for an element, which was its middle before."""
        self._boxes.hold(element, point)

    def obstacle(self, element: Element) -> str | None:
        """Why the mouse does not reach an element; None if it does. Refuses what is uncertain."""
        # Components lay out their parts themselves.
        while in_shadow(element):
            parent = self._look.parent(element)
            if parent is None:
                return None
            element = parent
        if self._faces_away(element):
            return "its back is turned to the front"
        return self._absence(element) or self.cover_over(element)

    def has_size(self, element: Element) -> bool:
        """Whether it has a size: Playwright fills no field without one."""
        ancestor: Element | None = element
        while ancestor is not None:
            if self._boxes.style(ancestor).get("font-size") in ("0", "0px"):
                refuse("layout", f"what is left of {explain.describe(self._look, element)} in a font without a size")
            ancestor = self._look.parent(ancestor)
        return not self._is_scaled_to_nothing(element)

    def is_apart(self, element: Element, around: Element) -> bool:
        """Whether something between them is out of the flow, so that something else may be behind it."""
        descendant: Element | None = element
        while descendant is not None and descendant is not around:
            if self._boxes.position(descendant) in ("absolute", "fixed"):
                return True
            descendant = self._look.parent(descendant)
        return False

    def part_over(self, element: Element) -> Element:
        """The element, or what covers all of it from within, such as the link of a card."""
        parts = [
            cover
            for cover in self.covers()
            if cover.element is not element
            and self._is_there(cover)
            and self._is_in(cover.element, element)
            and fills(cover.style)
            and self._container_of(cover) is element
        ]
        if not parts:
            return element
        return max(parts, key=self._height).element

    def _absence(self, element: Element) -> str | None:
        if self._is_scaled_to_nothing(element):
            return "it has no size"
        # A box is the work of all that is before it on the page, and decides nothing at most elements.
        if not self._boxes.style(element).keys().isdisjoint(_SIZES):
            box = self._boxes.box(element)
            if not (box.width.high and box.height.high):
                return "it has no size"
        return self._cut(element) or self._outside(element)

    def _is_scaled_to_nothing(self, element: Element) -> bool:
        ancestor: Element | None = element
        while ancestor is not None:
            style = self._boxes.style(ancestor)
            if style and is_scaled_to_nothing(style):
                return True
            ancestor = self._look.parent(ancestor)
        return False

    def _cut(self, element: Element) -> str | None:
        """Whether something around it cuts it off, or clips it away."""
        ancestor: Element | None = element
        # What is out of the flow is not cut off by what is around it within the box that it is placed in.
        container: Element | None = element
        is_skipping = False
        while ancestor is not None:
            if is_skipping and ancestor is container:
                is_skipping = False
            style = self._boxes.style(ancestor)
            if style:
                position = style.get("position", "static")
                if reason := self._clipped_by(ancestor, element):
                    return reason
                if not is_skipping and ancestor is not element and (reason := self._cut_by(ancestor, element)):
                    return reason
                if not is_skipping and position in ("absolute", "fixed"):
                    container = self._boxes.container(ancestor)
                    is_skipping = True
                    if container is None:
                        ancestor_after = self._look.parent(ancestor)
                        return self._clip_around(ancestor_after, element)
            ancestor = self._look.parent(ancestor)
        return None

    def _clipped_by(self, clipper: Element, element: Element) -> str | None:
        style = self._boxes.style(clipper)
        clip = style.get("clip", "auto")
        if clip != "auto" and style.get("position") in ("absolute", "fixed") and clips_all(clip):
            return self._cut_off_by(clipper, element)
        path = style.get("clip-path", "none")
        if path == "none" or clips_nothing(path):
            return None
        edge = self._boxes.box(clipper)
        across, down = self._boxes.middle(element)
        is_there = leaves(path, edge, (across.minus(edge.left), down.minus(edge.top)))
        if clips_all(path) or is_there is False:
            return self._cut_off_by(clipper, element)
        if is_there is None:
            refuse("layout", f"what clip-path: {path} leaves of {explain.describe(self._look, element)}")
        return None

    def _clip_around(self, ancestor: Element | None, element: Element) -> str | None:
        while ancestor is not None:
            if clips_all(self._boxes.style(ancestor).get("clip-path", "none")):
                return self._cut_off_by(ancestor, element)
            ancestor = self._look.parent(ancestor)
        return None

    def _cut_by(self, clipper: Element, element: Element) -> str | None:
        if clipper.tag in ("html", "body") or not (self._boxes.clips(clipper, "x") or self._boxes.clips(clipper, "y")):
            return None
        edge = self._boxes.box(clipper)
        middle = self._boxes.middle(element)
        for axis, start, size, center in (
            ("x", edge.left, edge.width, middle[0]), ("y", edge.top, edge.height, middle[1]),
        ):  # fmt: skip
            if not self._boxes.clips(clipper, axis):
                continue
            if size.high < 2:
                return self._cut_off_by(clipper, element)
            declared = self._boxes.style(clipper)
            name = "width" if axis == "x" else "height"
            if (
                size.low < 2
                and (name in declared or f"max-{name}" in declared)
                and not self._grows(clipper, name, size)
            ):
                self._refuse_cut(clipper, element)
            # To what is before its start nobody can scroll.
            before = start.minus(center)
            if before.low > 0:
                return self._cut_off_by(clipper, element)
            if before.high > 0 and self._is_shifted(element, clipper):
                self._refuse_cut(clipper, element)
        return None

    def _grows(self, clipper: Element, name: str, size: Pixels) -> bool:
        """Whether a size that may be nothing is only that of a content that is not measured."""
        style = self._boxes.style(clipper)
        return name not in style and size.high >= 20

    def _is_shifted(self, element: Element, clipper: Element) -> bool:
        ancestor: Element | None = element
        while ancestor is not None and ancestor is not clipper:
            style = self._boxes.style(ancestor)
            if self._boxes.moves(ancestor) or style.get("position") in ("absolute", "relative"):
                return True
            if any(style.get(f"margin-{side}", "").startswith("-") for side in ("left", "top", "right")):
                return True
            ancestor = self._look.parent(ancestor)
        return False

    def _cut_off_by(self, clipper: Element, element: Element) -> str:
        if clipper is element:
            return "it is cut off (clip)"
        return f"it is cut off by {explain.start_tag(clipper)} around it"

    def _refuse_cut(self, clipper: Element, element: Element) -> None:
        what = explain.describe(self._look, element)
        refuse("layout", f"whether {explain.start_tag(clipper)} cuts off {what}")

    def _outside(self, element: Element) -> str | None:
        if not self._boxes.may_begin_outside(element):
            return None
        horizontal, vertical = self._boxes.middle(element)
        is_fixed = self._boxes.is_fixed(element)
        unsure = False
        for middle, size, axis in ((horizontal, WINDOW_WIDTH, "x"), (vertical, WINDOW_HEIGHT, "y")):
            if self._may_be_scrolled_to(element, axis):
                continue
            if middle.high < 0 or (is_fixed and middle.low > size.high):
                return "it is outside of the window, where nobody can scroll to"
            unsure = unsure or middle.low < 0 or (is_fixed and middle.high > size.high and self._is_moved(element))
        if unsure and self._is_moved(element):
            refuse("layout", f"whether {explain.describe(self._look, element)} is within the window")
        return None

    def _may_be_scrolled_to(self, element: Element, axis: str) -> bool:
        """Whether something around it that is in the window shows it when it is scrolled."""
        for ancestor in self._ancestors(element):
            if ancestor is element or ancestor.tag in ("html", "body"):
                continue
            if self._boxes.scrolls(ancestor, axis) and is_in_window(self._boxes.box(ancestor)):
                start = self._boxes.box(ancestor)[axis == "y"]
                return self._boxes.middle(element)[axis == "y"].minus(start).low >= 0
        return False

    def _is_moved(self, element: Element, frame: Element | None = None) -> bool:
        """Whether it or something around it, within the frame, may be moved out of its place."""
        ancestor: Element | None = element
        while ancestor is not None and ancestor is not frame:
            style = self._boxes.style(ancestor)
            if style and is_shifted(style):
                return True
            ancestor = self._look.parent(ancestor)
        return False

    # What lies over it

    def cover_over(self, element: Element) -> str | None:
        """What lies over it, in words; refuses what is uncertain."""
        level = self._order.height(element)
        if any(number < 0 for number, _ in level):
            refuse("layout", f"what lies over {explain.describe(self._look, element)}, whose z-index is below zero")
        uncertain: _Cover | None = None
        covers = self.covers()
        if self._frame(element) is not None:  # what is in the flow lies over nothing else in it
            covers = [*covers, *self._raised()]
        for cover in covers:
            if self._is_own(cover, element) or not self._is_over(cover, element, level):
                continue
            if not cover.is_pulled and self._surely_covers(cover, element):
                return f"it is covered by {explain.start_tag(cover.element)}"
            if self._may_meet(cover, element):
                uncertain = uncertain or cover
        if uncertain is not None:
            what = explain.describe(self._look, element)
            refuse("layout", f"whether {explain.start_tag(uncertain.element)} covers {what}")
        return None

    def _is_over(self, cover: _Cover, element: Element, level: Height) -> bool:
        """Whether it would cover the element if both were at one place, and may be there."""
        if cover.is_pulled:
            return self._is_there(cover) and not self._is_pulled_under(cover, element, level)
        if self._is_apart(cover, element) or not self._is_there(cover):
            return False
        return self._order.is_over(self._height(cover), level)

    def _is_own(self, cover: _Cover, element: Element) -> bool:
        """Whether a hit on it is one on the element."""
        descendant: Element | None = cover.element
        if cover.pseudo:  # that of what is around the element covers it
            return self._is_in(descendant, element)
        return self._is_in(descendant, element) or self._is_in(element, cover.element)

    def _is_in(self, descendant: Element | None, ancestor: Element) -> bool:
        while descendant is not None:
            if descendant is ancestor:
                return True
            descendant = self._look.parent(descendant)
        return False

    def covers(self) -> list[_Cover]:
        if self._covers is None:
            self._covers = list(self._all_covers())
        return self._covers

    def _raised(self) -> Iterator[_Cover]:
        """What is in the flow, but over what is out of it and earlier: what is scaled, half transparent, and so on."""
        for element in self._order.drawn():
            if in_shadow(element) or not self._look.styles.may_be_raised(element):
                continue
            if self._boxes.position(element) == "static" and self._order.is_raised(element):
                yield _Cover(element, self._boxes.style(element), is_in_flow=True)

    def _all_covers(self) -> Iterator[_Cover]:
        for element in self._order.drawn():
            yield from self._covers_of_pseudos(element)
            if in_shadow(element):
                continue
            if not self._look.styles.may_be_placed(element) and not self._may_be_pulled and not self._is_open(element):
                continue
            style = self._boxes.style(element)
            position = style.get("position")
            is_out = position in ("absolute", "fixed") or (
                style.get("pointer-events") == "auto" and self._frame(element) is not None
            )
            if is_out or position in ("relative", "sticky"):
                yield _Cover(element, style, is_in_flow=not is_out)
            elif any(name.startswith("margin") and "-" in value for name, value in style.items()):
                yield from self._pulled(element)

    def _is_open(self, element: Element) -> bool:
        """Whether the browser's own style sheet puts it over the page."""
        return element in self._look.document.popovers or (element.tag == "dialog" and element.has("open"))

    def _pulled(self, element: Element) -> Iterator[_Cover]:
        """What lies over something because of a margin below zero: the element, or a neighbour of it."""
        parent = self._look.parent(element)
        if parent is None:
            return
        for neighbour in parent.elements():
            if neighbour is not element and self._look.styles.is_rendered(neighbour):
                yield _Cover(neighbour, self._boxes.style(neighbour), is_pulled=True)
        yield _Cover(element, self._boxes.style(element), is_pulled=True)

    def _is_pulled_under(self, cover: _Cover, element: Element, level: Height) -> bool:
        """Whether it is for certain not over the element: what is later on the page is over what is earlier."""
        height = self._height(cover)
        if self._order.is_over(level, height):
            return True
        return (
            not self._order.is_over(height, level)
            and self._order.is_before(cover.element, element)
            and not any(
                "reverse" in self._boxes.style(ancestor).get(name, "")
                for ancestor in self._ancestors(cover.element)
                for name in ("flex-direction", "flex-flow")
            )
        )

    def _covers_of_pseudos(self, element: Element) -> Iterator[_Cover]:
        for pseudo in ("before", "after"):
            if self._look.styles.may_be_placed(element, pseudo):
                style = self._look.styles.laid(element, pseudo)
                if style.get("position") in ("absolute", "fixed"):
                    yield _Cover(element, style, pseudo)

    def _height(self, cover: _Cover) -> Height:
        if cover.pseudo:
            return self._order.of_pseudo(cover.element, cover.pseudo, cover.style)
        return self._order.height(cover.element)

    def _box(self, cover: _Cover) -> Box:
        if cover.pseudo:
            return self._boxes.of_pseudo(cover.element, cover.pseudo, cover.style)
        return self._boxes.box(cover.element)

    def _is_there(self, cover: _Cover) -> bool:
        """Whether the mouse can meet it anywhere."""
        style = cover.style
        element = cover.element
        if self._faces_away(element):
            return False
        points = style.get("pointer-events") if cover.pseudo else None
        if points == "none" or (points is None and not self._look.styles.takes_pointer(element)):
            return False
        if self._is_scaled_to_nothing(element) or is_scaled_to_nothing(style):
            return False
        if cover.pseudo:
            is_drawn = style.get("content", "none") not in ("none", "normal")
            return is_drawn and style.get("visibility") != "hidden"
        box = self._boxes.box(element)
        if self._boxes.is_fixed(element) and not is_in_window(box):
            return False
        return box.width.high >= 2 and box.height.high >= 2 and self._is_shown(element)

    def _faces_away(self, element: Element) -> bool:
        """Whether nobody sees it because its back is turned to the front: an odd number of half turns around it."""
        turns = 0
        # What has a back, and whether an odd number of half turns has been made within it.
        backs: list[int] = []
        for ancestor in self._ancestors(element):
            style = self._boxes.style(ancestor)
            # Around a space of its own, everything in it is as flat as a picture.
            if ancestor is not element and style.get("transform-style") != "preserve-3d":
                if any((turns - start) % 2 for start in backs):
                    return True
                backs = []
            if style.get("backface-visibility") == "hidden":
                backs.append(turns)
            if style.get("transform", "none") != "none":
                turns += len(_HALF_TURN.findall(style["transform"]))
        return any((turns - start) % 2 for start in backs)

    def _frame(self, element: Element | None) -> Element | None:
        """What is out of the flow around an element, or the element itself; None in the flow of the page."""
        while element is not None and self._boxes.position(element) not in ("absolute", "fixed"):
            element = self._look.parent(element)
        return element

    def _is_on_ground(self, element: Element, cover: Element, frame: Element | None) -> bool:
        """Whether the frame is the one that the element is in for certain, in a box of its own beside the cover.

        What stays inside of its container is where that is.
        """
        ground = self._frame(element)
        while ground is not None and self._boxes.position(ground) == "absolute":
            container = self._boxes.container(ground)
            if self._is_point(ground):
                container = self._look.parent(ground)
            elif container is not None and self._overhang(ground, container) is None:
                break
            if container is None:
                break
            # What is in the same box may lie anywhere in it.
            if self._is_in(cover, container):
                return False
            ground = self._frame(container)
        return frame is ground

    def _is_point(self, frame: Element) -> bool:
        """Whether it is where the flow left it, and so small that it stays in what is around it."""
        style = self._boxes.style(frame)
        if any(style.get(side, "auto") != "auto" for side in ("top", "right", "bottom", "left")):
            return False
        box = self._boxes.box(frame)
        return box.width.high <= _POINT and box.height.high <= _POINT and not self._boxes.moves(frame)

    def _settled(self, element: Element) -> Element:
        """The box that an element is in for certain, as a button in the corner of a card is in that."""
        while self._boxes.position(element) == "absolute":
            container = self._boxes.container(element)
            if container is None or self._overhang(element, container) is None:
                break
            element = container
        return element

    def _overhang(self, frame: Element, container: Element) -> float | None:
        """By how much what is placed in a box hangs over its edge, but less than half; None if that is not certain."""
        style = self._boxes.style(frame)
        if self._sticks_out(_Cover(frame, style), self._boxes.box(container)):
            return None
        if stays_inside(style):
            return 0.0
        overhang = most_overhang(style)
        box = self._boxes.box(frame)
        if overhang is None or overhang >= min(box.width.low, box.height.low) / 2:
            return None
        return overhang

    def _is_shown(self, element: Element) -> bool:
        style = self._boxes.style(element)
        if clips_all(style.get("clip", "auto")) or clips_all(style.get("clip-path", "none")):
            return False
        container = self._boxes.container(element)
        while container is not None:
            edge = self._boxes.box(container)
            for axis, size in (("x", edge.width), ("y", edge.height)):
                if self._boxes.clips(container, axis) and size.high < 2:
                    return False
            container = self._look.parent(container)
        return True

    def _is_apart(self, cover: _Cover, element: Element) -> bool:
        """Whether it is beside, above or below the element, by how both are placed."""
        style = cover.style
        if cover.is_in_flow:
            return self._is_on_ground(element, cover.element, self._frame(cover.element))
        if style.get("position") != "absolute":
            return False
        if not cover.pseudo and is_small_toggle(cover.element, style):
            return cover.element.parent is None or not self._is_in(element, self._look.parent(cover.element) or element)
        container = self._container_of(cover)
        if container is None or self._is_in(element, container):
            if container is not None and not self._leaves(element, container) and hangs_out(style):
                return True
            return not cover.pseudo and self._is_below(cover.element, style, element)
        if self._sticks_out(cover, self._boxes.box(container)):
            return False
        if self._is_badge(cover, element):
            on_ground = self._is_on_ground(element, cover.element, self._frame(container))
            return on_ground and not self._is_moved(self._settled(element))
        if not stays_inside(style):
            return False
        frame = self._frame(container)
        if self._is_on_ground(element, cover.element, frame):
            return container is not frame and not self._is_moved(element, frame)
        # What contains it is compared itself.
        return frame is not None and self._look.styles.takes_pointer(container)

    def _is_badge(self, cover: _Cover, element: Element) -> bool:
        """Whether it hangs over the edge of its container, but not as far as the middle of an element beside that."""
        overhang = most_overhang(cover.style)
        # Without any it stays inside.
        if not overhang:
            return False
        box = self._boxes.box(element)
        beyond = 0.0
        if self._boxes.position(element) == "absolute" and (container := self._boxes.container(element)) is not None:
            beyond = self._overhang(element, container) or 0.0
        return overhang < min(box.width.low, box.height.low) / 2 - beyond

    def _sticks_out(self, cover: _Cover, surrounding: Box) -> bool:
        """Whether it is for certain larger than what its container leaves it, as a list over rows of one height is."""
        box = self._box(cover)
        for names, size, room in (
            (("left", "right"), box.width, surrounding.width), (("top", "bottom"), box.height, surrounding.height),
        ):  # fmt: skip
            offsets = (length(cover.style.get(name, "auto"), room) for name in names)
            if sum(offset.low for offset in offsets if offset is not None) + size.low > room.high:
                return True
        return False

    def _is_below(self, cover: Element, style: Mapping[str, str], element: Element) -> bool:
        """Whether it is drawn where the flow left it, which was below the element."""
        frame = self._frame(element)
        if any(style.get(name, "auto") != "auto" for name in ("top", "bottom")):
            return False
        if self._look.styles.display(cover).startswith("inline") or self._frame(self._look.parent(cover)) is not frame:
            return False
        return self._order.is_before(element, cover) and not self._is_moved(element, frame)

    def _surely_covers(self, cover: _Cover, element: Element) -> bool:
        if cover.element is not element and self._covers_container(cover, element):
            return True
        path = cover.style.get("clip-path", "none")
        if path != "none" and not clips_nothing(path):
            return False
        if self._boxes.is_askew(cover.element):
            is_still = self._cover_is_fixed(cover) == self._boxes.is_fixed(element)
            if cover.pseudo or not is_still or self._may_be_scrolled():
                return False
            corner = _CORNER * ("border-radius" in cover.style)
            return self._boxes.surely_holds(cover.element, self._seen_middle(element, cover), corner)
        meeting = self._meeting(cover, element)
        if meeting is None:
            return False
        return all(center.minus(start).low >= 0 and end.minus(center).low >= 0 for center, start, end in meeting)

    def _covers_container(self, cover: _Cover, element: Element) -> bool:
        """Whether it covers all of a box that the element is in."""
        style = cover.style
        if style.get("position") == "fixed":
            return fills(style) and not self._is_transformed(cover)
        if not fills(style):
            return False
        container = self._container_of(cover)
        return container is not None and self._is_in(element, container) and not self._leaves(element, container)

    def _is_transformed(self, cover: _Cover) -> bool:
        return self._boxes.container(cover.element) is not None and self._boxes.position(cover.element) == "fixed"

    def _container_of(self, cover: _Cover) -> Element | None:
        element = cover.element
        if cover.pseudo and (self._boxes.position(element) != "static" or self._boxes.moves(element)):
            return element
        return self._boxes.container(element)

    def _leaves(self, element: Element, container: Element) -> bool:
        """Whether something between them is out of the flow, or moved."""
        descendant: Element | None = element
        while descendant is not None and descendant is not container:
            style = self._boxes.style(descendant)
            if self._boxes.moves(descendant) or (style.get("position") in ("absolute", "fixed") and not fills(style)):
                return True
            descendant = self._look.parent(descendant)
        return False

    def _ancestors(self, element: Element) -> Iterator[Element]:
        """Itself and what is around it."""
        ancestor: Element | None = element
        while ancestor is not None:
            yield ancestor
            ancestor = self._look.parent(ancestor)

    def _height_in_window(self, element: Element) -> Pixels | None:
        """How far down the window its middle is when the mouse goes there; None if that is not known."""
        middle = self._boxes.middle(element)[1]
        if not self._scrolls() or self._boxes.is_fixed(element):
            return middle
        if not self._look.document.is_at_top:
            return None
        if self._boxes.is_in_first_view(element):
            return middle
        if middle.low <= WINDOW_HEIGHT.high:
            return None
        # It is scrolled to the middle of the window, as far as the page goes.
        half = WINDOW_HEIGHT.low / 2
        end = self._boxes.height(self._look.document.html).low - WINDOW_HEIGHT.low
        return Pixels(half, max(half, middle.high - end))

    def _cover_is_fixed(self, cover: _Cover) -> bool:
        if cover.pseudo and cover.style.get("position") == "fixed":
            return True
        return self._boxes.is_fixed(cover.element)

    def _scrolls(self) -> bool:
        return self._boxes.height(self._look.document.html).high > WINDOW_HEIGHT.low

    def _meeting(self, cover: _Cover, element: Element) -> list[tuple[Pixels, Pixels, Pixels]] | None:
        """Where the mouse goes, between which sides it meets the cover, for both axes; None if that is not known."""
        across, down = self._seen_middle(element, cover)
        if self._cover_is_fixed(cover) and not self._boxes.is_fixed(element):
            in_window = self._height_in_window(element)
            if in_window is None:
                return None
            down = in_window
        elif self._boxes.is_fixed(element) and not self._cover_is_fixed(cover) and self._may_be_scrolled():
            return None
        box = self._box(cover)
        edges = []
        for center, start, size in ((across, box.left, box.width), (down, box.top, box.height)):
            # Of what has round corners, it surely meets what is around the middle.
            edge = size.times(_CORNER) if "border-radius" in cover.style else NOTHING
            edges.append((center, start.plus(edge), start.plus(size).minus(edge)))
        for ancestor in self._ancestors(cover.element):
            if ancestor is cover.element or self._is_in(element, ancestor):
                continue
            around = self._boxes.box(ancestor)
            if self._boxes.clips(ancestor, "x"):
                edges.append((across, around.left, around.right))
            if self._boxes.clips(ancestor, "y"):
                edges.append((down, around.top, around.bottom))
        return edges

    def _may_be_scrolled(self) -> bool:
        """Whether the page may be further down than its top; to what is fixed it need not be scrolled."""
        return self._scrolls() and not self._look.document.is_at_top

    def _seen_middle(self, element: Element, cover: _Cover) -> tuple[Pixels, Pixels]:
        """Its middle, which is somewhere in what scrolls around it."""
        across, down = self._boxes.middle(element)
        for ancestor in self._ancestors(element):
            if ancestor is element or ancestor.tag in ("html", "body"):
                continue
            if self._is_in(cover.element, ancestor) and not self._cover_is_fixed(cover):
                break
            box = self._boxes.box(ancestor)
            if self._boxes.scrolls(ancestor, "x"):
                across = box.left.plus(Pixels(0, max(0, box.width.high)))
            if self._boxes.scrolls(ancestor, "y"):
                down = box.top.plus(Pixels(0, max(0, box.height.high)))
        return across, down

    def _may_meet(self, cover: _Cover, element: Element) -> bool:
        meeting = self._meeting(cover, element)
        if meeting is None:
            across, _ = self._seen_middle(element, cover)
            box = self._box(cover)
            meeting = [(across, box.left, box.right)]  # the page may be scrolled to any place
        return all(center.minus(start).high >= 0 and end.minus(center).high >= 0 for center, start, end in meeting)
