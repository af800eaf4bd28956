from __future__ import annotations

import math

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.base import Skin, adopt, part, put, skin_of, snapped_pref
from pytest_uimcp.javafx.scene.skins.choosers import fake_focus


@skin_of("Spinner")
class SpinnerSkin(Skin):
    def build(self) -> None:
        self.editor = self.node.read("editor") or part("FakeFocusTextField")
        self.node.values["editor"] = self.editor
        self.shown_value: object = None
        self.shows_value = False
        self.increment = part("SpinnerSkin$1")
        self.decrement = part("SpinnerSkin$2")
        for button, name in ((self.increment, "increment-arrow"), (self.decrement, "decrement-arrow")):
            arrow = part("Region", name, mouseTransparent=True, maxWidth=float("-inf"), maxHeight=float("-inf"))
            adopt(button, [arrow])
        self.show(self.editor, self.increment, self.decrement)

    def sync(self) -> None:
        from pytest_uimcp.javafx.scene.model.choices import text_of

        node = self.node
        fake_focus(self.editor, is_focused=bool(node.read("focused")))
        put(self.editor, "editable", node.read("editable"))
        put(self.editor, "focusTraversable", node.read("editable"))
        value = node.read("value")
        if not self.shows_value or self.shown_value != value:
            self.shows_value = True
            self.shown_value = value
            put(self.editor, "text", text_of(node, value) if value is not None else "")
        put(self.editor, "promptText", node.read("promptText") or "")

    def show_value(self) -> None:
        """Write the value into the field, also where a user has typed something else meanwhile."""
        self.shows_value = False
        self.node.affect("k")

    def extent(self, axis: int, kind: str) -> float:
        return measure.sized(self.editor, kind, axis)

    def max_size(self, node: Node, axis: int, cross: float) -> float:
        return measure.sized(node, "pref", axis)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        buttons_width = 0.0
        for button in (self.increment, self.decrement):
            insets = measure.snapped(button)
            buttons_width = max(buttons_width, insets.left + snapped_pref(button.kids[0], 0) + insets.right)
        half = math.floor(height / 2)
        self.editor.resize(width - buttons_width, height)
        self.editor.move(x, y)
        for button, top, button_height in ((self.increment, y, half), (self.decrement, y + half, height - half)):
            button.resize(buttons_width, button_height)
            # The upper arrow has the smaller half of an odd height.
            button.move(x + width - buttons_width, top)
