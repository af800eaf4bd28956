"""The arguments of a tool call, checked before anything is done."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pytest_uimcp.server.errors import ServerError

__all__ = ["ArgumentError", "Parameter", "check", "schema"]


class ArgumentError(ServerError):
    """A tool was called with arguments it does not take."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a tool. `kind` is a key of KINDS."""

    name: str
    kind: str
    description: str
    required: bool = False
    default: Any = None


@dataclass(frozen=True, slots=True)
class _Kind:
    json_type: str | list[str]
    python: tuple[type, ...]
    expected: str
    filled: bool = False


# JSON can say it, but no file, no page and no answer can hold it.
HALF_PAIR: Final = re.compile(r"[\ud800-\udfff]")

KINDS: Final = {
    "text": _Kind("string", (str,), "a string"),
    "filled": _Kind("string", (str,), "a non-empty string", filled=True),
    "flag": _Kind("boolean", (bool,), "a boolean"),
    # Agents have always been able to give the number they see.
    "session": _Kind("string", (str, int), "a string"),
}


def schema(parameters: Sequence[Parameter]) -> dict[str, Any]:
    """The JSON schema of a tool's arguments."""
    properties: dict[str, dict[str, Any]] = {}
    for parameter in parameters:
        kind = KINDS[parameter.kind]
        properties[parameter.name] = {"type": kind.json_type, "description": parameter.description}
        if kind.filled:
            properties[parameter.name]["minLength"] = 1
        if parameter.default is not None:
            properties[parameter.name]["default"] = parameter.default
    required = [parameter.name for parameter in parameters if parameter.required]
    result: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        result["required"] = required
    return result


def check(parameters: Sequence[Parameter], given: Mapping[str, Any] | None) -> dict[str, Any]:
    """The arguments by name, defaults filled in; raises ArgumentError with what was expected."""
    arguments = dict(given or {})
    known = {parameter.name: parameter for parameter in parameters}
    for name in arguments:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f" (did you mean {near[0]}?)" if near else f"; it takes {', '.join(known) or 'no arguments'}"
            raise ArgumentError(f"unknown argument {name!r}{hint}")
    return {name: _value(parameter, arguments) for name, parameter in known.items()}


def _value(parameter: Parameter, arguments: Mapping[str, Any]) -> Any:
    kind = KINDS[parameter.kind]
    value = arguments.get(parameter.name)
    if value is None:
        if parameter.required:
            raise ArgumentError(f"{parameter.name} must be {kind.expected}; it is missing")
        return parameter.default
    if not isinstance(value, kind.python) or (isinstance(value, bool) and bool not in kind.python):
        raise ArgumentError(f"{parameter.name} must be {kind.expected}, got {type(value).__name__}")
    if isinstance(value, str) and (half := HALF_PAIR.search(value)):
        raise ArgumentError(f"{parameter.name} must be text; character {half.start()} is half of a surrogate pair")
    if kind.filled and not value:
        raise ArgumentError(f"{parameter.name} must be {kind.expected}")
    return str(value) if kind is KINDS["session"] else value
