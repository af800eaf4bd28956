"""sl-details: a summary that opens and closes the content below it."""

from __future__ import annotations

from pytest_uimcp.page.components import Component
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.shoelace.base import esc
from pytest_uimcp.page.shoelace.opening import Opens

__all__ = ["DETAILS"]

_OPENS = {"ArrowDown": True, "ArrowRight": True, "ArrowUp": False, "ArrowLeft": False}


class Details(Opens):
    """A real `details` whose summary is a button."""

    focusable = True
    focusable_if_disabled = True

    def is_tab_stop(self, element: Element) -> bool:
        return not element.has("disabled")

    def shadow(self, element: Element) -> str:
        is_open = self.is_shown(element)
        icon = "collapse-icon" if element.has("open") else "expand-icon"
        state = "true" if element.has("open") else "false"
        off = "true" if element.has("disabled") else "false"
        return (
            f"<details{' open' * is_open}><summary id=header role=button aria-controls=content "
            f"aria-expanded={state} aria-disabled={off} tabindex={-1 if element.has('disabled') else 0} "
            f'style="display:flex"><slot name=summary style="display:flex">{esc(element.get("summary"))}</slot>'
            f'<span style="display:flex"><slot name={icon}></slot></span></summary>'
            '<div role=region aria-labelledby=header><slot id=content style="display:block"></slot></div></details>'
        )

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        """A click on the summary opens or closes it."""
        if target is element or _in_summary(element, target):
            self.set_open(element, not element.has("open"))

    def pressed(self, element: Element, stroke: Stroke, focus: Focus) -> bool:
        """Enter and Space open or close it, arrow keys do one of both."""
        wanted = _OPENS.get(stroke.key, not element.has("open") if stroke.key in ("Enter", " ") else None)
        if wanted is not None and not element.has("disabled"):
            self.set_open(element, wanted)
        return wanted is not None

    def closed(self, element: Element, focus: Focus) -> None:
        here = focus.element
        if here is not None and here is not element and element.contains(here):
            focus.move(None)


def _in_summary(element: Element, target: Element) -> bool:
    for around in (target, *target.ancestors()):
        if around is element:
            return False
        if around.parent is element:
            return around.get("slot") == "summary"
        if around.tag == "summary" and around.root() is element.shadow:
            return True
    return False


DETAILS: dict[str, Component] = {"sl-details": Details()}
