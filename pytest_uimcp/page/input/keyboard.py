"""Keys: their events and what they do to the focused element."""

from __future__ import annotations

from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.components import Component, component_of, draw_components
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.controls import form_of
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.nodes import Document, Element
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.editing import edited, select_all
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.input.pointer import submit, synthetic_click
from pytest_uimcp.page.keys import Stroke

__all__ = ["edit", "press", "press_in"]

_TYPED_INTO = controls.TEXT_INPUTS


def press(stroke: Stroke, document: Document, focus: Focus) -> None:
    """Press and release a key."""
    if stroke.key in ("Tab", "Escape"):
        draw_components(document)
    target = focus.element or document.body
    key, modifiers = stroke.key, stroke.modifiers
    if dispatch(Event("keydown", target, key=key, modifiers=modifiers)):
        writes = bool(stroke.text) or key == "Enter"
        if not writes or dispatch(Event("keypress", target, key=key, modifiers=modifiers)):
            _default(stroke, target, document, focus)
    up = focus.element or document.body
    if dispatch(Event("keyup", up, key=key, modifiers=modifiers)) and key == " " and up is target:
        _space(target, focus)


def press_in(field: Element, stroke: Stroke, document: Document, focus: Focus) -> None:
    """What a key does to a field that is a part of a component."""
    _default(stroke, field, document, focus)


def edit(element: Element, stroke: Stroke) -> bool:
    """Apply a key to a field's text; returns whether it had an effect."""
    text = controls.value(element)
    found = edited(element, text, stroke, element.get("maxlength"))
    if found is None:
        return False
    if found.changed:
        controls.control(element).value = found.text
        dispatch(Event("input", element))
    return True


def is_text_field(element: Element) -> bool:
    """Whether it takes typed characters."""
    return element.tag == "textarea" or (element.tag == "input" and controls.input_type(element) in _TYPED_INTO)


def is_editable(element: Element) -> bool:
    """Whether the user edits its content, as that of a document."""
    return any((around.get("contenteditable") or "false") != "false" for around in (element, *element.ancestors()))


def is_writable(element: Element) -> bool:
    """Whether the user may change it."""
    return not element.has("readonly") and not controls.is_disabled(element)


def _default(stroke: Stroke, target: Element, document: Document, focus: Focus) -> None:
    component = component_of(target)
    if component is not None and component.pressed(target, stroke, focus):
        return
    key = stroke.key
    if key == "Escape" and not stroke.modifiers:
        _escape(document, focus)
    elif key == "Tab" and not stroke.modifiers - {"shift"}:
        with document.tasks.script():
            if any(_component(layer).tabbed(layer, focus) for layer in document.layers.open):
                return
        reached = focus.next(PageView(document), backwards="shift" in stroke.modifiers)
        focus.move(reached)
        if reached is None:
            focus.forget()
        if reached is not None and _is_selected_by_tab(reached):
            component = component_of(reached)
            select_all((component.field(reached) if component is not None else None) or reached)
    elif is_editable(target):
        if stroke.text or key in ("Enter", "Backspace", "Delete"):
            refuse("editing")
    elif key == "Enter":
        _enter(stroke, target, focus)
    elif is_text_field(target) and is_writable(target) and not _steps(target, key):
        edit(target, stroke)
    elif key.startswith("Arrow"):
        _arrow(key, target, focus)


def _component(element: Element) -> Component:
    component = component_of(element)
    assert component is not None
    return component


def _escape(document: Document, focus: Focus) -> None:
    """Close what was opened last."""
    top = document.layers.closable
    component = component_of(top) if top is not None else None
    if top is not None and component is not None:
        with document.tasks.script():
            component.escaped(top, focus)


def _is_selected_by_tab(element: Element) -> bool:
    component = component_of(element)
    if component is not None:
        return component.selected_by_tab
    return element.tag == "input" and is_text_field(element)


def _enter(stroke: Stroke, target: Element, focus: Focus) -> None:
    if target.tag == "textarea":
        if is_writable(target):
            edit(target, Stroke("\n"))
    elif target.tag in ("button", "summary") or (target.tag == "a" and target.has("href")):
        synthetic_click(target, focus)
    elif target.tag == "input":
        kind = controls.input_type(target)
        if kind in ("button", "submit", "reset", "image", "file", "color"):
            synthetic_click(target, focus)
            return
        _commit(target)
        submit_implicitly(target, focus)


def _commit(element: Element) -> None:
    """Enter in a field commits the edit: `change` is fired before the focus leaves."""
    state = controls.control(element)
    if state.at_focus is not None and controls.value(element) != state.at_focus:
        state.at_focus = controls.value(element)
        dispatch(Event("change", element))


def submit_implicitly(element: Element, focus: Focus) -> None:
    form = form_of(element)
    if form is None:
        return
    for other in form.descendants():
        kind = controls.input_type(other) if other.tag == "input" else (other.get("type") or "submit").lower()
        if other.tag in ("button", "input") and kind in ("submit", "image"):
            if not controls.is_disabled(other):
                synthetic_click(other, focus)
            return
    fields = [e for e in form.descendants() if e.tag == "input" and is_text_field(e)]
    if len(fields) <= 1:
        submit(element)


def _space(target: Element, focus: Focus) -> None:
    kind = controls.input_type(target) if target.tag == "input" else ""
    if target.tag in ("button", "summary") or kind in (
        "button",
        "checkbox",
        "radio",
        "submit",
        "reset",
        "image",
        "file",
    ):
        synthetic_click(target, focus)


def _arrow(key: str, target: Element, focus: Focus) -> None:
    step = 1 if key in ("ArrowDown", "ArrowRight") else -1
    if target.tag == "select" and not controls.is_multiple(target):
        _choose_neighbour(target, step)
    elif target.tag == "input" and controls.input_type(target) == "radio":
        group = [one for one in controls.radio_group(target) if not controls.is_disabled(one)]
        if target in group:
            neighbour = group[(group.index(target) + step) % len(group)]
            focus.move(neighbour)
            synthetic_click(neighbour, focus)


def _steps(element: Element, key: str) -> bool:
    """Arrow keys step a number up and down."""
    step = {"ArrowUp": 1.0, "ArrowDown": -1.0}.get(key)
    if step is None or element.tag != "input" or controls.input_type(element) != "number":
        return False
    number = float(controls.value(element) or 0) + step * float(element.get("step") or 1)
    controls.control(element).value = f"{number:.10g}"
    dispatch(Event("input", element))
    dispatch(Event("change", element))
    return True


def _choose_neighbour(select: Element, step: int) -> None:
    there = [option for option in controls.options(select) if not controls.is_disabled(option)]
    chosen = controls.selected_options(select)
    place = (there.index(chosen[0]) if chosen and chosen[0] in there else -1) + step
    if 0 <= place < len(there):
        controls.set_selected(select, [there[place]])
        dispatch(Event("input", select))
        dispatch(Event("change", select))
