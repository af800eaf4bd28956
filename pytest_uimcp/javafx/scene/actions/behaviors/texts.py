"""Text fields and areas: typing, moving the caret, selecting, cutting and pasting, undoing."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.javafx.scene.actions.behaviors.buttons import take_focus
from pytest_uimcp.javafx.scene.actions.events import FxEvent, copy_to, fire, on, platform_of
from pytest_uimcp.javafx.scene.actions.picking import in_node
from pytest_uimcp.javafx.scene.layout.shapes import font_of
from pytest_uimcp.javafx.scene.layout.text import line_height, text_width
from pytest_uimcp.javafx.scene.model import editing
from pytest_uimcp.javafx.scene.model.classes import create
from pytest_uimcp.javafx.scene.model.textinput import select
from pytest_uimcp.javafx.scene.stage.popups import show_menu

__all__ = ["caret_at", "press_key", "type_character"]


# --- typing


@on("KEY_TYPED", "TextInputControl")
def type_character(node: Any, event: FxEvent) -> None:
    """Insert a character; with CTRL or ALT it is none."""
    character = event.character
    if not node.read("editable") or node.off or event.control or event.alt or not character:
        return
    if character >= " " and character != "\x7f":
        editing.insert(node, character)
        event.consume()


@on("KEY_PRESSED", "TextInputControl")
def press_key(node: Any, event: FxEvent) -> None:
    """Move, select, edit; what a key does not mean here goes on."""
    rules = AREA_KEYS if node.is_a("TextArea") else FIELD_KEYS
    held = "+".join(one for one in ("control", "alt", "shift") if one in event.modifiers)
    rule = rules.get((event.code, held)) or KEYS.get((event.code, held))
    if rule is not None and rule(node, event) is not False:
        event.consume()


def _move(place: Any, keep: bool = False) -> Any:
    """A rule that moves the caret; with `keep` it selects up to there."""

    def rule(node: Any, event: FxEvent) -> None:
        at = place(node)
        select(node, node.read("anchor") if keep else at, at)

    return rule


def _editing(change: Any) -> Any:
    """A rule that changes the text, where that is allowed."""

    def rule(node: Any, event: FxEvent) -> None:
        if node.read("editable"):
            change(node)

    return rule


def _length(node: Any) -> int:
    return len(node.read("text") or "")


def _selected(node: Any) -> tuple[int, int]:
    start, end = sorted((node.read("anchor"), node.read("caretPosition")))
    return start, end


def _left(node: Any) -> int:
    start, end = _selected(node)
    return start if end > start else max(0, start - 1)


def _right(node: Any) -> int:
    start, end = _selected(node)
    return end if end > start else min(_length(node), end + 1)


def _copy(node: Any, event: FxEvent) -> None:
    """A password is not copied."""
    start, end = _selected(node)
    platform = platform_of(node)
    if end > start and platform is not None and not node.is_a("PasswordField"):
        platform.clipboard = (node.read("text") or "")[start:end]


def _cut(node: Any, event: FxEvent) -> None:
    if node.read("editable") and not node.is_a("PasswordField"):
        _copy(node, event)
        start, end = _selected(node)
        if end > start:
            editing.replace(node, start, end, "")


def _paste(node: Any, event: FxEvent) -> None:
    platform = platform_of(node)
    if node.read("editable") and platform is not None and platform.clipboard:
        editing.insert(node, platform.clipboard)


def _delete(span: Any) -> Any:
    return _editing(lambda node: editing.delete(node, span(node)))


def _word(place: Any) -> Any:
    """Words of a password are not told."""
    return lambda node: node.read("caretPosition") if node.is_a("PasswordField") else place(node)


# --- forwarding, as fields do with ENTER and ESCAPE


def _enter(node: Any, event: FxEvent) -> None:
    """The field's action; then the window's default button, if the field has none of its own."""
    action = FxEvent("ACTION", node)
    fire(action)
    if node.values.get("onAction") is None and not action.consumed:
        _forward(node, event)


def _forward(node: Any, event: FxEvent) -> None:
    if node.parent is not None and not node.inner:
        copy_to(event, node.parent)


def _escape(node: Any, event: FxEvent) -> Any:
    if node.inner:
        return False
    _forward(node, event)
    return None


def _enter_field(node: Any, event: FxEvent) -> Any:
    if node.inner:
        action = FxEvent("ACTION", node)
        return fire(action)
    _enter(node, event)
    return None


def _all(node: Any, event: FxEvent) -> None:
    select(node, 0, _length(node))


def _undo(node: Any, event: FxEvent) -> None:
    editing.undo(node)


def _redo(node: Any, event: FxEvent) -> None:
    editing.redo(node)


_previous = _word(editing.previous_word)
_next = _word(editing.next_word)
KEYS: dict[tuple[str, str], Any] = {
    ("LEFT", ""): _move(_left),
    ("RIGHT", ""): _move(_right),
    ("HOME", "control"): _move(lambda node: 0),
    ("END", "control"): _move(_length),
    ("LEFT", "shift"): _move(lambda node: max(0, node.read("caretPosition") - 1), keep=True),
    ("RIGHT", "shift"): _move(lambda node: min(_length(node), node.read("caretPosition") + 1), keep=True),
    ("HOME", "control+shift"): _move(lambda node: 0, keep=True),
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
    ("BACK_SPACE", ""): _delete(lambda node: node.read("caretPosition") - 1),
    ("BACK_SPACE", "shift"): _delete(lambda node: node.read("caretPosition") - 1),
    ("DELETE", ""): _delete(lambda node: node.read("caretPosition") + 1),
    ("BACK_SPACE", "control"): _delete(_previous),
    ("DELETE", "control"): _delete(_next),
    ("ESCAPE", ""): _escape,
}
FIELD_KEYS: dict[tuple[str, str], Any] = {
    ("HOME", ""): _move(lambda node: 0),
    ("END", ""): _move(_length),
    ("UP", ""): _move(lambda node: 0),
    ("DOWN", ""): _move(_length),
    ("HOME", "shift"): _move(lambda node: 0, keep=True),
    ("END", "shift"): _move(_length, keep=True),
    ("UP", "shift"): _move(lambda node: 0, keep=True),
    ("DOWN", "shift"): _move(_length, keep=True),
    ("ENTER", ""): _enter_field,
}


# --- rows of an area


def _column(node: Any) -> float:
    return max(0.0, node.skin.content.lw) if node.skin is not None else 0.0


def _row(step: Any) -> Any:
    """The place above or below the caret, so many rows away; the caret keeps its column on the way."""

    def place(node: Any) -> int:
        rows = node.skin.rows(_column(node))
        caret = node.read("caretPosition")
        row, x = node.skin.place_of(caret, _column(node))
        kept = node.values.get("column of caret")
        x = kept[1] if kept is not None and kept[0] == caret else x
        start, text = rows[min(max(row + step(node), 0), len(rows) - 1)]
        found = int(start + nearest(text, x, font_of(node)))
        node.values["column of caret"] = (found, x)
        return found

    return place


def _page(node: Any) -> int:
    return max(1, int(node.skin.scroll.skin.view[1] / line_height(font_of(node))))


def _row_start(node: Any) -> int:
    row, _ = node.skin.place_of(node.read("caretPosition"), _column(node))
    return int(node.skin.rows(_column(node))[row][0])


def _row_end(node: Any) -> int:
    row, _ = node.skin.place_of(node.read("caretPosition"), _column(node))
    start, text = node.skin.rows(_column(node))[row]
    return int(start + len(text))


def _tab(node: Any, event: FxEvent) -> bool | None:
    """A tab in the text; where nobody can type, the key moves the focus as everywhere."""
    if not node.read("editable"):
        return False
    editing.insert(node, "\t")
    return None


_PLACES = {
    "HOME": _row_start, "END": _row_end, "UP": _row(lambda _: -1), "DOWN": _row(lambda _: 1),
    "PAGE_UP": _row(lambda node: -_page(node)), "PAGE_DOWN": _row(_page),
}  # fmt: skip
AREA_KEYS: dict[tuple[str, str], Any] = {
    ("ENTER", ""): _editing(lambda node: editing.insert(node, "\n")),
    ("TAB", ""): _tab,
    **{(code, ""): _move(place) for code, place in _PLACES.items()},
    **{(code, "shift"): _move(place, keep=True) for code, place in _PLACES.items()},
}


# --- mouse


def nearest(text: str, x: float, font: Any) -> int:
    """The place between two characters that is nearest to an x."""
    for place, _ in enumerate(text):
        if x < (text_width(text[:place], font) + text_width(text[: place + 1], font)) / 2:
            return place
    return len(text)


def caret_at(node: Any, x: float, y: float) -> int:
    """The place in the text under a point of the scene."""
    skin = node.skin
    inner = skin.text
    font = font_of(node)
    if not node.is_a("TextArea"):
        return nearest(skin.shown, in_node(inner, x, y)[0], font)
    # JavaFX takes the place in the area for one in its content, which the border of the pane shifts.
    px, py = in_node(node, x, y)
    px = px - inner.lx + node.read("scrollLeft")
    py = py - inner.ly + node.read("scrollTop")
    rows = skin.rows(_column(node))
    row = min(max(int(py // line_height(font)), 0), len(rows) - 1)
    start, text = rows[row]
    return int(start + nearest(text, px, font))


@on("MOUSE_PRESSED", "TextInputControl")
def _pressed(node: Any, event: FxEvent) -> None:
    """The caret goes to the mouse; two clicks select a word, three everything."""
    if not node.inner:
        take_focus(node)
    if event.button != "PRIMARY":
        return
    at = caret_at(node, event.scene_x, event.scene_y)
    if event.shift:
        select(node, node.read("anchor"), at)
    elif event.click_count == 2:
        start = editing.previous_word(node)
        select(node, start, start)
        select(node, start, editing.next_word(node))
    elif event.click_count > 2:
        select(node, 0, _length(node))
    elif event.click_count == 1:
        select(node, at, at)


# --- the menu of a field

ITEMS = {
    "Undo": _undo, "Redo": _redo, "Cut": _cut, "Copy": _copy, "Paste": _paste,
    "Delete": _delete(lambda node: node.read("caretPosition")), "Select All": _all,
}  # fmt: skip


@on("CONTEXT_MENU_REQUESTED", "TextInputControl")
def _menu(node: Any, event: FxEvent) -> None:
    """The program's menu, or the usual one."""
    menu = node.values.get("contextMenu")
    if menu is None:
        menu = create("ContextMenu")
        for text, rule in ITEMS.items():
            if text == "Select All":
                menu.read("items").append(create("SeparatorMenuItem"))
            item = create("MenuItem", text=text)
            item.values["chosen"] = lambda rule=rule: rule(node, event)
            menu.read("items").append(item)
    show_menu(menu, node, event.screen_x, event.screen_y)
    event.consume()
