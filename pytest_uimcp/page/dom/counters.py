"""Counters of style sheets: what `counter()` and `counters()` in generated text come to.

They are counted in the order of the document, whoever asks for them, so all are counted once a text needs one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from pytest_uimcp.page.dom.flat import flat_children, parent_in_flat_tree
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.gaps import refuse

COUNTING: Final = words("counter-reset counter-increment counter-set")
CALL: Final = re.compile(
    r"counters?\(\s*(?P<name>[\w-]+)\s*(?:,\s*(?P<quoted>\"[^\"]*\"|'[^']*')\s*)?(?:,\s*(?P<style>[\w-]+)\s*)?\)"
)
_ENTRY: Final = re.compile(r"(?P<name>-?[^\W\d][\w-]*)(?:\s+(?P<number>[+-]?\d+))?")
_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz"
_ROMAN: Final = {
    1000: "m", 900: "cm", 500: "d", 400: "cd", 100: "c", 90: "xc", 50: "l", 40: "xl", 10: "x", 9: "ix", 5: "v", 4: "iv",
    1: "i",
}  # fmt: skip
_SIGNS: Final = {"disc": "•", "circle": "◦", "square": "▪", "none": ""}
_DEFAULTS: Final = {"counter-reset": 0, "counter-increment": 1, "counter-set": 0}

# What style sheets say of an element or of its pseudo-element; None if it is not displayed.
StyleOf: TypeAlias = "Callable[[Element, str], Mapping[str, str] | None]"


class Counters:
    """The counters of a document at one moment: by element and pseudo-element, the values in scope."""

    def __init__(self, root: Element, style_of: StyleOf) -> None:
        self._style_of = style_of
        # By name, the scopes that are open: the element that the scope ends with, and the value.
        self._scopes: dict[str, list[tuple[Element | None, int]]] = defaultdict(list)
        self._values: dict[tuple[Element, str], dict[str, tuple[int, ...]]] = {}
        self._visit(root)

    def text(self, element: Element, pseudo: str, call: re.Match[str]) -> str:
        """What a call of `counter()` or `counters()` comes to."""
        values = self._values.get((element, pseudo), {}).get(call["name"]) or (0,)
        style = call["style"] or "decimal"
        if call["quoted"] is None:
            return _written(values[-1], style)
        return call["quoted"][1:-1].join(_written(value, style) for value in values)

    def _visit(self, element: Element) -> None:
        style = self._style_of(element, "")
        if style is None:
            return
        self._count(parent_in_flat_tree(element), _with_lists(element, style))
        self._pseudo(element, "before")
        for child in flat_children(element):
            if isinstance(child, Element):
                self._visit(child)
        self._pseudo(element, "after")
        for scopes in self._scopes.values():
            while scopes and scopes[-1][0] is element:
                scopes.pop()

    def _pseudo(self, element: Element, pseudo: str) -> None:
        style = self._style_of(element, pseudo)
        if style is not None:
            self._count(element, style)
            self._values[element, pseudo] = {
                name: tuple(value for _, value in scopes) for name, scopes in self._scopes.items() if scopes
            }

    def _count(self, parent: Element | None, style: Mapping[str, str]) -> None:
        for name, number in _entries(style, "counter-reset"):
            scopes = self._scopes[name]
            if scopes and scopes[-1][0] is parent:
                scopes.pop()
            scopes.append((parent, number))
        for kind in ("counter-increment", "counter-set"):
            for name, number in _entries(style, kind):
                scopes = self._scopes[name]
                if not scopes:
                    scopes.append((parent, 0))
                owner, value = scopes.pop()
                if kind == "counter-set":
                    value = 0
                scopes.append((owner, value + number))


def _entries(style: Mapping[str, str], kind: str) -> Iterator[tuple[str, int]]:
    value = style.get(kind, "none")
    if value == "none":
        return
    for entry in _ENTRY.finditer(value):
        yield entry["name"], int(entry["number"] or _DEFAULTS[kind])


def _with_lists(element: Element, style: Mapping[str, str]) -> Mapping[str, str]:
    """What is said of an element's counters, and that every list counts its items."""
    merged = dict(style)
    for kind, value in _own(element).items():
        declared = merged.get(kind, "none")
        if declared == "none":
            merged[kind] = value
        elif "list-item" not in declared:
            merged[kind] = f"{value} {declared}"
    return merged


def _own(element: Element) -> Mapping[str, str]:
    """What a browser's own sheet says of the items of lists."""
    attributes = element.attributes
    if element.tag in ("ol", "ul", "menu"):
        if "reversed" in attributes:
            refuse("css-value", "of counters in a reversed list")
        if attributes.get("start", "").lstrip("-").isdigit():
            return {"counter-reset": f"list-item {int(attributes['start']) - 1}"}
        return {"counter-reset": "list-item"}
    if element.tag == "li":
        if attributes.get("value", "").lstrip("-").isdigit():
            return {"counter-set": f"list-item {attributes['value']}"}
        return {"counter-increment": "list-item"}
    return {}


def _written(number: int, style: str) -> str:
    if style in _SIGNS:
        return _SIGNS[style]
    if style == "decimal":
        return str(number)
    if style == "decimal-leading-zero":
        return f"{number:02}"
    case, _, kind = style.partition("-")
    if case not in ("lower", "upper") or kind not in ("alpha", "latin", "roman"):
        refuse("css-value", f"of a counter in the style {style}")
    text = _in_letters(number)
    if kind == "roman":
        text = _in_roman(number)
    if case == "upper":
        return text.upper()
    return text


def _in_letters(number: int) -> str:
    if number < 1:
        return str(number)
    text = ""
    while number > 0:
        number, digit = divmod(number - 1, len(_ALPHABET))
        text = _ALPHABET[digit] + text
    return text


def _in_roman(number: int) -> str:
    if not 0 < number < 4000:
        return str(number)
    text = ""
    for value, letters in _ROMAN.items():
        text += letters * (number // value)
        number %= value
    return text
