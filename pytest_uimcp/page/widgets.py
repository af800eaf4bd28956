"""How the value of each form control is read and written. Every other element shows text.

Components (`sl-…`) add theirs to `WIDGETS`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.rules import CONTROLS, Edits
from pytest_uimcp.page.scripting import to_string, truthy

__all__ = ["NOTHING", "WIDGETS", "DisplayWidget", "Widget", "make_widgets", "to_list", "to_number", "widget_of"]


class _Nothing:
    """The type of `NOTHING`: no value at all, not even null."""


NOTHING: Final = _Nothing()
# Python parses more than JavaScript: `1_000`, `inf`.
_NUMBER: Final = re.compile(r"[+-]?(Infinity|(\d+\.?\d*|\.\d+)(e[+-]?\d+)?)", re.IGNORECASE)


class Widget:
    # Whether it is a check box, a switch or a radio button.
    is_toggle = False

    def __init__(self, edits: Edits | None = None) -> None:
        # The events that report the user's edits; None if there are none.
        self.edits = edits

    def read(self, element: Element) -> Any:
        """The current value; `NOTHING` for a radio button that is off."""
        return controls.value(element)

    def write(self, element: Element, value: Any) -> None:
        controls.set_value(element, to_string(value))

    def normal(self, value: Any, element: Element) -> Any:
        """What `read` returns after `value` has been written."""
        return to_string(value)

    def changes_with(self, element: Element) -> list[Element]:
        """The toggle itself, and those that change with it."""
        return [element]

    def attribute_changed(self, element: Element, name: str) -> None:
        """An attribute was set or removed by a script."""


class CheckboxWidget(Widget):
    is_toggle = True

    def read(self, element: Element) -> Any:
        return controls.is_checked(element)

    def write(self, element: Element, value: Any) -> None:
        controls.set_checked(element, truthy(value))

    def normal(self, value: Any, element: Element) -> Any:
        return truthy(value)


class RadioWidget(Widget):
    """One radio button of a group: only the chosen one has a value to send."""

    is_toggle = True

    def read(self, element: Element) -> Any:
        if controls.is_checked(element):
            return controls.value(element)
        # A group sends the value of the button that is on; the others say nothing.
        return NOTHING

    def write(self, element: Element, value: Any) -> None:
        controls.set_checked(element, to_string(value) == controls.value(element))

    def normal(self, value: Any, element: Element) -> Any:
        if to_string(value) == controls.value(element):
            return controls.value(element)
        return NOTHING

    def changes_with(self, element: Element) -> list[Element]:
        return controls.radio_group(element) or [element]


class FileWidget(Widget):
    """A file field: scripts can read the names of its files, not set them."""

    def read(self, element: Element) -> Any:
        return ", ".join(controls.control(element).files)

    def write(self, element: Element, value: Any) -> None:
        pass


class SelectWidget(Widget):
    def read(self, element: Element) -> Any:
        if controls.is_multiple(element):
            return [controls.option_value(option) for option in controls.selected_options(element)]
        return controls.value(element)

    def write(self, element: Element, value: Any) -> None:
        if not controls.is_multiple(element):
            super().write(element, value)
            return
        values = to_list(value)
        options = controls.options(element)
        controls.set_selected(element, [option for option in options if controls.option_value(option) in values])

    def normal(self, value: Any, element: Element) -> Any:
        if controls.is_multiple(element):
            return to_list(value)
        return to_string(value)


class DisplayWidget(Widget):
    def read(self, element: Element) -> Any:
        return element.get("value") or ""

    def write(self, element: Element, value: Any) -> None:
        element.set("value", to_string(value))


class NumberWidget(DisplayWidget):
    def read(self, element: Element) -> Any:
        return to_number(element.get("value"))

    def normal(self, value: Any, element: Element) -> Any:
        return to_number(value)

    def write(self, element: Element, value: Any) -> None:
        number = to_number(value)
        # A browser treats a negative value as 0.
        if element.tag == "progress":
            number = max(number, 0)
        element.set("value", to_string(number))


def to_list(value: Any) -> list[str]:
    if value is None:
        return []
    if not isinstance(value, list):
        value = [value]
    return list(map(to_string, value))


def to_number(value: Any) -> int | float:
    """A value converted to a number as by JavaScript, 0 if it is not a number."""
    if isinstance(value, (int, float)):
        # `true` is 1 for JavaScript; Python would send it back as a boolean.
        if isinstance(value, bool):
            return int(value)
        return value
    text = to_string(value).strip()
    if not _NUMBER.fullmatch(text):
        return 0
    number = float(text)
    if math.isfinite(number) and number == int(number):
        return int(number)
    return number


def make_widgets(tags: Iterable[str], kinds: Mapping[str, type[Widget]]) -> dict[str, Widget]:
    """The controls of some elements by tag; `kinds` are found by tag, else by what the control holds."""
    return {tag: (kinds.get(tag) or kinds[CONTROLS[tag].holds])(CONTROLS[tag].edits) for tag in tags}


_KINDS: Final[dict[str, type[Widget]]] = {
    "text": Widget,
    "tick": CheckboxWidget,
    "radio": RadioWidget,
    "file": FileWidget,
    "choice": SelectWidget,
    "number": NumberWidget,
    "option": DisplayWidget,
}
WIDGETS: Final = make_widgets((tag for tag in CONTROLS if "-" not in tag), _KINDS)
_LABELLED_BY_VALUE: Final = DisplayWidget()


def widget_of(element: Element) -> Widget | None:
    if element.tag == "input":
        return WIDGETS.get(f"input:{controls.input_type(element)}") or WIDGETS["input"]
    # A radio without a value of its own gets one from `ui-value`.
    if element.tag == "sl-radio" and not (element.has("value") or element.has("ui-attr-value")):
        return _LABELLED_BY_VALUE
    return WIDGETS.get(element.tag)
