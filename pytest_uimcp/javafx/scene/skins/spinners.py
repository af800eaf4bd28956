from __future__ import annotations

import math
from typing import Final

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.base import Skin, adopt, part, put, skin_of, snapped_pref
from pytest_uimcp.javafx.scene.skins.choosers import fake_focus

# Style classes by which a program says where the arrows are.
ARROWS: Final = (
    "arrows-on-right-vertical", "arrows-on-right-horizontal", "arrows-on-left-vertical", "arrows-on-left-horizontal",
    "split-arrows-vertical", "split-arrows-horizontal",
)  # fmt: skip


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

    @property
    def arrows(self) -> str:
        """Where the arrows are: a style class of the program, the last of them."""
        classes = self.node.read("styleClass")
        return next((name for name in reversed(classes) if name in ARROWS), ARROWS[0])

    def button_size(self, axis: int) -> float:
        sizes = []
        for button in (self.increment, self.decrement):
            insets = measure.snapped(button)
            sizes.append(insets.along(axis) + snapped_pref(button.kids[0], axis))
        return max(sizes)

    def extent(self, axis: int, kind: str) -> float:
        # A spinner is never lower than it likes to be.
        size = measure.sized(self.editor, "pref" if axis == 1 else kind, axis)
        if axis == 1 and self.arrows == "split-arrows-vertical":
            return size + 2 * self.button_size(1)
        return size

    def max_size(self, node: Node, axis: int, cross: float) -> float:
        return measure.sized(node, "pref", axis)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        arrows = self.arrows
        buttons_width = self.button_size(0)
        if arrows == "split-arrows-vertical":
            tall = self.button_size(1)
            self.put(self.increment, x, y, width, tall)
            self.put(self.editor, x, y + tall, width, max(0.0, height - 2 * tall))
            self.put(self.decrement, x, y + height - tall, width, tall)
        elif arrows == "split-arrows-horizontal":
            self.put(self.decrement, x, y, buttons_width, height)
            self.put(self.editor, x + buttons_width, y, max(0.0, width - 2 * buttons_width), height)
            self.put(self.increment, x + width - buttons_width, y, buttons_width, height)
        else:
            is_beside = arrows.endswith("horizontal")
            all_width = buttons_width * (1 + is_beside)
            field_width = max(0.0, width - all_width)
            field = x
            begin = x + width - all_width
            if "left" in arrows:
                field = x + all_width
                begin = x
            self.put(self.editor, field, y, field_width, height)
            if is_beside:
                self.put(self.decrement, begin, y, buttons_width, height)
                self.put(self.increment, begin + buttons_width, y, buttons_width, height)
            else:
                # The upper arrow has the smaller half of an odd height.
                half = math.floor(height / 2)
                self.put(self.increment, begin, y, buttons_width, half)
                self.put(self.decrement, begin, y + half, buttons_width, height - half)

    def put(self, child: Node, x: float, y: float, width: float, height: float) -> None:
        child.resize(width, height)
        child.move(x, y)
