"""How components hold the value that `ui-value` shows and sends."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from pytest_uimcp.page.components import Component
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.rules import CONTROLS
from pytest_uimcp.page.scripting import to_string, truthy
from pytest_uimcp.page.shoelace.base import switch
from pytest_uimcp.page.shoelace.radios import RadioComponent, RadioGroup
from pytest_uimcp.page.shoelace.selects import Select
from pytest_uimcp.page.widgets import NOTHING, DisplayWidget, Widget, make_widgets, to_list, to_number

__all__ = ["VALUES"]

_C = TypeVar("_C", bound=Component)


def _component(element: Element, kind: type[_C]) -> _C:
    component = element.component
    assert isinstance(component, kind), f"{element} is drawn by another class"
    return component


class TextValue(Widget):
    """A component whose text the user edits."""

    def read(self, element: Element) -> Any:
        return _component(element, Component).value

    def write(self, element: Element, value: Any) -> None:
        _component(element, Component).value = self.normal(value, element)

    def attribute_changed(self, element: Element, name: str) -> None:
        if name == "value":
            _component(element, Component).value = element.get("value") or ""


class RadioGroupValue(TextValue):
    """The attribute follows the value."""

    def write(self, element: Element, value: Any) -> None:
        _component(element, RadioGroup).choose_value(to_string(value))


class TickValue(TextValue):
    """On or off, reflected by an attribute."""

    is_toggle = True

    def read(self, element: Element) -> Any:
        return element.has("checked")

    def write(self, element: Element, value: Any) -> None:
        switch(element, "checked", truthy(value))

    def normal(self, value: Any, element: Element) -> Any:
        return truthy(value)


class RadioValue(Widget):
    """One radio of a group, by its own value: only the chosen one has a value to send."""

    is_toggle = True

    def read(self, element: Element) -> Any:
        radio = _component(element, RadioComponent)
        if radio.is_on:
            return radio.own_value
        return NOTHING

    def write(self, element: Element, value: Any) -> None:
        radio = _component(element, RadioComponent)
        radio.turn(to_string(value) == radio.own_value)

    def normal(self, value: Any, element: Element) -> Any:
        own_value = _component(element, RadioComponent).own_value
        if to_string(value) == own_value:
            return own_value
        return NOTHING

    def changes_with(self, element: Element) -> list[Element]:
        group = element.closest("sl-radio-group")
        radios = group.descendants() if group is not None else ()
        return [radio for radio in radios if radio.tag == "sl-radio"] or [element]


class NumberValue(TextValue):
    """Numbers stay numbers."""

    def read(self, element: Element) -> Any:
        return to_number(super().read(element))

    def normal(self, value: Any, element: Element) -> Any:
        return to_number(value)


class ChoiceValue(TextValue):
    """Strings, several if it takes several."""

    def read(self, element: Element) -> Any:
        # A value that no option has is not selected, so it is not sent.
        select = _component(element, Select)
        values = {option.own_value for option in select.select_options()}
        selected = [value for value in select.selected_values() if value in values]
        if element.has("multiple"):
            return selected
        return next(iter(selected), "")

    def normal(self, value: Any, element: Element) -> Any:
        if element.has("multiple"):
            return to_list(value)
        return to_string(value)


KINDS: Final[dict[str, type[Widget]]] = {
    "text": TextValue,
    "tick": TickValue,
    "radio": RadioValue,
    "number": NumberValue,
    "choice": ChoiceValue,
    # Their attribute is their value.
    "sl-menu-item": DisplayWidget,
    "sl-option": DisplayWidget,
    "sl-radio-button": DisplayWidget,
    "sl-radio-group": RadioGroupValue,
}
VALUES: Final = make_widgets((tag for tag in CONTROLS if tag.startswith("sl-")), KINDS)
