"""How large Shoelace's components are: controls and edges, and the texts in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_uimcp.page.dom.nodes import Element, Text
from pytest_uimcp.page.layout.component_shapes import SHAPES, content_font, host_font, resolved
from pytest_uimcp.page.layout.lengths import NOTHING, Pixels, larger, length
from pytest_uimcp.page.layout.lines import lay_lines, run_of
from pytest_uimcp.page.layout.sheet import Piece
from pytest_uimcp.page.layout.spots import Arrangement

if TYPE_CHECKING:
    from pytest_uimcp.page.layout.layout import Layout

# A help text below, of one line or two, if it is not longer than that.
_HELP: Final = Pixels(10, 80)
_LONG: Final = 60
# How far the middle of a line is from that of small letters at most, in sizes of the font.
_SWAY: Final = 0.18
# Attributes by which more is drawn in them.
_LARGER: Final = ("caret", "removable", "closable", "circle", "required")


class ComponentBox:
    """One component: how wide and high its content is. What is not known of it is None."""

    def __init__(self, layout: Layout, host: Element) -> None:
        self._layout = layout
        self._host = host
        self._shape = None
        if not host.has("vertical"):
            self._shape = SHAPES.get(host.tag)
        font = layout.sheet.font(host)
        self._font = content_font(layout.look, host, font)
        self._pieces = self._content()

    def _content(self) -> list[Piece] | None:
        """What is in its default slot, if that is texts and what stands in their lines."""
        pieces: list[Piece] = []
        for child in self._host.children:
            if isinstance(child, Text):
                pieces.append(child)
            elif isinstance(child, Element) and self._layout.look.styles.is_rendered(child):
                if child.get("slot") or not self._layout.is_in_lines(child):
                    return None
                pieces.append(child)
        return pieces

    def _length(self, text: str) -> Pixels | None:
        if self._shape is None or self._font is None:
            return None
        value = resolved(self._layout.look, self._host, text)
        if value is None:
            return None
        return length(value, None, self._font.size)

    def widths(self) -> tuple[Pixels, Pixels] | None:
        """The least and the most that it takes."""
        shape = self._shape
        if shape is None or self._font is None:
            return None
        if shape.width:
            size = self._length(shape.width)
            if size is None or any(isinstance(piece, Text) and piece.data.strip() for piece in self._pieces or ()):
                return None
            return size, size
        lead = self._length(shape.lead)
        across = self._length(shape.across)
        if self._pieces is None or lead is None or across is None:
            return None
        run = run_of(self._layout, self._host, self._pieces, None)
        run.wraps = run.wraps and shape.wraps
        around = lead.plus(across)
        if any(self._host.has(name) for name in _LARGER):
            around = around.plus(Pixels(-40, 60))
        extra = NOTHING
        if self._host.attributes.get("help-text"):
            extra = Pixels(0, 400)
        return run.narrowest().plus(around).within(NOTHING, None), run.widest().plus(around).plus(extra)

    def arranged(self, width: Pixels) -> Arrangement | None:
        """How high it is, and whether it stands in a line as the letters around it do."""
        height = self._height(width)
        if height is None or self._shape is None:
            return None
        arrangement = Arrangement(height)
        if self._shape.is_in_line:
            arrangement = self._in_line(height)
        if help_text := self._host.attributes.get("help-text"):
            if len(help_text) > _LONG:
                return None
            arrangement = Arrangement(arrangement.height.plus(_HELP))
        return arrangement

    def _height(self, width: Pixels) -> Pixels | None:
        shape = self._shape
        if shape is None or self._font is None:
            return None
        height = NOTHING
        if shape.height:
            stated = self._length(shape.height)
            if stated is None:
                return None
            height = stated
        if not shape.width and (shape.wraps or not shape.height):
            lines = self._lines(width)
            if lines is None:
                return None
            height = larger(height, lines)
        return height

    def _in_line(self, height: Pixels) -> Arrangement:
        """Its part stands with its middle above the letters' line, by half of a small letter."""
        own = self._layout.sheet.font(self._host)
        font = host_font(self._layout.look, self._host, own)
        beyond = font.size.high * _SWAY
        if font.line.minus(height).low >= 2 * beyond:
            return Arrangement(font.line, is_even=font.size.is_same(own.size) and font.line.is_exact)
        if height.minus(font.line).low >= 2 * beyond:
            return Arrangement(height)
        total = Pixels(max(font.line.low, height.low), max(font.line.high, height.high) + beyond)
        return Arrangement(total)

    def _lines(self, width: Pixels) -> Pixels | None:
        assert self._shape is not None
        lead = self._length(self._shape.lead)
        across = self._length(self._shape.across)
        down = self._length(self._shape.down)
        if self._pieces is None or lead is None or across is None or down is None:
            return None
        room = width.minus(lead).minus(across).within(NOTHING, None)
        run = run_of(self._layout, self._host, self._pieces, room)
        run.wraps = run.wraps and self._shape.wraps
        if run.is_empty:
            return down
        return lay_lines(self._layout, self._host, run, room, Arrangement(NOTHING), NOTHING).plus(down)
