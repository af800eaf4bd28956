"""sl-dialog and sl-drawer: a window over the page, behind which nothing can be used."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from pytest_uimcp.page.dom.flat import host_of
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.focus import Focus, focus_of, takes_focus
from pytest_uimcp.page.shoelace.base import CLOSE_BUTTON, aria_bool, display_if, esc
from pytest_uimcp.page.shoelace.opening import Openable

__all__ = ["Dialog", "Drawer"]


class Dialog(Openable):
    """A window with a header, a body and a footer. It takes the focus, keeps it, and gives it back."""

    _returns_focus_to: Element | None = None

    display: ClassVar[str] = "flex"
    tabindex: ClassVar[int] = -1
    body: ClassVar[str] = "<div tabindex=-1><slot></slot></div>"

    def shadow_html(self) -> str:
        title = esc(self.element.get("label"))
        if self.element.has("no-header"):
            header = ""
            name = f'aria-label="{title}"'
        else:
            name = "aria-labelledby=title"
            header = (
                f'<header style="display:flex"><h2 id=title><slot name=label>{title or "&#xfeff;"}</slot></h2>'
                f'<div style="display:flex"><slot name=header-actions></slot>{CLOSE_BUTTON}</div></header>'
            )
        is_visible = self.is_visible()
        return (
            f'<div{" hidden" * (not is_visible)} style="{display_if(is_visible, self.display)}"><div></div>'
            f"<div role=dialog aria-modal=true aria-hidden={aria_bool(not is_visible)} {name} tabindex={self.tabindex} "
            f'style="display:flex">{header}{self.body}'
            f'<footer style="{display_if(self.has_slotted("footer"))}"><slot name=footer></slot></footer></div></div>'
        )

    def on_first_draw(self) -> None:
        # One that is open at once keeps what is behind it from being used, but does not take the focus.
        if self.element.has("open"):
            self._cover_page()

    def _cover_page(self) -> None:
        document = self.element.document()
        if not self.element.has("contained"):
            self.open_layer(modal=True)
        elif document is not None and self.element not in document.layers.contained:
            document.layers.contained.append(self.element)

    def on_click(self, target: Element, focus: Focus) -> None:
        if self.is_close_button(target):
            self._request_close("close-button")

    def on_escape(self, focus: Focus) -> None:
        if self.element.has("open"):
            self._request_close("keyboard")

    def _request_close(self, source: str) -> None:
        # A listener that prevents it keeps the window open.
        if self.emit("sl-request-close", {"source": source}):
            self.set_open(False)

    def hide(self) -> None:
        # What has the focus in it loses it before `sl-hide` is heard.
        self.lose_focus()
        super().hide()

    def on_opening(self) -> None:
        focus = self.focus
        if focus is not None and focus.element is not None:
            # What has it inside of a component gets it back through the component.
            self._returns_focus_to = host_of(focus.element)
        else:
            self._returns_focus_to = None
        self._cover_page()
        self.tasks.at_frame(self._take_focus)

    def _take_focus(self) -> None:
        focus = self.focus
        # An app prevents the event to focus something else itself.
        if focus is None or not self.element.has("open") or not self.emit("sl-initial-focus"):
            return
        target = next((element for element in self.element.descendants() if element.has("autofocus")), None)
        if target is None:
            # The window itself: Tab goes from there to its first element.
            focus.move(next(part for part in self.shadow_elements() if part.get("role") == "dialog"))
        elif takes_focus(focus_of(target)):
            focus.move(focus_of(target))

    def on_closed(self, focus: Focus) -> None:
        if self._returns_focus_to is not None:
            # By a timer, so after `sl-after-hide`.
            self.tasks.later(partial(_give_back, focus, self._returns_focus_to))
            self._returns_focus_to = None


class Drawer(Dialog):
    """A dialog at the side of the page."""

    display = "block"
    tabindex = 0
    body = '<slot style="display:block"></slot>'


def _give_back(focus: Focus, element: Element) -> None:
    if element.document() is not None and takes_focus(element):
        focus.move(element)
