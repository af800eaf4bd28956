"""The base class of the Shoelace components, and parts that several share."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from html import escape
from typing import Any, Final

from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.components import Component
from pytest_uimcp.page.dom.controls import control
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.nodes import Element, Fragment, ShadowRoot
from pytest_uimcp.page.dom.parse import template_content
from pytest_uimcp.page.dom.tasks import Tasks
from pytest_uimcp.page.drawing import draw_changed
from pytest_uimcp.page.input.focus import Focus

__all__ = [
    "Shoelace", "emit", "esc", "facts_of", "focus_on", "help_text", "inner", "is_cleared", "js_number", "label",
    "lose_focus", "property_of", "set_property", "slotted", "tasks_of",
]  # fmt: skip


class Shoelace(Component):
    """A component whose shadow tree is written as HTML."""

    def __init__(self, html: str = "") -> None:
        self._html = html

    def shadow(self, element: Element) -> str:
        """The HTML of the shadow tree for the element's current state."""
        return self._html

    def host(self, element: Element) -> None:
        """Set the attributes that the component puts on itself."""

    def render(self, element: Element) -> Fragment | None:
        self.host(element)
        source = self.shadow(element)
        if element.shadow is None:
            element.shadow = ShadowRoot(element)
        elif element.shadow.source == source:
            return None
        element.shadow.source = source
        element.shadow.slots = None
        element.shadow.field = None
        element.shadow.is_plain = _COMPONENT.search(source) is None
        return _parsed(source).copy()

    def attribute_changed(self, element: Element, name: str, was: str | None, focus: Focus) -> None:
        """Remember which attributes were taken away: a property then has no value, not the one that it had at first."""
        gone = facts_of(element).setdefault("gone", set())
        (gone.discard if element.has(name) else gone.add)(name)


_COMPONENT: Final = re.compile(r"<[a-z]+-", re.IGNORECASE)


@lru_cache(maxsize=2048)
def _parsed(html: str) -> Fragment:
    return template_content(f"<template>{html}</template>")


def emit(element: Element, name: str, detail: Any = None) -> bool:
    """Send one of the component's own events."""
    return dispatch(Event(name, element, detail=detail))


def tasks_of(element: Element) -> Tasks:
    """What the document of an element has put off; of one that is in no document, nothing will happen."""
    document = element.document()
    if document is not None:
        return document.tasks
    return Tasks()


def facts_of(element: Element) -> dict[str, Any]:
    """What a component remembers about an element."""
    return control(element).facts


def focus_on(element: Element, focus: Focus) -> None:
    """Focus an element if it is drawn, as a script would."""
    document = element.document()
    if document is None:
        return
    draw_changed(document)
    if PageView(document).styles.is_visible(element):
        focus.move(element)


def lose_focus(element: Element) -> None:
    """Take the focus from an element and from what is in it."""
    document = element.document()
    focus = document.focus if document is not None else None
    if focus is not None and focus.element is not None and element.contains(focus.element):
        focus.move(None)


def js_number(text: str) -> Decimal | None:
    """The number that JavaScript reads in a text; None: it is not a number."""
    text = text.strip()
    if re.fullmatch(r"0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+", text):
        return Decimal(int(text, 0))
    if text and not re.fullmatch(r"[+-]?(Infinity|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)", text, re.ASCII):
        return None
    number = float(text or "0")
    return Decimal(repr(number))


def is_cleared(element: Element, name: str) -> bool:
    """Whether a script has taken an attribute away."""
    return element.control is not None and name in element.control.facts.get("gone", ())


def inner(element: Element, target: Element, tag: str) -> Element | None:
    """The element with this tag in which `target` is, within `element`."""
    for around in (target, *target.ancestors()):
        if around is element:
            return None
        if around.tag == tag:
            return around
    return None


def esc(text: str | None) -> str:
    """Escape a text for use in HTML or in an attribute."""
    if text:
        return escape(text)
    return ""


def slotted(element: Element, name: str) -> bool:
    """Whether a slot of the component is filled."""
    return any(child.get("slot") == name for child in element.elements())


def label(element: Element, target: str = "for=input") -> str:
    """The label above a field."""
    there = bool(element.get("label")) or slotted(element, "label")
    style = "inline-block" if there else "none"
    star = " *" if element.has("required") and there else ""
    return (
        f'<label {target} aria-hidden={"false" if there else "true"} style="display:{style}">'
        f"<slot name=label>{esc(element.get('label'))}</slot>{star}</label>"
    )


def help_text(element: Element) -> str:
    """The help below a field."""
    there = bool(element.get("help-text")) or slotted(element, "help-text")
    return (
        f'<div id=help-text aria-hidden={"false" if there else "true"} style="display:{"block" if there else "none"}">'
        f"<slot name=help-text>{esc(element.get('help-text'))}</slot></div>"
    )


def property_of(element: Element, default: Any = "") -> Any:
    """The property `value`: the value that was set last by the user, a script or the attribute."""
    state = element.control
    if state is not None and state.property is not None:
        return state.property
    return element.attributes.get("value", default)


def set_property(element: Element, value: Any) -> None:
    """Set the property `value`."""
    state = control(element)
    if state.property != value:
        state.caret = None
        state.all_selected = False
    state.property = value
