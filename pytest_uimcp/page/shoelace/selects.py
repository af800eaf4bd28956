"""sl-select with its options.

Which options are selected is remembered as elements: it is worked out anew when the value or the options change, but
not when an option gets another value. So is the text of the field, when another option is selected or its nodes change.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Final

from pytest_uimcp.page.dom.events import Event
from pytest_uimcp.page.dom.nodes import DomNode, Element
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.input.searching import TypeAhead
from pytest_uimcp.page.shoelace.base import (
    ShoelaceComponent,
    aria_bool,
    display_if,
    esc,
    focus_on,
    js_number,
    side_slots,
)
from pytest_uimcp.page.shoelace.opening import Openable

__all__ = ["Select", "SelectOption"]

_MOVES: Final = frozenset({"ArrowDown", "ArrowUp", "Home", "End"})
_CLEAR: Final = "Clear entry"


class Select(Openable):
    """A field that opens a list."""

    focusable = True

    # The option that keys start from.
    _current: SelectOption | None = None
    # Which of its tags the mouse has given the focus to.
    _focused_tag: int | None = None
    _selected: Sequence[SelectOption] = ()
    _selected_source: Sequence[object] = ()
    _label: str = ""
    _label_source: Sequence[object] = ()

    def __init__(self, element: Element) -> None:
        super().__init__(element)
        self.search = TypeAhead(element)

    def selected_values(self) -> list[str]:
        value = self.value
        if isinstance(value, list):
            return list(map(str, value))
        if self.element.has("multiple"):
            return str(value).split()
        return list(filter(None, [str(value)]))

    def select_options(self) -> list[SelectOption]:
        components = (element.component for element in self.element.descendants())
        return [component for component in components if isinstance(component, SelectOption)]

    def selected_options(self) -> Sequence[SelectOption]:
        options = self.select_options()
        source = [self.value, *options]
        # While none is selected, an option that gets the value may become it.
        if not self._selected:
            source += [option.own_value for option in options]
        if self._selected_source != source:
            values = self.selected_values()
            self._selected_source = source
            self._selected = [option for option in options if option.own_value in values]
        return self._selected

    # Drawing

    def shadow_html(self) -> str:
        selected = self.selected_options()
        is_multiple = self.element.has("multiple")
        is_disabled = self.element.has("disabled")
        expanded = aria_bool(self.element.has("open"))
        tags = ""
        if is_multiple:
            tags = f'<div style="display:flex">{self._tags_html(selected)}</div>'
        clear = ""
        if self.element.has("clearable") and selected and not is_disabled:
            clear = f'<button type=button tabindex=-1 aria-label="{_CLEAR}" style="display:flex"></button>'
        field = (
            f"<input type=text readonly aria-controls=listbox aria-haspopup=listbox aria-labelledby=label "
            f'aria-describedby=help-text role=combobox tabindex=0 placeholder="{esc(self.element.get("placeholder"))}" '
            f"aria-expanded={expanded} aria-disabled={aria_bool(is_disabled)} "
            f'value="{esc(self._field_text(selected))}"{" disabled" * is_disabled} style="display:block">'
        )
        listbox = (
            f'<div style="{display_if(self.is_visible())}"><div id=listbox role=listbox aria-labelledby=label '
            f"tabindex=-1 aria-expanded={expanded} aria-multiselectable={aria_bool(is_multiple)}>"
            "<slot></slot></div></div>"
        )
        anchor = f'{side_slots(f"{field}{tags}{clear}")}<slot name=expand-icon style="display:flex"></slot>'
        body = f'<div><div style="display:inline-flex"><div style="display:flex">{anchor}</div>{listbox}</div></div>'
        return f"<div>{self.label_html('id=label')}{body}{self.help_html()}</div>"

    def update_host(self) -> None:
        selected = self.selected_options()
        for option in self.select_options():
            option.element.set("aria-selected", aria_bool(option in selected))
            option.update_host()

    def on_first_draw(self) -> None:
        # A list is never open at the start.
        self.element.unset("open")
        self._is_open = False

    def _field_text(self, selected: Sequence[SelectOption]) -> str:
        source = [self.value, *selected, *(child for option in selected for child in option.element.children)]
        if self._label_source != source:
            self._label_source = source
            if self.element.has("multiple"):
                self._label = self._count_text(len(selected))
            else:
                self._label = "".join(option.text for option in selected[:1])
        return self._label

    def _count_text(self, number: int) -> str:
        if number:
            return f"{number} option{'s' * (number > 1)} selected"
        if self.element.get("placeholder"):
            return ""
        return "No options selected"

    def _tags_html(self, selected: Sequence[SelectOption]) -> str:
        tagged = selected[: self._max_tags()]
        tags = "".join(f"<div><sl-tag removable>{esc(option.text)}</sl-tag></div>" for option in tagged)
        # What is no whole number is never reached, so that nothing says how many more there are.
        if len(selected) > len(tagged) and (self.element.get("max-options-visible") or "3").strip().isdecimal():
            tags += f"<sl-tag>+{len(selected) - len(tagged)}</sl-tag>"
        return tags

    def _max_tags(self) -> int:
        maximum = js_number(self.element.get("max-options-visible", "3") or "0")
        if maximum is None:
            return 0
        number = len(self.select_options())
        if 0 < maximum < number:
            return math.ceil(maximum)
        return number

    def _tags(self) -> list[Element]:
        return [part for part in self.shadow_elements() if part.tag == "sl-tag"]

    # Choosing

    def is_invalid(self) -> bool:
        return self.element.has("required") and not self.selected_options()

    def reset(self) -> None:
        self.value = self.element.get("value") or ""

    def options(self) -> list[tuple[str, str, Element]] | None:
        usable = (option for option in self.select_options() if not option.element.has("disabled"))
        return [(option.text, option.own_value, option.element) for option in usable]

    def choose(self, options: list[Element], focus: Focus) -> None:
        """The user opens it, clicks options and closes it."""
        from pytest_uimcp.page.input.pointer import click

        tasks = self.tasks
        if not self.element.has("open"):
            click(self.element, focus)
            # A user waits until the list is open.
            tasks.run()
        if not self.element.has("multiple"):
            click(options[0], focus)
            return
        for option in self.select_options():
            if (option.element in options) != (option in self.selected_options()):
                click(option.element, focus)
                tasks.run()
        focus.move(self.element)
        with tasks.script():
            self.on_escape(focus)

    def _pick(self, option: SelectOption) -> None:
        if self.element.has("multiple"):
            picked = set(self.selected_options()) ^ {option}
            self.value = [candidate.own_value for candidate in self.select_options() if candidate in picked]
        else:
            self.value = option.own_value

    def _announce_value(self) -> None:
        self.emit("sl-input")
        self.emit("sl-change")

    # Opening and closing

    def on_attribute(self, name: str, old_value: str | None, focus: Focus) -> None:
        super().on_attribute(name, old_value, focus)
        if name == "disabled" and self.element.has("disabled") and self.element.shadow is not None:
            self.element.unset("open")
            self._is_open = False
            self.tasks.soon(self.hide)

    def may_open(self) -> bool:
        return not self.element.has("disabled")

    def show(self) -> None:
        # The option that is selected, else the first one, gets the focus.
        self._set_current(next(iter([*self.selected_options(), *self.select_options()]), None))
        super().show()

    def on_opening(self) -> None:
        self.open_layer()
        self.tasks.at_frame(self._focus_current)

    def on_closed(self, focus: Focus) -> None:
        self.lose_inner_focus()

    def _current_option(self) -> SelectOption | None:
        # The option may have been removed since.
        if self._current in self.select_options():
            return self._current
        return None

    def _set_current(self, current: SelectOption | None) -> None:
        for option in self.select_options():
            option.element.set("tabindex", "0" if option is current else "-1")
        if current is not None:
            self._current = current

    def _focus_current(self) -> None:
        current = self._current_option()
        self._set_current(current)
        focus = self.focus
        if current is not None and focus is not None and self.is_visible():
            focus_on(current.element, focus)

    def _close(self, focus: Focus) -> None:
        self.set_open(False)
        focus.move(self.element)

    def on_escape(self, focus: Focus) -> None:
        self._close(focus)

    def on_click_elsewhere(self, target: Element, focus: Focus) -> None:
        self.set_open(False)

    def on_focus_elsewhere(self, target: Element) -> None:
        self.set_open(False)

    # Events on their way outwards

    def on_event(self, event: Event) -> None:
        focus = self.focus
        if focus is None or self.element.has("disabled"):
            return
        if event.name == "mousedown":
            self._on_mousedown(event, focus)
        elif event.name == "click":
            self._on_inner_click(event, focus)
        elif event.name == "keydown" and event.key != "Tab":
            self._on_keydown(event, focus)
        elif event.name == "sl-remove" and event.target.tag == "sl-tag" and event.target.root() is self.element.shadow:
            event.stopped = True
            self._remove_tag(event.target)

    def _on_mousedown(self, event: Event, focus: Focus) -> None:
        # The button of a tag, an option and the clear button do not open the list; the rest of the field does.
        path = event.target.path()
        inner_path = path[: path.index(self.element)]
        tag = next((part for part in path if part.tag == "sl-tag" and part.root() is self.element.shadow), None)
        if tag is not None and any(part.tag == "sl-icon-button" for part in path):
            self._enter_tag(tag, focus)
        if any(part.tag in ("sl-option", "sl-icon-button") for part in inner_path):
            return
        if event.target.get("aria-label") == _CLEAR:
            event.consume()
        elif event.target is not self.element and event.target.root() is not self.element.shadow:
            return
        elif any(part.id in ("label", "help-text", "listbox") for part in inner_path):
            # Neither takes the focus, but what has it loses it.
            event.prevent_default()
            if isinstance(self.element.parent, Element):
                focus.take(self.element.parent)
        else:
            event.prevent_default()
            self._enter_field(focus)
            self.set_open(not self.element.has("open"))

    def _on_inner_click(self, event: Event, focus: Focus) -> None:
        target = next((ancestor for ancestor in event.target.path() if ancestor.tag == "sl-option"), None)
        option = next((option for option in self.select_options() if option.element is target), None)
        if option is not None:
            if not option.element.has("disabled"):
                self._click_option(option, focus)
        elif event.target.get("aria-label") == _CLEAR:
            event.stopped = True
            # Clearing what is empty says nothing.
            if self.selected_values():
                self.value = [] if self.element.has("multiple") else ""
                self._enter_field(focus)
                self.tasks.soon(self._announce_clearing)
        elif self._is_in_label(event.target):
            focus.move(self.element)

    def _click_option(self, option: SelectOption, focus: Focus) -> None:
        old_values = self.selected_values()
        self._pick(option)
        is_changed = self.selected_values() != old_values
        if self.element.has("multiple"):
            # The click has given the focus to the option, and the list stays open.
            self.tasks.soon(partial(focus.move, self.element))
        else:
            self._close(focus)
        if is_changed:
            self.tasks.soon(self._announce_value)

    def _is_in_label(self, target: Element) -> bool:
        path = target.path()
        inner_path = path[: path.index(self.element)]
        return any(part.id == "label" and part.root() is self.element.shadow for part in inner_path)

    def _announce_clearing(self) -> None:
        self.emit("sl-clear")
        self._announce_value()

    def _enter_tag(self, tag: Element, focus: Focus) -> None:
        """The mouse moves the focus from the field, or from another tag, to the button of a tag."""
        index = self._tags().index(tag)
        if focus.element is self.element and self._focused_tag != index:
            self.emit("sl-blur")
            self.emit("sl-focus")
        self._focused_tag = index

    def _enter_field(self, focus: Focus) -> None:
        """The field gets the focus, perhaps from one of its own tags."""
        if self._focused_tag is not None:
            self._focused_tag = None
            if focus.element is self.element:
                self.emit("sl-blur")
                self.emit("sl-focus")
        focus.move(self.element)

    def _remove_tag(self, tag: Element) -> None:
        self._pick(self.selected_options()[self._tags().index(tag)])
        self.tasks.soon(self._announce_value)
        # What follows moves up, so only the last tag takes its button away, and the focus with it.
        tags = min(len(self.selected_options()), self._max_tags())
        if self._focused_tag is not None and self._focused_tag >= tags:
            self.lose_focus()

    def _on_keydown(self, event: Event, focus: Focus) -> None:
        # Keys on the button of a tag are its own.
        if any(ancestor.tag == "sl-icon-button" for ancestor in event.target.path()):
            return
        prefix = self.search.text
        if event.key == "Enter" or (event.key == " " and not prefix):
            event.consume()
            self._on_enter(focus)
        elif event.key in _MOVES:
            event.prevent_default()
            self._move(event.key)
        elif self._is_searching(event):
            event.consume()
            self._search(prefix[:-1] if event.key == "Backspace" else prefix + event.key.lower())

    def _is_searching(self, event: Event) -> bool:
        """Whether a key changes the beginning of the option that is looked for."""
        changes = len(event.key) == 1 or (event.key == "Backspace" and self.element.has("open"))
        return changes and not event.modifiers - {"shift"}

    def _on_enter(self, focus: Focus) -> None:
        if not self.element.has("open"):
            self.set_open(True)
            return
        current = self._current_option()
        if current is None or current.element.has("disabled"):
            return
        self._pick(current)
        if not self.element.has("multiple"):
            self._close(focus)
        self.tasks.soon(self._announce_value)

    def _move(self, key: str) -> None:
        options = self.select_options()
        current = self._current_option()
        if not self.element.has("open"):
            self.set_open(True)
            # The first key opens the list where it was left, and moves nothing.
            if current is not None:
                return
        if not options:
            return
        index = options.index(current) if current is not None else -1
        if key == "ArrowUp" and index < 1:  # from the first option, or from none, to the last one
            index = len(options)
        index = {"Home": 0, "End": -1, "ArrowDown": index + 1}.get(key, index - 1)
        self._go(options[index % len(options)])

    def _search(self, text: str) -> None:
        """Go to the option that starts with all that was typed."""
        self.search.note(text)
        if not self.element.has("open"):
            self.set_open(True)
        option = next((option for option in self.select_options() if option.text.lower().startswith(text)), None)
        if option is not None:
            self._go(option)

    def _go(self, option: SelectOption) -> None:
        self._current = option
        self._focus_current()

    def focuses_part(self, target: Element, focus: Focus) -> bool:
        """Neither keys nor the mouse give the focus to its list, or to the button that clears it."""
        path = target.path()
        for part in path[: path.index(self.element)]:
            if part.id == "listbox" or part.get("aria-label") == _CLEAR or part.tag == "sl-tag":
                refuse(
                    "component-use", "how a part of <sl-select> takes the focus to which no key leads; focus its field"
                )
        return False

    def on_focus(self) -> None:
        # Coming back to the field begins a new search.
        self.search.forget()
        self.emit("sl-focus")

    def on_blur(self) -> None:
        self._focused_tag = None
        self.emit("sl-blur")


class SelectOption(ShoelaceComponent):
    """One option of a select."""

    focusable = True
    focusable_if_disabled = True

    @property
    def own_value(self) -> str:
        return self.element.get("value") or ""

    @property
    def text(self) -> str:
        """Its text with white space collapsed, without what is slotted beside it."""
        return " ".join("".join(map(_text_of, self.element.children)).split())

    def update_host(self) -> None:
        element = self.element
        element.set("role", "option")
        element.set("aria-disabled", aria_bool(element.has("disabled")))
        if not element.has("aria-selected"):
            element.set("aria-selected", "false")
        if not element.has("tabindex"):
            element.set("tabindex", "-1")

    def shadow_html(self) -> str:
        text = '<slot style="display:block"></slot>'
        return f'<div style="display:flex">{side_slots(text)}</div>'


def _text_of(node: DomNode) -> str:
    if isinstance(node, Element):
        if node.get("slot"):
            return ""
        return node.text_content()
    return getattr(node, "data", "")
