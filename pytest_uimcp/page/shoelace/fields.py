"""Values on a scale and colours: sl-range, sl-rating, sl-color-picker."""

from __future__ import annotations

from pytest_uimcp.page.components import Component
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.controls import control
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.scripting import to_string
from pytest_uimcp.page.shoelace.base import (
    Shoelace,
    emit,
    esc,
    facts_of,
    help_text,
    js_number,
    label,
    property_of,
    set_property,
    tasks_of,
)  # fmt: skip
from pytest_uimcp.page.shoelace.inputs import HoldsField

__all__ = ["FIELDS"]


class Range(HoldsField):
    """sl-range: a slider."""

    at_first = "0"

    def shadow(self, element: Element) -> str:
        """Label, slider, tooltip with the value, help."""
        low, high, step = (element.get(n) or d for n, d in (("min", "0"), ("max", "100"), ("step", "1")))
        value = property_of(element, "0")
        value = _written(value) if isinstance(value, str) else value
        off = " disabled" if element.has("disabled") else ""
        has_tip = element.get("tooltip") != "none" and not element.has("disabled")
        if has_tip:
            tip = f'<output style="display:block">{esc(_shown(value))}</output>'
        else:
            tip = ""
        field = (
            f'<input id=input type=range aria-describedby=help-text min="{esc(low)}" max="{esc(high)}" '
            f'step="{esc(step)}"{off}>'
        )
        return f"<div>{label(element)}<div><div>{field}{tip}</div></div>{help_text(element)}</div>"

    def draw(self, element: Element) -> None:
        """Its value is made one that the slider has, when it is set; other bounds later change only the slider."""
        if element.shadow is None:
            self._clamp(element)
        before = facts_of(element).get("written")
        super().draw(element)
        field = self._found(element)
        if before is not None and field is not None and facts_of(element).get("written") != before:
            value = self.value_of(field)
            control(element).property = value
            facts_of(element)["written"] = str(value)
            super().draw(element)

    @staticmethod
    def _clamp(element: Element) -> None:
        low, high = (_float(element.get(name) or default) for name, default in (("min", "0"), ("max", "100")))
        value = _float(property_of(element, "0"))
        clamped = min(max(value, low), high)
        if clamped != value:
            set_property(element, clamped)

    def attribute_changed(self, element: Element, name: str, was: str | None, focus: Focus) -> None:
        super().attribute_changed(element, name, was, focus)
        if name == "value" and was is not None and not element.has("value"):
            refuse("component-use", "how <sl-range> fails when its attribute value is taken away")

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        if target is self._found(element):
            refuse("component-use", "which value of <sl-range> a click hits; fill() it")

    def value_of(self, field: Element) -> object:
        number = float(controls.value(field))
        if number == int(number):
            return int(number)
        return number


class Rating(Shoelace):
    """sl-rating: stars."""

    takes_text = True
    counts = True
    is_filled_by_script = True
    focusable = True

    def shadow(self, element: Element) -> str:
        """One slider for all stars."""
        if js_number(element.get("max") or "5") is None:
            refuse("component-use", "how <sl-rating> fails when its attribute max is no number")
        value = property_of(element, "0")
        most = element.get("max") or "5"
        off, fixed = ("true" if element.has(name) else "false" for name in ("disabled", "readonly"))
        return (
            f'<div role=slider aria-label="{esc(element.get("label"))}" aria-disabled={off} aria-readonly={fixed} '
            f'aria-valuenow="{esc(_shown(value))}" aria-valuemin=0 aria-valuemax="{esc(most)}" tabindex=0 '
            'style="display:flex"></div>'
        )

    def host(self, element: Element) -> None:
        """At first it says twice that nothing hovers over it."""
        if element.shadow is None:
            tasks_of(element).soon(lambda: [emit(element, "sl-hover") for _ in range(2)])

    def is_tab_stop(self, element: Element) -> bool:
        return not element.has("readonly")

    def attribute_changed(self, element: Element, name: str, was: str | None, focus: Focus) -> None:
        super().attribute_changed(element, name, was, focus)
        if name in ("max", "precision", "value") and was is not None and not element.has(name):
            refuse("component-use", f"how <sl-rating> counts when its attribute {name} is taken away")

    def filled(self, element: Element, text: str) -> None:
        """A script sets it, whatever it allows."""
        number = float(text)
        set_property(element, int(number) if number == int(number) else number)
        emit(element, "sl-change")

    def pressed(self, element: Element, stroke: Stroke, focus: Focus) -> bool:
        """Arrow keys add and remove stars."""
        if element.has("disabled") or element.has("readonly"):
            return False
        step = {"ArrowRight": 1, "ArrowUp": 1, "ArrowLeft": -1, "ArrowDown": -1}.get(stroke.key)
        if step is None and stroke.key not in ("Home", "End"):
            return False
        most = float(element.get("max") or 5)
        now = _float(property_of(element, "0"))
        if "shift" in stroke.modifiers:
            size = 1.0
        else:
            size = float(element.get("precision") or 1)
        # From a value out of range a key leads into it only on the side where it moves to.
        if step == 1:
            moved = min(most, now + size)
        elif step == -1:
            moved = max(0.0, now - size)
        else:
            moved = now
        wanted = {"Home": 0.0, "End": most}.get(stroke.key, moved)
        if wanted != now:
            set_property(element, int(wanted) if wanted == int(wanted) else wanted)
            emit(element, "sl-change")
        return True

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        refuse("component-use", "which star of <sl-rating> a click hits; fill() it")


class ColorPicker(Shoelace):
    """sl-color-picker, closed."""

    takes_text = True
    is_filled_by_script = True
    focusable = True
    focusable_if_disabled = True

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

    def entered(self, element: Element) -> None:
        emit(element, "sl-focus")

    def left(self, element: Element) -> None:
        emit(element, "sl-blur")

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        refuse("component-use", "the open panel of <sl-color-picker>; fill() it")

    def pressed(self, element: Element, stroke: Stroke, focus: Focus) -> bool:
        if stroke.key in ("Enter", " ") and not element.has("disabled"):
            refuse("component-use", "the open panel of <sl-color-picker>; fill() it")
        return False


def _float(value: object) -> float:
    """A property as a number; one whose attribute was taken away is 0."""
    try:
        return float(str(value))
    except ValueError:
        return 0.0


def _written(text: str) -> object:
    """An attribute as the number that it is."""
    number = js_number(text)
    if number is None:
        return "NaN"
    if number.is_infinite():
        return to_string(float(number))
    return float(number)


def _shown(value: object) -> str:
    if isinstance(value, float) and value == int(value):
        return str(int(value))
    return str(value)


FIELDS: dict[str, Component] = {
    "sl-color-picker": ColorPicker(),
    "sl-range": Range(),
    "sl-rating": Rating(),
}
