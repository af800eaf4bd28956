"""sl-alert: a message that opens and closes."""

from __future__ import annotations

from pytest_uimcp.page.components import Component
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.shoelace.base import slotted
from pytest_uimcp.page.shoelace.icon_button import CLOSE, is_close_button
from pytest_uimcp.page.shoelace.opening import Opens

__all__ = ["ALERTS"]


class Alert(Opens):
    """A message."""

    def shadow(self, element: Element) -> str:
        """The message, and a close button if it is closable."""
        is_open = self.is_shown(element)
        state = "aria-hidden=false" if is_open else "aria-hidden=true hidden"
        icon = "flex" if slotted(element, "icon") else "none"
        close = CLOSE if element.has("closable") else ""
        return (
            f'<div role=alert {state} style="display:{"flex" if is_open else "none"}">'
            f'<div style="display:{icon}"><slot name=icon></slot></div><div><slot></slot></div>{close}</div>'
        )

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        """The close button closes it."""
        if is_close_button(target, element):
            self.set_open(element, False)

    def closed(self, element: Element, focus: Focus) -> None:
        if focus.element is not None and element.contains(focus.element):
            focus.move(None)


ALERTS: dict[str, Component] = {"sl-alert": Alert()}
