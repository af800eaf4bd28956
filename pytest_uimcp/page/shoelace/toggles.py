"""sl-checkbox and sl-switch."""

from __future__ import annotations

from typing import ClassVar, Final

from pytest_uimcp.page.dom.controls import control
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.shoelace.base import FocusableComponent, aria_bool, esc, switch

__all__ = ["Checkbox", "Switch"]

# Of HTML's interactive content, what people put into labels.
_INTERACTIVE: Final = words("a button details input label select textarea")


class Checkbox(FocusableComponent):
    """A check box inside a label."""

    _is_checked_at_first: bool | None = None

    role: ClassVar[str] = ""

    def shadow_html(self) -> str:
        has = self.element.has
        words = " checked" * has("checked") + " disabled" * has("disabled") + " indeterminate" * has("indeterminate")
        field = (
            f'<input type=checkbox{self.role} aria-describedby=help-text title="{esc(self.element.get("title"))}" '
            f'aria-checked={aria_bool(has("checked"))}{words} style="display:block">'
            f'<span style="display:flex"></span><div><slot></slot>{" *" * has("required")}</div>'
        )
        return f'<div><label style="display:inline-flex">{field}</label>{self.help_html()}</div>'

    def draw(self) -> None:
        super().draw()
        if self._is_checked_at_first is None:
            # `defaultChecked`: what a reset of the form goes back to, whatever the attribute has become meanwhile.
            self._is_checked_at_first = self.element.has("checked")
        shadow = self.element.shadow
        assert shadow is not None
        if shadow.field is None:
            shadow.field = next(part for part in shadow.descendants() if part.tag == "input")
        # A native check box has it as a property without an attribute.
        control(shadow.field).indeterminate = shadow.field.has("indeterminate")

    def relays_click(self, target: Element) -> bool:
        """Its label passes no click on that was one on a link or a control in it."""
        for inner in target.path():
            if inner is self.element:
                break
            is_own = inner.root() is self.element.shadow
            if not is_own and inner.tag in _INTERACTIVE and (inner.tag != "a" or inner.has("href")):
                return False
        return True

    def activate(self, target: Element, focus: Focus) -> None:
        if not self.relays_click(target):
            return
        # The label focuses and clicks the box in turn; it is toggled before outside listeners hear of that click.
        focus.move(self.element)
        self._toggle()

    def _toggle(self) -> None:
        self.element.unset("indeterminate")
        switch(self.element, "checked", not self.element.has("checked"))
        self.emit("sl-change")
        dispatch(Event("click", self.element))
        self.emit("sl-input")
        dispatch(Event("input", self.element))

    def on_key(self, stroke: Stroke, focus: Focus) -> bool:
        if stroke.key == " " and not self.element.has("disabled"):
            self._toggle()
            return True
        return False

    def is_checked(self) -> bool | None:
        return self.element.has("checked")

    def is_invalid(self) -> bool:
        return self.element.has("required") and not self.element.has("checked")

    def reset(self) -> None:
        switch(self.element, "checked", self._is_checked_at_first is True)


class Switch(Checkbox):
    """A switch, which arrow keys turn on and off."""

    role = " role=switch"

    def on_key(self, stroke: Stroke, focus: Focus) -> bool:
        if stroke.key not in ("ArrowLeft", "ArrowRight"):
            return super().on_key(stroke, focus)
        # An arrow key that changes nothing is an edit as well.
        switch(self.element, "checked", stroke.key == "ArrowRight")
        self.emit("sl-change")
        self.emit("sl-input")
        return True
