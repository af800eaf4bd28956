"""sl-menu with its items, of which one at a time can be reached with Tab, and submenus."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.shoelace.base import ShoelaceComponent, aria_bool, display_if, focus_on, side_slots, switch

__all__ = ["Menu", "MenuItem"]

_STEPS: Final = {"ArrowDown": 1, "ArrowUp": -1}


class Menu(ShoelaceComponent):
    """A list of items."""

    _known_items: Sequence[Element] = ()

    html = "<slot></slot>"

    def items(self) -> list[Element]:
        """Its items, disabled ones included."""
        return [child for child in self.element.elements() if child.tag == "sl-menu-item" and not child.has("inert")]

    def set_current(self, item: Element) -> None:
        _set_tab_stop(self.items(), item)

    def _current(self) -> Element | None:
        return next((item for item in self.items() if item.get("tabindex") == "0"), None)

    def update_host(self) -> None:
        self.element.set("role", "menu")
        items = self.items()
        # With other items than before, the first one is where Tab leads; no key has led to another yet.
        if items and self._known_items != items:
            self._known_items = items
            self.set_current(items[0])

    def on_event(self, event: Event) -> None:
        focus = self.focus
        if focus is None:
            return
        if event.name == "click":
            self._select(event)
        elif event.name == "mousedown" and event.target.tag == "sl-menu-item":
            self.set_current(event.target)
        elif event.name == "keydown":
            self._on_keydown(event, focus)

    def _select(self, event: Event) -> None:
        path = event.target.path()
        item = next((element for element in path if element.tag == "sl-menu-item"), None)
        menu = next((element for element in path if element.tag == "sl-menu"), None)
        # An item of a submenu is chosen in the submenu.
        if item is None or menu is not self.element:
            return
        if item.get("type") == "checkbox":
            switch(item, "checked", not item.has("checked"))
        self.emit("sl-select", {"item": item})

    def _on_keydown(self, event: Event, focus: Focus) -> None:
        from pytest_uimcp.page.input.pointer import synthetic_click

        items = self.items()
        current = self._current()
        if event.key in ("Enter", " "):
            event.consume()
            if current is not None and current.has("disabled"):
                dispatch(Event("click", current, bubbles=False))  # it keeps the click to itself
            elif current is not None:
                synthetic_click(current, focus)
        elif items and event.key in (*_STEPS, "Home", "End"):
            event.consume()
            index = items.index(current) if current is not None else 0
            index = {"Home": 0, "End": len(items) - 1}.get(event.key, index + _STEPS.get(event.key, 0))
            item = items[index % len(items)]
            self.set_current(item)
            focus_on(item, focus)


class MenuItem(ShoelaceComponent):
    """A menu item, with or without a submenu."""

    _is_open: bool = False

    focusable = True
    focusable_if_disabled = True

    def shadow_html(self) -> str:
        slots = side_slots('<slot style="display:block"></slot>')
        spinner = '<sl-spinner style="display:flex"></sl-spinner>' * self.element.has("loading")
        submenu = ""
        if self._has_submenu():
            submenu = f'<div style="{display_if(self._is_open)}"><slot name=submenu></slot></div>'
        return f'<div id=anchor style="display:flex"><span style="display:flex"></span>{slots}{spinner}{submenu}</div>'

    def update_host(self) -> None:
        element = self.element
        if element.get("type") == "checkbox":
            element.set("role", "menuitemcheckbox")
            element.set("aria-checked", aria_bool(element.has("checked")))
        else:
            element.set("role", "menuitem")
            element.unset("aria-checked")
        element.set("aria-disabled", aria_bool(element.has("disabled")))

    def _has_submenu(self) -> bool:
        return self.has_slotted("submenu")

    def allows_click(self, target: Element) -> bool:
        return not any(ancestor.has("disabled") for ancestor in target.path() if ancestor.tag == "sl-menu-item")

    def on_pointer_enter(self) -> None:
        # The pointer takes the focus along, and opens a submenu after a moment.
        focus = self.focus
        if focus is not None:
            with self.tasks.script():
                focus.move(self.element)
        if self._has_submenu():
            # Not at once: the pointer may only pass over the item.
            self.tasks.later(partial(self._set_open, True))

    def on_event(self, event: Event) -> None:
        focus = self.focus
        if focus is None or not self._has_submenu():
            return
        if event.name == "click":
            self._on_submenu_click(event)
        elif event.name == "keydown":
            self._on_keydown(event, focus)
        elif event.name == "focusout":
            self.tasks.soon(self._close_if_left)

    def _on_submenu_click(self, event: Event) -> None:
        if event.target is self.element:
            event.consume()
        # Something in the submenu was chosen.
        elif event.target.tag == "sl-menu-item":
            self._close()

    def _on_keydown(self, event: Event, focus: Focus) -> None:
        if event.key in ("Escape", "Tab"):
            self._close()
        elif event.key == "ArrowLeft":
            if event.target is not self.element:
                event.consume()
                focus.move(self.element)
                self._close()
        elif event.key in ("ArrowRight", "Enter", " "):
            self._enter_submenu(event, focus)

    def _enter_submenu(self, event: Event, focus: Focus) -> None:
        submenu = next(child for child in self.element.elements() if child.get("slot") == "submenu")
        items = [element for element in submenu.descendants() if element.tag == "sl-menu-item"]
        if not items:
            return
        # A submenu is always entered at its first item.
        _set_tab_stop(items, items[0])
        event.consume()
        if self._is_open:
            focus.move(items[0])
        else:
            self._set_open(True)
            self.tasks.soon(partial(focus.move, items[0]))

    def _close_if_left(self) -> None:
        if self.is_left():
            self._close()

    def _close(self) -> None:
        self._set_open(False)
        # The focus cannot stay in a submenu that is no longer shown.
        self.tasks.later(self.lose_inner_focus)

    def _set_open(self, is_open: bool) -> None:
        self._is_open = is_open
        self.element.touch()

    def is_checked(self) -> bool | None:
        if self.element.get("type") == "checkbox":
            return self.element.has("checked")
        return None


def _set_tab_stop(items: list[Element], stop: Element) -> None:
    for item in items:
        item.set("tabindex", "0" if item is stop else "-1")
