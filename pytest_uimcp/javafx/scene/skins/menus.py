from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import Area, layout_in
from pytest_uimcp.javafx.scene.layout.sizer import Sizer
from pytest_uimcp.javafx.scene.skins.base import Skin, adopt, part, put, skin_of, snapped_pref

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.base import FxObject
    from pytest_uimcp.javafx.scene.model.node import Node


# What the inner label shows of the button.
MIRRORED = ("text", "graphic", "graphicTextGap", "contentDisplay", "textAlignment", "textOverrun", "wrapText")


@skin_of("MenuButton")
class MenuButtonSkin(Skin):
    def build(self) -> None:
        self.label = part("MenuLabeledImpl", "label", mnemonicParsing=True)
        self.button = part("StackPane", "arrow-button")
        self.arrow = part("StackPane", "arrow", maxWidth=float("-inf"), maxHeight=float("-inf"))
        adopt(self.button, [self.arrow])
        self.show(self.label, self.button)

    def sync(self) -> None:
        for name in MIRRORED:
            put(self.label, name, self.node.read(name))
        put(self.label, "mnemonicParsing", self.node.read("mnemonicParsing"))

    def pref_width(self, node: Node, height: float) -> float:
        return self.horizontal_insets + measure.pref_width(self.label) + snapped_pref(self.button, 0)

    def pref_height(self, node: Node, width: float) -> float:
        return self.vertical_insets + max(measure.pref_height(self.label), snapped_pref(self.button, 1))

    def min_width(self, node: Node, height: float) -> float:
        return self.horizontal_insets + measure.min_width(self.label) + snapped_pref(self.button, 0)

    def min_height(self, node: Node, width: float) -> float:
        return self.vertical_insets + max(measure.min_height(self.label), snapped_pref(self.button, 1))

    def max_width(self, node: Node, height: float) -> float:
        return measure.pref_width(node)

    def max_height(self, node: Node, width: float) -> float:
        return measure.pref_height(node)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        button_width = snapped_pref(self.button, 0)
        self.label.resize(width - button_width, height)
        self.label.move(x, y)
        self.button.resize(button_width, height)
        self.button.move(x + width - button_width, y)


@skin_of("MenuBar")
class MenuBarSkin(Skin):
    def build(self) -> None:
        self.row = part("HBox", "container")
        self.buttons: dict[int, Node] = {}
        self.show(self.row)

    def sync(self) -> None:
        menus = [menu for menu in self.node.read("menus") if menu.read("visible")]
        put(self.row, "spacing", self.node.read("spacing"))
        put(self.row, "alignment", self.node.read("containerAlignment"))
        adopt(self.row, [self.button(menu) for menu in menus])

    def button(self, menu: FxObject) -> Node:
        button = self.buttons.get(id(menu))
        if button is None:
            button = self.buttons[id(menu)] = part("MenuBarButton", "menu-button")
            button.values["menu"] = menu
            # TAB does not stop at a menu bar.
            put(button, "focusTraversable", False)
        put(button, "id", menu.read("id") or menu.fx_id)
        classes = ["menu-button", *menu.read("styleClass")]
        if list(button.read("styleClass")) != classes:
            button.read("styleClass").set_all(classes)
        put(button, "style", menu.read("style") or "")
        for name in ("text", "graphic", "disable", "mnemonicParsing"):
            put(button, name, menu.read(name))
        return button

    def pref_width(self, node: Node, height: float) -> float:
        return self.horizontal_insets + measure.pref_width(self.row)

    def pref_height(self, node: Node, width: float) -> float:
        return self.vertical_insets + measure.pref_height(self.row)

    def max_height(self, node: Node, width: float) -> float:
        return measure.pref_height(node)

    def min_height(self, node: Node, width: float) -> float:
        return self.pref_height(node, width)

    def max_width(self, node: Node, height: float) -> float:
        return Sizer.max_width(self, node, height)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        layout_in(self.row, Area(x, y, width, height))
