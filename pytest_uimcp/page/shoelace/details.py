"""sl-details: a summary that opens and closes the content below it."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.shoelace.base import aria_bool, esc
from pytest_uimcp.page.shoelace.opening import Openable

__all__ = ["Details"]

_OPENS: Final = {"ArrowDown": True, "ArrowRight": True, "ArrowUp": False, "ArrowLeft": False}


class Details(Openable):
    """A real `details` whose summary is a button."""

    focusable = True
    focusable_if_disabled = True

    def is_tab_stop(self) -> bool:
        return not self.element.has("disabled")

    def shadow_html(self) -> str:
        is_open = self.element.has("open")
        is_disabled = self.element.has("disabled")
        icon = "collapse-icon" if is_open else "expand-icon"
        return (
            f'<details style="border:1px solid"{" open" * self.is_visible()}>'
            f"<summary id=header role=button aria-controls=content "
            f"aria-expanded={aria_bool(is_open)} aria-disabled={aria_bool(is_disabled)} tabindex={-int(is_disabled)} "
            'style="display:flex;align-items:center;padding:var(--sl-spacing-medium)">'
            '<slot name=summary style="display:flex;flex:1 1 auto;align-items:center">'
            f"{esc(self.element.get('summary'))}</slot>"
            f'<span style="display:flex;min-width:1em;min-height:1em"><slot name={icon}></slot></span></summary>'
            '<div role=region aria-labelledby=header style="overflow:hidden">'
            '<slot id=content style="display:block;padding:var(--sl-spacing-medium)"></slot></div></details>'
        )

    def on_click(self, target: Element, focus: Focus) -> None:
        if target is self.element or self._is_in_summary(target):
            self.set_open(not self.element.has("open"))

    def on_key(self, stroke: Stroke, focus: Focus) -> bool:
        """Enter and Space open or close it, arrow keys do one of both."""
        if stroke.key in ("Enter", " "):
            opens = not self.element.has("open")
        elif stroke.key in _OPENS:
            opens = _OPENS[stroke.key]
        else:
            return False
        # A disabled one handles the keys as well, or the page would scroll.
        if not self.element.has("disabled"):
            self.set_open(opens)
        return True

    def on_closed(self, focus: Focus) -> None:
        self.lose_inner_focus()

    def _is_in_summary(self, target: Element) -> bool:
        for ancestor in (target, *target.ancestors()):
            if ancestor is self.element:
                return False
            if ancestor.parent is self.element:
                return ancestor.get("slot") == "summary"
            if ancestor.tag == "summary" and ancestor.root() is self.element.shadow:
                return True
        return False
