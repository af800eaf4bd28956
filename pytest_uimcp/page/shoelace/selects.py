"""sl-select with its options."""

from __future__ import annotations

import math
from typing import Any

from pytest_uimcp.page.components import Component, focus_in
from pytest_uimcp.page.dom.events import Event
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.input.searching import type_ahead
from pytest_uimcp.page.shoelace.base import (
    Shoelace,
    emit,
    esc,
    facts_of,
    focus_on,
    help_text,
    js_number,
    label,
    lose_focus,
    property_of,
    set_property,
    tasks_of,
)  # fmt: skip
from pytest_uimcp.page.shoelace.opening import Opens

__all__ = ["SELECTS", "option_values", "selected_values"]

_MOVES = frozenset({"ArrowDown", "ArrowUp", "Home", "End"})
_CLEAR = "Clear entry"


def selected_values(select: Element) -> list[str]:
    """The selected values."""
    value: Any = property_of(select)
    if isinstance(value, list):
        return [str(one) for one in value]
    text = str(value)
    if select.has("multiple"):
        return text.split()
    if text:
        return [text]
    return []


def option_values(select: Element) -> list[str]:
    """The values that can be selected."""
    return [_value(option) for option in _options(select)]


def _options(select: Element) -> list[Element]:
    return [option for option in select.descendants() if option.tag == "sl-option"]


def _chosen(select: Element) -> list[Element]:
    """The selected options: chosen anew when the value or the options change, not when an option gets another value."""
    options = _options(select)
    facts = facts_of(select)
    now = [property_of(select), *options, *(() if facts.get("selected") else map(_value, options))]
    if facts.get("selected for") != now:
        values = selected_values(select)
        facts["selected for"] = now
        facts["selected"] = [one for one in options if _value(one) in values]
    found: list[Element] = facts["selected"]
    return found


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


class Select(Opens):
    """A field that opens a list."""

    focusable = True

    def shadow(self, element: Element) -> str:
        """Label, field, tags of the selected options, list, help."""
        chosen = _chosen(element)
        is_open = self.is_shown(element)
        multiple = element.has("multiple")
        shown = _label(element, chosen)
        tags = ""
        if multiple:
            tags = f'<div style="display:flex">{_tags(element, chosen)}</div>'
        off = " disabled" if element.has("disabled") else ""
        clear = ""
        if element.has("clearable") and chosen and not off:
            clear = f'<button type=button tabindex=-1 aria-label="{_CLEAR}" style="display:flex"></button>'
        expanded = "true" if element.has("open") else "false"
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
        after = f"{side.format('suffix')}{side.format('expand-icon')}"
        anchor = f'<div style="display:flex">{side.format("prefix")}{field}{tags}{clear}{after}</div>'
        around = f'<div><div style="display:inline-flex">{anchor}{listbox}</div></div>'
        return f"<div>{label(element, 'id=label')}{around}{help_text(element)}</div>"

    def host(self, element: Element) -> None:
        """Mark the selected options. A list is never open at the start."""
        if element.shadow is None or "open" not in facts_of(element):
            element.unset("open")
        chosen = _chosen(element)
        for option in _options(element):
            option.set("aria-selected", "true" if option in chosen else "false")
            OPTION.host(option)

    def starts(self, element: Element) -> None:
        element.unset("open")
        facts_of(element)["open"] = False

    # Choosing

    def is_invalid(self, element: Element) -> bool:
        return element.has("required") and not _chosen(element)

    def reset(self, element: Element) -> None:
        set_property(element, element.get("value") or "")

    def options(self, element: Element) -> list[tuple[str, str, Element]] | None:
        return [(_text(one), _value(one), one) for one in _options(element) if not one.has("disabled")]

    def chosen(self, element: Element, options: list[Element], focus: Focus) -> None:
        """The user opened it, clicked options and closed it."""
        from pytest_uimcp.page.input.pointer import click

        tasks = tasks_of(element)
        if not element.has("open"):
            click(element, focus)
            tasks.run()
        if not element.has("multiple"):
            click(options[0], focus)
            return
        for option in _options(element):
            if (option in options) != (option in _chosen(element)):
                click(option, focus)
                tasks.run()
        focus.move(element)
        with tasks.script():
            self.escaped(element, focus)

    def _pick(self, element: Element, option: Element) -> None:
        if element.has("multiple"):
            chosen = _chosen(element)
            after = [one for one in _options(element) if (one in chosen) != (one is option)]
            set_property(element, [_value(one) for one in after])
        else:
            set_property(element, _value(option))

    def _tell(self, element: Element) -> None:
        emit(element, "sl-input")
        emit(element, "sl-change")

    # Opening and closing

    def attribute_changed(self, element: Element, name: str, was: str | None, focus: Focus) -> None:
        super().attribute_changed(element, name, was, focus)
        if name == "disabled" and element.has("disabled") and element.shadow is not None:
            element.unset("open")
            facts_of(element)["open"] = False
            tasks_of(element).soon(lambda: self.hide(element))

    def may_open(self, element: Element) -> bool:
        return not element.has("disabled")

    def show(self, element: Element) -> None:
        """The option that is chosen, else the first one, gets the focus."""
        options = _options(element)
        self._set_current(element, next(iter(_chosen(element)), options[0] if options else None), None)
        super().show(element)

    def opening(self, element: Element) -> None:
        document = element.document()
        if document is not None:
            document.layers.push(element)
        tasks_of(element).at_frame(lambda: self._set_current(element, self._current(element), focus_in(element)))

    def closing(self, element: Element) -> None:
        document = element.document()
        if document is not None:
            document.layers.remove(element)

    def closed(self, element: Element, focus: Focus) -> None:
        if focus.element is not None and focus.element is not element and element.contains(focus.element):
            focus.move(None)

    @staticmethod
    def _current(element: Element) -> Element | None:
        found: Element | None = facts_of(element).get("current")
        if found in _options(element):
            return found
        return None

    def _set_current(self, element: Element, option: Element | None, focus: Focus | None) -> None:
        for one in _options(element):
            one.set("tabindex", "0" if one is option else "-1")
        if option is not None:
            facts_of(element)["current"] = option
            if focus is not None and self.is_shown(element):
                focus_on(option, focus)

    def escaped(self, element: Element, focus: Focus) -> None:
        self.set_open(element, False)
        focus.move(element)

    def clicked_elsewhere(self, element: Element, target: Element, focus: Focus) -> None:
        self.set_open(element, False)

    def focused_elsewhere(self, element: Element, target: Element) -> None:
        self.set_open(element, False)

    # Events on their way outwards

    def heard(self, element: Element, event: Event) -> None:
        focus = focus_in(element)
        if focus is None or element.has("disabled"):
            return
        if event.name == "mousedown":
            self._mouse_down(element, event, focus)
        elif event.name == "click":
            self._click(element, event, focus)
        elif event.name == "keydown" and event.key != "Tab":
            self._key(element, event, focus)
        elif event.name == "sl-remove" and event.target.tag == "sl-tag" and event.target.root() is element.shadow:
            event.stopped = True
            self._remove(element, event.target)

    def _mouse_down(self, element: Element, event: Event, focus: Focus) -> None:
        path = (event.target, *event.target.ancestors())
        tag = next((one for one in path if one.tag == "sl-tag" and one.root() is element.shadow), None)
        if tag is not None and any(one.tag == "sl-icon-button" for one in path):
            self._enter_tag(element, tag, focus)
        if any(one.tag in ("sl-option", "sl-icon-button") for one in path[: path.index(element)]):
            return
        if event.target.get("aria-label") == _CLEAR:
            event.stopped = True
            event.prevent_default()
            return
        if event.target is not element and event.target.root() is not element.shadow:
            return
        if any(one.id in ("label", "help-text", "listbox") for one in path[: path.index(element)]):
            # Neither takes the focus, but what has it loses it.
            event.prevent_default()
            if isinstance(element.parent, Element):
                focus.take(element.parent)
            return
        event.prevent_default()
        self._enter_field(element, focus)
        self.set_open(element, not element.has("open"))

    def _click(self, element: Element, event: Event, focus: Focus) -> None:
        option = next((e for e in (event.target, *event.target.ancestors()) if e.tag == "sl-option"), None)
        if option is not None and option in _options(element):
            if not option.has("disabled"):
                before = selected_values(element)
                self._pick(element, option)
                changed = selected_values(element) != before
                if not element.has("multiple"):
                    self.set_open(element, False)
                    focus.move(element)
                else:
                    tasks_of(element).soon(lambda: focus.move(element))
                if changed:
                    tasks_of(element).soon(lambda: self._tell(element))
        elif event.target.get("aria-label") == _CLEAR:
            event.stopped = True
            if selected_values(element):
                set_property(element, [] if element.has("multiple") else "")
                self._enter_field(element, focus)
                tasks_of(element).soon(lambda: self._cleared(element))
        elif inner_label(element, event.target):
            focus.move(element)

    def _cleared(self, element: Element) -> None:
        emit(element, "sl-clear")
        self._tell(element)

    @staticmethod
    def _enter_tag(element: Element, tag: Element, focus: Focus) -> None:
        """The mouse moves the focus from the field, or from another tag, to the button of a tag."""
        place = _shown_tags(element).index(tag)
        if focus.element is element and facts_of(element).get("on tag") != place:
            emit(element, "sl-blur")
            emit(element, "sl-focus")
        facts_of(element)["on tag"] = place

    @staticmethod
    def _enter_field(element: Element, focus: Focus) -> None:
        """The field gets the focus, perhaps from one of its own tags."""
        if facts_of(element).pop("on tag", None) is not None and focus.element is element:
            emit(element, "sl-blur")
            emit(element, "sl-focus")
        focus.move(element)

    def _remove(self, element: Element, tag: Element) -> None:
        self._pick(element, _chosen(element)[_shown_tags(element).index(tag)])
        tasks_of(element).soon(lambda: self._tell(element))
        # What follows moves up, so only the last tag takes its button away, and the focus with it.
        place = facts_of(element).get("on tag")
        if place is not None and place >= min(len(_chosen(element)), _most(element)):
            lose_focus(element)

    def _key(self, element: Element, event: Event, focus: Focus) -> None:
        path = (event.target, *event.target.ancestors())
        if any(one.tag == "sl-icon-button" for one in path):
            return
        typed = type_ahead(element).text
        if event.key == "Enter" or (event.key == " " and not typed):
            event.prevent_default()
            event.stopped = True
            self._enter(element, focus)
        elif event.key in _MOVES:
            event.prevent_default()
            self._move(element, event.key, focus)
        elif _is_searching(element, event):
            event.prevent_default()
            event.stopped = True
            self._type(element, typed[:-1] if event.key == "Backspace" else typed + event.key.lower(), focus)

    def _enter(self, element: Element, focus: Focus) -> None:
        if not element.has("open"):
            self.set_open(element, True)
            return
        current = self._current(element)
        if current is None or current.has("disabled"):
            return
        self._pick(element, current)
        if not element.has("multiple"):
            self.set_open(element, False)
            focus.move(element)
        tasks_of(element).soon(lambda: self._tell(element))

    def _move(self, element: Element, key: str, focus: Focus) -> None:
        options = _options(element)
        here = self._current(element)
        if not element.has("open"):
            self.set_open(element, True)
            if here is not None:
                return
        if not options:
            return
        place = options.index(here) if here is not None else -1
        if key in ("Home", "End"):
            place = 0 if key == "Home" else -1
        else:
            if key == "ArrowDown":
                place = place + 1
            elif place > 0:
                place = max(place, -1) - 1
            else:
                place = -1
        self._set_current(element, options[place % len(options)], focus)

    def _type(self, element: Element, typed: str, focus: Focus) -> None:
        """Go to the option that starts with all that was typed."""
        type_ahead(element).note(typed)
        if not element.has("open"):
            self.set_open(element, True)
        found = next((one for one in _options(element) if _text(one).lower().startswith(typed)), None)
        if found is not None:
            self._set_current(element, found, focus)

    def focuses_part(self, element: Element, target: Element, focus: Focus) -> bool:
        """Neither keys nor the mouse give the focus to its list, or to the button that clears it."""
        path = [target, *target.ancestors()]
        for part in path[: path.index(element)]:
            if part.id == "listbox" or part.get("aria-label") == _CLEAR or part.tag == "sl-tag":
                refuse(
                    "component-use", "how a part of <sl-select> takes the focus to which no key leads; focus its field"
                )
        return False

    def entered(self, element: Element) -> None:
        type_ahead(element).forget()
        emit(element, "sl-focus")

    def left(self, element: Element) -> None:
        facts_of(element).pop("on tag", None)
        emit(element, "sl-blur")


def _is_searching(element: Element, event: Event) -> bool:
    """Whether a key changes the beginning of the option that is looked for."""
    changes = len(event.key) == 1 or (event.key == "Backspace" and element.has("open"))
    return changes and not event.modifiers - {"shift"}


def inner_label(element: Element, target: Element) -> bool:
    """Whether `target` is in the label of a component."""
    for around in (target, *target.ancestors()):
        if around is element:
            return False
        if around.id == "label" and around.root() is element.shadow:
            return True
    return False


def _label(element: Element, chosen: list[Element]) -> str:
    """The text of the field as it was when an option was chosen, or when the option's own nodes were last replaced."""
    now = [property_of(element), *chosen, *(child for option in chosen for child in option.children)]
    facts = facts_of(element)
    if facts.get("labelled") != now:
        facts["labelled"] = now
        facts["label"] = _count(element, len(chosen)) if element.has("multiple") else "".join(map(_text, chosen[:1]))
    found: str = facts["label"]
    return found


def _count(element: Element, number: int) -> str:
    if not number:
        if element.get("placeholder"):
            return ""
        return "No options selected"
    return f"{number} option{'s' if number > 1 else ''} selected"


def _shown_tags(element: Element) -> list[Element]:
    return [one for one in element.shadow.descendants() if one.tag == "sl-tag"]  # type: ignore[union-attr]  # a component has one


def _most(element: Element) -> int:
    """How many tags there can be."""
    most = js_number(element.get("max-options-visible", "3") or "0")
    if most is None:
        return 0
    if 0 < most < len(_options(element)):
        return math.ceil(most)
    return len(_options(element))


def _tags(element: Element, chosen: list[Element]) -> str:
    shown = chosen[: _most(element)]
    tags = "".join(f"<div><sl-tag removable>{esc(_text(option))}</sl-tag></div>" for option in shown)
    # What is no whole number is never reached, so that nothing says how many more there are.
    says_more = len(chosen) > len(shown) and (element.get("max-options-visible") or "3").strip().isdecimal()
    return tags + (f"<sl-tag>+{len(chosen) - len(shown)}</sl-tag>" if says_more else "")


class SelectOption(Shoelace):
    """One option of a select."""

    focusable = True
    focusable_if_disabled = True

    def host(self, element: Element) -> None:
        """The role stands on the element itself, in a select or without one."""
        element.set("role", "option")
        element.set("aria-disabled", "true" if element.has("disabled") else "false")
        if not element.has("aria-selected"):
            element.set("aria-selected", "false")
        if not element.has("tabindex"):
            element.set("tabindex", "-1")

    def shadow(self, element: Element) -> str:
        slots = (
            '<slot name=prefix style="display:flex"></slot><slot style="display:block"></slot>'
            '<slot name=suffix style="display:flex"></slot>'
        )
        return f'<div style="display:flex">{slots}</div>'


OPTION = SelectOption()
SELECTS: dict[str, Component] = {"sl-option": OPTION, "sl-select": Select()}
