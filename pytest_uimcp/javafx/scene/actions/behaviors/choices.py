"""Combo boxes, choice boxes, date and colour pickers: opening, choosing, taking what was written."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from typing import Any

from pytest_uimcp.javafx.scene.actions.behaviors.buttons import act, take_focus
from pytest_uimcp.javafx.scene.actions.behaviors.lists import KEYS as LIST_KEYS
from pytest_uimcp.javafx.scene.actions.behaviors.lists import run_rule
from pytest_uimcp.javafx.scene.actions.events import FxEvent, copy_to, inside, on, platform_of
from pytest_uimcp.javafx.scene.model.base import hook
from pytest_uimcp.javafx.scene.model.choices import text_of
from pytest_uimcp.javafx.scene.stage.popups import show_choices, showing_popup

__all__ = ["commit", "date_of"]


@hook("ComboBoxBase ChoiceBox", "value")
def _changed(node: Any, _old: Any, _new: Any) -> None:
    """Another value is an action."""
    if node.scene is not None:
        act(node)


# --- opening


def _open(node: Any) -> None:
    """Open, unless this very press of the mouse has closed it."""
    if not _just_closed(node):
        show_choices(node)


def _just_closed(node: Any) -> bool:
    platform = platform_of(node)
    closed = platform.closed_by_press if platform is not None else []
    return any(popup.values.get("opener") is node for popup in closed)


def toggle(node: Any) -> None:
    """Open what is closed, close what is open."""
    popup = showing_popup(node)
    if popup is not None:
        popup.hide()
    else:
        _open(node)


@on("MOUSE_PRESSED", "ComboBoxBase ChoiceBox")
def _pressed(node: Any, event: FxEvent) -> None:
    if not _just_closed(node):
        take_focus(node)
    node.values["pressed here"] = event.button == "PRIMARY" and _opens(node, event)


def _opens(node: Any, event: FxEvent) -> bool:
    """In an editable one only the arrow opens."""
    field = node.is_a("DatePicker") or (node.is_a("ComboBoxBase") and node.read("editable"))
    return not field or inside(event, "arrow-button") is not None


@on("MOUSE_RELEASED", "ComboBoxBase ChoiceBox")
def _released(node: Any, event: FxEvent) -> None:
    if node.values.pop("pressed here", False):
        toggle(node)


# --- keys


STEPS = {"UP": -1, "DOWN": 1}


def _step(node: Any, step: int) -> None:
    model = node.read("selectionModel")
    if model is not None:
        index = model.read("selectedIndex") + step
        if 0 <= index < len(model.rows):
            model.clear_and_select(index)


def _editor(node: Any) -> Any:
    if node.read("editable") and "editor" in node.fx.props:
        return node.read("editor")
    return None


@on("KEY_PRESSED KEY_TYPED KEY_RELEASED", "ComboBoxBase")
def _key(node: Any, event: FxEvent) -> None:
    """Keys of its own first; the rest goes to the field of an editable one."""
    if event.target is not node:
        return
    rule = _pressed_rule(node, event) if event.kind == "KEY_PRESSED" else None
    if rule is not None:
        rule(node, event)
    elif event.kind == "KEY_RELEASED" and event.code == "ENTER":
        _enter(node, event)
    elif _editor(node) is not None and (event.code != "ESCAPE" or event.kind == "KEY_TYPED"):
        copy_to(event, _editor(node))
        event.consume()


def _pressed_rule(node: Any, event: FxEvent) -> Callable[[Any, FxEvent], None] | None:
    """What a key does here when it is pressed, if anything."""
    code = event.code
    plain = not event.modifiers
    if code == "F4" or (event.alt and code in STEPS):
        return _toggle_by_key
    if node.is_a("ColorPicker") and plain and code in ("ENTER", "SPACE"):
        return _toggle_by_key
    if code in ("ENTER", "ESCAPE"):
        return _finish
    if node.is_a("ComboBox") and plain and code in STEPS:
        return _step_by_key
    return None


def _toggle_by_key(node: Any, event: FxEvent) -> None:
    toggle(node)
    event.consume()


def _step_by_key(node: Any, event: FxEvent) -> None:
    _step(node, STEPS[event.code])
    event.consume()


def _finish(node: Any, event: FxEvent) -> None:
    """Both close what is open; else they are for the window's buttons."""
    popup = showing_popup(node)
    if popup is not None:
        popup.hide()
        event.consume()
    elif event.code == "ESCAPE" and _editor(node) is not None and node.parent is not None:
        copy_to(event, node.parent)
        event.consume()


def _enter(node: Any, event: FxEvent) -> None:
    """What was written is taken when ENTER is let go."""
    if _edited(node):
        commit(node)
    if _editor(node) is not None:
        copy_to(event, _editor(node))
        event.consume()


@on("KEY_PRESSED", "ChoiceBox")
def _choice_key(node: Any, event: FxEvent) -> None:
    if event.code == "SPACE" and not event.modifiers:
        toggle(node)
        event.consume()


# --- what was written


def _edited(node: Any) -> bool:
    """Whether the field says something else than the value."""
    editor = _editor(node)
    value = node.read("value")
    return editor is not None and (editor.read("text") or "") != ("" if value is None else text_of(node, value))


@hook("ComboBox", "focused")
def _left(node: Any, _old: bool, new: bool) -> None:
    if not new:
        commit(node)


def commit(node: Any) -> None:
    """Take the text of the field as the value."""
    editor = _editor(node)
    if editor is None:
        return
    text = editor.read("text") or ""
    if node.is_a("DatePicker"):
        found = date_of(text) if text.strip() else None
        if found is not None or not text.strip():
            node.put(node.fx.props["value"], found)
        return
    converter: Any = node.read("converter") if "converter" in node.fx.props else None
    if hasattr(converter, "fromString"):
        value = converter.fromString(text)
    else:
        value = text
    if value != node.read("value"):
        node.put(node.fx.props["value"], value)


def date_of(text: str) -> datetime.date | None:
    """A date as a picker writes it, or as ISO has it; `None` for anything else."""
    found = re.fullmatch(r"\s*(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})\s*", text)
    try:
        if found:
            year = int(found[3]) + (2000 if len(found[3]) == 2 else 0)
            return datetime.date(year, int(found[1]), int(found[2]))
        return datetime.date.fromisoformat(text.strip())
    except ValueError:
        return None


# --- the list that is open


def _close(node: Any) -> None:
    popup = showing_popup(node)
    if popup is not None:
        popup.hide()


def _combo_of(view: Any) -> Any:
    window = view.scene.window if view.scene is not None else None
    if window is not None:
        return window.values.get("opener")
    return None


def follow(view: Any) -> None:
    """What is selected in the open list is the combo box's value."""
    combo = _combo_of(view)
    index = view.values["selectionModel"].read("selectedIndex")
    if combo is not None and combo.read("selectionModel").read("selectedIndex") != index >= 0:
        combo.read("selectionModel").clear_and_select(index)


@on("KEY_PRESSED", "ComboBoxListViewSkin$3")
def _list_key(view: Any, event: FxEvent) -> None:
    combo = _combo_of(view)
    if combo is not None and event.code in ("ENTER", "ESCAPE", "F4"):
        if event.code == "ENTER":
            follow(view)
        _close(combo)
        event.consume()
        return
    if combo is None or not (combo.read("editable") and event.code in ("HOME", "END")):
        run_rule(LIST_KEYS, view, event)
        follow(view)


@on("MOUSE_RELEASED", "ComboBoxListViewSkin$2$1")
def _cell(cell: Any, event: FxEvent) -> None:
    view = cell.values.get("listView")
    combo = _combo_of(view) if view is not None else None
    if combo is None or cell.read("empty"):
        return
    follow(view)
    _close(combo)
