"""sl-radio-group with sl-radio and sl-radio-button. Which radio is on follows from the value of the group."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Final

from pytest_uimcp.page.dom.events import Event
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.shoelace.base import FocusableComponent, ShoelaceComponent, aria_bool, side_slots, switch

__all__ = ["RadioButton", "RadioComponent", "RadioGroup"]

_STEPS: Final = {"ArrowUp": -1, "ArrowLeft": -1, "ArrowDown": 1, "ArrowRight": 1, " ": 0}
_is_on: Final = attrgetter("is_on")


class RadioGroup(ShoelaceComponent):
    """Radios, of which one is on."""

    _has_message: bool = False
    _known_radios: Sequence[RadioComponent] = ()

    def radios(self) -> list[RadioComponent]:
        components = (element.component for element in self.element.descendants())
        return [component for component in components if isinstance(component, RadioComponent)]

    def _usable_radios(self) -> list[RadioComponent]:
        return [radio for radio in self.radios() if not radio.element.has("disabled")]

    def shadow_html(self) -> str:
        slot = "<slot></slot>"
        if any(isinstance(radio, RadioButton) for radio in self.radios()):
            slot = f'<div style="display:inline-block"><div role=presentation style="display:flex">{slot}</div></div>'
        return (
            "<fieldset role=radiogroup aria-labelledby=label aria-describedby=help-text "
            'style="margin:0;padding:0;border:none">'
            f"{self.label_html('id=label')}{self._message_html()}<div>{slot}</div>{self.help_html()}</fieldset>"
        )

    def _message_html(self) -> str:
        """A native field that is there to complain, for some seconds after an attempt to send the form."""
        if not self._has_message:
            return ""
        field = "<label><input type=text required tabindex=-1></label>"
        return f"<div><div>Please fill out this field.</div>{field}</div>"

    def is_invalid(self) -> bool:
        is_empty = self.element.has("required") and not self.value
        # The message goes when a value is there.
        if not is_empty and self._has_message:
            self._has_message = False
            self.element.touch()
        return is_empty

    def on_invalid(self, focus: Focus) -> None:
        # The real component shows a native field for the browser's message, and removes it later.
        self._has_message = True
        self.draw()
        focus.move(next(part for part in self.shadow_elements() if part.tag == "input"))

    def update_host(self) -> None:
        self._update_radios()
        radios = self.radios()
        for radio in radios:
            radio.follow_state()
        if self._known_radios != radios:
            self._known_radios = radios
            if radios and not any(map(_is_on, radios)):
                radios[0].element.set("tabindex", "0")
        for radio in radios:
            radio.update_in_group()

    def _update_radios(self) -> None:
        value = self.value
        for radio in self.radios():
            # A radio without a value is never on, as the empty value means that none is chosen.
            radio.set_on(radio.element.get("value") == value and value != "")

    def choose_value(self, value: str) -> None:
        self.value = value
        self.element.set("value", value)
        self._update_radios()

    def on_event(self, event: Event) -> None:
        focus = self.focus
        if focus is None:
            return
        path = event.target.path()
        radio = next((radio for radio in self.radios() if radio.element in path), None)
        if event.name == "click" and radio is not None:
            radio.select()
        # The label is no `<label>` of a control: it is in the shadow tree, the radios are not.
        elif event.name == "click" and (label := self.part_around(event.target, "label")) and label.id == "label":
            self._focus_radio(focus)
        elif event.name == "keydown" and event.key in _STEPS and radio is not None:
            self._step(event, focus)

    def _focus_radio(self, focus: Focus) -> None:
        """The label leads to the radio that is on, else to the first that can be used."""
        radio = next(iter((*filter(_is_on, self.radios()), *self._usable_radios())), None)
        if radio is not None:
            focus.move(radio.element)

    def _step(self, event: Event, focus: Focus) -> None:
        usable = self._usable_radios()
        if not usable:
            return
        current = next(filter(_is_on, usable), usable[0])
        target = usable[(usable.index(current) + _STEPS[event.key]) % len(usable)]
        for radio in self.radios():
            radio.set_tab_stop(radio is target)
        focus.move(target.element)
        target.select()
        event.prevent_default()

    def options(self) -> list[tuple[str, str, Element]] | None:
        return [
            (" ".join(radio.element.text_content().split()), radio.own_value, radio.element)
            for radio in self._usable_radios()
        ]

    def choose(self, options: list[Element], focus: Focus) -> None:
        from pytest_uimcp.page.input.pointer import click

        click(options[0], focus)


class RadioComponent(FocusableComponent):
    """One radio of a group."""

    is_on: bool = False
    # Whether it was on when its group made it a tab stop, or not.
    _was_on: bool | None = None

    focusable_if_disabled = True

    @property
    def own_value(self) -> str:
        return self.element.get("value") or ""

    @property
    def group(self) -> RadioGroup | None:
        components = (ancestor.component for ancestor in self.element.ancestors())
        return next((component for component in components if isinstance(component, RadioGroup)), None)

    def set_on(self, is_on: bool) -> None:
        if self.is_on != is_on:
            self.is_on = is_on
            self.element.touch()

    def turn(self, is_on: bool) -> None:
        """Turn it on or off, as a script would, and set the group's value, or the group would turn it back."""
        group = self.group
        # The group decides which radio is on, by its value.
        if group is not None and is_on:
            group.choose_value(self.own_value)
        elif group is not None and group.value == self.own_value:
            group.choose_value("")
        self.set_on(is_on)

    def select(self) -> None:
        """Make it the choice of its group, as the user does."""
        group = self.group
        if group is None or self.element.has("disabled"):
            return
        old_value = group.value
        group.choose_value(self.own_value)
        if old_value != group.value:
            group.emit("sl-change")
            group.emit("sl-input")

    def follow_state(self) -> None:
        """It becomes the tab stop of its group when it is turned on, and ceases to be it when it is turned off."""
        if self._was_on is not self.is_on:
            self.set_tab_stop(self.is_on)

    def set_tab_stop(self, is_stop: bool) -> None:
        self._was_on = is_stop
        self.element.set("tabindex", "0" if is_stop else "-1")

    def update_in_group(self) -> None:
        """Set the attributes that a group sets on it."""

    def mirror(self, value: Any, checked: bool) -> None:
        super().mirror(value, checked)
        self.is_on = checked

    def shadow_html(self) -> str:
        return (
            '<span style="display:inline-flex"><span style="display:flex"></span>'
            '<slot style="display:block"></slot></span>'
        )

    def update_host(self) -> None:
        self.element.set("role", "radio")
        self.element.set("aria-checked", aria_bool(self.is_on))
        self.element.set("aria-disabled", aria_bool(self.element.has("disabled")))

    def allows_click(self, target: Element) -> bool:
        # It is on before listeners hear of the click.
        if any(ancestor is self.element for ancestor in target.path()) and not self.element.has("disabled"):
            self.set_on(True)
        return True

    def is_checked(self) -> bool | None:
        return self.is_on


class RadioButton(RadioComponent):
    """A radio of a group that looks like a button."""

    focusable_if_disabled = False

    def update_host(self) -> None:
        """Its group sets its role and state."""

    def update_in_group(self) -> None:
        self.element.unset("tabindex")  # Tab stops at every one of them
        self.element.set("role", "presentation")
        switch(self.element, "checked", self.is_on)

    def allows_click(self, target: Element) -> bool:
        return True

    def on_key(self, stroke: Stroke, focus: Focus) -> bool:
        from pytest_uimcp.page.input.pointer import synthetic_click

        if stroke.key == "Enter":
            synthetic_click(self.element, focus)
        return stroke.key == "Enter"

    def shadow_html(self) -> str:
        off = " disabled" * self.element.has("disabled")
        checked = aria_bool(self.element.has("checked"))
        slots = side_slots('<slot style="display:flex"></slot>')
        return (
            f"<div role=presentation><button role=radio type=button aria-checked={checked} "
            f'aria-disabled=false{off} style="display:inline-flex">{slots}</button></div>'
        )
