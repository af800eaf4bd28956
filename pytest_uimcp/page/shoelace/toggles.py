"""sl-checkbox and sl-switch."""

from __future__ import annotations

from pytest_uimcp.page.components import Component
from pytest_uimcp.page.dom.controls import control
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.shoelace.base import Shoelace, emit, esc, facts_of, help_text

__all__ = ["TOGGLES"]


class Toggle(Shoelace):
    """A check box inside a label."""

    focusable = True
    relays_clicks = True

    def __init__(self, role: str) -> None:
        super().__init__()
        self._role = role

    def shadow(self, element: Element) -> str:
        """The native check box, its text, help."""
        on = element.has("checked")
        state = "true" if on else "false"
        words = " checked" * on + " disabled" * element.has("disabled")
        mixed = " indeterminate" * element.has("indeterminate")
        title = esc(element.get("title"))
        star = " *" if element.has("required") else ""
        field = (
            f'<input type=checkbox{self._role} aria-describedby=help-text title="{title}" aria-checked={state}'
            f'{words}{mixed} style="display:block"><span style="display:flex"></span><div><slot></slot>{star}</div>'
        )
        return f'<div><label style="display:inline-flex">{field}</label>{help_text(element)}</div>'

    def draw(self, element: Element) -> None:
        """Set `indeterminate` on the native check box: it is a property without an attribute."""
        super().draw(element)
        assert element.shadow is not None
        facts_of(element).setdefault("default", element.has("checked"))
        box = element.shadow.field
        if box is None:
            box = next(inner for inner in element.shadow.descendants() if inner.tag == "input")
            element.shadow.field = box
        control(box).indeterminate = box.has("indeterminate")

    def activated(self, element: Element, target: Element, focus: Focus) -> None:
        """The label focuses and clicks the box in turn; it is toggled before outside listeners hear of that click."""
        focus.move(element)
        self._flip(element)

    def _flip(self, element: Element) -> None:
        element.unset("indeterminate")
        if element.has("checked"):
            element.unset("checked")
        else:
            element.set("checked", "")
        emit(element, "sl-change")
        dispatch(Event("click", element))
        emit(element, "sl-input")
        dispatch(Event("input", element))

    def pressed(self, element: Element, stroke: Stroke, focus: Focus) -> bool:
        """Space toggles it."""
        if stroke.key == " " and not element.has("disabled"):
            self._flip(element)
            return True
        return False

    def checked(self, element: Element) -> bool | None:
        """Whether it is on."""
        return element.has("checked")

    def is_invalid(self, element: Element) -> bool:
        return element.has("required") and not element.has("checked")

    def reset(self, element: Element) -> None:
        if facts_of(element).get("default"):
            element.set("checked", "")
        else:
            element.unset("checked")

    def entered(self, element: Element) -> None:
        emit(element, "sl-focus")

    def left(self, element: Element) -> None:
        emit(element, "sl-blur")


class Switch(Toggle):
    """A switch, which arrow keys turn on and off."""

    def pressed(self, element: Element, stroke: Stroke, focus: Focus) -> bool:
        if stroke.key in ("ArrowLeft", "ArrowRight"):
            if stroke.key == "ArrowRight":
                element.set("checked", "")
            else:
                element.unset("checked")
            emit(element, "sl-change")
            emit(element, "sl-input")
            return True
        return super().pressed(element, stroke, focus)


TOGGLES: dict[str, Component] = {"sl-checkbox": Toggle(""), "sl-switch": Switch(" role=switch")}
