"""Buttons, toggles, check boxes, links: armed while pressed, fired when let go; those of a dialog close it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pytest_uimcp.javafx.scene.actions import events
from pytest_uimcp.javafx.scene.actions.events import FxEvent, on
from pytest_uimcp.javafx.scene.model.classes import extends
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.dialogs import DialogPaneSkin
from pytest_uimcp.javafx.scene.stage.window import StageWindow, window_of

STEPS: Final[Mapping[str, int]] = {"RIGHT": 1, "DOWN": 1, "LEFT": -1, "UP": -1}


def fire_action(node: Node) -> None:
    events.fire(FxEvent("ACTION", node))


def take_focus(node: Node) -> None:
    """A control takes the focus when it is pressed, if TAB would come to it."""
    if node.read("focusTraversable") and node.scene is not None:
        node.scene.request_focus(node)


def _toggle(node: Node) -> bool:
    node.write("selected", not node.read("selected"))
    return True


def _choose(node: Node) -> bool:
    """A radio button of a group is not let go by itself."""
    if node.read("toggleGroup") is not None and node.read("selected"):
        return False
    return _toggle(node)


def _check(node: Node) -> bool:
    """Off, then neither where that is allowed, then on."""
    selected = node.read_flag("selected")
    indeterminate = node.read_flag("indeterminate")
    if node.read("allowIndeterminate") and not selected and not indeterminate:
        node.write("indeterminate", True)
    else:
        node.write("selected", indeterminate or not selected)
        node.write("indeterminate", False)
    return True


def _visit(node: Node) -> bool:
    node.write("visited", True)
    return True


# What changes before the action is fired, and whether it is; the first class that a button is of counts.
CHANGES: Final[Mapping[str, Callable[[Node], bool]]] = {
    "RadioButton": _choose,
    "ToggleButton": _toggle,
    "CheckBox": _check,
    "Hyperlink": _visit,
}


@extends("ButtonBase")
class ButtonNode(Node):
    __slots__ = ()

    def fire(self) -> None:
        """Do what a click does, with no mouse; nothing where the button is disabled."""
        self.guard()
        if self.off:
            return
        change = next((change for kind, change in CHANGES.items() if self.is_a(kind)), None)
        if change is None or change(self):
            fire_action(self)


@on("MOUSE_PRESSED", "ButtonBase")
def pressed(node: ButtonNode, event: FxEvent) -> None:
    take_focus(node)
    # As in JavaFX: with a modifier held a press takes the focus and arms nothing.
    if event.button == "PRIMARY" and not event.modifiers:
        node.write("armed", True)


@on("MOUSE_RELEASED", "ButtonBase")
def released(node: ButtonNode, _event: FxEvent) -> None:
    if node.read("armed"):
        node.write("armed", False)
        node.fire()


@on("MOUSE_EXITED", "ButtonBase")
def _exited(node: ButtonNode, _event: FxEvent) -> None:
    if node.read("armed"):
        node.write("armed", False)


@on("KEY_PRESSED", "ButtonBase")
def key_pressed(node: ButtonNode, event: FxEvent) -> None:
    if event.code in ("SPACE", "ENTER") and not event.modifiers:
        node.write("armed", True)
        event.consume()


@on("KEY_RELEASED", "ButtonBase")
def key_released(node: ButtonNode, event: FxEvent) -> None:
    if event.code in ("SPACE", "ENTER") and node.read("armed"):
        node.write("armed", False)
        node.fire()
        event.consume()


@on("KEY_PRESSED", "ToggleButton")
def _toggle_key(node: ButtonNode, event: FxEvent) -> None:
    """Arrow keys go through the toggles of a group and select."""
    group = node.read("toggleGroup")
    if group is None or event.code not in STEPS or event.modifiers or node.scene is None:
        key_pressed(node, event)
        return
    # Only those that can have the focus: others of the group may be in another scene.
    toggles = [
        toggle
        for toggle in group.read("toggles")
        if isinstance(toggle, Node) and toggle.scene is node.scene and not toggle.off and toggle.tree_visible
    ]
    if len(toggles) > 1:
        toggle = toggles[(toggles.index(node) + STEPS[event.code]) % len(toggles)]
        node.scene.request_focus(toggle)
        toggle.write("selected", True)
    event.consume()


@on("KEY_PRESSED", "DialogPane")
def _escaped(pane: Node, event: FxEvent) -> None:
    """A dialog of one button can be left without an answer; of several, only by its cancel button."""
    stage = window_of(pane)
    is_escape = event.code == "ESCAPE" and not event.modifiers
    if is_escape and len(pane.read("buttonTypes")) == 1 and isinstance(stage, StageWindow):
        stage.hide()
        event.consume()


@on("ACTION", "DialogPane")
def _button_fired(pane: Node, event: FxEvent) -> None:
    """A button of the dialog's own is its result; the dialog closes."""
    kind = None
    if isinstance(pane.skin, DialogPaneSkin):
        kind = pane.skin.type_of(event.target)
    stage = window_of(pane)
    if kind is not None and isinstance(stage, StageWindow):
        stage.result = str(kind)
        stage.hide()
