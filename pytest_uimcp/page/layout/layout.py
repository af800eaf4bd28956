"""Lays elements out between bounds: how wide and high each is, and where it lies in what is around it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Final, TypeAlias

from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom.displays import default_display
from pytest_uimcp.page.dom.nodes import Element, Text
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.layout import flex, flow, grid, multicolumn, tables
from pytest_uimcp.page.layout.component_shapes import LAID_OUT, in_place_of
from pytest_uimcp.page.layout.components import ComponentBox
from pytest_uimcp.page.layout.field_sizes import field_height, field_widths
from pytest_uimcp.page.layout.fonts import TextFont, text_width
from pytest_uimcp.page.layout.lengths import NOTHING, WINDOW_WIDTH, Pixels, either, larger, length
from pytest_uimcp.page.layout.lines import run_of
from pytest_uimcp.page.layout.replaced import (
    drawing_ratio,
    is_component,
    is_replaced,
    natural_height,
    natural_width,
)
from pytest_uimcp.page.layout.sheet import Generated, Piece, Sheet, Sides, border
from pytest_uimcp.page.layout.spots import Arrangement, Spot

Widths: TypeAlias = tuple[Pixels, Pixels]

_FITTED: Final = words(
    "button input select textarea table meter progress img svg canvas iframe video audio object embed"
)
_FAR: Final = 3000.0
_MIDDLED: Final = words("button")
_CONTENT: Final = frozenset({"fit-content", "max-content", "min-content"})
# What is read as if it were laid out in a plain way, and is not.
_STRANGE: Final = ("columns", "column-count", "column-width", "writing-mode", "zoom")


class Layout:
    """Lays out one document at one moment."""

    def __init__(self, look: PageView) -> None:
        self.look = look
        self.sheet = Sheet(look)
        self._arranged: dict[Hashable, tuple[Pixels, Arrangement]] = {}
        self._widths: dict[Element, Widths] = {}
        self._texts: dict[Hashable, Pixels] = {}

    # Texts are as wide wherever they are measured.
    def text_width(self, place: tuple[Piece, str], text: str, font: TextFont) -> Pixels:
        piece, part = place
        owner: Hashable = (piece.element, piece.pseudo) if isinstance(piece, Generated) else piece
        key = (owner, part)
        width = self._texts.get(key)
        if width is None:
            width = self._texts[key] = text_width(text, font)
        return width

    def is_inline(self, element: Element) -> bool:
        """Whether its letters and boxes stand in the lines of what is around it."""
        return (
            self.sheet.display(element) in ("inline", "ruby") and not is_replaced(element) and element.tag != "button"
        )

    def is_in_lines(self, piece: Piece) -> bool:
        if isinstance(piece, Text):
            return True
        return self.sheet.display(piece).startswith(("inline", "ruby"))

    def is_block_by_itself(self, element: Element) -> bool:
        """Whether it would be a block if it were in the flow."""
        display = self.look.styles.said(element, properties=_DISPLAY).get("display", "")
        return not (display or default_display(element)).startswith("inline")

    # Widths

    def inner_widths(self, element: Element) -> Widths:
        """The least and the most that its content takes."""
        widths = self._widths.get(element)
        if widths is None:
            self._widths[element] = NOTHING, Pixels(0, WINDOW_WIDTH.high)  # should it lie in itself
            widths = self._widths[element] = self._measured(element)
        return widths

    def _measured(self, element: Element) -> Widths:
        if is_component(element):
            widths = field_widths(self.look, element, self.sheet.font(element))
            widths = widths or ComponentBox(self, in_place_of(element)).widths()
            if widths is not None:
                return widths
        if is_replaced(element):
            width = natural_width(element, self.sheet.font(element))
            return width, width
        display = self.sheet.display(element)
        if display.endswith("flex"):
            return flex.widths(self, element)
        if display.endswith("grid"):
            return grid.widths(self, element)
        if "table" in display and display not in ("table-cell", "table-caption"):
            return tables.widths(self, element)
        widths = flow.widths(self, element)
        if (legend := self.sheet.legend(element)) is not None:
            extent = self.outer_widths(legend)
            return larger(widths[0], extent[0]), larger(widths[1], extent[1])
        return widths

    def outer_widths(self, piece: Element | Generated) -> Widths:
        """The same with paddings, borders and margins, and as its own declarations say."""
        if isinstance(piece, Generated):
            box = self.generated_box(piece, self.sheet.font(piece.element))
            return box.width, box.width
        font = self.sheet.font(piece)
        style = self.sheet.style(piece)
        edges = self.sheet.edges(piece, NOTHING, font).across
        margins = self.sheet.margins(piece, NOTHING, font)
        stated = self.declared(piece, "width", None)
        if stated is not None:
            minimum = maximum = stated
        else:
            minimum, maximum = (width.plus(edges) for width in self.inner_widths(piece))
            if is_replaced(piece) and any("%" in style.get(name, "") for name in ("width", "max-width")):
                minimum = Pixels(0, minimum.high)
            height = self.declared(piece, "height", None)
            if height is not None and style.get("aspect-ratio", "auto") != "auto":
                maximum = Pixels(0, max(maximum.high, height.high * 4))
                minimum = Pixels(0, maximum.high)
        bounds = (self.limit(piece, "min-width", None), self.limit(piece, "max-width", None))
        across = (margins["left"] or NOTHING).plus(margins["right"] or NOTHING)
        return minimum.within(*bounds).plus(across), maximum.within(*bounds).plus(across)

    def declared(self, element: Element, axis: str, room: Pixels | None) -> Pixels | None:
        """The size of its box as it is said; None if its content decides."""
        return self.limit(element, axis, room)

    def limit(self, element: Element, name: str, room: Pixels | None) -> Pixels | None:
        style = self.sheet.style(element)
        text = style.get(name)
        if text is None:
            return None
        font = self.sheet.font(element)
        size = length(text, room, font.size)
        if size is None:
            if text == "min-content" and name == "min-width":
                return None
            return None
        size = size.within(NOTHING, None)
        edges = self.sheet.edges(element, room if room is not None and "width" in name else WINDOW_WIDTH, font)
        occupied = edges.down
        if "width" in name:
            occupied = edges.across
        if style.get("box-sizing") == "border-box":
            return larger(size, occupied)
        return size.plus(occupied)

    def bounded(self, element: Element, axis: str, size: Pixels, room: Pixels | None) -> Pixels:
        style = self.sheet.style(element)
        minimum = style.get(f"min-{axis}")
        maximum = style.get(f"max-{axis}")
        if minimum is None and maximum is None:
            return size
        return size.within(self.limit(element, f"min-{axis}", room), self.limit(element, f"max-{axis}", room))

    def fills_width(self, element: Element) -> bool:
        """Whether a block takes all the width that there is."""
        style = self.sheet.style(element)
        if element.tag in _FITTED or style.get("width", "auto") in _CONTENT:
            return False
        return not self.sheet.display(element).startswith(("inline", "table"))

    def fitted_width(self, element: Element, room: Pixels) -> Pixels:
        """The width of a box that is as wide as its content, as far as there is room for it."""
        font = self.sheet.font(element)
        stated = self.declared(element, "width", room)
        if stated is not None:
            return self.bounded(element, "width", stated, room)
        edges = self.sheet.edges(element, room, font).across
        minimum, maximum = (width.plus(edges) for width in self.inner_widths(element))
        text = self.sheet.style(element).get("width", "auto")
        if text == "min-content":
            width = minimum
        elif text == "max-content":
            width = maximum
        else:
            width = _fitted(minimum, maximum, room)
        if self.sheet.style(element).get("aspect-ratio", "auto") != "auto" or (
            is_replaced(element) and maximum.low == 0
        ):
            width = Pixels(0, max(width.high, room.high))
        return self.bounded(element, "width", width, room)

    # Boxes

    def shrunk(self, element: Element, room: Pixels) -> Spot:
        """A box in a line, or one that floats."""
        font = self.sheet.font(element)
        margins = self.sheet.margins(element, room, font)
        across = (margins["left"] or NOTHING).plus(margins["right"] or NOTHING)
        minimum = room.minus(across).within(NOTHING, None)
        stated = self.declared(element, "width", room)
        if stated is None:
            width = self.fitted_width(element, minimum)
        else:
            width = self.bounded(element, "width", stated, room)
        return self.sized(element, width, room)

    def sized(
        self,
        element: Element,
        width: Pixels,
        surrounding: Pixels,
        room: Pixels | None = None,
        height: Pixels | None = None,
    ) -> Spot:
        """A box of this width in something of the width `around`; `room` is the height of that, if it is known."""
        font = self.sheet.font(element)
        edges = self.sheet.edges(element, surrounding, font)
        nested = width.minus(edges.across).within(NOTHING, None)
        stated = height
        if stated is None:
            stated = self.declared(element, "height", room)
            if stated is not None:
                stated = self.bounded(element, "height", stated, room)
        definite = None
        if stated is not None:
            definite = stated.minus(edges.down).within(NOTHING, None)
        interior = self.arranged(element, nested, definite)
        shift = NOTHING
        if stated is None:
            total = interior.height.plus(edges.down)
            ratio = self._by_ratio(element, width, edges)
            if ratio is not None:
                total = self._with_ratio(element, ratio, total)
            bounded = self.bounded(element, "height", total, room)
            if not bounded.is_same(total) and self.sheet.display(element).endswith(("flex", "grid")):
                # What is in it shares what is left, or the lack of it.
                interior = self.arranged(element, nested, bounded.minus(edges.down).within(NOTHING, None))
            total = bounded
        else:
            total = stated
        if element.tag == "img":  # one that cannot be loaded is its alternative text
            return Spot(NOTHING, NOTHING, Pixels(0, max(width.high, 200)), Pixels(0, max(total.high, font.line.high)))
        if element.tag in _MIDDLED:
            shift = total.minus(edges.down).minus(interior.height).times(0.5)
        return Spot(NOTHING, NOTHING, width, total, interior, shift)

    def _with_ratio(self, element: Element, ratio: Pixels, content: Pixels) -> Pixels:
        """The height of a box that keeps a ratio, unless what is in it needs more."""
        if is_replaced(element):
            return ratio
        if self.sheet.style(element).get("overflow-y", "visible") not in ("visible", "clip"):
            return ratio
        return larger(ratio, content)

    def _by_ratio(self, element: Element, width: Pixels, edges: Sides) -> Pixels | None:
        text = self.sheet.style(element).get("aspect-ratio", "auto")
        if text == "auto":
            ratio = drawing_ratio(element)
            return None if ratio is None else width.times(ratio)
        across, _, down = text.replace("auto", "").partition("/")
        try:
            ratio = float(across) / float(down or "1")
        except (ValueError, ZeroDivisionError):
            return Pixels(0, 2000)
        if self.sheet.style(element).get("box-sizing") == "border-box" or is_replaced(element):
            return width.times(1 / ratio)
        # The ratio is that of its content.
        return width.minus(edges.across).within(NOTHING, None).times(1 / ratio).plus(edges.down)

    def generated_box(self, piece: Generated, font: TextFont) -> Spot:
        style = piece.style
        widths = [length(style.get(name, "auto"), None, font.size) for name in ("width", "min-width")]
        text = self.text_width((piece, piece.text), piece.text, font)
        edges = [border(style, side, font) for side in ("top", "right", "bottom", "left")]
        for name, value in style.items():
            if name.startswith(("padding", "margin")):
                edges.append(length(value, WINDOW_WIDTH, font.size) or NOTHING)
        extra = Pixels(sum(min(0, edge.low) for edge in edges), sum(max(0, edge.high) for edge in edges))
        measures = [width for width in widths if width is not None]
        width = text
        if measures:
            width = measures[0]
        if style.get("box-sizing") != "border-box" or not measures:
            width = Pixels(width.low + min(0, extra.low), width.high + extra.high)
        height = length(style.get("height", "auto"), None, font.size)
        if height is None:
            height = NOTHING
            if piece.text:
                height = font.line
            if style.get("display") not in (None, "block", "inline-block", "inline", "flex") or "min-height" in style:
                height = Pixels(0, 720)
        height = Pixels(height.low + min(0, extra.low), height.high + extra.high)
        return Spot(NOTHING, NOTHING, width, height)

    def arranged(self, element: Element, width: Pixels, height: Pixels | None) -> Arrangement:
        """What is in an element whose content has this width, and this height if that is known."""
        key = (element, _mark(width), None if height is None else _mark(height))
        measures = self._arranged.get(key)
        if measures is not None:
            return measures[1]
        arrangement = self._arrange(element, width, height)
        # The width is kept with it: what its unknown parts are called must not be used again.
        self._arranged[key] = width, arrangement
        return arrangement

    def _arrange(self, element: Element, width: Pixels, height: Pixels | None) -> Arrangement:
        style = self.sheet.style(element)
        if is_replaced(element):
            return self._replaced(element, width)
        display = self.sheet.display(element)
        arranger: Callable[[Layout, Element, Pixels, Pixels | None], Arrangement] = flow.arrange
        if display.endswith("flex"):
            arranger = flex.arrange
        elif display.endswith("grid"):
            arranger = grid.arrange
        elif display in (
            "table",
            "inline-table",
            "table-row-group",
            "table-header-group",
            "table-footer-group",
            "table-row",
        ):
            arranger = tables.arrange
        elif multicolumn.is_in_columns(style) and (
            columns := multicolumn.columns_of(self, element, width)
        ):  # fmt: skip
            return multicolumn.arrange(self, element, width, columns)
        arrangement = arranger(self, element, width, height)
        self._clamp(element, arrangement)
        is_in_columns = arranger is flow.arrange and multicolumn.is_in_columns(style)
        if is_in_columns or any(style.get(name, "auto") not in _PLAIN for name in _STRANGE):
            arrangement.spots.clear()  # nothing is known of what is in it
            return Arrangement(Pixels(0, max(_FAR, arrangement.height.high)))
        if (legend := self.sheet.legend(element)) is not None:
            self._place_legend(element, legend, width, arrangement)
        if element.tag in LAID_OUT and not self._is_plain_component(element, width):
            arrangement = self.loose(arrangement, width)
            arrangement.height = Pixels(0, max(_FAR, arrangement.height.high))
            return arrangement
        if self.sheet.inherited(element, "direction", "ltr") == "rtl":
            arrangement.mirror(width)
        return arrangement

    def _clamp(self, element: Element, arrangement: Arrangement) -> None:
        """Lower what has no more lines than its style says."""
        lines = self.sheet.style(element).get("-webkit-line-clamp", "none")
        if lines == "none":
            return
        upper = arrangement.height.high
        if lines.isdigit():
            upper = min(upper, int(lines) * self.sheet.font(element).line.high)
        arrangement.height = Pixels(min(arrangement.height.low, 10), upper)

    def _replaced(self, element: Element, width: Pixels) -> Arrangement:
        arrangement = None
        if is_component(element):
            height = field_height(self.look, element, self.sheet.font(element), width)
            if height is not None:
                return Arrangement(height)
            arrangement = ComponentBox(self, in_place_of(element)).arranged(width)
        return arrangement or Arrangement(natural_height(element, self.sheet.font(element)))

    def _is_plain_component(self, host: Element, width: Pixels) -> bool:
        """Whether its parts are where its own style sheet puts them."""
        if self.look.styles.changes_parts:
            return False
        if host.tag != "sl-tab-group":
            return True
        tabs = [child for child in host.elements() if child.get("slot") == "nav"]
        total = sum(self.outer_widths(tab)[1].high for tab in tabs)
        # Tabs that find no room get buttons to scroll them.
        return host.get("placement") in (None, "", "top") and total <= width.low

    def _place_legend(self, fieldset: Element, legend: Element, width: Pixels, into: Arrangement) -> None:
        """Put a legend into the upper border of its fieldset, and all else below it."""
        font = self.sheet.font(fieldset)
        line = border(self.sheet.style(fieldset), "top", font)
        edge = self.sheet.edges(fieldset, width, font).top
        spot = self.shrunk(legend, width)
        margins = self.sheet.margins(legend, width, self.sheet.font(legend))
        height = spot.height.plus(margins["top"] or NOTHING).plus(margins["bottom"] or NOTHING)
        lower = larger(NOTHING, height.minus(line))
        for neighbour in into.spots.values():
            neighbour.top = neighbour.top.plus(lower)
        for piece, (across, down) in into.static.items():
            into.static[piece] = across, down.plus(lower)
        spot.left = margins["left"] or NOTHING
        if "justify-self" in self.sheet.style(legend) or None in (margins["left"], margins["right"]):
            spot.left = Pixels(0, max(0, width.high))
        # It begins where the border does, or stands in the middle of one that is thicker.
        spot.top = larger(NOTHING, line.minus(height).times(0.5)).plus(margins["top"] or NOTHING).minus(edge)
        into.spots[legend] = spot
        into.height = into.height.plus(lower)

    def loose(self, arrangement: Arrangement, width: Pixels) -> Arrangement:
        """The same where only its bounds are known."""
        upper = arrangement.height.high
        for spot in arrangement.spots.values():
            spot.left = Pixels(-20, max(0, width.high))
            spot.top = Pixels(-40, max(0, upper))
            spot.width = Pixels(0, max(spot.width.high, width.high))
            spot.height = Pixels(0, max(spot.height.high, upper))
        arrangement.height = Pixels(0, upper + 40)
        return arrangement

    def is_shown(self, piece: Piece) -> bool:
        return not isinstance(piece, Text) or bool(piece.data.strip())

    def run_widths(self, block: Element, pieces: list[Piece]) -> Widths:
        run = run_of(self, block, pieces, None)
        return run.narrowest(), run.widest()


def _fitted(minimum: Pixels, maximum: Pixels, room: Pixels) -> Pixels:
    """The most, as far as there is room, and never less than the least."""
    over = maximum.minus(room)
    if over.high < 0.01:
        return maximum
    if over.low > -0.01:
        return larger(minimum, room)
    return Pixels(max(minimum.low, min(maximum.low, room.low)), max(minimum.high, min(maximum.high, room.high)))


_DISPLAY: Final = frozenset({"display"})
_PLAIN: Final = frozenset({"auto", "none", "normal", "1", "100%", "horizontal-tb"})


def _mark(size: Pixels) -> Hashable:
    return round(size.start, 6), frozenset(size.shares.items())


def joined(amount: Mapping[str, Pixels | None], names: tuple[str, str]) -> Pixels:
    initial, second = names
    return (amount[initial] or NOTHING).plus(amount[second] or NOTHING)


__all__ = ["Layout", "Widths", "either", "joined"]
