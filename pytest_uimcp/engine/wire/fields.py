from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any, Final, cast

from pytest_uimcp.engine.wire.messages import ABSENT, Absent, Json, Malformed

__all__ = [
    "MAX_DEPTH",
    "Fields",
    "InvalidField",
    "decode_text",
    "describe_value",
    "is_id",
    "is_property",
    "replace_lone_surrogates",
]

MAX_DEPTH: Final = 100
_MAX_EXACT: Final = 2**53
_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class InvalidField(Exception):
    """A message or field is not valid; caught by the codec, which answers with it."""

    def __init__(self, description: str, code: str = "malformed", about: int | None = None) -> None:
        super().__init__(description)
        self.code = code
        self.about = about

    def malformed(self) -> Malformed:
        return Malformed(self.code, str(self), self.about)


class Fields:
    """The data of one message; each method returns one field or raises InvalidField."""

    __slots__ = ("_data",)

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data

    def has(self, name: str) -> bool:
        return name in self._data

    def id(self, name: str) -> int:
        value = self._data.get(name)
        if not is_id(value):
            raise InvalidField(f"{name} is an integer, not {describe_value(value)}")
        return cast(int, value)

    def optional_id(self, name: str) -> int | None:
        """An id, or None for null and for no such field."""
        if self._data.get(name) is None:
            return None
        return self.id(name)

    def ids(self, name: str) -> tuple[int, ...]:
        value = self._data.get(name)
        if not isinstance(value, list):
            raise InvalidField(f"{name} is an array of integers, not {describe_value(value)}")
        for item in value:
            if not is_id(item):
                raise InvalidField(f"{name} holds integers, not {describe_value(item)}")
        return tuple(value)

    def entries(self, name: str) -> list[Any]:
        value = self._data.get(name)
        if not isinstance(value, list):
            raise InvalidField(f"{name} is an array, not {describe_value(value)}")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """An array of texts, empty when it is not there."""
        if self._data.get(name) is None:
            return ()
        texts = self.entries(name)
        for text in texts:
            if not isinstance(text, str):
                raise InvalidField(f"{name} holds strings, not {describe_value(text)}")
        return tuple(_well_formed(name, text) for text in texts)

    def flag(self, name: str) -> bool:
        """A flag, down when it is not there."""
        if name not in self._data:
            return False
        value = self._data[name]
        if value is not None and not isinstance(value, bool):
            raise InvalidField(f"{name} is true or false, not {describe_value(value)}")
        return value is True

    def text(self, name: str) -> str:
        value = self._data.get(name)
        if not isinstance(value, str):
            raise InvalidField(f"{name} is a string, not {describe_value(value)}")
        return _well_formed(name, value)

    def value(self) -> Json | Absent:
        if "value" not in self._data:
            return ABSENT
        value = self._data["value"]
        # Other values are fine as they are, and most values are numbers and booleans.
        if isinstance(value, (str, list, dict, _NotANumber)):
            _check("value", value)
        return cast("Json", value)

    def objects(self) -> Mapping[str, Json]:
        value = self._data.get("objects")
        if not isinstance(value, dict):
            raise InvalidField(f"objects is an object, not {describe_value(value)}")
        _check("objects", value)
        return value

    def properties(self) -> dict[str, str | None]:
        """Properties; scalars become text, null stays (it removes)."""
        properties = self._data.get("properties")
        if properties is None:
            return {}
        if not isinstance(properties, dict):
            raise InvalidField(f"properties is an object, not {describe_value(properties)}")
        # Nearly all are as they should be, and a list that is drawn has thousands.
        for name, value in properties.items():
            if not (isinstance(value, str) and value.isascii() and name.isascii()):
                break
        else:
            return properties
        return {_well_formed("a property's name", name): _property(name, value) for name, value in properties.items()}


class _NotANumber:
    """Stands for a number that no double can hold, so that only its message is malformed."""


_NOT_A_NUMBER: Final = _NotANumber()


def _number(text: str) -> float | _NotANumber:
    number = float(text)
    if math.isfinite(number):
        return number
    return _NOT_A_NUMBER


def _integer(text: str) -> int | float | _NotANumber:
    # Beyond 2^53 an integer is a double for JavaScript and Lua, so it is one here.
    if len(text) <= 17 and abs(exact := int(text)) <= _MAX_EXACT:
        return exact
    return _number(text)


_LONG_INTEGER: Final = re.compile("[0-9]{16}")
_DECODER: Final = json.JSONDecoder(parse_float=_number, parse_int=_integer, parse_constant=_number)
# A call for each of the ten thousand ids of a long list takes longer than the rest of the decoding.
_SHORT_DECODER: Final = json.JSONDecoder(parse_float=_number, parse_constant=_number)


def decode_text(text: str) -> Any:
    """Decode JSON as the protocol defines it: integers beyond 2^53 are doubles, and no number is out of range."""
    if _LONG_INTEGER.search(text) is None:
        return _SHORT_DECODER.decode(text)
    return _DECODER.decode(text)


def is_id(value: object) -> bool:
    """Whether this can be an id; True and 1.0 cannot."""
    return type(value) is int and -_MAX_EXACT <= value <= _MAX_EXACT


def describe_value(value: object) -> str:
    match value:
        case None:
            return "null or nothing"
        case bool():
            if value:
                return "true"
            return "false"
        case _NotANumber():
            return "a number that JSON cannot express (NaN, Infinity or larger than 1.8e308)"
        case int():
            return f"the integer {value}"
        case float():
            return f"the number {value!r}"
        case str():
            return f"the string {value[:40]!a}"
        case list():
            return "an array"
        case _:
            return "an object"


def is_property(value: object) -> bool:
    """Whether this can be a property as it is: text that another program can read."""
    return isinstance(value, str) and (value.isascii() or _LONE_SURROGATE.search(value) is None)


def replace_lone_surrogates(text: str) -> str:
    """The text with U+FFFD for every lone surrogate, which no text frame can carry."""
    if text.isascii():
        return text
    return _LONE_SURROGATE.sub("\ufffd", text)


def _property(name: str, value: object) -> str | None:
    if value is None:
        return None
    if isinstance(value, str):
        return _well_formed(f"property {name!a}", value)
    if isinstance(value, bool):
        if value:
            return "true"
        return "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21:
        return str(int(value))  # as JavaScript writes it
    if isinstance(value, (int, float)):
        return repr(value)
    raise InvalidField(f"property {name!a} is text, not {describe_value(value)}")


def _well_formed(name: str, text: str) -> str:
    if not text.isascii() and _LONE_SURROGATE.search(text):
        raise InvalidField(f"{name} holds half of a surrogate pair, which is not valid text")
    return text


def _check(name: str, value: object) -> None:
    """Refuse what JSON allows but a value must not be; level by level, so that depth costs no stack."""
    level: list[object] = [value]
    # A recursive check would end with the stack of Python, at a depth that depends on the caller.
    for _ in range(MAX_DEPTH):
        next_level: list[object] = []
        for item in level:
            if isinstance(item, str):
                _well_formed(name, item)
            elif isinstance(item, dict):
                next_level += item.keys()
                next_level += item.values()
            elif isinstance(item, list):
                next_level += item
            elif isinstance(item, _NotANumber):
                raise InvalidField(f"{name} holds {describe_value(item)}")
        if not next_level:
            return
        level = next_level
    raise InvalidField(f"{name} nests deeper than {MAX_DEPTH} levels")
