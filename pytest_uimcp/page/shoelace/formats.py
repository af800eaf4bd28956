"""sl-format-number and sl-format-bytes: numbers as Chromium's `Intl.NumberFormat` writes them in American English."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, localcontext
from typing import Final

from pytest_uimcp.page.components import Component
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.shoelace.base import Shoelace, esc, is_cleared, js_number, property_of

__all__ = ["FORMATS"]

# Code: sign, name of one, name of several, digits.
_CURRENCIES: Final = {
    "AUD": ("A$", "Australian dollar", "Australian dollars", 2), "BRL": ("R$", "Brazilian real", "Brazilian reals", 2),
    "CAD": ("CA$", "Canadian dollar", "Canadian dollars", 2), "CHF": ("CHF ", "Swiss franc", "Swiss francs", 2),
    "CNY": ("CN¥", "Chinese yuan", "Chinese yuan", 2), "EUR": ("€", "euro", "euros", 2),
    "GBP": ("£", "British pound", "British pounds", 2), "INR": ("₹", "Indian rupee", "Indian rupees", 2),
    "JPY": ("¥", "Japanese yen", "Japanese yen", 0), "KRW": ("₩", "South Korean won", "South Korean won", 0),
    "MXN": ("MX$", "Mexican peso", "Mexican pesos", 2), "SEK": ("SEK ", "Swedish krona", "Swedish kronor", 2),
    "USD": ("$", "US dollar", "US dollars", 2),
}  # fmt: skip
_WITHOUT: Final = frozenset(
    {"type", "currency", "minimum-integer-digits", "minimum-significant-digits", "maximum-significant-digits"}
)
_UNITS: Final = ("", "kilo", "mega", "giga", "tera", "peta")
_LETTERS: Final = ("", "k", "M", "G", "T", "P")


class _Format(Shoelace):
    """What both have in common."""

    fails_without: frozenset[str] = frozenset()
    """Attributes that it cannot do without once they were set."""

    def attribute_changed(self, element: Element, name: str, was: str | None, focus: Focus) -> None:
        super().attribute_changed(element, name, was, focus)
        if name in self.fails_without and was is not None and not element.has(name):
            refuse("component-use", f"how <{element.tag}> fails when its attribute {name} is taken away")


class FormatNumber(_Format):
    """A number, an amount of money or a percentage."""

    fails_without = _WITHOUT

    def shadow(self, element: Element) -> str:
        number = js_number(str(property_of(element, "0")))
        if number is None:
            return ""
        return esc(self._text(element, number))

    def _text(self, element: Element, number: Decimal) -> str:
        kind = element.get("type") or "decimal"
        if kind not in ("decimal", "percent", "currency"):
            refuse("component-use", f"how <sl-format-number> fails with type={kind!r}")
        digits = 3
        shown = "{}"
        least = 0
        if kind == "percent":
            number = number * 100
            digits = 0
            shown = "{}%"
        elif kind == "currency":
            shown, least = self._currency(element)
            digits = least
        low, high = _digits(element, least, digits)
        text = _written(element, abs(number), low, high)
        return ("-" if number.is_signed() else "") + shown.format(text)

    @staticmethod
    def _currency(element: Element) -> tuple[str, int]:
        code = (element.get("currency") or "USD").upper()
        if code not in _CURRENCIES:
            refuse("component-use", f"how <sl-format-number> writes the currency {code}")
        sign, _, several, digits = _CURRENCIES[code]
        display = element.get("currency-display") or "symbol"
        if display == "code":
            return f"{code} {{}}", digits
        if display == "name":
            return f"{{}} {several}", digits
        if display == "narrowSymbol":
            refuse("component-use", "narrow symbols of currencies in <sl-format-number>")
        return f"{sign}{{}}", digits


class FormatBytes(_Format):
    """A size with its unit."""

    fails_without = frozenset({"unit", "display"})

    def shadow(self, element: Element) -> str:
        number = js_number(str(property_of(element, "0")))
        unit = element.get("unit") or "byte"
        display = element.get("display") or "short"
        if number is None or number < 0:
            return ""
        if unit not in ("byte", "bit") or display not in ("short", "long", "narrow"):
            refuse("component-use", f"how <sl-format-bytes> fails with unit={unit!r} and display={display!r}")
        place = 0
        last = len(_UNITS) - (2 if unit == "bit" else 1)
        while number >= 1000 and place < last:
            number = number / 1000 if number.is_finite() else number
            place = place + 1
        text = _significant(number, 3)
        text = _grouped(text) if text.isdecimal() else text
        if display == "long":
            return esc(f"{text} {_UNITS[place]}{unit}{'' if text == '1' else 's'}")
        letter = "b" if unit == "bit" else "B"
        if place or display == "narrow":
            short = f"{_LETTERS[place]}{letter}"
        else:
            short = unit
        if display == "narrow" and unit == "bit" and not place:
            short = "bit"
        return esc(f"{text}{'' if display == 'narrow' else ' '}{short}")


def _rounded(number: Decimal, exponent: int) -> str:
    # A number of JavaScript has up to 309 digits before the point, and up to 100 are asked for behind it.
    with localcontext(prec=500):
        return f"{number.quantize(Decimal(1).scaleb(exponent), ROUND_HALF_UP):f}"


_BOUNDS: Final = {
    "minimum-integer-digits": (1, 21), "minimum-fraction-digits": (0, 100), "maximum-fraction-digits": (0, 100),
    "minimum-significant-digits": (1, 21), "maximum-significant-digits": (1, 21),
}  # fmt: skip


def _number(element: Element, name: str) -> int | None:
    """A number of digits, if there is one."""
    text = element.get(name)
    if text is None:
        return None
    low, high = _BOUNDS[name]
    if not text.isdecimal() or not low <= int(text) <= high:
        refuse("component-use", f"how <sl-format-number> fails with {name}={text!r}")
    return int(text)


def _digits(element: Element, low: int, high: int) -> tuple[int, int]:
    least, most = (_number(element, f"{end}-fraction-digits") for end in ("minimum", "maximum"))
    if least is None and most is None and is_cleared(element, "maximum-fraction-digits"):
        return 0, 0  # null counts as none
    if least is not None and most is not None and least > most:
        refuse("component-use", "how <sl-format-number> fails with more digits at least than at most")
    if least is not None:
        low = least
    elif most is not None:
        low = min(low, most)
    else:
        low = low
    return low, max(low, most if most is not None else high)


def _written(element: Element, number: Decimal, low: int, high: int) -> str:
    most = _number(element, "maximum-significant-digits")
    least = _number(element, "minimum-significant-digits")
    if not number.is_finite():
        return "∞"
    if most is not None and least is not None and least > most:
        refuse("component-use", "how <sl-format-number> fails with more digits at least than at most")
    if most is not None or least is not None:
        text = _significant(number, most or 21)
        digits = len(text.replace(".", "").lstrip("0"))
        if least is not None and digits < least:
            text += ("" if "." in text else ".") + "0" * (least - max(digits, 1))
    else:
        text = _rounded(number, -high)
        whole, _, rest = text.partition(".")
        rest = rest[:low] + rest[low:].rstrip("0")
        text = f"{whole}.{rest}" if rest else whole
    whole, dot, rest = text.partition(".")
    whole = whole.zfill(_number(element, "minimum-integer-digits") or 1)
    if not element.has("no-grouping"):
        whole = _grouped(whole)
    return f"{whole}{dot}{rest}"


def _grouped(whole: str) -> str:
    first = len(whole) % 3 or 3
    return ",".join([whole[:first], *(whole[at : at + 3] for at in range(first, len(whole), 3))])


def _significant(number: Decimal, most: int) -> str:
    if not number or not number.is_finite():
        if number:
            return "∞"
        return "0"
    exponent = most - 1 - number.adjusted()
    text = _rounded(number, -exponent)
    if "." in text:
        return text.rstrip("0").rstrip(".")
    return text


FORMATS: dict[str, Component] = {"sl-format-bytes": FormatBytes(), "sl-format-number": FormatNumber()}
