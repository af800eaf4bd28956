"""sl-dialog and sl-drawer: a window over the page, behind which nothing can be used."""

from __future__ import annotations

from pytest_uimcp.page.components import Component, focus_in
from pytest_uimcp.page.dom.flat import host_of
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.focus import Focus, focus_of, takes_focus
from pytest_uimcp.page.shoelace.base import emit, esc, facts_of, lose_focus, slotted, tasks_of
from pytest_uimcp.page.shoelace.icon_button import CLOSE, is_close_button
from pytest_uimcp.page.shoelace.opening import Opens

__all__ = ["DIALOGS"]


class Dialog(Opens):
    """A window with a header, a body and a footer. It takes the focus, keeps it, and gives it back."""

    def __init__(self, drawer: bool) -> None:
        super().__init__()
        self._drawer = drawer

    def shadow(self, element: Element) -> str:
        is_open = self.is_shown(element)
        title = esc(element.get("label")) or "&#xfeff;"
        header = (
            f'<header style="display:flex"><h2 id=title><slot name=label>{title}</slot></h2>'
            f'<div style="display:flex"><slot name=header-actions></slot>{CLOSE}</div></header>'
        )
        named = "aria-labelledby=title"
        if element.has("no-header"):
            header = ""
            named = f'aria-label="{esc(element.get("label"))}"'
        if self._drawer:
            body = '<slot style="display:block"></slot>'
        else:
            body = "<div tabindex=-1><slot></slot></div>"
        footer = "block" if slotted(element, "footer") else "none"
        outer, stop = ("block", 0) if self._drawer else ("flex", -1)
        return (
            f'<div{"" if is_open else " hidden"} style="display:{outer if is_open else "none"}"><div></div>'
            f"<div role=dialog aria-modal=true aria-hidden={'false' if is_open else 'true'} {named} tabindex={stop} "
            f'style="display:flex">{header}{body}'
            f'<footer style="display:{footer}"><slot name=footer></slot></footer></div></div>'
        )

    def starts(self, element: Element) -> None:
        """One that is open at once keeps what is behind it from being used, but does not take the focus."""
        if element.has("open"):
            self._layer(element)

    def _layer(self, element: Element) -> None:
        document = element.document()
        if document is not None and not element.has("contained"):
            document.layers.push(element, modal=True)

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        """The close button asks for closing; so does a click beside the window."""
        if is_close_button(target, element):
            self._request_close(element, "close-button")

    def escaped(self, element: Element, focus: Focus) -> None:
        """Escape asks for closing."""
        if element.has("open"):
            self._request_close(element, "keyboard")

    def _request_close(self, element: Element, source: str) -> None:
        if emit(element, "sl-request-close", {"source": source}):
            self.set_open(element, False)

    def hide(self, element: Element) -> None:
        """What has the focus in it loses it first."""
        lose_focus(element)
        super().hide(element)

    def opening(self, element: Element) -> None:
        """Remember where the focus was, and take it before the first picture."""
        focus = focus_in(element)
        before = focus.element if focus is not None else None
        facts_of(element)["before"] = host_of(before) if before is not None else None
        self._layer(element)
        tasks_of(element).at_frame(lambda: self._take_focus(element))

    def _take_focus(self, element: Element) -> None:
        focus = focus_in(element)
        if focus is None or not element.has("open") or not emit(element, "sl-initial-focus"):
            return
        wanted = next((one for one in element.descendants() if one.has("autofocus")), None)
        if wanted is not None:
            if takes_focus(focus_of(wanted)):
                focus.move(focus_of(wanted))
            return
        # The window itself: Tab goes from there to its first element.
        panel = next(one for one in element.shadow.descendants() if one.get("role") == "dialog")  # type: ignore[union-attr]  # a component has one
        focus.move(panel)

    def closing(self, element: Element) -> None:
        """What is behind it can be used again."""
        document = element.document()
        if document is not None:
            document.layers.remove(element)

    def closed(self, element: Element, focus: Focus) -> None:
        """Give the focus back."""
        before: Element | None = facts_of(element).pop("before", None)
        if before is not None:
            tasks_of(element).later(lambda: focus.move(before) if _can_have(before) else None)


def _can_have(element: Element) -> bool:
    return element.document() is not None and takes_focus(element)


DIALOGS: dict[str, Component] = {"sl-dialog": Dialog(drawer=False), "sl-drawer": Dialog(drawer=True)}
