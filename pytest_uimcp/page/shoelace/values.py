"""How components hold the value that `ui-value` shows and sends."""

from __future__ import annotations

from typing import Any, Final

from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.rules import CONTROLS
from pytest_uimcp.page.scripting import to_string, truthy
from pytest_uimcp.page.shoelace.base import property_of, set_property
from pytest_uimcp.page.shoelace.radios import is_on, set_group, turn
from pytest_uimcp.page.shoelace.selects import option_values, selected_values
from pytest_uimcp.page.widgets import NOTHING, Shown, Widget, make_widgets, to_list, to_number

__all__ = ["VALUES"]


class TextValue(Widget):
    """A component whose text the user edits."""

    def read(self, element: Element) -> Any:
        return property_of(element)

    def write(self, element: Element, value: Any) -> None:
        set_property(element, to_string(value))

    def attribute_changed(self, element: Element, name: str) -> None:
        if name == "value":
            set_property(element, element.get("value") or "")


class RadioGroupValue(TextValue):
    """The attribute follows the value."""

    def write(self, element: Element, value: Any) -> None:
        set_group(element, to_string(value))


class TickValue(TextValue):
    """On or off, reflected by an attribute."""

    is_toggle = True

    def read(self, element: Element) -> Any:
        return element.has("checked")

    def write(self, element: Element, value: Any) -> None:
        if truthy(value):
            element.set("checked", "")
        else:
            element.unset("checked")

    def normal(self, value: Any, element: Element) -> Any:
        return truthy(value)


class RadioValue(Widget):
    """One radio of a group, by its own value: only the chosen one has a value to send."""

    is_toggle = True

    def read(self, element: Element) -> Any:
        if is_on(element):
            return element.get("value") or ""
        return NOTHING

    def write(self, element: Element, value: Any) -> None:
        turn(element, to_string(value) == (element.get("value") or ""))

    def normal(self, value: Any, element: Element) -> Any:
        own = element.get("value") or ""
        if to_string(value) == own:
            return own
        return NOTHING

    def changes_with(self, element: Element) -> list[Element]:
        group = element.closest("sl-radio-group")
        radios = group.descendants() if group is not None else ()
        return [one for one in radios if one.tag == "sl-radio"] or [element]


class NumberValue(TextValue):
    """Numbers stay numbers."""

    def read(self, element: Element) -> Any:
        return to_number(property_of(element, 0))

    def write(self, element: Element, value: Any) -> None:
        set_property(element, to_number(value))

    def normal(self, value: Any, element: Element) -> Any:
        return to_number(value)


class ChoiceValue(TextValue):
    """Strings, several if it takes several."""

    def read(self, element: Element) -> Any:
        chosen = [one for one in selected_values(element) if one in option_values(element)]
        if element.has("multiple"):
            return chosen
        if chosen:
            return chosen[0]
        return ""

    def write(self, element: Element, value: Any) -> None:
        set_property(element, to_list(value) if element.has("multiple") else to_string(value))

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
    "sl-menu-item": Shown,
    "sl-option": Shown,
    "sl-radio-button": Shown,
    "sl-radio-group": RadioGroupValue,
}
VALUES: Final = make_widgets((tag for tag in CONTROLS if tag.startswith("sl-")), KINDS)
