"""sl-tooltip: a hint while the pointer is over its element, or the element has the focus."""

from __future__ import annotations

from pytest_uimcp.page.components import Component
from pytest_uimcp.page.dom.events import Event
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.shoelace.base import esc, facts_of, tasks_of
from pytest_uimcp.page.shoelace.opening import Opens

__all__ = ["TOOLTIPS"]


class Tooltip(Opens):
    """The element, and the hint if it is open."""

    def shadow(self, element: Element) -> str:
        hint = ""
        if self.is_shown(element):
            text = esc(element.get("content"))
            hint = f"<div><div id=tooltip role=tooltip><slot name=content>{text}</slot></div></div>"
        return f"<slot aria-describedby=tooltip></slot>{hint}"

    def attribute_changed(self, element: Element, name: str, was: str | None, focus: Focus) -> None:
        super().attribute_changed(element, name, was, focus)
        if name == "trigger" and was is not None and not element.has("trigger"):
            refuse("component-use", "how <sl-tooltip> fails when its attribute trigger is taken away")

    @staticmethod
    def _by(element: Element, trigger: str) -> bool:
        return trigger in (element.get("trigger") or "hover focus").split()

    def starts(self, element: Element) -> None:
        """One that is disabled says that it is open, and shows nothing."""
        if element.has("disabled"):
            facts_of(element)["shown"] = False

    def may_open(self, element: Element) -> bool:
        return not element.has("disabled")

    def stays_closed(self, element: Element) -> None:
        """It says that it is open, and shows nothing."""
        facts_of(element).update(open=True, shown=False)

    def opening(self, element: Element) -> None:
        document = element.document()
        if document is not None:
            document.layers.push(element)

    def closing(self, element: Element) -> None:
        document = element.document()
        if document is not None:
            document.layers.remove(element)

    def heard(self, element: Element, event: Event) -> None:
        if event.name == "click" and self._by(element, "click"):
            self.set_open(element, not element.has("open"))

    def focus_passes(self, element: Element, *, arrives: bool) -> None:
        if self._by(element, "focus"):
            self.set_open(element, arrives)

    def hovered(self, element: Element) -> None:
        if self._by(element, "hover"):
            tasks_of(element).later(lambda: self.set_open(element, True))

    def unhovered(self, element: Element) -> None:
        if self._by(element, "hover"):
            tasks_of(element).later(lambda: self.set_open(element, False))

    def escaped(self, element: Element, focus: Focus) -> None:
        self.set_open(element, False)


TOOLTIPS: dict[str, Component] = {"sl-tooltip": Tooltip()}
