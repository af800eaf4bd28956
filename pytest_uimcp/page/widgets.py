"""How form controls give and take their values, by element. Everything else shows text.

Components (`sl-…`) add theirs to `WIDGETS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.scripting import to_string, truthy

__all__ = ["NOTHING", "WIDGETS", "Shown", "Widget", "to_list", "widget_of"]


class _Nothing:
    """Not even null."""


NOTHING: Final = _Nothing()


class Widget:
    """An element with a value."""

    edited = True
    """Whether people change it."""
    commit: Sequence[str] = ("change", "blur")
    """The events after which an edit is complete."""
    live: Sequence[str] = ("input",)
    """The events while it goes on."""
    is_toggle = False
    """Whether it is a check box, a switch or a radio button."""

    def read(self, element: Element) -> Any:
        """What it shows now; `NOTHING` if it has nothing to say."""
        return controls.value(element)

    def write(self, element: Element, value: Any) -> None:
        """Show a value."""
        controls.set_value(element, to_string(value))

    def normal(self, value: Any, element: Element) -> Any:
        """What `read` gives once `value` has been written."""
        return to_string(value)

    def attribute_changed(self, element: Element, name: str) -> None:
        """An attribute was set or removed by a script."""


class Tick(Widget):
    """A check box: on or off."""

    is_toggle = True

    def read(self, element: Element) -> Any:
        return controls.is_checked(element)

    def write(self, element: Element, value: Any) -> None:
        controls.set_checked(element, truthy(value))

    def normal(self, value: Any, element: Element) -> Any:
        return truthy(value)


class Radio(Widget):
    """One of a group: it speaks only when it is the chosen one."""

    is_toggle = True

    def read(self, element: Element) -> Any:
        return controls.value(element) if controls.is_checked(element) else NOTHING

    def write(self, element: Element, value: Any) -> None:
        controls.set_checked(element, to_string(value) == controls.value(element))

    def normal(self, value: Any, element: Element) -> Any:
        return controls.value(element) if to_string(value) == controls.value(element) else NOTHING


class File(Widget):
    """What people chose on their disk stays theirs; scripts may not set it."""

    def read(self, element: Element) -> Any:
        return ", ".join(controls.control(element).files)

    def write(self, element: Element, value: Any) -> None:
        pass


class Choice(Widget):
    """A drop-down list, or one with several chosen."""

    def read(self, element: Element) -> Any:
        if controls.is_multiple(element):
            return [controls.option_value(option) for option in controls.selected_options(element)]
        return controls.value(element)

    def write(self, element: Element, value: Any) -> None:
        if not controls.is_multiple(element):
            super().write(element, value)
            return
        wanted = to_list(value)
        there = controls.options(element)
        controls.set_selected(element, [option for option in there if controls.option_value(option) in wanted])

    def normal(self, value: Any, element: Element) -> Any:
        return to_list(value) if controls.is_multiple(element) else to_string(value)


class Shown(Widget):
    """It shows a value, and nobody changes it there."""

    edited = False
    commit = ()
    live = ()

    def read(self, element: Element) -> Any:
        """The attribute is the value."""
        return element.get("value") or ""

    def write(self, element: Element, value: Any) -> None:
        """The attribute is the value."""
        element.set("value", to_string(value))


class Number(Shown):
    """A number on a scale."""

    def read(self, element: Element) -> Any:
        """The attribute as a number."""
        return to_number(element.get("value"))

    def normal(self, value: Any, element: Element) -> Any:
        """A number as well."""
        return to_number(value)

    def write(self, element: Element, value: Any) -> None:
        number = to_number(value)
        element.set("value", to_string(max(number, 0) if element.tag == "progress" else number))


def to_list(value: Any) -> list[str]:
    """A value as the values of several options."""
    found = value if isinstance(value, list) else [] if value is None else [value]
    return [to_string(one) for one in found]


def to_number(value: Any) -> int | float:
    """A value as a number, 0 if it is none."""
    if isinstance(value, (int, float)):
        return int(value) if isinstance(value, bool) else value
    try:
        number = float(str("" if value is None else value).strip() or 0)
    except ValueError:
        return 0
    return 0 if number != number else int(number) if number == int(number) else number


_TEXT = Widget()
_SHOWN = Shown()
_BY_TYPE: dict[str, Widget] = {"checkbox": Tick(), "radio": Radio(), "file": File()}
WIDGETS: dict[str, Widget] = {
    "textarea": _TEXT,
    "select": Choice(),
    "option": _SHOWN,
    "progress": Number(),
    "meter": Number(),
}


def widget_of(element: Element) -> Widget | None:
    """The control that an element is, if it is one."""
    if element.tag == "input":
        return _BY_TYPE.get(controls.input_type(element), _TEXT)
    # A radio without a value to be chosen by gets it from `ui-value`.
    if element.tag == "sl-radio" and not (element.has("value") or element.has("ui-attr-value")):
        return _SHOWN
    return WIDGETS.get(element.tag)
