"""sl-split-panel: two parts, and a divider that keys move."""

from __future__ import annotations

from decimal import Decimal

from pytest_uimcp.page.components import Component, focus_in
from pytest_uimcp.page.dom.events import Event
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.shoelace.base import Shoelace, emit, facts_of, js_number, tasks_of

__all__ = ["SPLIT_PANELS"]


class SplitPanel(Shoelace):
    """Two parts with a divider, whose position is a percentage."""

    def shadow(self, element: Element) -> str:
        stop = "" if element.has("disabled") else "tabindex=0"
        return (
            f"<div><slot name=start></slot></div><div role=separator {stop} aria-label=Resize>"
            "<slot name=divider></slot></div><div><slot name=end></slot></div>"
        )

    def host(self, element: Element) -> None:
        if "position" not in facts_of(element):
            self._place(element, _percent(element))

    def attribute_changed(self, element: Element, name: str, was: str | None, focus: Focus) -> None:
        super().attribute_changed(element, name, was, focus)
        if name == "position" and "position" in facts_of(element):
            self._place(element, _percent(element))

    @staticmethod
    def _place(element: Element, position: float) -> None:
        if facts_of(element).get("position") != position:
            facts_of(element)["position"] = position
            tasks_of(element).soon(lambda: emit(element, "sl-reposition"))

    def heard(self, element: Element, event: Event) -> None:
        if event.name != "keydown" or element.has("disabled") or focus_in(element) is None:
            return
        if event.target.get("role") != "separator" or event.target.root() is not element.shadow:
            return
        back, on = ("ArrowUp", "ArrowDown") if element.has("vertical") else ("ArrowLeft", "ArrowRight")
        now: float = facts_of(element)["position"]
        step = (10 if "shift" in event.modifiers else 1) * (-1 if element.get("primary") == "end" else 1)
        start, end = (0, 100) if element.get("primary") != "end" else (100, 0)
        wanted = {back: now - step, on: now + step, "Home": start, "End": end}.get(event.key)
        if wanted is not None:
            event.prevent_default()
            self._place(element, min(max(wanted, 0), 100))


def _percent(element: Element) -> float:
    text = element.get("position")
    number = js_number(text) if text is not None else Decimal(50)
    if number is None:
        refuse("component-use", f"where <sl-split-panel> stands with position={text!r}")
    return float(number)


SPLIT_PANELS: dict[str, Component] = {"sl-split-panel": SplitPanel()}
