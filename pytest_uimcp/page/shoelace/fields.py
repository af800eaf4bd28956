"""Values on a scale and colours: sl-range, sl-rating, sl-color-picker."""

from __future__ import annotations

from functools import partial
from typing import Final

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.scripting import to_string
from pytest_uimcp.page.shoelace.base import FocusableComponent, ShoelaceComponent, aria_bool, esc, js_number
from pytest_uimcp.page.shoelace.inputs import FieldComponent

__all__ = ["ColorPicker", "Range", "Rating"]

_STEPS: Final = {"ArrowRight": 1, "ArrowUp": 1, "ArrowLeft": -1, "ArrowDown": -1}


class Range(FieldComponent):
    """sl-range: a slider."""

    required_attributes = frozenset({"value"})
    initial_value = "0"

    def shadow_html(self) -> str:
        get = self.element.get
        is_disabled = self.element.has("disabled")
        value = self.value
        if isinstance(value, str):
            value = _attribute_number(value)
        tip = ""
        if get("tooltip") != "none" and not is_disabled:
            tip = f'<output style="display:block">{esc(_number_text(value))}</output>'
        field = (
            f'<input id=input type=range aria-describedby=help-text min="{esc(get("min") or "0")}" '
            f'max="{esc(get("max") or "100")}" step="{esc(get("step") or "1")}"{" disabled" * is_disabled}>'
        )
        return f"<div>{self.label_html()}<div><div>{field}{tip}</div></div>{self.help_html()}</div>"

    def draw(self) -> None:
        """Its value is made one that the slider has, when it is set; other bounds later change only the slider."""
        if self.element.shadow is None:
            self._clamp()
        old_value = self._field_value
        super().draw()
        field = self._current_field()
        if old_value is not None and field is not None and self._field_value != old_value:
            self.take_value(field)
            super().draw()

    def _clamp(self) -> None:
        value = _float(self.value)
        minimum = _float(self.element.get("min") or "0")
        maximum = _float(self.element.get("max") or "100")
        clamped = min(max(value, minimum), maximum)
        # Out of bounds at first is brought into them, but not to a step.
        if clamped != value:
            self.value = clamped

    def on_click(self, target: Element, focus: Focus) -> None:
        if target is self._current_field():
            refuse("component-use", "which value of <sl-range> a click hits; fill() it")

    def value_of(self, field: Element) -> object:
        return _simple_number(float(controls.value(field)))


class Rating(ShoelaceComponent):
    """sl-rating: stars."""

    required_attributes = frozenset({"max", "precision", "value"})
    failure = "counts"
    initial_value = "0"
    takes_text = True
    counts = True
    is_filled_by_script = True
    focusable = True

    def shadow_html(self) -> str:
        maximum = self.element.get("max") or "5"
        if js_number(maximum) is None:
            refuse("component-use", "how <sl-rating> fails when its attribute max is no number")
        label = esc(self.element.get("label"))
        is_disabled = aria_bool(self.element.has("disabled"))
        is_fixed = aria_bool(self.element.has("readonly"))
        value = esc(_number_text(self.value))
        return (
            f'<div role=slider aria-label="{label}" aria-disabled={is_disabled} aria-readonly={is_fixed} '
            f'aria-valuenow="{value}" aria-valuemin=0 aria-valuemax="{esc(maximum)}" tabindex=0 '
            'style="display:flex"></div>'
        )

    def update_host(self) -> None:
        # At first it says twice that nothing hovers over it.
        if self.element.shadow is None:
            for _ in range(2):
                self.tasks.soon(partial(self.emit, "sl-hover"))

    def is_tab_stop(self) -> bool:
        return not self.element.has("readonly")

    def fill(self, text: str) -> None:
        """A script sets it, whatever it allows."""
        self._set(float(text))

    def _set(self, number: float) -> None:
        self.value = _simple_number(number)
        self.emit("sl-change")

    def on_key(self, stroke: Stroke, focus: Focus) -> bool:
        if self.element.has("disabled") or self.element.has("readonly"):
            return False
        direction = _STEPS.get(stroke.key, 0)
        if not direction and stroke.key not in ("Home", "End"):
            return False
        maximum = float(self.element.get("max") or 5)
        value = _float(self.value)
        step = 1.0
        if "shift" not in stroke.modifiers:
            step = float(self.element.get("precision") or 1)
        # From a value out of range a key leads into it only on the side where it moves to.
        if direction > 0:
            target = min(maximum, value + step)
        elif direction < 0:
            target = max(0.0, value - step)
        else:
            target = {"Home": 0.0, "End": maximum}[stroke.key]
        if target != value:
            self._set(target)
        return True

    def on_click(self, target: Element, focus: Focus) -> None:
        refuse("component-use", "which star of <sl-rating> a click hits; fill() it")


class ColorPicker(FocusableComponent):
    """sl-color-picker, closed."""

    takes_text = True
    is_filled_by_script = True
    focusable_if_disabled = True

    def shadow_html(self) -> str:
        if self.element.has("inline"):
            refuse("component-use", "the panel of an inline <sl-color-picker>")
        off = " disabled" * self.element.has("disabled")
        name = esc(self.element.get("label"))
        return (
            f'<div style="display:inline-block"><button type=button{off}>'
            f'<div style="display:block"><span>{name}</span></div></button></div>'
        )

    def fill(self, text: str) -> None:
        self.value = text
        self.emit("sl-input")
        self.emit("sl-change")

    def on_click(self, target: Element, focus: Focus) -> None:
        refuse("component-use", "the open panel of <sl-color-picker>; fill() it")

    def on_key(self, stroke: Stroke, focus: Focus) -> bool:
        if stroke.key in ("Enter", " ") and not self.element.has("disabled"):
            refuse("component-use", "the open panel of <sl-color-picker>; fill() it")
        return False


def _float(value: object) -> float:
    """A property as a number; one whose attribute was taken away is 0."""
    try:
        return float(str(value))
    except ValueError:
        return 0.0


def _simple_number(number: float) -> int | float:
    """A number as JavaScript writes it: without a fraction if it has none."""
    if number == int(number):
        return int(number)
    return number


def _attribute_number(text: str) -> object:
    number = js_number(text)
    if number is None:
        return "NaN"
    if number.is_infinite():
        return to_string(float(number))
    return float(number)


def _number_text(value: object) -> str:
    if isinstance(value, float):
        return str(_simple_number(value))
    return str(value)
