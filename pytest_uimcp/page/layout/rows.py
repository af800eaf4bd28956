"""A flexible box with its items, which share what is free along it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_uimcp.core.records import dataclass
from pytest_uimcp.page.dom.nodes import Element, Text
from pytest_uimcp.page.layout.items import flexibility, gap_of, items_of
from pytest_uimcp.page.layout.lengths import NOTHING, Pixels, larger, length, smaller
from pytest_uimcp.page.layout.lines import lay_lines, run_of
from pytest_uimcp.page.layout.sheet import Generated, Piece
from pytest_uimcp.page.layout.spots import Arrangement, Spot

if TYPE_CHECKING:
    from pytest_uimcp.page.layout.layout import Layout

_AT_START: Final = frozenset({"normal", "flex-start", "start", "left", "stretch", ""})
_END: Final = frozenset({"flex-end", "end", "right"})
_BY_CONTENT: Final = frozenset({"auto", "content", "max-content", "fit-content", "min-content"})
_SPREAD: Final = frozenset({"space-between", "space-around", "space-evenly"})


@dataclass(slots=True)
class FlexItem:
    pieces: list[Piece]
    """An element, or texts that stand beside elements."""
    element: Element | None
    base: Pixels
    minimum: Pixels
    maximum: Pixels | None
    grow: float
    shrink: float
    # Along the row and across it; None takes what is free.
    lead: Pixels | None
    trail: Pixels | None
    over: Pixels | None
    under: Pixels | None
    size: Pixels = NOTHING
    spot: Spot | None = None
    # Whether its content says how large it is, which is not less than its least.
    is_by_content: bool = True

    def hypothetical(self) -> Pixels:
        return self.base.within(None if self.is_by_content else self.minimum, self.maximum)

    @property
    def margins(self) -> Pixels:
        return (self.lead or NOTHING).plus(self.trail or NOTHING)

    @property
    def cross_margins(self) -> Pixels:
        return (self.over or NOTHING).plus(self.under or NOTHING)


def is_column(layout: Layout, box: Element) -> bool:
    style = layout.sheet.style(box)
    return "column" in f"{style.get('flex-direction', '')} {style.get('flex-flow', '')}"


def flow_of(layout: Layout, box: Element) -> str:
    style = layout.sheet.style(box)
    return f"{style.get('flex-flow', '')} {style.get('flex-direction', '')} {style.get('flex-wrap', '')}"


class FlexRow:
    """One box with its items; across a column, everything is turned."""

    def __init__(self, layout: Layout, box: Element, width: Pixels, height: Pixels | None) -> None:
        self.layout = layout
        self.box = box
        self.width = width
        self.height = height
        self.is_column = is_column(layout, box)
        self.is_reverse = "reverse" in flow_of(layout, box).replace("wrap-reverse", "")
        # The size along the row; that of a column may follow from its items.
        self.main: Pixels | None = width
        if self.is_column:
            self.main = height
        self.gap = gap_of(layout, box, "row" if self.is_column else "column", self.main)
        self.style = layout.sheet.style(box)
        self.items = [self._item(pieces) for pieces in items_of(layout, box)]

    def _item(self, pieces: list[Piece]) -> FlexItem:
        layout = self.layout
        [initial, *_] = pieces
        if isinstance(initial, Text):
            minimum, maximum = layout.run_widths(self.box, pieces)
            if self.is_column:
                minimum = maximum = NOTHING
            return FlexItem(pieces, None, maximum, minimum, None, 0, 1, NOTHING, NOTHING, NOTHING, NOTHING)
        if isinstance(initial, Generated):
            box = layout.generated_box(initial, layout.sheet.font(self.box))
            size = box.width
            if self.is_column:
                size = box.height
            return FlexItem(pieces, None, size, NOTHING, None, 0, 1, NOTHING, NOTHING, NOTHING, NOTHING, spot=box)
        return self._element_item(initial)

    def _element_item(self, element: Element) -> FlexItem:
        layout = self.layout
        sheet = layout.sheet
        margins = sheet.margins(element, self.width, sheet.font(element))
        grow, shrink, basis = flexibility(sheet.style(element))
        surrounding = ["left", "right", "top", "bottom"]
        if self.is_column:
            surrounding = ["top", "bottom", "left", "right"]
        if self.is_reverse:  # it is laid out the other way, and turned then
            surrounding[:2] = reversed(surrounding[:2])
        base = self._stated_size(element, basis)
        spot = None
        is_by_content = base is None
        if self.is_column:
            axis = "height"
            spot = self._column_spot(element, margins)
            content = spot.height
            minimum = spot.height
        else:
            axis = "width"
            minimum, content = layout.outer_widths(element)
            across = (margins["left"] or NOTHING).plus(margins["right"] or NOTHING)
            minimum = minimum.minus(across)
            content = content.minus(across)
            stated = layout.declared(element, axis, self.main)
            if stated is not None:
                minimum = smaller(minimum, stated)
        if self._may_shrink(element, axis):
            minimum = NOTHING
        base = base or content
        declared_least = layout.limit(element, f"min-{axis}", self.main)
        maximum = layout.limit(element, f"max-{axis}", self.main)
        if declared_least is not None:
            minimum = declared_least
            is_by_content = False
        if maximum is not None:
            minimum = smaller(minimum, maximum)
        lead, trail, over, under = (margins[side] for side in surrounding)
        return FlexItem(
            [element], element, base, minimum, maximum, grow, shrink, lead, trail, over, under, spot=spot,
            is_by_content=is_by_content,
        )  # fmt: skip

    def _stated_size(self, element: Element, basis: str) -> Pixels | None:
        """The size along the row from which an item grows or shrinks; None if its content decides."""
        sheet = self.layout.sheet
        font = sheet.font(element)
        if basis not in _BY_CONTENT:
            stated = length(basis, self.main, font.size)
            if stated is not None:
                edges = sheet.edges(element, self.width, font)
                occupied = edges.across
                if self.is_column:
                    occupied = edges.down
                if sheet.style(element).get("box-sizing") == "border-box":
                    return larger(stated, occupied)
                return stated.plus(occupied)
        if self.is_column:
            return self.layout.declared(element, "height", self.main)
        return self.layout.declared(element, "width", self.main)

    def _may_shrink(self, element: Element, axis: str) -> bool:
        direction = "x"
        if axis == "height":
            direction = "y"
        return self.layout.sheet.style(element).get(f"overflow-{direction}", "visible") not in ("visible", "clip")

    def _column_spot(self, element: Element, margins: dict[str, Pixels | None]) -> Spot:
        layout = self.layout
        across = (margins["left"] or NOTHING).plus(margins["right"] or NOTHING)
        room = self.width.minus(across).within(NOTHING, None)
        stated = layout.declared(element, "width", self.width)
        has_auto = margins["left"] is None or margins["right"] is None
        if stated is not None:
            width = stated
        elif self.alignment(element) in ("stretch", "normal") and not has_auto:
            width = room
        else:
            width = layout.fitted_width(element, room)
        width = layout.bounded(element, "width", width, self.width)
        return layout.sized(element, width, self.width, self.height)

    def alignment(self, element: Element | None) -> str:
        extent = "auto"
        if element is not None:
            extent = self.layout.sheet.style(element).get("align-self", "auto")
        if extent == "auto":
            extent = self.style.get("align-items", "normal")
        return extent

    @property
    def begins_at_start(self) -> bool:
        """Whether the first item is where the box begins, however much is free."""
        is_turned = "reverse" in flow_of(self.layout, self.box)
        return self.style.get("justify-content", "normal") in _AT_START and not is_turned

    # Along the row

    def resolve(self) -> Pixels | None:
        """Give each item its size; returns what is left, None if there is no size to share."""
        for item in self.items:
            item.size = item.hypothetical()
        if self.main is None:
            return None
        free = self.main.minus(self.total())
        bases = self.main.minus(self.total(by_base=True))
        growing = [item for item in self.items if item.grow]
        if free.low >= -0.01 and growing:
            self._grow(bases, growing)
        elif free.low < -0.01:
            self._share(free, bases, growing)
        return self.main.minus(self.total())

    def total(self, *, by_base: bool = False) -> Pixels:
        total = self.gap.times(max(0, len(self.items) - 1))
        for item in self.items:
            total = total.plus(item.base if by_base else item.size).plus(item.margins)
        return total

    def _grow(self, free: Pixels, growing: list[FlexItem]) -> None:
        shares = max(1.0, sum(item.grow for item in growing))
        sizes = [item.base.plus(free.times(item.grow / shares)) for item in growing]
        limits = zip(growing, sizes, strict=True)
        are_free = all(
            size.minus(item.minimum).low >= 0 and (item.maximum is None or item.maximum.minus(size).low >= 0)
            for item, size in limits
        )
        others = [item for item in self.items if not item.grow]
        if are_free and all(item.size.is_same(item.base) for item in others):
            for item, size in zip(growing, sizes, strict=True):
                item.size = size
        elif len(growing) == 1 and growing[0].maximum is None:
            [item] = growing
            remainder = free.plus(item.base)
            for another in others:
                remainder = remainder.minus(another.size.minus(another.base))
            item.size = Pixels(item.minimum.low, max(item.minimum.high, remainder.high))
            if shares == item.grow or item.grow >= 1:
                item.size = larger(item.minimum, remainder)
        else:
            room = max(0.0, free.high)
            for item in growing:
                upper = item.base.high + room
                if item.maximum is not None:
                    upper = min(upper, item.maximum.high)
                item.size = Pixels(item.size.low, max(item.size.high, upper))

    def _share(self, free: Pixels, bases: Pixels, growing: list[FlexItem]) -> None:
        """There may be too little room, or there is."""
        shrinking = [item for item in self.items if item.shrink and item.size.high > item.minimum.low]
        flexible = [item for item in self.items if item.grow or item in shrinking]
        if len(flexible) == 1 and flexible[0].maximum is None and (flexible[0].grow >= 1 or free.high <= 0):
            [item] = flexible
            if item.shrink >= 1 or free.low >= 0:
                item.size = larger(item.minimum, item.size.plus(free))
                return
        for item in flexible:
            lower = item.size.low
            if item in shrinking:
                lower = item.minimum.low
            upper = item.size.high
            if item.grow:
                upper = max(upper, item.base.high + max(0, bases.high))
                if item.maximum is not None:
                    upper = min(upper, item.maximum.high)
            item.size = Pixels(min(lower, upper), upper)

    def starts(self, free: Pixels | None) -> list[Pixels]:
        """Where each item begins."""
        autos = sum((item.lead is None) + (item.trail is None) for item in self.items)
        spare = NOTHING
        if free is not None:
            spare = free.within(NOTHING, None)
        justify = self.style.get("justify-content", "normal")
        start = NOTHING
        between = NOTHING
        element_part = NOTHING
        count = len(self.items)
        if autos:
            element_part = spare.times(1 / autos)
        elif justify in _END and free is not None:
            start = free
        elif justify == "center" and free is not None:
            start = free.times(0.5)
        elif justify == "space-between" and count > 1:
            between = spare.times(1 / (count - 1))
        elif justify == "space-around" and count:
            between = spare.times(1 / count)
            start = between.times(0.5)
        elif justify == "space-evenly":
            between = spare.times(1 / (count + 1))
            start = between
        elif justify not in _AT_START and justify not in _SPREAD:
            start = Pixels(min(0, spare.low), spare.high)
        places = []
        place = start
        for item in self.items:
            place = place.plus(element_part if item.lead is None else item.lead)
            places.append(place)
            place = place.plus(item.size).plus(element_part if item.trail is None else item.trail)
            place = place.plus(self.gap).plus(between)
        return places

    # Across it

    def line_height(self) -> Pixels:
        """Lays out each item in a row by its width; how high the highest is, if nothing else says so."""
        highest = NOTHING
        for item in self.items:
            if item.spot is None or not isinstance(item.pieces[0], Generated):
                item.spot = self.row_spot(item)
            highest = larger(highest, item.spot.height.plus(item.cross_margins))
        return highest

    def row_spot(self, item: FlexItem) -> Spot:
        layout = self.layout
        if item.element is not None:
            return layout.sized(item.element, item.size, self.width, self.height)
        arrangement = Arrangement(NOTHING)
        run = run_of(layout, self.box, item.pieces, item.size)
        height = lay_lines(layout, self.box, run, item.size, arrangement, NOTHING)
        return Spot(NOTHING, NOTHING, item.size, height, arrangement)

    def across(self, item: FlexItem, line: Pixels, *, is_one_line: bool) -> Pixels:
        """Where an item begins across the row; it may be stretched first."""
        spot = item.spot
        assert spot is not None
        size = spot.height
        if self.is_column:
            size = spot.width
        free = line.minus(size).minus(item.cross_margins)
        lead = item.over or NOTHING
        if item.over is None or item.under is None:
            spare = free.within(NOTHING, None)
            if item.over is None:
                if item.under is None:
                    return spare.times(0.5)
                return spare
            return lead
        align = self.alignment(item.element)
        if align in ("stretch", "normal"):
            if not self.is_column and item.element is not None:
                self._stretch(item, line)
            return lead
        if align in ("center", "safe center") or (align == "anchor-center" and is_one_line):
            return lead.plus(free.times(0.5))
        if align in _END or align == "self-end":
            return lead.plus(free)
        if align in ("flex-start", "start", "self-start", "left"):
            return lead
        return lead.plus(Pixels(min(0, free.low), max(0, free.high)))

    def _stretch(self, item: FlexItem, line: Pixels) -> None:
        assert item.element is not None
        assert item.spot is not None
        if self.layout.declared(item.element, "height", self.height) is not None:
            return
        if self.layout.sheet.style(item.element).get("aspect-ratio", "auto") != "auto":
            item.spot.height = Pixels(min(item.spot.height.low, line.low), max(item.spot.height.high, line.high))
            return
        height = self.layout.bounded(item.element, "height", line.minus(item.cross_margins), self.height)
        if height.is_same(item.spot.height):
            return
        item.spot = self.layout.sized(item.element, item.spot.width, self.width, self.height, height)

    def has_even_line(self, line: Pixels) -> bool:
        """Whether its first item, whose letters stand on the line around the box, has one line in the middle of it."""
        if not self.items:
            return False
        [item, *_] = self.items
        spot = item.spot
        if spot is None or spot.interior is None or not spot.interior.is_even:
            return False
        if item.element is not None:
            font = self.layout.sheet.font(item.element)
            own = self.layout.sheet.font(self.box)
            if not (font.size.is_same(own.size) and font.line.is_same(own.line)):
                return False
        return self.alignment(item.element) == "center" or spot.height.is_same(line)

    def place(self, item: FlexItem, along: Pixels, across: Pixels, into: Arrangement) -> None:
        spot = item.spot
        assert spot is not None
        spot.left = along
        if self.is_column:
            spot.left = across
        spot.top = across
        if self.is_column:
            spot.top = along
        if item.element is not None:
            into.spots[item.element] = spot
        elif spot.interior is not None:
            for element, nested in spot.interior.spots.items():
                nested.left = nested.left.plus(spot.left)
                nested.top = nested.top.plus(spot.top)
                into.spots[element] = nested
