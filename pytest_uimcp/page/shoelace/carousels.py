"""Slides: sl-carousel with sl-carousel-item. The number in view is `slides-per-page`, as nothing has a size here."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Final

from pytest_uimcp.page.dom.events import Event
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.shoelace.base import ShoelaceComponent, aria_bool, switch

__all__ = ["Carousel"]

_STEPS: Final = {"ArrowLeft": -1, "ArrowUp": -1, "ArrowRight": 1, "ArrowDown": 1, "Home": 0, "End": 0}
# What the copies have that come before the first slide and after the last one, with `loop`.
_CLONE: Final = "data-clone"
_PREVIOUS: Final = "Previous slide"
_NEXT: Final = "Next slide"


class Carousel(ShoelaceComponent):
    """The slides, buttons to both sides (`navigation`) and one for each page (`pagination`)."""

    required_attributes = frozenset({"slides-per-page", "slides-per-move"})
    failure = "hangs"
    # The first slide in view.
    _active: int = 0
    # What it began with last; with another, it names its slides anew.
    _known_state: Sequence[object] = ()

    def _slides(self) -> list[Element]:
        return [child for child in self.element.elements() if child.tag == "sl-carousel-item" and not child.has(_CLONE)]

    def _number(self, name: str) -> int:
        text = self.element.get(name, "1") or ""
        if not text.isdecimal() or not int(text):
            refuse("component-use", f"how <sl-carousel> fails with {name}={text!r}")
        return int(text)

    def _slides_per_page(self) -> int:
        return self._number("slides-per-page")

    def _slides_per_move(self) -> int:
        """By how many slides it moves; never by more than it shows."""
        return min(self._number("slides-per-move"), self._slides_per_page())

    def _count_pages(self) -> int:
        slides = len(self._slides())
        if self.element.has("loop"):
            return math.ceil(slides / self._slides_per_move())
        return max(0, math.ceil((slides - self._slides_per_page()) / self._slides_per_move() + 1))

    def _page(self) -> int:
        return math.ceil(self._active / self._slides_per_move())

    def update_host(self) -> None:
        self.element.set("role", "region")
        self.element.set("aria-label", "Carousel")
        slides = self._slides()
        per_page = self._slides_per_page()
        if 0 < len(slides) < per_page:
            refuse("component-use", "how <sl-carousel> shows fewer slides than slides-per-page")
        state = [self.element.has("loop"), per_page, *slides]
        if self._known_state != state:
            is_first = not self._known_state
            self._known_state = state
            self._name_slides(slides)
            self._copy_ends(slides, per_page)
            # What was in view may be out of bounds now.
            if slides and not is_first:
                self._go(self._active)
        in_view = {(self._active + ahead) % max(1, len(slides)) for ahead in range(per_page)}
        for index, slide in enumerate(slides):
            slide.set("aria-hidden", aria_bool(index not in in_view))
            switch(slide, "inert", index not in in_view)

    def _name_slides(self, slides: list[Element]) -> None:
        """Name the slides, as it is when there are others; `pagination` that comes later changes no names."""
        for number, slide in enumerate(slides, 1):
            if self.element.has("pagination"):
                slide.set("role", "tabpanel")
                slide.set("id", f"slide-{number}")
                slide.unset("aria-label")
                slide.set("aria-labelledby", f"tab-{number}")
            else:
                slide.set("role", "group")
                slide.set("aria-label", f"Slide {number}")

    def _copy_ends(self, slides: list[Element], per_page: int) -> None:
        """With `loop`, as many slides as are in view come once more before the first and after the last one."""
        for child in list(self.element.elements()):
            if child.has(_CLONE):
                child.remove()
        if not self.element.has("loop"):
            return
        ends = (*slides[:per_page], *slides[-per_page:])
        if any(
            name.startswith("ui-") for end in ends for part in (end, *end.descendants()) for name in part.attributes
        ):
            refuse("component-use", "which of two equal slides of <sl-carousel loop> shows a bound value")
        for slide in slides[:per_page]:
            self.element.append(self._copy(slide, slides))
        for slide in slides[: -per_page - 1 : -1]:
            first = self.element.children[0]
            self.element.swap([first], [self._copy(slide, slides), first])

    def _copy(self, slide: Element, slides: list[Element]) -> Element:
        copy = slide.copy()
        copy.set(_CLONE, str(slides.index(slide)))
        copy.set("inert", "")
        copy.set("aria-hidden", "true")
        return copy

    def shadow_html(self) -> str:
        parts = ['<div tabindex=0 style="display:grid"><slot></slot></div>']
        if self.element.has("navigation"):
            parts += [_button_html(_PREVIOUS, "previous-icon", self._can_go_back())]
            parts += [_button_html(_NEXT, "next-icon", self._can_go_on())]
        if self.element.has("pagination"):
            pages = self._count_pages()
            tabs = "".join(_tab_html(page, pages, page == self._page()) for page in range(pages))
            parts.append(f'<div role=tablist style="display:flex">{tabs}</div>')
        return f'<div style="display:grid">{"".join(parts)}</div>'

    def _can_go_back(self) -> bool:
        return self.element.has("loop") or self._page() > 0

    def _can_go_on(self) -> bool:
        return self.element.has("loop") or self._page() < self._count_pages() - 1

    def on_click(self, target: Element, focus: Focus) -> None:
        part = self._own_part(target)
        if part is not None:
            target = part.closest("button") or target
        name = target.get("aria-label") or ""
        step = self._slides_per_move()
        if name == _PREVIOUS and self._can_go_back():
            self._go(self._active - step)
        elif name == _NEXT and self._can_go_on():
            self._go(self._active + step)
        elif target.get("role") == "tab" and name.startswith("Go to slide "):
            self._go((int(name.split()[3]) - 1) * step)

    def on_event(self, event: Event) -> None:
        """Keys move the slides, also from within a slide."""
        super().on_event(event)
        focus = self.focus
        if event.name != "keydown" or event.key not in _STEPS or focus is None or not self._slides():
            return
        part = self._own_part(event.target)
        is_tab = part is not None and part.get("role") == "tab"
        # The buttons for navigation use keys themselves.
        if part is not None and not is_tab and part.tag != "div":
            return
        event.prevent_default()
        ends = {"Home": 0, "End": len(self._slides()) - 1}
        self._go(ends.get(event.key, self._active + _STEPS[event.key] * self._slides_per_move()))
        if is_tab:
            # When it is drawn, the focus follows to the tab that is selected now.
            self.tasks.soon(partial(self._focus_tab, focus))

    def _own_part(self, target: Element) -> Element | None:
        return next((ancestor for ancestor in target.path() if ancestor.root() is self.element.shadow), None)

    def _focus_tab(self, focus: Focus) -> None:
        self.draw()
        tabs = (part for part in self.shadow_elements() if part.get("aria-selected") == "true")
        focus.move(next(tabs, focus.element))

    def _go(self, index: int) -> None:
        slides = self._slides()
        if self.element.has("loop"):
            index %= len(slides)
        else:
            index = max(0, min(index, len(slides) - self._slides_per_page()))
        if index != self._active:
            self._active = index
            self.element.touch()
            self.emit("sl-slide-change", {"index": index})


def _button_html(name: str, slot: str, is_enabled: bool) -> str:
    return (
        f'<button aria-label="{name}" aria-disabled={aria_bool(not is_enabled)} style="display:flex">'
        f"<slot name={slot}></slot></button>"
    )


def _tab_html(page: int, pages: int, is_selected: bool) -> str:
    if is_selected:
        return f'<button role=tab aria-selected=true aria-label="Slide {page + 1}" tabindex=0></button>'
    name = f"Go to slide {page + 1} of {pages}"
    return f'<button role=tab aria-selected=false aria-label="{name}" tabindex=-1></button>'
