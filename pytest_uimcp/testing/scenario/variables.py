"""Variables in the values of a scenario: `${name}`, or a part of one, `${name.key.0}`. `$${` stands for `${`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from pytest_uimcp.core.spelling import hint_or_names
from pytest_uimcp.testing.scenario.errors import InvalidValue

NAME: Final = r"[A-Za-z_][A-Za-z0-9_]*"
PARTS: Final = r"(?:\.[A-Za-z0-9_-]+)*"
# The escape is that of nlui.yaml.
_USE: Final = re.compile(rf"\$(?P<escaped>\$)?\{{(?P<name>{NAME})(?P<parts>{PARTS})\}}")


def variables_in(value: Any) -> Iterator[str]:
    for text in _texts(value):
        yield from (use["name"] for use in _USE.finditer(text) if not use["escaped"])


def is_name(text: Any) -> bool:
    return isinstance(text, str) and re.fullmatch(NAME, text) is not None


def is_variable(value: Any) -> bool:
    """Whether a value is one variable and nothing else, so that it may stand for any type."""
    if not isinstance(value, str):
        return False
    use = _USE.fullmatch(value)
    return use is not None and not use["escaped"]


def substitute(value: Any, variables: Mapping[str, Any]) -> Any:
    """A value with its variables replaced. One that is a variable and nothing else keeps the variable's type."""
    if isinstance(value, str):
        use = _USE.fullmatch(value)
        # `"${count}"` alone is the number itself, so that it can be compared with a result's.
        if use and not use["escaped"]:
            return _value(use, variables)
        return _USE.sub(_replacement(variables), value)
    if isinstance(value, Mapping):
        return {substitute_text(key, variables): substitute(item, variables) for key, item in value.items()}
    if isinstance(value, list):
        return [substitute(item, variables) for item in value]
    return value


def substitute_text(text: str, variables: Mapping[str, Any]) -> str:
    return _USE.sub(_replacement(variables), text)


def _replacement(variables: Mapping[str, Any]) -> Callable[[re.Match[str]], str]:
    def replacement(use: re.Match[str]) -> str:
        if use["escaped"]:
            return use[0][1:]
        return _as_text(_value(use, variables))

    return replacement


def _value(use: re.Match[str], variables: Mapping[str, Any]) -> Any:
    """The value of a variable, or of a part of it: a key of a mapping, a number of a list."""
    value = variables[use["name"]]
    path = use["name"]
    for part in use["parts"].split(".")[1:]:
        # A part of a list is a number in the path, and text in the file.
        if isinstance(value, Mapping):
            entries = value
        elif isinstance(value, list):
            entries = dict(enumerate(value))
        else:
            entries = {}
        key = int(part) if isinstance(value, list) and part.isdigit() else part
        if key not in entries:
            names = [str(name) for name in entries]
            raise InvalidValue(
                f"${{{path}}} has no {part!r}{hint_or_names(part, names) if names else f': it is {_as_text(value)!r}'}"
            )
        value = entries[key]
        path = f"{path}.{part}"
    return value


def _as_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, default=str)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield key
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
