"""Components that display something: buttons, icons, progress bars, tags and the like."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.shoelace.base import (
    FocusableComponent,
    ShoelaceComponent,
    aria_bool,
    display_if,
    esc,
    side_slots,
)

__all__ = [
    "DISPLAY", "Avatar", "Breadcrumb", "BreadcrumbItem", "Button", "ButtonGroup", "Card", "CopyButton",
    "Divider", "Graphic", "IconButton", "IconComponent", "ProgressBar", "ProgressRing", "Tag",
]  # fmt: skip


def _display_of_panel(panel: Element) -> str:
    if panel.has("active"):
        return "block"
    return "none"


_TAGS: Final[Mapping[str, str]] = {
    "inline-block": "avatar button button-group card checkbox color-picker copy-button dropdown icon icon-button "
    "qr-code switch tag",
    "inline-flex": "badge rating spinner progress-ring",
    "block": "details divider input menu menu-item menu-label option progress-bar radio radio-button radio-group "
    "range select skeleton tab tab-group textarea tree tree-item visually-hidden",
    "contents": "alert dialog drawer popup tooltip",
    "flex": "breadcrumb-item carousel carousel-item",
    "grid": "split-panel",
}
# `display` of the elements themselves; all others are inline.
DISPLAY: Final[Mapping[str, str | Callable[[Element], str]]] = {
    **{f"sl-{name}": display for display, names in _TAGS.items() for name in names.split()},
    "sl-tab-panel": _display_of_panel,
}


class Button(FocusableComponent):
    """sl-button and sl-icon-button: a real button, or a link."""

    _expanded: str = ""

    def set_expanded(self, word: str) -> None:
        """It is the trigger of a dropdown, which says on it whether its panel is open."""
        self._expanded = f" aria-expanded={word}"
        self.element.touch()

    def shadow_html(self) -> str:
        content = side_slots('<slot style="display:block"></slot>')
        if self.element.has("loading"):
            content = content.replace("display", "visibility:hidden;display")
            content += '<sl-spinner style="display:flex"></sl-spinner>'
        return self.wrap(f'title="{esc(self.element.get("title"))}"', content, "inline-flex")

    def wrap(self, attributes: str, content: str, display: str) -> str:
        is_disabled = self.element.has("disabled")
        start = f"{attributes} aria-disabled={aria_bool(is_disabled)}{self._expanded}"
        style = f'style="display:{display}"'
        if self.element.has("href"):
            href = f' href="{esc(self.element.get("href"))}"'
            # Of the two only sl-button takes the address away.
            if is_disabled and self.element.tag == "sl-button":
                href = ""
            return f"<a {start}{href} {style}>{content}</a>"
        return f"<button type=button role=button {start}{' disabled' * is_disabled} {style}>{content}</button>"

    def allows_click(self, target: Element) -> bool:
        buttons = (ancestor for ancestor in target.path() if ancestor.tag in ("sl-button", "sl-icon-button"))
        return not any(button.has("disabled") for button in buttons)

    def on_key(self, stroke: Stroke, focus: Focus) -> bool:
        if stroke.key not in ("Enter", " ") or self.element.has("disabled"):
            return False
        from pytest_uimcp.page.input.pointer import synthetic_click

        # Enter with Control, Alt or Meta is handled, but clicks nothing.
        if stroke.key == " " or not stroke.modifiers - {"shift"}:
            synthetic_click(self.element, focus)
        return True

    def on_click(self, target: Element, focus: Focus) -> None:
        kind = self.element.get("type")
        if kind in ("submit", "reset") and not self.element.has("href"):
            # The real button is in a shadow tree, where it belongs to no form.
            self.click_in_form(kind, focus)


class IconButton(Button):
    """A button that shows only an icon."""

    def shadow_html(self) -> str:
        icon = '<sl-icon aria-hidden=true style="display:block"></sl-icon>'
        return self.wrap(f'aria-label="{esc(self.element.get("label"))}"', icon, "flex")


class IconComponent(ShoelaceComponent):
    """An icon; it is in the accessibility tree only if it has a label."""

    _loaded_source: tuple[str | None, str | None] = (None, None)

    def update_host(self) -> None:
        element = self.element
        label = element.get("label")
        if label:
            element.set("role", "img")
            element.set("aria-label", label)
            element.unset("aria-hidden")
        else:
            element.unset("role")
            element.unset("aria-label")
            element.set("aria-hidden", "true")
        source = (element.get("name"), element.get("src"))
        if any(source) and self._loaded_source != source:
            self._loaded_source = source
            self.tasks.later(partial(self.emit, "sl-load"))

    def shadow_html(self) -> str:
        if self.element.get("name") or self.element.get("src"):
            return '<svg style="display:block"></svg>'
        return ""


class ProgressBar(ShoelaceComponent):
    """How far something is, as a bar that is filled with a text in it."""

    def shadow_html(self) -> str:
        content = "<slot></slot>" * (not self.element.has("indeterminate"))
        return f"{self.start_tag()}><div>{content}</div></div>"

    def start_tag(self) -> str:
        value = ""
        if not self.element.has("indeterminate"):
            value = f' aria-valuenow="{esc(str(self.value))}"'
        name = esc(self.element.get("label") or "Progress")
        return f'<div role=progressbar aria-valuemin=0 aria-valuemax=100 aria-label="{name}"{value}'


class ProgressRing(ProgressBar):
    """The same as a ring around a text."""

    def shadow_html(self) -> str:
        svg = '<svg style="display:block"></svg><slot id=label style="display:flex"></slot>'
        return f'{self.start_tag()} style="display:flex">{svg}</div>'


class Divider(ShoelaceComponent):
    """A line between parts, which is read aloud as their separator."""

    def update_host(self) -> None:
        self.element.set("role", "separator")
        self.element.set("aria-orientation", "vertical" if self.element.has("vertical") else "horizontal")


class Avatar(ShoelaceComponent):
    """A person's picture or initials."""

    def shadow_html(self) -> str:
        name = esc(self.element.get("label"))
        return f'<div role=img aria-label="{name}" style="display:inline-flex">{self._content()}</div>'

    def _content(self) -> str:
        image = self.element.get("image")
        if image:
            return f'<img src="{esc(image)}" alt="" style="display:block">'
        if self.element.get("initials"):
            return f"<div>{esc(self.element.get('initials'))}</div>"
        return "<div aria-hidden=true><slot name=icon></slot></div>"


class Tag(ShoelaceComponent):
    """A label that may be removable."""

    def shadow_html(self) -> str:
        remove = '<sl-icon-button label=Remove name=x-lg tabindex=-1 style="display:block"></sl-icon-button>'
        return f'<span style="display:flex"><slot></slot>{remove * self.element.has("removable")}</span>'

    def on_click(self, target: Element, focus: Focus) -> None:
        if any(ancestor.get("label") == "Remove" for ancestor in target.path() if ancestor is not self.element):
            self.emit("sl-remove")


class Card(ShoelaceComponent):
    """A box with header and footer."""

    def shadow_html(self) -> str:
        border = "var(--border-width) solid"
        header = f"border-bottom:{border};padding:calc(var(--padding) / 2) var(--padding)"
        body = '<slot style="display:block;padding:var(--padding)"></slot>'
        footer = f"border-top:{border};padding:var(--padding)"
        return (
            f'<div style="display:flex;flex-direction:column;border:{border}">'
            f"{self._slot('image')}{self._slot('header', header)}{body}{self._slot('footer', footer)}</div>"
        )

    def _slot(self, name: str, style: str = "") -> str:
        return f'<slot name={name} style="{display_if(self.has_slotted(name))};{style}"></slot>'


class CopyButton(ShoelaceComponent):
    """A button that copies its value, with a tooltip."""

    _has_tip: bool = False

    focusable = True

    def shadow_html(self) -> str:
        is_disabled = self.element.has("disabled")
        tip = ""
        if self._has_tip and not is_disabled:
            text = esc(self.element.get("copy-label") or "Copy")
            tip = f"<div><div id=tooltip role=tooltip>{text}</div></div>"
        off = " disabled" * is_disabled
        return f'<button type=button{off} style="display:flex"><slot name=copy-icon></slot></button>{tip}'

    def _show_tip(self) -> None:
        if self.element.document() is not None and not self._has_tip:
            self._set_tip(True)
            self.emit("sl-show")
            self.open_layer()
            self.tasks.when_animated(partial(self.emit, "sl-after-show"))

    def _hide_tip(self) -> None:
        if self.element.document() is not None and self._has_tip:
            self._set_tip(False)
            self.emit("sl-hide")
            self.close_layer()
            self.tasks.when_animated(partial(self.emit, "sl-after-hide"))

    def _set_tip(self, has_tip: bool) -> None:
        self._has_tip = has_tip
        self.element.touch()

    def on_focus(self) -> None:
        self.tasks.soon(self._show_tip)

    def on_blur(self) -> None:
        self.tasks.soon(self._hide_tip)

    def on_pointer_enter(self) -> None:
        self.tasks.later(self._show_tip)

    def on_pointer_leave(self) -> None:
        self.tasks.later(self._hide_tip)

    def on_escape(self, focus: Focus) -> None:
        self._hide_tip()

    def on_click(self, target: Element, focus: Focus) -> None:
        # What it copies goes to the clipboard, which the page does not have.
        refuse("component-use", "the clipboard that <sl-copy-button> writes to")


class BreadcrumbItem(ShoelaceComponent):
    """A step of a breadcrumb trail."""

    _is_last: bool = True

    def set_last(self, is_last: bool) -> None:
        """No separator follows the last step."""
        if self._is_last != is_last:
            self._is_last = is_last
            self.element.touch()

    def shadow_html(self) -> str:
        link = '<button style="display:block"><slot></slot></button>'
        if self.element.get("href"):
            link = f'<a href="{esc(self.element.get("href"))}" style="display:block"><slot></slot></a>'
        side = '<span style="display:flex"><slot name={}></slot></span>'
        separator = ""
        if not self._is_last:
            separator = f"<span aria-hidden=true {side.format('separator')[6:]}"
        return f'<div style="display:flex">{side.format("prefix")}{link}{side.format("suffix")}{separator}</div>'


class Graphic(ShoelaceComponent):
    """Graphics with an accessible name."""

    def shadow_html(self) -> str:
        return f'<canvas role=img aria-label="{esc(self.element.get("label") or str(self.value))}"></canvas>'


class ButtonGroup(ShoelaceComponent):
    """Buttons that belong together."""

    def shadow_html(self) -> str:
        role = "group"
        if self.element.get("role") == "presentation":
            role = "presentation"
        name = esc(self.element.get("label"))
        return f'<div role={role} aria-label="{name}" style="display:flex"><slot></slot></div>'


class Breadcrumb(ShoelaceComponent):
    """A trail; it puts a separator into each of its steps."""

    def update_host(self) -> None:
        for child in list(self.element.elements()):
            item = child.component
            if isinstance(item, BreadcrumbItem) and not child.get("slot") and not item.has_slotted("separator"):
                # The real component puts a separator among the children, too, where `html()` shows it.
                child.append(self._separator())
        steps = [child.component for child in self.element.elements() if isinstance(child.component, BreadcrumbItem)]
        for step in steps:
            step.set_last(step is steps[-1])

    def _separator(self) -> Element:
        """A copy of the separator that the trail has, or else an icon."""
        pattern = next((child for child in self.element.elements() if child.get("slot") == "separator"), None)
        if pattern is None:
            icon = {"library": "system", "name": "chevron-right", "data-default": "", "slot": "separator"}
            return Element("sl-icon", icon)
        separator = pattern.copy()
        for part in (separator, *separator.descendants()):
            part.unset("id")
        separator.set("data-default", "")
        return separator

    def shadow_html(self) -> str:
        return f'<nav aria-label="{esc(self.element.get("label"))}" style="display:flex"><slot></slot></nav>'
