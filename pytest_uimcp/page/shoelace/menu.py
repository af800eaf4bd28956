"""sl-menu with its items, of which one at a time can be reached with Tab, and submenus."""

from __future__ import annotations

from pytest_uimcp.page.components import Component, focus_in
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.shoelace.base import Shoelace, emit, facts_of, focus_on, slotted, tasks_of

__all__ = ["MENUS", "menu_items", "set_current"]

_MOVES = {"ArrowDown": 1, "ArrowUp": -1}


def menu_items(menu: Element) -> list[Element]:
    """The items of a menu, disabled ones included."""
    return [child for child in menu.elements() if child.tag == "sl-menu-item" and not child.has("inert")]


def set_current(menu: Element, item: Element) -> None:
    """Make an item the one that Tab reaches."""
    for one in menu_items(menu):
        one.set("tabindex", "0" if one is item else "-1")


def _current(menu: Element) -> Element | None:
    return next((item for item in menu_items(menu) if item.get("tabindex") == "0"), None)


class Menu(Shoelace):
    """A list of items."""

    def host(self, element: Element) -> None:
        """The role stands on the element itself."""
        element.set("role", "menu")
        items = menu_items(element)
        if items and facts_of(element).get("items") != items:
            facts_of(element)["items"] = items
            set_current(element, items[0])

    def heard(self, element: Element, event: Event) -> None:
        focus = focus_in(element)
        if focus is None:
            return
        if event.name == "click":
            self._click(element, event)
        elif event.name == "mousedown" and event.target.tag == "sl-menu-item":
            set_current(element, event.target)
        elif event.name == "keydown":
            self._key(element, event, focus)

    def _click(self, element: Element, event: Event) -> None:
        path = (event.target, *event.target.ancestors())
        item = next((one for one in path if one.tag == "sl-menu-item"), None)
        menu = next((one for one in path if one.tag == "sl-menu"), None)
        if item is None or menu is not element:
            return
        if item.get("type") == "checkbox":
            if item.has("checked"):
                item.unset("checked")
            else:
                item.set("checked", "")
        emit(element, "sl-select", {"item": item})

    def _key(self, element: Element, event: Event, focus: Focus) -> None:
        from pytest_uimcp.page.input.pointer import synthetic_click

        items = menu_items(element)
        if event.key in ("Enter", " "):
            event.prevent_default()
            event.stopped = True
            item = _current(element)
            if item is not None and item.has("disabled"):
                dispatch(Event("click", item, bubbles=False))  # it keeps the click to itself
            elif item is not None:
                synthetic_click(item, focus)
        elif items and event.key in ("ArrowDown", "ArrowUp", "Home", "End"):
            event.prevent_default()
            event.stopped = True
            here = _current(element)
            place = items.index(here) if here is not None else 0
            place = {"Home": 0, "End": len(items) - 1}.get(event.key, place + _MOVES.get(event.key, 0))
            item = items[place % len(items)]
            set_current(element, item)
            focus_on(item, focus)


class MenuItem(Shoelace):
    """A menu item, with or without a submenu."""

    focusable = True
    focusable_if_disabled = True

    def shadow(self, element: Element) -> str:
        slots = (
            '<slot name=prefix style="display:flex"></slot><slot style="display:block"></slot>'
            '<slot name=suffix style="display:flex"></slot>'
        )
        if element.has("loading"):
            spinner = '<sl-spinner style="display:flex"></sl-spinner>'
        else:
            spinner = ""
        shown = "block" if facts_of(element).get("open") else "none"
        if self._has_submenu(element):
            submenu = f'<div style="display:{shown}"><slot name=submenu></slot></div>'
        else:
            submenu = ""
        return f'<div id=anchor style="display:flex"><span style="display:flex"></span>{slots}{spinner}{submenu}</div>'

    def host(self, element: Element) -> None:
        """The role stands on the element itself."""
        box = element.get("type") == "checkbox"
        element.set("role", "menuitemcheckbox" if box else "menuitem")
        element.set("aria-disabled", "true" if element.has("disabled") else "false")
        if box:
            element.set("aria-checked", "true" if element.has("checked") else "false")
        else:
            element.unset("aria-checked")

    @staticmethod
    def _has_submenu(element: Element) -> bool:
        return slotted(element, "submenu")

    def before_click(self, target: Element) -> bool:
        """A disabled item swallows clicks."""
        return not any(e.has("disabled") for e in (target, *target.ancestors()) if e.tag == "sl-menu-item")

    def hovered(self, element: Element) -> None:
        """The pointer takes the focus along, and opens a submenu after a moment."""
        focus = focus_in(element)
        if focus is not None:
            with tasks_of(element).script():
                focus.move(element)
        if self._has_submenu(element):
            tasks_of(element).later(lambda: facts_of(element).update(open=True))

    def heard(self, element: Element, event: Event) -> None:
        focus = focus_in(element)
        if focus is None or not self._has_submenu(element):
            return
        if event.name == "click":
            self._click(element, event)
        elif event.name == "keydown":
            self._key(element, event, focus)
        elif event.name == "focusout":
            tasks_of(element).soon(lambda: self._left(element, focus))

    def _click(self, element: Element, event: Event) -> None:
        if event.target is element:
            event.prevent_default()
            event.stopped = True
        elif event.target.tag == "sl-menu-item":
            self._close(element)

    def _key(self, element: Element, event: Event, focus: Focus) -> None:
        if event.key in ("Escape", "Tab"):
            self._close(element)
        elif event.key == "ArrowLeft":
            if event.target is not element:
                event.prevent_default()
                event.stopped = True
                focus.move(element)
                self._close(element)
        elif event.key in ("ArrowRight", "Enter", " "):
            self._enter(element, event, focus)

    def _enter(self, element: Element, event: Event, focus: Focus) -> None:
        submenu = next(child for child in element.elements() if child.get("slot") == "submenu")
        items = [one for one in submenu.descendants() if one.tag == "sl-menu-item"]
        if not items:
            return
        for item in items:
            item.set("tabindex", "0" if item is items[0] else "-1")
        event.prevent_default()
        event.stopped = True
        if facts_of(element).get("open"):
            focus.move(items[0])
        else:
            facts_of(element)["open"] = True
            tasks_of(element).soon(lambda: focus.move(items[0]))

    def _left(self, element: Element, focus: Focus) -> None:
        if focus.element is None or not element.contains(focus.element):
            self._close(element)

    @staticmethod
    def _close(element: Element) -> None:
        facts_of(element)["open"] = False
        tasks_of(element).later(lambda: _leave(element))

    def checked(self, element: Element) -> bool | None:
        """Whether a check box item is on."""
        if element.get("type") == "checkbox":
            return element.has("checked")
        return None


def _leave(item: Element) -> None:
    """The focus cannot stay in a submenu that is no longer shown."""
    focus = focus_in(item)
    here = focus.element if focus is not None else None
    if focus is not None and here is not None and here is not item and item.contains(here):
        focus.move(None)


MENUS: dict[str, Component] = {"sl-menu": Menu("<slot></slot>"), "sl-menu-item": MenuItem()}
