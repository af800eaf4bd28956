"""What pops up: menus, lists of choices, tooltips."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import cast

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import Area, layout_in, place_in
from pytest_uimcp.javafx.scene.layout.sizer import Sizer, register
from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.base import adopt, part, put, snapped_pref
from pytest_uimcp.javafx.scene.values.geometry import snap_size

# The columns of a menu item: their style classes, in the order of the nodes.
COLUMNS = ("left-container", "graphic-container", "label", "right-container")


def bridge(style_classes: list[str], name: str | None, content: Node) -> Node:
    """The root of a popup: a pane with the node that carries the control's style classes, and its content."""
    # The theme's rules for popups begin at this class, and those of the control at the bridge's.
    root = part("Pane", "popup")
    bridge_node = part("CSSBridge", *style_classes)
    put(bridge_node, "id", name)
    adopt(bridge_node, [content])
    adopt(root, [bridge_node])
    return root


def menu_item(item: FxObject) -> Node:
    """The row of a menu item: check, graphic, text, arrow or keys."""
    if item.is_a("SeparatorMenuItem"):
        line = part("Separator", "separator")
        put(line, "visible", bool(item.read("visible")))
        put(line, "managed", bool(item.read("visible")))
        return line
    # A program may have replaced the style classes of its item; the theme needs the first one.
    row = part("MenuItemContainer", "menu-item", *(name for name in item.read("styleClass") if name != "menu-item"))
    row.values["item"] = item
    put(row, "id", item.read("id") or item.fx_id)
    put(row, "disable", bool(item.read("disable")))
    put(row, "visible", bool(item.read("visible")))
    put(row, "managed", bool(item.read("visible")))
    if "selected" in item.fx.props and item.read("selected"):
        row.custom = frozenset({"checked"})
    else:
        row.custom = frozenset()
    adopt(row, _columns(item))
    return row


def _columns(item: FxObject) -> list[Node]:
    if item.is_a("CustomMenuItem"):
        content = item.read_node("content")
        if content is None:
            return []
        return [content]
    columns = []
    mark = None
    if item.is_a("CheckMenuItem"):
        mark = part("StackPane", "check")
    elif item.is_a("RadioMenuItem"):
        mark = part("Region", "radio")
    if mark is not None:
        left_column = part("StackPane", "left-container")
        adopt(left_column, [mark])
        columns.append(left_column)
    graphic = item.read("graphic")
    if graphic is not None:
        container = part("StackPane", "graphic-container")
        adopt(container, [graphic])
        columns.append(container)
    columns.append(
        part("MenuLabel", "label", text=item.read("text") or "", mnemonicParsing=item.read("mnemonicParsing"))
    )
    columns[-1].values["mouseTransparent"] = True
    if item.is_a("Menu"):
        right = part("StackPane", "right-container")
        adopt(right, [part("Region", "arrow")])
        columns.append(right)
    elif item.read("accelerator"):
        keys = re.sub("Shortcut|Control", "Ctrl", str(item.read("accelerator")))
        columns.append(part("Label", "label", "accelerator-text", text=keys))
    return columns


def menu_content(items: Iterable[FxObject], name: str | None = None) -> Node:
    box = part("MenuBox")
    adopt(box, [menu_item(item) for item in items])
    content = part("ContextMenuContent")
    put(content, "id", name)
    adopt(content, [box, *(_scroller(direction) for direction in ("up", "down"))])
    return content


def _scroller(direction: str) -> Node:
    """An arrow that is seen only where a menu is higher than the screen."""
    arrow = part("ArrowMenuItem", "scroll-arrow", managed=False, visible=False)
    adopt(arrow, [part("StackPane", f"menu-{direction}-arrow")])
    return arrow


class Bridge(Sizer):
    """It hands on the style classes of a control; the room that they ask for is that of the content alone."""

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        [content] = node.kids
        if content.resizable:
            # The list of a combo box is unmanaged, and shown all the same.
            return measure.sized(content, "pref", axis)
        return measure.extent(node, axis, -1)

    def layout(self, node: Node) -> None:
        for content in node.kids:
            if content.resizable:
                measure.autosize(content)


class MenuContent(Sizer):
    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        return measure.snapped(node).along(axis) + snapped_pref(node.kids[0], axis)

    def layout(self, node: Node) -> None:
        insets = measure.snapped(node)
        width = node.lw - insets.left - insets.right
        height = node.lh - insets.top - insets.bottom
        layout_in(node.kids[0], Area(insets.left, insets.top, width, height))


class MenuRow(Sizer):
    def column(self, node: Node, name: str) -> float:
        # The width of a column is that of all rows: a menu without a graphic anywhere has no column for one.
        rows = node.parent.kids if node.parent is not None else [node]
        widths = [snap_size(measure.pref_width(kid)) for row in rows for kid in row.kids if self.name(kid) == name]
        return max(widths, default=0.0)

    def name(self, kid: Node) -> str:
        if "accelerator-text" in kid.classes:
            return "right-container"
        return next((name for name in COLUMNS if name in kid.classes), "content")

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        insets = measure.snapped(node).along(axis)
        if axis == 0:
            contents = [snap_size(measure.pref_width(kid)) for kid in node.kids if self.name(kid) == "content"]
            return insets + max([sum(self.column(node, name) for name in COLUMNS), *contents])
        return insets + max((snap_size(measure.pref_height(kid)) for kid in node.kids), default=0.0)

    def layout(self, node: Node) -> None:
        insets = measure.snapped(node)
        if cast("FxObject", node.values["item"]).is_a("CustomMenuItem"):
            for kid in node.kids:
                layout_in(kid, Area(insets.left, 0.0, node.lw - insets.left - insets.right, node.lh))
            return
        height = node.lh - insets.top - insets.bottom
        x = insets.left
        for name in COLUMNS:
            column_width = self.column(node, name)
            for kid in node.kids:
                if self.name(kid) == name:
                    column_x = x
                    side = "LEFT"
                    if name == "right-container":
                        column_x = node.lw - insets.right - column_width
                        side = "RIGHT"
                    measure.autosize(kid)
                    place_in(kid, Area(column_x, insets.top, column_width, height), align=(side, "CENTER"))
            x += column_width


register("CSSBridge", sizer=Bridge())
register("ContextMenuContent", sizer=MenuContent())
register("MenuItemContainer", sizer=MenuRow())
