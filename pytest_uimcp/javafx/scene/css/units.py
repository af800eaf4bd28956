"""Values of stylesheets: lengths, insets, fonts, effects, constants.

An `em` is the font size of the node; JavaFX rounds what comes of relative units to a tenth of a pixel.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Final

from pytest_uimcp.javafx.scene.errors import WrongValue
from pytest_uimcp.javafx.scene.model.kinds import bounded, from_text, number
from pytest_uimcp.javafx.scene.values.fonts import Font
from pytest_uimcp.javafx.scene.values.geometry import Insets

_LENGTH = re.compile(
    r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(px|em|ex|pt|pc|in|cm|mm|%|deg|s|ms)?", re.IGNORECASE
)
# Pixels per unit, at 96 to the inch.
PIXELS_PER_UNIT: Final = {"in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4, "pt": 96 / 72, "pc": 16.0}
# What a value raises that a property cannot take. JavaFX leaves such a declaration out, and goes on.
UNREADABLE: Final = (ValueError, LookupError, TypeError, ArithmeticError, WrongValue)
# Which shadow, its blur, its colour, radius, spread, x and y.
Shadow = tuple[str, str, str, float, float, float, float]


def _tenth(value: float) -> float:
    if value:
        # JavaFX rounds sizes of relative units to tenths, away from zero at the half.
        return math.trunc((value + math.copysign(0.05, value)) * 10) / 10
    return 0.0


def length(text: str, font: Font) -> float:
    """A length in pixels, within the bounds of every number."""
    return bounded(_length(text.strip(), font))


def _length(text: str, font: Font) -> float:
    match = _LENGTH.fullmatch(text)
    if not match:
        return number(text)
    value = float(match[1])
    unit = (match[2] or "").lower()
    if unit == "em":
        return _tenth(value * font.size)
    if unit == "ex":
        return _tenth(value * font.size / 2)
    if unit == "%":
        return value / 100
    if unit in PIXELS_PER_UNIT:
        return _tenth(value * PIXELS_PER_UNIT[unit])
    return value


def split(text: str, separator: str = ",") -> list[str]:
    """Parts of a list, not cut inside parentheses."""
    parts = []
    depth = 0
    start = 0
    for place, character in enumerate(text):
        # Commas inside of a function belong to it.
        depth += (character == "(") - (character == ")")
        if depth == 0 and character == separator:
            parts.append(text[start:place].strip())
            start = place + 1
    return [part for part in [*parts, text[start:].strip()] if part]


def _insets(text: str, font: Font) -> Insets:
    parts = [length(part, font) for part in text.split()]
    if not 1 <= len(parts) <= 4:
        raise ValueError(f"expected one to four lengths; got {text!r}")
    # As in CSS: left is as right, bottom as top, right as top, where they are not said.
    top = parts[0]
    right = parts[1] if len(parts) > 1 else top
    bottom = parts[2] if len(parts) > 2 else top
    return Insets(top, right, bottom, parts[3] if len(parts) > 3 else right)


def _effect(text: str, font: Font) -> Shadow | None:
    kind, _, arguments = text.partition("(")
    parts = split(arguments.rstrip(") "))
    # Other effects of stylesheets are unknown to JavaFX, too.
    if kind.strip() not in ("dropshadow", "innershadow") or len(parts) != 6:
        return None
    radius, spread, x, y = (length(part, font) for part in parts[2:])
    return (kind.strip(), parts[0], parts[1], radius, spread, x, y)


def _text(text: str, _font: Font) -> str:
    if text[:1] in "\"'" and text[-1:] == text[:1]:
        return text[1:-1]
    return text


def _whole(text: str, font: Font) -> int:
    return int(length(text, font))


def _boolean(text: str, _font: Font) -> bool:
    return text.lower() in ("true", "visible")


def _insets_of_layers(text: str, font: Font) -> list[Insets]:
    return [_insets(layer, font) for layer in split(text)]


def _paints(text: str, _font: Font) -> list[str]:
    return split(text)


def _paint(text: str, _font: Font) -> str:
    # Looked-up colours are known only where the node is: a paint stays text until it is drawn.
    return text


def _lengths(text: str, font: Font) -> tuple[float, ...]:
    return tuple(length(part, font) for part in text.split())


def _nothing(_text: str, _font: Font) -> None:
    """A stylesheet cannot name a node."""


# Converters get their text without white space at its ends.
CONVERTERS: Final[Mapping[str, Callable[[str, Font], object]]] = {
    "double": length,
    "extent": length,
    "size": length,
    "int": _whole,
    "boolean": _boolean,
    "insets": _insets,
    "insetses": _insets_of_layers,
    "paints": _paints,
    "paint": _paint,
    "box": _lengths,
    "effect": _effect,
    "string": _text,
    "shape": _text,
    "node": _nothing,
    "image": _text,
}


def convert(kind: str, text: str, font: Font) -> object:
    """The value of a declaration for a property of this kind; raises one of `UNREADABLE` if it has none."""
    if text.strip() in ("null", "none"):
        return None
    if kind.startswith("enum:"):
        return from_text(kind, _text(text.strip(), font))
    converter = CONVERTERS.get(kind)
    if converter:
        return converter(text.strip(), font)
    return text


def _weight(text: str, font: Font) -> Font:
    text = text.strip().lower()
    return font._replace(bold=int(text) >= 600 if text.isdigit() else text in ("bold", "bolder"))


def _size(text: str, font: Font) -> Font:
    text = text.strip()
    if text.endswith("%"):
        return font._replace(size=_tenth(float(text[:-1]) * font.size / 100))
    return font._replace(size=length(text, font))


def _family(text: str, font: Font) -> Font:
    return font._replace(family=_text(split(text)[0], font))


def _shorthand(text: str, font: Font) -> Font:
    words = text.split()
    for place, word in enumerate(words):
        # The size ends the part about style and weight; what follows is the family.
        if _LENGTH.fullmatch(word):
            font = _size(word, font)
            family = " ".join(words[place + 1 :])
            if family:
                return _family(family, font)
            return font
        if word.lower() in ("italic", "oblique", "normal"):
            font = _style(word, font)
        else:
            font = _weight(word, font)
    return font


def _style(text: str, font: Font) -> Font:
    return font._replace(italic=text.strip().lower() in ("italic", "oblique"))


FONTS: Final[Mapping[str, Callable[[str, Font], Font]]] = {
    "-fx-font": _shorthand,
    "-fx-font-size": _size,
    "-fx-font-family": _family,
    "-fx-font-weight": _weight,
    "-fx-font-style": _style,
}


def font_of(declarations: Mapping[str, str], font: Font) -> Font:
    for name, change in FONTS.items():
        text = declarations.get(name)
        if text and text not in ("inherit", "null"):
            try:
                font = change(text, font)
            except UNREADABLE:
                continue
    return font
