from __future__ import annotations

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import Area, layout_in
from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.base import Skin, adopt, part, put, skin_of, snapped_pref

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

    def extent(self, axis: int, kind: str) -> float:
        label = measure.sized(self.label, kind, axis)
        button = snapped_pref(self.button, axis)
        if axis == 0:
            return label + button
        return max(label, button)

    def max_size(self, node: Node, axis: int, cross: float) -> float:
        return measure.sized(node, "pref", axis)

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
        if "showing" in button.classes:
            classes.append("showing")
        if list(button.read("styleClass")) != classes:
            button.read("styleClass").set_all(classes)
        put(button, "style", menu.read("style") or "")
        for name in ("text", "graphic", "disable", "mnemonicParsing"):
            put(button, name, menu.read(name))
        return button

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 1:
            return self.pref_size(node, axis, cross)
        return super().min_size(node, axis, cross)

    def max_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 1:
            return measure.pref_height(node)
        return super().max_size(node, axis, cross)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        layout_in(self.row, Area(x, y, width, height))
