"""Tool bars and button bars: items in a row."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import Area, layout_in, place_in
from pytest_uimcp.javafx.scene.layout.sizer import MAX, Sizer
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.base import (
    OrientedSkin,
    Skin,
    adopt,
    nodes_of,
    oriented,
    part,
    put,
    skin_of,
    snapped_pref,
)
from pytest_uimcp.javafx.scene.values.geometry import snap_position

# Least width of a button in a bar, and what is between two, as on Linux.
BUTTON = 85.0
GAP = 10.0
# A letter of the order for each kind of button.
LETTERS: Final = {
    "LEFT": "L", "RIGHT": "R", "HELP": "H", "HELP_2": "E", "YES": "Y", "NO": "N", "NEXT_FORWARD": "X",
    "BACK_PREVIOUS": "B", "FINISH": "I", "APPLY": "A", "CANCEL_CLOSE": "C", "OK_DONE": "O", "OTHER": "U",
    # A button cannot be a gap: it is one of the others.
    "BIG_GAP": "U", "SMALL_GAP": "U",
}  # fmt: skip


class _Overflow(Sizer):
    """The button of a tool bar: nothing but its insets, and an arrow in its middle that reaches beyond it."""

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        return measure.snapped(node).along(axis)

    def layout(self, node: Node) -> None:
        (arrow,) = node.kids
        width = snapped_pref(arrow, 0)
        height = snapped_pref(arrow, 1)
        arrow.resize(width, height)
        place_in(arrow, Area((node.lw - width) / 2, (node.lh - height) / 2, width, height))


@skin_of("ToolBar")
class ToolBarSkin(OrientedSkin):
    """A row of items; those that do not fit wait behind a button."""

    def build(self) -> None:
        self.boxes = {"HORIZONTAL": part("HBox", "container"), "VERTICAL": part("VBox", "container")}
        self.overflow = part("ToolBarOverflowMenu", visible=False, managed=False)
        adopt(self.overflow, [part("StackPane", "arrow")])
        self.overflow.sizer = _Overflow()

    @property
    def box(self) -> Node:
        return self.boxes[self.node.read("orientation")]

    def extent(self, axis: int, kind: str) -> float:
        """Across the bar the largest item; along it all items, or at least the button for what does not fit."""
        if axis != self.axis:
            return self.widest()
        if kind == "min":
            return snapped_pref(self.overflow, axis)
        return self.items_length()

    def sync(self) -> None:
        put(self.box, "spacing", self.node.read("spacing"))
        put(self.box, "alignment", self.node.read("alignment"))
        # While items wait behind the button, the box has only the first of them, which the layout decides.
        if not self.overflow.values.get("visible"):
            adopt(self.box, list(nodes_of(self.node)))
        self.show(self.box, self.overflow)

    def items_length(self) -> float:
        items = nodes_of(self.node)
        return sum(snapped_pref(item, self.axis) + snap_position(self.node.read("spacing")) for item in items)

    def widest(self) -> float:
        return max((snapped_pref(item, 1 - self.axis) for item in nodes_of(self.node)), default=0.0)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        items = list(nodes_of(self.node))
        axis = self.axis
        room = (width, height)[axis]
        gap = snap_position(self.node.read("spacing"))
        needed = sum(snapped_pref(item, axis) for item in items) + gap * max(0, len(items) - 1)
        hidden = needed > room
        if hidden:
            room -= snapped_pref(self.overflow, axis)
            used_length = 0.0
            fitting = []
            for item in items:
                used_length += snapped_pref(item, axis) + gap
                if used_length > room:
                    break
                fitting.append(item)
            items = fitting
        adopt(self.box, items)
        put(self.overflow, "visible", hidden)
        put(self.overflow, "managed", hidden)
        area = Area(x, y, *oriented(axis, room, (height, width)[axis]))
        layout_in(self.box, area)
        self.box.lay_out_too()
        if hidden:
            size = snapped_pref(self.overflow, axis)
            if axis == 0:
                place = Area(x + width - size, y, size, height)
            else:
                place = Area(x, y + height - size, width, size)
            self.overflow.resize(measure.pref_width(self.overflow), measure.pref_height(self.overflow))
            place_in(self.overflow, place)


@skin_of("ButtonBar")
class ButtonBarSkin(Skin):
    """Buttons in the order of the platform, all of one width."""

    def build(self) -> None:
        self.box = part("ButtonBarSkin$1", "container", alignment="CENTER", spacing=GAP)
        put(self.box, "maxWidth", MAX)
        self.show(self.box)
        self.spacers: list[Node] = []

    def sync(self) -> None:
        ordered = self.ordered()
        has_new = any(button.parent is not self.box for button in ordered if button not in self.spacers)
        adopt(self.box, ordered)
        if has_new:
            self.focus_default()
        for kid in self.box.kids:
            if kid not in self.spacers:
                put(kid, "minWidth", self.narrowest)
                put(kid, "maxWidth", MAX)

    def focus_default(self) -> None:
        """Let the default button have the focus when buttons come."""
        buttons = nodes_of(self.node, "buttons")
        default = next((button for button in buttons if button.is_a("Button") and button.read("defaultButton")), None)
        if default is None:
            kinds = ("OK_DONE", "YES", "NEXT_FORWARD", "FINISH")
            default = next((button for button in buttons if button.constraint("ButtonBar.buttonData") in kinds), None)
        scene = self.node.scene
        if default is not None and scene is not None:
            scene.request_focus(default)

    @property
    def narrowest(self) -> float:
        """The least width of a button: what was set, or that of the platform."""
        width = self.node.read_number("buttonMinWidth")
        if width == -1:
            return BUTTON
        return width

    def ordered(self) -> list[Node]:
        """Buttons by the letters of the order, with growing space where it says so."""
        ordered: list[Node] = []
        spacers = 0
        gap = ""
        for letter in self.node.read("buttonOrder"):
            # A gap at the start is none, and buttons of this kind stand in its place.
            if letter == "+" or (letter == "_" and ordered):
                # A gap that grows is stronger than one that does not.
                gap = gap if gap == "+" else letter
                continue
            buttons = [button for button in self.node.read("buttons") if self.letter(button) == letter]
            if buttons and gap:
                ordered.append(self.spacer(spacers, grows=gap == "+", alone=len(self.node.read("buttons")) == 1))
                spacers += 1
            if buttons:
                gap = ""
            ordered += buttons
        return ordered

    def letter(self, button: Node) -> str:
        return LETTERS[button.constraint("ButtonBar.buttonData", "OTHER")]

    def spacer(self, place: int, *, grows: bool, alone: bool) -> Node:
        while len(self.spacers) <= place:
            self.spacers.append(part("Region"))
        region = self.spacers[place]
        region.properties["HBox.hgrow"] = ("NEVER", "ALWAYS")[grows]
        put(region, "minWidth", 0.0 if alone else GAP)
        return region

    def place(self, x: float, y: float, width: float, height: float) -> None:
        self.equal()
        layout_in(self.box, Area(x, y, width, height))

    def equal(self) -> None:
        buttons = [kid for kid in self.box.kids if kid not in self.spacers]
        uniform = [b for b in buttons if b.constraint("ButtonBar.buttonUniformSize") is not False]
        widest = max((measure.pref_width(button) for button in uniform), default=0.0)
        for button in uniform:
            put(button, "prefWidth", max(self.narrowest, widest))
