"""sl-radio-group with sl-radio and sl-radio-button."""

from __future__ import annotations

from pytest_uimcp.page.components import Component, focus_in
from pytest_uimcp.page.dom.controls import control
from pytest_uimcp.page.dom.events import Event
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.shoelace.base import Shoelace, emit, facts_of, help_text, inner, label, property_of, set_property

__all__ = ["RADIOS", "is_on", "set_group", "turn"]

_STEPS = {"ArrowUp": -1, "ArrowLeft": -1, "ArrowDown": 1, "ArrowRight": 1, " ": 0}


def _radios(group: Element) -> list[Element]:
    return [e for e in group.descendants() if e.tag in ("sl-radio", "sl-radio-button")]


def _group_of(radio: Element) -> Element | None:
    return next((around for around in radio.ancestors() if around.tag == "sl-radio-group"), None)


class RadioGroup(Shoelace):
    """Radios, of which one is on."""

    def shadow(self, element: Element) -> str:
        """A field set with a label and the radios in it."""
        inner = "<slot></slot>"
        if any(radio.tag == "sl-radio-button" for radio in _radios(element)):
            inner = f'<div style="display:inline-block"><div role=presentation style="display:flex">{inner}</div></div>'
        return (
            "<fieldset role=radiogroup aria-labelledby=label aria-describedby=help-text>"
            f"{label(element, 'id=label')}{self._message(element)}<div>{inner}</div>{help_text(element)}</fieldset>"
        )

    @staticmethod
    def _message(element: Element) -> str:
        """A native field that is there to complain, for some seconds after an attempt to send the form."""
        if not facts_of(element).get("reported"):
            return ""
        field = "<label><input type=text required tabindex=-1></label>"
        return f"<div><div>Please fill out this field.</div>{field}</div>"

    def is_invalid(self, element: Element) -> bool:
        is_wrong = element.has("required") and not property_of(element)
        if not is_wrong:
            facts_of(element).pop("reported", None)
        return is_wrong

    def reported(self, element: Element, focus: Focus) -> None:
        facts_of(element)["reported"] = True
        self.draw(element)
        inside = element.shadow.descendants() if element.shadow is not None else ()
        focus.move(next(one for one in inside if one.tag == "input"))

    def host(self, element: Element) -> None:
        """Mark the radio that is on, and the one that Tab leads to."""
        _sync(element)
        radios = _radios(element)
        for radio in radios:
            if facts_of(radio).get("on") != is_on(radio):
                facts_of(radio)["on"] = is_on(radio)
                radio.set("tabindex", "0" if is_on(radio) else "-1")
        if facts_of(element).get("radios") != radios:
            facts_of(element)["radios"] = radios
            if radios and not any(map(is_on, radios)):
                radios[0].set("tabindex", "0")
        for radio in radios:
            if radio.tag == "sl-radio-button":
                radio.unset("tabindex")  # Tab stops at every one of them
                radio.set("role", "presentation")
                if is_on(radio):
                    radio.set("checked", "")
                else:
                    radio.unset("checked")

    def heard(self, element: Element, event: Event) -> None:
        focus = focus_in(element)
        if focus is None:
            return
        radio = next((one for one in (event.target, *event.target.ancestors()) if one in _radios(element)), None)
        if event.name == "click" and radio is not None:
            choose_radio(radio)
        elif event.name == "click" and (around := inner(element, event.target, "label")) and around.id == "label":
            self._focus_one(element, focus)
        elif event.name == "keydown" and event.key in _STEPS and radio is not None:
            self._step(element, event, focus)

    @staticmethod
    def _focus_one(element: Element, focus: Focus) -> None:
        """The label leads to the radio that is on, else to the first that can be used."""
        radios = _radios(element)
        usable = [radio for radio in radios if not radio.has("disabled")]
        chosen = next(iter((*filter(is_on, radios), *usable)), None)
        if chosen is not None:
            focus.move(chosen)

    def _step(self, element: Element, event: Event, focus: Focus) -> None:
        radios = [radio for radio in _radios(element) if not radio.has("disabled")]
        if not radios:
            return
        here = next(filter(is_on, radios), radios[0])
        chosen = radios[(radios.index(here) + _STEPS[event.key]) % len(radios)]
        for radio in _radios(element):
            facts_of(radio)["on"] = radio is chosen
            radio.set("tabindex", "0" if radio is chosen else "-1")
        focus.move(chosen)
        choose_radio(chosen)
        event.prevent_default()

    def options(self, element: Element) -> list[tuple[str, str, Element]] | None:
        return [
            (" ".join(radio.text_content().split()), radio.get("value") or "", radio)
            for radio in _radios(element)
            if not radio.has("disabled")
        ]

    def chosen(self, element: Element, options: list[Element], focus: Focus) -> None:
        """The user clicked one."""
        from pytest_uimcp.page.input.pointer import click

        click(options[0], focus)


def is_on(radio: Element) -> bool:
    """Whether a radio is the chosen one."""
    return radio.control is not None and radio.control.checked is True


def turn(radio: Element, on: bool) -> None:
    """Turn a radio on or off, as a script would, and set the group's value, or the group would turn it back."""
    group = _group_of(radio)
    own = radio.get("value") or ""
    if group is not None and on:
        set_group(group, own)
    elif group is not None and property_of(group) == own:
        set_group(group, "")
    control(radio).checked = on


def set_group(group: Element, value: str) -> None:
    """Choose a value of a group; the attribute follows."""
    set_property(group, value)
    group.set("value", value)
    _sync(group)


def _sync(group: Element) -> None:
    value = property_of(group)
    for radio in _radios(group):
        control(radio).checked = radio.get("value") == value and value != ""


def choose_radio(radio: Element) -> None:
    """Turn a radio on and the others of its group off."""
    group = _group_of(radio)
    if group is None or radio.has("disabled"):
        return
    old = property_of(group)
    new = radio.get("value") or ""
    set_group(group, new)
    if old != new:
        emit(group, "sl-change")
        emit(group, "sl-input")


class Radio(Shoelace):
    """One radio of a group."""

    focusable = True
    focusable_if_disabled = True

    def shadow(self, element: Element) -> str:
        return (
            '<span style="display:inline-flex"><span style="display:flex"></span>'
            '<slot style="display:block"></slot></span>'
        )

    def host(self, element: Element) -> None:
        """Set its role and state on the element itself."""
        element.set("role", "radio")
        element.set("aria-checked", "true" if is_on(element) else "false")
        element.set("aria-disabled", "true" if element.has("disabled") else "false")

    def before_click(self, target: Element) -> bool:
        """It is on before listeners hear of the click."""
        radio = next((one for one in (target, *target.ancestors()) if one.tag == "sl-radio"), None)
        if radio is not None and not radio.has("disabled"):
            control(radio).checked = True
        return True

    def checked(self, element: Element) -> bool | None:
        """Whether it is on."""
        return is_on(element)

    def entered(self, element: Element) -> None:
        emit(element, "sl-focus")

    def left(self, element: Element) -> None:
        emit(element, "sl-blur")


class RadioButton(Radio):
    """A radio of a group that looks like a button."""

    focusable_if_disabled = False

    def host(self, element: Element) -> None:
        """Its group sets its role and state."""

    def pressed(self, element: Element, stroke: Stroke, focus: Focus) -> bool:
        """Enter clicks the button inside."""
        from pytest_uimcp.page.input.pointer import synthetic_click

        if stroke.key == "Enter":
            synthetic_click(element, focus)
        return stroke.key == "Enter"

    def shadow(self, element: Element) -> str:
        """A button with the role of a radio."""
        on = "true" if element.has("checked") else "false"
        off = " disabled" if element.has("disabled") else ""
        slots = "".join(f'<slot{name} style="display:flex"></slot>' for name in (" name=prefix", "", " name=suffix"))
        return (
            f"<div role=presentation><button role=radio type=button aria-checked={on} aria-disabled=false{off} "
            f'style="display:inline-flex">{slots}</button></div>'
        )


RADIOS: dict[str, Component] = {"sl-radio": Radio(), "sl-radio-button": RadioButton(), "sl-radio-group": RadioGroup()}
