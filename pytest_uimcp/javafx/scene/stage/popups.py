"""Opening and closing popups: menus, lists of choices, anything of a program's own."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.javafx.scene.errors import WrongValue
from pytest_uimcp.javafx.scene.layout.bounds import layout_box, to_scene
from pytest_uimcp.javafx.scene.model.classes import create
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.popups import bridge, menu_content
from pytest_uimcp.javafx.scene.values.geometry import apply

__all__ = ["on_screen", "show_choices", "show_menu", "show_popup", "show_submenu", "showing_popup"]


def on_screen(node: Node) -> tuple[float, float, float, float]:
    """The layout box of a node on the screen."""
    window = node.scene.window if node.scene is not None else None
    if window is None:
        raise WrongValue(f"{node!r} is on no screen; it has to be in a visible scene")
    x, y = window.origin
    box = apply(to_scene(node), layout_box(node))
    return (box[0] + x, box[1] + y, box[2] + x, box[3] + y)


def _open(kind: str, owner: Any, root: Any, x: float, y: float, keys_to: Any = None) -> Any:
    popup = create(kind)
    popup.scene = create("Scene", root=root)
    popup.show(owner, x, y)
    popup.scene.focus_owner = keys_to
    return popup


def _open_menu(owner: Any, style: list[str], name: str | None, content: Any, x: float, y: float) -> Any:
    return _open("ContextMenu", owner, bridge(style, name, content), x, y, content)


def show_popup(owner: Any, content: Any, x: float, y: float) -> Any:
    """A program's popup with one node, its corner at a place on the screen."""
    root = create("Pane")
    root.inner = True
    root.read("styleClass").append("popup")
    root.read("children").append(content)
    return _open("Popup", owner, root, x, y)


def showing_popup(owner: Any) -> Any:
    """The popup that a control opened, if it is open."""
    found = owner.values.get("open popup")
    if found is not None and found.values.get("showing"):
        return found
    return None


def _note(owner: Any, popup: Any) -> Any:
    owner.values["open popup"] = popup
    popup.values["opener"] = owner
    menu = owner.values.get("menu")
    shows = [owner] if menu is None else [owner, menu]
    for one in shows:
        one.put(one.fx.props["showing"], True)

    def closed(window: Any, _name: str, _old: Any, showing: Any) -> None:
        if not showing and owner.values.get("open popup") is window:
            owner.values["open popup"] = None
            for one in shows:
                one.put(one.fx.props["showing"], False)

    popup.observe("showing", closed)
    return popup


def show_menu(menu: Any, node: Node, x: float | None = None, y: float | None = None) -> Any:
    """A context menu of a node; below it if no place is said."""
    box = on_screen(node)
    content = menu_content(list(menu.read("items")), menu.read("id"))
    at = (box[0] if x is None else x, box[3] if y is None else y)
    popup = _open_menu(node, list(menu.read("styleClass")), menu.read("id"), content, *at)
    popup.values["menu"] = menu
    return popup


def show_submenu(menu: Any, row: Node) -> Any:
    """A menu beside its row in another menu."""
    box = on_screen(row)
    popup = _open_menu(row, ["context-menu"], None, menu_content(list(menu.read("items"))), box[2], box[1])
    popup.values["menu"] = menu
    return popup


def show_choices(node: Any) -> Any:
    """Open what a control has behind its arrow; the popup, which is also found by `showing_popup`.

    A menu of a menu bar is opened at its button.
    """
    if node.is_a("Menu"):
        node = node.values["owner"].skin.button(node)
    found = showing_popup(node)
    if found is not None:
        return found
    opener = next((OPENERS[kind] for kind in node.fx.order if kind in OPENERS), None)
    if opener is not None:
        return _note(node, opener(node))
    return None


def _combo(node: Any) -> Any:
    box = on_screen(node)
    rows = node.skin.list
    node.kids.sync([kid for kid in node.kids if kid is not rows])
    rows.put(rows.fx.props["managed"], True)
    count = min(len(node.read("items")), node.read("visibleRowCount"))
    rows.values["prefHeight"] = 2.0 + 24.0 * max(count, 1)
    rows.values["prefWidth"] = box[2] - box[0]
    popup = _open("PopupControl", node, bridge(["combo-box-popup"], None, rows), box[0], box[3], rows)

    def back(window: Any, _name: str, _old: Any, showing: Any) -> None:
        if not showing:
            rows.put(rows.fx.props["managed"], False)
            node.affect("k")
            if rows.parent is not None:
                rows.parent.kids.remove(rows)
            rows.resize(0.0, 0.0)

    popup.observe("showing", back)
    return popup


def _choice(node: Any) -> Any:
    chosen = node.read("selectionModel").read("selectedIndex")
    from pytest_uimcp.javafx.scene.model.choices import text_of

    items = [
        create("RadioMenuItem", id="choice-box-menu-item", text=text_of(node, item), selected=place == chosen)
        for place, item in enumerate(node.read("items"))
    ]
    for place, item in enumerate(items):
        item.values["chosen"] = lambda place=place: node.read("selectionModel").select(place)
    box = on_screen(node)
    name = "choice-box-popup-menu"
    content = menu_content(items, name)
    popup = _open_menu(node, ["context-menu"], name, content, box[0], box[3])
    rows = content.kids[0].kids
    popup.scene.focus_owner = None
    if rows:
        # The key that opened the menu is over before an item gets the keyboard.
        popup.platform.run_later(lambda: setattr(popup.scene, "focus_owner", rows[max(chosen, 0)]))
    return popup


def _menu_button(node: Any) -> Any:
    menu = node.values.get("menu")
    items = list((menu if menu is not None else node).read("items"))
    box = on_screen(node)
    return _open_menu(node, ["context-menu"], None, menu_content(items), box[0], box[3])


def _date(node: Any) -> Any:
    from pytest_uimcp.javafx.scene.skins.calendar import calendar

    box = on_screen(node)
    return _open("PopupControl", node, bridge(["date-picker-popup"], None, calendar(node)), box[0], box[3])


def _color(node: Any) -> Any:
    from pytest_uimcp.javafx.scene.skins.palette import palette

    box = on_screen(node)
    return _open("PopupControl", node, bridge(["color-palette-region"], None, palette(node)), box[0], box[3])


OPENERS = {
    "ComboBox": _combo, "ChoiceBox": _choice, "MenuButton": _menu_button, "DatePicker": _date, "ColorPicker": _color,
}  # fmt: skip
