"""What each verb does to its element."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from pytest_uimcp.aria.explain import with_tree
from pytest_uimcp.core.steps import StepLog
from pytest_uimcp.page import explain
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.accessible.states import disabled
from pytest_uimcp.page.components import Component, refuse_unknown
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.flat import flat_children, host_of, in_shadow
from pytest_uimcp.page.dom.inert import modal_over
from pytest_uimcp.page.dom.nodes import Document, Element, Node, Text
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.errors import NotActionable, PageError
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input import keyboard, pointer, segments
from pytest_uimcp.page.input.editing import note_edit, replace_all, select_all
from pytest_uimcp.page.input.focus import Focus, focus_of, takes_focus
from pytest_uimcp.page.input.stepping import is_in_the_middle
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.sight import PageSight
from pytest_uimcp.page.targets import perceived

__all__ = [
    "VERBS", "Human", "Verb", "checked_state", "component_in", "control_of", "ensure", "ensure_counts", "ensure_takes",
    "field_to_fill", "labelled_control", "lists", "options_meant", "press", "rows",
]  # fmt: skip

Verb: TypeAlias = Callable[..., None]


@dataclass(slots=True)
class Human:
    """The user of a page: one focus, one pointer, one log of steps."""

    document: Document
    focus: Focus
    story: StepLog
    leave_for: Callable[[str, Element], PageView]
    """Leaves the focused field on the way to another element: the verb, and that element."""

    @property
    def pointer(self) -> Element | None:
        """What the pointer is over."""
        return self.document.hovered

    @pointer.setter
    def pointer(self, element: Element | None) -> None:
        self.document.hovered = element


_ROW_ROLES = words("menuitemradio row menuitem menuitemcheckbox treeitem option radio listitem")
_BY_MOUSE = frozenset({"check", "choose", "click", "hover", "uncheck"})
_BY_KEYS = frozenset({"clear", "fill", "focus", "press"})
_LIST_ROLES = words("tree grid list listbox treegrid table")


def ensure(verb: str, look: PageView, root: Element, element: Element) -> None:
    """Fail unless the user could act on the element."""
    for outer in (element, *element.ancestors()) if look.is_simulated else ():
        refuse_unknown(outer)
    reason = (
        explain.hidden_reason(look, element)
        or (_unusable(look, element) if verb not in ("hover", "find") else None)
        or _in_the_way(verb, look, element)
    )
    if reason is not None:
        message = f"{verb}: {explain.describe(look, element)} is there, but {reason}"
        raise NotActionable(with_tree(message, PageSight(look, root)))


def _unusable(look: PageView, element: Element) -> str | None:
    """Why a visible element does not react to the user."""
    host = host_of(element)
    role = look.role(element) or ""
    if (
        controls.is_disabled(element)
        or (host.component is not None and host.has("disabled"))
        or disabled(element, role)
    ):
        return "it is disabled"
    around: Element | None = element
    while around is not None:
        if around.has("inert"):
            return "it is inert"
        around = look.parent(around)
    return None


def _in_the_way(verb: str, look: PageView, element: Element) -> str | None:
    """What keeps the mouse or the keyboard from the element."""
    if verb in ("click", "hover") and look.is_simulated and _has_nothing_to_hit(look, element):
        return "nothing in it is displayed"
    layers = look.document.layers
    # A browser knows itself what is in the way of its mouse.
    if look.is_simulated and verb in _BY_MOUSE and (window := _over(look, element, layers.front)) is not None:
        return f"it is covered by {explain.describe(look, window)}, which is open over the page"
    # The window would take the focus back at once, and get what is typed.
    if verb.partition("(")[0] in _BY_KEYS and (window := _over(look, element, layers.modal)) is not None:
        return f"it is behind {explain.describe(look, window)}, which is open over the page and keeps the focus"
    if (over := modal_over(element)) is not None:
        return f"it is behind {explain.describe(look, over)}, which is open as a modal dialog"
    return None


def _has_nothing_to_hit(look: PageView, element: Element) -> bool:
    """Whether it has no box of its own (`display: contents`) and nothing in it has one, as in a closed `sl-alert`.

    The browser's mouse goes to what is around a slot instead.
    """
    if element.tag == "slot" or look.styles.display(element) != "contents":
        return False
    return not any(map(partial(_is_drawn, look), element.children))


def _is_drawn(look: PageView, node: Node) -> bool:
    if isinstance(node, Element):
        return explain.hidden_reason(look, node) is None and not _has_nothing_to_hit(look, node)
    if not isinstance(node, Text) or not node.data.strip():
        return False
    around = look.parent(node)
    return around is not None and look.styles.is_rendered(around)


def _over(look: PageView, element: Element, window: Element | None) -> Element | None:
    """The window, if the element is outside it and it can be used itself."""
    if window is None or window.contains(element) or modal_over(window) is not None:
        return None
    if look.styles.is_rendered(window):
        return window
    return None


def click(human: Human, look: PageView, element: Element) -> None:
    option = element.closest("option")
    select = option.closest("select") if option is not None else None
    is_range = element.tag == "input" and controls.input_type(element) == "range"
    if is_range and not in_shadow(element) and not is_in_the_middle(element):
        refuse("slider")
    look = human.leave_for("click", element if select is None else select)
    element = _hit(look, element)
    hover(human, look, element)
    if option is not None and select is not None:
        _choose_options(human, select, [option])
        return
    pointer.click(element, human.focus)


def _hit(look: PageView, element: Element) -> Element:
    """What a click on an element hits: what is around it, if it lets the pointer through."""
    while not look.styles.takes_pointer(element):
        around = look.parent(element)
        if around is None:
            break
        element = around
    return element


def hover(human: Human, look: PageView, element: Element) -> None:
    element = _hit(look, element)
    if human.pointer is not None and human.pointer.document() is human.document:
        last = human.pointer
    else:
        last = None
    pointer.hover(element, last)
    human.pointer = element


def focus(human: Human, look: PageView, element: Element) -> None:
    target = focus_of(element)
    component = target.component
    if component is not None and component.focuses_part(element, human.focus):
        return
    if takes_focus(target):
        field = (component.find_field() if component is not None else None) or element
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
    """Press a key on the focused element."""
    keyboard.press(stroke, human.document, human.focus)


def fill(human: Human, look: PageView, element: Element, text: str) -> None:
    """Replace the content of a field."""
    component = component_in(element)
    field = component.find_field() if component is not None else None
    if component is not None and field is None:
        if not component.takes_text:
            raise PageError(f"fill: {explain.describe(look, element)} takes no text; see choose() and check()")
        ensure_counts(look, element, text)
        if not component.is_filled_by_script:
            human.focus.move(component.element)
        component.fill(text)
        return
    target = field_to_fill(look, field or element, text)
    human.leave_for("fill", target)
    if target.tag not in ("input", "textarea"):
        human.focus.move(target)
        _write(target, text, is_block=look.styles.display(target) != "inline")
        return
    outer = focus_of(target)
    if human.focus.element is outer:
        segments.enter_again(target)
    else:
        segments.enter(target, backwards=False)
    if outer.component is None or not outer.component.focuses_part(target, human.focus):
        human.focus.move(outer)
    if controls.takes_text(target):
        if text:
            _type(target, text)
        else:  # as a user does it, and Playwright
            select_all(target)
            keyboard.press(Stroke("Delete"), human.document, human.focus)
        return
    state = controls.control(target)
    controls.forget_editing(state)
    state.value = state.at_focus = controls.sanitize(target, text)
    dispatch(Event("input", target))
    dispatch(Event("change", target))


def _type(target: Element, text: str) -> None:
    """Replace the text of a field as a user does: what is longer than the field allows is cut off."""
    state = controls.control(target)
    before = controls.typed_text(target)
    limit = target.get("maxlength") or ""
    is_limited = limit.isdigit() and not (target.tag == "input" and controls.input_type(target) == "number")
    new = text[: int(limit)] if is_limited else text
    replace_all(target, before, new)
    state.is_typed = True
    state.is_bad = False
    # A browser inserts lines one by one.
    if target.tag == "textarea":
        parts = [part for part in re.split(r"(\n)", new) if part]
    else:
        parts = [new]
    for end in range(1, len(parts) + 1):
        there = "".join(parts[:end])
        # An address is taken as it was typed, spaces included.
        is_url = target.tag == "input" and controls.input_type(target) == "url"
        state.raw_text = there
        state.value = there if is_url else controls.value_for_input(target, there)
        dispatch(Event("input", target))


def choose(human: Human, look: PageView, element: Element, wanted: list[str]) -> None:
    target, found = options_meant(look, element, wanted)
    human.leave_for("choose", target)
    if target.component is not None:
        target.component.choose(found, human.focus)
    elif target.tag == "select":
        _choose_options(human, target, found)
    else:
        for one in found:
            pointer.click(one, human.focus)


def ensure_counts(look: PageView, element: Element, text: str) -> None:
    """Fail if a component that counts is to be filled with something else than a number."""
    component = component_in(element)
    if component is None or not component.counts:
        return
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
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


def options_meant(look: PageView, element: Element, wanted: list[str]) -> tuple[Element, list[Element]]:
    """The list, and its options with these labels, else with these values."""
    target = control_of(element)
    if target.component is not None:
        there = target.component.options()
    else:
        there = native_options(look, target)
    if there is None:
        raise PageError(f"choose: {explain.describe(look, element)} has no options to choose from")
    found = []
    for name in wanted:
        match = [o for label, _, o in there if label == name] or [o for _, value, o in there if value == name]
        match = match or [o for label, _, o in there if name and name in label]
        if len(match) != 1:
            listed = ", ".join(repr(label) for label, _, _ in there) or "none"
            what = "no option" if not match else f"{len(match)} options"
            described = explain.describe(look, element)
            raise PageError(f"choose: expected one option {name!r} of {described}, found {what}; there are {listed}")
        found.append(match[0])
    return target, found


def check(human: Human, look: PageView, element: Element) -> None:
    """Turn a toggle on."""
    _turn(human, look, element, True)


def _turn(human: Human, look: PageView, element: Element, on: bool) -> None:
    verb = "check" if on else "uncheck"
    target = control_of(element)
    now = checked_state(look, target)
    if now is None:
        raise PageError(f"{verb}: {explain.describe(look, element)} cannot be checked")
    if now and not on and look.role(target) == "radio":
        raise PageError(f"{verb}: {explain.describe(look, element)} is a radio button: check another one instead")
    if now != on:
        click(human, look, target)


def uncheck(human: Human, look: PageView, element: Element) -> None:
    """Turn a toggle off."""
    _turn(human, look, element, False)


def upload(human: Human, look: PageView, element: Element, files: list[str | Path]) -> None:
    """Give files to a file field."""
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


def lists(look: PageView, root: Element) -> list[Element]:
    """The lists in an element: those of the markup and those of `ui-viewlist`, outermost first."""
    found: list[Element] = []
    for element in perceived(look, root):
        listed = element.has("ui-viewlist") or look.role(element) in _LIST_ROLES
        if listed and not any(outer.contains(element) for outer in found):
            found.append(element)
    return found


def rows(look: PageView, element: Element) -> list[Element]:
    """The rows of a list or a table."""
    inner = element if element.has("ui-viewlist") else _viewlist_in(element)
    if inner is not None:
        there = (child for child in flat_children(inner) if isinstance(child, Element))
        return [child for child in there if look.styles.is_visible(child)]
    found: list[Element] = []
    for below in perceived(look, element):
        if look.role(below) in _ROW_ROLES and not any(outer.contains(below) for outer in found):
            found.append(below)
    return found


def _viewlist_in(element: Element) -> Element | None:
    found = [below for below in element.descendants() if below.has("ui-viewlist")]
    outer = [one for one in found if not any(other is not one and other.contains(one) for other in found)]
    if len(outer) == 1:
        return outer[0]
    return None


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
    """Whether it is a field that takes text."""
    if element.tag == "input":
        return controls.input_type(element) not in controls.CLICKABLE_INPUTS - {"color"}
    return element.tag == "textarea" or controls.is_editing_host(element)


def _write(element: Element, text: str, *, is_block: bool) -> None:
    """Replace what is written in an element; a block that was emptied keeps one line."""
    if not text and all(isinstance(child, Element) and child.tag == "br" for child in element.children):
        return
    note_edit(element)
    line: list[Node] = [Element("br")] if is_block else []
    element.replace_children([Text(text)] if text else line)
    dispatch(Event("input", element))


def native_options(look: PageView, element: Element) -> list[tuple[str, str, Element]] | None:
    """Label, value and element of each option; None if the element has no options."""
    if element.tag == "select":
        there = [option for option in controls.options(element) if not controls.is_disabled(option)]
        return [(controls.option_text(o), controls.option_value(o), o) for o in there]
    radios = [e for e in perceived(look, element) if look.role(e) in ("radio", "option")]
    if look.role(element) in ("radiogroup", "group", "listbox") and radios:
        return [(look.name(e), e.get("value") or "", e) for e in radios]
    return None


def _choose_options(human: Human, select: Element, chosen: list[Element]) -> None:
    human.focus.move(select)
    if not controls.is_multiple(select):
        chosen = chosen[:1]
    controls.set_selected(select, chosen)
    dispatch(Event("input", select))
    dispatch(Event("change", select))


def checked_state(look: PageView, element: Element) -> bool | None:
    """Whether it is checked; None if it cannot be."""
    if element.component is not None:
        return element.component.is_checked()
    if element.tag == "input" and controls.input_type(element) in ("checkbox", "radio"):
        return controls.is_checked(element)
    if look.role(element) in ("checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"):
        return (element.get("aria-checked") or "").lower() == "true"
    return None


VERBS: Final[dict[str, Verb]] = {
    "check": check, "choose": choose, "click": click, "fill": fill, "focus": focus, "hover": hover,
    "uncheck": uncheck, "upload": upload,
}  # fmt: skip
"""The verbs of an element."""
