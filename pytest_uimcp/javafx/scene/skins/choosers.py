"""Combo boxes, choice boxes, date and colour pickers: a value, and a button that opens more."""

from __future__ import annotations

import datetime

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import Area, place_in
from pytest_uimcp.javafx.scene.layout.sizer import Sizer
from pytest_uimcp.javafx.scene.layout.text import text_width
from pytest_uimcp.javafx.scene.model.base import hook
from pytest_uimcp.javafx.scene.model.choices import text_of
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.selection import focus_of, give_models, selection_of
from pytest_uimcp.javafx.scene.skins.base import Skin, adopt, part, put, skin_of, snapped_pref
from pytest_uimcp.javafx.scene.values.colors import NAMES, Color, named
from pytest_uimcp.javafx.scene.values.fonts import DEFAULT_FONT
from pytest_uimcp.javafx.scene.values.geometry import snap_size

# What JavaFX asks for where there is nothing to show yet.
MIN_CHOICE_WIDTH = 50.0
# What a menu of choices has beside its texts: a mark, and the padding of its items.
CHOICE_MARK_PX = 40.0
# Width of the longest colour name that a picker keeps room for, at the usual font size.
MAX_COLOR_WIDTH = 91.5


def date_text(value: datetime.date) -> str:
    """A date as the picker's editor writes it, in the American short style."""
    return f"{value.month}/{value.day}/{value.year}"


def color_text(color: Color) -> str:
    names = NAMES[::2]
    match = next((name for name in names if named(name) == color), None)
    if match:
        return match.capitalize()
    return color.hex()


class ComboBaseSkin(Skin):
    """A display at the left, a button with an arrow at the right."""

    def build(self) -> None:
        # Minus infinity is Java's `USE_PREF_SIZE`: the arrow stays as large as the theme makes it.
        self.arrow = part("Region", "arrow", mouseTransparent=True, maxWidth=float("-inf"), maxHeight=float("-inf"))
        put(self.arrow, "id", "arrow")
        self.button = part("StackPane", "arrow-button")
        put(self.button, "id", "arrow-button")
        put(self.button, "focusTraversable", False)
        adopt(self.button, [self.arrow])

    @property
    def display(self) -> Node:
        raise NotImplementedError

    @property
    def button_width(self) -> float:
        insets = measure.snapped(self.button)
        return insets.left + snapped_pref(self.arrow, 0) + insets.right

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 1:
            return self.pref_size(node, axis, cross)
        return self.horizontal_insets + measure.min_width(self.display) + self.button_width

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        display = measure.sized(self.display, "pref", axis)
        if axis == 0:
            return self.horizontal_insets + display + self.button_width
        arrow = measure.snapped(self.button).along(1) + snapped_pref(self.arrow, 1)
        return self.vertical_insets + max(display, arrow)

    def max_size(self, node: Node, axis: int, cross: float) -> float:
        return measure.sized(node, "pref", axis)

    def baseline(self, node: Node) -> float:
        return self.insets[0] + measure.baseline(self.display)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        button_width = self.button_width
        self.display.resize(width - button_width, height)
        self.display.move(x, y)
        self.button.resize(button_width, height)
        place_in(self.button, Area(x + width - button_width, y, button_width, height))


def editor_of(node: Node, *classes: str) -> Node:
    """The field of an editable control, made once."""
    editor = node.read("editor")
    if editor is None:
        editor = node.values["editor"] = part("FakeFocusTextField", "text-input", "text-field", *classes)
    # The control has the focus, and passes keys on to its field.
    put(editor, "focusTraversable", False)
    return editor


@hook("ComboBoxBase Spinner", "focused")
def _fake_focus(control: Node, _old: bool, new: bool) -> None:
    """The field looks as if it had the focus itself."""
    editor = control.values.get("editor")
    if editor is not None:
        fake_focus(editor, is_focused=bool(new))


def fake_focus(editor: Node, *, is_focused: bool) -> None:
    # Without the effects of a real focus: it selects nothing.
    if bool(editor.values.get("focused")) != is_focused:
        editor.values["focused"] = is_focused
        editor.affect("k")
        editor.restyle()


@skin_of("ComboBox")
class ComboBoxSkin(ComboBaseSkin):
    """The value in a cell or in a field; the list of choices is there, unmanaged, until a popup takes it."""

    def build(self) -> None:
        super().build()
        # Before parts are made: the list of choices shows the same selection.
        give_models(self.node)
        self.list = part("ComboBoxListViewSkin$3", "list-view", managed=False)
        put(self.list, "id", "list-view")
        put(self.list, "focusTraversable", False)
        self.cell = part("ComboBoxListViewSkin$2$1", mouseTransparent=True, accessibleRole="NODE")
        self.is_list_filled = False
        self.measured: tuple[object, float] | None = None
        # The skin itself is nobody's value, so the first one is written whatever it is.
        self.shown_value: object = self

    @property
    def display(self) -> Node:
        if self.node.read("editable"):
            return self.editor
        return self.cell

    @property
    def editor(self) -> Node:
        return editor_of(self.node)

    def sync(self) -> None:
        node = self.node
        self.follow_list()
        if node.read("editable"):
            self.follow_editor()
            self.show(self.button, self.editor, *self.own_list)
        else:
            self.follow_cell()
            self.show(self.button, *self.own_list, self.cell)

    @property
    def own_list(self) -> list[Node]:
        """The list, unless a popup shows it."""
        if self.list.parent is not None and self.list.parent is not self.node:
            return []
        return [self.list]

    def follow_list(self) -> None:
        items = self.node.read("items")
        selection = selection_of(self.node)
        # Only where they differ: new items would undo the list's own selection and scrolling.
        if list(self.list.read("items")) != list(items):
            self.list.read("items").set_all(items)
        model = selection_of(self.list)
        if model.indices != selection.indices:
            model.set_indices(list(selection.indices))
            if selection.indices:
                model.focus(selection.indices[-1])
        if not self.is_list_filled:
            self.is_list_filled = True
            # A list that is made with its items has no row in focus; one that gets items later has the first.
            if not selection.indices:
                focus_of(self.list).focus(-1)

    def follow_editor(self) -> None:
        """The value's text, when the value changed."""
        node = self.node
        fake_focus(self.editor, is_focused=bool(node.read("focused")))
        put(self.editor, "promptText", node.read("promptText") or "")
        # Only a new value is written: what a user has typed meanwhile stays until it is committed.
        if self.shown_value is not node.read("value"):
            self.shown_value = node.read("value")
            put(self.editor, "text", text_of(node, self.shown_value) if self.shown_value is not None else "")

    def follow_cell(self) -> None:
        node = self.node
        cell = self.cell
        index = selection_of(node).read("selectedIndex")
        value = node.read("value")
        if value is not None:
            text = text_of(node, value)
        else:
            text = node.read("promptText") or ""
        put(cell, "text", text)
        put(cell, "item", value)
        put(cell, "empty", value is None)
        put(cell, "selected", True)
        # A cell that never had an index is not to get -1, which its pseudo-class would show.
        if index >= 0 or "index" in cell.values:
            put(cell, "index", index)
        put(cell, "focused", index >= 0 and focus_of(self.list).is_focused(index))
        cell.restyle()

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 0:
            return MIN_CHOICE_WIDTH
        return super().min_size(node, axis, cross)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        preferred = super().pref_size(node, axis, cross)
        if axis == 1:
            return preferred
        return max(preferred, MIN_CHOICE_WIDTH, self.list_width(self.widest_cell()))

    def widest_cell(self) -> float:
        """The width of the widest cell of the list; measured again when items or styles are others."""
        if self.list.skin is None:
            return 0.0
        # Measuring fills and styles a cell, after which the scene has to be laid out once more: not in every layout.
        key = ([text_of(self.node, item) for item in self.node.read("items")], self.list.context, self.list.em)
        if self.measured is None or self.measured[0] != key:
            self.measured = (key, self.list.skin.widest())
        return self.measured[1]

    def list_width(self, widest: float) -> float:
        """What the list asks for: its widest cell, and room for a bar."""
        insets = measure.snapped(self.list)
        if widest:
            # JavaFX allows 30 px for a scroll bar, whether there is one or not.
            return max(self.node.lw, insets.left + widest + insets.right + 30.0)
        return MIN_CHOICE_WIDTH


@skin_of("DatePicker")
class DatePickerSkin(ComboBaseSkin):
    def build(self) -> None:
        super().build()
        # As in a combo box: any first value is another one.
        self.shown: object = self

    @property
    def display(self) -> Node:
        return editor_of(self.node, "date-picker-display-node")

    def sync(self) -> None:
        node = self.node
        editor = self.display
        fake_focus(editor, is_focused=bool(node.read("focused")))
        put(editor, "editable", node.read("editable"))
        put(editor, "promptText", node.read("promptText"))
        if self.shown is not node.read("value"):
            value = self.shown = node.read("value")
            if isinstance(value, datetime.date) and not node.read("converter"):
                put(editor, "text", date_text(value))
            else:
                put(editor, "text", text_of(node, value))
        self.show(self.button, editor)


@skin_of("ColorPicker")
class ColorPickerSkin(ComboBaseSkin):
    def build(self) -> None:
        super().build()
        self.rectangle = part("Rectangle", "picker-color-rect", width=12.0, height=12.0, stroke=Color(0.7, 0.7, 0.7))
        self.patch = part("PickerColorBox")
        adopt(self.patch, [self.rectangle])
        self.patch.sizer = _Patch()
        self.label = part("Label", "label", "color-picker-label", managed=False, graphic=self.patch)

    @property
    def display(self) -> Node:
        return self.label

    def sync(self) -> None:
        color = self.node.read("value")
        put(self.label, "text", color_text(color) if isinstance(color, Color) else "")
        put(self.rectangle, "fill", color)
        self.show(self.button, self.label)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 1:
            return super().pref_size(node, axis, cross)
        # The patch is 13 px and the gap behind it 4; which colour is named does not change the width.
        label = measure.snapped(self.label).along(0)
        return self.horizontal_insets + self.button_width + label + 13.0 + 4.0 + MAX_COLOR_WIDTH


class _Patch(Sizer):
    """The rectangle half a pixel in, so that its stroke is sharp."""

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        return 13.0

    min_size = pref_size
    max_size = pref_size

    def layout(self, node: Node) -> None:
        node.kids[0].move(0.5, 0.5)


@skin_of("ChoiceBox")
class ChoiceBoxSkin(Skin):
    def build(self) -> None:
        give_models(self.node)
        self.label = part("Label", "label")
        self.button = part("StackPane", "open-button")
        self.arrow = part("StackPane", "arrow", maxWidth=float("-inf"), maxHeight=float("-inf"))
        adopt(self.button, [self.arrow])
        # An underscore in a value is one of its letters.
        put(self.label, "mnemonicParsing", False)
        self.show(self.label, self.button)
        # That of the menu as it is made: items that come later do not widen it, nor does another font than the theme's.
        texts = [text_of(self.node, item) for item in self.node.read("items")]
        self.menu_width = max(
            (snap_size(text_width(text, DEFAULT_FONT)) + CHOICE_MARK_PX for text in texts), default=0.0
        )

    def sync(self) -> None:
        value = self.node.read("value")
        put(self.label, "text", text_of(self.node, value) if value is not None else "")

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 1:
            return self.pref_size(node, axis, cross)
        return self.horizontal_insets + measure.min_width(self.label) + measure.pref_width(self.button)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 1:
            return self.vertical_insets + max(measure.pref_height(self.label), measure.pref_height(self.button))
        if not node.read("items"):
            return MIN_CHOICE_WIDTH
        box = self.horizontal_insets + measure.pref_width(self.label) + measure.pref_width(self.button)
        return max(box, self.menu_width)

    def max_size(self, node: Node, axis: int, cross: float) -> float:
        return measure.sized(node, "pref", axis)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        button_width = measure.pref_width(self.button)
        self.label.resize(width, height)
        self.label.move(x, y)
        self.button.resize(button_width, measure.pref_height(self.button))
        place_in(self.button, Area(x + width - button_width, y, button_width, height))
