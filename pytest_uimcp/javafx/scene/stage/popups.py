"""Opening and closing popups: menus, lists of choices, anything of a program's own.

A popup is a window above the one of the node that opened it, which knows it among its `popups`. What a control opened
is found there by its `opener`; nothing else remembers that a menu is open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pytest_uimcp.javafx.scene.errors import WrongValue
from pytest_uimcp.javafx.scene.layout.bounds import layout_box, to_scene
from pytest_uimcp.javafx.scene.model.base import FxItem, FxObject
from pytest_uimcp.javafx.scene.model.choices import text_of
from pytest_uimcp.javafx.scene.model.classes import create
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.selection import selection_of
from pytest_uimcp.javafx.scene.skins.popups import bridge, menu_content
from pytest_uimcp.javafx.scene.stage.window import PopupWindow, window_of
from pytest_uimcp.javafx.scene.tables.property_names import PopupWindowClass
from pytest_uimcp.javafx.scene.values.geometry import Box, apply

# What the list of a combo box has besides its rows, and its height without any.
LIST_EDGES_PX: Final = 3.0
EMPTY_LIST_PX: Final = 30.0


def on_screen(node: Node) -> Box:
    window = window_of(node)
    if window is None:
        raise WrongValue(f"{node!r} is on no screen; it has to be in a visible scene")
    x, y = window.origin
    box = apply(to_scene(node), layout_box(node))
    return (box[0] + x, box[1] + y, box[2] + x, box[3] + y)


def _open(
    kind: PopupWindowClass, owner: Node, root: Node, x: float, y: float, focus_owner: Node | None = None
) -> PopupWindow:
    popup = create(kind)
    popup.scene = create("Scene", root=root)
    popup.show(owner, x, y)
    popup.set_focus_owner(focus_owner)
    return popup


def _open_menu(owner: Node, style: list[str], name: str | None, content: Node, x: float, y: float) -> PopupWindow:
    return _open("ContextMenu", owner, bridge(style, name, content), x, y, content)


def show_popup(owner: Node, content: Node, x: float, y: float) -> PopupWindow:
    root = create("Pane")
    # The root is JavaFX's, not the program's.
    root.inner = True
    root.read("styleClass").append("popup")
    root.kids.append(content)
    return _open("Popup", owner, root, x, y)


def popup_of(node: Node) -> PopupWindow | None:
    window = window_of(node)
    return window if isinstance(window, PopupWindow) else None


def showing_popup(opener: Node) -> PopupWindow | None:
    window = window_of(opener)
    popups = window.popups if window is not None else ()
    return next((popup for popup in popups if popup.opener is opener and popup.read_flag("showing")), None)


def _hold(opener: Node, popup: PopupWindow) -> PopupWindow:
    """Let a control, and the menu behind it, be `showing` as long as its popup is open."""
    popup.opener = opener
    menu = _menu_of(opener)
    # A menu of a menu bar has no node: its button opens the popup, and both say `showing`.
    holders: list[FxObject] = [opener] if menu is None else [opener, menu]
    for holder in holders:
        holder.write("showing", True)
    if menu is not None:
        opener.read("styleClass").append("showing")

    def window_changed(_window: FxObject, _name: str, _old: object, is_showing: object) -> None:
        if not is_showing:
            for holder in holders:
                holder.write("showing", False)
            if "showing" in opener.classes:
                opener.read("styleClass").remove("showing")

    popup.observe("showing", window_changed)
    return popup


def show_menu(menu: FxObject, node: Node, x: float | None = None, y: float | None = None) -> PopupWindow:
    """A context menu of a node; below it if no place is said."""
    box = on_screen(node)
    name = menu.read("id")
    content = menu_content(_items(menu), name)
    popup = _open_menu(
        node, list(menu.read("styleClass")), name, content, box[0] if x is None else x, box[3] if y is None else y
    )
    popup.menu = menu
    return popup


def _items(menu: FxObject) -> list[FxObject]:
    return [item for item in menu.read("items") if isinstance(item, FxObject)]


def show_submenu(menu: FxObject, row: Node) -> PopupWindow:
    box = on_screen(row)
    popup = _open_menu(row, ["context-menu"], None, menu_content(_items(menu)), box[2], box[1])
    popup.menu = menu
    return popup


def show_choices(target: FxObject) -> PopupWindow | None:
    """Open what a control has behind its arrow; the popup, which is also found by `showing_popup`.

    A menu of a menu bar is opened at its button.
    """
    node = _button_of(target) if target.is_a("Menu") else target
    if not isinstance(node, Node):
        return None
    popup = showing_popup(node)
    if popup is not None:
        return popup
    opener = next((OPENERS[kind] for kind in node.fx.order if kind in OPENERS), None)
    return _hold(node, opener(node)) if opener is not None else None


def _button_of(menu: FxObject) -> Node | None:
    bar = menu.owner if isinstance(menu, FxItem) else None
    return bar.skin.button(menu) if isinstance(bar, Node) and bar.skin is not None else None


def _menu_of(button: Node) -> FxItem | None:
    menu = button.values.get("menu")
    return menu if isinstance(menu, FxItem) else None


def _combo(node: Node) -> PopupWindow:
    """The list is a node of the combo box, which lends it to the popup while it is open."""
    box = on_screen(node)
    rows: Node = node.skin.list
    node.kids.sync([kid for kid in node.kids if kid is not rows])
    count = min(len(node.read("items")), node.read("visibleRowCount"))
    rows.values["prefHeight"] = EMPTY_LIST_PX
    if count > 0:
        rows.values["prefHeight"] = LIST_EDGES_PX + rows.skin.flow.length(0) * count
    rows.values["prefWidth"] = box[2] - box[0]
    popup = _open("PopupControl", node, bridge(["combo-box-popup"], None, rows), box[0], box[3], rows)

    def window_changed(_window: FxObject, _name: str, _old: object, is_showing: object) -> None:
        if not is_showing:
            # The skin takes the list back when it next follows its control; until then the list is nowhere.
            node.affect("k")
            if rows.parent is not None:
                rows.parent.kids.remove(rows)
            rows.resize(0.0, 0.0)

    popup.observe("showing", window_changed)
    return popup


def _choice_item(node: Node, item: object, index: int) -> FxItem:
    def select() -> None:
        selection_of(node).select(index)

    is_selected = index == selection_of(node).read("selectedIndex")
    row = create("RadioMenuItem", id="choice-box-menu-item", text=text_of(node, item), selected=is_selected)
    # The menu's items only picture the choices: the selection model has the say.
    row.on_chosen = select
    return row


def _choice(node: Node) -> PopupWindow:
    items = [_choice_item(node, item, index) for index, item in enumerate(node.read("items"))]
    box = on_screen(node)
    name = "choice-box-popup-menu"
    content = menu_content(items, name)
    popup = _open_menu(node, ["context-menu"], name, content, box[0], box[3])
    rows = content.kids[0].kids
    popup.set_focus_owner(None)
    if rows and popup.platform is not None:
        row = rows[max(selection_of(node).read("selectedIndex"), 0)]
        # The key that opened the menu is over before an item gets the keyboard.
        popup.platform.run_later(lambda: popup.set_focus_owner(row))
    return popup


def _menu_button(node: Node) -> PopupWindow:
    items = _items(_menu_of(node) or node)
    box = on_screen(node)
    return _open_menu(node, ["context-menu"], None, menu_content(items), box[0], box[3])


def _date(node: Node) -> PopupWindow:
    from pytest_uimcp.javafx.scene.skins.calendar import calendar

    box = on_screen(node)
    return _open("PopupControl", node, bridge(["date-picker-popup"], None, calendar(node)), box[0], box[3])


def _color(node: Node) -> PopupWindow:
    from pytest_uimcp.javafx.scene.skins.palette import palette

    box = on_screen(node)
    return _open("PopupControl", node, bridge(["color-palette-region"], None, palette(node)), box[0], box[3])


OPENERS: Final[Mapping[str, Callable[[Node], PopupWindow]]] = {
    "ComboBox": _combo, "ChoiceBox": _choice, "MenuButton": _menu_button, "DatePicker": _date, "ColorPicker": _color,
}  # fmt: skip
