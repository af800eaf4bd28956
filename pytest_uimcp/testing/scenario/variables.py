"""Variables in the values of a scenario: `${name}`, or a part of one, `${name.key.0}`. `$${` stands for `${`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from pytest_uimcp.core.spelling import hint_or_names
from pytest_uimcp.testing.scenario.errors import Fault

__all__ = ["is_name", "is_variable", "substituted", "variables_in"]

NAME: Final = r"[A-Za-z_][A-Za-z0-9_]*"
PARTS: Final = r"(?:\.[A-Za-z0-9_-]+)*"
_USE: Final = re.compile(rf"\$(?P<escaped>\$)?\{{(?P<name>{NAME})(?P<parts>{PARTS})\}}")


def variables_in(value: Any) -> Iterator[str]:
    """The names of the variables that a value uses."""
    for text in _texts(value):
        yield from (use["name"] for use in _USE.finditer(text) if not use["escaped"])


def is_name(text: str) -> bool:
    """Whether a variable can have this name."""
    return re.fullmatch(NAME, text) is not None


def is_variable(value: Any) -> bool:
    """Whether a value is one variable and nothing else, so that it may stand for any type."""
    found = _USE.fullmatch(value) if isinstance(value, str) else None
    return found is not None and not found["escaped"]


def substituted(value: Any, known: Mapping[str, Any]) -> Any:
    """A value with its variables replaced. One that is a variable and nothing else keeps the variable's type."""
    if isinstance(value, str):
        use = _USE.fullmatch(value)
        if use and not use["escaped"]:
            return _value(use, known)
        return _USE.sub(_replacement(known), value)
    if isinstance(value, Mapping):
        return {substituted_text(key, known): substituted(item, known) for key, item in value.items()}
    if isinstance(value, list):
        return [substituted(item, known) for item in value]
    return value


def substituted_text(text: str, known: Mapping[str, Any]) -> str:
    """A text with its variables replaced, as text."""
    return _USE.sub(_replacement(known), text)


def _replacement(known: Mapping[str, Any]) -> Callable[[re.Match[str]], str]:
    return lambda use: use[0][1:] if use["escaped"] else _shown(_value(use, known))


def _value(use: re.Match[str], known: Mapping[str, Any]) -> Any:
    """The value of a variable, or of a part of it: a key of a mapping, a number of a list."""
    found = known[use["name"]]
    path = use["name"]
    for part in use["parts"].split(".")[1:]:
        if isinstance(found, Mapping):
            there = found
        elif isinstance(found, list):
            there = dict(enumerate(found))
        else:
            there = {}
        key = int(part) if isinstance(found, list) and part.isdigit() else part
        if key not in there:
            names = [str(name) for name in there]
            raise Fault(
                f"${{{path}}} has no {part!r}{hint_or_names(part, names) if names else f': it is {_shown(found)!r}'}"
            )
        found = there[key]
        path = f"{path}.{part}"
    return found


def _shown(value: Any) -> str:
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
