from __future__ import annotations

from typing import Final

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.words import words

__all__ = ["STATES", "checked", "disabled", "expanded", "invalid", "level", "pressed", "selected"]

_CHECKED = words("checkbox menuitemcheckbox option radio switch menuitemradio treeitem")
_DISABLED = words(
    """application button composite gridcell group input link menuitem scrollbar separator tab checkbox
    columnheader combobox grid listbox menu menubar menuitemcheckbox menuitemradio option radio radiogroup row
    rowheader searchbox select slider spinbutton switch tablist textbox toolbar tree treegrid treeitem"""
)
_EXPANDED = words(
    """application button checkbox combobox gridcell link listbox menuitem row rowheader tab treeitem columnheader
    menuitemcheckbox menuitemradio switch"""
)
_INVALID = words(
    """application checkbox columnheader combobox gridcell listbox radiogroup rowheader searchbox slider spinbutton
    switch textbox tree"""
)
_LEVEL = frozenset({"heading", "listitem", "row", "treeitem"})
_SELECTED = words("gridcell row columnheader treeitem option rowheader tab")
_HEADINGS = {f"h{number}": number for number in range(1, 7)}
_NATIVE = words("button textarea optgroup select input option")


def _word(element: Element, name: str) -> str:
    return (element.attributes.get(name) or "").lower()


def checked(element: Element, role: str) -> bool | str:
    if role not in _CHECKED:
        return False
    if controls.input_type(element) in ("checkbox", "radio"):
        if element.control is not None and element.control.indeterminate:
            return "mixed"
        return controls.is_checked(element)
    word = _word(element, "aria-checked")
    if word == "mixed":
        return "mixed"
    return word == "true"


def disabled(element: Element, role: str) -> bool:
    if role not in _DISABLED:
        return False
    # Natively only controls can be disabled; `aria-disabled` holds for all that is within.
    if element.tag in _NATIVE and (controls.is_disabled(element) or controls.is_in_disabled_set(element)):
        return True
    for ancestor in element.path():
        word = _word(ancestor, "aria-disabled")
        if word in ("true", "false"):
            return word == "true"
    return False


def expanded(element: Element, role: str) -> bool:
    if role not in _EXPANDED:
        return False
    if element.tag == "details":
        return element.has("open")
    return _word(element, "aria-expanded") == "true"


def invalid(element: Element, role: str) -> bool | str:
    if role not in _INVALID:
        return False
    word = _word(element, "aria-invalid").strip()
    if word in ("", "false"):
        return False
    if word in ("grammar", "spelling"):
        return word
    return True


def level(element: Element, role: str) -> int:
    if role not in _LEVEL:
        return 0
    if element.tag in _HEADINGS:
        return _HEADINGS[element.tag]
    try:
        number = float(element.attributes.get("aria-level") or "nan")
    except ValueError:
        return 0
    if number >= 1 and number == int(number):
        return int(number)
    return 0


def pressed(element: Element, role: str) -> bool | str:
    if role != "button":
        return False
    word = _word(element, "aria-pressed")
    if word == "mixed":
        return "mixed"
    return word == "true"


def selected(element: Element, role: str) -> bool:
    if role not in _SELECTED:
        return False
    if element.tag == "option":
        select = element.closest("select")
        if select is None:
            return element.has("selected")
        return any(option is element for option in controls.selected_options(select))
    return _word(element, "aria-selected") == "true"


# In the order in which a snapshot writes them.
STATES: Final = {
    "checked": checked, "disabled": disabled, "expanded": expanded, "invalid": invalid, "level": level,
    "pressed": pressed, "selected": selected,
}  # fmt: skip
