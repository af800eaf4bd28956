"""Combo boxes, choice boxes, date and colour pickers: opening, choosing, taking what was written."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from typing import Final

from pytest_uimcp.javafx.scene.actions.behaviors.buttons import fire_action, take_focus
from pytest_uimcp.javafx.scene.actions.behaviors.lists import KEYS as LIST_KEYS
from pytest_uimcp.javafx.scene.actions.behaviors.lists import run_rule
from pytest_uimcp.javafx.scene.actions.events import FxEvent, copy_to, inside, on, platform_of
from pytest_uimcp.javafx.scene.model.base import hook
from pytest_uimcp.javafx.scene.model.choices import text_of
from pytest_uimcp.javafx.scene.model.classes import extends
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.selection import RowView, selection_of
from pytest_uimcp.javafx.scene.stage.popups import popup_of, show_choices, showing_popup


@extends("ComboBoxBase ChoiceBox")
class ChoiceNode(Node):
    """What opens when it is pressed and let go."""

    __slots__ = ("opens_on_release",)

    def prepare(self) -> None:
        super().prepare()
        self.opens_on_release = False


@hook("ComboBoxBase ChoiceBox", "value")
def _changed(node: Node, _old: object, _new: object) -> None:
    """Another value is an action."""
    # Outside a scene the value is the first one, which a document or a program sets.
    if node.scene is not None:
        fire_action(node)


def _open(node: Node) -> None:
    """Open, unless this very press of the mouse has closed it."""
    if not _was_closed_by_press(node):
        show_choices(node)


# A press outside closes a popup before any control hears of it; without this rule the same press, let go, would open
# it again, and an open combo box could not be closed at its arrow.
def _was_closed_by_press(node: Node) -> bool:
    platform = platform_of(node)
    return platform is not None and any(popup.opener is node for popup in platform.closed_by_press)


def toggle(node: Node) -> None:
    popup = showing_popup(node)
    if popup is not None:
        popup.hide()
    else:
        _open(node)


@on("MOUSE_PRESSED", "ComboBoxBase ChoiceBox")
def _pressed(node: ChoiceNode, event: FxEvent) -> None:
    if not _was_closed_by_press(node):
        take_focus(node)
    # Which part was pressed counts, wherever in the control the button is let go.
    node.opens_on_release = event.button == "PRIMARY" and _opens(node, event)


def _opens(node: Node, event: FxEvent) -> bool:
    """In an editable one only the arrow opens."""
    has_field = node.is_a("DatePicker") or (node.is_a("ComboBoxBase") and node.read("editable"))
    return not has_field or inside(event, "arrow-button") is not None


@on("MOUSE_RELEASED", "ComboBoxBase ChoiceBox")
def _released(node: ChoiceNode, _event: FxEvent) -> None:
    if node.opens_on_release:
        node.opens_on_release = False
        toggle(node)


STEPS: Final[Mapping[str, int]] = {"UP": -1, "DOWN": 1}


def _step(node: Node, step: int) -> None:
    model = node.read("selectionModel")
    if model is not None:
        index = model.read("selectedIndex") + step
        # At the ends nothing happens: a combo box does not go round.
        if 0 <= index < len(model.rows):
            model.clear_and_select(index)


def _editor(node: Node) -> Node | None:
    if node.read("editable") and "editor" in node.fx.props:
        return node.read("editor")
    return None


@on("KEY_PRESSED KEY_TYPED KEY_RELEASED", "ComboBoxBase")
def _key(node: Node, event: FxEvent) -> None:
    """Keys of its own first; the rest goes to the field of an editable one."""
    # The editor's own keys come by on their way up; they have been used already.
    if event.target is not node:
        return
    if event.kind == "KEY_PRESSED":
        rule = _pressed_rule(node, event)
    else:
        rule = None
    if rule is not None:
        rule(node, event)
    elif event.kind == "KEY_RELEASED" and event.code == "ENTER":
        _enter(node, event)
    elif event.code != "ESCAPE" or event.kind == "KEY_TYPED":
        _copy_to_editor(node, event)


def _copy_to_editor(node: Node, event: FxEvent) -> None:
    editor = _editor(node)
    if editor is not None:
        copy_to(event, editor)
        event.consume()


def _pressed_rule(node: Node, event: FxEvent) -> Callable[[Node, FxEvent], None] | None:
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


def _toggle_by_key(node: Node, event: FxEvent) -> None:
    toggle(node)
    event.consume()


def _step_by_key(node: Node, event: FxEvent) -> None:
    _step(node, STEPS[event.code])
    event.consume()


def _finish(node: Node, event: FxEvent) -> None:
    """Both close what is open; else they are for the window's buttons."""
    popup = showing_popup(node)
    if popup is not None:
        popup.hide()
        event.consume()
    # The field would use up ESCAPE; from the parent on it reaches the window's cancel button.
    elif event.code == "ESCAPE" and _editor(node) is not None and node.parent is not None:
        copy_to(event, node.parent)
        event.consume()


def _enter(node: Node, event: FxEvent) -> None:
    """What was written is taken when ENTER is let go."""
    if _edited(node):
        commit(node)
    _copy_to_editor(node, event)


@on("KEY_PRESSED", "ChoiceBox")
def _choice_key(node: Node, event: FxEvent) -> None:
    if event.code == "SPACE" and not event.modifiers:
        toggle(node)
        event.consume()


def _edited(node: Node) -> bool:
    editor = _editor(node)
    value = node.read("value")
    return editor is not None and (editor.read("text") or "") != ("" if value is None else text_of(node, value))


@hook("ComboBox", "focused")
def _focus_changed(node: Node, _old: bool, new: bool) -> None:
    # What was written is not lost when TAB or the mouse leaves the field.
    if not new:
        commit(node)


def commit(node: Node) -> None:
    editor = _editor(node)
    if editor is None:
        return
    text = editor.read("text") or ""
    if node.is_a("DatePicker"):
        # A text that is no date leaves the value as it is; no text at all takes it away.
        date = date_of(text)
        if date is not None or not text.strip():
            node.write("value", date)
        return
    platform = platform_of(node)
    if platform is not None:
        # A converter is the program's: where it raises, the program hears of it and the value stays.
        platform.guarded(_take, node, text)


def _take(node: Node, text: str) -> None:
    from_string = getattr(node.values.get("converter"), "fromString", None)
    # Without a converter the text is the value, as JavaFX's usual converter has it.
    value = text if from_string is None else from_string(text)
    if value != node.read("value"):
        node.write("value", value)


def date_of(text: str) -> datetime.date | None:
    """A date as a picker writes it, or as ISO has it; `None` for anything else."""
    match = re.fullmatch(r"\s*(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})\s*", text)
    try:
        if match:
            # Two digits are years of this century, which is how the short American style is read.
            year = int(match[3]) + (2000 if len(match[3]) == 2 else 0)
            return datetime.date(year, int(match[1]), int(match[2]))
        return datetime.date.fromisoformat(text.strip())
    except ValueError:
        return None


def _close(node: Node) -> None:
    popup = showing_popup(node)
    if popup is not None:
        popup.hide()


def _combo_of(view: Node) -> Node | None:
    """The combo box whose list this is, while it is open."""
    popup = popup_of(view)
    if popup is not None:
        return popup.opener
    return None


def follow(view: Node) -> None:
    """What is selected in the open list is the combo box's value."""
    combo = _combo_of(view)
    index = selection_of(view).read("selectedIndex")
    if combo is not None and selection_of(combo).read("selectedIndex") != index >= 0:
        selection_of(combo).clear_and_select(index)


@on("KEY_PRESSED", "ComboBoxListViewSkin$3")
def _list_key(view: RowView, event: FxEvent) -> None:
    combo = _combo_of(view)
    if combo is not None and event.code in ("ENTER", "ESCAPE", "F4"):
        if event.code == "ENTER":
            follow(view)
        _close(combo)
        event.consume()
        return
    # HOME and END of an editable one are for its text.
    if combo is None or not (combo.read("editable") and event.code in ("HOME", "END")):
        run_rule(LIST_KEYS, view, event)
        follow(view)


@on("MOUSE_RELEASED", "ComboBoxListViewSkin$2$1")
def _cell(cell: Node, _event: FxEvent) -> None:
    view = cell.values.get("listView")
    combo = _combo_of(view) if view is not None else None
    # Below the last choice there are rows without one: the list stays open there.
    if view is None or combo is None or cell.read("empty"):
        return
    follow(view)
    _close(combo)
