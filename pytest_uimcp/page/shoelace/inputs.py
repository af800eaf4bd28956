"""sl-input and sl-textarea. What a key does in them, a native field inside decides."""

from __future__ import annotations

from pytest_uimcp.page.components import Component, focus_in
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.controls import control
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.validity import is_invalid
from pytest_uimcp.page.input import segments
from pytest_uimcp.page.input.editing import select_all
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.input.keyboard import press_in
from pytest_uimcp.page.input.pointer import synthetic_click
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.shoelace.base import (
    Shoelace,
    emit,
    esc,
    facts_of,
    help_text,
    inner,
    is_cleared,
    label,
    property_of,
    set_property,
    tasks_of,
)  # fmt: skip
from pytest_uimcp.page.shoelace.forms import click_in_form

__all__ = ["INPUTS", "HoldsField"]

_CLEAR = "Clear entry"
_PASSWORD = ("Hide password", "Show password")
_RULES = ("min", "max", "step", "minlength", "maxlength", "pattern")


class HoldsField(Shoelace):
    """A component around one native field, whose value it makes its own."""

    focusable = True
    tag = "input"

    def draw(self, element: Element) -> None:
        """Draw it, and keep in the field what was typed unless a script has set another value."""
        before = self._found(element)
        kept = before.control if before is not None else None
        super().draw(element)
        field = self._found(element)
        if field is None:
            return
        field.control = kept
        value = str(property_of(element, self.at_first))
        facts = facts_of(element)
        rules = [field.get(name) for name in ("type", "min", "max", "step")]
        if facts.get("rules") != rules:
            facts["rules"] = rules
            if field.control is not None and field.control.value is not None:
                field.control.value = controls.sanitize(field, field.control.value)
                if field.control.value != value:  # what the old rules did not allow may be allowed now
                    field.control.value = controls.sanitize(field, value)
        if facts.get("written") != value:
            facts["written"] = value
            controls.set_value(field, value)
            state = control(field)
            if state.at_focus is not None and not facts.get("edited"):
                state.at_focus = controls.value(field)

    at_first = ""
    """The value at first, without an attribute."""

    def _found(self, element: Element) -> Element | None:
        shadow = element.shadow
        if shadow is not None and shadow.field is None:
            fields = (one for one in shadow.descendants() if one.tag == self.tag and one.id == "input")
            shadow.field = next(fields, None)
        if shadow is not None:
            return shadow.field
        return None

    def field(self, element: Element) -> Element | None:
        self.draw(element)
        return self._found(element)

    def heard(self, element: Element, event: Event) -> None:
        if event.name in ("input", "change") and event.target is self._found(element):
            self._take(element, event.target, event.name)
            emit(element, f"sl-{event.name}")
            # A change of the field is not heard outside; that of its text is.
            event.stopped = event.name == "change"
            return
        super().heard(element, event)

    def _take(self, element: Element, field: Element, event: str) -> None:
        value = self.value_of(field)
        facts_of(element)["edited"] = event == "input"
        control(element).property = value
        facts_of(element)["written"] = str(value)

    def value_of(self, field: Element) -> object:
        """The component's value, for that of the field."""
        return controls.value(field)

    def entered(self, element: Element) -> None:
        field = self.field(element)
        if facts_of(element).get("on button"):
            return
        if field is not None:
            control(field).at_focus = controls.value(field)
        emit(element, "sl-focus")

    def left(self, element: Element) -> None:
        """Losing the focus commits what was typed."""
        if facts_of(element).pop("on button", False):
            return
        field = self.field(element)
        if field is not None:
            segments.leave_field(field)
            state = control(field)
            if state.at_focus is not None and controls.value(field) != state.at_focus:
                state.at_focus = None
                dispatch(Event("change", field))
            state.at_focus = None
        emit(element, "sl-blur")

    def pressed(self, element: Element, stroke: Stroke, focus: Focus) -> bool:
        """A key does what it does in the field."""
        # Since it was drawn, only typing can have changed it, which leaves the field in its place.
        field = self._found(element) or self.field(element)
        document = element.document()
        if facts_of(element).get("on button"):
            return self.pressed_on_button(element, stroke, focus)
        if stroke.key == "Tab" or field is None or document is None:
            return False
        press_in(field, stroke, document, focus)
        if stroke.key == "Enter" and not stroke.modifiers and self.tag == "input":
            tasks_of(element).later(lambda: click_in_form(element, "submit", focus))
        return stroke.key != "Escape"

    def pressed_on_button(self, element: Element, stroke: Stroke, focus: Focus) -> bool:
        """A key was pressed while a button in it had the focus."""
        return False

    def relays(self, element: Element, target: Element) -> bool:
        """Its label leads to the field."""
        return inner(element, target, "label") is not None and target.root() is element.shadow

    def activated(self, element: Element, target: Element, focus: Focus) -> None:
        if target is element and facts_of(element).pop("by label", False):
            focus.move(element)
            dispatch(Event("click", element))

    def is_invalid(self, element: Element) -> bool:
        field = self.field(element)
        return field is not None and is_invalid(field)

    def reset(self, element: Element) -> None:
        set_property(element, element.get("value") or self.at_first)


class Typed(HoldsField):
    """A text field."""

    def shadow(self, element: Element) -> str:
        """Label, field, help."""
        return f"<div>{label(element)}<div>{self._field_html(element)}</div>{help_text(element)}</div>"

    def _common(self, element: Element) -> str:
        there = element.attributes
        words = "".join([f" {name}" for name in ("disabled", "readonly", "required") if name in there])
        rules = "".join([f' {name}="{esc(there[name])}"' for name in _RULES if name in there])
        if is_cleared(element, "placeholder"):
            hint = ""
        else:
            hint = f' placeholder="{esc(element.get("placeholder"))}"'
        return f'id=input aria-describedby=help-text title="{esc(element.get("title"))}"{hint}{words}{rules}'

    def _field_html(self, element: Element) -> str:
        raise NotImplementedError


class Input(Typed):
    """One line."""

    selected_by_tab = True

    def _field_html(self, element: Element) -> str:
        kind = element.get("type") or "text"
        if kind == "password" and _is_readable(element):
            kind = "text"
        value = str(property_of(element))
        field = f'<input {self._common(element)} type="{esc(kind)}" style="display:block">'
        button = '<button type=button tabindex=-1 aria-label="{}" style="display:flex"><slot name={}></slot></button>'
        extra = ""
        if element.has("clearable") and value and not element.has("disabled") and not element.has("readonly"):
            extra = button.format(_CLEAR, "clear-icon")
        if element.has("password-toggle") and not element.has("disabled"):
            shown = _is_readable(element)
            extra += button.format(_PASSWORD[0 if shown else 1], f"{'show' if shown else 'hide'}-password-icon")
        side = '<span style="display:flex"><slot name={}></slot></span>'
        return f'<div style="display:inline-flex">{side.format("prefix")}{field}{extra}{side.format("suffix")}</div>'

    def heard(self, element: Element, event: Event) -> None:
        focus = focus_in(element) if event.name == "mousedown" else None
        if focus is not None and self.focuses_part(element, event.target, focus):
            event.prevent_default()
            return
        super().heard(element, event)

    def focuses_part(self, element: Element, target: Element, focus: Focus) -> bool:
        """The focus goes from the field to one of its buttons, or back, within the same component."""
        is_button = _button(element, target) is not None
        if is_button == facts_of(element).get("on button", False):
            return is_button and focus.element is element
        if focus.element is element:
            self.left(element)
        facts_of(element)["on button"] = is_button
        if focus.element is element and not is_button:
            self.entered(element)
        focus.move(element)
        return is_button

    def pressed_on_button(self, element: Element, stroke: Stroke, focus: Focus) -> bool:
        """Only the button for passwords keeps the focus: keys click it, or lead back to the field."""
        field = self.field(element)
        if field is not None and stroke.key == "Tab" and stroke.modifiers == {"shift"}:
            facts_of(element).pop("on button")
            self.entered(element)
            select_all(field)
            return True
        if stroke.key == " " or (stroke.key == "Enter" and not stroke.modifiers - {"shift"}):
            parts = element.shadow.descendants() if element.shadow is not None else ()
            for button in [one for one in parts if one.get("aria-label") in _PASSWORD]:
                synthetic_click(button, focus)
            return True
        return False

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        """The clear button empties it; the other one shows or hides a password."""
        button = _button(element, target)
        name = button.get("aria-label") if button is not None else ""
        if name == _CLEAR:
            if property_of(element) != "":
                set_property(element, "")
                emit(element, "sl-clear")
                emit(element, "sl-input")
                emit(element, "sl-change")
            if facts_of(element).pop("on button", False):
                self.entered(element)
        elif name in _PASSWORD:
            facts_of(element)["visible"] = not _is_readable(element)


def _is_readable(element: Element) -> bool:
    """Whether a password is shown: as the user wants it, else as the attribute says, which does not follow."""
    said = element.has("password-visible")
    facts = facts_of(element)
    if facts.get("said") != said:
        facts["said"] = facts["visible"] = said
    found: bool = facts["visible"]
    return found


class TextArea(Typed):
    """Several lines."""

    tag = "textarea"

    def _field_html(self, element: Element) -> str:
        return f'<div style="display:grid"><textarea {self._common(element)} style="display:block"></textarea></div>'


def _button(element: Element, target: Element) -> Element | None:
    for around in (target, *target.ancestors()):
        if around is element:
            return None
        if around.tag == "button" and around.root() is element.shadow:
            return around
    return None


INPUTS: dict[str, Component] = {"sl-input": Input(), "sl-textarea": TextArea()}
