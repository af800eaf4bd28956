"""Spinners: arrows step, the field is read when it is left or ENTER is pressed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pytest_uimcp.javafx.scene.actions.behaviors.buttons import take_focus
from pytest_uimcp.javafx.scene.actions.events import FxEvent, copy_to, inside, on, platform_of
from pytest_uimcp.javafx.scene.errors import JavaFxError, WrongValue
from pytest_uimcp.javafx.scene.model.base import FxItem, hook
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.textinput import select
from pytest_uimcp.javafx.scene.skins.spinners import SpinnerSkin


def step(spinner: Node, steps: int) -> None:
    factory = spinner.read("valueFactory")
    if factory is None:
        return
    _commit(spinner)
    # A program's own factory may step in its own way, so the method is looked up on it.
    name = "increment"
    if factory.is_a("ListSpinnerValueFactory"):
        name = "advance"
    getattr(factory, name)(steps)


def _parsed(factory: FxItem, text: str) -> object:
    """The value that a text means; an error where it means none."""
    from_string = getattr(factory.values.get("converter"), "fromString", None)
    if from_string is not None:
        return from_string(text)
    if factory.is_a("IntegerSpinnerValueFactory"):
        return int(text)
    if factory.is_a("DoubleSpinnerValueFactory"):
        return float(text)
    return text


def commit(spinner: Node) -> None:
    """Take the value that is written in the field; a text that is not a value stays there and is reported."""
    factory = spinner.read("valueFactory")
    editor = spinner.read("editor")
    if factory is None or editor is None or not spinner.read("editable"):
        return
    text = editor.read("text") or ""
    try:
        value = _parsed(factory, text.strip())
    except (ValueError, TypeError, JavaFxError) as reason:
        raise WrongValue(f"{spinner!r}: {text!r} is not a value for it: {reason}") from None
    if value != factory.read("value"):
        factory.set("value", value)
        # The text of a value is shown from its start.
        select(editor, 0, 0)
    if isinstance(spinner.skin, SpinnerSkin):
        spinner.skin.show_value()


@hook("Spinner", "focused")
def _focus_changed(spinner: Node, _old: bool, new: bool) -> None:
    if not new:
        _commit(spinner)


def _commit(spinner: Node) -> bool:
    """Commit as a user does: an error is the program's to hear of, not the user's."""
    try:
        commit(spinner)
    except WrongValue as reason:
        platform = platform_of(spinner)
        if platform is not None:
            platform.report(reason)
        return False
    return True


@on("ACTION", "Spinner")
def _entered(spinner: Node, event: FxEvent) -> None:
    if event.target is spinner.read("editor") and not _commit(spinner):
        event.consume()


ARROWS: Final[Mapping[str, int]] = {"UP": 1, "DOWN": -1}


@on("KEY_PRESSED KEY_TYPED KEY_RELEASED", "Spinner")
def _key(spinner: Node, event: FxEvent) -> None:
    """An editable spinner hands its keys to its field; another steps with the arrows."""
    if event.target is not spinner:
        return
    if spinner.read("editable") and event.code != "ESCAPE":
        editor = spinner.read("editor")
        if editor is not None:
            copy_to(event, editor)
        event.consume()
    elif event.kind == "KEY_PRESSED" and event.code in ARROWS and not event.modifiers:
        step(spinner, ARROWS[event.code])
        event.consume()


@on("MOUSE_PRESSED", "Spinner")
def _pressed(spinner: Node, event: FxEvent) -> None:
    take_focus(spinner)
    if event.button != "PRIMARY":
        return
    for name, steps in (("increment-arrow-button", 1), ("decrement-arrow-button", -1)):
        if inside(event, name) is not None:
            step(spinner, steps)
