"""sl-alert: a message that opens and closes."""

from __future__ import annotations

from pytest_uimcp.page.components import Component
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.shoelace.base import lose_focus, slotted
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

    def starts(self, element: Element) -> None:
        self._count_down(element)

    def opening(self, element: Element) -> None:
        self._count_down(element)

    @staticmethod
    def _count_down(element: Element) -> None:
        if element.has("open") and element.has("countdown") and element.has("duration"):
            refuse("component-use", "the countdown of <sl-alert>")

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        """The close button closes it."""
        if is_close_button(target, element):
            self.set_open(element, False)

    def hide(self, element: Element) -> None:
        """What has the focus in it loses it first."""
        lose_focus(element)
        super().hide(element)


ALERTS: dict[str, Component] = {"sl-alert": Alert()}
