"""Fields: sl-input, sl-textarea, sl-range, sl-rating, sl-color-picker."""

from __future__ import annotations

from pytest_uimcp.page.components import Component
from pytest_uimcp.page.dom.controls import control, sanitized
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.editing import edited
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.shoelace.base import (
    Shoelace, emit, esc, help_text, label, property_of, set_property, tasks_of,
)  # fmt: skip
from pytest_uimcp.page.shoelace.forms import click_in_form

__all__ = ["FIELDS"]

_CLEAR = "Clear entry"


class Typed(Shoelace):
    """A text field."""

    takes_text = True
    focusable = True

    def __init__(self, tag: str) -> None:
        super().__init__()
        self._tag = tag
        self.selected_by_tab = tag == "input"

    def shadow(self, element: Element) -> str:
        """Label, field, help."""
        field = self._textarea(element) if self._tag == "textarea" else self._input(element)
        return f"<div>{label(element)}<div>{field}</div>{help_text(element)}</div>"

    def _common(self, element: Element) -> str:
        words = "".join(f" {name}" for name in ("disabled", "readonly", "required") if element.has(name))
        return (
            f'id=input aria-describedby=help-text title="{esc(element.get("title"))}" '
            f'placeholder="{esc(element.get("placeholder"))}"{words}'
        )

    def _textarea(self, element: Element) -> str:
        text = esc(str(property_of(element)))
        field = f'<textarea {self._common(element)} style="display:block">\n{text}</textarea>'
        return f'<div style="display:grid">{field}</div>'

    def _input(self, element: Element) -> str:
        kind = element.get("type") or "text"
        value = str(property_of(element))
        common = self._common(element)
        field = f'<input {common} type="{esc(kind)}" value="{esc(value)}" style="display:block">'
        button = '<button type=button tabindex=-1 aria-label="{}" style="display:flex"></button>'
        extra = ""
        if element.has("clearable") and value and not element.has("disabled") and not element.has("readonly"):
            extra = button.format(_CLEAR)
        if element.has("password-toggle") and not element.has("disabled"):
            shown = element.has("password-visible")
            extra += button.format("Hide password" if shown else "Show password")
        side = '<span style="display:flex"><slot name={}></slot></span>'
        return f'<div style="display:inline-flex">{side.format("prefix")}{field}{extra}{side.format("suffix")}</div>'

    def is_invalid(self, element: Element) -> bool:
        return element.has("required") and str(property_of(element)) == ""

    def reset(self, element: Element) -> None:
        set_property(element, element.get("value") or "")

    def entered(self, element: Element) -> None:
        control(element).at_focus = str(property_of(element))
        emit(element, "sl-focus")

    def left(self, element: Element) -> None:
        """Losing the focus commits what was typed."""
        self._commit(element)
        control(element).at_focus = None
        emit(element, "sl-blur")

    def _commit(self, element: Element) -> None:
        state = control(element)
        if state.at_focus is not None and str(property_of(element)) != state.at_focus:
            state.at_focus = str(property_of(element))
            emit(element, "sl-change")

    def filled(self, element: Element, text: str) -> None:
        """The user replaced the text."""
        limit = element.get("maxlength") or ""
        self._typed(element, text[: int(limit)] if limit.isdigit() else text)
        control(element).caret, control(element).all_selected = None, False

    def _typed(self, element: Element, text: str) -> None:
        control(element).property = text  # the caret stays where typing put it
        emit(element, "sl-input")
        dispatch(Event("input", element))

    def pressed(self, element: Element, stroke: Stroke, focus: Focus) -> bool:
        """A key writes, deletes, or commits the edit."""
        writable = not element.has("readonly") and not element.has("disabled")
        text = str(property_of(element))
        if stroke.key == "Enter" and self._tag == "input":
            self._commit(element)
            tasks_of(element).later(lambda: click_in_form(element, "submit", focus))
            return True
        if not writable:
            return False
        found = edited(element, text, Stroke("\n") if stroke.key == "Enter" else stroke, element.get("maxlength"))
        if found is not None and found.changed:
            self._typed(element, found.text)
        return found is not None

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        """The clear button empties it."""
        name = target.get("aria-label")
        if name == _CLEAR and property_of(element) != "":
            emit(element, "sl-clear")
            set_property(element, "")
            emit(element, "sl-input")
            emit(element, "sl-change")
            control(element).at_focus = ""
        elif name in ("Show password", "Hide password"):
            if element.has("password-visible"):
                element.unset("password-visible")
            else:
                element.set("password-visible", "")


class Range(Typed):
    """sl-range: a slider."""

    def __init__(self) -> None:
        super().__init__("range")

    def shadow(self, element: Element) -> str:
        """Label, slider, tooltip with the value, help."""
        low, high, step = (element.get(n) or d for n, d in (("min", "0"), ("max", "100"), ("step", "1")))
        value = property_of(element, "0")
        off = " disabled" if element.has("disabled") else ""
        tip = "" if element.get("tooltip") == "none" else f'<output style="display:block">{esc(_shown(value))}</output>'
        field = (
            f'<input id=input type=range aria-describedby=help-text min="{esc(low)}" max="{esc(high)}" '
            f'step="{esc(step)}" value="{esc(_shown(value))}"{off}>'
        )
        return f"<div>{label(element)}<div><div>{field}{tip}</div></div>{help_text(element)}</div>"

    def filled(self, element: Element, text: str) -> None:
        """The user moved the slider."""
        bounds = {name: element.get(name) or default for name, default in (("min", "0"), ("max", "100"), ("step", "1"))}
        number = float(sanitized(Element("input", {"type": "range", **bounds}), text))
        set_property(element, int(number) if number == int(number) else number)
        emit(element, "sl-input")
        emit(element, "sl-change")

    def left(self, element: Element) -> None:
        emit(element, "sl-blur")

    def pressed(self, element: Element, stroke: Stroke, focus: Focus) -> bool:
        """Arrows move it."""
        step = {"ArrowRight": 1, "ArrowUp": 1, "ArrowLeft": -1, "ArrowDown": -1}.get(stroke.key)
        if step is None:
            return False
        self.filled(element, str(float(property_of(element, "0")) + step * float(element.get("step") or 1)))
        return True


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
    "sl-input": Typed("input"),
    "sl-range": Range(),
    "sl-rating": Rating(),
    "sl-textarea": Typed("textarea"),
}
