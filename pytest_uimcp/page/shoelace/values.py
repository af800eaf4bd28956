"""How components hold the value that `ui-value` shows and sends."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.scripting import to_string
from pytest_uimcp.page.shoelace.base import property_of, set_property
from pytest_uimcp.page.shoelace.selects import selected_values
from pytest_uimcp.page.widgets import Widget

__all__ = ["VALUES"]


class Property(Widget):
    """A component with a property `value` that nobody edits."""

    has_value = True

    def value(self, element: Element) -> Any:
        return property_of(element)

    def show(self, element: Element, value: Any) -> None:
        set_property(element, to_string(value))

    def attribute_changed(self, element: Element, name: str) -> None:
        if name == "value":
            set_property(element, element.get("value") or "")


class Edited(Property):
    """A component that a human edits."""

    two_way = True
    fixed_size = True
    typed = "sl-input"
    entered = "sl-change"


class Number(Edited):
    """Numbers stay numbers."""

    def show(self, element: Element, value: Any) -> None:
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        set_property(element, value if number else to_string(value))


class Select(Edited):
    """Strings, several if it takes several."""

    def value(self, element: Element) -> Any:
        chosen = selected_values(element)
        return chosen if element.has("multiple") else chosen[0] if chosen else ""

    def show(self, element: Element, value: Any) -> None:
        if isinstance(value, list):
            set_property(element, [to_string(one) for one in value])
        else:
            set_property(element, to_string(value))


class RadioGroup(Edited):
    """The attribute follows the value."""

    def show(self, element: Element, value: Any) -> None:
        super().show(element, value)
        element.set("value", to_string(value))


class Reflected(Property):
    """The attribute is the value."""

    def value(self, element: Element) -> Any:
        return element.get("value") or ""

    def show(self, element: Element, value: Any) -> None:
        element.set("value", to_string(value))


class Toggle(Edited):
    """A check box has a value of its own, apart from being on."""

    def value(self, element: Element) -> Any:
        return property_of(element, "on")


VALUES: dict[str, Widget] = {
    "sl-checkbox": Toggle(),
    "sl-color-picker": Edited(),
    "sl-copy-button": Property(),
    "sl-format-bytes": Property(),
    "sl-format-number": Property(),
    "sl-input": Edited(),
    "sl-option": Reflected(),
    "sl-progress-bar": Property(),
    "sl-progress-ring": Property(),
    "sl-qr-code": Property(),
    "sl-radio-group": RadioGroup(),
    "sl-range": Number(),
    "sl-rating": Number(),
    "sl-select": Select(),
    "sl-switch": Toggle(),
    "sl-textarea": Edited(),
}
