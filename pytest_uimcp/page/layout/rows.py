"""Flexible boxes: rows and columns of items that share what is free."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pytest_uimcp.page.dom.nodes import Element, Text
from pytest_uimcp.page.layout.lengths import NOTHING, Pixels, larger, length, smaller
from pytest_uimcp.page.layout.lines import lay_lines, run_of
from pytest_uimcp.page.layout.sheet import Generated, Piece
from pytest_uimcp.page.layout.spots import Arrangement, Spot

if TYPE_CHECKING:
    from pytest_uimcp.page.layout.layout import Layout

_START: Final = frozenset({"normal", "flex-start", "start", "left", "stretch", ""})
_END: Final = frozenset({"flex-end", "end", "right"})
_BY_CONTENT: Final = frozenset({"auto", "content", "max-content", "fit-content", "min-content"})
_SPREAD: Final = frozenset({"space-between", "space-around", "space-evenly"})


@dataclass(slots=True)
class _Item:
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


def _flow(layout: Layout, box: Element) -> str:
    style = layout.sheet.style(box)
    return f"{style.get('flex-flow', '')} {style.get('flex-direction', '')} {style.get('flex-wrap', '')}"


def _wraps(layout: Layout, box: Element) -> bool:
    words = _flow(layout, box).split()
    return "wrap" in words or "wrap-reverse" in words


def gap_of(layout: Layout, box: Element, axis: str, room: Pixels | None) -> Pixels:
    return (
        length(layout.sheet.style(box).get(f"{axis}-gap", "0"), room or NOTHING, layout.sheet.font(box).size) or NOTHING
    )


def items_of(layout: Layout, box: Element) -> list[list[Piece]]:
    """The items of a box: each element, and texts that stand together."""
    items: list[list[Piece]] = []
    texts: list[Piece] = []
    for piece in layout.sheet.pieces(box):
        if layout.sheet.is_out(piece):
            continue
        if isinstance(piece, Text):
            if piece.data.strip():
                texts.append(piece)
            continue
        if texts:
            items.append(texts)
            texts = []
        items.append([piece])
    if texts:
        items.append(texts)
    return sorted(items, key=lambda item: _order(layout, item[0]))  # the order of an item is not that of the document


def _order(layout: Layout, piece: Piece) -> float:
    if isinstance(piece, Text):
        return 0.0
    try:
        return float(layout.sheet.piece_style(piece).get("order", "0"))
    except ValueError:
        return 0.0


def item_widths(layout: Layout, box: Element, item: list[Piece]) -> tuple[Pixels, Pixels]:
    [initial, *_] = item
    if isinstance(initial, Text):
        return layout.run_widths(box, item)
    return layout.outer_widths(initial)


def widths(layout: Layout, box: Element) -> tuple[Pixels, Pixels]:
    extent = [item_widths(layout, box, item) for item in items_of(layout, box)]
    if not extent:
        return NOTHING, NOTHING
    if is_column(layout, box):
        minimum = maximum = NOTHING
        for pair in extent:
            minimum = larger(minimum, pair[0])
            maximum = larger(maximum, pair[1])
        return minimum, maximum
    gaps = gap_of(layout, box, "column", None).times(len(extent) - 1)
    maximum = gaps
    minimum = gaps
    for pair in extent:
        maximum = maximum.plus(pair[1])
        minimum = minimum.plus(pair[0])
    if _wraps(layout, box):
        minimum = NOTHING
        for pair in extent:
            minimum = larger(minimum, pair[0])
    # What has a basis of its own counts with that, or with its content.
    if any(_has_basis(layout, item[0]) for item in items_of(layout, box)):
        maximum = Pixels(min(maximum.low, minimum.low), maximum.high * 2 + 200)
        minimum = Pixels(0, maximum.high)
    return minimum, maximum


def _has_basis(layout: Layout, piece: Piece) -> bool:
    if isinstance(piece, Text):
        return False
    style = layout.sheet.piece_style(piece)
    flex = style.get("flex", "").split()
    return style.get("flex-basis", "auto") != "auto" or any(part[-1:].isalpha() or "%" in part for part in flex[1:])


def flexibility(style: Mapping[str, str]) -> tuple[float, float, str]:
    """How much an item grows and shrinks, and its basis."""
    grow = 0.0
    shrink = 1.0
    basis = "auto"
    flex = style.get("flex", "").split()
    if flex == ["none"]:
        shrink = 0.0
    elif flex == ["auto"]:
        grow = 1.0
    elif flex and flex != ["initial"]:
        numbers = [part for part in flex if _is_number(part)]
        sizes = [part for part in flex if not _is_number(part)]
        grow = 1.0
        if numbers:
            grow = float(numbers[0])
        shrink = 1.0
        if len(numbers) > 1:
            shrink = float(numbers[1])
        basis = "0%"
        if sizes:
            basis = sizes[0]
        if len(numbers) > 2:
            basis = "0px"
    grow = _number(style.get("flex-grow"), grow)
    shrink = _number(style.get("flex-shrink"), shrink)
    return grow, shrink, style.get("flex-basis", basis)


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()


def _number(text: str | None, default: float) -> float:
    if text is not None and _is_number(text):
        return float(text)
    return default


class _Row:
    """One box with its items; across a column, everything is turned."""

    def __init__(self, layout: Layout, box: Element, width: Pixels, height: Pixels | None) -> None:
        self.layout = layout
        self.box = box
        self.width = width
        self.height = height
        self.is_column = is_column(layout, box)
        self.is_reverse = "reverse" in _flow(layout, box).replace("wrap-reverse", "")
        # The size along the row; that of a column may follow from its items.
        self.main: Pixels | None = width
        if self.is_column:
            self.main = height
        self.gap = gap_of(layout, box, "row" if self.is_column else "column", self.main)
        self.style = layout.sheet.style(box)
        self.items = [self._item(pieces) for pieces in items_of(layout, box)]

    def _item(self, pieces: list[Piece]) -> _Item:
        layout = self.layout
        [initial, *_] = pieces
        if isinstance(initial, Text):
            minimum, maximum = layout.run_widths(self.box, pieces)
            if self.is_column:
                minimum = maximum = NOTHING
            return _Item(pieces, None, maximum, minimum, None, 0, 1, NOTHING, NOTHING, NOTHING, NOTHING)
        if isinstance(initial, Generated):
            box = layout.generated_box(initial, layout.sheet.font(self.box))
            size = box.width
            if self.is_column:
                size = box.height
            return _Item(pieces, None, size, NOTHING, None, 0, 1, NOTHING, NOTHING, NOTHING, NOTHING, spot=box)
        return self._element_item(initial)

    def _element_item(self, element: Element) -> _Item:
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
        return _Item(
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

    def _grow(self, free: Pixels, growing: list[_Item]) -> None:
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

    def _share(self, free: Pixels, bases: Pixels, growing: list[_Item]) -> None:
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
        elif justify not in _START and justify not in _SPREAD:
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

    def row_spot(self, item: _Item) -> Spot:
        layout = self.layout
        if item.element is not None:
            return layout.sized(item.element, item.size, self.width, self.height)
        arrangement = Arrangement(NOTHING)
        run = run_of(layout, self.box, item.pieces, item.size)
        height = lay_lines(layout, self.box, run, item.size, arrangement, NOTHING)
        return Spot(NOTHING, NOTHING, item.size, height, arrangement)

    def across(self, item: _Item, line: Pixels, *, is_one_line: bool) -> Pixels:
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

    def _stretch(self, item: _Item, line: Pixels) -> None:
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

    def place(self, item: _Item, along: Pixels, across: Pixels, into: Arrangement) -> None:
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


def arrange(layout: Layout, box: Element, width: Pixels, height: Pixels | None) -> Arrangement:
    row = _Row(layout, box, width, height)
    arrangement = Arrangement(NOTHING)
    for item in row.items:
        item.size = item.hypothetical()
    total = row.total()
    if _wraps(layout, box) and row.main is not None and total.minus(row.main).high > 0.01:
        _wrapped(row, arrangement)
        _note_static(row, arrangement)
        return arrangement
    if row.is_column:
        _column(row, arrangement)
    else:
        _line(row, arrangement)
    if row.is_reverse:
        _turn(row, arrangement)
    _note_static(row, arrangement)
    return arrangement


def _line(row: _Row, arrangement: Arrangement) -> None:
    free = row.resolve()
    line = row.line_height()
    for item in row.items:
        if row.alignment(item.element) in ("baseline", "first baseline", "last baseline"):
            line = Pixels(line.low, line.high + 40)
            break
    if row.height is not None:
        line = row.height
    arrangement.height = line
    for item, along in zip(row.items, row.starts(free), strict=True):
        across = row.across(item, line, is_one_line=True)
        row.place(item, along, across, arrangement)


def _column(row: _Row, arrangement: Arrangement) -> None:
    for item in row.items:
        if item.spot is None:
            item.size = row.width
            item.spot = row.row_spot(item)
            item.base = item.spot.height
            item.minimum = item.base
        if isinstance(item.pieces[0], Generated):
            item.base = item.spot.height
    free = row.resolve()
    for item in row.items:
        if item.element is None:
            continue
        assert item.spot is not None
        if not item.size.is_same(item.spot.height):
            item.spot = row.layout.sized(item.element, item.spot.width, row.width, row.height, item.size)
    total = row.total()
    arrangement.height = row.height or total
    for item, along in zip(row.items, row.starts(free), strict=True):
        across = row.across(item, row.width, is_one_line=True)
        row.place(item, along, across, arrangement)


def _wrapped(row: _Row, arrangement: Arrangement) -> None:
    """Several lines, if all sizes are known; else items are somewhere in the box."""
    assert row.main is not None
    if row.is_column:
        _scattered(row, arrangement)
        return
    row.line_height()
    lines = _lines_of(row)
    if lines is None:
        _scattered(row, arrangement)
        return
    gap = gap_of(row.layout, row.box, "row", row.height)
    top = NOTHING
    for number, items in enumerate(lines):
        line = copy(row)
        line.items = list(items)
        line.height = None
        free = line.resolve()
        height = line.line_height()
        if number:
            top = top.plus(gap)
        for item, along in zip(line.items, line.starts(free), strict=True):
            across = line.across(item, height, is_one_line=False)
            line.place(item, along, top.plus(across), arrangement)
        top = top.plus(height)
    arrangement.height = top
    if row.height is not None:
        _loosen_down(arrangement, row.height)


def _loosen_down(arrangement: Arrangement, height: Pixels) -> None:
    spare = height.minus(arrangement.height)
    arrangement.height = height
    if spare.low == 0 == spare.high:
        return
    for spot in arrangement.spots.values():
        spot.top = spot.top.plus(Pixels(min(0, spare.low), max(0, spare.high)))
        spot.height = Pixels(spot.height.low, spot.height.high + max(0, spare.high))


def _lines_of(row: _Row) -> list[Sequence[_Item]] | None:
    """The items by lines; None if fonts decide where a line ends."""
    assert row.main is not None
    if "wrap-reverse" in _flow(row.layout, row.box):
        return None
    lines: list[Sequence[_Item]] = []
    line: list[_Item] = []
    occupied = NOTHING
    for item in row.items:
        size = item.size.plus(item.margins)
        needed = occupied.plus(row.gap).plus(size)
        if not line:
            needed = occupied.plus(size)
        left = row.main.minus(needed)
        if not line or left.low >= -0.01:
            line.append(item)
            occupied = needed
        elif left.high < 0:
            lines.append(line)
            line = [item]
            occupied = size
        else:
            return None
    return [*lines, line]


def _scattered(row: _Row, arrangement: Arrangement) -> None:
    assert row.main is not None
    gap = gap_of(row.layout, row.box, "row", row.height)
    upper = NOTHING
    total = 0.0
    for item in row.items:
        if item.spot is None:
            item.spot = row.row_spot(item)
        enclosing = item.spot.height.plus(item.cross_margins)
        upper = larger(upper, enclosing)
        total += enclosing.high + gap.high
    height = Pixels(upper.low, max(upper.high, total))
    if row.is_column:
        height = row.main
    if row.height is not None:
        height = row.height
    arrangement.height = height
    for number, item in enumerate(row.items):
        spot = item.spot
        assert spot is not None
        size = Pixels(min(item.minimum.low, item.size.low), max(item.size.high, row.width.high if item.grow else 0))
        if not row.is_column:
            spot.width = size
        maximum = max(item.size.high, row.width.high)
        spot.left = Pixels(0, max(0, maximum - spot.width.low))
        begins = row.style.get("justify-content", "normal") in _START and "reverse" not in _flow(row.layout, row.box)
        if not number and begins and not row.is_column and item.lead is not None:
            spot.left = item.lead
        spot.top = Pixels(0, max(0, height.high - spot.height.low))
        spot.height = Pixels(spot.height.low, max(spot.height.high, height.high))
        row.place(item, spot.top if row.is_column else spot.left, spot.left if row.is_column else spot.top, arrangement)


def _turn(row: _Row, arrangement: Arrangement) -> None:
    for spot in arrangement.spots.values():
        if row.is_column:
            spot.top = arrangement.height.minus(spot.top).minus(spot.height)
        else:
            spot.left = row.width.minus(spot.left).minus(spot.width)


def _note_static(row: _Row, arrangement: Arrangement) -> None:
    for piece in row.layout.sheet.pieces(row.box):
        if isinstance(piece, Element) and row.layout.sheet.is_out(piece):
            height = row.height or arrangement.height
            place = (Pixels(-row.width.high, row.width.high), Pixels(-height.high, height.high))
            is_plain = row.style.get("justify-content", "normal") in _START and "reverse" not in _flow(
                row.layout, row.box
            )
            if is_plain and row.alignment(piece) in ("normal", "stretch", "start", "flex-start"):
                place = (NOTHING, NOTHING)
            arrangement.static[piece] = place
