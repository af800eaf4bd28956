"""How large Shoelace's fields are, with a label above and a help text below, as their style sheets say."""

from __future__ import annotations

import math
from typing import Final

from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.layout.component_shapes import resolved
from pytest_uimcp.page.layout.fonts import TextFont, font_of, text_width, word_width
from pytest_uimcp.page.layout.lengths import NOTHING, Pixels, larger, length

__all__ = ["field_height", "field_widths"]

# The most that the field itself takes if it may be narrow, and if it may be wide; its letters count in both.
_WIDTHS: Final = {
    "sl-input": (420.0, 500.0),
    "sl-select": (160.0, 420.0),
    "sl-textarea": (120.0, 420.0),
    "sl-range": (0.0, 160.0),
}
_ROW: Final = "calc(1.4em * {rows} + 1em + var(--sl-input-border-width) * 2)"
_BESIDE: Final = "var(--sl-spacing-3x-small)"
# How high the thumb of a range is; what it stands in is a line of the element's own letters.
_THUMB: Final = 20.0
# What a text area may be higher that grows with its text.
_GROWTH: Final = 600.0
_ROWS: Final = 4
# How far the middles of two lines of different letters are apart at most, in sizes of the font.
_SWAY: Final = 0.25


class _Note:
    """The label or the help text of a field."""

    def __init__(self, look: PageView, host: Element, font: TextFont, name: str) -> None:
        self.text = " ".join(host.attributes.get(name, "").split())
        size = resolved(look, host, f"var(--sl-input-{name}-font-size-{{size}})")
        self.gap = length(resolved(look, host, _BESIDE) or "", None)
        self.font = None
        # The label stands in a line of the field's own letters, the help text is a block.
        self.strut = font if name == "label" else None
        if size is not None:
            self.font = font_of({"font-size": size}, font)

    def height(self, width: Pixels) -> Pixels | None:
        if not self.text:
            return NOTHING
        if self.font is None or self.gap is None:
            return None
        lines = 1
        breadth = text_width(self.text, self.font)
        if breadth.minus(width).high > 0:
            word = word_width(self.text, self.font).high
            lines = min(len(self.text.split()), math.ceil(breadth.high / max(1.0, width.low - word)) + 1)
        line = self.font.line
        if lines > 1:
            line = Pixels(line.low, line.high * lines)
        if self.strut is None or self.strut.size.is_same(self.font.size):
            return line.plus(self.gap)
        # It stands in a line of other letters.
        upper = max(line.high, self.strut.line.high) + self.gap.high + self.strut.size.high * _SWAY
        return Pixels(max(line.low, self.strut.line.low), upper)


def _notes(look: PageView, host: Element, font: TextFont) -> tuple[_Note, _Note] | None:
    slots = {child.attributes.get("slot") for child in host.elements()}
    if host.tag not in _WIDTHS or look.styles.changes_parts or not slots.isdisjoint(("label", "help-text")):
        return None
    return _Note(look, host, font, "label"), _Note(look, host, font, "help-text")


def field_widths(look: PageView, host: Element, font: TextFont) -> tuple[Pixels, Pixels] | None:
    """The least and the most that it takes; None for what is no such field."""
    notes = _notes(look, host, font)
    if notes is None or host.attributes.get("size", "medium") not in ("small", "medium"):
        return None
    narrow, broad = _WIDTHS[host.tag]
    for note in notes:
        if note.text and note.font is not None:
            narrow = max(narrow, word_width(note.text, note.font).high)
            broad = max(broad, text_width(note.text, note.font).high)
    return Pixels(0, narrow), Pixels(0, broad)


def field_height(look: PageView, host: Element, font: TextFont, width: Pixels) -> Pixels | None:
    """How high it is in this width; None for what is no such field."""
    notes = _notes(look, host, font)
    if notes is None or "multiple" in host.attributes:
        return None
    height = _own_height(look, host, font)
    for note in notes:
        beside = note.height(width)
        if height is None or beside is None:
            return None
        height = height.plus(beside)
    return height


def _own_height(look: PageView, host: Element, font: TextFont) -> Pixels | None:
    if host.tag == "sl-range":
        return Pixels(_THUMB, max(font.line.high, _THUMB) + font.size.high * _SWAY * 2)
    if host.tag != "sl-textarea":
        return length(resolved(look, host, "var(--sl-input-height-{size})") or "", None)
    rows = host.attributes.get("rows", str(_ROWS)).strip()
    size = length(resolved(look, host, "var(--sl-input-font-size-{size})") or "", None, font.size)
    text = resolved(look, host, _ROW.replace("{rows}", rows))
    if not rows.isdigit() or size is None or text is None:
        return None
    height = length(text, None, size)
    if height is not None and host.attributes.get("resize") == "auto":
        return larger(height.minus(Pixels(1, 1)), NOTHING).plus(Pixels(0, _GROWTH))
    return height
