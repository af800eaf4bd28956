"""How large texts are, between bounds that hold for the fonts of all systems."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from pytest_uimcp.page.dom.values import KEYWORDS
from pytest_uimcp.page.layout.lengths import NOTHING, Pixels, length

__all__ = ["ROOT_FONT", "TextFont", "any_font", "font_of", "text_width", "word_width"]

# Widths of letters in sizes of the font, from narrow ones such as those of Times to wide and bold ones; a font of
# letters of one width makes all of them 0.6 wide.
_WIDTHS: Final[Mapping[str, tuple[float, float]]] = {
    " \u00a0": (0.22, 0.64),
    "ijl.,:;'!|`": (0.19, 0.64),
    'ItfrJ[](){}/\\-"': (0.25, 0.72),
    "mw": (0.58, 1.1),
    "MW": (0.58, 1.2),
    "abcdeghknopqsuvxyz": (0.36, 0.76),
    "ABCDEFGHKLNOPQRSTUVXYZ": (0.42, 0.95),
    "0123456789": (0.44, 0.76),
    "+=<>~#$^*_?€£": (0.3, 0.9),
    "@%&": (0.5, 1.2),
    "\u2013": (0.44, 0.75),
    "…—": (0.6, 1.1),
    "·•": (0.2, 0.7),
}
_BY_LETTER: Final = {letter: bounds for letters, bounds in _WIDTHS.items() for letter in letters}
_OTHER: Final = (0.2, 1.7)
# What no list of fonts of the web has.
_UNKNOWN_LETTER: Final = (0.1, 1.8)
_KNOWN_FONTS: Final = re.compile(
    r"system-ui|sans-serif|serif|monospace|ui-\S+|-apple-system|blinkmacsystemfont|segoe ui\b.*|roboto\b.*"
    r"|helvetica\b.*|arial|noto\b.*|georgia|times\b.*|courier\b.*|verdana|tahoma|trebuchet ms|inter|ubuntu\b.*"
    r"|cantarell|menlo|monaco"
    r"|consolas|liberation\b.*|dejavu\b.*|sf\b.*|cascadia\b.*|open sans|lato|source\b.*|fira\b.*|jetbrains mono"
    r"|lucida\b.*|palatino\b.*|garamond|cambria|calibri|oxygen|apple color emoji|droid\b.*|inherit",
)
# Pairs of letters that are drawn closer together.
_CLOSER: Final = 0.95
_LINES: Final = (1.0, 1.75)
_SIZES: Final = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0, "xx-large": 32.0,
    "xxx-large": 48.0,
}  # fmt: skip
_FONT: Final = re.compile(
    r"font:(?:.*?\s)??(?P<size>xx?-small|small|medium|x{0,3}-?large|smaller|larger|[\d.]+(?:[a-z]+|%)"
    r"|(?:calc|clamp|min|max)\(.*?\))"
    r"(?:\s*/\s*(?P<line>[^\s]+))?\s+(?P<family>.+)",
)
_MONOSPACE: Final = re.compile(r"monospace\b")


class TextFont(NamedTuple):
    size: Pixels
    # The height of a line, and the factor of the size that it is, which elements inside take over.
    line: Pixels
    factor: float | None
    # Whether nothing is known of its letters.
    is_strange: bool = False
    spacing: Pixels = NOTHING
    word_spacing: Pixels = NOTHING
    transform: str = "none"

    @property
    def is_plain(self) -> bool:
        """Whether its lines are exactly as high as it says, whatever letters are in them."""
        return self.line.is_exact and self.size.is_exact


ROOT_FONT: Final = TextFont(Pixels(16, 16), Pixels(16 * _LINES[0], 16 * _LINES[1]), None)


def any_font() -> TextFont:
    """The font of what a component shows, which its own style sheet says."""
    size = Pixels(10, 24)
    return TextFont(size, Pixels(10, 44), None)


def font_of(style: Mapping[str, str], surrounding: TextFont) -> TextFont:
    """The font of an element in that of what is around it."""
    if not style:
        return surrounding
    size_text, line_text, family = _longhands(style)
    size = _size(size_text, surrounding)
    is_strange = surrounding.is_strange
    if family and family not in KEYWORDS:
        names = [name.strip().strip("\"'") for name in family.split(",")]
        is_strange = not all(map(_KNOWN_FONTS.fullmatch, names))
        if names == ["monospace"] and not size_text:
            # Its size is that of other fonts, or less, by a table of the browser's.
            size = Pixels(surrounding.size.low * 0.8, surrounding.size.high)
    changes_size = size is not surrounding.size
    line = surrounding.line
    factor = surrounding.factor
    if line_text and line_text not in ("inherit", "unset"):
        factor, line = _line(line_text, size)
    elif factor is not None and changes_size:
        line = size.times(factor)
    elif (family and _is_normal(surrounding)) or (changes_size and _is_normal(surrounding)):
        line = Pixels(size.low * _LINES[0], size.high * _LINES[1])
    return TextFont(
        size, line, factor, is_strange,
        _spacing(style, "letter-spacing", size, surrounding.spacing),
        _spacing(style, "word-spacing", size, surrounding.word_spacing),
        _inherited(style, "text-transform", surrounding.transform),
    )  # fmt: skip


def _longhands(style: Mapping[str, str]) -> tuple[str, str, str]:
    longhands = []
    for name, part in (("font-size", "size"), ("line-height", "line"), ("font-family", "family")):
        value = style.get(name, "")
        if value.startswith("font:"):
            value = _part(value, part)
        longhands.append(value)
    return longhands[0], longhands[1], longhands[2]


def _part(value: str, part: str) -> str:
    shorthand = value.removeprefix("font:").strip()
    if shorthand in KEYWORDS:
        if shorthand in ("inherit", "unset"):
            return shorthand
        return _INITIAL[part]
    match = _FONT.fullmatch(value)
    if match is None:  # the font of a system's menus, or what no browser takes
        return _UNKNOWN[part]
    return match[part] or "normal"


_INITIAL: Final = {"size": "medium", "line": "normal", "family": "serif"}
_UNKNOWN: Final = {"size": "unknown", "line": "normal", "family": "unknown"}


def _size(text: str, surrounding: TextFont) -> Pixels:
    if not text or text in ("inherit", "unset"):
        return surrounding.size
    if text in ("smaller", "larger"):
        bounds = (1.1, 1.25)
        if text == "smaller":
            bounds = (0.8, 0.9)
        return Pixels(surrounding.size.low * bounds[0], surrounding.size.high * bounds[1])
    if text in ("initial", "revert", "revert-layer", "unknown"):
        if text != "initial":
            return Pixels(10, 20)
        return ROOT_FONT.size
    if text in _SIZES:
        return Pixels(_SIZES[text], _SIZES[text])
    return (length(text, surrounding.size, surrounding.size) or surrounding.size).within(NOTHING, None)


def _line(text: str, size: Pixels) -> tuple[float | None, Pixels]:
    try:
        factor = float(text)
    except ValueError:
        factor = -1.0
    if factor >= 0:
        return factor, size.times(factor)
    height = length(text, size, size)
    if height is None or text in KEYWORDS:
        return None, Pixels(size.low * _LINES[0], size.high * _LINES[1])
    return None, height


def _is_normal(font: TextFont) -> bool:
    return font.factor is None and not font.line.is_exact


def _spacing(style: Mapping[str, str], name: str, size: Pixels, surrounding: Pixels) -> Pixels:
    text = style.get(name, "")
    if not text or text in ("inherit", "unset"):
        return surrounding
    return length(text, None, size) or NOTHING


def _inherited(style: Mapping[str, str], name: str, surrounding: str) -> str:
    value = style.get(name, "")
    if not value or value in ("inherit", "unset"):
        return surrounding
    return value


def text_width(text: str, font: TextFont) -> Pixels:
    """How wide a text in one line is."""
    if not text:
        return NOTHING
    lower, upper = _bounds(text, font.transform, font.is_strange)
    width = Pixels(lower * font.size.low, upper * font.size.high)
    if font.spacing is not NOTHING:
        width = width.plus(Pixels(font.spacing.low * len(text), font.spacing.high * len(text)))
    if font.word_spacing is not NOTHING:
        width = width.plus(font.word_spacing.times(text.count(" ")))
    return width


def word_width(text: str, font: TextFont) -> Pixels:
    """How wide its longest part is that cannot be broken."""
    widest = NOTHING
    for word in re.split(r"[\s\-\u2013\u2014/]+", text):
        width = text_width(word + "-", font)
        widest = Pixels(max(widest.low, text_width(word, font).low), max(widest.high, width.high))
    return widest


@lru_cache(maxsize=4096)
def _bounds(text: str, transform: str, is_strange: bool) -> tuple[float, float]:
    if transform == "uppercase":
        text = text.upper()
    elif transform == "lowercase":
        text = text.lower()
    lower = 0.0
    upper = 0.0
    for letter in text:
        minimum, maximum = _letter(letter)
        if transform == "capitalize" and letter.islower():
            maximum = max(maximum, _letter(letter.upper())[1])
        if is_strange:
            minimum = min(minimum, _UNKNOWN_LETTER[0])
            maximum = max(maximum, _UNKNOWN_LETTER[1])
        lower += minimum
        upper += maximum
    return lower * _CLOSER, upper


@lru_cache(maxsize=1024)
def _letter(letter: str) -> tuple[float, float]:
    bounds = _BY_LETTER.get(letter)
    if bounds is not None:
        return bounds
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Cf", "Cc", "Mn"):
        return 0.0, _OTHER[1]
    plain = unicodedata.normalize("NFD", letter)[0]
    if plain != letter:
        return _letter(plain)
    return _OTHER
