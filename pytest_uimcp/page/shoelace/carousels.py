"""Slides: sl-carousel with sl-carousel-item. The number in view is `slides-per-page`, as nothing has a size here."""

from __future__ import annotations

import math

from pytest_uimcp.page.components import Component, focus_in
from pytest_uimcp.page.dom.events import Event
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.shoelace.base import Shoelace, emit, facts_of, property_of, set_property, tasks_of

__all__ = ["CAROUSELS"]

_KEYS = {"ArrowLeft": -1, "ArrowUp": -1, "ArrowRight": 1, "ArrowDown": 1, "Home": 0, "End": 0}
_BACK = "Previous slide"
_ON = "Next slide"


def _slides(element: Element) -> list[Element]:
    return [child for child in element.elements() if child.tag == "sl-carousel-item"]


def _number(element: Element, name: str) -> int:
    text = element.get(name)
    if text is None:
        return 1
    if not text.isdecimal() or not int(text):
        refuse("component-use", f"how <sl-carousel> fails with {name}={text!r}")
    return int(text)


def _seen(element: Element) -> int:
    return _number(element, "slides-per-page")


def _step(element: Element) -> int:
    """By how many slides it moves; never by more than it shows."""
    return min(_number(element, "slides-per-move"), _seen(element))


def _active(element: Element) -> int:
    # The slide in view is a property without an attribute, so it is kept as the control's value.
    found = property_of(element, 0)
    if isinstance(found, int):
        return found
    return 0


def _pages(element: Element) -> int:
    count = len(_slides(element))
    if element.has("loop"):
        return math.ceil(count / _step(element))
    return max(0, math.ceil((count - _seen(element)) / _step(element) + 1))


def _page(element: Element) -> int:
    return math.ceil(_active(element) / _step(element))


class Carousel(Shoelace):
    """The slides, buttons to both sides (`navigation`) and one for each page (`pagination`)."""

    def host(self, element: Element) -> None:
        """Remove slides out of view from the accessibility tree."""
        element.set("role", "region")
        element.set("aria-label", "Carousel")
        slides = _slides(element)
        facts = facts_of(element)
        if 0 < len(slides) < _seen(element):
            refuse("component-use", "how <sl-carousel> shows fewer slides than slides-per-page")
        state = [element.has("loop"), _seen(element), *slides]
        if facts.get("state") != state:
            is_first = "state" not in facts
            facts["state"] = state
            self._begin(element, slides, is_first)
        in_view = {(_active(element) + ahead) % max(1, len(slides)) for ahead in range(_seen(element))}
        for place, slide in enumerate(slides):
            slide.set("aria-hidden", "false" if place in in_view else "true")
            if place in in_view:
                slide.unset("inert")
            else:
                slide.set("inert", "")

    def _begin(self, element: Element, slides: list[Element], is_first: bool) -> None:
        """Name the slides, as it is when there are others; `pagination` that comes later changes no names."""
        for number, slide in enumerate(slides, 1):
            if element.has("pagination"):
                slide.set("role", "tabpanel")
                slide.set("id", f"slide-{number}")
                slide.unset("aria-label")
                slide.set("aria-labelledby", f"tab-{number}")
            else:
                slide.set("role", "group")
                slide.set("aria-label", f"Slide {number}")
        if slides and not is_first:
            self._go(element, _active(element))

    def attribute_changed(self, element: Element, name: str, was: str | None, focus: Focus) -> None:
        super().attribute_changed(element, name, was, focus)
        if name in ("slides-per-page", "slides-per-move") and was is not None and not element.has(name):
            refuse("component-use", f"how <sl-carousel> hangs when its attribute {name} is taken away")

    def shadow(self, element: Element) -> str:
        """The slides, then the buttons that move them."""
        parts = ['<div tabindex=0 style="display:grid"><slot></slot></div>']
        if element.has("navigation"):
            parts += [self._button(_BACK, self._can_go(element, back=True))]
            parts += [self._button(_ON, self._can_go(element, back=False))]
        if element.has("pagination"):
            pages = _pages(element)
            now = _page(element)
            tabs = "".join(self._tab(page, pages, page == now) for page in range(pages))
            parts.append(f'<div role=tablist style="display:flex">{tabs}</div>')
        return f'<div style="display:grid">{"".join(parts)}</div>'

    @staticmethod
    def _can_go(element: Element, *, back: bool) -> bool:
        if element.has("loop"):
            return True
        if back:
            return _page(element) > 0
        return _page(element) < _pages(element) - 1

    @staticmethod
    def _button(name: str, on: bool) -> str:
        off = "false" if on else "true"
        slot = f"<slot name={'previous' if name == _BACK else 'next'}-icon></slot>"
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
        name = target.get("aria-label") or ""
        step = _step(element)
        if name == _BACK and self._can_go(element, back=True):
            self._go(element, _active(element) - step)
        elif name == _ON and self._can_go(element, back=False):
            self._go(element, _active(element) + step)
        elif target.get("role") == "tab" and name.startswith("Go to slide "):
            self._go(element, (int(name.split()[3]) - 1) * step)

    def heard(self, element: Element, event: Event) -> None:
        """Keys move the slides, also from within a slide."""
        super().heard(element, event)
        focus = focus_in(element)
        if event.name != "keydown" or event.key not in _KEYS or focus is None or not _slides(element):
            return
        own = next((one for one in (event.target, *event.target.ancestors()) if one.root() is element.shadow), None)
        if own is not None and own.get("role") != "tab" and own.tag != "div":
            return
        event.prevent_default()
        step = _step(element)
        ends = {"Home": 0, "End": len(_slides(element)) - 1}
        self._go(element, ends.get(event.key, _active(element) + _KEYS[event.key] * step))
        if own is not None and own.get("role") == "tab":
            tasks_of(element).soon(lambda: self._focus_page(element, focus))

    def _focus_page(self, element: Element, focus: Focus) -> None:
        self.draw(element)
        found = (one for one in element.shadow.descendants() if one.get("aria-selected") == "true")  # type: ignore[union-attr]  # a component has one
        focus.move(next(found, focus.element))

    @staticmethod
    def _go(element: Element, to: int) -> None:
        slides = _slides(element)
        if element.has("loop"):
            wanted = to % len(slides)
        else:
            wanted = max(0, min(to, len(slides) - _seen(element)))
        if wanted != _active(element):
            set_property(element, wanted)
            emit(element, "sl-slide-change", {"index": wanted})


CAROUSELS: dict[str, Component] = {
    "sl-carousel": Carousel(),
    "sl-carousel-item": Shoelace("<slot></slot>"),
}
