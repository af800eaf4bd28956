"""Menus: opening them, going through their items, choosing one."""

from __future__ import annotations

from typing import Any, cast

from pytest_uimcp.javafx.scene.actions.behaviors.buttons import key_pressed, key_released, pressed, released, take_focus
from pytest_uimcp.javafx.scene.actions.events import FILTERS, FxEvent, call_handler, inside, on, platform_of
from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.stage.popups import show_choices, show_menu, show_submenu, showing_popup

__all__ = ["choose", "open_menu"]


# --- menu buttons


def open_menu(button: Any) -> Any:
    """Open what is behind a menu button, unless this very press of the mouse has closed it."""
    platform = platform_of(button)
    closed = platform.closed_by_press if platform is not None else []
    if any(popup.values.get("opener") is button for popup in closed):
        return None
    return show_choices(button)


def toggle(button: Any) -> None:
    """Open what is closed, close what is open."""
    popup = showing_popup(button)
    if popup is not None:
        popup.hide()
    else:
        open_menu(button)


@on("MOUSE_PRESSED", "MenuButton")
def _pressed(button: Any, event: FxEvent) -> None:
    """A menu button opens when it is pressed; a split one only at its arrow."""
    if button.is_a("SplitMenuButton") and inside(event, "arrow-button") is None:
        pressed(button, event)
        return
    take_focus(button)
    if event.button == "PRIMARY":
        toggle(button)


@on("MOUSE_RELEASED", "MenuButton")
def _released(button: Any, event: FxEvent) -> None:
    if button.is_a("SplitMenuButton"):
        released(button, event)


@on("ACTION", "MenuButton")
def _action(button: Any, event: FxEvent) -> None:
    if event.target is button and not button.is_a("SplitMenuButton"):
        open_menu(button)


@on("KEY_PRESSED", "MenuButton")
def _key(button: Any, event: FxEvent) -> None:
    if event.code == "ESCAPE":
        popup = showing_popup(button)
        if popup is not None:
            popup.hide()
        event.consume()
    elif event.code in ("UP", "DOWN", "LEFT", "RIGHT") and not event.modifiers:
        sides = {"BOTTOM": ("UP", "DOWN"), "TOP": ("UP",), "LEFT": ("LEFT",), "RIGHT": ("RIGHT",)}
        if event.code in sides[button.read("popupSide")] and showing_popup(button) is None:
            open_menu(button)
        event.consume()
    else:
        key_pressed(button, event)


@on("KEY_RELEASED", "MenuButton")
def _key_released(button: Any, event: FxEvent) -> None:
    key_released(button, event)


# --- menu bars


def _bar(button: Any) -> Any:
    return next((above for above in button.ancestors() if above.is_a("MenuBar")), None)


def _buttons(bar: Any) -> list[Any]:
    return [button for button in bar.skin.row.kids if button.shown and not button.off]


@on("MOUSE_ENTERED", "MenuBarButton")
def _entered(button: Any, event: FxEvent) -> None:
    """While one menu of a bar is open, the mouse opens the one it comes to."""
    bar = _bar(button)
    if bar:
        open_one = next((one for one in _buttons(bar) if showing_popup(one) is not None), None)
    else:
        open_one = None
    if open_one is not None and open_one is not button:
        showing_popup(open_one).hide()
        open_menu(button)


def _turn(button: Any, step: int) -> None:
    """From an open menu to the next one of the bar."""
    bar = _bar(button)
    if bar is None:
        return
    buttons = _buttons(bar)
    other = buttons[(buttons.index(button) + step) % len(buttons)]
    popup = showing_popup(button)
    if popup is not None and other is not button:
        popup.hide()
        focus_item(open_menu(other), 0)


def menu_bar_of(scene: Any) -> Any:
    """The menu bar that F10 goes to."""
    bars = (node for node in scene.root.walk() if node.is_a("MenuBar") and node.skin is not None)
    return next((bar for bar in bars if bar.tree_visible and not bar.off), None)


def _bar_keys(way: list[Any], event: FxEvent) -> None:
    """After F10 the keyboard is on a menu of the bar, while the focus stays where it is."""
    scene = next((one for one in way if isinstance(one, FxObject) and one.is_a("Scene")), None)
    bar = cast("Node | None", scene.values.get("menu bar with keys")) if scene is not None else None
    if scene is None or bar is None:
        return
    buttons = _buttons(bar)
    here = cast("int", bar.values.get("menu with keys", 0))
    if event.code in ("DOWN", "ENTER", "SPACE"):
        scene.values["menu bar with keys"] = None
        popup = open_menu(buttons[here])
        popup.scene.focus_owner = None
        popup.platform.run_later(lambda: focus_item(popup, 0))
    elif event.code in ("LEFT", "RIGHT"):
        bar.values["menu with keys"] = (here + (1 if event.code == "RIGHT" else -1)) % len(buttons)
    elif event.code in ("ESCAPE", "F10"):
        scene.values["menu bar with keys"] = None
    else:
        return
    event.consume()


FILTERS.setdefault("KEY_PRESSED", []).append(_bar_keys)


# --- items


def choose(item: Any, platform: Any, popup: Any) -> None:
    """What a click on an item does: its mark changes, its action is fired, all menus close."""
    if item.is_a("CheckMenuItem"):
        item.set("selected", not item.read("selected"))
    elif item.is_a("RadioMenuItem") and not item.read("selected"):
        item.set("selected", True)
    stays = item.is_a("CustomMenuItem") and not item.read("hideOnClick")
    if popup is not None and not stays:
        hide_all(popup)
    event = FxEvent("ACTION", item)
    if popup is not None and platform is not None:
        for watcher in tuple(platform.event_watchers):
            watcher(event)
    handler = item.values.get("onAction")
    if handler is not None:
        event.source = item
        call_handler(handler, event, platform)
    chosen = item.values.get("chosen")
    if callable(chosen):
        chosen()


def hide_all(popup: Any) -> None:
    """Close a menu with those it came from."""
    while popup is not None and popup.is_a("PopupWindow"):
        above = popup.owner
        popup.hide()
        popup = above if above is not None and above.is_a("ContextMenu") else None


def _rows(popup: Any) -> list[Any]:
    return [
        node
        for node in popup.scene.root.walk()
        if node.fx.name == "MenuItemContainer" and node.shown and not node.values["item"].is_a("SeparatorMenuItem")
    ]


def focus_item(popup: Any, index: int) -> None:
    """Put the keyboard on an item; a disabled one can have it too."""
    rows = _rows(popup) if popup is not None else []
    if rows:
        from pytest_uimcp.javafx.scene.stage.focus import focus

        focus(popup.scene, rows[index % len(rows)])


def _chosen_row(row: Any) -> None:
    item = row.values["item"]
    popup = row.scene.window
    if row.off:
        return
    if item.is_a("Menu"):
        focus_item(show_submenu(item, row), 0)
    else:
        choose(item, popup.platform, popup)


@on("MOUSE_RELEASED", "MenuItemContainer")
def _clicked(row: Any, event: FxEvent) -> None:
    _chosen_row(row)
    event.consume()


@on("MOUSE_ENTERED", "MenuItemContainer")
def _over(row: Any, event: FxEvent) -> None:
    popup = row.scene.window
    popup.scene.request_focus(row)
    for below in tuple(popup.popups):
        if below.values.get("menu") is not row.values["item"]:
            below.hide()
    if row.values["item"].is_a("Menu") and not popup.popups:
        show_submenu(row.values["item"], row)


STEPS = {"DOWN": 1, "UP": -1}


@on("KEY_PRESSED", "ContextMenuContent")
def _menu_key(content: Any, event: FxEvent) -> None:
    popup = content.scene.window
    row = inside(event, "MenuItemContainer")
    name = row or inside(event, "ContextMenuContent$MenuItemContainer")
    rows = _rows(popup)
    here = rows.index(name) if name in rows else -1
    if event.code in STEPS:
        focus_item(popup, 0 if here < 0 and event.code == "DOWN" else here + STEPS[event.code])
    elif event.code in ("ENTER", "SPACE") and name is not None:
        _chosen_row(name)
    elif event.code == "ESCAPE":
        popup.hide()
    elif event.code in ("LEFT", "RIGHT"):
        _sideways(popup, name, event.code)
    else:
        return
    event.consume()


def _sideways(popup: Any, row: Any, code: str) -> None:
    """Into a submenu and out of it, or to the next menu of the bar."""
    if code == "RIGHT" and row is not None and row.values["item"].is_a("Menu"):
        _chosen_row(row)
    elif code == "LEFT" and popup.owner is not None and popup.owner.is_a("ContextMenu"):
        popup.hide()
    else:
        opener = popup.values.get("opener")
        if isinstance(opener, FxObject) and opener.is_a("MenuButton"):
            _turn(opener, 1 if code == "RIGHT" else -1)


# --- context menus


@on("CONTEXT_MENU_REQUESTED", "Control")
def _context_menu(control: Any, event: FxEvent) -> None:
    menu = control.values.get("contextMenu")
    if menu is not None:
        show_menu(menu, control, event.screen_x, event.screen_y)
        event.consume()
