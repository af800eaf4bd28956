"""Drop-down lists: sl-select with sl-option."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.page.components import Component
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.shoelace.base import Shoelace, emit, esc, help_text, label, property_of, set_property

__all__ = ["SELECTS", "selected_values"]


def selected_values(select: Element) -> list[str]:
    """The selected values."""
    value: Any = property_of(select)
    if isinstance(value, list):
        return [str(one) for one in value]
    text = str(value)
    return text.split() if select.has("multiple") else [text] if text else []


def _options(select: Element) -> list[Element]:
    return [option for option in select.descendants() if option.tag == "sl-option"]


def _text(option: Element) -> str:
    return " ".join("".join(_own_text(option)).split())


def _own_text(option: Element) -> list[str]:
    return [
        child.text_content() if isinstance(child, Element) else getattr(child, "data", "")
        for child in option.children
        if not (isinstance(child, Element) and child.get("slot"))
    ]


def _value(option: Element) -> str:
    return option.get("value") or ""


class Select(Shoelace):
    """A field that opens a list."""

    focusable = True

    def shadow(self, element: Element) -> str:
        """Label, field, tags of the selected options, list, help."""
        chosen = [option for option in _options(element) if _value(option) in selected_values(element)]
        is_open, multiple = element.has("open"), element.has("multiple")
        shown = _text(chosen[0]) if chosen else ""
        tags = ""
        if multiple:
            shown = "" if not chosen else f"{len(chosen)} option{'s' if len(chosen) > 1 else ''} selected"
            tags = "".join(_tag(option) for option in chosen[: int(element.get("max-options-visible") or 3)])
            tags = f'<div style="display:flex">{tags}</div>'
        off = " disabled" if element.has("disabled") else ""
        clear = ""
        if element.has("clearable") and chosen and not off:
            clear = '<button type=button tabindex=-1 aria-label="Clear entry" style="display:flex"></button>'
        expanded = "true" if is_open else "false"
        field = (
            f"<input type=text readonly aria-controls=listbox aria-haspopup=listbox aria-labelledby=label "
            f'aria-describedby=help-text role=combobox tabindex=0 placeholder="{esc(element.get("placeholder"))}" '
            f'aria-expanded={expanded} aria-disabled={"true" if off else "false"} value="{esc(shown)}"{off} '
            'style="display:block">'
        )
        many = "true" if multiple else "false"
        listbox = (
            f'<div style="display:{"block" if is_open else "none"}"><div id=listbox role=listbox '
            f"aria-labelledby=label tabindex=-1 aria-expanded={expanded} aria-multiselectable={many}>"
            "<slot></slot></div></div>"
        )
        side = '<slot name={} style="display:flex"></slot>'
        anchor = f'<div style="display:flex">{side.format("prefix")}{field}{tags}{clear}{side.format("suffix")}</div>'
        around = f'<div><div style="display:inline-flex">{anchor}{listbox}</div></div>'
        return f"<div>{label(element, 'id=label')}{around}{help_text(element)}</div>"

    def host(self, element: Element) -> None:
        """Mark the selected options. A list is never open at the start."""
        if element.shadow is None:
            element.unset("open")
        chosen = selected_values(element)
        for option in _options(element):
            option.set("role", "option")
            option.set("aria-selected", "true" if _value(option) in chosen else "false")
            option.set("aria-disabled", "true" if option.has("disabled") else "false")

    def options(self, element: Element) -> list[tuple[str, str, Element]] | None:
        return [(_text(one), _value(one), one) for one in _options(element) if not one.has("disabled")]

    def chosen(self, element: Element, options: list[Element], focus: Focus) -> None:
        """The user opened it, clicked options and closed it."""
        focus.move(element)
        self._open(element)
        if element.has("multiple"):
            wanted = [_value(option) for option in options]
            for option in _options(element):
                if (_value(option) in wanted) != (_value(option) in selected_values(element)):
                    self._pick(element, option)
            self._close(element)
        else:
            self._pick(element, options[0])

    def _pick(self, element: Element, option: Element) -> None:
        before = selected_values(element)
        if element.has("multiple"):
            value = _value(option)
            after = [v for v in before if v != value] if value in before else [*before, value]
            order = [_value(one) for one in _options(element)]
            set_property(element, sorted(after, key=order.index))
        else:
            set_property(element, _value(option))
        if selected_values(element) != before:
            emit(element, "sl-input")
            emit(element, "sl-change")
        if not element.has("multiple"):
            self._close(element)

    def _open(self, element: Element) -> None:
        if not element.has("open") and not element.has("disabled"):
            emit(element, "sl-show")
            element.set("open", "")
            emit(element, "sl-after-show")

    def _close(self, element: Element) -> None:
        if element.has("open"):
            emit(element, "sl-hide")
            element.unset("open")
            emit(element, "sl-after-hide")

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        """A click opens it, closes it, selects an option, or clears the value."""
        option = next((e for e in (target, *target.ancestors()) if e.tag == "sl-option"), None)
        if option is not None:
            if not option.has("disabled"):
                self._pick(element, option)
        elif target.get("aria-label") == "Clear entry":
            set_property(element, [] if element.has("multiple") else "")
            emit(element, "sl-clear")
            emit(element, "sl-input")
            emit(element, "sl-change")
        elif element.has("open"):
            self._close(element)
        else:
            self._open(element)

    def pressed(self, element: Element, stroke: Stroke, focus: Focus) -> bool:
        """Escape closes; Enter, Space and arrows open."""
        if stroke.key == "Escape":
            self._close(element)
            return True
        if stroke.key in ("Enter", " ", "ArrowDown", "ArrowUp") and not element.has("open"):
            self._open(element)
            return True
        return False

    def entered(self, element: Element) -> None:
        emit(element, "sl-focus")

    def left(self, element: Element) -> None:
        """Losing the focus closes it."""
        self._close(element)
        emit(element, "sl-blur")


def _tag(option: Element) -> str:
    return f"<div><sl-tag removable>{esc(_text(option))}</sl-tag></div>"


class SelectOption(Shoelace):
    """One option of a select."""

    def shadow(self, element: Element) -> str:
        slots = (
            '<slot name=prefix style="display:flex"></slot><slot style="display:block"></slot>'
            '<slot name=suffix style="display:flex"></slot>'
        )
        return f'<div style="display:flex">{slots}</div>'


SELECTS: dict[str, Component] = {"sl-option": SelectOption(), "sl-select": Select()}
