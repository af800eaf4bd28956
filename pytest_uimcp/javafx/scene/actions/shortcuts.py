"""What a scene does with keys that no control used: accelerators, mnemonics, default and cancel buttons, traversal."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.javafx.scene.actions.events import FxEvent, on, platform_of
from pytest_uimcp.javafx.scene.actions.keys import MODIFIERS, key_code
from pytest_uimcp.javafx.scene.actions.traversal import DIRECTIONS, traverse
from pytest_uimcp.javafx.scene.errors import WrongValue
from pytest_uimcp.javafx.scene.model.node import Node

__all__ = ["matches", "mnemonic_of"]


def mnemonic_of(text: str | None) -> str | None:
    """The letter behind the first single underscore."""
    text = text or ""
    place = 0
    while place < len(text) - 1:
        if text[place] == "_":
            if text[place + 1] != "_":
                return text[place + 1].upper()
            place += 1
        place += 1
    return None


def matches(combination: Any, event: FxEvent) -> bool:
    """Whether an event is a key combination such as `Shortcut+Shift+O`."""
    if combination is None:
        return False
    parts = [part.strip() for part in str(combination).split("+") if part.strip()]
    if not parts:
        return False
    try:
        codes = [key_code(part) for part in parts]
    except WrongValue:
        return False
    held = frozenset(MODIFIERS.get(code, "") for code in codes[:-1])
    return codes[-1] == event.code and held == event.modifiers


@on("KEY_PRESSED", "Scene")
def _keys(scene: Any, event: FxEvent) -> None:
    window = scene.window
    if window is None or not window.is_a("Stage"):
        if event.code == "TAB":
            event.consume()
        return
    for rule in (_menu_bar, _accelerators, _mnemonics, _buttons, _traversal):
        if rule(scene, event):
            event.consume()
            return


# --- accelerators


def _menu_bar(scene: Any, event: FxEvent) -> bool:
    """F10 puts the keyboard on the first menu."""
    if event.code != "F10" or event.modifiers or scene.root is None:
        return False
    from pytest_uimcp.javafx.scene.actions.behaviors.menus import menu_bar_of

    scene.values["menu bar with keys"] = bar = menu_bar_of(scene)
    if bar is not None:
        bar.values["menu with keys"] = 0
    return bar is not None


def _accelerators(scene: Any, event: FxEvent) -> bool:
    for combination, action in (scene.values.get("accelerators") or {}).items():
        if matches(combination, event):
            action()
            return True
    item = next((item for item in _menu_items(scene) if matches(item.read("accelerator"), event)), None)
    if item is None or item.read("disable"):
        return False
    from pytest_uimcp.javafx.scene.actions.behaviors.menus import choose

    choose(item, platform_of(scene), None)
    return True


def _menu_items(scene: Any) -> list[Any]:
    found: list[Any] = []
    for node in scene.root.walk() if scene.root is not None else ():
        menus = node.values.get("menus") if node.is_a("MenuBar") else None
        waiting = list(menus or (node.values.get("items") or () if node.is_a("MenuButton") else ()))
        menu = node.values.get("contextMenu")
        waiting.extend(menu.read("items") if menu is not None else ())
        while waiting:
            item = waiting.pop(0)
            found.append(item)
            if item.is_a("Menu"):
                waiting.extend(item.read("items"))
    return found


# --- mnemonics


def _mnemonics(scene: Any, event: FxEvent) -> bool:
    if not event.alt or len(event.code) != 1:
        return False
    wanted = [node for node in scene.root.walk() if _has_mnemonic(node, event.code)]
    if not wanted:
        return False
    target = wanted[0].read("labelFor") if wanted[0].is_a("Label") else wanted[0]
    if target is None:
        return False
    if target.read("focusTraversable"):
        scene.request_focus(target)
    if target.is_a("ButtonBase") and len(wanted) == 1:
        target.fire()
    return True


def _has_mnemonic(node: Node, letter: str) -> bool:
    if not (node.is_a("Labeled") and node.read("mnemonicParsing")) or node.off or not node.tree_visible:
        return False
    return node.fx.name != "MenuLabeledImpl" and mnemonic_of(node.read("text")) == letter


# --- buttons


def _buttons(scene: Any, event: FxEvent) -> bool:
    """ENTER is the default button, ESCAPE the cancel button."""
    name = {"ENTER": "defaultButton", "ESCAPE": "cancelButton"}.get(event.code)
    if name is None or event.modifiers or scene.root is None:
        return False
    for node in scene.root.walk():
        if node.is_a("Button") and node.values.get(name) and not node.off and node.tree_visible:
            node.fire()
            return True
    return False


# --- traversal


def _traversal(scene: Any, event: FxEvent) -> bool:
    owner = scene.focus_owner
    if event.code == "TAB":
        return traverse(owner, scene, "PREVIOUS" if event.shift else "NEXT")
    if event.code in DIRECTIONS and not event.modifiers:
        return traverse(owner, scene, event.code)
    return False
