"""How elements hold a value: which ones have one, how it is shown, and which events say that a human changed it.

Components (`sl-*`) register theirs in `WIDGETS`.
"""

from __future__ import annotations

from typing import Any

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import Element, Text
from pytest_uimcp.page.scripting import to_string

__all__ = ["WIDGETS", "Widget", "widget_of"]


class Widget:
    """An element that displays: its value is its text."""

    has_value = False
    two_way = False
    fixed_size = False
    typed = ""
    """The event of every change while a human is at it."""
    entered = ""
    """The event when a human is done."""

    def value(self, element: Element) -> Any:
        """What the element says when asked for its value."""
        return True

    def show(self, element: Element, value: Any) -> None:
        """Display a value of the server."""
        text = to_string(value)
        children = element.children
        if len(children) == 1 and isinstance(children[0], Text):
            children[0].data = text
            if text:
                return
        element.replace_children([Text(text)] if text else [])

    def attribute_changed(self, element: Element, name: str) -> None:
        """An attribute was set or removed by a script."""


class Button(Widget):
    """A button displays its value and still has one of its own."""

    has_value = True

    def value(self, element: Element) -> Any:
        return element.get("value") or ""


class Input(Widget):
    """What a human fills in."""

    has_value = True
    two_way = True
    fixed_size = True
    typed = "input"
    entered = "blur"

    def value(self, element: Element) -> Any:
        return controls.value(element)

    def show(self, element: Element, value: Any) -> None:
        controls.set_value(element, to_string(value))

    def attribute_changed(self, element: Element, name: str) -> None:
        state = element.control
        # The attribute decides until a human or a script has: then only the property does.
        if name == "checked" and state is not None and state.checked is None:
            controls.set_checked(element, element.has("checked"))


class Select(Input):
    """A drop-down list changes size with nothing."""


class Data(Widget):
    """Elements with a value that nobody edits."""

    has_value = True

    def value(self, element: Element) -> Any:
        return controls.value(element)

    def show(self, element: Element, value: Any) -> None:
        element.set("value", to_string(value))


_DISPLAY = Widget()
_INPUT = Input()
_DATA = Data()
WIDGETS: dict[str, Widget] = {
    "input": _INPUT,
    "textarea": _INPUT,
    "select": Select(),
    "button": Button(),
    "meter": _DATA,
    "option": _DISPLAY,
    "progress": _DATA,
}


def widget_of(element: Element) -> Widget:
    """How this element holds its value."""
    return WIDGETS.get(element.tag, _DISPLAY)
