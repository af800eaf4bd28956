"""What a property holds: how text becomes its value, and which Python values it takes."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from typing import Final

from pytest_uimcp.javafx.scene.errors import WrongValue, near
from pytest_uimcp.javafx.scene.values.colors import Color, parse_color
from pytest_uimcp.javafx.scene.values.enums import ENUMS
from pytest_uimcp.javafx.scene.values.fonts import Font
from pytest_uimcp.javafx.scene.values.geometry import Insets

# How FXML and Java's Double.valueOf write what Python's float() does not know.
NUMBERS: Final[Mapping[str, str]] = {"infinity": "inf", "-infinity": "-inf", "+infinity": "inf"}
_NUMBER: Final = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?[fFdD]?")
_DURATION: Final = re.compile(r"([\d.]+)\s*(ms|s|m|h)?")
_UNITS: Final[Mapping[str | None, float]] = {"ms": 1.0, None: 1.0, "s": 1000.0, "m": 60_000.0, "h": 3_600_000.0}
DOUBLE_MAX: Final = 1.7976931348623157e308
# What a number is at most, where it is not a size that may be without bound: far beyond pixels and times in
# milliseconds, and small enough to be multiplied.
MAX_NUMBER: Final = 1e15
# Sizes speak of Double.MAX_VALUE by name in FXML: maxWidth="Infinity" or "1.7976931348623157E308".
SIZES: Final[Mapping[str, float]] = {"USE_COMPUTED_SIZE": -1.0, "USE_PREF_SIZE": float("-inf"), "MAX_VALUE": DOUBLE_MAX}


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
    if value != value:  # NaN is not equal to itself
        raise WrongValue("expected a number; got NaN")
    return min(max(value, -MAX_NUMBER), MAX_NUMBER)


def _real(kind: str, value: float) -> float:
    """Bounded, but for the least, usual and greatest extent of a node, which may be without bound."""
    if kind == "extent" and value == value:  # NaN is not equal to itself
        return value
    return bounded(value)


def _constant(name: str) -> str:
    """`Center_Left`, `center-left` and `centerLeft` are all `CENTER_LEFT`."""
    # FXML and stylesheets each have a spelling of their own for the same constant.
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
    match = _DURATION.fullmatch(text.strip().lower())
    if not match:
        raise ValueError("a duration such as 300ms or 2s")
    return float(match[1]) * _UNITS[match[2]]


def _doubles(text: str) -> list[float]:
    return [number(part) for part in text.split(",") if part.strip()]


def _date(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text.strip())


def _font(text: str) -> Font:
    family, _, size = text.rpartition(" ")
    if family:
        return Font(family, number(size))
    return Font(text)


READERS: Final[Mapping[str, Callable[[str], object]]] = {
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
NUMERIC: Final = frozenset(("double", "int", "duration", "size", "extent"))
# What a Python value has to be; `None` and values of these types go in as they are.
TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "string": (str,),
    "boolean": (bool,),
    "doubles": (list, tuple),
    "insets": (Insets,),
    "paint": (Color,),
    "color": (Color,),
    "font": (Font,),
    "date": (datetime.date,),
}


def from_text(kind: str, text: str) -> object:
    try:
        if kind.startswith("enum:"):
            return _enum(kind, text)
        return READERS.get(kind, str)(text)
    except (ValueError, KeyError) as reason:
        expected = str(reason.args[0])
        if not expected.startswith(("one", "a ")):  # Python's own words, which speak of functions
            expected = f"a value of kind {kind}"
        raise WrongValue(f"expected {expected}; got {text!r}") from None


def _numeric(kind: str, value: object) -> object:
    if isinstance(value, str):
        return from_text(kind, value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise WrongValue(f"expected a number; got {value!r}")
    try:
        return _of_32_bits(int(value)) if kind == "int" else _real(kind, float(value))
    except (OverflowError, ValueError):
        raise WrongValue(f"expected a number; got {value!r}") from None


def _sequence(kind: str, value: object) -> Insets:
    if kind == "insets" and isinstance(value, (int, float)) and not isinstance(value, bool):
        return Insets(*([float(value)] * 4))
    if kind == "insets" and isinstance(value, (tuple, list)) and len(value) == 4:
        return Insets(*(float(part) for part in value))
    raise WrongValue(f"expected a value of kind {kind}; got {value!r}")


def accept(kind: str, value: object) -> object:
    """The value as it is kept, or an error that says what would do."""
    if kind in NUMERIC:
        # Layouts set floats all the time: they come first.
        if type(value) is float and kind != "int":
            return value if -MAX_NUMBER <= value <= MAX_NUMBER else _real(kind, value)
        return None if value is None else _numeric(kind, value)
    if value is None:
        return None
    if kind.startswith("enum:"):
        return value if value in ENUMS[kind[5:]] else from_text(kind, str(value))
    types = TYPES.get(kind)
    # Insets of a program may have any number in them, which is bounded as others are.
    if kind == "insets" and isinstance(value, Insets):
        return Insets(*(bounded(part) for part in value))
    if types is None or isinstance(value, types):
        return value
    if isinstance(value, str):
        return from_text(kind, value)
    return _sequence(kind, value)
