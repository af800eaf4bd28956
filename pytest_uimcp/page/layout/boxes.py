"""Where the boxes of elements are, between bounds: the page has no fonts, and so no sizes of texts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final

from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom.flat import flat_children
from pytest_uimcp.page.dom.nodes import DomNode, Element, Text
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.layout.box import (
    PADDED,
    WINDOW,
    Box,
    Shift,
    border_of,
    bounded,
    box_at,
    declared_size,
    kind_of,
    offset_box,
    shifts,
)
from pytest_uimcp.page.layout.lengths import NOTHING, WINDOW_HEIGHT, WINDOW_WIDTH, Pixels, length

__all__ = ["Boxes"]

# What a letter and a button around it take in the font of the page.
_PLAIN_LETTER: Final = Pixels(3, 12)
# What a letter, a line, a field or the margins of a browser's own sheet take at least and at most.
_LETTER: Final = Pixels(3, 20)
_LINE: Final = Pixels(14, 50)
# The same in the font of the page, whose lines are 24 pixels high, and buttons and fields 36.
_PLAIN_LINE: Final = Pixels(22, 42)
_FIELD: Final = Pixels(10, 420)
_MARGINS: Final = {
    tag: Pixels(0, 45) for tag in words("p h1 h2 h3 h4 h5 h6 ul ol dl blockquote figure pre hr fieldset")
}
_FIELDS: Final = words("input select textarea img video iframe canvas progress meter svg audio object embed")
_LOW: Final = words("input select progress meter")
_ADDING: Final = ("width", "min-width", "padding-left", "padding-right", "margin-left", "margin-right")
_ROWS: Final = frozenset({"flex", "inline-flex", "grid", "inline-grid", "table", "table-row", "inline-table"})
_AT_START: Final = frozenset({"normal", "flex-start", "start", "left", "space-between", "stretch"})
_OUT: Final = frozenset({"absolute", "fixed"})
_MOVING: Final = ("transform", "translate")
# Longer pages scroll.
_MAX_LINES: Final = 200
_MAX_ITEMS: Final = 50
# How high a box gets whose height follows from its width.
_MAX_BY_WIDTH: Final = 1280.0


class Boxes:
    """The boxes of a document at one moment: in the page, or in the window for what is fixed to it."""

    def __init__(self, look: PageView, origin: Element | None = None, size: Box | None = None) -> None:
        """With an origin, the box of that element is at zero, and only what is in it may be asked for."""
        self._look = look
        self._styles: dict[Element, Mapping[str, str]] = {}
        self._boxes: dict[Element, Box] = {}
        if origin is not None and size is not None:
            self._boxes[origin] = box_at(NOTHING, NOTHING, size.width, size.height)
        self._heights: dict[Element, Pixels] = {}
        self._starts: dict[Element, dict[Element, tuple[Pixels, bool]]] = {}
        self._letter = _LETTER
        self._line = _LINE
        if look.styles.has_plain_fonts:
            self._letter = _PLAIN_LETTER
            self._line = _PLAIN_LINE

    def style(self, element: Element) -> Mapping[str, str]:
        style = self._styles.get(element)
        if style is None:
            style = self._styles[element] = self._look.styles.laid(element)
        return style

    def position(self, element: Element) -> str:
        return self.style(element).get("position", "static")

    def moves(self, element: Element) -> bool:
        style = self.style(element)
        return any(style.get(name, "none") != "none" for name in (*_MOVING, "scale"))

    def container(self, element: Element) -> Element | None:
        """The element whose box contains the box of one that is absolute or fixed; None for the window."""
        is_fixed = self.position(element) == "fixed"
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
        box = self._boxes.get(element)
        if box is None:
            box = self._boxes[element] = self._moved(element, self._placed(element, self.style(element)))
        return box

    def middle(self, element: Element) -> tuple[Pixels, Pixels]:
        """The middle of its box; what is in the flow does not leave what is around it."""
        horizontal, vertical = self.box(element).middle
        parent = self._look.parent(element)
        if parent is None or (self.style(element) and (self.position(element) != "static" or self.moves(element))):
            return horizontal, vertical
        around = self.box(parent)
        own = self.box(element)
        return (
            _between(horizontal, around.left.low, around.right.high, own.width.low / 2),
            _between(vertical, around.top.low, around.bottom.high, own.height.low / 2),
        )

    def of_pseudo(self, element: Element, style: Mapping[str, str]) -> Box:
        """The box of a pseudo-element that is out of the flow."""
        position = style.get("position")
        container: Element | None = element
        if position == "fixed":
            container = self.container(element) if self.position(element) == "fixed" else None
        elif self.position(element) == "static" and not self.moves(element):
            container = self.container(element)
        around = WINDOW if container is None else self.box(container)
        inside = box_at(around.left, around.top, Pixels(0, around.width.high), Pixels(0, 2000))
        return offset_box(style, around, inside)

    def _moved(self, element: Element, box: Box) -> Box:
        style = self.style(element)
        for name in _MOVING:
            if (value := style.get(name, "none")) != "none":
                for right, down in shifts(value):
                    box = box.moved(right, down)
        return box

    def _placed(self, element: Element, style: Mapping[str, str]) -> Box:
        position = style.get("position", "static")
        parent = self._look.parent(element)
        if parent is None:
            return box_at(NOTHING, NOTHING, WINDOW_WIDTH, self.height(element))
        inner = self._inner(parent)
        in_flow = self._in_flow(element, parent, inner, style)
        if position in _OUT:
            container = self.container(element)
            around = WINDOW if container is None else self.box(container)
            return offset_box(style, around, in_flow, kind_of(element))
        if position == "relative":
            right = length(style.get("left", "auto"), inner.width)
            left = length(style.get("right", "auto"), inner.width)
            down = length(style.get("top", "auto"), inner.height)
            up = length(style.get("bottom", "auto"), inner.height)
            if right is None and left is not None:
                right = left.times(-1)
            if down is None and up is not None:
                down = up.times(-1)
            return in_flow.moved(Shift(right or NOTHING), Shift(down or NOTHING))
        return in_flow

    def _inner(self, parent: Element) -> Box:
        """Where the content of an element may be."""
        box = self._boxes.get(parent) or self.box(parent)
        style = self.style(parent)
        sides = {side: self._padding(parent, style, side, box.width) for side in ("top", "right", "bottom", "left")}
        return box_at(
            box.left.plus(sides["left"]), box.top.plus(sides["top"]),
            box.width.minus(sides["left"]).minus(sides["right"]).within(NOTHING, None),
            box.height.minus(sides["top"]).minus(sides["bottom"]).within(NOTHING, None),
        )  # fmt: skip

    def _padding(self, element: Element, style: Mapping[str, str], side: str, width: Pixels) -> Pixels:
        padding = length(style.get(f"padding-{side}", "auto"), width)
        if padding is None:
            padding = Pixels(0, 45) if element.tag in PADDED else NOTHING
        return padding.plus(border_of(element.tag, style))

    def _in_flow(self, element: Element, parent: Element, inner: Box, style: Mapping[str, str]) -> Box:
        display = self._look.styles.display(element)
        around = self._look.styles.display(parent)
        is_block = not display.startswith(("inline", "contents")) and around not in _ROWS
        is_out = style.get("position") in _OUT or style.get("float", "none") != "none"
        declared = declared_size(style, "width", inner.width, kind_of(element))
        start = length(style.get("margin-left", "0"), inner.width)
        shift = start or NOTHING
        width = declared
        if width is None and is_block and not is_out and not display.startswith("table"):
            end = length(style.get("margin-right", "0"), inner.width) or NOTHING
            width = inner.width.minus(shift).minus(end)
        if width is None:
            width = self._natural(element, inner.width)
        width = bounded(style, "width", width, inner.width)
        height = self.height(element, inner.height)
        free = Pixels(0, max(0, inner.width.high - width.low))
        above, is_in_line = self._start(element, parent, inner.width)
        left = inner.left.plus(shift)
        if start is None or around in _ROWS or (is_in_line and not is_block):
            left = left.plus(free)
        if around in _ROWS:
            left = self._item_left(element, parent, inner, left, shift)
            above = Pixels(0, max(0, inner.height.high - height.low))
        down = length(style.get("margin-top", "0"), inner.width) or _MARGINS.get(element.tag, NOTHING)
        return box_at(left, inner.top.plus(above).plus(down), width, height)

    def _start(self, element: Element, parent: Element, width: Pixels) -> tuple[Pixels, bool]:
        """How far below the top of its parent an element begins, and whether something is before it in its line."""
        starts = self._starts.get(parent)
        if starts is None:
            starts = self._starts[parent] = {}
            total = NOTHING
            line: list[DomNode] = []
            for child in flat_children(parent):
                if isinstance(child, Element):
                    starts[child] = (total.plus(self._sum_of_heights(line, width)), bool(line))
                if not self._takes_room(child):
                    continue
                if isinstance(child, Element) and not self._look.styles.display(child).startswith("inline"):
                    total = total.plus(self._sum_of_heights([*line, child], width))
                    line = []
                else:
                    line.append(child)
                    if len(line) > _MAX_ITEMS:  # what follows in this line is not measured
                        total = total.plus(self._sum_of_heights(line, width))
                        total = Pixels(0, total.high)
                        line = line[:1]
        return starts.get(element, (NOTHING, False))

    def _item_left(self, element: Element, parent: Element, inner: Box, left: Pixels, shift: Pixels) -> Pixels:
        """Where an item of a row begins: the first, or one after others that are as wide as the row, as slides are."""
        items = [node for node in flat_children(parent) if self._takes_room(node)]
        if element not in items or "flex" not in self._look.styles.display(parent):
            return left
        before = items[: items.index(element)]
        if not before and self._begins_at_start(parent):
            return inner.left.plus(shift)
        if len(before) > _MAX_ITEMS:
            return left
        total = NOTHING
        for item in before:
            size = self._slide(item, inner.width) if isinstance(item, Element) else None
            if size is None:
                return left
            total = total.plus(size)
        if self._slide(element, inner.width) is None:
            return left
        return inner.left.plus(total)

    def _begins_at_start(self, row: Element) -> bool:
        style = self.style(row)
        flow = f"{style.get('flex-direction', '')} {style.get('flex-flow', '')}"
        if "reverse" in flow or "column" in flow or style.get("justify-content", "normal") not in _AT_START:
            return False
        if any("order" in self.style(item) for item in row.elements()):
            return False
        ancestor: Element | None = row
        while ancestor is not None:
            if self.style(ancestor).get("direction") == "rtl" or ancestor.attributes.get("dir", "").lower() == "rtl":
                return False
            ancestor = self._look.parent(ancestor)
        return True

    def _slide(self, item: Element, width: Pixels) -> Pixels | None:
        style = self.style(item)
        basis = style.get("flex-basis")
        grow_shrink = style.get("flex", "").split()
        if len(grow_shrink) == 3 and grow_shrink[1] == "0":
            basis = grow_shrink[2]
        for value in (basis, style.get("min-width")):
            size = length(value or "auto", width)
            if size is not None and size.low >= width.low:
                return size
        return None

    def _takes_room(self, node: DomNode) -> bool:
        if isinstance(node, Text):
            return bool(node.data.strip())
        if not isinstance(node, Element) or not self._look.styles.is_rendered(node):
            return False
        return self.position(node) not in _OUT

    def _natural(self, element: Element, room: Pixels) -> Pixels:
        letters = len(element.text_content().strip())
        parts = sum(map(self._beside_text, (element, *element.descendants())))
        low = min(self._letter.low * min(letters, 3) + min(parts, 10), room.high)
        return Pixels(max(0, low), max(low, min(self._letter.high * letters + parts, max(room.high, 40))))

    def _beside_text(self, element: Element) -> float:
        """What an element takes in a line beside its text, at most."""
        if element.tag in _FIELDS:
            return 30 if element.attributes.get("type", "").lower() in ("checkbox", "radio") else _FIELD.high
        style = self.style(element)
        declared = (length(style[name], WINDOW_WIDTH) for name in _ADDING if name in style)
        return sum(max(0, size.high) for size in declared if size is not None) + (50 if element.tag in PADDED else 10)

    def height(self, element: Element, room: Pixels | None = None) -> Pixels:
        """How high its box is."""
        known = self._heights.get(element)
        if known is not None:
            return known
        style = self.style(element)
        declared = declared_size(
            style, "height", room if room is not None and room.low == room.high else None, kind_of(element)
        )
        if declared is None:
            declared = self._content_height(element)
            if style.get("aspect-ratio", "auto") != "auto":  # its width decides
                declared = Pixels(declared.low, max(declared.high, _MAX_BY_WIDTH))
            parent = self._look.parent(element)
            if parent is not None and self.folds(parent) and self.clips(element, "y"):
                declared = NOTHING
        height = self._heights[element] = bounded(style, "height", declared, room)
        return height

    def folds(self, grid: Element) -> bool:
        """Whether the rows of a grid have no height, unless what is in them needs one."""
        rows = self.style(grid).get("grid-template-rows", "")
        return rows in ("0fr", "0", "0px") and "grid" in self._look.styles.display(grid)

    def clips(self, element: Element, axis: str) -> bool:
        return self.style(element).get(f"overflow-{axis}", "visible") != "visible"

    def _content_height(self, element: Element) -> Pixels:
        if element.tag in _FIELDS:
            return Pixels(1, self._line.high if element.tag in _LOW else 420)
        if element.tag == "button" and not any(isinstance(child, Element) for child in element.children):
            return self._line
        children = [child for child in flat_children(element) if self._takes_room(child)]
        padding = Pixels(0, 30) if element.tag in PADDED else NOTHING
        for side in ("top", "bottom"):
            own = length(self.style(element).get(f"padding-{side}", "0"), None)
            padding = padding.plus(own or NOTHING).plus(border_of(element.tag, self.style(element)))
        if self._look.styles.display(element) in _ROWS:
            heights = [self._sum_of_heights([child], WINDOW_WIDTH) for child in children]
            content = Pixels(max((each.low for each in heights), default=0), sum(each.high for each in heights))
        else:
            content = self._sum_of_heights(children, WINDOW_WIDTH)
        return content.plus(padding)

    def _sum_of_heights(self, nodes: Iterable[DomNode], width: Pixels) -> Pixels:
        total = NOTHING
        letters = 0
        fields = 0
        for node in nodes:
            if isinstance(node, Element) and not self._look.styles.display(node).startswith("inline"):
                margins = NOTHING
                for side in ("top", "bottom"):
                    own = length(self.style(node).get(f"margin-{side}", "auto"), width)
                    margins = margins.plus(own if own is not None else _MARGINS.get(node.tag, NOTHING))
                height = self.height(node)
                if self.style(node).get("float", "none") != "none":
                    height = Pixels(0, height.high)
                total = total.plus(Pixels(min(height.low, height.low + margins.low), height.high + margins.high))
                total = total.plus(self._lines(letters, fields, width))
                letters = fields = 0
            elif isinstance(node, Element):
                own_letters, own_fields = _contents(node)
                letters += own_letters
                fields += own_fields
                if any(isinstance(child, Element) for child in node.children):
                    total = total.plus(Pixels(0, max(0, self.height(node).high - self._line.high)))
                elif node.tag in _FIELDS and node.tag not in _LOW:
                    total = total.plus(Pixels(0, 420))
            elif isinstance(node, Text):
                letters += len(node.data.strip())
        return total.plus(self._lines(letters, fields, width))

    def _lines(self, letters: int, fields: int, width: Pixels) -> Pixels:
        if not letters and not fields:
            return NOTHING
        needed = (self._letter.high * letters + _FIELD.high * fields) / max(width.low, 100)
        return Pixels(self._line.low, self._line.high * min(math.ceil(needed), _MAX_LINES))


def _between(middle: Pixels, start: float, end: float, half: float) -> Pixels:
    """A middle that is no nearer to both sides of what is around it than half of the size, as far as that has room."""
    half = max(0, min(half, (end - start) / 2))
    return Pixels(max(middle.low, start + half), max(middle.low, min(middle.high, end - half)))


def _is_pulled(style: Mapping[str, str]) -> bool:
    return any("-" in value for name, value in style.items() if name.startswith(("margin", "padding")))


def _contents(element: Element) -> tuple[int, int]:
    """How many letters and fields are in an element."""
    fields = 1 if element.tag in _FIELDS else 0
    fields += sum(1 for inner in element.descendants() if inner.tag in _FIELDS)
    return len(element.text_content().strip()), fields
