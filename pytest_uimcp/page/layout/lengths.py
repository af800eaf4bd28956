"""Lengths of style sheets in pixels, between bounds where fonts or contents decide."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

__all__ = ["NOTHING", "WINDOW_HEIGHT", "WINDOW_WIDTH", "Pixels", "length"]


class Pixels(NamedTuple):
    """A number of pixels, of which the bounds are known."""

    low: float
    high: float

    def plus(self, other: Pixels) -> Pixels:
        return Pixels(self.low + other.low, self.high + other.high)

    def minus(self, other: Pixels) -> Pixels:
        return Pixels(self.low - other.high, self.high - other.low)

    def times(self, factor: float) -> Pixels:
        low, high = sorted((self.low * factor, self.high * factor))
        return Pixels(low, high)

    def within(self, least: Pixels | None, most: Pixels | None) -> Pixels:
        """The same between a minimum and a maximum."""
        low, high = self
        if most is not None:
            low = min(low, most.low)
            high = min(high, most.high)
        if least is not None:
            low = max(low, least.low)
            high = max(high, least.high)
        return Pixels(low, high)


NOTHING: Final = Pixels(0, 0)
# The size of the window, that of Playwright's pages.
WINDOW_WIDTH: Final = Pixels(1280, 1280)
WINDOW_HEIGHT: Final = Pixels(720, 720)
_ANYTHING: Final = Pixels(-3000, 3000)
_AUTO: Final = frozenset(
    {"", "auto", "none", "normal", "max-content", "min-content", "fit-content", "content", "inherit"}
)
_NUMBER: Final = re.compile(r"(?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(?P<unit>[a-z]*|%)")
_PIXELS: Final = {
    "": 1, "px": 1, "rem": 16, "vw": 12.8, "dvw": 12.8, "svw": 12.8, "lvw": 12.8, "vh": 7.2, "dvh": 7.2, "svh": 7.2,
    "lvh": 7.2, "vmin": 7.2, "vmax": 12.8, "pt": 4 / 3, "in": 96, "cm": 96 / 2.54, "mm": 9.6 / 2.54, "pc": 16,
}  # fmt: skip
# Units of the font, whose size is that of the page at most times.
_BY_FONT: Final = {"em": (10.0, 34.0), "ch": (4.0, 20.0), "ex": (4.0, 20.0), "lh": (10.0, 50.0), "rlh": (20.0, 26.0)}


def length(text: str, base: Pixels | None) -> Pixels | None:
    """A length; `base` is what per cents are of. None for one that the content decides."""
    text = text.strip()
    if text in _AUTO:
        return None
    if (match := _NUMBER.fullmatch(text)) is not None:
        number = float(match["number"])
        unit = match["unit"]
        if unit == "%":
            return None if base is None else base.times(number / 100)
        if unit in _PIXELS:
            return Pixels(number * _PIXELS[unit], number * _PIXELS[unit])
        if number == 0:
            return NOTHING
        if unit in _BY_FONT:
            return Pixels(*_BY_FONT[unit]).times(number)
        return _ANYTHING
    if text.startswith("calc(") and text.endswith(")"):
        return _sum(text[len("calc(") : -1], base)
    return _ANYTHING


def _sum(text: str, base: Pixels | None) -> Pixels | None:
    total = NOTHING
    sign = 1
    for part in re.split(r"\s+([+-])\s+", f"0px + {text}"):
        if part in ("+", "-"):
            sign = 1 if part == "+" else -1
            continue
        product = _product(part, base)
        if product is None:
            return None
        total = total.plus(product.times(sign))
    return total


def _product(text: str, base: Pixels | None) -> Pixels | None:
    numbers = [part.strip() for part in text.split("*")]
    factor = 1.0
    lengths: list[str] = []
    for part in numbers:
        value, slash, divisor = part.partition("/")
        try:
            factor /= float(divisor) if slash else 1.0
            factor *= float(value)
        except (ValueError, ZeroDivisionError):
            lengths.append(value)
    if not lengths:
        return Pixels(factor, factor)
    if len(lengths) > 1:
        return _ANYTHING
    found = length(lengths[0], base)
    return None if found is None else found.times(factor)
