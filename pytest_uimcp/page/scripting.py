"""JavaScript's conversion of JSON values to strings and booleans."""

from __future__ import annotations

import json
import math
from typing import Any

__all__ = ["to_string", "truthy"]


def truthy(value: Any) -> bool:
    """Whether a value is truthy in JavaScript; unlike in Python, empty objects and arrays are."""
    return isinstance(value, (dict, list)) or bool(value)


def to_string(value: Any) -> str:
    """A value converted as by `String(value)`, except for null, which is empty, and objects, which are JSON."""
    if value is None:
        return ""
    if value is True or value is False:
        return str(value).lower()
    if isinstance(value, list):
        return ",".join(map(_item_to_string, value))
    if isinstance(value, dict):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    if isinstance(value, str):
        return value
    return _number(value)


def _item_to_string(item: Any) -> str:
    if isinstance(item, dict):
        return "[object Object]"
    return to_string(item)


def _number(number: int | float) -> str:
    # Larger integers are no longer exact in JavaScript.
    if isinstance(number, int) and abs(number) < 2**53:
        return str(number)
    number = float(number)
    if number != number or math.isinf(number):
        return {math.inf: "Infinity", -math.inf: "-Infinity"}.get(number, "NaN")
    if number == int(number) and abs(number) < 1e21:
        return str(int(number))
    digits = repr(abs(number))
    mantissa, _, exponent = digits.partition("e")
    sign = "-" * (number < 0)
    if not exponent:
        return sign + digits
    power = int(exponent)
    if -7 < power < 0:  # Python uses exponents below 1e-4, JavaScript below 1e-6
        figures = mantissa.removesuffix(".0").replace(".", "")
        return f"{sign}0.{'0' * (-power - 1)}{figures}"
    if 0 <= power < 21:
        return sign + str(int(abs(number)))
    return f"{sign}{mantissa.removesuffix('.0')}e{power:+d}"
