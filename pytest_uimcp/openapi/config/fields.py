"""Readers: each checks a value of the file and returns what the program works with, or says what is wrong where."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NoReturn, TypeVar

from pytest_uimcp.core.spelling import hint
from pytest_uimcp.openapi.addresses import origin, without_user
from pytest_uimcp.openapi.config.environment import expanded
from pytest_uimcp.openapi.errors import ConfigError
from pytest_uimcp.openapi.secret import Secret
from pytest_uimcp.openapi.warn import Warn

__all__ = [
    "Place", "Reader", "address", "choice", "flag", "from_environment", "list_of", "map_of", "model", "number",
    "required", "secret", "setting", "settings", "text", "whole",
]  # fmt: skip

_Model = TypeVar("_Model")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands, such as `targets[0].auth.type`, and what it is read with."""

    path: str
    environment: Mapping[str, str]
    warn: Warn

    def below(self, step: str | int) -> Place:
        """The place of something within the value."""
        if isinstance(step, int):
            name = f"[{step}]"
        elif self.path:
            name = f".{step}"
        else:
            name = step
        return dataclasses.replace(self, path=self.path + name)

    def refuse(self, expected: str, value: Any) -> NoReturn:
        """Raise the error that names this place. The value itself may be a secret."""
        raise ConfigError(f"{self.path or 'the file'}: expected {expected}, got {_kind(value)}")


Reader = Callable[[Any, Place], Any]

_KINDS: Final = {
    str: "text", bool: "a boolean", int: "a number", float: "a number", list: "a list", dict: "a mapping",
    type(None): "nothing",
}  # fmt: skip


def _kind(value: Any) -> str:
    return _KINDS.get(type(value), type(value).__name__)


def setting(read: Reader, default: Any) -> Any:
    """A field of a model: how its value is read, and what it is when the file does not say."""
    return dataclasses.field(default=default, metadata={"read": read})


def settings(read: Reader) -> Any:
    """A field of named values, of which there are none when the file does not say."""
    return dataclasses.field(default_factory=dict, metadata={"read": map_of(read)})


def required(read: Reader) -> Any:
    """A field that the file has to have."""
    return dataclasses.field(metadata={"read": read})


def text(value: Any, place: Place) -> str:
    """Any text."""
    if isinstance(value, str):
        return value
    hint = "text in quotes" if isinstance(value, int | float) else "text"
    return place.refuse(hint, value)


def filled(value: Any, place: Place) -> str:
    """Text that is not empty."""
    return text(value, place) or place.refuse("a text that is not empty", value)


def from_environment(value: Any, place: Place) -> str:
    """Text in which `${NAME}` stands for a variable of the environment."""
    try:
        return expanded(text(value, place), place.environment)
    except KeyError as missing:
        raise ConfigError(
            f"{place.path}: the environment variable {missing.args[0]} is not set; set it, or give a default as in "
            f"${{{missing.args[0]}:-default}}"
        ) from None


def secret(value: Any, place: Place) -> Secret:
    """The same for a secret."""
    return Secret(from_environment(value, place))


def address(value: Any, place: Place) -> str:
    """An address of http or https, or nothing."""
    url = from_environment(value, place).strip()
    if url and origin(url) is None:
        raise ConfigError(f"{place.path}: expected an address that begins with http:// or https://")
    if without_user(url)[1]:
        raise ConfigError(
            f"{place.path}: expected an address without user and password; they belong in "
            'auth: {type: basic, token: "user:password"}'
        )
    if "?" in url or "#" in url:
        raise ConfigError(
            f"{place.path}: expected an address without `?` and `#`; a key in the query is auth: {{type: query}}"
        )
    return url


def flag(value: Any, place: Place) -> bool:
    """true or false."""
    if isinstance(value, bool):
        return value
    return place.refuse("true or false", value)


def whole(lowest: int, highest: int) -> Reader:
    """A whole number within bounds."""

    def read(value: Any, place: Place) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            place.refuse(f"a whole number from {lowest} to {highest}", value)
        if not lowest <= value <= highest:
            raise ConfigError(f"{place.path}: expected a whole number from {lowest} to {highest}, got {value}")
        return value

    return read


def number(value: Any, place: Place) -> float:
    """A number of seconds."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        place.refuse("a number of seconds", value)
    if not 0 < value < 1e9:
        raise ConfigError(f"{place.path}: expected a number of seconds above 0, got {value}")
    return float(value)


def choice(*words: str) -> Reader:
    """One of some words."""

    def read(value: Any, place: Place) -> str:
        given = text(value, place)
        if given in words:
            return given
        expected = " or ".join(filter(None, words))
        raise ConfigError(f"{place.path}: expected {expected}, got {given!r}{hint(given, words)}")

    return read


def list_of(read: Reader) -> Reader:
    """A list of values that are read alike."""

    def read_all(value: Any, place: Place) -> tuple[Any, ...]:
        if not isinstance(value, list):
            place.refuse("a list", value)
        return tuple(read(item, place.below(index)) for index, item in enumerate(value))

    return read_all


def map_of(read: Reader) -> Reader:
    """Values by name that are read alike."""

    def read_all(value: Any, place: Place) -> dict[str, Any]:
        if not isinstance(value, dict):
            place.refuse("a mapping", value)
        return {name: read(item, place.below(name)) for name, item in value.items()}

    return read_all


def model(cls: type[_Model]) -> Callable[[Any, Place], _Model]:
    """A mapping as one of our models. Keys that it does not have are warned of."""
    fields = {field.name: field for field in dataclasses.fields(cls) if "read" in field.metadata}  # type: ignore[arg-type]  # a model is a dataclass

    def read(value: Any, place: Place) -> _Model:
        if not isinstance(value, dict):
            place.refuse("a mapping", value)
        for name in value.keys() - fields.keys():
            _warn_of(name, list(fields), place)
        for name, field in fields.items():
            if _is_required(field) and value.get(name) is None:
                raise ConfigError(f"{place.below(name).path}: expected a value, it is missing")
        given = {name: item for name, item in value.items() if name in fields and item is not None}
        return cls(**{name: fields[name].metadata["read"](item, place.below(name)) for name, item in given.items()})

    return read


def _is_required(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _warn_of(name: str, known: list[str], place: Place) -> None:
    place.warn(f"unknown key {place.below(name).path}{hint(name, known)}")
