"""sl-tab-group with sl-tab and sl-tab-panel.

Whatever stands in the row of tabs counts as one: something around several tabs too, which has no panel.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Final

from pytest_uimcp.page.dom.events import Event
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.shoelace.base import CLOSE_BUTTON, ShoelaceComponent, aria_bool, focus_on, mark

__all__ = ["Tab", "TabGroup", "TabPanel"]

_BACK: Final = {"top": "ArrowLeft", "bottom": "ArrowLeft", "start": "ArrowUp", "end": "ArrowUp"}
_ON: Final = {"top": "ArrowRight", "bottom": "ArrowRight", "start": "ArrowDown", "end": "ArrowDown"}


class TabGroup(ShoelaceComponent):
    """Tabs, and the panel of the active one."""

    _active: Element | None = None
    _known_children: tuple[list[Element], list[Element]] | None = None
    # What scripts have made of its attributes: one that was taken away has no value, not the initial one.
    _properties: Mapping[str, str] = {}

    html = (
        '<div style="display:flex;flex-direction:column"><div><div style="display:flex;overflow-x:auto">'
        '<div role=tablist style="display:flex;flex:1 1 auto;border-bottom:2px solid"><slot name=nav></slot></div>'
        '</div></div><slot style="display:block;overflow:auto"></slot></div>'
    )

    def _tabs(self) -> list[Element]:
        return [child for child in self.element.elements() if child.get("slot") == "nav"]

    def _panels(self) -> list[Element]:
        return [child for child in self.element.elements() if child.tag == "sl-tab-panel"]

    def _property(self, name: str, default: str) -> str:
        return self._properties.get(name, self.element.get(name) or default)

    def update_host(self) -> None:
        """Link each tab to its panel; at first, and when there are other tabs, choose the active one.

        The first of the tabs is chosen only when the group is shown; of tabs that come later, none may be active.
        """
        tabs = self._tabs()
        panels = self._panels()
        # An `active` that a script sets later is followed by the tab itself (see `Tab.on_attribute`).
        if self._known_children != (tabs, panels):
            is_shown_first = self._known_children is None
            self._known_children = (tabs, panels)
            document = self.element.document()
            if is_shown_first and tabs and document is not None:
                document.unseen.append(self.element)
            active = next((tab for tab in tabs if tab.has("active")), None)
            if is_shown_first:
                usable = (tab for tab in tabs[:1] if not tab.has("disabled"))
                active = active or next(usable, None)
            if active is not None or is_shown_first:
                self._activate(active)
            else:
                _set_tab_stop(tabs, None)
        for child in (*tabs, *panels):
            if isinstance(child.component, Tab | TabPanel):
                child.component.update_host()
        for panel in panels:
            for tab in tabs:
                if tab.tag == "sl-tab" and tab.get("panel") == panel.get("name"):
                    panel.set("aria-labelledby", tab.id)  # of several tabs it is named by the last one
                    tab.set("aria-controls", panel.id)

    def _activate(self, active: Element | None) -> None:
        self._active = active
        tabs = self._tabs()
        for tab in tabs:
            if tab.tag == "sl-tab":
                mark(tab, "active", tab is active)
        _set_tab_stop(tabs, active)
        name = active.get("panel") if active is not None else None
        for panel in self._panels():
            mark(panel, "active", name is not None and panel.get("name") == name)

    def show(self, tab: Element) -> None:
        former = self._active
        # Showing what is shown says nothing.
        if tab is former or tab.has("disabled"):
            return
        self._activate(tab)
        if former is not None:
            self.emit("sl-tab-hide", {"name": former.get("panel")})
        self.emit("sl-tab-show", {"name": tab.get("panel")})

    def on_attribute(self, name: str, old_value: str | None, focus: Focus) -> None:
        self._properties = {**self._properties, name: self.element.get(name) or ""}

    def on_event(self, event: Event) -> None:
        focus = self.focus
        tab = next((ancestor for ancestor in event.target.path() if ancestor.tag == "sl-tab"), None)
        if focus is None or tab is None or group_around(tab) is not self:
            return
        if event.name == "click":
            self.show(tab)
        elif event.name == "keydown" and event.key in ("Enter", " "):
            self.show(tab)
            event.prevent_default()
        elif event.name == "keydown":
            self._on_keydown(event, focus)

    def _on_keydown(self, event: Event, focus: Focus) -> None:
        tabs = self._tabs()
        placement = self._property("placement", "top")
        if focus.element not in tabs or placement not in _ON:
            return
        index = tabs.index(focus.element)
        candidates = {
            "Home": tabs,
            "End": tabs[::-1],
            _ON[placement]: [*tabs[index + 1 :], *tabs[: index + 1]],
            _BACK[placement]: [*tabs[:index][::-1], *tabs[index:][::-1]],
        }.get(event.key, [])
        target = next((tab for tab in candidates if not tab.has("disabled")), None)
        if target is None:
            return
        event.prevent_default()
        focus_on(target, focus)
        if self._property("activation", "auto") == "auto":
            self.show(target)
        else:
            _set_tab_stop(tabs, target)


class Tab(ShoelaceComponent):
    """The tab of a panel."""

    # Whether the focus is on its close button.
    _is_on_close_button: bool = False

    focusable = True
    focusable_if_disabled = True

    def update_host(self) -> None:
        element = self.element
        element.set("role", "tab")
        element.set("aria-selected", aria_bool(element.has("active")))
        element.set("aria-disabled", aria_bool(element.has("disabled")))
        _give_id(element)

    def shadow_html(self) -> str:
        close = CLOSE_BUTTON.replace("<sl-icon-button", "<sl-icon-button tabindex=-1") * self.element.has("closable")
        return f'<div style="display:inline-flex"><slot></slot>{close}</div>'

    def on_event(self, event: Event) -> None:
        # The tab has the focus as a whole; which part of it a browser has focused shows only in what Shift+Tab does.
        if event.name == "mousedown":
            self._is_on_close_button = self.is_close_button(event.target)
        if event.name == "click" and self.is_close_button(event.target):
            event.stopped = True
            self.emit("sl-close")

    def on_blur(self) -> None:
        self._is_on_close_button = False

    def on_key(self, stroke: Stroke, focus: Focus) -> bool:
        """From its close button, Shift+Tab leads to the tab itself."""
        is_back = stroke.key == "Tab" and stroke.modifiers == {"shift"} and self.element.get("tabindex") == "0"
        if is_back and self._is_on_close_button:
            self._is_on_close_button = False
            return True
        return False

    def on_attribute(self, name: str, old_value: str | None, focus: Focus) -> None:
        group = group_around(self.element)
        if name == "active" and group is not None and group.element.shadow is not None:
            self.tasks.soon(self._show_if_active)

    def _show_if_active(self) -> None:
        """One that a script has made the active one is shown, as if the user had chosen it."""
        group = group_around(self.element)
        if group is not None and self.element.has("active"):
            group.show(self.element)


class TabPanel(ShoelaceComponent):
    """What a tab shows."""

    html = '<slot style="display:block;padding:var(--padding)"></slot>'

    def update_host(self) -> None:
        self.element.set("role", "tabpanel")
        self.element.set("aria-hidden", aria_bool(not self.element.has("active")))
        _give_id(self.element)


def group_around(tab: Element) -> TabGroup | None:
    components = (ancestor.component for ancestor in tab.ancestors())
    return next((component for component in components if isinstance(component, TabGroup)), None)


def _set_tab_stop(tabs: Iterable[Element], stop: Element | None) -> None:
    for tab in tabs:
        tab.set("tabindex", "0" if tab is stop else "-1")


def _give_id(element: Element) -> None:
    """An id that no other element has: tabs and panels refer to each other by ids, also in nested groups."""
    if not element.id:
        ids = {peer.id for peer in element.root().descendants() if peer.tag == element.tag}
        element.set("id", next(name for n in count(1) if (name := f"{element.tag}-{n}") not in ids))
