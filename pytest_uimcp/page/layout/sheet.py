"""What is said of how each element is laid out: style sheets over the browser's own, fonts, edges and children."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom.flat import flat_children
from pytest_uimcp.page.dom.nodes import DomNode, Element, Text
from pytest_uimcp.page.dom.values import KEYWORDS
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.layout.component_shapes import LAID_OUT, content_font, host_of_part
from pytest_uimcp.page.layout.defaults import defaults_of
from pytest_uimcp.page.layout.fonts import ROOT_FONT, TextFont, any_font, font_of
from pytest_uimcp.page.layout.lengths import NOTHING, Pixels, length

# Components that lie over the page, wherever they are written.
_OVER_THE_PAGE: Final = frozenset({"sl-dialog", "sl-drawer"})
# Those that have no box, unlike what is in them.
_WITHOUT_BOX: Final = frozenset({"sl-alert", "sl-tooltip"})
_OUT: Final = frozenset({"absolute", "fixed"})
_SIDES: Final = ("top", "right", "bottom", "left")
_WIDTHS: Final = {"thin": 1.0, "medium": 3.0, "thick": 5.0}
_STYLES: Final = words("dotted dashed solid double groove ridge inset outset")
_NO_LINE: Final = frozenset({"none", "hidden"})


class Generated(NamedTuple):
    """What `::before` or `::after` puts into an element."""

    element: Element
    pseudo: str
    style: Mapping[str, str]
    display: str
    text: str


# What is laid out in an element.
Piece: TypeAlias = "Element | Text | Generated"


class Sides(NamedTuple):
    top: Pixels
    right: Pixels
    bottom: Pixels
    left: Pixels

    @property
    def across(self) -> Pixels:
        return self.left.plus(self.right)

    @property
    def down(self) -> Pixels:
        return self.top.plus(self.bottom)


_OF_CONTAINER: Final = re.compile(r"(?<![\w.])(-?\d*\.?\d+)cq[iw]\b")


class Sheet:
    """The declarations of one document at one moment."""

    def __init__(self, look: PageView) -> None:
        self.look = look
        self._styles: dict[Element, Mapping[str, str]] = {}
        self._fonts: dict[Element, TextFont] = {}
        self._text_fonts: dict[Element, TextFont] = {}
        self._measures_containers = look.styles.measures_containers
        self._pieces: dict[Element, list[Piece]] = {}
        # By what they are made of, which is kept with them.
        self._joined: dict[tuple[int, int], tuple[Mapping[str, str], Mapping[str, str], Mapping[str, str]]] = {}
        self._same_fonts: dict[tuple[int, int], tuple[Mapping[str, str], TextFont, TextFont]] = {}
        self._same_edges: dict[tuple[int, int], tuple[Mapping[str, str], TextFont, Sides]] = {}
        self._same_margins: dict[tuple[int, int], tuple[Mapping[str, str], TextFont, dict[str, Pixels | None]]] = {}

    def style(self, element: Element) -> Mapping[str, str]:
        style = self._styles.get(element)
        if style is None:
            style = self._computed(element)
            if self._measures_containers and any("cq" in value for value in style.values()):
                style = self._by_container(element, style)
            self._styles[element] = style
        return style

    def _by_container(self, element: Element, style: Mapping[str, str]) -> Mapping[str, str]:
        """The same with sizes that are shares of a container's width in pixels."""
        width = self.look.styles.container_width(element)
        if width is None:
            return style
        factor = width / 100

        def in_pixels(size: re.Match[str]) -> str:
            return f"{float(size[1]) * factor:g}px"

        return {name: _OF_CONTAINER.sub(in_pixels, value) for name, value in style.items()}

    def _computed(self, element: Element) -> Mapping[str, str]:
        author_style = self.look.styles.said(element)
        base = defaults_of(element)
        if element.tag == "sl-divider":
            return self._divided(element, base, author_style)
        if not base and KEYWORDS.isdisjoint(author_style.values()):
            return author_style
        if author_style.get("all", "revert") not in ("revert", "revert-layer"):
            base = {}
        inheriting = [name for name, value in author_style.items() if value in KEYWORDS and name not in _OF_FONTS]
        # Rows of a list have the same declarations: what follows from those is computed once.
        key = (id(author_style), id(base))
        if not inheriting and key in self._joined:
            return self._joined[key][-1]
        style = {**base, **author_style}
        if not inheriting:
            self._joined[key] = author_style, base, style
        for name in inheriting:
            value = author_style[name]
            if value.startswith("revert") and name in base:
                style[name] = base[name]
                continue
            del style[name]
            parent = self.look.parent(element)
            if value == "inherit" and parent is not None and name in self.style(parent):
                style[name] = self.style(parent)[name]
        return style

    def _divided(self, divider: Element, base: Mapping[str, str], author_style: Mapping[str, str]) -> Mapping[str, str]:
        """The style of a line of Shoelace, whose place its own variables say."""
        if divider.has("vertical"):
            return author_style
        resolved = {name: self.look.styles.resolved(divider, value) or "0" for name, value in base.items()}
        return {**resolved, **self.look.styles.laid(divider)}

    def inherited(self, element: Element, name: str, default: str = "") -> str:
        """The value of a property that elements take over from what is around them."""
        ancestor: Element | None = element
        while ancestor is not None:
            value = self.style(ancestor).get(name)
            if value is not None and value not in ("inherit", "unset"):
                return value
            ancestor = self.look.parent(ancestor)
        return default

    def font(self, element: Element) -> TextFont:
        font = self._fonts.get(element)
        if font is None:
            parent = self.look.parent(element)
            surrounding = ROOT_FONT
            if parent is not None:
                surrounding = self.text_font(parent)
            style = self.style(element)
            key = (id(style), id(surrounding))
            if key not in self._same_fonts:
                self._same_fonts[key] = style, surrounding, font_of(style, surrounding)
            font = self._fonts[element] = self._same_fonts[key][-1]
        return font

    def text_font(self, element: Element) -> TextFont:
        """The font of the texts in an element, which in a component is that of the part that they are in."""
        font = self._text_fonts.get(element)
        if font is None:
            font = self.font(element)
            host = host_of_part(element)
            if host is not None and host.tag not in LAID_OUT:
                font = content_font(self.look, host, self.font(host)) or any_font()
            self._text_fonts[element] = font
        return font

    def piece_style(self, piece: Element | Generated) -> Mapping[str, str]:
        if isinstance(piece, Generated):
            return piece.style
        return self.style(piece)

    def piece_font(self, piece: Piece, surrounding: Element) -> TextFont:
        if isinstance(piece, Element):
            return self.font(piece)
        if isinstance(piece, Generated):
            return font_of(piece.style, self.font(surrounding))
        return self.font(surrounding)

    def display(self, piece: Element | Generated) -> str:
        if isinstance(piece, Generated):
            return piece.display
        return self.look.styles.display(piece)

    def position(self, element: Element) -> str:
        return self.style(element).get("position", "static")

    def is_out(self, piece: Piece) -> bool:
        """Whether it is out of the flow."""
        return not isinstance(piece, Text) and self.piece_style(piece).get("position") in _OUT

    def pieces(self, element: Element) -> list[Piece]:
        """What is laid out in an element: texts, what it generates, and elements that have a box."""
        pieces = self._pieces.get(element)
        if pieces is None:
            pieces = self._pieces[element] = list(self._all_pieces(element))
        return pieces

    def _all_pieces(self, element: Element) -> Iterator[Piece]:
        yield from self._generated(element, "before")
        children = flat_children(element)
        if element.tag == "sl-tooltip":  # the hint itself is over the page
            children = [child for child in element.children if not isinstance(child, Element) or not child.get("slot")]
        legend = self.legend(element)
        for child in children:
            if child is not legend:
                yield from self._piece(child)
        yield from self._generated(element, "after")

    def legend(self, element: Element) -> Element | None:
        """The legend that is drawn in the upper border of a fieldset."""
        if element.tag != "fieldset":
            return None
        for child in element.elements():
            if child.tag == "legend" and self.look.styles.is_rendered(child):
                is_in_flow = not self.is_out(child) and self.style(child).get("float", "none") == "none"
                if is_in_flow:
                    return child
        return None

    def _piece(self, node: DomNode) -> Iterator[Piece]:
        if isinstance(node, Text):
            if not self.look.is_text_hidden(node):
                yield node
        elif isinstance(node, Element) and self.look.styles.is_rendered(node):
            if self.look.styles.display(node) == "contents":
                if node.tag in _OVER_THE_PAGE or (node.tag == "sl-alert" and not node.has("open")):
                    return
                if node.shadow is not None and node.tag not in _WITHOUT_BOX:
                    yield node
                    return
                yield from self._all_pieces(node)
            else:
                yield node

    def _generated(self, element: Element, pseudo: str) -> Iterator[Generated]:
        styles = self.look.styles
        generating = styles.generating
        if generating is not None and generating.isdisjoint(element.attributes):
            return
        style = styles.laid(element, pseudo)
        if style.get("content", "none") in ("none", "normal"):
            return
        text = styles.content(element, pseudo)
        display = styles.generated_display(element, pseudo)
        if display != "none":
            visible_text = text
            if visible_text is None:
                visible_text = "000"
            yield Generated(element, pseudo, style, display, visible_text.strip())

    # Edges

    def edges(self, piece: Element | Generated, width: Pixels, font: TextFont) -> Sides:
        """Padding and border together; per cents are of the width of what contains the element."""
        style = self.piece_style(piece)
        if not style:
            return _NO_EDGES
        is_shared = self._shares_borders(piece)
        key = (id(style), id(font))
        if not is_shared and key in self._same_edges:
            return self._same_edges[key][-1]
        sides = []
        for side in _SIDES:
            line = border(style, side, font)
            if is_shared and line.high:
                line = Pixels(0, line.high)
            sides.append((length(style.get(f"padding-{side}", "0"), width, font.size) or NOTHING).plus(line))
        edges = Sides(*sides)
        if not is_shared and not any("%" in style.get(f"padding-{side}", "") for side in _SIDES):
            self._same_edges[key] = style, font, edges
        return edges

    def _shares_borders(self, piece: Element | Generated) -> bool:
        """Whether its borders are those of its neighbours as well, as in most tables."""
        if isinstance(piece, Generated) or not self.display(piece).startswith(("table", "inline-table")):
            return False
        return self.inherited(piece, "border-collapse", "separate") == "collapse"

    def margins(self, piece: Element | Generated, width: Pixels, font: TextFont) -> dict[str, Pixels | None]:
        """By side; None where it takes what is free."""
        style = self.piece_style(piece)
        key = (id(style), id(font))
        if key in self._same_margins:
            return self._same_margins[key][-1]
        margins = {side: length(style.get(f"margin-{side}", "0"), width, font.size) for side in _SIDES}
        if not any("%" in style.get(f"margin-{side}", "") for side in _SIDES):
            self._same_margins[key] = style, font, margins
        return margins


_NO_EDGES: Final = Sides(NOTHING, NOTHING, NOTHING, NOTHING)
_OF_FONTS: Final = words("font-size line-height font-family letter-spacing word-spacing text-transform")


def border(style: Mapping[str, str], side: str, font: TextFont) -> Pixels:
    """How wide the border of one side is."""
    together = style.get(f"border-{side}")
    width = style.get(f"border-{side}-width")
    line = style.get(f"border-{side}-style")
    if together is None and width is None and line is None:
        return NOTHING
    shorthand = _shorthand(together, font)
    if width is None and line is None:
        return shorthand
    thickness = _thickness(width, font)
    if width is None:
        thickness = shorthand
        if not shorthand.high:
            thickness = Pixels(3, 3)
    if line in _NO_LINE:
        thickness = NOTHING
    if line is None and not shorthand.high:
        # Nothing says that there is a line, unless one of them was said after the other.
        if together is None:
            return NOTHING
        return Pixels(0, thickness.high)
    return thickness


def _shorthand(shorthand: str | None, font: TextFont) -> Pixels:
    if shorthand is None:
        return NOTHING
    values = shorthand.rpartition(":")[2].split()
    if not any(value in _STYLES for value in values):
        return NOTHING
    for value in values:
        if value in _WIDTHS or value[:1].isdigit() or value[:1] == ".":
            return _thickness(value, font)
    if "calc(" in shorthand or "max(" in shorthand or "min(" in shorthand:
        return Pixels(0, 20)
    return Pixels(3, 3)


def _thickness(value: str | None, font: TextFont) -> Pixels:
    if value is None:
        return Pixels(3, 3)
    if value in _WIDTHS:
        return Pixels(_WIDTHS[value], _WIDTHS[value])
    pixels = length(value, None, font.size) or Pixels(0, 20)
    # Borders are as wide as whole pixels of the screen.
    if pixels.is_exact and pixels.low > 1:
        return Pixels(float(int(pixels.low)), float(int(pixels.low)))
    return pixels.within(NOTHING, None)
