"""The keys that copy, cut and paste."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.events import Event, announce_edit, dispatch
from pytest_uimcp.page.dom.input_values import in_one_line, unix_lines
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.editing import note_edit, replace_selection, selected_text, take
from pytest_uimcp.page.keys import Stroke

__all__ = ["clipboard_command", "use_clipboard"]


# By modifiers and key, as in Chromium on Linux and Windows.
_COMMANDS: Final[Mapping[tuple[frozenset[str], str], str]] = {
    (frozenset({"ctrl"}), "c"): "copy", (frozenset({"ctrl"}), "insert"): "copy",
    (frozenset({"ctrl"}), "x"): "cut", (frozenset({"shift"}), "delete"): "cut",
    (frozenset({"ctrl"}), "v"): "paste", (frozenset({"shift"}), "insert"): "paste",
    (frozenset({"ctrl", "shift"}), "v"): "paste",
}  # fmt: skip


def clipboard_command(stroke: Stroke) -> str:
    """What a key does with the clipboard: `copy`, `cut`, `paste`, or nothing."""
    return _COMMANDS.get((stroke.modifiers, stroke.key.lower()), "")


def use_clipboard(command: str, target: Element) -> None:
    """Dispatch the event, and copy, cut or paste if the target is a field; elsewhere nothing is selected."""
    is_secret = controls.input_type(target) == "password" and command != "paste"
    document = target.document()
    if document is not None and document.is_text_selected and command != "paste" and not controls.takes_text(target):
        refuse("other-click", "which word a double click has selected")
    if is_secret or not dispatch(Event(command, target)) or not controls.takes_text(target) or document is None:
        return
    is_writable = not target.has("readonly") and not controls.is_disabled(target)
    clipboard = document.clipboard
    if command == "paste":
        if is_writable:
            _edit(target, _as_pasted(target, clipboard.text))
        return
    selection = selected_text(target, controls.typed_text(target))
    if not selection or (command == "cut" and not is_writable):
        return
    clipboard.text = selection
    if command == "cut":
        _edit(target, "")


def _as_pasted(field: Element, text: str) -> str:
    if field.tag == "input":
        return in_one_line(text)
    return unix_lines(text)


def _edit(field: Element, new: str) -> None:
    if not announce_edit(field):
        return
    text = controls.typed_text(field)
    note_edit(field)
    # Pasting nothing changes nothing, but is a step for Undo.
    result = replace_selection(field, text, new)
    if result != text:
        take(field, result)
    dispatch(Event("input", field))
