"""Components that display something: buttons, icons, progress bars, tags and the like."""

from __future__ import annotations

from collections.abc import Callable

from pytest_uimcp.page.components import Component
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.shoelace.base import Shoelace, emit, esc, facts_of, property_of, slotted, tasks_of
from pytest_uimcp.page.shoelace.forms import click_in_form

__all__ = ["DISPLAY", "SHOWN"]

# `display` of the elements themselves; all others are inline.
DISPLAY: dict[str, str | Callable[[Element], str]] = {
    tag: display
    for display, tags in {
        "inline-block": "avatar button button-group card checkbox color-picker copy-button dropdown icon icon-button "
        "qr-code switch tag",
        "inline-flex": "badge rating spinner progress-ring",
        "block": "details divider input menu menu-item menu-label option progress-bar radio radio-button radio-group "
        "range select skeleton tab tab-group textarea tree tree-item visually-hidden",
        "contents": "alert dialog drawer tooltip",
        "flex": "breadcrumb-item carousel carousel-item",
        "grid": "split-panel",
    }.items()
    for tag in (f"sl-{name}" for name in tags.split())
}
DISPLAY["sl-tab-panel"] = lambda panel: "block" if panel.has("active") else "none"
_BUTTON_SLOTS = (
    '<slot name=prefix style="display:flex"></slot><slot style="display:block"></slot>'
    '<slot name=suffix style="display:flex"></slot>'
)


def expanded(element: Element) -> str:
    """What a dropdown says about itself on its trigger."""
    if element.control is not None:
        word = facts_of(element).get("expanded")
    else:
        word = None
    if word:
        return f" aria-expanded={word}"
    return ""


class Button(Shoelace):
    """sl-button and sl-icon-button: a real button, or a link."""

    focusable = True

    def shadow(self, element: Element) -> str:
        """A button around the slots."""
        off = element.has("disabled")
        inner = _BUTTON_SLOTS
        if element.has("loading"):
            inner = inner.replace("display", "visibility:hidden;display")
            inner += '<sl-spinner style="display:flex"></sl-spinner>'
        start = f'title="{esc(element.get("title"))}" aria-disabled={"true" if off else "false"}{expanded(element)}'
        return self.wrap(element, start, inner, "inline-flex")

    @staticmethod
    def wrap(element: Element, start: str, inner: str, display: str) -> str:
        """Wrap the content in a button or link."""
        style = f'style="display:{display}"'
        if element.has("href"):
            # Of the two only sl-button takes the address away.
            off = element.has("disabled") and element.tag == "sl-button"
            href = "" if off else f' href="{esc(element.get("href"))}"'
            return f"<a {start}{href} {style}>{inner}</a>"
        disabled = " disabled" if element.has("disabled") else ""
        return f"<button type=button role=button {start}{disabled} {style}>{inner}</button>"

    def before_click(self, target: Element) -> bool:
        """A disabled button swallows clicks."""
        return not any(
            around.has("disabled")
            for around in (target, *target.ancestors())
            if around.tag in ("sl-button", "sl-icon-button")
        )

    def pressed(self, element: Element, stroke: Stroke, focus: Focus) -> bool:
        """Enter and Space click."""
        if stroke.key not in ("Enter", " ") or element.has("disabled"):
            return False
        from pytest_uimcp.page.input.pointer import synthetic_click

        if stroke.key == " " or not stroke.modifiers - {"shift"}:
            synthetic_click(element, focus)
        return True

    def entered(self, element: Element) -> None:
        emit(element, "sl-focus")

    def left(self, element: Element) -> None:
        emit(element, "sl-blur")

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        """A submit button submits its form, by a button that it puts there for the moment."""
        if element.get("type") in ("submit", "reset") and not element.has("href"):
            click_in_form(element, str(element.get("type")), focus)


class IconButton(Button):
    """A button that shows only an icon."""

    def shadow(self, element: Element) -> str:
        """The label is its only text."""
        off = "true" if element.has("disabled") else "false"
        start = f'aria-label="{esc(element.get("label"))}" aria-disabled={off}{expanded(element)}'
        return self.wrap(element, start, '<sl-icon aria-hidden=true style="display:block"></sl-icon>', "flex")


class Icon(Shoelace):
    """An icon; it is in the accessibility tree only if it has a label."""

    def host(self, element: Element) -> None:
        """Role and name stand on the element itself."""
        text = element.get("label")
        if text:
            element.set("role", "img")
            element.set("aria-label", text)
            element.unset("aria-hidden")
        else:
            element.unset("role")
            element.unset("aria-label")
            element.set("aria-hidden", "true")

        name = (element.get("name"), element.get("src"))
        if any(name) and facts_of(element).get("icon") != name:
            facts_of(element)["icon"] = name
            tasks_of(element).later(lambda: emit(element, "sl-load"))

    def shadow(self, element: Element) -> str:
        if element.get("name") or element.get("src"):
            return '<svg style="display:block"></svg>'
        return ""


class Progress(Shoelace):
    """sl-progress-bar and sl-progress-ring."""

    def __init__(self, ring: bool) -> None:
        super().__init__()
        self._ring = ring

    def shadow(self, element: Element) -> str:
        """A bar or a ring, with the content in it."""
        value = property_of(element, "0")
        if element.has("indeterminate"):
            now = ""
        else:
            now = f' aria-valuenow="{esc(str(value))}"'
        name = esc(element.get("label") or "Progress")
        start = f'<div role=progressbar aria-valuemin=0 aria-valuemax=100 aria-label="{name}"{now}'
        if self._ring:
            svg = '<svg style="display:block"></svg><slot id=label style="display:flex"></slot>'
            return f'{start} style="display:flex">{svg}</div>'
        inner = "" if element.has("indeterminate") else "<slot></slot>"
        return f"{start}><div>{inner}</div></div>"


class Divider(Shoelace):
    """A dividing line."""

    def host(self, element: Element) -> None:
        """The role stands on the element itself."""
        element.set("role", "separator")
        element.set("aria-orientation", "vertical" if element.has("vertical") else "horizontal")


class Avatar(Shoelace):
    """A person's picture or initials."""

    def shadow(self, element: Element) -> str:
        """Initials, or a picture."""
        name = esc(element.get("label"))
        image = element.get("image")
        if element.get("initials"):
            inner = f"<div>{esc(element.get('initials'))}</div>"
        else:
            inner = ""
        inner = inner or "<div aria-hidden=true><slot name=icon></slot></div>"
        if image:
            inner = f'<img src="{esc(image)}" alt="" style="display:block">'
        return f'<div role=img aria-label="{name}" style="display:inline-flex">{inner}</div>'


class Tag(Shoelace):
    """A label that may be removable."""

    def shadow(self, element: Element) -> str:
        """The text and, if it is removable, a remove button."""
        if element.has("removable"):
            remove = '<sl-icon-button label=Remove name=x-lg tabindex=-1 style="display:block"></sl-icon-button>'
        else:
            remove = ""
        return f'<span style="display:flex"><slot></slot>{remove}</span>'

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        """The remove button emits `sl-remove`."""
        if any(around.get("label") == "Remove" for around in (target, *target.ancestors()) if around is not element):
            emit(element, "sl-remove")


class Card(Shoelace):
    """A box with header and footer."""

    def shadow(self, element: Element) -> str:
        """Its slots; empty ones are not drawn."""

        def slot(name: str) -> str:
            return f'<slot name={name} style="display:{"block" if slotted(element, name) else "none"}"></slot>'

        body = '<slot style="display:block"></slot>'
        return f'<div style="display:flex">{slot("image")}{slot("header")}{body}{slot("footer")}</div>'


class CopyButton(Shoelace):
    """A button that copies its value, with a tooltip."""

    focusable = True

    def shadow(self, element: Element) -> str:
        off = " disabled" if element.has("disabled") else ""
        shown = facts_of(element).get("tip") and not off
        text = esc(element.get("copy-label") or "Copy")
        if shown:
            tip = f"<div><div id=tooltip role=tooltip>{text}</div></div>"
        else:
            tip = ""
        return f'<button type=button{off} style="display:flex"><slot name=copy-icon></slot></button>{tip}'

    @staticmethod
    def _show_tip(element: Element, on: bool) -> None:
        facts = facts_of(element)
        document = element.document()
        if document is None or facts.get("tip", False) == on:
            return
        facts["tip"] = on
        emit(element, "sl-show" if on else "sl-hide")
        (document.layers.push if on else document.layers.remove)(element)
        tasks_of(element).when_animated(lambda: emit(element, "sl-after-show" if on else "sl-after-hide"))

    def entered(self, element: Element) -> None:
        tasks_of(element).soon(lambda: self._show_tip(element, True))

    def left(self, element: Element) -> None:
        tasks_of(element).soon(lambda: self._show_tip(element, False))

    def hovered(self, element: Element) -> None:
        tasks_of(element).later(lambda: self._show_tip(element, True))

    def unhovered(self, element: Element) -> None:
        tasks_of(element).later(lambda: self._show_tip(element, False))

    def escaped(self, element: Element, focus: Focus) -> None:
        self._show_tip(element, False)

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        """What it copies goes to the clipboard, which the page does not have."""
        refuse("component-use", "the clipboard that <sl-copy-button> writes to")


class Crumb(Shoelace):
    """A step of a breadcrumb trail."""

    def shadow(self, element: Element) -> str:
        """A link or a button."""
        href = element.get("href")
        if href:
            open_tag = f'<a href="{esc(href)}" style="display:block">'
        else:
            open_tag = '<button style="display:block">'
        close = "</a>" if href else "</button>"
        side = '<span style="display:flex"><slot name={}></slot></span>'
        inner = f"{side.format('prefix')}{open_tag}<slot></slot>{close}{side.format('suffix')}"
        return f'<div style="display:flex">{inner}</div>'


class Graphic(Shoelace):
    """Graphics with an accessible name."""

    def shadow(self, element: Element) -> str:
        """A canvas."""
        return f'<canvas role=img aria-label="{esc(element.get("label") or str(property_of(element)))}"></canvas>'


def _plain(tag: str, display: str, role: str = "") -> Shoelace:
    return Shoelace(f'<{tag}{f" role={role}" if role else ""} style="display:{display}"><slot></slot></{tag}>')


class _Group(Shoelace):
    def shadow(self, element: Element) -> str:
        name = esc(element.get("label"))
        if element.get("role") == "presentation":
            role = element.get("role")
        else:
            role = "group"
        return f'<div role={role} aria-label="{name}" style="display:flex"><slot></slot></div>'


class _Nav(Shoelace):
    def shadow(self, element: Element) -> str:
        return f'<nav aria-label="{esc(element.get("label"))}" style="display:flex"><slot></slot></nav>'


class Breadcrumb(_Nav):
    """A trail; it puts a separator into each of its steps."""

    def host(self, element: Element) -> None:
        steps = [child for child in element.elements() if child.tag == "sl-breadcrumb-item" and not child.get("slot")]
        for step in steps:
            if not slotted(step, "separator"):
                icon = {"library": "system", "name": "chevron-right", "data-default": "", "slot": "separator"}
                step.append(Element("sl-icon", icon))


SHOWN: dict[str, Component] = {
    "sl-avatar": Avatar(),
    "sl-badge": _plain("span", "flex", "status"),
    "sl-breadcrumb": Breadcrumb(),
    "sl-breadcrumb-item": Crumb(),
    "sl-button": Button(),
    "sl-button-group": _Group(),
    "sl-card": Card(),
    "sl-copy-button": CopyButton(),
    "sl-divider": Divider(),
    "sl-icon": Icon(),
    "sl-icon-button": IconButton(),
    "sl-menu-label": Shoelace('<slot style="display:inline-block"></slot>'),
    "sl-progress-bar": Progress(ring=False),
    "sl-progress-ring": Progress(ring=True),
    "sl-qr-code": Graphic(),
    "sl-skeleton": Shoelace("<div></div>"),
    "sl-spinner": Shoelace('<svg role=progressbar aria-label=Loading style="display:block"></svg>'),
    "sl-tag": Tag(),
    "sl-visually-hidden": Shoelace("<slot></slot>"),
}
