from __future__ import annotations

from typing import Final

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import Area, layout_in
from pytest_uimcp.javafx.scene.layout.sizer import MAX
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.states import set_state
from pytest_uimcp.javafx.scene.skins.base import Skin, adopt, part, put, skin_of
from pytest_uimcp.javafx.scene.values.geometry import snap_size

# The width that a text in a dialog is wrapped to.
COLUMN = 360.0
# What the usual buttons say, and what kind they are.
BUTTONS: Final = {
    "OK": ("OK", "OK_DONE"), "CANCEL": ("Cancel", "CANCEL_CLOSE"), "YES": ("Yes", "YES"), "NO": ("No", "NO"),
    "APPLY": ("Apply", "APPLY"), "CLOSE": ("Close", "CANCEL_CLOSE"), "FINISH": ("Finish", "FINISH"),
    "NEXT": ("Next", "NEXT_FORWARD"), "PREVIOUS": ("Previous", "BACK_PREVIOUS"),
}  # fmt: skip
DEFAULTS = ("OK_DONE", "YES", "FINISH", "NEXT_FORWARD", "APPLY")
CANCELS = ("CANCEL_CLOSE", "NO")


class AlertIcon:
    """The picture of a kind of alert; only its size counts."""

    size = (48.0, 48.0)

    def __init__(self, name: str) -> None:
        self.url = name


@skin_of("DialogPane")
class DialogPaneSkin(Skin):
    def build(self) -> None:
        self.header: Node | None = None
        self.label = part("Label", "label", "content", wrapText=True, prefWidth=COLUMN, maxWidth=MAX, maxHeight=MAX)
        self.bar = part("ButtonBar", maxWidth=MAX)
        self.buttons: dict[object, Node] = {}
        self.plain = part("GridPane")

    def sync(self) -> None:
        node = self.node
        self.follow_header()
        content = node.read_node("content")
        text = node.read("contentText")
        put(self.label, "text", text or "")
        put(self.label, "visible", content is None)
        put(self.label, "managed", content is None)
        self.follow_buttons()
        # The theme's padding is for this class; JavaFX adds it to the content that a program sets.
        if content is not None and "content" not in content.classes:
            content.read("styleClass").append("content")
        custom_header = node.read("header")
        if custom_header is not None:
            header = custom_header
        elif self.header is not None:
            header = self.header
        else:
            header = self.plain
        self.show(
            header, self.label, self.bar, content, node.read("expandableContent") if node.read("expanded") else None
        )

    def follow_header(self) -> None:
        node = self.node
        text = node.read("headerText")
        if not text:
            # Made again when a text comes back.
            self.header = None
            return
        if self.header is None:
            self.header = part("GridPane", "header-panel", maxWidth=MAX)
            self.title = part("Label", "label", wrapText=True, maxWidth=MAX, maxHeight=MAX, alignment="CENTER_LEFT")
            self.picture = part("StackPane", "graphic-container")
            self.title.properties.update({"GridPane.columnIndex": 0, "GridPane.hgrow": "ALWAYS"})
            self.picture.properties["GridPane.columnIndex"] = 1
            adopt(self.header, [self.title, self.picture])
        put(self.title, "text", text)
        graphic = node.read("graphic")
        adopt(self.picture, [graphic])
        set_state(node, "header", True)

    def follow_buttons(self) -> None:
        """A button for each button type; the last default and the cancel button are marked."""
        for kind in self.node.read("buttonTypes"):
            if kind not in self.buttons:
                text, data = (
                    BUTTONS.get(kind, (None, None))
                    if isinstance(kind, str)
                    else (kind.read("text"), kind.read("buttonData"))
                )
                button = part("Button", text=text or str(kind))
                # A button of a dialog is a program's node for selectors, though the skin made it.
                button.inner = False
                button.properties["ButtonBar.buttonData"] = data or "OTHER"
                put(button, "defaultButton", data in DEFAULTS)
                put(button, "cancelButton", data in CANCELS)
                self.buttons[kind] = button
        buttons = [self.buttons[kind] for kind in self.node.read("buttonTypes")]
        if list(self.bar.read("buttons")) != buttons:
            self.bar.read("buttons").set_all(buttons)

    def type_of(self, button: object) -> object:
        return next((kind for kind, made_for_it in self.buttons.items() if made_for_it is button), None)

    def parts(self, node: Node) -> tuple[Node | None, Node | None, Node]:
        """Header, content and bar, where they are managed."""
        header = next((k for k in node.kids if k is self.header or k is node.read("header")), None)
        content = node.read_node("content") or (self.label if self.label.placed else None)
        return header, content, self.bar

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        return 0.0

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        # The height depends on the width, which depends on nothing.
        if axis == 0:
            cross = -1.0
        elif cross == -1:
            cross = self.pref_size(node, 0, -1.0)
        sizes = [snap_size(measure.sized(k, "pref", axis, cross)) for k in self.parts(node) if k is not None]
        insets = measure.snapped(node).along(axis)
        if axis == 0:
            return insets + max(sizes, default=0.0)
        return insets + sum(sizes)

    def bias(self, node: Node) -> str | None:
        return "HORIZONTAL"

    def layout(self, node: Node) -> None:
        header, content, bar = self.parts(node)
        insets = measure.snapped(node)
        content_width = node.lw - insets.left - insets.right
        y = insets.top
        bar_height = snap_size(measure.pref_height(bar, content_width))
        if header is not None:
            header_height = snap_size(measure.pref_height(header, content_width))
            layout_in(header, Area(insets.left, y, content_width, header_height))
            y += header_height
        if content is not None:
            layout_in(content, Area(insets.left, y, content_width, node.lh - insets.bottom - bar_height - y))
        layout_in(bar, Area(insets.left, node.lh - insets.bottom - bar_height, content_width, bar_height))
