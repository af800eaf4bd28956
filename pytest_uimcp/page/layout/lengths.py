"""Lengths of style sheets in pixels, between bounds where fonts or contents decide.

A length keeps what it is the sum of: where two lengths share something unknown, such as the lines above both of them,
that counts for nothing in their difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

__all__ = ["NOTHING", "WINDOW_HEIGHT", "WINDOW_WIDTH", "Pixels", "anywhere", "either", "larger", "length", "smaller"]

# Sums of more unknown parts count as unknown as a whole.
_MAX_PARTS: Final = 40
# Less than this is nothing: Chromium counts in 64ths of a pixel.
_EXACT: Final = 0.01


class Pixels:
    """A number of pixels between two bounds: what is known of it, and the shares of what is not."""

    __slots__ = ("high", "low", "shares", "start")

    def __init__(self, lower: float, upper: float) -> None:
        """Something new that is unknown; two of them have nothing to do with each other."""
        self.start = lower
        self.low = lower
        self.high = upper
        # Each unknown part is between 0 and 1 times its share.
        self.shares: dict[object, float] = {}
        if upper > lower:
            self.shares[object()] = upper - lower

    @classmethod
    def _of(cls, start: float, shares: dict[object, float]) -> Pixels:
        pixels = cls(start, start)
        if shares:
            pixels.low += sum(share for share in shares.values() if share < 0)
            pixels.high += sum(share for share in shares.values() if share > 0)
            if len(shares) > _MAX_PARTS:
                return cls(pixels.low, pixels.high)
            pixels.shares = shares
        return pixels

    @property
    def is_exact(self) -> bool:
        return self.high - self.low < _EXACT

    @property
    def is_zero(self) -> bool:
        return self.low > -_EXACT and self.high < _EXACT

    def is_same(self, another: Pixels) -> bool:
        """Whether two lengths are the same, whatever they are."""
        return self.minus(another).is_zero

    @property
    def bounds(self) -> tuple[float, float]:
        return self.low, self.high

    def __repr__(self) -> str:
        return f"Pixels({self.low:g}, {self.high:g})"

    def plus(self, another: Pixels) -> Pixels:
        if not another.shares:
            if not another.start:
                return self
            return self._of(self.start + another.start, self.shares)
        return self._of(self.start + another.start, _added(self.shares, another.shares, 1))

    def minus(self, another: Pixels) -> Pixels:
        if not another.shares:
            return self._of(self.start - another.start, self.shares)
        return self._of(self.start - another.start, _added(self.shares, another.shares, -1))

    def times(self, factor: float) -> Pixels:
        if factor == 1:
            return self
        if not factor:
            return NOTHING
        return self._of(self.start * factor, {part: share * factor for part, share in self.shares.items()})

    def within(self, minimum: Pixels | None, maximum: Pixels | None) -> Pixels:
        """The same between a minimum and a maximum."""
        bounded = self
        if maximum is not None:
            bounded = smaller(bounded, maximum)
        if minimum is not None:
            bounded = larger(bounded, minimum)
        return bounded


def _added(amount: dict[object, float], another: dict[object, float], sign: int) -> dict[object, float]:
    shares = dict(amount)
    for part, share in another.items():
        total = shares.get(part, 0.0) + sign * share
        if abs(total) < 1e-9:
            shares.pop(part, None)
        else:
            shares[part] = total
    return shares


def larger(amount: Pixels, another: Pixels) -> Pixels:
    difference = amount.minus(another)
    if difference.low > -_EXACT:
        return amount
    if difference.high < _EXACT:
        return another
    return Pixels(max(amount.low, another.low), max(amount.high, another.high))


def smaller(amount: Pixels, another: Pixels) -> Pixels:
    difference = amount.minus(another)
    if difference.low > -_EXACT:
        return another
    if difference.high < _EXACT:
        return amount
    return Pixels(min(amount.low, another.low), min(amount.high, another.high))


def either(amount: Pixels, another: Pixels) -> Pixels:
    """One of two lengths."""
    if amount.is_same(another):
        return amount
    return Pixels(min(amount.low, another.low), max(amount.high, another.high))


NOTHING: Final = Pixels(0, 0)
# The size of the window, that of Playwright's pages.
WINDOW_WIDTH: Final = Pixels(1280, 1280)
WINDOW_HEIGHT: Final = Pixels(720, 720)
_AUTO: Final = frozenset(
    {"", "auto", "none", "normal", "max-content", "min-content", "fit-content", "content", "inherit", "stretch"}
)
_TOKEN: Final = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(?P<unit>[a-z]+|%)?|(?P<name>[a-z-]+)?(?P<open>\()"
    r"|(?P<sign>[-+*/,)]))",
)
_PIXELS: Final = {
    "px": 1, "rem": 16, "vw": 12.8, "dvw": 12.8, "svw": 12.8, "lvw": 12.8, "vh": 7.2, "dvh": 7.2, "svh": 7.2,
    "lvh": 7.2, "vmin": 7.2, "vmax": 12.8, "pt": 4 / 3, "in": 96, "cm": 96 / 2.54, "mm": 9.6 / 2.54, "pc": 16,
    "vi": 12.8, "vb": 7.2,
}  # fmt: skip
# Units of the font, in sizes of the font; and the size of a font of which nothing is known.
_BY_FONT: Final = {"em": (1.0, 1.0), "ch": (0.4, 0.8), "ex": (0.4, 0.65), "lh": (0.8, 3.0), "cap": (0.5, 0.9)}
# A hundredth of the size of a container, at most.
_CONTAINER: Final = 30.0
_ANY_FONT: Final = (8.0, 40.0)
_FAR: Final = 3000.0


def anywhere() -> Pixels:
    return Pixels(-_FAR, _FAR)


def length(text: str, base: Pixels | None, font_size: Pixels | None = None) -> Pixels | None:
    """A length; `base` is what per cents are of. None for one that the content decides."""
    text = text.strip()
    if text in _AUTO:
        return None
    plain = _plain_length(text)
    if plain is not None:
        return plain
    try:
        value = _Reader(text, base, font_size).value()
    except _NoPercentageError:
        return None
    except (ValueError, ZeroDivisionError):
        return anywhere()
    if isinstance(value, float):
        return Pixels(value, value)
    return value


@lru_cache(maxsize=1024)
def _plain_length(text: str) -> Pixels | None:
    """A length that is the same everywhere; None for others."""
    token = _TOKEN.fullmatch(text)
    if token is None or not token["number"]:
        return None
    number = float(token["number"])
    if not token["unit"]:
        return Pixels(number, number)
    factor = _PIXELS.get(token["unit"])
    if factor is None:
        return None
    return Pixels(number * factor, number * factor)


class _NoPercentageError(Exception):
    """There is nothing that a percentage would be of."""


class _Reader:
    """Reads one length, with calculations."""

    def __init__(self, text: str, base: Pixels | None, font_size: Pixels | None) -> None:
        self._text = text
        self._base = base
        self._font_size = font_size
        self._place = 0

    def value(self) -> Pixels | float:
        value = self._sum()
        if self._place != len(self._text.rstrip()):
            raise ValueError(self._text)
        return value

    def _next(self) -> re.Match[str] | None:
        return _TOKEN.match(self._text, self._place)

    def _sign(self, signs: str) -> str:
        token = self._next()
        if token is None or not token["sign"] or token["sign"] not in signs:
            return ""
        self._place = token.end()
        return token["sign"]

    def _sum(self) -> Pixels | float:
        total = self._product()
        while sign := self._sign("+-"):
            total = _plus(total, _times(self._product(), 1.0 if sign == "+" else -1.0))
        return total

    def _product(self) -> Pixels | float:
        product = self._part()
        while sign := self._sign("*/"):
            factor = self._part()
            if isinstance(product, float) and sign == "*":
                product = _times(factor, product)
            elif isinstance(factor, float):
                product = _times(product, factor if sign == "*" else 1 / factor)
            else:
                raise ValueError(self._text)
        return product

    def _part(self) -> Pixels | float:
        if sign := self._sign("+-"):
            return _times(self._part(), 1.0 if sign == "+" else -1.0)
        token = self._next()
        if token is None:
            raise ValueError(self._text)
        self._place = token.end()
        if token["number"]:
            return self._measured(float(token["number"]), token["unit"] or "")
        if not token["open"]:
            raise ValueError(self._text)
        parts = [self._sum()]
        while self._sign(","):
            parts.append(self._sum())
        if not self._sign(")"):
            raise ValueError(self._text)
        return _called(token["name"] or "calc", parts)

    def _measured(self, number: float, unit: str) -> Pixels | float:
        if not unit:
            return number
        if unit == "%":
            if self._base is None:
                raise _NoPercentageError
            return self._base.times(number / 100)
        if unit in _PIXELS:
            return Pixels(number * _PIXELS[unit], number * _PIXELS[unit])
        if not number:
            return NOTHING
        if unit == "rlh":
            return Pixels(number * 16, number * 32)
        if unit.startswith("cq"):
            return Pixels(0, number * _CONTAINER)
        lower, upper = _BY_FONT.get(unit, (0.0, 0.0))
        if not upper:
            raise ValueError(unit)
        size = self._font_size or Pixels(*_ANY_FONT)
        if lower == upper:
            return size.times(number * lower)
        bounds = sorted((size.low * lower * number, size.high * upper * number))
        return Pixels(bounds[0], bounds[1])


def _called(name: str, parts: list[Pixels | float]) -> Pixels | float:
    if name == "calc":
        [value] = parts
        return value
    lengths = [part if isinstance(part, Pixels) else Pixels(part, part) for part in parts]
    if name == "clamp":
        minimum, value, maximum = lengths
        return larger(minimum, smaller(value, maximum))
    compared = _COMPARED.get(name)
    if compared is None:
        raise ValueError(name)
    best = lengths[0]
    for another in lengths[1:]:
        best = compared(best, another)
    return best


_COMPARED: Final[Mapping[str, Callable[[Pixels, Pixels], Pixels]]] = {"min": smaller, "max": larger}


def _plus(amount: Pixels | float, another: Pixels | float) -> Pixels | float:
    if isinstance(amount, float) and isinstance(another, float):
        return amount + another
    if isinstance(amount, float):
        amount = Pixels(amount, amount)
    if isinstance(another, float):
        another = Pixels(another, another)
    return amount.plus(another)


def _times(value: Pixels | float, factor: Pixels | float) -> Pixels | float:
    if isinstance(factor, Pixels):
        if isinstance(value, Pixels):
            raise ValueError
        return factor.times(value)
    if isinstance(value, float):
        return value * factor
    return value.times(factor)
