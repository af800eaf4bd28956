"""sl-dropdown: a trigger that opens a panel, mostly with a menu."""

from __future__ import annotations

from functools import partial
from typing import Final

from pytest_uimcp.page.dom.events import Event
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.focus import Focus, takes_focus
from pytest_uimcp.page.shoelace.base import aria_bool, display_if
from pytest_uimcp.page.shoelace.menu import Menu
from pytest_uimcp.page.shoelace.opening import Openable
from pytest_uimcp.page.shoelace.shown import Button

__all__ = ["Dropdown"]

_LEADS_INTO_MENU: Final = frozenset({"ArrowDown", "ArrowUp", "Home", "End"})


class Dropdown(Openable):
    """A trigger and its panel."""

    def shadow_html(self) -> str:
        is_visible = self.is_visible()
        hidden = aria_bool(not is_visible)
        style = f'style="{display_if(is_visible)}"'
        return (
            f'<slot name=trigger style="display:block"></slot><div {style}><div aria-hidden={hidden} '
            f"aria-labelledby=dropdown><slot{' hidden' * (not is_visible)} {style}></slot></div></div>"
        )

    def on_first_draw(self) -> None:
        if self.element.has("open"):
            self.open_layer()

    def _mark_trigger(self) -> None:
        trigger = self._trigger()
        expanded = aria_bool(self.element.has("open"))
        if trigger is None:
            return
        # A native trigger says it itself; a button of Shoelace does so on the real button in its shadow tree.
        if trigger.component is None:
            trigger.set("aria-haspopup", "true")
            trigger.set("aria-expanded", expanded)
        elif isinstance(trigger.component, Button):
            trigger.component.set_expanded(expanded)

    def may_open(self) -> bool:
        return not self.element.has("disabled")

    def on_opening(self) -> None:
        self._mark_trigger()
        self.open_layer()

    def on_closing(self) -> None:
        self._mark_trigger()
        super().on_closing()

    def on_closed(self, focus: Focus) -> None:
        # The focus cannot stay on what is no longer shown.
        if (
            focus.element is not None
            and self.element.contains(focus.element)
            and not self._is_in_trigger(focus.element)
        ):
            focus.move(None)

    def on_event(self, event: Event) -> None:
        focus = self.focus
        if focus is None:
            return
        if event.name == "sl-select" and event.target.tag == "sl-menu" and self.element.has("open"):
            if not self.element.has("stay-open-on-select"):
                self._close(focus)
        elif event.name == "click" and self._is_in_trigger(event.target):
            self._toggle(focus)
        elif event.name == "keydown" and self._is_in_trigger(event.target):
            self._on_trigger_key(event, focus)
        # Shoelace keeps browsers from clicking the trigger once more when Space is released.
        elif event.name == "keyup" and event.key == " " and self._is_in_trigger(event.target):
            event.prevent_default()

    def _toggle(self, focus: Focus) -> None:
        if self.element.has("open"):
            self.set_open(False)
        else:
            self.set_open(True)
            self._focus_trigger(focus)

    def _close(self, focus: Focus) -> None:
        self.set_open(False)
        self._focus_trigger(focus)

    def _on_trigger_key(self, event: Event, focus: Focus) -> None:
        # The focus stays on the trigger, so that the same key closes the panel again.
        if event.key in (" ", "Enter"):
            event.prevent_default()
            self._toggle(focus)
        elif event.key in _LEADS_INTO_MENU:
            element = next((child for child in self.element.elements() if child.tag == "sl-menu"), None)
            if element is None or not isinstance(element.component, Menu):
                return
            event.prevent_default()
            self.set_open(True)
            items = element.component.items()
            if items:
                item = items[0] if event.key in ("ArrowDown", "Home") else items[-1]
                self.tasks.soon(partial(self._enter_menu, element.component, item, focus))

    def _enter_menu(self, menu: Menu, item: Element, focus: Focus) -> None:
        if self.element.has("open"):
            menu.set_current(item)
            focus.move(item)

    def on_escape(self, focus: Focus) -> None:
        self._close(focus)

    def on_tab(self, focus: Focus) -> bool:
        """Tab on an item of the menu closes it; Tab out of it does so afterwards."""
        if focus.element is not None and focus.element.tag == "sl-menu-item":
            self._close(focus)
            return True
        # The focus moves after the key; the real component waits with a timer, too.
        self.tasks.later(self._close_if_left)
        return False

    def _close_if_left(self) -> None:
        if self.is_left():
            self.set_open(False)

    def on_click_elsewhere(self, target: Element, focus: Focus) -> None:
        self.set_open(False)

    def _trigger(self) -> Element | None:
        return next((child for child in self.element.elements() if child.get("slot") == "trigger"), None)

    def _is_in_trigger(self, target: Element) -> bool:
        trigger = self._trigger()
        return trigger is not None and trigger.contains(target) and not trigger.has("disabled")

    def _focus_trigger(self, focus: Focus) -> None:
        trigger = self._trigger()
        if trigger is not None and takes_focus(trigger):
            focus.move(trigger)
