"""What each verb does to its element: the rows of `VERBS`, which `PageDriver.do` performs.

A row only dispatches events; the driver lets components draw and exchanges messages when it has returned. What happens
before, because a user leaves the field with the focus on the way, is said in the row (`Verb.leave_for`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from itertools import accumulate
from pathlib import Path
from typing import Final

from pytest_uimcp.aria.explain import with_tree
from pytest_uimcp.core.records import dataclass
from pytest_uimcp.core.steps import StepLog
from pytest_uimcp.page import explain, layout
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.actionability import ensure_actionable
from pytest_uimcp.page.components import Component
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.events import Event, announce_edit, dispatch
from pytest_uimcp.page.dom.flat import host_of, in_shadow
from pytest_uimcp.page.dom.input_values import cut_off, in_one_line
from pytest_uimcp.page.dom.nodes import Document, DomNode, Element, Text
from pytest_uimcp.page.dom.styles import Styles
from pytest_uimcp.page.errors import NotActionable, PageError
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input import dragging, keyboard, other_clicks, pointer, segments
from pytest_uimcp.page.input.editing import note_edit, replace_all, select_all
from pytest_uimcp.page.input.focus import Focus, focus_of, takes_focus
from pytest_uimcp.page.input.other_clicks import end_double_click, ensure_can_be_double_clicked
from pytest_uimcp.page.input.stepping import is_in_the_middle
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.sight import PageSight
from pytest_uimcp.page.targets import perceived

__all__ = [
    "VERBS", "Human", "Verb", "checked_state", "component_in", "control_of", "ensure_counts", "ensure_takes",
    "field_to_fill", "find_options", "labelled_control", "native_options", "press",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Verb:
    # Called with the user, the page as it is seen, the element, and the arguments of the verb.
    act: Callable[..., None]
    # Called with the page, the element and the arguments: on the way to the element that it returns, the user
    # leaves the field that is being typed into, and what was typed is sent before the verb begins; None: that
    # field is not left.
    leave_for: Callable[..., Element | None] | None = None
    # What is done to that element once the field is left, if the user has made up their mind before: a toggle that
    # was off when they set out is clicked, also if leaving the field has turned it on. So does Chromium.
    after_leaving: Callable[..., None] | None = None
    # The second half of what the verb does, once all that follows from the first is shown.
    ends: Callable[..., None] | None = None


@dataclass(slots=True)
class Human:
    """The user of a page: one focus, one pointer, one log of steps."""

    document: Document
    focus: Focus
    story: StepLog
    # What is being dragged.
    dragged: Element | None = None
    # Where the pointer is, on pages that show something under it.
    rest: layout.Rest | None = None

    @property
    def pointer(self) -> Element | None:
        return self.document.hovered

    @pointer.setter
    def pointer(self, element: Element | None) -> None:
        self.document.hovered = element


def click(human: Human, look: PageView, element: Element) -> None:
    destination = control_to_click(look, element)
    option = element.closest("option")
    # An element that lets the pointer through is clicked through.
    element = layout.hit_element("click", look, element)
    if look.is_simulated and look.styles.moves_under_pointer:
        point = layout.point_in_drawing(look, element)
        _point_at(human, element)
        layout.ensure_is_not_covered("click", PageView(human.document), element, point)
    else:
        _point_at(human, element)
    if option is not None and destination.tag == "select":
        _choose_options(human, destination, [option])
    else:
        pointer.click(element, human.focus)


def dblclick(human: Human, look: PageView, element: Element) -> None:
    ensure_can_be_double_clicked(layout.hit_element("dblclick", look, element))
    click(human, look, element)


def second_click(human: Human, look: PageView, element: Element) -> None:
    if element.document() is not human.document:
        message = "dblclick: the first click has removed the element, and the second would hit what is there now"
        raise NotActionable(with_tree(f"{message}; click() it", PageSight(look, look.document.body)))
    ensure_actionable("dblclick", look, look.document.body, element)
    end_double_click(layout.hit_element("dblclick", look, element), human.focus)


def right_click(human: Human, look: PageView, element: Element) -> None:
    element = layout.hit_element("right_click", look, element)
    _point_at(human, element)
    other_clicks.right_click(element, human.focus)


def control_to_click(look: PageView, element: Element) -> Element:
    """What the user goes to for a click: for an option, its list."""
    is_range = element.tag == "input" and controls.input_type(element) == "range"
    if is_range and not in_shadow(element) and not is_in_the_middle(element):
        refuse("slider")
    if element.closest("option") is None:
        return element
    return element.closest("select") or element


def hover(human: Human, look: PageView, element: Element) -> None:
    _point_at(human, layout.hit_element("hover", look, element))


def drag(human: Human, look: PageView, element: Element, destination: Element) -> None:
    """Take an element and move it over its destination."""
    _ensure_has_height(look, destination)
    element, destination = layout.hit_element("drag", look, element), layout.hit_element("drag", look, destination)
    _point_at(human, element)
    if element is destination:  # the mouse does not move
        pointer.click(element, human.focus)
    else:
        human.dragged = dragging.begin(element, destination, human.focus)


def _ensure_has_height(look: PageView, destination: Element) -> None:
    """Fail for what is empty and has no height, as a list without rows may: nothing can be dropped on it."""
    if destination.children or destination.tag not in ("article", "div", "li", "ol", "section", "span", "ul"):
        return
    height = layout.Boxes(look).height(destination)
    if height.high <= 0:
        raise NotActionable(f"drag: {explain.describe(look, destination)} is there, but it has no size")
    if height.low <= 0:
        refuse("layout", f"whether {explain.describe(look, destination)}, which is empty, has a height")


def element_to_drag(_look: PageView, element: Element, _destination: Element) -> Element:
    return element


def drop(human: Human, look: PageView, element: Element, destination: Element) -> None:
    dragged = human.dragged
    human.dragged = None
    if dragged is not None:
        dragging.end(dragged, layout.hit_element("drag", look, destination))


def _point_at(human: Human, element: Element) -> None:
    former = human.pointer
    if former is not None and former.document() is not human.document:
        former = None
    human.rest = None
    human.document.unsure_hover = frozenset()
    if Styles(human.document).shows_under_pointer:
        human.rest = layout.rest_on(human.document, element)
    pointer.hover(element, former)
    human.pointer = element


def follow_pointer(human: Human) -> bool:
    """Find out what the pointer is over since the page has changed; returns whether it is something else."""
    rest = human.rest
    if rest is None or human.pointer is None:
        return False
    human.rest = layout.rest_anew(human.document, rest)
    if human.rest is None:
        human.rest = rest
        return False
    former = human.pointer
    human.pointer = human.rest.element
    if former.document() is human.document:
        pointer.hover(human.rest.element, former)
    return True


def focus(human: Human, look: PageView, element: Element) -> None:
    target = focus_of(element)
    component = target.component
    if component is not None and component.focuses_part(element, human.focus):
        return
    if takes_focus(target):
        field = element
        if component is not None:
            field = component.find_field() or element
        if human.focus.element is target:
            segments.enter_again(field)
        else:
            segments.enter(field, backwards=False)
        human.focus.move(target)
        # A window that is open over the page takes it back.
        if human.focus.element is target or target.document() is None:
            return
    raise PageError(f"focus: {explain.describe(look, element)} does not take the focus")


def press(human: Human, stroke: Stroke) -> None:
    keyboard.press(stroke, human.document, human.focus)


def fill(human: Human, look: PageView, element: Element, text: str) -> None:
    target = field_to_type_into(look, element, text)
    component = component_in(element)
    if target is None and component is not None:
        if not component.is_filled_by_script:
            human.focus.move(component.element)
        component.fill(text)
    elif target is not None:
        layout.ensure_has_size("fill", look, target)
        _fill_field(human, look, target, text)


def field_to_type_into(look: PageView, element: Element, text: str) -> Element | None:
    """The field to fill, which may be in a component; None for a component that takes a text without one."""
    component = component_in(element)
    if component is None:
        return field_to_fill(look, element, text)
    field = component.find_field()
    if field is not None:
        return field_to_fill(look, field, text)
    if not component.takes_text:
        raise PageError(f"fill: {explain.describe(look, element)} takes no text; see choose() and check()")
    ensure_counts(look, element, text)
    return None


def _fill_field(human: Human, look: PageView, target: Element, text: str) -> None:
    if target.tag not in ("input", "textarea"):
        human.focus.move(target)
        _write(target, text, is_block=look.styles.display(target) != "inline")
        return
    focus_target = focus_of(target)
    if human.focus.element is focus_target:
        segments.enter_again(target)
    else:
        segments.enter(target, backwards=False)
    if focus_target.component is None or not focus_target.component.focuses_part(target, human.focus):
        human.focus.move(focus_target)
    if controls.takes_text(target):
        if text:
            _type(target, text)
        else:  # as a user does it, and Playwright
            select_all(target)
            keyboard.press(Stroke("Delete"), human.document, human.focus)
        return
    state = controls.control(target)
    # A picker or a script has set it, so there is nothing to undo.
    controls.forget_editing(state)
    state.value = state.at_focus = controls.sanitize(target, text)
    dispatch(Event("input", target))
    dispatch(Event("change", target))


def _type(target: Element, text: str) -> None:
    """Replace the text of a field as a user does: what is longer than the field allows is cut off."""
    state = controls.control(target)
    old_text = controls.typed_text(target)
    limit = target.get("maxlength") or ""
    kind = controls.input_type(target) if target.tag == "input" else target.tag
    if target.tag == "input":
        text = in_one_line(text.rstrip("\r\n"))  # the line breaks at the end are those that a browser leaves out
    if limit.isdigit() and kind != "number":
        text = cut_off(text, int(limit))
    if not announce_edit(target):
        return
    # As one edit, which Undo takes back as a whole.
    replace_all(target, old_text, text)
    state.is_typed = True
    state.is_bad = False
    # A browser inserts the lines of an area one by one.
    pieces = list(filter(None, re.split(r"(\n)", text))) if kind == "textarea" else [text]
    for prefix in accumulate(pieces):
        state.raw_text = state.value = prefix
        if kind != "url":  # an address is taken as it was typed, spaces included
            state.value = controls.value_for_input(target, prefix)
        dispatch(Event("input", target))


def choose(human: Human, look: PageView, element: Element, labels: list[str]) -> None:
    target = control_of(element)
    options = find_options(look, element, labels)
    if target.component is not None:
        # A list is opened by a click on it, a button of a group is clicked itself.
        for clicked in [target] if target.tag == "sl-select" else options:
            if not clicked.has("open"):
                layout.hit_element("choose", look, clicked)
        target.component.choose(options, human.focus)
    elif target.tag == "select":
        layout.ensure_has_size("choose", look, target)
        _choose_options(human, target, options)
    else:
        for option in options:
            pointer.click(layout.hit_element("choose", look, option), human.focus)


def list_to_choose_from(look: PageView, element: Element, labels: list[str]) -> Element:
    find_options(look, element, labels)  # what is not there is missed before a field is left
    return control_of(element)


def ensure_counts(look: PageView, element: Element, text: str) -> None:
    """Fail if a component that counts is to be filled with something else than a number."""
    component = component_in(element)
    if component is None or not component.counts:
        return
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise PageError(f"fill: {text!r} is no number, and {explain.describe(look, element)} takes one")


def field_to_fill(look: PageView, element: Element, text: str) -> Element:
    """The field to fill; fails if it does not take this text."""
    target = labelled_control(element)
    if not is_field(target):
        raise PageError(f"fill: {explain.describe(look, target)} takes no text; see choose(), check() and upload()")
    if target.has("readonly"):
        raise NotActionable(f"fill: {explain.describe(look, target)} is read-only")
    if target.tag == "input" and controls.sanitize(target, text) != text and (
        controls.input_type(target) not in ("text", "search", "tel", "email", "url", "password")
    ):  # fmt: skip
        kind = controls.input_type(target)
        raise PageError(f"fill: {text!r} is no value for {explain.describe(look, target)} of the type {kind}")
    return target


def find_options(look: PageView, element: Element, labels: list[str]) -> list[Element]:
    """The options of a list with these labels, else with these values."""
    target = control_of(element)
    options = target.component.options() if target.component is not None else native_options(look, target)
    if options is None:
        raise PageError(f"choose: {explain.describe(look, element)} has no options to choose from")
    matches = []
    for name in labels:
        match = (
            [option for label, _, option in options if label == name]
            or [option for _, value, option in options if value == name]
            or [option for label, _, option in options if name and name in label]
        )
        if len(match) != 1:
            available = ", ".join(repr(label) for label, _, _ in options) or "none"
            number = f"{len(match)} options" if match else "no option"
            raise PageError(
                f"choose: expected one option {name!r} of {explain.describe(look, element)}, found {number}; "
                f"there are {available}"
            )
        matches += match
    return matches


def check(human: Human, look: PageView, element: Element) -> None:
    target = toggle_to_check(look, element)
    if target is not None:
        click(human, look, target)


def toggle_to_check(look: PageView, element: Element) -> Element | None:
    """The toggle to click; None if it is on already."""
    target = control_of(element)
    if _ensure_toggle("check", look, element):
        return None
    return control_to_click(look, target)


def uncheck(human: Human, look: PageView, element: Element) -> None:
    target = toggle_to_uncheck(look, element)
    if target is not None:
        click(human, look, target)


def toggle_to_uncheck(look: PageView, element: Element) -> Element | None:
    """The toggle to click; None if it is off already."""
    target = control_of(element)
    if not _ensure_toggle("uncheck", look, element):
        return None
    if look.role(target) == "radio":
        raise PageError(f"uncheck: {explain.describe(look, element)} is a radio button: check another one instead")
    return control_to_click(look, target)


def _ensure_toggle(verb: str, look: PageView, element: Element) -> bool:
    """Whether a toggle is on; fails if it is none."""
    state = checked_state(look, control_of(element))
    if state is None:
        raise PageError(f"{verb}: {explain.describe(look, element)} cannot be checked")
    return state


def upload(human: Human, look: PageView, element: Element, files: list[str | Path]) -> None:
    ensure_takes(look, element, len(files))
    controls.control(element).files = [Path(file).name for file in files]
    dispatch(Event("input", element))
    dispatch(Event("change", element))


def ensure_takes(look: PageView, element: Element, number: int) -> None:
    """Fail unless it is a file field that takes this many files."""
    if element.tag != "input" or controls.input_type(element) != "file":
        raise PageError(f"upload: {explain.describe(look, element)} takes no files")
    if number > 1 and not element.has("multiple"):
        raise PageError(f"upload: {explain.describe(look, element)} takes one file, got {number}; has it `multiple`?")


def component_in(element: Element) -> Component | None:
    """The component that an element is, or whose shadow tree it is in."""
    return host_of(element).component


def control_of(element: Element) -> Element:
    """The component that an element is, or whose shadow tree it is in, else the control of a label, else itself."""
    component = component_in(element)
    if component is not None:
        return component.element
    return labelled_control(element)


def labelled_control(element: Element) -> Element:
    """The control of a label; any other element itself."""
    if element.tag == "label":
        return controls.labelled_element(element) or element
    return element


def is_field(element: Element) -> bool:
    if element.tag == "input":
        return controls.input_type(element) not in controls.CLICKABLE_INPUTS - {"color"}
    return element.tag == "textarea" or controls.is_editing_host(element)


def _write(element: Element, text: str, *, is_block: bool) -> None:
    """Replace what is written in an element; a block that was emptied keeps one line."""
    # To empty it, Playwright presses a key.
    if not text and not dispatch(Event("keydown", element, key="Delete")):
        return
    is_empty = all(isinstance(child, Element) and child.tag == "br" for child in element.children)
    if announce_edit(element) and (text or not is_empty):
        _replace_content(element, text, is_block=is_block)
    if not text:
        dispatch(Event("keyup", element, key="Delete"))


def _replace_content(element: Element, text: str, *, is_block: bool) -> None:
    note_edit(element)
    content: list[DomNode] = []
    if text:
        content.append(Text(text))
    elif is_block:
        content.append(Element("br"))
    element.replace_children(content)
    # A browser inserts its lines one by one.
    for _ in list(filter(None, re.split(r"(\n)", text))) or [text]:
        dispatch(Event("input", element))


def native_options(look: PageView, element: Element) -> list[tuple[str, str, Element]] | None:
    """Label, value and element of each option; None if the element has no options."""
    if element.tag == "select":
        options = [option for option in controls.options(element) if not controls.is_disabled(option)]
        return [(controls.option_text(option), controls.option_value(option), option) for option in options]
    radios = [descendant for descendant in perceived(look, element) if look.role(descendant) in ("radio", "option")]
    if look.role(element) in ("radiogroup", "group", "listbox") and radios:
        return [(look.name(radio), radio.get("value") or "", radio) for radio in radios]
    return None


def _choose_options(human: Human, select: Element, options: list[Element]) -> None:
    human.focus.move(select)
    if not controls.is_multiple(select):
        options = options[:1]
    controls.set_selected(select, options)
    dispatch(Event("input", select))
    dispatch(Event("change", select))


def checked_state(look: PageView, element: Element) -> bool | None:
    if element.component is not None:
        return element.component.is_checked()
    if element.tag == "input" and controls.input_type(element) in ("checkbox", "radio"):
        return controls.is_checked(element)
    if look.role(element) in ("checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"):
        return (element.get("aria-checked") or "").lower() == "true"
    return None


# The verbs of an element.
VERBS: Final[Mapping[str, Verb]] = {
    "check": Verb(check, leave_for=toggle_to_check, after_leaving=click),
    "choose": Verb(choose, leave_for=list_to_choose_from),
    "click": Verb(click, leave_for=control_to_click),
    "dblclick": Verb(dblclick, leave_for=control_to_click, ends=second_click),
    "drag": Verb(drag, leave_for=element_to_drag, ends=drop),
    "fill": Verb(fill, leave_for=field_to_type_into),
    "focus": Verb(focus),
    "hover": Verb(hover),
    "right_click": Verb(right_click, leave_for=control_to_click),
    "uncheck": Verb(uncheck, leave_for=toggle_to_uncheck, after_leaving=click),
    "upload": Verb(upload),
}
