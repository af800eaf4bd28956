"""Keys that choose: in a `select`, and among the radio buttons of a group."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.styles import Styles
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.list_box import extend, page_away
from pytest_uimcp.page.input.searching import type_ahead
from pytest_uimcp.page.input.selecting import EDGES, choosable, select_as_user
from pytest_uimcp.page.keys import Stroke

__all__ = ["begins_with", "choose_by_key", "neighbour_in_group"]

_NEXT: Final = {"ArrowDown": 1, "ArrowRight": 1, "ArrowUp": -1, "ArrowLeft": -1, "PageDown": 3, "PageUp": -3}


def choose_by_key(select: Element, stroke: Stroke) -> bool:
    """Choose the option that a key leads to; returns whether the key does something in a `select`."""
    state = controls.control(select)
    is_listed = controls.is_listed(select)
    if stroke.text and (stroke.key != " " or (is_listed and not stroke.modifiers)):
        search = type_ahead(select)
        text = search.text + stroke.key.lower()
        search.note(text)
        option = begins_with(select, text, next(iter(controls.selected_options(select)), None))
    else:
        if not is_listed:
            type_ahead(select).forget()
        if _opens_or_more(select, stroke):
            refuse("select-popup", repr(stroke.key))
        if controls.is_multiple(select):
            state.is_moved_by_keys = True
            return extend(select, stroke.key, shift="shift" in stroke.modifiers)
        if stroke.modifiers and not is_listed:
            return False
        option = _option_for_key(select, stroke.key)
        if stroke.key in (*_NEXT, *EDGES):
            state.is_moved_by_keys = True
        elif option is None:
            return False
    return _choose(select, option, is_searched=bool(stroke.text))


def _choose(select: Element, option: Element | None, *, is_searched: bool) -> bool:
    selection = controls.selected_options(select)
    # A list compares with what was selected when an arrow was pressed last; before that it says only `change`, always.
    is_compared = not (is_searched and controls.is_listed(select)) or controls.control(select).is_moved_by_keys
    if option is not None and (selection != [option] or not is_compared):
        if controls.is_multiple(select):
            controls.set_span(select, controls.Span(option, option, []))
        select_as_user(select, [option], fires_input=is_compared)
    return True


def _opens_or_more(select: Element, stroke: Stroke) -> bool:
    """Whether the key opens the list, or does with a list box what only Shift is known to do."""
    if stroke.key == " " or "alt" in stroke.modifiers:
        return True
    document = select.document()
    if stroke.key in _NEXT and document is not None and Styles(document).is_base_select(select):
        refuse("css-value", "appearance: base-select")
    return controls.is_listed(select) and bool(stroke.modifiers - {"shift"})


def _option_for_key(select: Element, key: str) -> Element | None:
    choices = choosable(select)
    is_listed = controls.is_listed(select)
    if not choices or (is_listed and key in ("ArrowLeft", "ArrowRight")):
        return None
    if key in EDGES:
        return choices[EDGES[key]]
    if key not in _NEXT:
        return None
    steps = abs(_NEXT[key])
    direction = _NEXT[key] // steps
    selection = controls.selected_options(select)
    if not selection and is_listed and (span := controls.span_of(select)) is not None:
        selection = [span.end]  # a script has selected nothing since
    # From an option that cannot be chosen, or from none, the way leads to its neighbours.
    current = next(iter(selection[::-direction]), None)
    if is_listed and key.startswith("Page"):
        return page_away(select, current, direction)
    if current is not None:
        everything = controls.options(select)[::direction]
        ahead = [option for option in everything[everything.index(current) + 1 :] if option in choices]
    elif is_listed or direction > 0:
        ahead = choices[::direction]
    else:
        ahead = []
    if not ahead:
        return None
    if current is not None and not is_listed:
        return _some_lines_on(select, current, ahead, steps)
    return ahead[min(steps, len(ahead)) - 1]


def _some_lines_on(select: Element, current: Element, ahead: list[Element], steps: int) -> Element:
    """The first option that can be chosen so many lines on, counting all lines, else the last before."""
    lines = [child for child in select.descendants() if child.tag in ("option", "optgroup", "hr")]
    place = lines.index(current)
    far = (option for option in ahead if abs(lines.index(option) - place) >= steps)
    return next(far, ahead[-1])


def begins_with(select: Element, text: str, current: Element | None) -> Element | None:
    """The option whose text begins with what was typed; the same character again leads to the next such option."""
    choices = choosable(select)
    start = choices.index(current) if current in choices else 0
    if len(set(text)) == 1:
        start += 1  # also if none is selected
        text = text[0]
    order = [*choices[start:], *choices[:start]]
    return next((option for option in order if controls.option_text(option).lower().startswith(text)), None)


def neighbour_in_group(radio: Element, key: str) -> Element | None:
    everyone = controls.radio_group(radio) or _without_name(radio)
    document = radio.document()
    styles = Styles(document) if document is not None else None
    group = [
        button
        for button in everyone
        if button is radio
        or not (controls.is_disabled(button) or (styles is not None and not styles.is_visible(button)))
    ]
    if radio not in group or key not in ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"):
        return None
    neighbour = group[(group.index(radio) + _NEXT[key]) % len(group)]
    if neighbour is radio:
        return None
    return neighbour


def _without_name(radio: Element) -> list[Element]:
    """Chromium leads from one button without a name to the next such, although they are no group."""
    form = controls.form_of(radio)
    candidates = (form or radio.root()).descendants()
    return [
        button
        for button in candidates
        if controls.input_type(button) == "radio" and not button.get("name")
        and controls.form_of(button) is form
    ]  # fmt: skip
