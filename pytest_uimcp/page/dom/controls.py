"""Form controls: what the user entered, kept apart from the attributes of the markup."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, NamedTuple

from pytest_uimcp.core.records import dataclass
from pytest_uimcp.page.dom.input_values import (
    CLEANED,
    CLICKABLE_INPUTS,
    TEXT_INPUTS,
    input_type,
    parse_number,
    sanitize,
    unix_lines,
    value_for_input,
)
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.undo import UndoStep
from pytest_uimcp.page.dom.words import words

if TYPE_CHECKING:
    from pytest_uimcp.page.input.parts import DateParts
    from pytest_uimcp.page.input.searching import TypeAhead

__all__ = [
    "CLEANED",
    "CLICKABLE_INPUTS",
    "TEXT_INPUTS",
    "Control",
    "Span",
    "control",
    "controls_of",
    "default_button",
    "form_of",
    "has_value",
    "input_type",
    "is_checked",
    "is_disabled",
    "is_editing_host",
    "is_in_disabled_set",
    "is_listed",
    "is_multiple",
    "labels",
    "option_text",
    "option_value",
    "options",
    "parse_number",
    "radio_group",
    "sanitize",
    "selected_options",
    "set_checked",
    "set_selected",
    "set_span",
    "set_value",
    "span_of",
    "submits",
    "takes_text",
    "typed_text",
    "value",
    "value_for_input",
]  # fmt: skip

_LABELABLE = words("output button meter textarea select input progress")
_DISABLEABLE = words("button textarea optgroup select input option fieldset")

_SUBMITTABLE = words("button input select textarea")


@dataclass(slots=True)
class Control:
    """The state of one control; None means that the attributes still decide."""

    value: str | None = None
    checked: bool | None = None
    indeterminate: bool = False
    selected: list[Element] | None = None
    files: list[str] = field(default_factory=list)
    # The position of the caret; None is the end.
    caret: int | None = None
    all_selected: bool = False
    # Whether the user made the value, not a script.
    is_typed: bool = False
    # Whether what the user has typed is no value of this type, so that the value is empty.
    is_bad: bool = False
    # The text in a number field, which may be no number yet.
    raw_text: str | None = None
    # Whether the user has changed it and left it, or tried to submit its form: `:user-valid` and `:user-invalid`.
    is_checked_by_user: bool = False
    # Where the selection began; None if nothing is selected.
    anchor: int | None = None
    # Whether the last key `writes`, `takes away` or `takes back`, if it did: Undo takes back a whole run of them.
    typing: str = ""
    # `Document.removals` when that key was pressed.
    typing_since: int = 0
    # What Undo takes back, the last step at the end.
    undo_steps: list[UndoStep] = field(default_factory=list)
    # What Redo does again.
    redo_steps: list[UndoStep] = field(default_factory=list)
    # The value when it got the focus: `change` is fired if it differs on leaving.
    at_focus: str | None = None
    # Whether a script has set another value since the user typed, which takes away what Undo would do.
    is_overwritten: bool = False
    # How many steps that took away: Undo still goes through them, and each is an edit without effect.
    lost_steps: int = 0
    # Whether there are steps to do again of what was overwritten.
    is_redo_lost: bool = False
    # Whether the user has emptied an area of text and then typed again, after which Redo is not known.
    is_refilled: bool = False
    # Whether the user has taken away the end of a last, empty line, or joined lines and taken away more, after which
    # Undo is not known.
    is_joined: bool = False
    # Whether the keys that take away have joined lines.
    joins_lines: bool = False
    # What stands in the parts of a date or time.
    parts: DateParts | None = None
    # Which of these parts has the focus.
    segment: int = 0
    # For a radio button, when it got the focus last, counted in moves of the focus; 0 is never.
    visit: int = 0
    # What was typed to search a list.
    search: TypeAhead | None = None
    # Where the user is in a list (see `span_of`).
    span: Span | None = None
    # Whether a key has moved the selection of a list.
    is_moved_by_keys: bool = False
    # The highlighted option of a list that is open over the page, and the one that it was opened with.
    highlight: Element | None = None
    first_highlight: Element | None = None


def control(element: Element) -> Control:
    """The element's state, made on first use."""
    if element.control is None:
        element.control = Control()
    return element.control


def has_value(element: Element) -> bool:
    return element.tag in ("input", "select", "textarea")


def is_editing_host(element: Element) -> bool:
    return (element.get("contenteditable") or "").lower() != "false" and element.has("contenteditable")


def takes_text(element: Element) -> bool:
    return element.tag == "textarea" or (input_type(element) in TEXT_INPUTS)


def typed_text(element: Element) -> str:
    """What stands in a field to be edited: what was typed, even where the value is another."""
    if input_type(element) in CLEANED and (text := control(element).raw_text) is not None:
        return text
    return value(element)


def value(element: Element) -> str:
    if element.tag == "select":
        selection = selected_options(element)
        if selection:
            return option_value(selection[0])
        return ""
    state = element.control
    if element.tag == "textarea":
        if state and state.value is not None:
            return state.value
        return unix_lines(element.text_content())
    if element.tag == "option":
        return option_value(element)
    if element.tag == "input":
        return _input_value(element, state)
    return element.get("value") or ""


def set_value(element: Element, text: str) -> None:
    """Set the property `value`, as a script would."""
    if element.tag == "select":
        set_selected(element, [option for option in options(element) if option_value(option) == text][:1])
    elif element.tag in ("option", "button", "li", "data"):
        element.set("value", text)
    else:
        state = control(element)
        is_edited = state.is_typed and state.at_focus not in (None, value(element))
        former = value(element)
        state.value = sanitize(element, text)
        if former not in ("", state.value):
            element.count_removal()
        forget_editing(state)
        if state.at_focus is not None and not is_edited:  # what a script sets is no change by the user
            state.at_focus = value(element)


def forget_editing(state: Control) -> None:
    """A value was set as a whole: what the user did to the former one is gone."""
    state.caret = None
    state.anchor = None
    state.all_selected = False
    state.is_typed = state.is_bad = False
    state.raw_text = None
    state.typing = ""
    lose_steps(state)
    state.parts = None


def lose_steps(state: Control) -> None:
    """Undo goes through the steps of a text that was overwritten, but they change nothing any more."""
    if state.undo_steps or state.redo_steps:
        state.is_overwritten = True
        state.is_redo_lost = state.is_redo_lost or bool(state.redo_steps)
        state.lost_steps += len(state.undo_steps)
    state.typing = ""
    state.undo_steps.clear()
    state.redo_steps.clear()


def _input_value(element: Element, state: Control | None) -> str:
    kind = input_type(element)
    if kind in ("checkbox", "radio"):
        if state and state.value is not None:
            return state.value
        return element.attributes.get("value", "on")
    if kind == "file":
        if state and state.files:
            return f"C:\\fakepath\\{state.files[0]}"
        return ""
    if state and state.value is not None:
        # Its bounds may have changed since.
        if kind == "range":
            return sanitize(element, state.value)
        return state.value
    return sanitize(element, element.get("value") or "")


def is_checked(element: Element) -> bool:
    if input_type(element) not in ("checkbox", "radio"):
        return False
    state = element.control
    if state and state.checked is not None:
        return state.checked
    return element.has("checked") and not (input_type(element) == "radio" and _is_outdone(element))


def _is_outdone(radio: Element) -> bool:
    """Whether a later button of its group is marked as well."""
    group = radio_group(radio)
    if radio not in group:
        return False
    later = group[group.index(radio) + 1 :]
    return any(button.has("checked") and (button.control is None or button.control.checked is None) for button in later)


def set_checked(element: Element, checked: bool) -> None:
    """Turn a check box or radio button on or off; the other buttons of a radio group are turned off."""
    control(element).checked = checked
    if checked and input_type(element) == "radio":
        for button in radio_group(element):
            if button is not element:
                control(button).checked = False


def radio_group(element: Element) -> list[Element]:
    """The radio buttons with the same name in the same form, itself included; none without a name."""
    name = element.get("name")
    if not name:
        return []
    form = form_of(element)
    root = form or element.root()
    return [
        button
        for button in root.descendants()
        if input_type(button) == "radio" and button.get("name") == name
        and form_of(button) is form
    ]  # fmt: skip


def form_of(element: Element) -> Element | None:
    form_id = element.get("form")
    if form_id is not None:
        return next((e for e in element.root().descendants() if e.tag == "form" and e.id == form_id), None)
    return element.closest("form")


def default_button(form: Element) -> Element | None:
    """The button that Enter in a field presses: the first that submits."""
    buttons = filter(submits, form.root().descendants())
    return next((button for button in buttons if form_of(button) is form), None)


def submits(element: Element) -> bool:
    if element.tag == "button":
        return (element.get("type") or "submit").lower() not in ("button", "reset")
    return input_type(element) in ("submit", "image")


def controls_of(owner: Element) -> list[Element]:
    """The controls of a form, also those that name it, or those in a field set."""
    if owner.tag == "form":
        return [
            element
            for element in owner.root().descendants()
            if element.tag in _SUBMITTABLE and form_of(element) is owner
        ]
    return [element for element in owner.descendants() if element.tag in _SUBMITTABLE]


def options(select: Element) -> list[Element]:
    return [option for option in select.descendants() if option.tag == "option"]


def option_value(option: Element) -> str:
    """The value of an option: its attribute, else its text."""
    value = option.get("value")
    if value is None:
        return option_text(option)
    return value


def option_text(option: Element) -> str:
    return " ".join(option.text_content().split())


def is_multiple(select: Element) -> bool:
    return select.has("multiple")


def is_listed(select: Element) -> bool:
    """Whether it shows its options as a list instead of one that drops down."""
    size = select.get("size") or ""
    return select.has("multiple") or (size.isdigit() and int(size) > 1)


def selected_options(select: Element) -> list[Element]:
    """The selected options; by default a drop-down list selects its first."""
    all_options = options(select)
    state = select.control
    if state and state.selected is not None:
        still = [option for option in all_options if option in state.selected]
        # A drop-down list whose chosen option was removed shows its default again.
        if (
            still
            or not state.selected
            or is_listed(select)
            or all(option.closest("select") for option in state.selected)
        ):
            return still
    marked = [option for option in all_options if option.has("selected")]
    if is_multiple(select):
        return marked
    if marked:
        return marked[-1:]
    if is_listed(select):
        return []
    return [option for option in all_options if not is_disabled(option)][:1]


def set_selected(select: Element, selection: list[Element]) -> None:
    span = span_of(select)
    state = control(select)
    state.selected = selection
    if selection and is_listed(select) and (span is None or not is_multiple(select)):
        anchor = next(option for option in options(select) if option in selection)
        set_span(select, Span(anchor, anchor, [anchor]))


class Span(NamedTuple):
    """From where to where Shift selects in a list; a script that selects something else later does not move it."""

    anchor: Element
    end: Element
    # What was selected when it began, and remains so outside of it.
    others: list[Element]


def span_of(select: Element) -> Span | None:
    """Where the user is in a list: at first at the first option that is selected, if any."""
    all_options = options(select)
    span = select.control.span if select.control is not None else None
    if span is not None and span.anchor in all_options and span.end in all_options:
        return span
    selection = selected_options(select)
    if selection:
        return Span(selection[0], selection[0], selection[:1])
    return None


def set_span(select: Element, span: Span) -> Span:
    control(select).span = span
    return span


def is_disabled(element: Element) -> bool:
    """Whether it is disabled by its attribute, its option group or a field set."""
    if element.tag not in _DISABLEABLE:
        return False
    if element.has("disabled"):
        return True
    if element.tag == "option":
        group = element.closest("optgroup")
        return group is not None and group.has("disabled")
    return is_in_disabled_set(element)


def is_in_disabled_set(element: Element) -> bool:
    """Whether a field set around it is disabled, and it is not in its legend."""
    ancestor = element.parent
    while isinstance(ancestor, Element):  # what is in a shadow tree is in no field set around its host
        if ancestor.tag == "fieldset" and ancestor.has("disabled"):
            legend = next((child for child in ancestor.elements() if child.tag == "legend"), None)
            if legend is None or not legend.contains(element):
                return True
        ancestor = ancestor.parent
    return False


def labels(element: Element) -> list[Element]:
    if not takes_label(element):
        return []
    by_id = []
    if element.id:
        by_id = [e for e in element.root().descendants() if e.tag == "label" and e.get("for") == element.id]
    return [*by_id, *labels_around(element)]


def labels_around(element: Element) -> list[Element]:
    """The labels around a control that are for it, the outermost first."""
    labels = [ancestor for ancestor in element.ancestors() if ancestor.tag == "label" and ancestor.get("for") is None]
    return [label for label in reversed(labels) if labelled_element(label) is element]


def labelled_element(label: Element) -> Element | None:
    target_id = label.get("for")
    if target_id is None:
        return next(filter(takes_label, label.descendants()), None)
    element = next((e for e in label.root().descendants() if e.id == target_id), None)
    if element is not None and takes_label(element):
        return element
    return None


def takes_label(element: Element) -> bool:
    return element.tag in _LABELABLE and not (element.tag == "input" and element.get("type") == "hidden")
