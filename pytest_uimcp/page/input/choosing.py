"""Keys that choose: in a `select`, and among the radio buttons of a group."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.styles import Styles
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.list_box import extend, page_away
from pytest_uimcp.page.input.searching import type_ahead
from pytest_uimcp.page.input.selecting import choosable, select_as_user
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
        if stroke.key in (*_NEXT, "Home", "End"):
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
    return controls.is_listed(select) and bool(stroke.modifiers - {"shift"})


def _option_for_key(select: Element, key: str) -> Element | None:
    choices = choosable(select)
    if not choices or (controls.is_listed(select) and key in ("ArrowLeft", "ArrowRight")):
        return None
    if key in ("Home", "End"):
        return choices[0 if key == "Home" else -1]
    if key not in _NEXT:
        return None
    selection = controls.selected_options(select)
    everything = controls.options(select)
    span = controls.span_of(select) if controls.is_listed(select) else None
    if span is not None and not selection:  # a script has selected nothing since
        selection = [span.end]
    # From an option that cannot be chosen, or from none, the way leads to its neighbours.
    place = everything.index(selection[-1 if _NEXT[key] > 0 else 0]) if selection else -1
    ahead = [
        option
        for option in choices
        if (everything.index(option) > place if _NEXT[key] > 0 else everything.index(option) < place)
    ]
    if controls.is_listed(select) and key.startswith("Page"):
        return page_away(select, everything[place] if selection else None, 1 if _NEXT[key] > 0 else -1)
    if not ahead:
        is_back = _NEXT[key] < 0 and controls.is_listed(select) and not selection
        return choices[-1] if is_back else None
    if _NEXT[key] < 0:
        ahead.reverse()
    if selection and not controls.is_listed(select):
        return _some_lines_on(select, selection[0], ahead, _NEXT[key])
    return ahead[min(abs(_NEXT[key]), len(ahead)) - 1]


def _some_lines_on(select: Element, current: Element, ahead: list[Element], steps: int) -> Element:
    """The first option that can be chosen so many lines on, counting all lines, else the last before."""
    lines = [child for child in select.descendants() if child.tag in ("option", "optgroup", "hr")]
    place = lines.index(current)
    far = (option for option in ahead if abs(lines.index(option) - place) >= abs(steps))
    return next(far, ahead[-1])


def begins_with(select: Element, text: str, current: Element | None) -> Element | None:
    """The option whose text begins with what was typed; the same character again leads to the next such option."""
    choices = choosable(select)
    place = choices.index(current) if current in choices else -1
    repeats = len(set(text)) == 1
    prefix = text[0] if repeats else text
    start = max(place, 0) + (1 if repeats else 0)  # also if none is selected
    order = [*choices[start:], *choices[:start]]
    return next((option for option in order if controls.option_text(option).lower().startswith(prefix)), None)


def neighbour_in_group(radio: Element, key: str) -> Element | None:
    """The radio button that an arrow key leads to, round the group."""
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
    return None if neighbour is radio else neighbour


def _without_name(radio: Element) -> list[Element]:
    """Chromium leads from one button without a name to the next such, although they are no group."""
    form = controls.form_of(radio)
    candidates = (form if form is not None else radio.root()).descendants()
    return [
        button
        for button in candidates
        if controls.input_type(button) == "radio" and not button.get("name")
        and controls.form_of(button) is form
    ]  # fmt: skip
