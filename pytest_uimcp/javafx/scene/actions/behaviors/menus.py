"""Menus: opening them, going through their items, choosing one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pytest_uimcp.javafx.scene.actions.behaviors.buttons import (
    ButtonNode,
    key_pressed,
    key_released,
    pressed,
    released,
    take_focus,
)
from pytest_uimcp.javafx.scene.actions.events import FxEvent, before, call_handler, inside, on, platform_of
from pytest_uimcp.javafx.scene.errors import WrongValue
from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.items import FxMenuItem
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.stage import focus
from pytest_uimcp.javafx.scene.stage.platform import Platform
from pytest_uimcp.javafx.scene.stage.popups import popup_of, show_choices, show_menu, show_submenu, showing_popup
from pytest_uimcp.javafx.scene.stage.scene import Scene
from pytest_uimcp.javafx.scene.stage.window import PopupWindow

# Arrow keys that open a menu button, by the side on which its menu is.
SIDES: Final[Mapping[str, tuple[str, ...]]] = {
    "BOTTOM": ("UP", "DOWN"), "TOP": ("UP",), "LEFT": ("LEFT",), "RIGHT": ("RIGHT",)
}  # fmt: skip
STEPS: Final[Mapping[str, int]] = {"DOWN": 1, "UP": -1}


def open_menu(button: Node) -> PopupWindow | None:
    """Open what is behind a menu button, unless this very press of the mouse has closed it."""
    platform = platform_of(button)
    if platform is not None and any(popup.opener is button for popup in platform.closed_by_press):
        return None
    return show_choices(button)


def toggle(button: Node) -> None:
    if not _close(button):
        open_menu(button)


def _close(button: Node) -> bool:
    """Close the menu of a button; whether it was open."""
    popup = showing_popup(button)
    if popup is not None:
        popup.hide()
    return popup is not None


@on("MOUSE_PRESSED", "MenuButton")
def _pressed(button: ButtonNode, event: FxEvent) -> None:
    """A menu button opens when it is pressed; a split one only at its arrow."""
    if button.is_a("SplitMenuButton") and inside(event, "arrow-button") is None:
        pressed(button, event)
        return
    take_focus(button)
    if event.button == "PRIMARY":
        toggle(button)
        if button.is_a("SplitMenuButton"):
            focus_item(showing_popup(button), 0)


@on("MOUSE_RELEASED", "MenuButton")
def _released(button: ButtonNode, event: FxEvent) -> None:
    if button.is_a("SplitMenuButton"):
        released(button, event)


@on("ACTION", "MenuButton")
def _action(button: ButtonNode, event: FxEvent) -> None:
    if event.target is button and not button.is_a("SplitMenuButton"):
        open_menu(button)


@on("KEY_PRESSED", "MenuButton")
def _key(button: ButtonNode, event: FxEvent) -> None:
    if event.code == "ESCAPE":
        _close(button)
        event.consume()
    elif event.code in ("UP", "DOWN", "LEFT", "RIGHT") and not event.modifiers:
        # An arrow key opens the menu on its side, and does nothing on the others.
        if event.code in SIDES[button.read_text("popupSide") or "BOTTOM"] and showing_popup(button) is None:
            open_menu(button)
        event.consume()
    else:
        key_pressed(button, event)


@on("KEY_RELEASED", "MenuButton")
def _key_released(button: ButtonNode, event: FxEvent) -> None:
    key_released(button, event)


def _bar_of(button: Node) -> Node | None:
    return next((node for node in button.ancestors() if node.is_a("MenuBar")), None)


def _buttons(bar: Node) -> list[Node]:
    row: Node = bar.skin.row
    return [button for button in row.kids if button.shown and not button.off]


@on("MOUSE_ENTERED", "MenuBarButton")
def _entered(button: Node, _event: FxEvent) -> None:
    """While one menu of a bar is open, the mouse opens the one it comes to."""
    bar = _bar_of(button)
    if bar:
        other = next((other for other in _buttons(bar) if showing_popup(other) is not None), None)
    else:
        other = None
    if other is not None and other is not button:
        _close(other)
        open_menu(button)


def _turn(button: Node, step: int) -> None:
    """From an open menu to the next one of the bar."""
    bar = _bar_of(button)
    if bar is None:
        return
    buttons = _buttons(bar)
    if button not in buttons:
        return
    next_button = buttons[(buttons.index(button) + step) % len(buttons)]
    if next_button is not button and _close(button):
        focus_item(open_menu(next_button), 0)


def menu_bar_of(scene: Scene) -> Node | None:
    """The menu bar that F10 goes to: the first with a menu that can be opened."""
    for node in scene.root.walk() if scene.root is not None else ():
        if node.is_a("MenuBar") and node.skin is not None and node.tree_visible and not node.off and _buttons(node):
            return node
    return None


@before("KEY_PRESSED")
def _bar_keys(way: Sequence[FxObject], event: FxEvent) -> None:
    """After F10 the keyboard is on a menu of the bar, while the focus stays where it is."""
    scene = next((target for target in way if isinstance(target, Scene)), None)
    if scene is None or scene.menu_focus is None:
        return
    bar, index = scene.menu_focus
    buttons = _buttons(bar)
    # The program may have taken menus away since F10.
    if not buttons:
        scene.menu_focus = None
        return
    index = min(index, len(buttons) - 1)
    if event.code in ("DOWN", "ENTER", "SPACE"):
        scene.menu_focus = None
        popup = open_menu(buttons[index])
        if popup is not None and popup.platform is not None:
            popup.set_focus_owner(None)
            # The key that opened the menu is over before an item gets the keyboard.
            popup.platform.run_later(lambda: focus_item(popup, 0))
    elif event.code in ("LEFT", "RIGHT"):
        step = 1 if event.code == "RIGHT" else -1
        scene.menu_focus = (bar, (index + step) % len(buttons))
    elif event.code in ("ESCAPE", "F10"):
        scene.menu_focus = None
    else:
        return
    event.consume()


def choose(item: FxObject, platform: Platform | None, popup: PopupWindow | None) -> None:
    """What a click on an item does: its mark changes, its action is fired, all menus close."""
    if item.is_a("CheckMenuItem"):
        item.set("selected", not item.read("selected"))
    elif item.is_a("RadioMenuItem") and not item.read("selected"):
        item.set("selected", True)
    stays_open = item.is_a("CustomMenuItem") and not item.read("hideOnClick")
    if popup is not None and not stays_open:
        hide_all(popup)
    event = FxEvent("ACTION", item)
    if popup is not None and platform is not None:
        for watcher in tuple(platform.event_watchers):
            watcher(event)
    # An item is no node: its action has no way to go, only this handler.
    handler = item.values.get("onAction")
    if handler is not None:
        event.source = item
        call_handler(handler, event, platform)
    if isinstance(item, FxMenuItem) and item.on_chosen is not None:
        item.on_chosen()


def hide_all(popup: PopupWindow) -> None:
    """Close a menu with those it came from."""
    owner = popup.owner
    popup.hide()
    if isinstance(owner, PopupWindow) and owner.is_a("ContextMenu"):
        hide_all(owner)


def _item_of(row: Node) -> FxObject:
    item = row.values["item"]
    if not isinstance(item, FxObject):
        raise WrongValue(f"{row!r} shows no menu item")
    return item


def _rows(popup: PopupWindow) -> list[Node]:
    rows = []
    if popup.root:
        rows = [node for node in popup.root.walk() if node.fx.name == "MenuItemContainer"]
    return [row for row in rows if row.shown and not _item_of(row).is_a("SeparatorMenuItem")]


def focus_item(popup: PopupWindow | None, index: int) -> None:
    """Put the keyboard on an item; a disabled one can have it too."""
    rows = _rows(popup) if popup is not None else []
    if popup is not None and popup.scene is not None and rows:
        focus.focus(popup.scene, rows[index % len(rows)])


def _choose_row(row: Node) -> None:
    popup = popup_of(row)
    if row.off or popup is None:
        return
    item = _item_of(row)
    if item.is_a("Menu"):
        focus_item(show_submenu(item, row), 0)
    else:
        choose(item, popup.platform, popup)


@on("MOUSE_RELEASED", "MenuItemContainer")
def _clicked(row: Node, event: FxEvent) -> None:
    _choose_row(row)
    event.consume()


@on("MOUSE_ENTERED", "MenuItemContainer")
def _hover(row: Node, _event: FxEvent) -> None:
    popup = popup_of(row)
    if popup is None or popup.scene is None:
        return
    # In a menu the focus follows the mouse.
    popup.scene.request_focus(row)
    item = _item_of(row)
    for submenu in tuple(popup.popups):
        if submenu.menu is not item:
            submenu.hide()
    if item.is_a("Menu") and not popup.popups:
        show_submenu(item, row)


@on("KEY_PRESSED", "ContextMenuContent")
def _menu_key(content: Node, event: FxEvent) -> None:
    popup = popup_of(content)
    if popup is None:
        return
    row = inside(event, "MenuItemContainer") or inside(event, "ContextMenuContent$MenuItemContainer")
    rows = _rows(popup)
    index = rows.index(row) if row in rows else -1
    if event.code in STEPS:
        step = STEPS[event.code]
        # From no item, DOWN comes to the first and UP to the last.
        if index < 0 and step < 0:
            index = 0
        focus_item(popup, index + step)
    elif event.code in ("ENTER", "SPACE") and row is not None:
        _choose_row(row)
    elif event.code == "ESCAPE":
        popup.hide()
    elif event.code in ("LEFT", "RIGHT"):
        _sideways(popup, row, event.code)
    else:
        return
    event.consume()


def _sideways(popup: PopupWindow, row: Node | None, code: str) -> None:
    """Into a submenu and out of it, or to the next menu of the bar."""
    if code == "RIGHT" and row is not None and _item_of(row).is_a("Menu"):
        _choose_row(row)
    elif code == "LEFT" and popup.owner is not None and popup.owner.is_a("ContextMenu"):
        popup.hide()
    elif popup.opener is not None and popup.opener.is_a("MenuButton"):
        _turn(popup.opener, 1 if code == "RIGHT" else -1)


@on("CONTEXT_MENU_REQUESTED", "Control")
def _context_menu(control: Node, event: FxEvent) -> None:
    menu = control.values.get("contextMenu")
    if menu is not None:
        show_menu(menu, control, event.screen_x, event.screen_y)
        event.consume()
