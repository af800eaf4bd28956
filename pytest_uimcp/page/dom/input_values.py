"""The types of `input`, and the values that a field of each type takes.

A browser sanitizes every value that is set, by a script or an attribute, and most of what is typed: what is no value of
the type becomes another one or none (the HTML standard's value sanitization algorithm, as Chromium applies it).
"""

from __future__ import annotations

import re
from datetime import date
from math import isfinite
from typing import Final

from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.words import words

__all__ = [
    "CLEANED", "CLICKABLE_INPUTS", "TEXT_INPUTS", "ascii_address", "cut_off", "in_one_line", "input_type",
    "parse_number", "sanitize", "unit_count", "unix_lines", "value_for_input",
]  # fmt: skip

TEXT_INPUTS = words("email number url password tel search text")
CLICKABLE_INPUTS = words("checkbox file button image color submit radio reset")
# The types of fields whose value is made from what was typed, which stays in the field.
CLEANED = words("email number")
_TYPES = TEXT_INPUTS | CLICKABLE_INPUTS | {"date", "datetime-local", "hidden", "month", "range", "time", "week"}
_SHAPES: Final = {
    "color": re.compile("#[0-9a-fA-F]{6}"),
    "date": re.compile(r"\d{4,}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"),
    "month": re.compile(r"\d{4,}-(0[1-9]|1[0-2])"),
    "week": re.compile(r"\d{4,}-W(0[1-9]|[1-4]\d|5[0-3])"),
    "time": re.compile(r"([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?"),
    "datetime-local": re.compile(
        r"\d{4,}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?"
    ),
}
_EMPTY: Final = {"color": "#000000"}
_PLUS: Final = re.compile(r"\+[.\d]")
_POINT: Final = re.compile(r"-?\d+\.")
# A part of a domain as its owner writes it.
_LABEL: Final = re.compile(r"(?!-)(?:[A-Za-z0-9-]|[^\x00-\x7f])+(?<!-)")


def input_type(element: Element) -> str:
    """The type of an `input`, where unknown ones are text; empty for any other element."""
    if element.tag != "input":
        return ""
    kind = (element.get("type") or "text").lower()
    if kind in _TYPES:
        return kind
    return "text"


def sanitize(element: Element, text: str) -> str:
    """The value after the input's sanitization (see the HTML standard), for values set by scripts or attributes."""
    if element.tag == "textarea":
        return unix_lines(text)
    kind = input_type(element)
    if kind in ("text", "search", "tel", "password"):
        return text.replace("\r", "").replace("\n", "")
    if kind == "email" and element.has("multiple"):
        return ",".join(part.strip(" \t\f\r\n") for part in text.replace("\r", "").replace("\n", "").split(","))
    if kind in ("email", "url"):
        return text.replace("\r", "").replace("\n", "").strip(" \t\f")
    if kind == "number":
        if parse_number(text) is not None:
            return text
        return ""
    if kind == "range":
        return _sanitize_range(element, text)
    if kind in _SHAPES:
        return _sanitize_by_pattern(kind, text)
    return text


def value_for_input(element: Element, text: str) -> str:
    """The value for what the user has entered; in addresses of e-mail the domain is written in ASCII."""
    if input_type(element) == "number":
        text = _finished_number(text)
    value = sanitize(element, text)
    if input_type(element) == "email" and not value.isascii():
        if element.has("multiple"):
            return ",".join(map(ascii_address, value.split(",")))
        return ascii_address(value)
    return value


def _colour(text: str) -> str:
    """A colour of CSS as browsers show it in a field."""
    from PIL.ImageColor import getrgb

    try:
        red, green, blue = getrgb(text.strip())[:3]
    except ValueError:
        return _EMPTY["color"]
    return f"#{red:02x}{green:02x}{blue:02x}"


def _sanitize_by_pattern(kind: str, text: str) -> str:
    if kind == "color":
        return _colour(text)
    if not _SHAPES[kind].fullmatch(text) or not _exists(kind, text):
        return _EMPTY.get(kind, "")
    if kind == "datetime-local":
        return _shorten_seconds(text.replace(" ", "T"))
    return text


def _shorten_seconds(text: str) -> str:
    """A date with its time, without the part that is zero: seconds or their fraction."""
    if text.count(":") < 2:
        return text
    seconds = text.rpartition(":")[2]
    if float(seconds) == 0:
        return text.removesuffix(f":{seconds}")
    if "." in seconds:
        return text.rstrip("0")
    return text


def _exists(kind: str, text: str) -> bool:
    """Whether the day or week is one of the calendar, which repeats every 400 years."""
    year, _, day = text.partition("-")
    if len(year) > 4 and year.isdigit():
        year = str(2000 + int(year) % 400)
    try:
        if kind in ("date", "datetime-local"):
            date.fromisoformat(f"{year}-{day[:5]}")
        elif kind == "week":
            date.fromisoformat(f"{year}-{day}-1")
    except ValueError:
        return False
    return True


def _finished_number(text: str) -> str:
    """A number as it is being typed, without a plus before it or a point behind it, which are no part of its value."""
    number = text
    if _PLUS.match(text):
        number = text[1:]
    if _POINT.fullmatch(number):
        return number[:-1]
    return number


def in_one_line(text: str) -> str:
    """A text as it is typed or pasted into an `input`: lines are joined by spaces."""
    return unix_lines(text).replace("\n", " ")


def unit_count(text: str) -> int:
    """How long a text is in the units of JavaScript (UTF-16)."""
    return len(text.encode("utf-16-le")) // 2


def cut_off(text: str, room: int) -> str:
    """As much of a text as there is room for, in units; no letter is cut in two."""
    return text.encode("utf-16-le")[: 2 * room].decode("utf-16-le", "ignore")


def unix_lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


# Chromium takes a number with a point before its exponent.
_NUMBER = re.compile(r"-?(\d+(\.\d+|\.(?=[eE]))?|\.\d+)([eE][+-]?\d+)?")


def parse_number(text: str | None) -> float | None:
    if text is None or not _NUMBER.fullmatch(text):
        return None
    number = float(text)
    if isfinite(number):
        return number
    return None


def _sanitize_range(element: Element, text: str) -> str:
    minimum = parse_number(element.get("min")) or 0.0
    maximum = parse_number(element.get("max"))
    if maximum is None:
        maximum = 100.0
    step = parse_number(element.get("step")) or 1.0
    number = parse_number(text)
    if number is None:
        number = minimum + max(maximum - minimum, 0.0) / 2
    number = max(minimum, min(number, max(maximum, minimum)))
    number = minimum + int((number - minimum) / step + 0.5) * step
    if number > maximum >= minimum:
        number -= step
    return f"{number:.10g}"


def ascii_address(address: str) -> str:
    """The address with its domain in ASCII; one that is none stays as it is."""
    user, sign, domain = address.partition("@")
    if not sign or not all(_LABEL.fullmatch(label) for label in domain.split(".")):
        return address
    try:
        return f"{user}@{domain.encode('idna').decode()}"
    except UnicodeError:
        return address
