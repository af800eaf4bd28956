"""Keys: their events and what they do to the focused element."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.events import Event, announce_edit, dispatch
from pytest_uimcp.page.dom.nodes import Document, Element
from pytest_uimcp.page.dom.validity import is_invalid
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input import segments
from pytest_uimcp.page.input.choosing import choose_by_key, neighbour_in_group
from pytest_uimcp.page.input.clipboard import clipboard_command, use_clipboard
from pytest_uimcp.page.input.editing import (
    apply_key,
    has_selection,
    has_step,
    is_redo,
    letters_for_number,
    note_edit,
    select_all,
    skip_step,
    take,
)
from pytest_uimcp.page.input.focus import Focus, commit, field_of
from pytest_uimcp.page.input.forms import submit_implicitly
from pytest_uimcp.page.input.open_list import open_list, press_in_list
from pytest_uimcp.page.input.opening import escape, toggle_details
from pytest_uimcp.page.input.pointer import synthetic_click
from pytest_uimcp.page.input.stepping import step_number, step_range
from pytest_uimcp.page.keys import Stroke

__all__ = ["edit", "press", "press_in"]

_MODIFIER_KEYS: Final = {"ctrl": "Control", "alt": "Alt", "shift": "Shift", "meta": "Meta"}
_SEGMENTED = frozenset({"date", "time", "month", "week", "datetime-local"})
# With Control: bold, italic and underlined.
_FORMATS: Final = frozenset("biu")
_CLICKED = words("button checkbox color file image radio reset submit")


def press(stroke: Stroke, document: Document, focus: Focus) -> None:
    if _is_picking(stroke, document, focus):
        return
    modifiers: frozenset[str] = frozenset()
    # Modifiers are keys, too: pressed before the key and released after it, in the other order.
    for name in filter(stroke.modifiers.__contains__, _MODIFIER_KEYS):
        modifiers |= {name}
        dispatch(Event("keydown", focus.element or document.body, key=_MODIFIER_KEYS[name], modifiers=modifiers))
    _press(stroke, document, focus)
    for name in filter(stroke.modifiers.__contains__, reversed(_MODIFIER_KEYS)):
        modifiers -= {name}
        dispatch(Event("keyup", focus.element or document.body, key=_MODIFIER_KEYS[name], modifiers=modifiers))


def _is_picking(stroke: Stroke, document: Document, focus: Focus) -> bool:
    """Whether a list or a picker that is open over the page gets the key."""
    picker = document.picker
    if picker is None or picker.document() is not document:
        return False
    if picker.tag == "input":
        refuse("picker", controls.input_type(picker))
    if focus.element is picker:
        press_in_list(picker, stroke, document)
        return True
    return False


def _press(stroke: Stroke, document: Document, focus: Focus) -> None:
    target = focus.element or document.body
    key = stroke.key
    modifiers = stroke.modifiers
    if dispatch(Event("keydown", target, key=key, modifiers=modifiers)):
        # `keypress` comes only for keys that write, and for Enter.
        writes = bool(stroke.text) or (key == "Enter" and not modifiers - {"shift"})
        if not writes or dispatch(Event("keypress", target, key=key, modifiers=modifiers)):
            _default(stroke, target, document, focus)
    # The focus may have moved meanwhile. Space clicks when it is released, where it was pressed.
    up = focus.element or document.body
    if dispatch(Event("keyup", up, key=key, modifiers=modifiers)) and key == " " and up is target:
        _space(target, focus)


def press_in(field: Element, stroke: Stroke, document: Document, focus: Focus) -> None:
    _default(stroke, field, document, focus)


def edit(element: Element, stroke: Stroke) -> bool:
    """Apply a key to a field's text; returns whether it had an effect."""
    if _begins_edit(element, stroke) and not announce_edit(element):
        return True
    return _edit(element, stroke)


def _begins_edit(element: Element, stroke: Stroke) -> bool:
    """Whether a key is announced as an edit: also one that the field then takes nothing of."""
    if _is_undo(stroke):
        return has_step(element, stroke)
    return bool(stroke.text) or stroke.key in ("Backspace", "Delete")


def _edit(element: Element, stroke: Stroke) -> bool:
    kind = controls.input_type(element)
    is_number = kind == "number"
    if is_number and stroke.text and not letters_for_number(element, stroke.text):
        # Nothing is typed, but what is selected goes.
        if not has_selection(element, controls.typed_text(element)):
            return True
        stroke = Stroke("Delete")
    result = apply_key(element, controls.typed_text(element), stroke, None if is_number else element.get("maxlength"))
    if result is None:
        return False
    if result.changed:
        note_edit(element)
        take(element, result.text)
        dispatch(Event("input", element))
    return True


def is_editable(element: Element) -> bool:
    """Whether the user edits its content, as that of a document."""
    return any(
        "contenteditable" in ancestor.attributes and controls.is_editing_host(ancestor) for ancestor in element.path()
    )


def _changes_content(stroke: Stroke, target: Element) -> bool:
    """Whether a key edits or copies what is in an element that is edited like a document."""
    if stroke.text or stroke.key in ("Enter", "Backspace", "Delete") or _is_undo(stroke) or clipboard_command(stroke):
        return True
    is_format = stroke.key.lower() in _FORMATS and bool(stroke.modifiers & {"ctrl", "meta"})
    return is_format and not any(
        (ancestor.get("contenteditable") or "").lower() == "plaintext-only" for ancestor in target.path()
    )


def is_writable(element: Element) -> bool:
    return not element.has("readonly") and not controls.is_disabled(element)


def _default(stroke: Stroke, target: Element, document: Document, focus: Focus) -> None:
    component = target.component
    # Undo is the page's, not the field's: the browser goes back in the field that was edited last.
    if _is_undo(stroke) and (component is None or component.find_field() is None):
        _refuse_undo_elsewhere(stroke, target, document)
    if component is not None and component.on_key(stroke, focus):
        return
    key = stroke.key
    if key == "Escape" and not stroke.modifiers:
        _escape(target, document, focus)
    elif key == "Tab" and _is_plain(stroke):
        _tab(target, document, focus, backwards="shift" in stroke.modifiers)
    elif is_editable(target):
        if _changes_content(stroke, target):
            refuse("editing")
    elif command := clipboard_command(stroke):
        _use_clipboard_key(command, key, target)
    elif key == "Enter":
        _enter(stroke, target, focus)
    elif not controls.is_disabled(target):
        _use_control(stroke, target, focus)


def _use_clipboard_key(command: str, key: str, target: Element) -> None:
    use_clipboard(command, target)
    # In a field of parts it takes the part away, which is no text to be cut.
    if key == "Delete" and controls.input_type(target) in _SEGMENTED and not controls.is_disabled(target):
        segments.press_key(target, Stroke("Delete"))


def _tab(target: Element, document: Document, focus: Focus, *, backwards: bool) -> None:
    with document.tasks.script():
        if any(_traps(layer, focus) for layer in document.layers.open):
            return
    if segments.move_to_part(field_of(target), backwards=backwards):
        return
    reached = focus.next(PageView(document), backwards=backwards)
    focus.move(reached)
    # Past the last element the focus is in the browser's own window.
    if reached is None:
        focus.forget()
        return
    segments.enter(field_of(reached), backwards=backwards)
    if _is_selected_by_tab(reached):
        select_all(field_of(reached))


def _use_control(stroke: Stroke, target: Element, focus: Focus) -> None:
    kind = controls.input_type(target) or target.tag
    if controls.takes_text(target):
        _type(stroke, target, kind)
    elif kind in _USES:
        _USES[kind](stroke, target, focus)
    elif kind in _SEGMENTED:
        segments.press_key(target, stroke)


def _type(stroke: Stroke, target: Element, kind: str) -> None:
    if target.has("readonly"):  # the caret moves all the same
        if stroke.text:
            announce_edit(target)
        if not (stroke.text or stroke.key in ("Backspace", "Delete") or _is_undo(stroke)):
            edit(target, stroke)
        elif _is_undo(stroke) and skip_step(target, stroke):
            dispatch(Event("input", target))
    elif not (kind == "number" and _steps(stroke) and step_number(target, stroke.key)):
        edit(target, stroke)


def _steps(stroke: Stroke) -> bool:
    """Alt+ArrowDown opens the list of a field that has one."""
    return not (stroke.key == "ArrowDown" and "alt" in stroke.modifiers)


def _slide(stroke: Stroke, target: Element, _focus: Focus) -> None:
    step_range(target, stroke.key)


def _to_neighbour(stroke: Stroke, target: Element, focus: Focus) -> None:
    if _is_plain(stroke) and (neighbour := neighbour_in_group(target, stroke.key)) is not None:
        focus.move(neighbour)
        synthetic_click(neighbour, focus)


def _is_plain(stroke: Stroke) -> bool:
    return not stroke.modifiers - {"shift"}


def _choose(stroke: Stroke, target: Element, _focus: Focus) -> None:
    choose_by_key(target, stroke)


_USES: Final[Mapping[str, Callable[[Stroke, Element, Focus], None]]] = {
    "radio": _to_neighbour, "range": _slide, "select": _choose,
}  # fmt: skip


def _traps(layer: Element, focus: Focus) -> bool:
    return layer.component is not None and layer.component.on_tab(focus)


def _is_undo(stroke: Stroke) -> bool:
    return stroke.key.lower() in ("z", "y") and bool(stroke.modifiers & {"ctrl", "meta"})


def _refuse_undo_elsewhere(stroke: Stroke, target: Element, document: Document) -> None:
    """A browser undoes the last edit of the page, in whatever field it was."""
    document.edited[:] = [
        field for field in document.edited if field.document() is document and field.control is not None
    ]
    for field in reversed(document.edited):
        state = controls.control(field)
        # What a script has overwritten cannot be undone, but its field may get the focus.
        steps = (state.redo_steps if is_redo(stroke) else state.undo_steps) or state.is_overwritten
        if steps or controls.is_editing_host(field):
            if field is not target:
                refuse("undo")
            return


def _refuse_picker(target: Element) -> None:
    kind = controls.input_type(target)
    if kind == "color" or segments.is_at_button(target):
        refuse("picker", kind)


def _clear_search(target: Element) -> bool:
    is_search = controls.input_type(target) == "search"
    if not is_search or not is_writable(target) or not controls.value(target):
        return False
    select_all(target)
    _edit(target, Stroke("Delete"))
    # A browser sets another value, which is no edit to be undone.
    state = controls.control(target)
    del state.undo_steps[-1:]
    controls.lose_steps(state)
    return True


def _escape(target: Element, document: Document, focus: Focus) -> None:
    """Empty a field for searches, else close what was opened last."""
    if _clear_search(target):
        return
    top = document.layers.closable
    if top is None:
        return
    if top.component is None:
        escape(top, focus)
    else:
        with document.tasks.script():
            top.component.on_escape(focus)


def _is_selected_by_tab(element: Element) -> bool:
    if element.component is not None:
        return element.component.selected_by_tab
    return element.tag == "input" and controls.takes_text(element)


def _enter(stroke: Stroke, target: Element, focus: Focus) -> None:
    if not _is_plain(stroke):
        if target.tag == "a" and target.has("href"):  # it opens elsewhere
            dispatch(Event("click", target))
    elif target.tag == "textarea":
        if is_writable(target):
            edit(target, Stroke("\n"))
    elif target.tag in ("button", "summary") or (target.tag == "a" and target.has("href")):
        synthetic_click(target, focus)
    # Chromium makes a summary for details without one; here they stand for it themselves.
    elif target.tag == "details":
        toggle_details(target)
    elif target.tag == "select" and not controls.is_listed(target):
        open_list(target)
    elif target.tag == "input":
        _enter_in_input(target, focus)


def _enter_in_input(target: Element, focus: Focus) -> None:
    _refuse_picker(target)
    if controls.takes_text(target) and is_writable(target) and not announce_edit(target):
        return
    if controls.input_type(target) in ("button", "submit", "reset", "image", "file"):
        synthetic_click(target, focus)
        return
    # Enter ends the edit even where it submits nothing.
    commit(target)
    submit_implicitly(target, focus, synthetic_click)
    if controls.form_of(target) is not None and is_invalid(target):  # it was given the focus again
        segments.enter_again(target)


def _space(target: Element, focus: Focus) -> None:
    kind = controls.input_type(target)
    if target.tag == "details":
        toggle_details(target)
    elif kind == "radio" and controls.is_checked(target):
        return
    elif kind == "color":
        _refuse_picker(target)
    elif target.tag in ("button", "summary") or kind in _CLICKED:
        synthetic_click(target, focus)
