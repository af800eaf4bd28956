"""Which of two elements is painted over the other: stacking contexts, as CSS orders them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, TypeAlias

from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom.flat import flat_children
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.layout.boxes import Boxes

__all__ = ["Height", "Order"]

# From the outermost context inwards: the level in it, and the place in the document.
Height: TypeAlias = tuple[tuple[float, float], ...]
# What is in no layer of its own is above levels below zero, and below all others.
_IN_FLOW: Final = (-0.5, 0.0)
# As in Shoelace's style sheet.
_WINDOWS: Final = {"sl-drawer": 700.0, "sl-dialog": 800.0}
_LISTS: Final = frozenset({"sl-dropdown", "sl-select"})
_LIST_LEVEL: Final = 900.0
_CONTEXTS: Final = {
    "backdrop-filter": "none", "clip-path": "none", "filter": "none", "isolation": "auto", "mix-blend-mode": "normal",
    "perspective": "none", "rotate": "none", "scale": "none", "transform": "none", "translate": "none",
}  # fmt: skip


class Order:
    def __init__(self, look: PageView, boxes: Boxes) -> None:
        self._look = look
        self._boxes = boxes
        self._places: dict[Element, tuple[int, int]] = {}
        self._levels: dict[Element, tuple[float | None, bool]] = {}
        self._number(look.document.html)

    def _number(self, element: Element) -> None:
        first = len(self._places)
        self._places[element] = (first, first)
        for child in flat_children(element):
            if isinstance(child, Element):
                self._number(child)
        self._places[element] = (first, len(self._places) - 1)

    def drawn(self) -> list[Element]:
        return [element for element in self._places if self._look.styles.is_visible(element)]

    def is_before(self, element: Element, other: Element) -> bool:
        """Whether an element ends before another begins."""
        return self._places[element][1] < self._places[other][0]

    def is_raised(self, element: Element) -> bool:
        """Whether it is in a layer over what is in none."""
        return self._level(element)[0] is not None

    def height(self, element: Element) -> Height:
        levels: list[tuple[float, float]] = []
        is_open = False
        for ancestor in reversed(self._path(element)):
            if ancestor in self._look.document.popovers or ancestor in self._look.document.modals:
                levels = [(math.inf, self._places[ancestor][0])]
                is_open = False
                continue
            level, makes_context = self._level(ancestor)
            if level is None:
                continue
            # In a layer without a level of its own, its parts are in the context around it.
            if is_open:
                levels.pop()
            levels.append((level, self._places[ancestor][0]))
            is_open = not makes_context
        return tuple(levels)

    def of_pseudo(self, element: Element, pseudo: str, style: Mapping[str, str]) -> Height:
        first, last = self._places[element]
        level = _number(style.get("z-index", "auto")) or 0.0
        own = (level, first + 0.5 if pseudo == "before" else last + 0.5)
        levels = list(self.height(element))
        if levels and levels[-1][1] == first and not self._level(element)[1]:
            levels.pop()
        return (*levels, own)

    def is_over(self, upper: Height, lower: Height) -> bool:
        for place in range(max(len(upper), len(lower)) + 1):
            one = upper[place] if place < len(upper) else _IN_FLOW
            other = lower[place] if place < len(lower) else _IN_FLOW
            if one != other:
                return one > other
        return False

    def _path(self, element: Element) -> list[Element]:
        path = []
        ancestor: Element | None = element
        while ancestor is not None:
            path.append(ancestor)
            ancestor = self._look.parent(ancestor)
        return path

    def _level(self, element: Element) -> tuple[float | None, bool]:
        level = self._levels.get(element)
        if level is None:
            level = self._levels[element] = self._computed_level(element)
        return level

    def _computed_level(self, element: Element) -> tuple[float | None, bool]:
        """The level in its context, None in the flow, and whether it is a context itself."""
        if element.tag in _WINDOWS and element.has("open"):
            return _WINDOWS[element.tag], True
        host = element.parent
        if isinstance(host, Element) and host.tag in _LISTS and host.has("open") and element.get("slot") in (None, ""):
            return _LIST_LEVEL, True
        style = self._boxes.style(element)
        if not style:
            return None, False
        position = style.get("position", "static")
        number = _number(style.get("z-index", "auto"))
        parent = self._look.parent(element)
        is_item = parent is not None and self._look.styles.display(parent).endswith(("flex", "grid"))
        makes_context = position in ("fixed", "sticky") or style.get("opacity", "1") not in ("1", "100%", "1.0") or any(
            style.get(name, value) != value for name, value in _CONTEXTS.items()
        )  # fmt: skip
        if number is not None and (position != "static" or is_item):
            return number, True
        if position != "static" or makes_context:
            return 0.0, makes_context
        return None, False


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
