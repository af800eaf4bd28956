"""sl-dropdown: a trigger that opens a panel, mostly with a menu."""

from __future__ import annotations

from pytest_uimcp.page.components import Component, component_of, focus_in
from pytest_uimcp.page.dom.events import Event
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.focus import Focus, takes_focus
from pytest_uimcp.page.shoelace.base import facts_of, tasks_of
from pytest_uimcp.page.shoelace.menu import menu_items, set_current
from pytest_uimcp.page.shoelace.opening import Opens

__all__ = ["DROPDOWNS"]

_LEADS_INTO_MENU = frozenset({"ArrowDown", "ArrowUp", "Home", "End"})


class Dropdown(Opens):
    """A trigger and its panel."""

    def shadow(self, element: Element) -> str:
        """The trigger, and the panel if it is open."""
        is_open = self.is_shown(element)
        if is_open:
            inner = '<slot style="display:block"></slot>'
        else:
            inner = '<slot hidden style="display:none"></slot>'
        return (
            f'<slot name=trigger style="display:block"></slot>'
            f'<div style="display:{"block" if is_open else "none"}">'
            f"<div aria-hidden={'false' if is_open else 'true'} aria-labelledby=dropdown>{inner}</div></div>"
        )

    def starts(self, element: Element) -> None:
        if element.has("open"):
            self._layer(element)

    @staticmethod
    def _tell_trigger(element: Element) -> None:
        """Say on the trigger whether the panel is open."""
        trigger = _trigger(element)
        word = "true" if element.has("open") else "false"
        if trigger is None:
            return
        if component_of(trigger) is None:
            trigger.set("aria-haspopup", "true")
            trigger.set("aria-expanded", word)
        else:
            facts_of(trigger)["expanded"] = word

    def may_open(self, element: Element) -> bool:
        return not element.has("disabled")

    def opening(self, element: Element) -> None:
        self._tell_trigger(element)
        self._layer(element)

    def closing(self, element: Element) -> None:
        self._tell_trigger(element)
        document = element.document()
        if document is not None:
            document.layers.remove(element)

    def closed(self, element: Element, focus: Focus) -> None:
        """The focus cannot stay on what is no longer shown."""
        here = focus.element
        if here is not None and element.contains(here) and not _in_trigger(element, here):
            focus.move(None)

    @staticmethod
    def _layer(element: Element) -> None:
        document = element.document()
        if document is not None:
            document.layers.push(element)

    # Events on their way outwards

    def heard(self, element: Element, event: Event) -> None:
        focus = focus_in(element)
        if focus is None:
            return
        if event.name == "sl-select" and event.target.tag == "sl-menu" and element.has("open"):
            if not element.has("stay-open-on-select"):
                self.set_open(element, False)
                _focus_trigger(element, focus)
        elif event.name == "click" and _in_trigger(element, event.target):
            self._toggle(element, focus)
        elif event.name == "keydown" and _in_trigger(element, event.target):
            self._trigger_key(element, event, focus)
        elif event.name == "keyup" and event.key == " " and _in_trigger(element, event.target):
            event.prevent_default()

    def _toggle(self, element: Element, focus: Focus) -> None:
        if element.has("open"):
            self.set_open(element, False)
        else:
            self.set_open(element, True)
            _focus_trigger(element, focus)

    def _trigger_key(self, element: Element, event: Event, focus: Focus) -> None:
        if event.key in (" ", "Enter"):
            event.prevent_default()
            self._toggle(element, focus)
        elif event.key in _LEADS_INTO_MENU:
            menu = next((child for child in element.elements() if child.tag == "sl-menu"), None)
            items = menu_items(menu) if menu is not None else []
            if menu is None:
                return
            event.prevent_default()
            self.set_open(element, True)
            if items:
                chosen = items[0] if event.key in ("ArrowDown", "Home") else items[-1]
                tasks_of(element).soon(lambda: _enter(menu, chosen, focus) if element.has("open") else None)

    def escaped(self, element: Element, focus: Focus) -> None:
        self.set_open(element, False)
        _focus_trigger(element, focus)

    def tabbed(self, element: Element, focus: Focus) -> bool:
        """Tab on an item of the menu closes it; Tab out of it does so afterwards."""
        here = focus.element
        if here is not None and here.tag == "sl-menu-item":
            self.set_open(element, False)
            _focus_trigger(element, focus)
            return True
        tasks_of(element).later(lambda: self._left(element, focus))
        return False

    def _left(self, element: Element, focus: Focus) -> None:
        if focus.element is None or not element.contains(focus.element):
            self.set_open(element, False)

    def clicked_elsewhere(self, element: Element, target: Element, focus: Focus) -> None:
        self.set_open(element, False)


def _enter(menu: Element, item: Element, focus: Focus) -> None:
    set_current(menu, item)
    focus.move(item)


def _trigger(element: Element) -> Element | None:
    return next((child for child in element.elements() if child.get("slot") == "trigger"), None)


def _in_trigger(element: Element, target: Element) -> bool:
    trigger = _trigger(element)
    return trigger is not None and trigger.contains(target) and not trigger.has("disabled")


def _focus_trigger(element: Element, focus: Focus) -> None:
    trigger = _trigger(element)
    if trigger is not None and takes_focus(trigger):
        focus.move(trigger)


DROPDOWNS: dict[str, Component] = {"sl-dropdown": Dropdown()}
