"""Blocks below each other, with the lines between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_uimcp.page.dom.nodes import Element, Text
from pytest_uimcp.page.layout.lengths import NOTHING, Pixels, larger, smaller
from pytest_uimcp.page.layout.lines import lay_lines, run_of
from pytest_uimcp.page.layout.sheet import Generated, Piece
from pytest_uimcp.page.layout.spots import Arrangement, Spot

if TYPE_CHECKING:
    from pytest_uimcp.page.layout.layout import Layout

_VISIBLE: Final = ("visible", "clip")
_ITEM_PARENTS: Final = ("flex", "grid")


class _Margin(NamedTuple):
    """Margins that collapse: the largest of those above zero, and the least of those below."""

    over: Pixels = NOTHING
    under: Pixels = NOTHING

    def joined(self, another: _Margin) -> _Margin:
        return _Margin(larger(self.over, another.over), smaller(self.under, another.under))

    @property
    def size(self) -> Pixels:
        return self.over.plus(self.under)


def _margin(size: Pixels | None) -> _Margin:
    if size is None:
        return _Margin()
    return _Margin(larger(size, NOTHING), smaller(size, NOTHING))


def groups(layout: Layout, pieces: list[Piece]) -> Iterator[list[Piece] | Element | Generated]:
    """Runs of what stands in lines, and blocks between them."""
    run: list[Piece] = []
    for piece in pieces:
        if layout.sheet.is_out(piece) or layout.is_in_lines(piece):
            run.append(piece)
            continue
        if run:
            yield run
            run = []
        assert not isinstance(piece, Text)
        yield piece
    if run:
        yield run


def widths(layout: Layout, block: Element) -> tuple[Pixels, Pixels]:
    minimum = NOTHING
    maximum = NOTHING
    floating = NOTHING
    for group in groups(layout, layout.sheet.pieces(block)):
        if isinstance(group, list):
            extent = layout.run_widths(block, group)
        elif isinstance(group, Generated) and layout.sheet.is_out(group):
            continue
        else:
            extent = layout.outer_widths(group)
            if layout.sheet.piece_style(group).get("float", "none") != "none":
                floating = floating.plus(extent[1])
        minimum = larger(minimum, extent[0])
        maximum = larger(maximum, extent[1])
    if floating.high:
        maximum = Pixels(maximum.low, maximum.high + floating.high)
    return minimum, maximum


def begins_anew(layout: Layout, element: Element) -> bool:
    """Whether the margins of what is in it stay in it."""
    style = layout.sheet.style(element)
    display = layout.sheet.display(element)
    if display not in ("block", "list-item"):
        return True
    if element.tag in ("html", "fieldset", "dialog", "button") or style.get("position") in ("absolute", "fixed"):
        return True
    if style.get("float", "none") != "none" or "contain" in style or "container-type" in style:
        return True
    if any(style.get(f"overflow-{axis}", "visible") not in _VISIBLE for axis in ("x", "y")):
        return True
    parent = layout.look.parent(element)
    return parent is None or layout.sheet.display(parent).endswith(_ITEM_PARENTS) or parent.component is not None


def _top_margin(layout: Layout, element: Element, width: Pixels) -> _Margin:
    """Its margin with those of its first content that are outside of it."""
    extent = _margin(layout.sheet.margins(element, width, layout.sheet.font(element))["top"])
    if begins_anew(layout, element) or _edge(layout, element, "top", width).high > 0:
        return extent
    for group in groups(layout, layout.sheet.pieces(element)):
        if isinstance(group, list):
            if _has_lines(layout, element, group):
                break
            continue
        if isinstance(group, Generated) or _is_float(layout, group):
            break
        extent = extent.joined(_top_margin(layout, group, width))
        if not _may_be_empty(layout, group):
            break
        extent = extent.joined(_bottom_margin(layout, group, width))
    return extent


def _bottom_margin(layout: Layout, element: Element, width: Pixels) -> _Margin:
    extent = _margin(layout.sheet.margins(element, width, layout.sheet.font(element))["bottom"])
    if begins_anew(layout, element) or _edge(layout, element, "bottom", width).high > 0 or _has_height(layout, element):
        return extent
    for group in reversed(list(groups(layout, layout.sheet.pieces(element)))):
        if isinstance(group, list):
            if _has_lines(layout, element, group):
                break
            continue
        if isinstance(group, Generated) or _is_float(layout, group):
            break
        extent = extent.joined(_bottom_margin(layout, group, width))
        if not _may_be_empty(layout, group):
            break
        extent = extent.joined(_top_margin(layout, group, width))
    return extent


def _edge(layout: Layout, element: Element, side: str, width: Pixels) -> Pixels:
    edges = layout.sheet.edges(element, width, layout.sheet.font(element))
    if side == "top":
        return edges.top
    return edges.bottom


def _has_height(layout: Layout, element: Element) -> bool:
    style = layout.sheet.style(element)
    return any(style.get(name, "auto") not in ("auto", "0", "0px") for name in ("height", "min-height"))


def _has_lines(layout: Layout, block: Element, pieces: list[Piece]) -> bool:
    return not run_of(layout, block, pieces, None).is_empty


def _is_float(layout: Layout, piece: Element | Generated) -> bool:
    return layout.sheet.piece_style(piece).get("float", "none") not in ("none",)


def _may_be_empty(layout: Layout, element: Element) -> bool:
    """Whether its margins above and below meet, because nothing is between them."""
    if begins_anew(layout, element) or _has_height(layout, element):
        return False
    edges = layout.sheet.edges(element, NOTHING, layout.sheet.font(element))
    if edges.down.high > 0:
        return False
    for group in groups(layout, layout.sheet.pieces(element)):
        if isinstance(group, list):
            if _has_lines(layout, element, group):
                return False
        elif isinstance(group, Generated) or not _may_be_empty(layout, group):
            return False
    return True


class _Column:
    """Puts blocks below each other."""

    def __init__(self, layout: Layout, block: Element, width: Pixels, height: Pixels | None) -> None:
        self.layout = layout
        self.block = block
        self.width = width
        self.room = height
        self.arrangement = Arrangement(NOTHING)
        self.top = NOTHING
        self.margin = _Margin()
        self.is_loose = False
        # The first block, if it floats: nothing is before it that could move it.
        self.float: Element | None = None
        # Whether the next margin is outside of the block itself.
        edges = layout.sheet.edges(block, width, layout.sheet.font(block))
        self.is_at_start = not begins_anew(layout, block) and not edges.top.high > 0
        self.ends_inside = begins_anew(layout, block) or edges.bottom.high > 0 or _has_height(layout, block)

    def add_run(self, pieces: list[Piece]) -> None:
        run = run_of(self.layout, self.block, pieces, self.width)
        if run.is_empty:
            place = self.top.plus(Pixels(min(0, self.margin.under.low), max(0, self.margin.over.high)))
            for element, _, _ in run.static:
                self.arrangement.static[element] = (NOTHING, place)
            if any(atom.element is not None for atom in run.parts[0]):
                lay_lines(self.layout, self.block, run, self.width, self.arrangement, place)
            return
        self._close_margin()
        height = lay_lines(self.layout, self.block, run, self.width, self.arrangement, self.top)
        self.top = self.top.plus(height)

    def _close_margin(self) -> None:
        if not self.is_at_start:
            self.top = self.top.plus(self.margin.size)
        self.margin = _Margin()
        self.is_at_start = False

    def add_generated(self, piece: Generated) -> None:
        if self.layout.sheet.is_out(piece):
            return
        self._close_margin()
        box = self.layout.generated_box(piece, self.layout.sheet.font(self.block))
        if _is_float(self.layout, piece):
            self.is_loose = True
        self.top = self.top.plus(box.height)

    def add_block(self, element: Element) -> None:
        layout = self.layout
        sheet = layout.sheet
        font = sheet.font(element)
        if _is_float(layout, element):
            if not self.is_loose and not self.arrangement.spots and self.top.is_zero:
                self.float = element
            self.is_loose = True
            self._close_margin()
        margins = sheet.margins(element, self.width, font)
        start = margins["left"]
        end = margins["right"]
        stated = layout.declared(element, "width", self.width)
        room = self.width.minus((start or NOTHING).plus(end or NOTHING)).within(NOTHING, None)
        if stated is not None:
            width = stated
        elif layout.fills_width(element) and not _is_float(layout, element):
            width = room
        else:
            width = layout.fitted_width(element, room)
        width = layout.bounded(element, "width", width, self.width)
        spot = layout.sized(element, width, self.width, self.room)
        spot.left = _side(self.width, width, start, end)
        self.margin = self.margin.joined(_top_margin(layout, element, self.width))
        if spot.height.is_zero and _may_be_empty(layout, element):
            over = self.margin.size
            if self.is_at_start:
                over = NOTHING
            self.margin = self.margin.joined(_bottom_margin(layout, element, self.width))
            spot.top = self.top.plus(Pixels(min(over.low, 0 if self.is_at_start else over.low), over.high))
        else:
            self._close_margin()
            spot.top = self.top
            self.top = self.top.plus(spot.height)
            self.margin = _bottom_margin(layout, element, self.width)
        self.arrangement.spots[element] = spot

    def end(self) -> Arrangement:
        if self.ends_inside and not self.is_at_start:
            self.top = self.top.plus(self.margin.size)
        self.arrangement.height = self.top.within(NOTHING, None)
        if self.is_loose:
            self._loosen()
        return self.arrangement

    def _loosen(self) -> None:
        """What floats is beside what follows, which may be narrower, lower down or further up then."""
        upper = self.top.high + sum(spot.height.high for spot in self.arrangement.spots.values())
        for element, spot in self.arrangement.spots.items():
            if element is self.float:
                self._place_float(element, spot)
                continue
            spot.left = Pixels(0, max(0, self.width.high - spot.width.low))
            spot.top = Pixels(0, upper)
        self.arrangement.height = Pixels(0, upper)

    def _place_float(self, element: Element, spot: Spot) -> None:
        margins = self.layout.sheet.margins(element, self.width, self.layout.sheet.font(element))
        if self.layout.sheet.style(element).get("float") in ("right", "inline-end"):
            spot.left = self.width.minus(spot.width).minus(margins["right"] or NOTHING)
        else:
            spot.left = margins["left"] or NOTHING
        spot.top = margins["top"] or NOTHING


def _side(room: Pixels, width: Pixels, start: Pixels | None, end: Pixels | None) -> Pixels:
    """Where a block begins: margins on both sides may share what is free."""
    free = room.minus(width)
    if start is None and end is None:
        return free.times(0.5).within(NOTHING, None)
    if start is None:
        return free.minus(end or NOTHING).within(NOTHING, None)
    return start


def arrange(layout: Layout, block: Element, width: Pixels, height: Pixels | None) -> Arrangement:
    column = _Column(layout, block, width, height)
    parts = list(groups(layout, layout.sheet.pieces(block)))
    for group in parts:
        if isinstance(group, list):
            column.add_run(group)
        elif isinstance(group, Generated):
            column.add_generated(group)
        else:
            column.add_block(group)
    arrangement = column.end()
    arrangement.is_even = arrangement.is_even and len(parts) == 1
    return arrangement


__all__ = ["Spot", "arrange", "begins_anew", "groups", "widths"]
