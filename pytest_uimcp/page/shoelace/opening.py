"""The base class of components that open and close by their attribute `open`.

A change of the attribute is noticed when the running code is done, as in the real components. Then come the events, in
this order: `sl-show`, the change itself, an animation, `sl-after-show`; the same with `sl-hide`. While the animation of
closing runs, the component is still drawn open.
"""

from __future__ import annotations

from functools import partial

from pytest_uimcp.page.dom.nodes import Fragment
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.shoelace.base import ShoelaceComponent, switch

__all__ = ["Openable"]


class Openable(ShoelaceComponent):
    _is_open: bool = False
    _is_visible: bool | None = None

    def render(self) -> Fragment | None:
        if self.element.shadow is None:
            # One that is open from the start has nothing to announce.
            self._is_open = self.element.has("open")
            self.on_first_draw()
        return super().render()

    def on_first_draw(self) -> None: ...

    def is_visible(self) -> bool:
        """Whether it is drawn open: while it closes it still is."""
        if self._is_visible is None:
            return self._is_open
        return self._is_visible

    def set_visible(self, is_visible: bool) -> None:
        self._is_visible = is_visible
        self.element.touch()

    def set_open(self, is_open: bool) -> None:
        """Open or close it; what follows happens when the running code is done."""
        if self.element.has("open") != is_open:
            switch(self.element, "open", is_open)
            self._notice_change()

    def on_attribute(self, name: str, old_value: str | None, focus: Focus) -> None:
        super().on_attribute(name, old_value, focus)
        if name == "open":
            self._notice_change()

    def _notice_change(self) -> None:
        # What is not drawn yet takes the attribute over when it is.
        if self.element.shadow is not None:
            self.tasks.soon(self._follow_attribute)

    def _follow_attribute(self) -> None:
        opens = self.element.has("open")
        # Opened and closed again within the same code, it does nothing at all.
        if opens == self._is_open or self.element.document() is None:
            return
        if opens and not self.may_open():
            self.stay_closed()
            return
        self._is_open = opens
        if opens:
            self.show()
        else:
            self.hide()

    def may_open(self) -> bool:
        return True

    def stay_closed(self) -> None:
        """It was to open, and may not."""
        self.element.unset("open")

    def show(self) -> None:
        self.emit("sl-show")
        self.on_opening()
        self.set_visible(True)
        self.tasks.when_animated(partial(self.emit, "sl-after-show"))

    def on_opening(self) -> None:
        """It has said that it opens, and does so now."""

    def hide(self) -> None:
        self.emit("sl-hide")
        self.on_closing()
        self.tasks.when_animated(self._end_hiding)

    def on_closing(self) -> None:
        """It has said that it closes, and does so now."""
        self.close_layer()

    def _end_hiding(self) -> None:
        self.set_visible(False)
        focus = self.focus
        if focus is not None:
            self.on_closed(focus)
        self.emit("sl-after-hide")

    def on_closed(self, focus: Focus) -> None:
        """It is no longer shown."""
