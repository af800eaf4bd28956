"""sl-format-number and sl-format-bytes: numbers as Chromium's `Intl.NumberFormat` writes them in American English."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, localcontext
from typing import Final

from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.shoelace.base import ShoelaceComponent, esc, js_number

__all__ = ["FormatBytes", "FormatNumber"]

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
_RANGES: Final = {
    "minimum-integer-digits": range(1, 22),
    "minimum-fraction-digits": range(101), "maximum-fraction-digits": range(101),
    "minimum-significant-digits": range(1, 22), "maximum-significant-digits": range(1, 22),
}  # fmt: skip
_UNITS: Final = ("", "kilo", "mega", "giga", "tera", "peta")
_LETTERS: Final = ("", "k", "M", "G", "T", "P")


class Format(ShoelaceComponent):
    initial_value = "0"

    def ensure_american(self) -> None:
        language = self.element.get("lang") or "en"
        if language.lower() not in ("en", "en-us"):
            refuse("component-use", f"how <{self.element.tag}> writes in the language {language!r}")


class FormatNumber(Format):
    """A number, an amount of money or a percentage."""

    required_attributes = frozenset(
        {"type", "currency", "minimum-integer-digits", "minimum-significant-digits", "maximum-significant-digits"}
    )

    def shadow_html(self) -> str:
        number = js_number(str(self.value))
        if number is None:
            return ""
        self.ensure_american()
        return esc(self._text(number))

    def _text(self, number: Decimal) -> str:
        kind = self.element.get("type") or "decimal"
        if kind == "decimal":
            pattern = "{}"
            fraction = (0, 3)
        elif kind == "percent":
            number = number * 100
            pattern = "{}%"
            fraction = (0, 0)
        elif kind == "currency":
            pattern, digits = self._currency()
            fraction = (digits, digits)
        else:
            refuse("component-use", f"how <sl-format-number> fails with type={kind!r}")
        text = self._digits(abs(number), *self._fraction_digits(*fraction))
        return "-" * number.is_signed() + pattern.format(text)

    def _currency(self) -> tuple[str, int]:
        """How an amount of the currency is written, and with how many digits behind the point."""
        code = (self.element.get("currency") or "USD").upper()
        if code not in _CURRENCIES:
            refuse("component-use", f"how <sl-format-number> writes the currency {code}")
        sign, _, plural, digits = _CURRENCIES[code]
        display = self.element.get("currency-display") or "symbol"
        if display == "code":
            return f"{code} {{}}", digits
        if display == "name":
            return f"{{}} {plural}", digits
        if display == "narrowSymbol":
            refuse("component-use", "narrow symbols of currencies in <sl-format-number>")
        return f"{sign}{{}}", digits

    def _number(self, name: str) -> int | None:
        text = self.element.get(name)
        if text is None:
            return None
        if not text.isdecimal() or int(text) not in _RANGES[name]:
            refuse("component-use", f"how <sl-format-number> fails with {name}={text!r}")
        return int(text)

    def _range(self, digits: str) -> tuple[int | None, int | None]:
        minimum = self._number(f"minimum-{digits}-digits")
        maximum = self._number(f"maximum-{digits}-digits")
        return minimum, maximum

    def _fraction_digits(self, default_minimum: int, default_maximum: int) -> tuple[int, int]:
        minimum, maximum = self._range("fraction")
        if minimum is None and maximum is None and self.is_cleared("maximum-fraction-digits"):
            return 0, 0  # null counts as none
        _ensure_order(minimum, maximum)
        if maximum is None:
            maximum = default_maximum
            minimum = default_minimum if minimum is None else minimum
        elif minimum is None:
            minimum = min(default_minimum, maximum)
        return minimum, max(minimum, maximum)

    def _digits(self, number: Decimal, min_fraction: int, max_fraction: int) -> str:
        """A number without its sign, with so many digits behind the point."""
        minimum, maximum = self._range("significant")
        if not number.is_finite():
            return "∞"
        _ensure_order(minimum, maximum)
        if maximum is None and minimum is None:
            integer, _, fraction = _rounded(number, -max_fraction).partition(".")
            fraction = fraction[:min_fraction] + fraction[min_fraction:].rstrip("0")
            point = "." * bool(fraction)
        else:
            text = _significant(number, maximum or 21)
            digits = len(text.replace(".", "").lstrip("0"))
            if minimum is not None and digits < minimum:
                text += "." * ("." not in text) + "0" * (minimum - max(digits, 1))
            integer, point, fraction = text.partition(".")
        integer = integer.zfill(self._number("minimum-integer-digits") or 1)
        if not self.element.has("no-grouping"):
            integer = _grouped(integer)
        return f"{integer}{point}{fraction}"


class FormatBytes(Format):
    """A size with its unit."""

    required_attributes = frozenset({"unit", "display"})

    def shadow_html(self) -> str:
        number = js_number(str(self.value))
        unit = self.element.get("unit") or "byte"
        display = self.element.get("display") or "short"
        if number is None or number < 0:
            return ""
        self.ensure_american()
        if unit not in ("byte", "bit") or display not in ("short", "long", "narrow"):
            refuse("component-use", f"how <sl-format-bytes> fails with unit={unit!r} and display={display!r}")
        power = 0
        max_power = len(_UNITS) - (2 if unit == "bit" else 1)
        while number >= 1000 and power < max_power:
            if number.is_finite():
                number = number / 1000
            power += 1
        text = _significant(number, 3)
        if text.isdecimal():
            text = _grouped(text)
        if display == "long":
            return esc(f"{text} {_UNITS[power]}{unit}{'s' * (text != '1')}")
        return esc(f"{text}{' ' * (display == 'short')}{_short_unit(unit, display, power)}")


def _short_unit(unit: str, display: str, power: int) -> str:
    if power:
        return _LETTERS[power] + {"bit": "b", "byte": "B"}[unit]
    if display == "narrow" and unit == "byte":
        return "B"
    return unit


def _ensure_order(minimum: int | None, maximum: int | None) -> None:
    if minimum is not None and maximum is not None and minimum > maximum:
        refuse("component-use", "how <sl-format-number> fails with more digits at least than at most")


def _rounded(number: Decimal, exponent: int) -> str:
    # A number of JavaScript has up to 309 digits before the point, and up to 100 are asked for behind it.
    with localcontext(prec=500):
        return f"{number.quantize(Decimal(1).scaleb(exponent), ROUND_HALF_UP):f}"


def _grouped(digits: str) -> str:
    start = len(digits) % 3 or 3
    return ",".join([digits[:start], *(digits[index : index + 3] for index in range(start, len(digits), 3))])


def _significant(number: Decimal, digits: int) -> str:
    if not number:
        return "0"
    if not number.is_finite():
        return "∞"
    text = _rounded(number, number.adjusted() - digits + 1)
    if "." in text:
        return text.rstrip("0").rstrip(".")
    return text
