"""Slides: sl-carousel with sl-carousel-item. The number in view is `slides-per-page`, as nothing has a size here."""

from __future__ import annotations

import math

from pytest_uimcp.page.components import Component
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.shoelace.base import Shoelace, emit, property_of, set_property

__all__ = ["CAROUSELS"]

_BACK, _ON = "Previous slide", "Next slide"


def _slides(element: Element) -> list[Element]:
    return [child for child in element.elements() if child.tag == "sl-carousel-item"]


def _number(element: Element, name: str) -> int:
    text = element.get(name) or ""
    return max(1, int(text)) if text.isdigit() else 1


def _active(element: Element) -> int:
    # The slide in view is a property without an attribute, so it is kept as the control's value.
    found = property_of(element, 0)
    return found if isinstance(found, int) else 0


def _pages(element: Element) -> int:
    count, seen, step = len(_slides(element)), _number(element, "slides-per-page"), _number(element, "slides-per-move")
    if element.has("loop"):
        return math.ceil(count / step)
    return max(0, math.ceil((count - seen) / step)) + 1 if count else 0


class Carousel(Shoelace):
    """The slides, buttons to both sides (`navigation`) and one for each page (`pagination`)."""

    def host(self, element: Element) -> None:
        """Remove slides out of view from the accessible tree."""
        element.set("role", "region")
        element.set("aria-label", "Carousel")
        slides, seen = _slides(element), _number(element, "slides-per-page")
        in_view = {(_active(element) + ahead) % max(1, len(slides)) for ahead in range(seen)}
        for place, slide in enumerate(slides):
            if element.has("pagination"):
                slide.set("role", "tabpanel")
                slide.set("id", f"slide-{place + 1}")
                slide.unset("aria-label")
                slide.set("aria-labelledby", f"tab-{place + 1}")
            else:
                slide.set("role", "group")
                slide.set("aria-label", f"Slide {place + 1}")
            slide.set("aria-hidden", "false" if place in in_view else "true")
            if place in in_view:
                slide.unset("inert")
            else:
                slide.set("inert", "")

    def shadow(self, element: Element) -> str:
        """The slides, then the buttons that move them."""
        parts = ['<div tabindex=0 style="display:grid"><slot></slot></div>']
        if element.has("navigation"):
            parts += [self._button(_BACK, self._can_go(element, back=True))]
            parts += [self._button(_ON, self._can_go(element, back=False))]
        if element.has("pagination"):
            pages = _pages(element)
            now = math.ceil(_active(element) / _number(element, "slides-per-move"))
            tabs = "".join(self._tab(page, pages, page == now) for page in range(pages))
            parts.append(f'<div role=tablist style="display:flex">{tabs}</div>')
        return f'<div style="display:grid">{"".join(parts)}</div>'

    @staticmethod
    def _can_go(element: Element, *, back: bool) -> bool:
        if element.has("loop"):
            return True
        active = _active(element)
        return active > 0 if back else active < len(_slides(element)) - _number(element, "slides-per-page")

    @staticmethod
    def _button(name: str, on: bool) -> str:
        off = "false" if on else "true"
        slot = f'<slot name={"previous" if name == _BACK else "next"}-icon></slot>'
        return f'<button aria-label="{name}" aria-disabled={off} style="display:flex">{slot}</button>'

    @staticmethod
    def _tab(page: int, pages: int, on: bool) -> str:
        name = f"Slide {page + 1}" if on else f"Go to slide {page + 1} of {pages}"
        index = 0 if on else -1
        return f'<button role=tab aria-selected={str(on).lower()} aria-label="{name}" tabindex={index}></button>'

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        """A button moves the slides."""
        button = next((one for one in (target, *target.ancestors()) if one.root() is element.shadow), None)
        target = button.closest("button") or target if button is not None else target
        name, step = target.get("aria-label") or "", _number(element, "slides-per-move")
        if name == _BACK and self._can_go(element, back=True):
            self._go(element, _active(element) - step)
        elif name == _ON and self._can_go(element, back=False):
            self._go(element, _active(element) + step)
        elif target.get("role") == "tab" and name.startswith("Go to slide "):
            self._go(element, (int(name.split()[3]) - 1) * step)

    @staticmethod
    def _go(element: Element, to: int) -> None:
        slides = _slides(element)
        last = len(slides) - (1 if element.has("loop") else _number(element, "slides-per-page"))
        wanted = to % len(slides) if element.has("loop") else min(max(to, 0), last)
        if wanted != _active(element):
            set_property(element, wanted)
            emit(element, "sl-slide-change", {"index": wanted})


CAROUSELS: dict[str, Component] = {
    "sl-carousel": Carousel(),
    "sl-carousel-item": Shoelace("<slot></slot>"),
}
