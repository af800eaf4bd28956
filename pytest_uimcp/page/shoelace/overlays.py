"""Components that open and close: sl-alert, sl-details, sl-dialog, sl-drawer, sl-dropdown with its menu, sl-tooltip."""

from __future__ import annotations

from pytest_uimcp.page.components import Component
from pytest_uimcp.page.dom.controls import control
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.shoelace.base import Shoelace, emit, esc, slotted

__all__ = ["OVERLAYS"]

_CLOSE = '<sl-icon-button name=x-lg label=Close style="display:flex"></sl-icon-button>'


class Opens(Shoelace):
    """A component with the attribute `open`."""

    def set_open(self, element: Element, on: bool, focus: Focus | None = None) -> None:
        if element.has("open") == on:
            return
        if on:
            element.set("open", "")
        else:
            element.unset("open")
        self.opened(element, focus)

    def attribute_changed(self, element: Element, name: str, was: str | None, focus: Focus) -> None:
        """A script opened or closed it through an attribute."""
        if name == "open" and (was is not None) != element.has("open"):
            self.opened(element, focus)

    def opened(self, element: Element, focus: Focus | None) -> None:
        """Emit the events of opening or closing, before and after the animation."""
        word = "show" if element.has("open") else "hide"
        emit(element, f"sl-{word}")
        emit(element, f"sl-after-{word}")


def _is_close_button(target: Element, host: Element) -> bool:
    for around in (target, *target.ancestors()):
        if around is host:
            return False
        if around.tag == "sl-icon-button" and around.get("label") == "Close":
            return True
    return False


class Alert(Opens):
    """A message."""

    def shadow(self, element: Element) -> str:
        """The message, and a close button if it is closable."""
        is_open = element.has("open")
        state = "aria-hidden=false" if is_open else "aria-hidden=true hidden"
        icon = "flex" if slotted(element, "icon") else "none"
        close = _CLOSE if element.has("closable") else ""
        return (
            f'<div role=alert {state} style="display:{"flex" if is_open else "none"}">'
            f'<div style="display:{icon}"><slot name=icon></slot></div><div><slot></slot></div>{close}</div>'
        )

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        """The close button closes it."""
        if _is_close_button(target, element):
            self.set_open(element, False)


class Details(Opens):
    """A summary that opens and closes the content below it."""

    focusable = True

    def shadow(self, element: Element) -> str:
        """A real `details` whose summary is a button."""
        state = "true" if element.has("open") else "false"
        off = "true" if element.has("disabled") else "false"
        return (
            f"<details{' open' * element.has('open')}><summary id=header role=button aria-controls=content "
            f'aria-expanded={state} aria-disabled={off} tabindex=0 style="display:flex">'
            f'<slot name=summary style="display:flex">{esc(element.get("summary"))}</slot>'
            '<span style="display:flex"></span></summary>'
            '<div role=region aria-labelledby=header><slot id=content style="display:block"></slot></div></details>'
        )

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        """A click on the summary opens or closes it."""
        if target is element or any(e.tag == "summary" for e in (target, *target.ancestors())):
            self.set_open(element, not element.has("open"))

    def pressed(self, element: Element, stroke: Stroke, focus: Focus) -> bool:
        """Enter and Space open and close it."""
        if stroke.key in ("Enter", " "):
            self.set_open(element, not element.has("open"))
            return True
        return False


class Dialog(Opens):
    """sl-dialog and sl-drawer: a window over the page."""

    focusable = True

    def __init__(self, drawer: bool) -> None:
        super().__init__()
        self._drawer = drawer

    def shadow(self, element: Element) -> str:
        """Header with title and close button, body, footer."""
        is_open = element.has("open")
        title = esc(element.get("label")) or "&#xfeff;"
        header = (
            f'<header style="display:flex"><h2 id=title><slot name=label>{title}</slot></h2>'
            f'<div style="display:flex"><slot name=header-actions></slot>{_CLOSE}</div></header>'
        )
        named = "aria-labelledby=title"
        if element.has("no-header"):
            header, named = "", f'aria-label="{esc(element.get("label"))}"'
        body = '<slot style="display:block"></slot>' if self._drawer else "<div tabindex=-1><slot></slot></div>"
        footer = "block" if slotted(element, "footer") else "none"
        outer = "block" if self._drawer else "flex"
        return (
            f'<div{"" if is_open else " hidden"} style="display:{outer if is_open else "none"}"><div></div>'
            f"<div role=dialog aria-modal=true aria-hidden={'false' if is_open else 'true'} {named} "
            f'style="display:flex">{header}{body}'
            f'<footer style="display:{footer}"><slot name=footer></slot></footer></div></div>'
        )

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        """The close button requests closing."""
        if _is_close_button(target, element):
            self.request_close(element, "close-button", focus)

    def request_close(self, element: Element, source: str, focus: Focus) -> None:
        """Close, unless a listener of `sl-request-close` prevents it."""
        if emit(element, "sl-request-close", {"source": source}):
            self.set_open(element, False, focus)

    def pressed(self, element: Element, stroke: Stroke, focus: Focus) -> bool:
        """Escape closes it."""
        if stroke.key == "Escape" and element.has("open"):
            self.request_close(element, "keyboard", focus)
            return True
        return False

    def opened(self, element: Element, focus: Focus | None) -> None:
        """Take the focus when opened; restore it when closed."""
        state = control(element)
        if focus is not None and element.has("open"):
            state.property = focus.element
            focus.move(element)
        elif focus is not None and state.property is not None:
            focus.move(state.property)
            state.property = None
        super().opened(element, focus)


class Dropdown(Opens):
    """A button that opens a menu."""

    def shadow(self, element: Element) -> str:
        """The trigger, and the panel if open."""
        is_open = element.has("open")
        panel = "<slot></slot>" if is_open else '<slot hidden style="display:none"></slot>'
        panel = panel.replace("<slot>", '<slot style="display:block">')
        return (
            f'<slot name=trigger style="display:block"></slot>'
            f'<div style="display:{"block" if is_open else "none"}">'
            f"<div aria-hidden={'false' if is_open else 'true'} aria-labelledby=dropdown>{panel}</div></div>"
        )

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        """A click on the trigger opens or closes it; one on an item closes it."""
        for around in (target, *target.ancestors()):
            if around is element:
                return
            if around.get("slot") == "trigger" and around.parent is element:
                if not around.has("disabled"):
                    self.set_open(element, not element.has("open"))
                return
            if around.tag == "sl-menu-item" and not element.has("stay-open-on-select") and not around.has("disabled"):
                self.set_open(element, False)
                return


class MenuItem(Shoelace):
    """A menu item."""

    def shadow(self, element: Element) -> str:
        slots = (
            '<slot name=prefix style="display:flex"></slot><slot style="display:block"></slot>'
            '<slot name=suffix style="display:flex"></slot>'
        )
        return f'<div id=anchor style="display:flex"><span style="display:flex"></span>{slots}</div>'

    def host(self, element: Element) -> None:
        """The role stands on the element itself."""
        box = element.get("type") == "checkbox"
        element.set("role", "menuitemcheckbox" if box else "menuitem")
        element.set("aria-disabled", "true" if element.has("disabled") else "false")
        if box:
            element.set("aria-checked", "true" if element.has("checked") else "false")

    def before_click(self, target: Element) -> bool:
        """A disabled item swallows clicks."""
        return not any(e.has("disabled") for e in (target, *target.ancestors()) if e.tag == "sl-menu-item")

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        """A check box item is toggled; the menu emits `sl-select`."""
        if element.has("disabled"):
            return
        if element.get("type") == "checkbox":
            if element.has("checked"):
                element.unset("checked")
            else:
                element.set("checked", "")
        menu = next((around for around in element.ancestors() if around.tag == "sl-menu"), None)
        if menu is not None:
            emit(menu, "sl-select", {"item": element})

    def checked(self, element: Element) -> bool | None:
        """Whether a check box item is on."""
        return element.has("checked") if element.get("type") == "checkbox" else None


class Menu(Shoelace):
    """A list of menu items."""

    def host(self, element: Element) -> None:
        """The role stands on the element itself."""
        element.set("role", "menu")


class Tooltip(Opens):
    """A hint that is shown while the pointer is over its element."""

    def shadow(self, element: Element) -> str:
        """The element, and the hint if it is open."""
        hint = ""
        if element.has("open"):
            text = esc(element.get("content"))
            hint = f"<div><div id=tooltip role=tooltip><slot name=content>{text}</slot></div></div>"
        return f"<slot aria-describedby=tooltip></slot>{hint}"

    def hovered(self, element: Element) -> None:
        if not element.has("disabled"):
            self.set_open(element, True)

    def unhovered(self, element: Element) -> None:
        self.set_open(element, False)


OVERLAYS: dict[str, Component] = {
    "sl-alert": Alert(),
    "sl-details": Details(),
    "sl-dialog": Dialog(drawer=False),
    "sl-drawer": Dialog(drawer=True),
    "sl-dropdown": Dropdown(),
    "sl-menu": Menu("<slot></slot>"),
    "sl-menu-item": MenuItem(),
    "sl-tooltip": Tooltip(),
}
