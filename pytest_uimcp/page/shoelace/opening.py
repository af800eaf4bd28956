"""The base class of components that open and close by their attribute `open`."""

from __future__ import annotations

from pytest_uimcp.page.components import focus_in
from pytest_uimcp.page.dom.nodes import Element, Fragment
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.shoelace.base import Shoelace, emit, facts_of, tasks_of

__all__ = ["Opens"]


class Opens(Shoelace):
    """A component with the attribute `open`, which shows a change with an animation, between two events."""

    def render(self, element: Element) -> Fragment | None:
        if element.shadow is None:
            facts_of(element)["open"] = element.has("open")
            self.starts(element)
        return super().render(element)

    def starts(self, element: Element) -> None:
        """It is drawn for the first time."""

    def is_shown(self, element: Element) -> bool:
        """Whether it is drawn open: while it closes it still is."""
        facts = facts_of(element)
        return bool(facts.get("shown", facts.get("open")))

    def set_open(self, element: Element, on: bool) -> None:
        """Open or close it; what follows happens when the running code is done."""
        if element.has("open") == on:
            return
        if on:
            element.set("open", "")
        else:
            element.unset("open")
        self._notice(element)

    def attribute_changed(self, element: Element, name: str, was: str | None, focus: Focus) -> None:
        """A script opened or closed it through an attribute."""
        super().attribute_changed(element, name, was, focus)
        if name == "open":
            self._notice(element)

    def _notice(self, element: Element) -> None:
        if element.shadow is not None:
            tasks_of(element).soon(lambda: self._changed(element))

    def _changed(self, element: Element) -> None:
        facts = facts_of(element)
        if element.has("open") == facts.get("open") or element.document() is None:
            return
        if element.has("open") and not self.may_open(element):
            self.stays_closed(element)
            return
        facts["open"] = element.has("open")
        self.show(element) if element.has("open") else self.hide(element)

    def may_open(self, element: Element) -> bool:
        """Whether it opens now."""
        return True

    def stays_closed(self, element: Element) -> None:
        """It does not open."""
        element.unset("open")

    def show(self, element: Element) -> None:
        """Open it."""
        emit(element, "sl-show")
        self.opening(element)
        facts_of(element)["shown"] = True
        tasks_of(element).when_animated(lambda: self._end(element, "sl-after-show"))

    def opening(self, element: Element) -> None:
        """It has said that it opens, and does so now."""

    def hide(self, element: Element) -> None:
        """Close it."""
        emit(element, "sl-hide")
        self.closing(element)
        tasks_of(element).when_animated(lambda: self._hidden(element))

    def closing(self, element: Element) -> None:
        """It has said that it closes, and does so now."""

    def _hidden(self, element: Element) -> None:
        facts_of(element)["shown"] = False
        focus = focus_in(element)
        if focus is not None:
            self.closed(element, focus)
        self._end(element, "sl-after-hide")

    def closed(self, element: Element, focus: Focus) -> None:
        """It is no longer shown."""

    def _end(self, element: Element, event: str) -> None:
        emit(element, event)
