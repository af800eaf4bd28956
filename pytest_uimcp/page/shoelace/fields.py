"""Values on a scale and colours: sl-range, sl-rating, sl-color-picker."""

from __future__ import annotations

from pytest_uimcp.page.components import Component
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.shoelace.base import Shoelace, emit, esc, help_text, label, property_of, set_property
from pytest_uimcp.page.shoelace.inputs import HoldsField

__all__ = ["FIELDS"]

class Range(HoldsField):
    """sl-range: a slider."""

    at_first = "0"

    def shadow(self, element: Element) -> str:
        """Label, slider, tooltip with the value, help."""
        low, high, step = (element.get(n) or d for n, d in (("min", "0"), ("max", "100"), ("step", "1")))
        value = property_of(element, "0")
        off = " disabled" if element.has("disabled") else ""
        tip = "" if element.get("tooltip") == "none" else f'<output style="display:block">{esc(_shown(value))}</output>'
        field = (
            f'<input id=input type=range aria-describedby=help-text min="{esc(low)}" max="{esc(high)}" '
            f'step="{esc(step)}"{off}>'
        )
        return f"<div>{label(element)}<div><div>{field}{tip}</div></div>{help_text(element)}</div>"

    def value_of(self, field: Element) -> object:
        number = float(controls.value(field))
        return int(number) if number == int(number) else number


class Rating(Shoelace):
    """sl-rating: stars."""

    takes_text = True
    focusable = True

    def shadow(self, element: Element) -> str:
        """One slider for all stars."""
        value, most = property_of(element, "0"), element.get("max") or "5"
        off, fixed = ("true" if element.has(name) else "false" for name in ("disabled", "readonly"))
        return (
            f'<div role=slider aria-label="{esc(element.get("label"))}" aria-disabled={off} aria-readonly={fixed} '
            f'aria-valuenow="{esc(_shown(value))}" aria-valuemin=0 aria-valuemax="{esc(most)}" tabindex=0 '
            'style="display:flex"></div>'
        )

    def filled(self, element: Element, text: str) -> None:
        """The user clicked a star."""
        number = float(text)
        number = max(0.0, min(number, float(element.get("max") or 5)))
        new = int(number) if number == int(number) else number
        if new != float(property_of(element, "0")):
            set_property(element, new)
            emit(element, "sl-change")

    def pressed(self, element: Element, stroke: Stroke, focus: Focus) -> bool:
        """Arrow keys add and remove stars."""
        step = {"ArrowRight": 1, "ArrowLeft": -1}.get(stroke.key)
        if step is None or element.has("disabled") or element.has("readonly"):
            return False
        size = float(element.get("precision") or 1)
        self.filled(element, str(float(property_of(element, "0")) + step * size))
        return True


class ColorPicker(Shoelace):
    """sl-color-picker, closed."""

    takes_text = True
    focusable = True

    def shadow(self, element: Element) -> str:
        """The button that opens it."""
        off = " disabled" if element.has("disabled") else ""
        name = esc(element.get("label"))
        return (
            f'<div style="display:inline-block"><button type=button{off}>'
            f'<div style="display:block"><span>{name}</span></div></button></div>'
        )

    def filled(self, element: Element, text: str) -> None:
        """The user entered a color."""
        set_property(element, text)
        emit(element, "sl-input")
        emit(element, "sl-change")


def _shown(value: object) -> str:
    if isinstance(value, float) and value == int(value):
        return str(int(value))
    return str(value)


FIELDS: dict[str, Component] = {
    "sl-color-picker": ColorPicker(),
    "sl-range": Range(),
    "sl-rating": Rating(),
}
