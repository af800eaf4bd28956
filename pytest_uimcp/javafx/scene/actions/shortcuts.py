"""What a scene does with keys that no control used: accelerators, mnemonics, default and cancel buttons, traversal."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pytest_uimcp.javafx.scene.actions.behaviors.buttons import ButtonNode
from pytest_uimcp.javafx.scene.actions.events import FxEvent, on, platform_of
from pytest_uimcp.javafx.scene.actions.keys import MODIFIERS, key_code
from pytest_uimcp.javafx.scene.actions.traversal import DIRECTIONS, traverse
from pytest_uimcp.javafx.scene.errors import WrongValue
from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.stage.scene import Scene


def mnemonic_of(text: str | None) -> str | None:
    """The letter behind the first single underscore."""
    # Two underscores are one that is meant.
    match = re.search(r"(?s)(?<!_)(?:__)*_([^_])", text or "")
    if match:
        return match[1].upper()
    return None


def matches(combination: object, event: FxEvent) -> bool:
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
    modifiers = frozenset(MODIFIERS.get(code, "") for code in codes[:-1])
    return codes[-1] == event.code and modifiers == event.modifiers


@on("KEY_PRESSED", "Scene")
def _keys(scene: Scene, event: FxEvent) -> None:
    window = scene.window
    if window is None or window.stage is not window:
        if event.code == "TAB":
            event.consume()
        return
    # The order of JavaFX: the first that uses the key ends it.
    for rule in (_menu_bar, _accelerators, _mnemonics, _buttons, _traversal):
        if rule(scene, event):
            event.consume()
            return


def _menu_bar(scene: Scene, event: FxEvent) -> bool:
    """F10 puts the keyboard on the first menu."""
    if event.code != "F10" or event.modifiers or scene.root is None:
        return False
    from pytest_uimcp.javafx.scene.actions.behaviors.menus import menu_bar_of

    bar = menu_bar_of(scene)
    scene.menu_focus = None if bar is None else (bar, 0)
    return bar is not None


def _accelerators(scene: Scene, event: FxEvent) -> bool:
    for combination, action in scene.accelerators.items():
        # The program's own combinations come before those of its menus.
        if matches(combination, event):
            action()
            return True
    item = next((item for item in _menu_items(scene) if matches(item.read("accelerator"), event)), None)
    if item is None or item.read("disable"):
        return False
    from pytest_uimcp.javafx.scene.actions.behaviors.menus import choose

    choose(item, platform_of(scene), None)
    return True


def _menu_items(scene: Scene) -> list[FxObject]:
    """The items of every menu of a scene, whether it is open or not."""
    items: list[FxObject] = []
    for node in scene.root.walk() if scene.root is not None else ():
        queue: list[object] = [*_own_menus(node)]
        while queue:
            item = queue.pop(0)
            if isinstance(item, FxObject):
                items.append(item)
                if item.is_a("Menu"):
                    queue.extend(item.read("items"))
    return items


def _own_menus(node: Node) -> Iterator[object]:
    if node.is_a("MenuBar"):
        yield from node.values.get("menus") or ()
    elif node.is_a("MenuButton"):
        yield from node.values.get("items") or ()
    menu = node.values.get("contextMenu")
    if menu is not None:
        yield from menu.read("items")


def _mnemonics(scene: Scene, event: FxEvent) -> bool:
    if not event.alt or len(event.code) != 1 or scene.root is None:
        return False
    nodes = [node for node in scene.root.walk() if _has_mnemonic(node, event.code)]
    if not nodes:
        return False
    if nodes[0].is_a("Label"):
        target = nodes[0].read("labelFor")
    else:
        target = nodes[0]
    if target is None:
        return False
    if target.read("focusTraversable"):
        scene.request_focus(target)
    # Where several have the letter it only goes from one to the next.
    if isinstance(target, ButtonNode) and len(nodes) == 1:
        target.fire()
    return True


def _has_mnemonic(node: Node, letter: str) -> bool:
    if not (node.is_a("Labeled") and node.read("mnemonicParsing")) or node.off or not node.tree_visible:
        return False
    return node.fx.name != "MenuLabeledImpl" and mnemonic_of(node.read("text")) == letter


def _buttons(scene: Scene, event: FxEvent) -> bool:
    """ENTER is the default button, ESCAPE the cancel button."""
    name = {"ENTER": "defaultButton", "ESCAPE": "cancelButton"}.get(event.code)
    if name is None or event.modifiers or scene.root is None:
        return False
    for node in scene.root.walk():
        if not isinstance(node, ButtonNode) or not node.is_a("Button"):
            continue
        if node.values.get(name) and not node.off and node.tree_visible:
            node.fire()
            return True
    return False


def _traversal(scene: Scene, event: FxEvent) -> bool:
    owner = scene.focus_owner
    if event.code == "TAB":
        return traverse(owner, scene, "PREVIOUS" if event.shift else "NEXT")
    if event.code in DIRECTIONS and not event.modifiers:
        return traverse(owner, scene, event.code)
    return False
