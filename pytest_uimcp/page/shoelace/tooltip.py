"""What hangs at an element: sl-tooltip, a hint while the element has the pointer or the focus, and sl-popup."""

from __future__ import annotations

from functools import partial

from pytest_uimcp.page.dom.events import Event
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.shoelace.base import ShoelaceComponent, display_if, esc
from pytest_uimcp.page.shoelace.opening import Openable

__all__ = ["Popup", "Tooltip"]


class Tooltip(Openable):
    """The element, and the hint if it is open."""

    required_attributes = frozenset({"trigger"})

    def shadow_html(self) -> str:
        hint = ""
        if self.is_visible():
            text = esc(self.element.get("content"))
            hint = f"<div><div id=tooltip role=tooltip><slot name=content>{text}</slot></div></div>"
        return f"<slot aria-describedby=tooltip></slot>{hint}"

    def _opens_by(self, trigger: str) -> bool:
        return trigger in (self.element.get("trigger") or "hover focus").split()

    # One that is disabled says that it is open, and shows nothing.

    def on_first_draw(self) -> None:
        if self.element.has("disabled"):
            self._is_visible = False

    def may_open(self) -> bool:
        return not self.element.has("disabled")

    def stay_closed(self) -> None:
        self._is_open = True
        self.set_visible(False)

    def on_opening(self) -> None:
        self.open_layer()

    def on_event(self, event: Event) -> None:
        if event.name == "click" and self._opens_by("click"):
            self.set_open(not self.element.has("open"))

    def on_focus_within(self, *, arrives: bool) -> None:
        if self._opens_by("focus"):
            self.set_open(arrives)

    def on_pointer_enter(self) -> None:
        if self._opens_by("hover"):
            self.tasks.after_answers(partial(self.set_open, True))

    def on_pointer_leave(self) -> None:
        if self._opens_by("hover"):
            self.tasks.after_answers(partial(self.set_open, False))

    def on_escape(self, focus: Focus) -> None:
        self.set_open(False)


class Popup(ShoelaceComponent):
    """An anchor, or none if it has another one, and what is shown beside it while it is `active`."""

    def shadow_html(self) -> str:
        is_active = self.element.has("active")
        if is_active:
            if any((ancestor.listeners or {}).get("sl-reposition") for ancestor in self.element.path()):
                refuse("event", "sl-reposition")
            self.open_layer()
        else:
            self.close_layer()
        return f'<slot name=anchor></slot><div style="{display_if(is_active)}"><slot></slot></div>'
