"""What is done in a generated document: a few actions of a person at what it is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.javafx.generated.markup import Dice

Action = dict[str, Any]
# A click on the control itself, or on the first of these inside it.
PLACES: dict[str, Sequence[str]] = {
    "ListView": (".list-cell",),
    "TreeView": (".tree-cell", ".tree-disclosure-node"),
    "TableView": (".table-row-cell", ".column-header"),
    "TreeTableView": (".tree-table-row-cell", ".column-header"),
    "TabPane": (".tab",),
    "Spinner": (".increment-arrow-button", ".decrement-arrow-button"),
    "ScrollBar": (".increment-button", ".track"),
    "Slider": (".track", ".thumb"),
    "MenuBar": (".menu",),
    "SplitMenuButton": (".arrow-button",),
    "Pagination": (".right-arrow-button", ".toggle-button"),
    "TitledPane": (".title",),
    "Accordion": (".title",),
    "ComboBox": (".arrow-button",),
    "DatePicker": (".arrow-button",),
}
KEYS: dict[str, Sequence[str]] = {
    "any": ("TAB", "SPACE", "ENTER", "ESCAPE", "UP", "DOWN", "LEFT", "RIGHT", "HOME", "END"),
    "field": ("LEFT", "RIGHT", "HOME", "END", "BACK_SPACE", "DELETE", "ENTER", "CTRL+A", "CTRL+Z", "SHIFT+LEFT",
              "CTRL+LEFT", "SHIFT+HOME", "UP", "DOWN", "CTRL+BACK_SPACE", "CTRL+RIGHT", "CTRL+SHIFT+RIGHT"),
    "area": ("PAGE_UP", "PAGE_DOWN", "CTRL+HOME", "CTRL+END", "CTRL+TAB"),
    "list": ("DOWN", "UP", "HOME", "END", "PAGE_DOWN", "PAGE_UP", "SPACE", "CTRL+A", "SHIFT+DOWN", "CTRL+DOWN", "LEFT",
             "RIGHT", "F2", "ENTER", "ESCAPE"),
    "range": ("LEFT", "RIGHT", "UP", "DOWN", "HOME", "END", "PAGE_UP"),
    "popup": ("DOWN", "UP", "ENTER", "ESCAPE", "F4", "ALT+DOWN", "SPACE", "RIGHT"),
}  # fmt: skip
KINDS: dict[str, Sequence[str]] = {
    "TextField": ("field",), "PasswordField": ("field",), "TextArea": ("field", "area"), "Spinner": ("range", "field"),
    "ComboBox": ("popup",), "ChoiceBox": ("popup",), "DatePicker": ("popup", "field"), "ColorPicker": ("popup",),
    "MenuButton": ("popup",), "SplitMenuButton": ("popup",), "MenuBar": ("popup",), "ListView": ("list",),
    "TreeView": ("list",), "TableView": ("list",), "TreeTableView": ("list",), "Slider": ("range",),
        "ScrollBar": ("range",),
    "TabPane": ("range",), "Pagination": ("range",),
}  # fmt: skip
WRITES = ("TextField", "PasswordField", "TextArea", "ComboBox", "DatePicker", "Spinner")
SCROLLS = ("ListView", "TableView", "TreeView", "TreeTableView", "ScrollPane", "TextArea")


def key(words: str) -> Action:
    *modifiers, name = words.split("+")
    return {"type": "pressKey", "key": name, "modifiers": modifiers}


def story(dice: Dice, subject: str, names: Sequence[str]) -> list[Action]:
    """Actions at controls of these names, of which the first is the subject."""
    main = names[0]
    return [
        _action(dice, subject, main if dice.chance(0.8) else dice.choice(list(names)))
        for _ in range(dice.randint(2, 4))
    ]


def _action(dice: Dice, subject: str, name: str) -> Action:
    chance = dice.random()
    if chance < 0.35:
        if subject in PLACES and dice.chance(0.7):
            place = dice.choice(PLACES[subject])
            return {"type": "click", "css": place, "nth": dice.choice((0, 0, 1, 2)), **_clicks(dice)}
        return {"type": "click", "css": f"#{name}", **_clicks(dice)}
    if chance < 0.5 and subject in WRITES:
        return {"type": "typeText", "text": dice.choice(("a", "Hello", "12", "x y"))}
    if chance < 0.6 and subject in WRITES:
        return {"type": "setText", "css": f"#{name}", "text": dice.choice(("", "Anna", "7"))}
    if chance < 0.6 and subject in SCROLLS:
        return {"type": "scroll", "css": f"#{name}", "deltaY": dice.choice((-40, -200, 120))}
    if chance < 0.65:
        return {"type": "focus", "css": f"#{name}"}
    return key(dice.choice(KEYS[dice.choice(("any", *KINDS.get(subject, ()), *KINDS.get(subject, ())))]))


def _clicks(dice: Dice) -> Action:
    if dice.chance(0.1):
        return {"clickCount": 2}
    return {}
