"""Where the boxes of elements are, between bounds: the page has no fonts, and so no sizes of texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom.flat import flat_children
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.layout.box import WINDOW, Box, Shift, shifts
from pytest_uimcp.page.layout.layout import Layout
from pytest_uimcp.page.layout.lengths import NOTHING, WINDOW_HEIGHT, WINDOW_WIDTH, Pixels, anywhere, larger, length
from pytest_uimcp.page.layout.placing import is_turned
from pytest_uimcp.page.layout.replaced import is_component
from pytest_uimcp.page.layout.sheet import Sides, border
from pytest_uimcp.page.layout.spots import Spot

__all__ = ["Boxes"]

_OUT: Final = frozenset({"absolute", "fixed"})
_MOVING: Final = ("transform", "translate")
_TURNING: Final = ("transform", "scale", "rotate")
# Those whose content may be anywhere in the window.
_POPPING: Final = words("sl-dialog sl-drawer sl-dropdown sl-popup sl-select sl-tooltip sl-menu-item sl-color-picker")


class _Contents(NamedTuple):
    """How wide and high what is in an element is, with its edges."""

    width: Pixels
    height: Pixels
    is_sure: bool


class Boxes:
    """The boxes of a document at one moment: in the page, or in the window for what is fixed to it."""

    def __init__(self, look: PageView) -> None:
        self._look = look
        self._layout = Layout(look)
        self._sheet = self._layout.sheet
        self._boxes: dict[Element, Box] = {}
        self._contents: dict[Element, _Contents] = {}
        # Where what is out of the flow would be in it.
        self._static: dict[Element, tuple[Pixels, Pixels]] = {}
        self._is_laid = False

    def style(self, element: Element) -> Mapping[str, str]:
        return self._sheet.style(element)

    def position(self, element: Element) -> str:
        return self._sheet.position(element)

    def moves(self, element: Element) -> bool:
        style = self.style(element)
        return any(style.get(name, "none") != "none" for name in (*_MOVING, "scale"))

    def container(self, element: Element) -> Element | None:
        """The element whose box contains the box of one that is absolute or fixed; None for the window."""
        is_fixed = self.position(element) == "fixed"
        if element in self._look.document.popovers or element in self._look.document.modals:
            return None
        ancestor = self._look.parent(element)
        while ancestor is not None:
            if self.moves(ancestor) or (not is_fixed and self.position(ancestor) != "static"):
                return ancestor
            ancestor = self._look.parent(ancestor)
        return None

    def is_fixed(self, element: Element) -> bool:
        """Whether it stays where it is when the page is scrolled."""
        ancestor: Element | None = element
        while ancestor is not None:
            if self.position(ancestor) == "fixed" and self.container(ancestor) is None:
                return True
            ancestor = self._look.parent(ancestor)
        return False

    def may_begin_outside(self, element: Element) -> bool:
        """Whether its box may begin left of the page or above it: what is in the flow does not, unless pulled there."""
        inner = element
        while True:
            style = self.style(inner)
            if style and (self.position(inner) != "static" or self.moves(inner) or _is_pulled(style)):
                return True
            parent = self._look.parent(inner)
            if parent is None:
                return False
            for sibling in flat_children(parent):
                if sibling is inner:
                    break
                if isinstance(sibling, Element) and _is_pulled(self.style(sibling)):
                    return True
            inner = parent

    def is_in_first_view(self, element: Element) -> bool:
        """Whether all of it is for certain in the window as long as the page is not scrolled, or always."""
        box = self.box(element)
        is_within = box.top.low >= 0 and box.bottom.high <= WINDOW_HEIGHT.low and box.left.low >= 0
        return (is_within and self.middle(element)[0].high <= WINDOW_WIDTH.low) or self.is_fixed(element)

    def box(self, element: Element) -> Box:
        if not self._is_laid:
            self._is_laid = True
            self._lay_page()
        box = self._boxes.get(element)
        if box is None:
            # What is not drawn has no box; what is in a component is somewhere in it.
            self._fill_unplaced(element)
            if element in self._boxes:
                return self._boxes[element]
            parent = self._look.parent(element)
            box = Box(anywhere(), anywhere(), Pixels(0, 3000), Pixels(0, 3000))
            if parent is not None and not self._look.styles.is_rendered(element):
                around = self.box(parent)
                box = Box(around.left, around.top, NOTHING, NOTHING)
            self._boxes[element] = box
        return box

    def middle(self, element: Element) -> tuple[Pixels, Pixels]:
        """The middle of its box."""
        return self.box(element).middle

    def of_pseudo(self, element: Element, style: Mapping[str, str]) -> Box:
        """The box of a pseudo-element that is out of the flow."""
        position = style.get("position")
        container: Element | None = element
        if position == "fixed":
            container = self.container(element) if self.position(element) == "fixed" else None
        elif self.position(element) == "static" and not self.moves(element):
            container = self.container(element)
        around = self._around(container)
        own = self.box(element)
        font_size = self._sheet.font(element).size
        size = []
        for axis, room, sides in (
            ("width", around.width, ("left", "right")),
            ("height", around.height, ("top", "bottom")),
        ):
            extent = length(style.get(axis, "auto"), room, font_size)
            first, last = (length(style.get(side, "auto"), room, font_size) for side in sides)
            if extent is None and first is not None and last is not None:
                extent = room.minus(first).minus(last).within(NOTHING, None)
            if extent is None:
                extent = Pixels(0, max(room.high, 400))
            elif style.get("box-sizing") != "border-box" and style.get(axis, "auto") != "auto":
                extent = Pixels(extent.low, extent.high + self._pseudo_edges(style, sides))
            size.append(extent)
        left = self._offset(style, ("left", "right"), around.left, around.width, size[0], (own.left, own.width))
        top = self._offset(style, ("top", "bottom"), around.top, around.height, size[1], (own.top, own.height))
        box = Box(left, top, size[0], size[1])
        return self._moved(box, style, font_size)

    def _pseudo_edges(self, style: Mapping[str, str], sides: tuple[str, str]) -> float:
        font = self._sheet.font(self._look.document.body)
        total = 0.0
        for side in sides:
            total += (length(style.get(f"padding-{side}", "0"), WINDOW_WIDTH, font.size) or NOTHING).high
            total += border(style, side, font).high
        return total

    def _offset(
        self, style: Mapping[str, str], sides: tuple[str, str], start: Pixels, room: Pixels, size: Pixels,
        own: tuple[Pixels, Pixels],
    ) -> Pixels:  # fmt: skip
        font_size = self._sheet.font(self._look.document.body).size
        before = length(style.get(f"margin-{sides[0]}", "0"), room, font_size) or NOTHING
        after = length(style.get(f"margin-{sides[1]}", "0"), room, font_size) or NOTHING
        near = length(style.get(sides[0], "auto"), room, font_size)
        far = length(style.get(sides[1], "auto"), room, font_size)
        if near is not None:
            return start.plus(near).plus(before)
        if far is not None:
            return start.plus(room).minus(far).minus(size).minus(after)
        return own[0].plus(Pixels(min(0, before.low), max(0, own[1].high) + max(0, before.high)))

    def height(self, element: Element) -> Pixels:
        """How high its box is."""
        return self.box(element).height

    def folds(self, grid: Element) -> bool:
        """Whether the rows of a grid have no height, unless what is in them needs one."""
        rows = self.style(grid).get("grid-template-rows", "")
        return rows in ("0fr", "0", "0px") and "grid" in self._look.styles.display(grid)

    def clips(self, element: Element, axis: str) -> bool:
        return self.style(element).get(f"overflow-{axis}", "visible") != "visible"

    def scrolls(self, element: Element, axis: str) -> bool:
        """Whether what is in it may be scrolled."""
        if not self.clips(element, axis):
            return False
        box = self.box(element)
        contents = self._contents.get(element)
        if contents is None or not contents.is_sure:
            return True
        size = box.width if axis == "x" else box.height
        return (contents.width if axis == "x" else contents.height).minus(size).high > 0.5

    # The page

    def _lay_page(self) -> None:
        html = self._look.document.html
        spot = self._layout.sized(html, WINDOW_WIDTH, WINDOW_WIDTH, WINDOW_HEIGHT)
        spot.top = NOTHING
        self._place(html, spot, WINDOW, NOTHING)

    def _place(self, element: Element, spot: Spot, around: Box, shift: Pixels) -> None:
        """Put an element where its spot says, from where the content of what is around it begins."""
        box = Box(around.left.plus(spot.left), around.top.plus(spot.top).plus(shift), spot.width, spot.height)
        style = self.style(element)
        if style:
            if style.get("position") in ("relative", "sticky"):
                box = self._relative(box, element, style, around)
            box = self._moved(box, style, self._sheet.font(element).size)
        self._boxes[element] = box
        self._fill(element, box, spot)

    def _fill(self, element: Element, box: Box, spot: Spot) -> None:
        if is_component(element):
            self._fill_component(element, box)
            return
        if any(self.style(element).get(name, "none") != "none" for name in _TURNING) and is_turned(self.style(element)):
            self._scatter(element, box)
            return
        content = box
        if spot.inside is not None:
            self._contents[element] = self._measured(element, spot)
            edges = self._edges(element, spot.width)
            content = Box(
                box.left.plus(edges.left), box.top.plus(edges.top), box.width.minus(edges.across),
                box.height.minus(edges.down),
            )  # fmt: skip
            for piece, (across, down) in spot.inside.static.items():
                self._static[piece] = content.left.plus(across), content.top.plus(down).plus(spot.shift)
            for inner, inner_spot in spot.inside.spots.items():
                self._place(inner, inner_spot, content, spot.shift)
        self._place_out_of_flow(element, content)

    def _measured(self, element: Element, spot: Spot) -> _Contents:
        """How far what is in it reaches."""
        assert spot.inside is not None
        edges = self._edges(element, spot.width)
        right = NOTHING
        bottom = spot.inside.height
        is_sure = True
        for inner, place in spot.inside.spots.items():
            right = larger(right, place.left.plus(place.width))
            bottom = larger(bottom, place.top.plus(place.height))
            contents = self._contents.get(inner)
            is_sure = is_sure and (contents is None or contents.is_sure) and not self._sheet.is_out(inner)
        return _Contents(right.plus(edges.across), bottom.plus(edges.down).plus(spot.shift), is_sure)

    def _edges(self, element: Element, width: Pixels) -> Sides:
        parent = self._look.parent(element)
        around = WINDOW_WIDTH if parent is None or parent not in self._boxes else self._boxes[parent].width
        return self._sheet.edges(element, around, self._sheet.font(element))

    def _place_out_of_flow(self, element: Element, content: Box) -> None:
        for piece in self._sheet.pieces(element):
            if not isinstance(piece, Element) or not self._sheet.is_out(piece):
                continue
            place = self._static.get(piece)
            if place is None:
                place = (
                    content.left.plus(Pixels(0, max(0, content.width.high))),
                    content.top.plus(Pixels(0, max(0, content.height.high))),
                )
            self._place_absolute(piece, place)

    def _around(self, container: Element | None) -> Box:
        """The box that offsets of what is placed in it are measured from: that within its borders."""
        if container is None:
            return WINDOW
        box = self.box(container)
        style = self.style(container)
        font = self._sheet.font(container)
        sides = Sides(*(border(style, side, font) for side in ("top", "right", "bottom", "left")))
        return Box(
            box.left.plus(sides.left), box.top.plus(sides.top), box.width.minus(sides.across),
            box.height.minus(sides.down),
        )  # fmt: skip

    def _place_absolute(self, element: Element, static: tuple[Pixels, Pixels]) -> None:
        style = self.style(element)
        font_size = self._sheet.font(element).size
        around = self._around(self.container(element))
        margins = self._sheet.margins(element, around.width, self._sheet.font(element))
        offsets = {
            side: length(style.get(side, "auto"), room, font_size)
            for side, room in (
                ("left", around.width), ("right", around.width), ("top", around.height), ("bottom", around.height),
            )
        }  # fmt: skip
        layout = self._layout
        across = (margins["left"] or NOTHING).plus(margins["right"] or NOTHING)
        width = layout.declared(element, "width", around.width)
        if width is None:
            room = around.width.minus(across)
            for side in ("left", "right"):
                room = room.minus(offsets[side] or NOTHING)
            if offsets["left"] is None and offsets["right"] is None:
                room = around.left.plus(around.width).minus(static[0]).minus(across)
            room = room.within(NOTHING, None)
            if offsets["left"] is not None and offsets["right"] is not None and layout.fills_width(element):
                width = room
            else:
                width = layout.fitted_width(element, room)
        width = layout.bounded(element, "width", width, around.width)
        height = None
        down = (margins["top"] or NOTHING).plus(margins["bottom"] or NOTHING)
        top, bottom = offsets["top"], offsets["bottom"]
        is_stretched = style.get("height", "auto") == "auto" and element.tag not in ("button", "input", "img", "svg")
        if is_stretched and top is not None and bottom is not None:
            height = around.height.minus(top).minus(bottom).minus(down).within(NOTHING, None)
            height = layout.bounded(element, "height", height, around.height)
        spot = layout.sized(element, width, around.width, around.height, height)
        left = _start(
            around.left,
            around.width,
            width,
            (offsets["left"], offsets["right"]),
            (margins["left"], margins["right"]),
            static[0],
            is_across=True,
        )
        upper = _start(
            around.top,
            around.height,
            spot.height,
            (top, bottom),
            (margins["top"], margins["bottom"]),
            static[1],
            is_across=False,
        )
        box = self._moved(Box(left, upper, width, spot.height), style, font_size)
        self._boxes[element] = box
        self._fill(element, box, spot)

    def _relative(self, box: Box, element: Element, style: Mapping[str, str], around: Box) -> Box:
        if style.get("position") == "sticky":
            return box
        font_size = self._sheet.font(element).size
        shift = []
        for before, after, room in (("left", "right", around.width), ("top", "bottom", around.height)):
            way = length(style.get(before, "auto"), room, font_size)
            back = length(style.get(after, "auto"), room, font_size)
            if way is None and back is not None:
                way = back.times(-1)
            shift.append(Shift(way or NOTHING))
        return box.moved(shift[0], shift[1])

    def _moved(self, box: Box, style: Mapping[str, str], font_size: Pixels) -> Box:
        for name in _MOVING:
            if (value := style.get(name, "none")) != "none":
                for right, down in shifts(value, font_size):
                    box = box.moved(right, down)
        if any(style.get(name, "none") != "none" for name in _TURNING) and is_turned(style):
            # It turns and grows around its middle, at most times.
            across, down_middle = box.middle
            most = 2 * (box.width.high + box.height.high)
            size = Pixels(0, most)
            if "transform-origin" in style:
                across = Pixels(across.low - most, across.high + most)
                down_middle = Pixels(down_middle.low - most, down_middle.high + most)
            high = Pixels(0, most)
            return Box(across.minus(size.times(0.5)), down_middle.minus(high.times(0.5)), size, high)
        return box

    # What is not laid out here

    def _scatter(self, element: Element, box: Box) -> None:
        """What is somewhere in a box."""
        for piece in self._sheet.pieces(element):
            if isinstance(piece, Element):
                high = Pixels(0, max(0, box.height.high))
                wide = Pixels(0, max(0, box.width.high))
                inner = Box(
                    box.left.plus(Pixels(-20, wide.high)), box.top.plus(Pixels(-20, high.high)), wide, high,
                )  # fmt: skip
                self._boxes[piece] = inner
                self._scatter(piece, inner)

    def _fill_component(self, host: Element, box: Box) -> None:
        for slot_children in self._columns(host):
            inside = Pixels(0, max(0, box.width.high))
            left = box.left.plus(Pixels(-40, max(0, box.width.high)))
            top = box.top.plus(Pixels(-40, max(0, box.height.high)))
            if host.tag in _POPPING:
                left = anywhere()
                top = anywhere()
                inside = Pixels(0, WINDOW_WIDTH.high)
            around = Box(left, top, inside, Pixels(0, 3000))
            for child in slot_children:
                spot = self._layout.shrunk(child, inside)
                # Whatever it is in may make it wider or higher.
                spot.width = Pixels(0, max(inside.high, spot.width.high))
                spot = self._layout.sized(child, spot.width, inside)
                if self._layout.is_inline(child):
                    spot.height = Pixels(0, spot.height.high)
                spot.left = Pixels(0, max(0, inside.high - spot.width.low))
                spot.top = Pixels(0, max(0, box.height.high))
                if not self._look.styles.is_rendered(child):
                    continue
                if self._sheet.is_out(child):
                    self._static[child] = anywhere(), anywhere()
                    self._place_absolute(child, self._static[child])
                else:
                    self._place(child, spot, around, NOTHING)

    def _fill_unplaced(self, element: Element) -> None:
        """Lay out what is in a component that has no place of its own in the page, such as a window over it."""
        for outer in element.ancestors():
            if is_component(outer) and outer not in self._boxes:
                self._boxes[outer] = Box(anywhere(), anywhere(), Pixels(0, 3000), Pixels(0, 3000))
                self._fill_component(outer, self._boxes[outer])
                return
            if outer in self._boxes:
                return

    def _columns(self, host: Element) -> list[list[Element]]:
        """The elements of each slot of a component, and those of its own."""
        columns: list[list[Element]] = []
        for child in host.elements():
            columns.append([child])
        return columns


def _start(
    start: Pixels, room: Pixels, size: Pixels, offsets: tuple[Pixels | None, Pixels | None],
    margins: tuple[Pixels | None, Pixels | None], static: Pixels, *, is_across: bool,
) -> Pixels:  # fmt: skip
    """Where something begins that is placed at sides of a box, or where it would be otherwise."""
    near, far = offsets
    before, after = margins
    if near is None and far is None:
        return static.plus(before or NOTHING)
    if near is None:
        assert far is not None
        return start.plus(room).minus(far).minus(size).minus(after or NOTHING)
    if far is None or (before is not None and after is not None):
        return start.plus(near).plus(before or NOTHING)
    free = room.minus(near).minus(far).minus(size).minus(before or NOTHING).minus(after or NOTHING)
    if before is None and after is None:
        # Margins that share what is free; across the page they do not pull what is too wide over its start.
        share = free.times(0.5)
        if is_across:
            share = share.within(NOTHING, None)
    elif before is None:
        share = free
    else:
        share = before
    return start.plus(near).plus(share)


def _is_pulled(style: Mapping[str, str]) -> bool:
    return any("-" in value for name, value in style.items() if name.startswith(("margin", "padding")))
