"""What a property holds: how text becomes its value, and which Python values it takes."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from typing import Any

from pytest_uimcp.javafx.scene.errors import WrongValue, near
from pytest_uimcp.javafx.scene.values.colors import Color, parse_color
from pytest_uimcp.javafx.scene.values.enums import ENUMS
from pytest_uimcp.javafx.scene.values.fonts import Font
from pytest_uimcp.javafx.scene.values.geometry import Insets

__all__ = ["accept", "bounded", "from_text", "number"]

# How FXML and Java's Double.valueOf write what Python's float() does not know.
NUMBERS = {"infinity": "inf", "-infinity": "-inf", "+infinity": "inf"}
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?[fFdD]?")
_DURATION = re.compile(r"([\d.]+)\s*(ms|s|m|h)?")
_UNITS = {"ms": 1.0, None: 1.0, "s": 1000.0, "m": 60_000.0, "h": 3_600_000.0}
LARGEST = 1.7976931348623157e308
BOUND = 1e15
"""What a number is at most, where it is not a size that may be without bound: far beyond pixels and times in
milliseconds, and small enough to be multiplied."""
# Sizes speak of Double.MAX_VALUE by name in FXML: maxWidth="Infinity" or "1.7976931348623157E308".
SIZES = {"USE_COMPUTED_SIZE": -1.0, "USE_PREF_SIZE": float("-inf"), "MAX_VALUE": LARGEST}


def number(text: str) -> float:
    """A number as Java reads it."""
    text = text.strip()
    if text in SIZES:
        return SIZES[text]
    if _NUMBER.fullmatch(text):
        return float(text.rstrip("fFdD"))
    return float(NUMBERS[text.lower()])


def _boolean(text: str) -> bool:
    return text.strip().lower() == "true"


def _integer(text: str) -> int:
    return _of_32_bits(int(text.strip()))


def _of_32_bits(value: int) -> int:
    if not -(2**31) <= value < 2**31:
        raise WrongValue(f"expected a whole number from {-(2**31)} to {2**31 - 1}; got {value}")
    return value


def bounded(value: float) -> float:
    """A number that can be calculated with."""
    if value != value:
        raise WrongValue("expected a number; got NaN")
    return min(max(value, -BOUND), BOUND)


def _real(kind: str, value: float) -> float:
    """Bounded, but for the least, usual and greatest extent of a node, which may be without bound."""
    return value if kind == "extent" and value == value else bounded(value)


def _constant(name: str) -> str:
    """`Center_Left`, `center-left` and `centerLeft` are all `CENTER_LEFT`."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.strip())
    return spaced.replace("-", "_").replace(" ", "_").upper()


def _enum(kind: str, text: str) -> str:
    constants = ENUMS[kind.partition(":")[2]]
    constant = _constant(text)
    if constant not in constants:
        raise ValueError(f"one of {', '.join(constants)}.{near(constant, constants)}")
    return constant


def _insets(text: str) -> Insets:
    parts = [number(part) for part in text.replace(",", " ").split()]
    if len(parts) == 1:
        return Insets(*(parts * 4))
    if len(parts) == 4:
        return Insets(*parts)
    raise ValueError("one number, or four: top right bottom left")


def _paint(text: str) -> Color:
    color = parse_color(text)
    if color is None:
        raise ValueError("a colour such as RED, #ff0000 or rgb(255, 0, 0)")
    return color


def _duration(text: str) -> float:
    found = _DURATION.fullmatch(text.strip().lower())
    if not found:
        raise ValueError("a duration such as 300ms or 2s")
    return float(found[1]) * _UNITS[found[2]]


def _doubles(text: str) -> list[float]:
    return [number(part) for part in text.split(",") if part.strip()]


def _date(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text.strip())


def _font(text: str) -> Font:
    family, _, size = text.rpartition(" ")
    return Font(family, number(size)) if family else Font(text)


READERS: Mapping[str, Callable[[str], Any]] = {
    "double": number,
    "size": number,
    "extent": number,
    "doubles": _doubles,
    "int": _integer,
    "boolean": _boolean,
    "string": str,
    "object": str,
    "insets": _insets,
    "paint": _paint,
    "color": _paint,
    "duration": _duration,
    "date": _date,
    "font": _font,
    "image": str,
    "shape": str,
}
NUMERIC = frozenset(("double", "int", "duration", "size", "extent"))
# What a Python value has to be; `None` and values of these types go in as they are.
TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "boolean": (bool,),
    "doubles": (list, tuple),
    "insets": (Insets,),
    "paint": (Color,),
    "color": (Color,),
    "font": (Font,),
    "date": (datetime.date,),
}


def from_text(kind: str, text: str) -> Any:
    """The value that text means, as the attribute of a document says it."""
    try:
        if kind.startswith("enum:"):
            return _enum(kind, text)
        reader = READERS.get(kind)
        return reader(text) if reader else text
    except (ValueError, KeyError) as reason:
        expected = reason.args[0] if str(reason.args[0]).startswith(("one", "a ")) else f"a value of kind {kind}"
        raise WrongValue(f"expected {expected}; got {text!r}") from None


def _numeric(kind: str, value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        if isinstance(value, str):
            return from_text(kind, value)
        raise WrongValue(f"expected a number; got {value!r}")
    try:
        return _of_32_bits(int(value)) if kind == "int" else _real(kind, float(value))
    except (OverflowError, ValueError):
        raise WrongValue(f"expected a number; got {value!r}") from None


def _sequence(kind: str, value: Any) -> Any:
    if kind == "insets" and isinstance(value, (int, float)) and not isinstance(value, bool):
        return Insets(*([float(value)] * 4))
    if kind == "insets" and isinstance(value, (tuple, list)) and len(value) == 4:
        return Insets(*(float(part) for part in value))
    raise WrongValue(f"expected a value of kind {kind}; got {value!r}")


def accept(kind: str, value: Any) -> Any:
    """The value as it is kept, or an error that says what would do."""
    if kind in NUMERIC:
        if type(value) is float and kind != "int":
            return value if -BOUND <= value <= BOUND else _real(kind, value)
        return None if value is None else _numeric(kind, value)
    if value is None:
        return None
    if kind.startswith("enum:"):
        return value if value in ENUMS[kind[5:]] else from_text(kind, str(value))
    types = TYPES.get(kind)
    if kind == "insets" and isinstance(value, Insets):
        return Insets(*(bounded(part) for part in value))
    if types is None or isinstance(value, types):
        return value
    return from_text(kind, value) if isinstance(value, str) else _sequence(kind, value)
