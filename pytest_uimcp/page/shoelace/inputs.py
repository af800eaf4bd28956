"""sl-input and sl-textarea. What a key does in them, a native field inside decides.

Drawing makes a new field of the shadow tree each time something of it changes; what the user has typed lives in the
field's `control`, which `draw` carries over. The component takes over the field's value with each event of it, and
writes to the field only when its own value is another than the one that both had last (`_field_value`).
"""

from __future__ import annotations

from functools import partial
from typing import ClassVar, Final

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
from pytest_uimcp.page.shoelace.base import ShoelaceComponent, esc

__all__ = ["FieldComponent", "Input", "TextArea"]

_CLEAR: Final = "Clear entry"
_HIDE_PASSWORD: Final = "Hide password"  # the name of a button
_SHOW_PASSWORD: Final = "Show password"  # the name of a button
_WORDS: Final = ("disabled", "readonly", "required")
_RULES: Final = ("min", "max", "step", "minlength", "maxlength", "pattern")


class FieldComponent(ShoelaceComponent):
    """A component around one native field, whose value it makes its own."""

    _field_rules: list[str | None] | None = None
    _field_value: str | None = None
    # Whether the field's value is one that the user types, without `change` so far.
    _is_edited: bool = False
    # Whether the focus is on one of its buttons, not in the field.
    _is_on_button: bool = False
    _is_clicked_by_label: bool = False

    focusable = True
    field_tag: ClassVar[str] = "input"

    def draw(self) -> None:
        """Draw it, and keep in the field what was typed unless a script has set another value."""
        old_field = self._current_field()
        state = old_field.control if old_field is not None else None
        super().draw()
        field = self._current_field()
        if field is None:
            return
        # The new field goes on with the text, the caret and the steps of Undo of the old one.
        field.control = state
        value = str(self.value)
        rules = [field.get(name) for name in ("type", "min", "max", "step")]
        if self._field_rules != rules:
            self._field_rules = rules
            if state is not None and state.value is not None:
                state.value = controls.sanitize(field, state.value)
                if state.value != value:  # what the old rules did not allow may be allowed now
                    state.value = controls.sanitize(field, value)
        if self._field_value != value:
            self._field_value = value
            controls.set_value(field, value)
            state = control(field)
            if state.at_focus is not None and not self._is_edited:
                state.at_focus = controls.value(field)

    def _current_field(self) -> Element | None:
        shadow = self.element.shadow
        if shadow is None:
            return None
        if shadow.field is None:
            fields = (part for part in shadow.descendants() if part.tag == self.field_tag and part.id == "input")
            shadow.field = next(fields, None)
        return shadow.field

    def find_field(self) -> Element | None:
        self.draw()
        return self._current_field()

    def on_event(self, event: Event) -> None:
        if event.name in ("input", "change") and event.target is self._current_field():
            self._is_edited = event.name == "input"
            self.take_value(event.target)
            self.emit(f"sl-{event.name}")
            # A change of the field is not heard outside; that of its text is.
            event.stopped = event.name == "change"
            return
        super().on_event(event)

    def take_value(self, field: Element) -> None:
        self.value = self.value_of(field)
        self._field_value = str(self.value)

    def value_of(self, field: Element) -> object:
        return controls.value(field)

    def on_focus(self) -> None:
        field = self.find_field()
        if self._is_on_button:
            return
        if field is not None:
            control(field).at_focus = controls.value(field)
        self.emit("sl-focus")

    def on_blur(self) -> None:
        """Losing the focus commits what was typed."""
        if self._is_on_button:
            self._is_on_button = False
            return
        field = self.find_field()
        if field is not None:
            segments.leave_field(field)
            state = control(field)
            if state.at_focus is not None and controls.value(field) != state.at_focus:
                state.at_focus = None
                dispatch(Event("change", field))
            state.at_focus = None
        self.emit("sl-blur")

    def on_key(self, stroke: Stroke, focus: Focus) -> bool:
        # Since it was drawn, only typing can have changed it, which leaves the field in its place.
        field = self._current_field() or self.find_field()
        document = self.element.document()
        if self._is_on_button:
            return self.on_button_key(stroke, focus)
        if stroke.key == "Tab" or field is None or document is None:
            return False
        press_in(field, stroke, document, focus)
        # By a timer: a listener that hears of the key may still prevent the submission.
        if stroke.key == "Enter" and not stroke.modifiers and self.field_tag == "input":
            self.tasks.later(partial(self.click_in_form, "submit", focus))
        # Escape goes on to what it closes.
        return stroke.key != "Escape"

    def on_button_key(self, stroke: Stroke, focus: Focus) -> bool:
        """A key was pressed while a button in it had the focus."""
        return False

    def relays_click(self, target: Element) -> bool:
        return self.part_around(target, "label") is not None and target.root() is self.element.shadow

    def on_label_click(self) -> None:
        self._is_clicked_by_label = True

    def activate(self, target: Element, focus: Focus) -> None:
        if target is self.element and self._is_clicked_by_label:
            self._is_clicked_by_label = False
            focus.move(self.element)
            dispatch(Event("click", self.element))

    def is_invalid(self) -> bool:
        field = self.find_field()
        return field is not None and is_invalid(field)

    def reset(self) -> None:
        self.value = self.element.get("value") or self.initial_value


class TextComponent(FieldComponent):
    def shadow_html(self) -> str:
        return f"<div>{self.label_html()}<div>{self._field_html()}</div>{self.help_html()}</div>"

    def _field_attributes(self) -> str:
        attributes = self.element.attributes
        words = "".join([f" {name}" for name in _WORDS if name in attributes])
        rules = "".join([f' {name}="{esc(attributes[name])}"' for name in _RULES if name in attributes])
        hint = ""
        if not self.is_cleared("placeholder"):
            hint = f' placeholder="{esc(attributes.get("placeholder"))}"'
        return f'id=input aria-describedby=help-text title="{esc(attributes.get("title"))}"{hint}{words}{rules}'

    def _field_html(self) -> str:
        raise NotImplementedError


class Input(TextComponent):
    """One line."""

    _is_readable: bool = False
    _is_readable_by_attribute: bool | None = None

    selected_by_tab = True

    def _shows_password(self) -> bool:
        """Whether a password is shown: as the user wants it, else as the attribute says, which does not follow."""
        by_attribute = self.element.has("password-visible")
        if self._is_readable_by_attribute is not by_attribute:
            self._is_readable = self._is_readable_by_attribute = by_attribute
        return self._is_readable

    def _field_html(self) -> str:
        has = self.element.has
        kind = self.element.get("type") or "text"
        if kind == "password" and self._shows_password():
            kind = "text"
        field = f'<input {self._field_attributes()} type="{esc(kind)}" style="display:block">'
        button = '<button type=button tabindex=-1 aria-label="{}" style="display:flex"><slot name={}></slot></button>'
        if has("clearable") and str(self.value) and not has("disabled") and not has("readonly"):
            field += button.format(_CLEAR, "clear-icon")
        if has("password-toggle") and not has("disabled"):
            if self._shows_password():
                field += button.format(_HIDE_PASSWORD, "show-password-icon")
            else:
                field += button.format(_SHOW_PASSWORD, "hide-password-icon")
        side = '<span style="display:flex"><slot name={}></slot></span>'
        return f'<div style="display:inline-flex">{side.format("prefix")}{field}{side.format("suffix")}</div>'

    def on_event(self, event: Event) -> None:
        focus = self.focus
        if event.name == "mousedown" and focus is not None and self.focuses_part(event.target, focus):
            event.prevent_default()
            return
        super().on_event(event)

    def focuses_part(self, target: Element, focus: Focus) -> bool:
        """The focus goes from the field to one of its buttons, or back, within the same component."""
        is_button = self._button_around(target) is not None
        has_focus = focus.element is self.element
        if is_button == self._is_on_button:
            return is_button and has_focus
        # Within one component, the field is left and the button entered, or the other way round.
        if has_focus:
            self.on_blur()
        self._is_on_button = is_button
        if focus.element is self.element and not is_button:
            self.on_focus()
        focus.move(self.element)
        return is_button

    def on_button_key(self, stroke: Stroke, focus: Focus) -> bool:
        """Only the button for passwords keeps the focus: keys click it, or lead back to the field."""
        field = self.find_field()
        if field is not None and stroke.key == "Tab" and stroke.modifiers == {"shift"}:
            self._is_on_button = False
            self.on_focus()
            select_all(field)
            return True
        if stroke.key == " " or (stroke.key == "Enter" and not stroke.modifiers - {"shift"}):
            for part in self.shadow_elements():
                if part.get("aria-label") in (_HIDE_PASSWORD, _SHOW_PASSWORD):
                    synthetic_click(part, focus)
            return True
        return False

    def on_click(self, target: Element, focus: Focus) -> None:
        button = self._button_around(target)
        name = button.get("aria-label") if button is not None else ""
        if name == _CLEAR:
            self._clear()
        elif name in (_HIDE_PASSWORD, _SHOW_PASSWORD):
            self._is_readable = not self._shows_password()
            self.element.touch()

    def _clear(self) -> None:
        if self.value != "":
            self.value = ""
            self.emit("sl-clear")
            self.emit("sl-input")
            self.emit("sl-change")
        if self._is_on_button:
            self._is_on_button = False
            self.on_focus()

    def _button_around(self, target: Element) -> Element | None:
        button = self.part_around(target, "button")
        if button is not None and button.root() is self.element.shadow:
            return button
        return None


class TextArea(TextComponent):
    """Several lines."""

    field_tag = "textarea"

    def _field_html(self) -> str:
        return f'<div style="display:grid"><textarea {self._field_attributes()} style="display:block"></textarea></div>'
