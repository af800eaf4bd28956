"""Buttons, toggles, check boxes, links: armed while pressed, fired when let go."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.javafx.scene.actions.events import FxEvent, on
from pytest_uimcp.javafx.scene.actions.events import fire as send
from pytest_uimcp.javafx.scene.model.classes import method

__all__ = ["act", "take_focus"]

STEPS = {"RIGHT": 1, "DOWN": 1, "LEFT": -1, "UP": -1}


def act(node: Any) -> None:
    """Fire an action event at a node."""
    send(FxEvent("ACTION", node))


def take_focus(node: Any) -> None:
    """A control takes the focus when it is pressed, if TAB would come to it."""
    if node.read("focusTraversable") and node.scene is not None:
        node.scene.request_focus(node)


def _set(node: Any, name: str, value: Any) -> None:
    node.put(node.fx.props[name], value)


# --- firing


def _toggle(node: Any) -> None:
    _set(node, "selected", not node.read("selected"))


def _choose(node: Any) -> bool:
    """A radio button of a group is not let go by itself."""
    if node.read("toggleGroup") is not None and node.read("selected"):
        return False
    _toggle(node)
    return True


def _check(node: Any) -> None:
    """Off, then neither where that is allowed, then on."""
    selected = bool(node.read("selected"))
    between = bool(node.read("indeterminate"))
    if node.read("allowIndeterminate") and not selected and not between:
        _set(node, "indeterminate", True)
    else:
        _set(node, "selected", between or not selected)
        _set(node, "indeterminate", False)


def _visit(node: Any) -> None:
    _set(node, "visited", True)


CHANGES = {"RadioButton": _choose, "ToggleButton": _toggle, "CheckBox": _check, "Hyperlink": _visit}


@method("ButtonBase")
def fire(node: Any) -> None:
    """Do what a click does, with no mouse; nothing where the button is disabled."""
    node.guard()
    if node.off:
        return
    changed = next((change for kind, change in CHANGES.items() if node.is_a(kind)), None)
    if changed is None or changed(node) is not False:
        act(node)


# --- mouse


@on("MOUSE_PRESSED", "ButtonBase")
def pressed(node: Any, event: FxEvent) -> None:
    take_focus(node)
    if event.button == "PRIMARY" and not event.modifiers:
        _set(node, "armed", True)


@on("MOUSE_RELEASED", "ButtonBase")
def released(node: Any, event: FxEvent) -> None:
    if node.read("armed"):
        _set(node, "armed", False)
        node.fire()


@on("MOUSE_EXITED", "ButtonBase")
def _exited(node: Any, event: FxEvent) -> None:
    if node.read("armed"):
        _set(node, "armed", False)


# --- keys


@on("KEY_PRESSED", "ButtonBase")
def key_pressed(node: Any, event: FxEvent) -> None:
    if event.modifiers:
        return
    if event.code in ("SPACE", "ENTER"):
        _set(node, "armed", True)
        event.consume()


@on("KEY_RELEASED", "ButtonBase")
def key_released(node: Any, event: FxEvent) -> None:
    if event.code in ("SPACE", "ENTER") and node.read("armed"):
        _set(node, "armed", False)
        node.fire()
        event.consume()


@on("KEY_PRESSED", "ToggleButton")
def _toggle_key(node: Any, event: FxEvent) -> None:
    """Arrow keys go through the toggles of a group and select."""
    group = node.read("toggleGroup")
    if group is None or event.code not in STEPS or event.modifiers:
        key_pressed(node, event)
        return
    toggles = [one for one in group.read("toggles") if one.scene is node.scene and not one.off and one.tree_visible]
    if len(toggles) > 1:
        found = toggles[(toggles.index(node) + STEPS[event.code]) % len(toggles)]
        node.scene.request_focus(found)
        _set(found, "selected", True)
    event.consume()
