"""sl-tab-group with sl-tab and sl-tab-panel."""

from __future__ import annotations

from itertools import count

from pytest_uimcp.page.components import Component, focus_in
from pytest_uimcp.page.dom.events import Event
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.shoelace.base import Shoelace, emit, facts_of, focus_on, tasks_of
from pytest_uimcp.page.shoelace.icon_button import CLOSE, is_close_button

__all__ = ["TABS"]

_BACK = {"top": "ArrowLeft", "bottom": "ArrowLeft", "start": "ArrowUp", "end": "ArrowUp"}
_ON = {"top": "ArrowRight", "bottom": "ArrowRight", "start": "ArrowDown", "end": "ArrowDown"}


def _children(element: Element, tag: str) -> list[Element]:
    return [child for child in element.elements() if child.tag == tag]


def _tabs(element: Element) -> list[Element]:
    """All that stands in the row of tabs: something around several tabs counts as one, which has no panel."""
    return [child for child in element.elements() if child.get("slot") == "nav"]


def _group_of(tab: Element) -> Element | None:
    return next((around for around in tab.ancestors() if around.tag == "sl-tab-group"), None)


class TabGroup(Shoelace):
    """Tabs, and the panel of the active one."""

    def shadow(self, element: Element) -> str:
        """The row of tabs and the panels below."""
        return (
            '<div style="display:flex"><div><div style="display:flex"><div role=tablist style="display:flex">'
            '<slot name=nav></slot></div></div></div><slot style="display:block"></slot></div>'
        )

    def host(self, element: Element) -> None:
        """Link each tab to its panel; at first, and when there are other tabs, choose the active one."""
        tabs = _tabs(element)
        panels = _children(element, "sl-tab-panel")
        facts = facts_of(element)
        if facts.get("tabs") != tabs or facts.get("panels") != panels:
            facts["tabs"] = tabs
            facts["panels"] = panels
            active = next((tab for tab in tabs if tab.has("active")), None)
            first = next(iter(tabs), None)
            self._activate(element, active or (first if first is not None and not first.has("disabled") else None))
        for tab in filter(_is_tab, tabs):
            TAB.host(tab)
        for panel in panels:
            PANEL.host(panel)
            of_panel = (tab for tab in tabs if _is_tab(tab) and tab.get("panel") == panel.get("name"))
            for tab_of in of_panel:  # of several it is named by the last one
                panel.set("aria-labelledby", tab_of.id)
                tab_of.set("aria-controls", panel.id)

    @staticmethod
    def _activate(element: Element, active: Element | None) -> None:
        facts_of(element)["active"] = active
        for tab in _tabs(element):
            if _is_tab(tab):
                _mark(tab, "active", tab is active)
            tab.set("tabindex", "0" if tab is active else "-1")
        shown = active.get("panel") if active is not None else None
        for panel in _children(element, "sl-tab-panel"):
            _mark(panel, "active", panel.get("name") == shown and shown is not None)

    def show(self, element: Element, tab: Element) -> None:
        """Show the panel of a tab."""
        before: Element | None = facts_of(element).get("active")
        if tab is before or tab.has("disabled"):
            return
        self._activate(element, tab)
        if before is not None:
            emit(element, "sl-tab-hide", {"name": before.get("panel")})
        emit(element, "sl-tab-show", {"name": tab.get("panel")})

    def attribute_changed(self, element: Element, name: str, was: str | None, focus: Focus) -> None:
        """A property whose attribute is taken away has no value; not even the one that it had at first."""
        facts_of(element)[name] = element.get(name) or ""

    def heard(self, element: Element, event: Event) -> None:
        focus = focus_in(element)
        tab = next((one for one in (event.target, *event.target.ancestors()) if one.tag == "sl-tab"), None)
        if focus is None or tab is None or _group_of(tab) is not element:
            return
        if event.name == "click":
            self.show(element, tab)
        elif event.name == "keydown" and event.key in ("Enter", " "):
            self.show(element, tab)
            event.prevent_default()
        elif event.name == "keydown":
            self._move(element, event, focus)

    def _move(self, element: Element, event: Event, focus: Focus) -> None:
        tabs = _tabs(element)
        here = focus.element
        place = _word(element, "placement", "top")
        if here not in tabs or place not in _ON:
            return
        assert here is not None
        order = {"Home": tabs, "End": tabs[::-1]}.get(event.key)
        at = tabs.index(here)
        if event.key == _ON[place]:
            order = [*tabs[at + 1 :], *tabs[: at + 1]]
        elif event.key == _BACK[place]:
            order = [*tabs[:at][::-1], *tabs[at:][::-1]]
        following = next((tab for tab in order or () if not tab.has("disabled")), None)
        if following is None:
            return
        event.prevent_default()
        focus_on(following, focus)
        if _word(element, "activation", "auto") == "auto":
            self.show(element, following)
        else:
            for tab in tabs:
                tab.set("tabindex", "0" if tab is following else "-1")


def _is_tab(element: Element) -> bool:
    return element.tag == "sl-tab"


def _word(element: Element, name: str, default: str) -> str:
    found: str = facts_of(element).get(name, element.get(name) or default)
    return found


def _mark(element: Element, name: str, on: bool) -> None:
    if on:
        element.set(name, element.get(name) or "")
    else:
        element.unset(name)


class Tab(Shoelace):
    """The tab of a panel."""

    focusable = True
    focusable_if_disabled = True

    def host(self, element: Element) -> None:
        """The role stands on the element itself, in a group or without one."""
        element.set("role", "tab")
        element.set("aria-selected", "true" if element.has("active") else "false")
        element.set("aria-disabled", "true" if element.has("disabled") else "false")
        _give_id(element)

    def shadow(self, element: Element) -> str:
        if element.has("closable"):
            close = CLOSE.replace("<sl-icon-button", "<sl-icon-button tabindex=-1")
        else:
            close = ""
        return f'<div style="display:inline-flex"><slot></slot>{close}</div>'

    def heard(self, element: Element, event: Event) -> None:
        if event.name == "mousedown":
            facts_of(element)["on button"] = is_close_button(event.target, element)
        if event.name == "click" and is_close_button(event.target, element):
            event.stopped = True
            emit(element, "sl-close")

    def left(self, element: Element) -> None:
        facts_of(element).pop("on button", None)

    def pressed(self, element: Element, stroke: Stroke, focus: Focus) -> bool:
        """From its close button, Shift+Tab leads to the tab itself."""
        is_back = stroke.key == "Tab" and stroke.modifiers == {"shift"} and element.get("tabindex") == "0"
        return is_back and bool(facts_of(element).pop("on button", False))

    def attribute_changed(self, element: Element, name: str, was: str | None, focus: Focus) -> None:
        """A tab that is made the active one is shown, as if the user had chosen it."""
        group = _group_of(element)
        if name == "active" and group is not None and group.shadow is not None:
            tasks_of(element).soon(lambda: GROUP.show(group, element) if element.has("active") else None)


class TabPanel(Shoelace):
    """What a tab shows."""

    def host(self, element: Element) -> None:
        """The role stands on the element itself."""
        element.set("role", "tabpanel")
        element.set("aria-hidden", "false" if element.has("active") else "true")
        _give_id(element)


def _give_id(element: Element) -> None:
    """An id that no other element has: tabs and panels refer to each other by ids, also in nested groups."""
    if not element.id:
        taken = {one.id for one in element.root().descendants() if one.tag == element.tag}
        element.set("id", next(name for n in count(1) if (name := f"{element.tag}-{n}") not in taken))


GROUP = TabGroup()
TAB = Tab()
PANEL = TabPanel('<slot style="display:block"></slot>')
TABS: dict[str, Component] = {"sl-tab": TAB, "sl-tab-group": GROUP, "sl-tab-panel": PANEL}
