"""Where the boxes of elements are, between bounds: the page has no fonts, and so no sizes of texts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom.flat import flat_children
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.layout import anchors
from pytest_uimcp.page.layout.box import WINDOW, Box, Shift, shifts
from pytest_uimcp.page.layout.drawings import box_in_drawing, drawing_of
from pytest_uimcp.page.layout.fonts import font_of, text_width
from pytest_uimcp.page.layout.layout import Layout
from pytest_uimcp.page.layout.lengths import NOTHING, WINDOW_HEIGHT, WINDOW_WIDTH, Pixels, anywhere, larger, length
from pytest_uimcp.page.layout.placing import is_turned
from pytest_uimcp.page.layout.replaced import drawing_ratio, is_component
from pytest_uimcp.page.layout.shapes import is_part_of_drawing
from pytest_uimcp.page.layout.sheet import Sides, border
from pytest_uimcp.page.layout.spots import Spot
from pytest_uimcp.page.layout.turning import Turn, turn_of

__all__ = ["Boxes", "Point"]

_OF_TEXT: Final = frozenset({"block", "inline", "inline-block"})
_MOVING: Final = ("transform", "translate")
_ENDS: Final = {"width": ("left", "right"), "height": ("top", "bottom")}
# Those whose content may be anywhere in the window.
_POPPING: Final = words("sl-dialog sl-drawer sl-dropdown sl-popup sl-select sl-tooltip sl-menu-item sl-color-picker")


# A place across and down.
Point: TypeAlias = tuple[Pixels, Pixels]


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
        # What is done to elements after they are laid out, and their boxes before.
        self._turns: dict[Element, list[Turn]] = {}
        self._flat: dict[Element, Box] = {}
        self._held: dict[Element, Point] = {}
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
        nested = element
        while True:
            style = self.style(nested)
            if style and (self.position(nested) != "static" or self.moves(nested) or _is_pulled(style)):
                return True
            parent = self._look.parent(nested)
            if parent is None:
                return False
            for sibling in flat_children(parent):
                if sibling is nested:
                    break
                if isinstance(sibling, Element) and _is_pulled(self.style(sibling)):
                    return True
            nested = parent

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
            if is_part_of_drawing(element) and (drawing := drawing_of(element)) is not None:
                box = self._boxes[element] = box_in_drawing(self._look, element, self._content_of(drawing))
                return box
            parent = self._look.parent(element)
            box = Box(anywhere(), anywhere(), Pixels(0, 3000), Pixels(0, 3000))
            if parent is not None and not self._look.styles.is_rendered(element):
                surrounding = self.box(parent)
                box = Box(surrounding.left, surrounding.top, NOTHING, NOTHING)
            self._boxes[element] = box
        return box

    def _content_of(self, element: Element) -> Box:
        """Its box without its edges."""
        box = self.box(element)
        edges = self._edges(element, box.width)
        return Box(
            box.left.plus(edges.left), box.top.plus(edges.top), box.width.minus(edges.across),
            box.height.minus(edges.down),
        )  # fmt: skip

    def middle(self, element: Element) -> Point:
        """The middle of its box, or the point that is held."""
        return self._held.get(element) or self.box(element).middle

    def hold(self, element: Element, point: Point) -> None:
        """Take this for its middle: the mouse was there before the element grew under it."""
        self._held[element] = point

    def of_pseudo(self, element: Element, pseudo: str, style: Mapping[str, str]) -> Box:
        """The box of a pseudo-element that is out of the flow."""
        element_box = self._flat_box(element)
        container = self._container_of_pseudo(element, style)
        surrounding = WINDOW
        turns: list[Turn] = []
        if container is not None:
            surrounding = self._within_borders(container, self._flat_box(container))
            turns = self._turns.get(container, [])
        width = self._size_of_pseudo(element, pseudo, style, "width", surrounding.width)
        height = self._size_of_pseudo(element, pseudo, style, "height", surrounding.height)
        left = self._offset(
            style, _ENDS["width"], surrounding.left, surrounding.width, width, (element_box.left, element_box.width)
        )
        top = self._offset(
            style, _ENDS["height"], surrounding.top, surrounding.height, height, (element_box.top, element_box.height)
        )
        box = _moved(Box(left, top, width, height), style, self._sheet.font(element).size)
        for turn in turns:
            box = turn.of(box)
        return box

    def _flat_box(self, element: Element) -> Box:
        """Its box before anything was turned."""
        box = self.box(element)
        return self._flat.get(element, box)

    def _container_of_pseudo(self, element: Element, style: Mapping[str, str]) -> Element | None:
        if style.get("position") == "fixed":
            if self.position(element) == "fixed":
                return self.container(element)
            return None
        if self.position(element) == "static" and not self.moves(element):
            return self.container(element)
        return element

    def _size_of_pseudo(
        self, element: Element, pseudo: str, style: Mapping[str, str], axis: str, room: Pixels
    ) -> Pixels:
        font_size = self._sheet.font(element).size
        sides = _ENDS[axis]
        extent = length(style.get(axis, "auto"), room, font_size)
        initial, final = (length(style.get(side, "auto"), room, font_size) for side in sides)
        if extent is None and initial is not None and final is not None:
            return room.minus(initial).minus(final).within(NOTHING, None)
        if extent is None:
            most = self._most_of_pseudo(element, pseudo, style, axis)
            return Pixels(0, min(max(room.high, 400), most + self._pseudo_edges(style, sides)))
        if style.get("box-sizing") != "border-box" and style.get(axis, "auto") != "auto":
            return Pixels(extent.low, extent.high + self._pseudo_edges(style, sides))
        return extent

    def _most_of_pseudo(self, element: Element, pseudo: str, style: Mapping[str, str], axis: str) -> float:
        """How wide its text is at most in one line, or how high with each of its words in a line of its own."""
        text = self._look.styles.content(element, pseudo)
        if text is None or "aspect-ratio" in style or style.get("display", "block") not in _OF_TEXT:
            return math.inf
        font = font_of(style, self._sheet.font(element))
        if axis == "width":
            return text_width(text, font).high
        return len(text.split()) * font.line.high

    def _pseudo_edges(self, style: Mapping[str, str], sides: tuple[str, str]) -> float:
        font = self._sheet.font(self._look.document.body)
        total = 0.0
        for side in sides:
            total += (length(style.get(f"padding-{side}", "0"), WINDOW_WIDTH, font.size) or NOTHING).high
            total += border(style, side, font).high
        return total

    def _offset(
        self, style: Mapping[str, str], sides: tuple[str, str], start: Pixels, room: Pixels, size: Pixels,
        extent: tuple[Pixels, Pixels],
    ) -> Pixels:  # fmt: skip
        font_size = self._sheet.font(self._look.document.body).size
        lead = length(style.get(f"margin-{sides[0]}", "0"), room, font_size) or NOTHING
        trail = length(style.get(f"margin-{sides[1]}", "0"), room, font_size) or NOTHING
        near_offset = length(style.get(sides[0], "auto"), room, font_size)
        far = length(style.get(sides[1], "auto"), room, font_size)
        if near_offset is not None:
            return start.plus(near_offset).plus(lead)
        if far is not None:
            return start.plus(room).minus(far).minus(size).minus(trail)
        return extent[0].plus(Pixels(min(0, lead.low), max(0, extent[1].high) + max(0, lead.high)))

    def height(self, element: Element) -> Pixels:
        """How high its box is."""
        return self.box(element).height

    def clips(self, element: Element, axis: str) -> bool:
        return self.style(element).get(f"overflow-{axis}", "visible") != "visible"

    def scrolls(self, element: Element, axis: str) -> bool:
        """Whether what is in it may be scrolled."""
        if not self.clips(element, axis) or element.tag == "svg":
            return False
        box = self.box(element)
        contents = self._contents.get(element)
        if contents is None or not contents.is_sure:
            return True
        if axis == "x":
            return contents.width.minus(box.width).high > 0.5
        return contents.height.minus(box.height).high > 0.5

    # The page

    def _lay_page(self) -> None:
        html = self._look.document.html
        spot = self._layout.sized(html, WINDOW_WIDTH, WINDOW_WIDTH, WINDOW_HEIGHT)
        spot.top = NOTHING
        self._place(html, spot, WINDOW, NOTHING)

    def _place(self, element: Element, spot: Spot, surrounding: Box, shift: Pixels) -> None:
        """Put an element where its spot says, from where the content of what is around it begins."""
        box = Box(surrounding.left.plus(spot.left), surrounding.top.plus(spot.top).plus(shift), spot.width, spot.height)
        style = self.style(element)
        if style.get("position") in ("relative", "sticky"):
            box = self._relative(box, element, style, surrounding)
        self._fill_moved(element, box, style, spot)

    def _fill_moved(self, element: Element, box: Box, style: Mapping[str, str], spot: Spot) -> None:
        """Lay out what is in it; `transform` and the like then do the same to all of it."""
        font_size = self._sheet.font(element).size
        if not is_turned(style):
            self._boxes[element] = _shifted(box, style, font_size)
            self._fill(element, self._boxes[element], spot)
            return
        turn = turn_of(style, box, font_size)
        if turn is None:
            self._boxes[element] = _spread(box, style, font_size)
            self._scatter(element, self._boxes[element])
            return
        self._boxes[element] = box
        self._fill(element, box, spot)
        self._turn(element, turn)

    def _turn(self, element: Element, turn: Turn) -> None:
        self._turns[element] = [*self._turns.get(element, []), turn]
        if element in self._boxes:
            self._flat.setdefault(element, self._boxes[element])
            self._boxes[element] = turn.of(self._boxes[element])
        for child in flat_children(element):
            if isinstance(child, Element):
                self._turn(child, turn)

    def is_askew(self, element: Element) -> bool:
        """Whether it is turned so that it does not cover all of its box."""
        return not all(turn.is_upright for turn in self._turns.get(element, ()))

    def surely_holds(self, element: Element, point: Point, corner: float) -> bool:
        """Whether a point is for certain in an element that is turned, without this share of it at each side."""
        box = self._flat.get(element)
        if box is None:
            return False
        for turn in reversed(self._turns.get(element, ())):
            undone = turn.undone(point)
            if undone is None:
                return False
            point = undone
        return all(
            place.minus(start).minus(size.times(corner)).low >= 0
            and start.plus(size.times(1 - corner)).minus(place).low >= 0
            for place, start, size in ((point[0], box.left, box.width), (point[1], box.top, box.height))
        )

    def _fill(self, element: Element, box: Box, spot: Spot) -> None:
        if is_component(element):
            self._fill_component(element, box)
            return
        content = box
        if spot.interior is not None:
            self._contents[element] = self._measured(element, spot)
            edges = self._edges(element, spot.width)
            content = Box(
                box.left.plus(edges.left), box.top.plus(edges.top), box.width.minus(edges.across),
                box.height.minus(edges.down),
            )  # fmt: skip
            for piece, (across, down) in spot.interior.static.items():
                self._static[piece] = content.left.plus(across), content.top.plus(down).plus(spot.shift)
            for nested, inner_spot in spot.interior.spots.items():
                self._place(nested, inner_spot, content, spot.shift)
        self._place_out_of_flow(element, content)

    def _measured(self, element: Element, spot: Spot) -> _Contents:
        """How far what is in it reaches."""
        assert spot.interior is not None
        edges = self._edges(element, spot.width)
        right = NOTHING
        bottom = spot.interior.height
        is_sure = True
        for nested, place in spot.interior.spots.items():
            right = larger(right, place.left.plus(place.width))
            bottom = larger(bottom, place.top.plus(place.height))
            contents = self._contents.get(nested)
            is_sure = is_sure and (contents is None or contents.is_sure) and not self._sheet.is_out(nested)
        return _Contents(right.plus(edges.across), bottom.plus(edges.down).plus(spot.shift), is_sure)

    def _edges(self, element: Element, width: Pixels) -> Sides:
        parent = self._look.parent(element)
        surrounding = WINDOW_WIDTH
        if parent is not None and parent in self._boxes:
            surrounding = self._boxes[parent].width
        return self._sheet.edges(element, surrounding, self._sheet.font(element))

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
        return self._within_borders(container, self.box(container))

    def _within_borders(self, element: Element, box: Box) -> Box:
        style = self.style(element)
        font = self._sheet.font(element)
        sides = Sides(*(border(style, side, font) for side in ("top", "right", "bottom", "left")))
        return Box(
            box.left.plus(sides.left), box.top.plus(sides.top), box.width.minus(sides.across),
            box.height.minus(sides.down),
        )  # fmt: skip

    def _place_absolute(self, element: Element, static: tuple[Pixels, Pixels]) -> None:
        style = self.style(element)
        font_size = self._sheet.font(element).size
        surrounding = self._around(self.container(element))
        margins = self._sheet.margins(element, surrounding.width, self._sheet.font(element))
        axes = self._anchor_axes(element, style, surrounding)
        if axes is not None and (parts := anchors.area(style)) is not None:
            self._place_in_area(element, axes, parts, surrounding)
            return
        offsets = {
            side: length(style.get(side, "auto"), room, font_size)
            for side, room in (
                ("left", surrounding.width), ("right", surrounding.width),
                ("top", surrounding.height), ("bottom", surrounding.height),
            )
        }  # fmt: skip
        if axes is not None:
            for number, sides in enumerate((("left", "right"), ("top", "bottom"))):
                for side in sides:
                    offset = anchors.anchored_offset(
                        style.get(side, "auto"), axes[number], is_from_end=side == sides[1], font_size=font_size
                    )
                    offsets[side] = offsets[side] if offset is None else offset
        layout = self._layout
        across = (margins["left"] or NOTHING).plus(margins["right"] or NOTHING)
        width = layout.declared(element, "width", surrounding.width)
        if width is None:
            room = surrounding.left.plus(surrounding.width).minus(static[0]).minus(across)
            if offsets["left"] is not None or offsets["right"] is not None:
                room = surrounding.width.minus(across)
                room = room.minus(offsets["left"] or NOTHING).minus(offsets["right"] or NOTHING)
            is_between = offsets["left"] is not None and offsets["right"] is not None
            width = self._absolute_width(element, room.within(NOTHING, None), is_between=is_between)
        width = layout.bounded(element, "width", width, surrounding.width)
        height = None
        down = (margins["top"] or NOTHING).plus(margins["bottom"] or NOTHING)
        top = offsets["top"]
        bottom = offsets["bottom"]
        is_stretched = style.get("height", "auto") == "auto" and element.tag not in ("input", "img", "svg")
        if is_stretched and top is not None and bottom is not None:
            height = surrounding.height.minus(top).minus(bottom).minus(down).within(NOTHING, None)
            height = layout.bounded(element, "height", height, surrounding.height)
        spot = layout.sized(element, width, surrounding.width, surrounding.height, height)
        left = _start(
            surrounding.left, surrounding.width, width, (offsets["left"], offsets["right"]),
            (margins["left"], margins["right"]), static[0], is_across=True,
        )  # fmt: skip
        upper = _start(
            surrounding.top, surrounding.height, spot.height, (top, bottom),
            (margins["top"], margins["bottom"]), static[1], is_across=False,
        )  # fmt: skip
        self._fill_moved(element, Box(left, upper, width, spot.height), style, spot)

    def _anchor_axes(
        self, element: Element, style: Mapping[str, str], surrounding: Box
    ) -> tuple[anchors.Strip, anchors.Strip] | None:
        """Where the element is beside which this one is placed; None if there is none."""
        name = anchors.anchor_name(style)
        if name is None:
            return None
        beside = Box(anywhere(), anywhere(), Pixels(0, 3000), Pixels(0, 3000))
        anchor = self._anchor(element, name)
        if anchor is not None and anchor in self._boxes:
            beside = self._boxes[anchor]
            if self.container(element) is None and self.position(element) == "fixed" and not self.is_fixed(anchor):
                page = self._boxes.get(self._look.document.html)
                is_still = self._look.document.is_at_top or (page is not None and page.height.high <= WINDOW_HEIGHT.low)
                if not is_still:
                    beside = beside._replace(top=anywhere())
        return anchors.strips(surrounding, beside)

    def _anchor(self, element: Element, name: str) -> Element | None:
        """The last of this name; without a name, the button that opens a popover."""
        document = self._look.document
        if not name.startswith("--"):
            openers = [button for button in document.body.descendants() if button.get("popovertarget") == element.id]
            return openers[0] if len(openers) == 1 and element.id else None
        bearers = [
            candidate
            for candidate in document.body.descendants()
            if name in self.style(candidate).get("anchor-name", "").replace(",", " ").split()
            and self._look.styles.is_rendered(candidate)
        ]
        if not bearers:
            return None
        return bearers[-1]

    def _place_in_area(
        self, element: Element, axes: tuple[anchors.Strip, anchors.Strip], parts: tuple[anchors.Parts, anchors.Parts],
        surrounding: Box,
    ) -> None:  # fmt: skip
        style = self.style(element)
        margins = {
            side: size or NOTHING
            for side, size in self._sheet.margins(element, surrounding.width, self._sheet.font(element)).items()
        }
        flips = any(name.startswith("position-try") for name in style)
        rooms = [anchors.room_in(part, axis) for part, axis in zip(parts, axes, strict=True)]
        width = self._layout.declared(element, "width", rooms[0])
        if width is None:
            width = self._layout.fitted_width(element, rooms[0].minus(margins["left"]).minus(margins["right"]))
        width = self._layout.bounded(element, "width", width, rooms[0])
        spot = self._layout.sized(element, width, rooms[0], rooms[1])
        left = anchors.start_in(parts[0], axes[0], width, (margins["left"], margins["right"]), flips=flips)
        top = anchors.start_in(parts[1], axes[1], spot.height, (margins["top"], margins["bottom"]), flips=flips)
        self._fill_moved(element, Box(left, top, width, spot.height), style, spot)

    def _absolute_width(self, element: Element, room: Pixels, *, is_between: bool) -> Pixels:
        """The width of what says none, in the room that is left between the sides that it is placed at."""
        # A drawing without a size of its own is as wide as what it is placed in.
        if is_between and (self._layout.fills_width(element) or drawing_ratio(element) is not None):
            return room
        return self._layout.fitted_width(element, room)

    def _relative(self, box: Box, element: Element, style: Mapping[str, str], surrounding: Box) -> Box:
        if style.get("position") == "sticky":
            return box
        font_size = self._sheet.font(element).size
        shift = []
        for lead, trail, room in (("left", "right", surrounding.width), ("top", "bottom", surrounding.height)):
            way = length(style.get(lead, "auto"), room, font_size)
            back = length(style.get(trail, "auto"), room, font_size)
            if way is None and back is not None:
                way = back.times(-1)
            shift.append(Shift(way or NOTHING))
        return box.moved(shift[0], shift[1])

    # What is not laid out here

    def _scatter(self, element: Element, box: Box) -> None:
        """What is somewhere in a box."""
        for piece in self._sheet.pieces(element):
            if isinstance(piece, Element):
                upper = Pixels(0, max(0, box.height.high))
                breadth = Pixels(0, max(0, box.width.high))
                nested = Box(
                    box.left.plus(Pixels(-20, breadth.high)), box.top.plus(Pixels(-20, upper.high)), breadth, upper,
                )  # fmt: skip
                self._boxes[piece] = nested
                self._scatter(piece, nested)

    def _fill_component(self, host: Element, box: Box) -> None:
        for child in host.elements():
            if not self._look.styles.is_rendered(child):
                continue
            if host.tag == "sl-dropdown" and child.get("slot") == "trigger":
                # It is all that the dropdown shows in its place.
                self._place(child, self._of_trigger(child, box), box, NOTHING)
                continue
            interior = Pixels(0, max(0, box.width.high))
            left = box.left.plus(Pixels(-40, max(0, box.width.high)))
            top = box.top.plus(Pixels(-40, max(0, box.height.high)))
            if host.tag in _POPPING:
                left = anywhere()
                top = anywhere()
                interior = Pixels(0, WINDOW_WIDTH.high)
            surrounding = Box(left, top, interior, Pixels(0, 3000))
            spot = self._layout.shrunk(child, interior)
            # Whatever it is in may make it wider or higher.
            spot.width = Pixels(0, max(interior.high, spot.width.high))
            spot = self._layout.sized(child, spot.width, interior)
            if self._layout.is_inline(child):
                spot.height = Pixels(0, spot.height.high)
            spot.left = Pixels(0, max(0, interior.high - spot.width.low))
            spot.top = Pixels(0, max(0, box.height.high))
            if self._sheet.is_out(child):
                self._static[child] = anywhere(), anywhere()
                self._place_absolute(child, self._static[child])
            else:
                self._place(child, spot, surrounding, NOTHING)

    def _of_trigger(self, trigger: Element, dropdown: Box) -> Spot:
        spot = self._layout.shrunk(trigger, dropdown.width)
        spot.left = NOTHING
        spot.top = Pixels(0, max(0, dropdown.height.high - spot.height.low))
        return spot

    def _fill_unplaced(self, element: Element) -> None:
        """Lay out what is in a component that has no place of its own in the page, such as a window over it."""
        for enclosing in element.ancestors():
            if is_component(enclosing) and enclosing not in self._boxes:
                self._boxes[enclosing] = Box(anywhere(), anywhere(), Pixels(0, 3000), Pixels(0, 3000))
                self._fill_component(enclosing, self._boxes[enclosing])
                return
            if enclosing in self._boxes:
                return


def _moved(box: Box, style: Mapping[str, str], font_size: Pixels) -> Box:
    """Where `transform` and the like put a box in which nothing is laid out."""
    if not is_turned(style):
        return _shifted(box, style, font_size)
    turn = turn_of(style, box, font_size)
    if turn is None:
        return _spread(box, style, font_size)
    return turn.of(box)


def _shifted(box: Box, style: Mapping[str, str], font_size: Pixels) -> Box:
    for name in _MOVING:
        if (value := style.get(name, "none")) != "none":
            for right, down in shifts(value, font_size):
                box = box.moved(right, down)
    return box


def _spread(box: Box, style: Mapping[str, str], font_size: Pixels) -> Box:
    """All that a box may cover which is turned or scaled, in a way that is not read."""
    box = _shifted(box, style, font_size)
    # It turns and grows around its middle, at most times.
    across, down = box.middle
    maximum = 2 * (box.width.high + box.height.high)
    size = Pixels(0, maximum)
    if "transform-origin" in style:
        across = Pixels(across.low - maximum, across.high + maximum)
        down = Pixels(down.low - maximum, down.high + maximum)
    return Box(across.minus(size.times(0.5)), down.minus(size.times(0.5)), size, size)


def _start(
    start: Pixels, room: Pixels, size: Pixels, offsets: tuple[Pixels | None, Pixels | None],
    margins: tuple[Pixels | None, Pixels | None], static: Pixels, *, is_across: bool,
) -> Pixels:  # fmt: skip
    """Where something begins that is placed at sides of a box, or where it would be otherwise."""
    near_offset, far = offsets
    lead, trail = margins
    if near_offset is None and far is None:
        return static.plus(lead or NOTHING)
    if near_offset is None:
        assert far is not None
        return start.plus(room).minus(far).minus(size).minus(trail or NOTHING)
    if far is None or (lead is not None and trail is not None):
        return start.plus(near_offset).plus(lead or NOTHING)
    free = room.minus(near_offset).minus(far).minus(size).minus(lead or NOTHING).minus(trail or NOTHING)
    if lead is None and trail is None:
        # Margins that share what is free; across the page they do not pull what is too wide over its start.
        share = free.times(0.5)
        if is_across:
            share = share.within(NOTHING, None)
    elif lead is None:
        share = free
    else:
        share = lead
    return start.plus(near_offset).plus(share)


def _is_pulled(style: Mapping[str, str]) -> bool:
    return any("-" in value for name, value in style.items() if name.startswith(("margin", "padding")))
