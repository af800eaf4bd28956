"""Text fields and areas: typing, moving the caret, selecting, cutting and pasting, undoing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from pytest_uimcp.javafx.scene.actions.behaviors.buttons import take_focus
from pytest_uimcp.javafx.scene.actions.behaviors.lists import stroke_of
from pytest_uimcp.javafx.scene.actions.events import FxEvent, copy_to, fire, on, platform_of
from pytest_uimcp.javafx.scene.actions.picking import in_node
from pytest_uimcp.javafx.scene.layout.shapes import font_of
from pytest_uimcp.javafx.scene.layout.text import line_height, text_width
from pytest_uimcp.javafx.scene.model import editing
from pytest_uimcp.javafx.scene.model.classes import create
from pytest_uimcp.javafx.scene.model.editing import TextInput
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.textinput import select
from pytest_uimcp.javafx.scene.stage.popups import show_menu
from pytest_uimcp.javafx.scene.values.fonts import Font

# What a key does; False if it means nothing here after all.
Rule = Callable[[TextInput, FxEvent], object]
# A place in the text, or a number of rows away.
Place = Callable[[TextInput], int]


@on("KEY_TYPED", "TextInputControl")
def type_character(node: TextInput, event: FxEvent) -> None:
    """Insert a character; with CTRL or ALT it is none."""
    character = event.character
    if not node.read("editable") or node.off or event.control or event.alt or not character:
        return
    if character >= " " and character != "\x7f":
        editing.insert(node, character)
        event.consume()


@on("KEY_PRESSED", "TextInputControl")
def press_key(node: TextInput, event: FxEvent) -> None:
    """Move, select, edit; what a key does not mean here goes on."""
    rules = AREA_KEYS if node.is_a("TextArea") else FIELD_KEYS
    rule = rules.get(stroke_of(event)) or KEYS.get(stroke_of(event))
    if rule is not None and rule(node, event) is not False:
        event.consume()


def _move(place: Place, keep: bool = False) -> Rule:
    """A rule that moves the caret; with `keep` it selects up to there."""

    def rule(node: TextInput, event: FxEvent) -> None:
        caret = place(node)
        select(node, node.read("anchor") if keep else caret, caret)

    return rule


def _editing(change: Callable[[TextInput], object]) -> Rule:
    """A rule that changes the text, where that is allowed."""

    def rule(node: TextInput, event: FxEvent) -> None:
        if node.read("editable"):
            change(node)

    return rule


def _length(node: TextInput) -> int:
    return len(node.read("text") or "")


def _selected(node: TextInput) -> tuple[int, int]:
    start, end = sorted((node.read("anchor"), node.read("caretPosition")))
    return start, end


def _start(_node: TextInput) -> int:
    return 0


def _caret(node: TextInput) -> int:
    return node.read("caretPosition")


def _before_caret(node: TextInput) -> int:
    return max(0, _caret(node) - 1)


def _behind_caret(node: TextInput) -> int:
    return min(_length(node), _caret(node) + 1)


def _left(node: TextInput) -> int:
    start, end = _selected(node)
    return start if end > start else max(0, start - 1)


def _right(node: TextInput) -> int:
    start, end = _selected(node)
    return end if end > start else min(_length(node), end + 1)


def _copy(node: TextInput, event: FxEvent) -> None:
    """A password is not copied."""
    start, end = _selected(node)
    platform = platform_of(node)
    if end > start and platform is not None and not node.is_a("PasswordField"):
        platform.clipboard = (node.read("text") or "")[start:end]


def _cut(node: TextInput, event: FxEvent) -> None:
    if node.read("editable") and not node.is_a("PasswordField"):
        _copy(node, event)
        start, end = _selected(node)
        if end > start:
            editing.replace(node, start, end, "")


def _paste(node: TextInput, event: FxEvent) -> None:
    platform = platform_of(node)
    if node.read("editable") and platform is not None and platform.clipboard:
        editing.insert(node, platform.clipboard)


def _delete(place: Place) -> Rule:
    return _editing(lambda node: editing.delete(node, place(node)))


def _word(place: Place) -> Place:
    """Where the words of a password are is not told."""

    def position(node: TextInput) -> int:
        if node.is_a("PasswordField"):
            return node.read("caretPosition")
        return place(node)

    return position


# Fields hand ENTER and ESCAPE on to the buttons of the window.


def _enter(node: TextInput, event: FxEvent) -> None:
    """The field's action; then the window's default button, if the field has none of its own."""
    action = FxEvent("ACTION", node)
    fire(action)
    # A field with an action of its own keeps ENTER for itself.
    if node.values.get("onAction") is None and not action.consumed:
        _forward(node, event)


def _forward(node: TextInput, event: FxEvent) -> None:
    if node.parent is not None and not node.inner:
        copy_to(event, node.parent)


def _escape(node: TextInput, event: FxEvent) -> bool:
    _forward(node, event)
    return not node.inner


def _enter_field(node: TextInput, event: FxEvent) -> bool:
    # Of the field inside a control, the key is used only if the control takes its action.
    if node.inner:
        return fire(FxEvent("ACTION", node))
    _enter(node, event)
    return True


def _all(node: TextInput, event: FxEvent) -> None:
    select(node, 0, _length(node))


def _undo(node: TextInput, event: FxEvent) -> None:
    editing.undo(node)


def _redo(node: TextInput, event: FxEvent) -> None:
    editing.redo(node)


_previous = _word(editing.previous_word)
_next = _word(editing.next_word)
KEYS: Final[Mapping[tuple[str, str], Rule]] = {
    ("LEFT", ""): _move(_left),
    ("RIGHT", ""): _move(_right),
    ("HOME", "control"): _move(_start),
    ("END", "control"): _move(_length),
    ("LEFT", "shift"): _move(_before_caret, keep=True),
    ("RIGHT", "shift"): _move(_behind_caret, keep=True),
    ("HOME", "control+shift"): _move(_start, keep=True),
    ("END", "control+shift"): _move(_length, keep=True),
    ("LEFT", "control"): _move(_previous),
    ("RIGHT", "control"): _move(_next),
    ("LEFT", "control+shift"): _move(_previous, keep=True),
    ("RIGHT", "control+shift"): _move(_next, keep=True),
    ("A", "control"): _all,
    ("C", "control"): _copy,
    ("INSERT", "control"): _copy,
    ("X", "control"): _cut,
    ("DELETE", "shift"): _cut,
    ("V", "control"): _paste,
    ("INSERT", "shift"): _paste,
    ("Z", "control"): _undo,
    ("Z", "control+shift"): _redo,
    ("Y", "control"): _redo,
    ("BACK_SPACE", ""): _delete(_before_caret),
    ("BACK_SPACE", "shift"): _delete(_before_caret),
    ("DELETE", ""): _delete(_behind_caret),
    ("BACK_SPACE", "control"): _delete(_previous),
    ("DELETE", "control"): _delete(_next),
    ("ESCAPE", ""): _escape,
}
FIELD_KEYS: Final[Mapping[tuple[str, str], Rule]] = {
    ("HOME", ""): _move(_start),
    ("END", ""): _move(_length),
    ("UP", ""): _move(_start),
    ("DOWN", ""): _move(_length),
    ("HOME", "shift"): _move(_start, keep=True),
    ("END", "shift"): _move(_length, keep=True),
    ("UP", "shift"): _move(_start, keep=True),
    ("DOWN", "shift"): _move(_length, keep=True),
    ("ENTER", ""): _enter_field,
}


def _column(node: TextInput) -> float:
    return max(0.0, node.skin.content.lw) if node.skin is not None else 0.0


def _row(step: Place) -> Place:
    """The place above or below the caret, so many rows away; the caret keeps its column on the way."""

    def place(node: TextInput) -> int:
        rows = node.skin.rows(_column(node))
        caret = node.read("caretPosition")
        row, x = node.skin.place_of(caret, _column(node))
        # Only while the caret is where the last row step has put it.
        if node.caret_column is not None and node.caret_column[0] == caret:
            x = node.caret_column[1]
        start, text = rows[min(max(row + step(node), 0), len(rows) - 1)]
        position = int(start + nearest(text, x, font_of(node)))
        node.caret_column = (position, x)
        return position

    return place


def _up(_node: TextInput) -> int:
    return -1


def _down(_node: TextInput) -> int:
    return 1


def _page_down(node: TextInput) -> int:
    return max(1, int(node.skin.scroll.skin.view[1] / line_height(font_of(node))))


def _page_up(node: TextInput) -> int:
    return -_page_down(node)


def _new_line(node: TextInput) -> None:
    editing.insert(node, "\n")


def _row_start(node: TextInput) -> int:
    row, _ = node.skin.place_of(node.read("caretPosition"), _column(node))
    return int(node.skin.rows(_column(node))[row][0])


def _row_end(node: TextInput) -> int:
    row, _ = node.skin.place_of(node.read("caretPosition"), _column(node))
    start, text = node.skin.rows(_column(node))[row]
    return int(start + len(text))


def _tab(node: TextInput, _event: FxEvent) -> bool:
    """A tab in the text; where nobody can type, the key moves the focus as everywhere."""
    if node.read("editable"):
        editing.insert(node, "\t")
    return node.read("editable")


_PLACES: Final[Mapping[str, Place]] = {
    "HOME": _row_start, "END": _row_end, "UP": _row(_up), "DOWN": _row(_down),
    "PAGE_UP": _row(_page_up), "PAGE_DOWN": _row(_page_down),
}  # fmt: skip
AREA_KEYS: Final[Mapping[tuple[str, str], Rule]] = {
    ("ENTER", ""): _editing(_new_line),
    ("TAB", ""): _tab,
    **{(code, ""): _move(place) for code, place in _PLACES.items()},
    **{(code, "shift"): _move(place, keep=True) for code, place in _PLACES.items()},
}


def nearest(text: str, x: float, font: Font) -> int:
    """The place between two characters that is nearest to an x."""
    for place, _ in enumerate(text):
        if x < (text_width(text[:place], font) + text_width(text[: place + 1], font)) / 2:
            return place
    return len(text)


def caret_at(node: TextInput, x: float, y: float) -> int:
    skin = node.skin
    text_node: Node = skin.text
    font = font_of(node)
    if not node.is_a("TextArea"):
        return nearest(skin.shown, in_node(text_node, x, y)[0], font)
    # JavaFX takes the place in the area for one in its content, which the border of the pane shifts.
    px, py = in_node(node, x, y)
    px = px - text_node.lx + node.read_number("scrollLeft")
    py = py - text_node.ly + node.read_number("scrollTop")
    rows = skin.rows(_column(node))
    row = min(max(int(py // line_height(font)), 0), len(rows) - 1)
    start, text = rows[row]
    return int(start + nearest(text, px, font))


@on("MOUSE_PRESSED", "TextInputControl")
def _pressed(node: TextInput, event: FxEvent) -> None:
    """The caret goes to the mouse; two clicks select a word, three everything."""
    # The field inside a control leaves the focus to the control.
    if not node.inner:
        take_focus(node)
    if event.button != "PRIMARY":
        return
    position = caret_at(node, event.scene_x, event.scene_y)
    if event.shift:
        select(node, node.read("anchor"), position)
    elif event.click_count == 2:
        start = editing.previous_word(node)
        select(node, start, start)
        select(node, start, editing.next_word(node))
    elif event.click_count > 2:
        select(node, 0, _length(node))
    elif event.click_count == 1:
        select(node, position, position)


ITEMS: Final[Mapping[str, Rule]] = {
    "Undo": _undo, "Redo": _redo, "Cut": _cut, "Copy": _copy, "Paste": _paste,
    "Delete": _delete(_caret), "Select All": _all,
}  # fmt: skip


@on("CONTEXT_MENU_REQUESTED", "TextInputControl")
def _menu(node: TextInput, event: FxEvent) -> None:
    """The program's menu, or the usual one."""
    menu = node.values.get("contextMenu")
    if menu is None:
        menu = create("ContextMenu")
        for text, rule in ITEMS.items():
            if text == "Select All":
                menu.read("items").append(create("SeparatorMenuItem"))
            item = create("MenuItem", text=text)
            item.on_chosen = partial(rule, node, event)
            menu.read("items").append(item)
    show_menu(menu, node, event.screen_x, event.screen_y)
    event.consume()
