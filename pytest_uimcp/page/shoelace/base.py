"""The base class of the Shoelace components, and parts that several share."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from html import escape
from typing import Any, ClassVar, Final

from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.components import Component
from pytest_uimcp.page.dom.controls import form_of
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.nodes import Element, Fragment, ShadowRoot
from pytest_uimcp.page.dom.parse import template_content
from pytest_uimcp.page.drawing import draw_changed
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.focus import Focus

__all__ = [
    "CLOSE_BUTTON", "FocusableComponent", "ShoelaceComponent", "aria_bool", "display_if", "esc", "focus_on",
    "js_number", "mark", "side_slots", "simple_component", "switch",
]  # fmt: skip


CLOSE_BUTTON: Final = '<sl-icon-button name=x-lg label=Close style="display:flex"></sl-icon-button>'


class ShoelaceComponent(Component):
    """A component whose shadow tree is written as HTML."""

    # The attributes that a script has taken away, of those that the element had.
    _cleared: frozenset[str] = frozenset()

    html: ClassVar[str] = ""
    # The attributes that it cannot do without once they were set, and what it does then.
    required_attributes: ClassVar[frozenset[str]] = frozenset()
    failure: ClassVar[str] = "fails"

    def shadow_html(self) -> str:
        return self.html

    def update_host(self) -> None:
        """Set the attributes that the component puts on itself."""

    def render(self) -> Fragment | None:
        self.update_host()
        source = self.shadow_html()
        shadow = self.element.shadow
        if shadow is None:
            shadow = self.element.shadow = ShadowRoot(self.element)
        elif shadow.source == source:
            return None
        shadow.source = source
        # What was looked up in the former tree is looked up again when it is needed.
        shadow.slots = None
        shadow.field = None
        shadow.is_plain = _COMPONENT.search(source) is None
        return _parsed(source).copy()

    def on_attribute(self, name: str, old_value: str | None, focus: Focus) -> None:
        # A property whose attribute is taken away has no value; not even the one that it had at first.
        if self.element.has(name):
            self._cleared -= {name}
        else:
            self._cleared |= {name}
            if name in self.required_attributes and old_value is not None:
                tag = self.element.tag
                refuse("component-use", f"how <{tag}> {self.failure} when its attribute {name} is taken away")

    def is_cleared(self, name: str) -> bool:
        """Whether a script has taken an attribute away."""
        return name in self._cleared

    def emit(self, name: str, detail: Any = None) -> bool:
        return dispatch(Event(name, self.element, detail=detail))

    def has_slotted(self, name: str) -> bool:
        return any(child.get("slot") == name for child in self.element.elements())

    def shadow_elements(self) -> list[Element]:
        if self.element.shadow is None:
            return []
        return list(self.element.shadow.descendants())

    def part_around(self, target: Element, tag: str) -> Element | None:
        for ancestor in (target, *target.ancestors()):
            if ancestor is self.element:
                return None
            if ancestor.tag == tag:
                return ancestor
        return None

    def lose_focus(self) -> None:
        focus = self.focus
        if focus is not None and focus.element is not None and self.element.contains(focus.element):
            focus.move(None)

    def lose_inner_focus(self) -> None:
        focus = self.focus
        if focus is not None and focus.element is not self.element:
            self.lose_focus()

    def is_left(self) -> bool:
        focus = self.focus
        return focus is None or focus.element is None or not self.element.contains(focus.element)

    def open_layer(self, *, modal: bool = False) -> None:
        """Put it on top of what is open over the page."""
        document = self.element.document()
        if document is not None:
            document.layers.push(self.element, modal=modal)

    def close_layer(self) -> None:
        document = self.element.document()
        if document is not None:
            document.layers.remove(self.element)

    def is_close_button(self, target: Element) -> bool:
        button = self.part_around(target, "sl-icon-button")
        return button is not None and button.get("label") == "Close" and button.root() is self.element.shadow

    def click_in_form(self, kind: str, focus: Focus) -> None:
        """Click a button of this type that is in the form only for the moment."""
        from pytest_uimcp.page.input.pointer import synthetic_click

        form = form_of(self.element)
        if form is not None:
            # Shoelace does the same: a native button submits or resets, with all that a browser does then.
            button = form.append(Element("button", {"type": kind}))
            synthetic_click(button, focus)
            button.remove()

    def label_html(self, target: str = "for=input") -> str:
        element = self.element
        has_label = bool(element.get("label")) or self.has_slotted("label")
        star = " *" * (element.has("required") and has_label)
        label = f"{display_if(has_label, 'inline-block')};"
        label += f"margin-bottom:var(--sl-spacing-3x-small);font-size:var(--sl-input-label-font-size-{self._size()})"
        return (
            f'<label {target} aria-hidden={aria_bool(not has_label)} style="{label}">'
            f"<slot name=label>{esc(element.get('label'))}</slot>{star}</label>"
        )

    def _size(self) -> str:
        """Its size, after which its style sheet names sizes of letters."""
        return esc(self.element.get("size")) or "medium"

    def help_html(self) -> str:
        text = self.element.get("help-text")
        has_help = bool(text) or self.has_slotted("help-text")
        note = f"margin-top:var(--sl-spacing-3x-small);font-size:var(--sl-input-help-text-font-size-{self._size()})"
        return (
            f'<div id=help-text aria-hidden={aria_bool(not has_help)} style="{display_if(has_help)};{note}">'
            f"<slot name=help-text>{esc(text)}</slot></div>"
        )


class FocusableComponent(ShoelaceComponent):
    """A component that says when it has got or lost the focus."""

    focusable = True

    def on_focus(self) -> None:
        self.emit("sl-focus")

    def on_blur(self) -> None:
        self.emit("sl-blur")


_COMPONENT: Final = re.compile(r"<[a-z]+-", re.IGNORECASE)


@lru_cache(maxsize=2048)
def _parsed(html: str) -> Fragment:
    # A thousand rows have the same few shadow trees; each is parsed once and copied.
    return template_content(f"<template>{html}</template>")


def aria_bool(value: bool) -> str:
    return str(value).lower()


def display_if(condition: bool, display: str = "block") -> str:
    if condition:
        return f"display:{display}"
    return "display:none"


def side_slots(content: str) -> str:
    """HTML between the slots for what stands before and after it."""
    return f'<slot name=prefix style="display:flex"></slot>{content}<slot name=suffix style="display:flex"></slot>'


def simple_component(html: str) -> type[ShoelaceComponent]:
    class Simple(ShoelaceComponent):
        """A component whose shadow tree is written as HTML."""

        __slots__ = ()

    Simple.html = html
    return Simple


def switch(element: Element, name: str, is_set: bool) -> None:
    """Set an attribute without a value, or take it away."""
    if is_set:
        element.set(name, "")
    else:
        element.unset(name)


def mark(element: Element, name: str, is_set: bool) -> None:
    """Set an attribute, with the value that it has if it is there already, or take it away."""
    if is_set:
        element.set(name, element.get(name) or "")
    else:
        element.unset(name)


def focus_on(element: Element, focus: Focus) -> None:
    """Focus an element if it is drawn, as a script would."""
    document = element.document()
    if document is None:
        return
    # What is focused may be shown only by changes that are not drawn yet.
    draw_changed(document)
    if PageView(document).styles.is_visible(element):
        focus.move(element)


def js_number(text: str) -> Decimal | None:
    """The number that JavaScript reads in a text; None: it is not a number."""
    text = text.strip()
    if re.fullmatch(r"0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+", text):
        return Decimal(int(text, 0))
    if text and not re.fullmatch(r"[+-]?(Infinity|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)", text, re.ASCII):
        return None
    number = float(text or "0")
    return Decimal(repr(number))


def esc(text: str | None) -> str:
    if text:
        return escape(text)
    return ""
