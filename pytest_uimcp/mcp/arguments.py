"""The arguments of a tool call: builds a JSON Schema from a table of parameters, and validates calls against a schema.

The most frequent mistakes of models (a missing, misspelt or wrongly typed argument) are checked here, with messages
that a model can act on. Everything else that JSON Schema can express is left to `jsonschema`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.core.printable import shortened
from pytest_uimcp.core.spelling import hint
from pytest_uimcp.mcp.errors import LONE_SURROGATE, ArgumentError
from pytest_uimcp.mcp.json_schema import Schema, SchemaTimeout, validation_errors

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError


STRING: Final[Schema] = {"type": "string"}
NON_EMPTY: Final[Schema] = {"type": "string", "minLength": 1}
BOOLEAN: Final[Schema] = {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a tool; `schema` may be any JSON Schema.

    `coerce` converts values that some clients send into ones that the schema accepts.
    """

    name: str
    schema: Schema
    description: str
    required: bool = False
    default: Any = None
    coerce: Callable[[Any], Any] | None = None


@dataclass(frozen=True, slots=True)
class _Type:
    python: tuple[type, ...]
    expected: str


TYPES: Final = {
    "string": _Type((str,), "a string"),
    "boolean": _Type((bool,), "a boolean"),
    "integer": _Type((int,), "an integer"),
    "number": _Type((int, float), "a number"),
    "array": _Type((list,), "an array"),
    "object": _Type((dict,), "an object"),
    "null": _Type((type(None),), "null"),
}
# The keywords that are checked here; a schema with any other keyword is also validated by `jsonschema`.
_SIMPLE: Final = frozenset({"type", "minLength", "description", "title", "default"})
_SIMPLE_OBJECT: Final = frozenset({"type", "properties", "required", "additionalProperties", "title", "description"})
MAX_MESSAGE_CHARACTERS: Final = 300


def schema_of(parameters: Sequence[Parameter]) -> dict[str, Any]:
    properties: dict[str, dict[str, Any]] = {}
    for parameter in parameters:
        properties[parameter.name] = {**parameter.schema, "description": parameter.description}
        if parameter.default is not None:
            properties[parameter.name]["default"] = parameter.default
    required = [parameter.name for parameter in parameters if parameter.required]
    result: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        result["required"] = required
    return result


def check(schema: Schema, raw_arguments: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the arguments as a dict; raises ArgumentError saying what was expected.

    An optional argument that is null counts as left out, unless its schema accepts null.
    """
    properties: Mapping[str, Schema] = schema.get("properties", {})
    # Models and typed clients send null for what they leave out.
    arguments = {
        name: value
        for name, value in (raw_arguments or {}).items()
        if value is not None or name not in properties or _accepts_null(properties[name])
    }
    errors = [*_unknown(schema, properties, arguments), *_mismatches(schema, properties, arguments)]
    # `jsonschema` takes a while to import and to prepare a schema; most schemas need no more than what was done above.
    if not errors and not _is_simple(schema, properties):
        try:
            errors = list(_other_mismatches(schema, arguments))
        except SchemaTimeout as timeout:
            errors = [_error([], "invalid_value", f"the arguments cannot be checked: {timeout}")]
    if errors:
        raise ArgumentError(errors[0]["msg"], errors)
    return arguments


def expected(schema: Any) -> str:
    """What a schema accepts, in a few words: `a string`, `an integer or null`, `one of "a", "b"`."""
    if not isinstance(schema, Mapping):
        return "a value"
    if "enum" in schema:
        return "one of " + ", ".join("null" if value is None else repr(value) for value in schema["enum"])
    if schema.get("type") == "string" and schema.get("minLength"):
        return "a non-empty string"
    return " or ".join(TYPES[name].expected for name in _types(schema) if name in TYPES) or "a value"


def _unknown(
    schema: Schema, properties: Mapping[str, Schema], arguments: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    if schema.get("additionalProperties", True) is not False or "patternProperties" in schema:
        return
    for name in arguments:
        if name not in properties:
            advice = hint(name, properties, f"; it takes {', '.join(properties) or 'no arguments'}")
            yield _error([name], "unknown_argument", f"unknown argument {name!r}{advice}")


def _mismatches(
    schema: Schema, properties: Mapping[str, Schema], arguments: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    for name in [*properties, *(name for name in schema.get("required", ()) if name not in properties)]:
        if name in arguments:
            if problem := _problem(properties.get(name, {}), arguments[name]):
                yield _error([name], "invalid_value", f"{name} must be {problem}")
        elif name in schema.get("required", ()):
            yield _error([name], "missing", f"{name} must be {expected(properties.get(name))}; it is missing")


def _problem(schema: Schema, value: Any) -> str | None:
    # Only what stands in a simple schema (`_SIMPLE`); deeper values are left to `jsonschema`.
    types = [TYPES[name] for name in _types(schema) if name in TYPES]
    if types and not any(_is_a(kind, value) for kind in types):
        return f"{expected(schema)}, got {type(value).__name__}"
    if (position := _lone_surrogate(value)) is not None:
        return f"text; character {position} is half of a surrogate pair"
    if schema.get("minLength") == 1 and value == "":
        return expected(schema)
    return None


def _is_a(kind: _Type, value: Any) -> bool:
    # In Python a boolean is an integer, and in JSON 1.0 is one.
    if isinstance(value, bool):
        return bool in kind.python
    if isinstance(value, float) and value.is_integer():
        return int in kind.python
    return isinstance(value, kind.python)


def _lone_surrogate(value: Any) -> int | None:
    # The position of the first lone surrogate in a string, at any depth of the value; None if there is none.
    if isinstance(value, str):
        match = LONE_SURROGATE.search(value)
        return match and match.start()
    items: Iterable[Any] = value if isinstance(value, list) else ()
    if isinstance(value, dict):
        items = [*value, *value.values()]
    return next((position for item in items if (position := _lone_surrogate(item)) is not None), None)


def _other_mismatches(schema: Schema, arguments: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    mismatches = validation_errors(schema, dict(arguments))
    for error in sorted(mismatches, key=_path_text):
        path = list(error.absolute_path)
        message = error.message
        if error.validator in ("type", "enum") or (error.validator == "anyOf" and _types(error.schema)):
            message = f"must be {expected(error.schema)}, got {_brief(error.instance)}"
        place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")
        yield _error(path, "invalid_value", shortened(f"{place or 'arguments'}: {message}", MAX_MESSAGE_CHARACTERS))


def _path_text(error: ValidationError) -> list[str]:
    # As text, because a path holds names and positions, which cannot be compared with each other.
    return list(map(str, error.absolute_path))


def _brief(value: Any) -> str:
    # A model has written the value itself; all of a long one would bury the message.
    if isinstance(value, list | dict):
        return type(value).__name__
    return repr(value)


def _is_simple(schema: Schema, properties: Mapping[str, Schema]) -> bool:
    return (
        schema.keys() <= _SIMPLE_OBJECT
        and schema.get("additionalProperties", False) in (True, False)
        and all(isinstance(part, Mapping) and part.keys() <= _SIMPLE for part in properties.values())
        and all(part.get("minLength", 1) == 1 for part in properties.values())
    )


def _types(schema: Any) -> list[str]:
    if not isinstance(schema, Mapping):
        return []
    # Several types are alternatives of one each: see `alternatives.py`.
    if "type" not in schema and "anyOf" in schema:
        return _types_of_all(schema["anyOf"])
    names = schema.get("type", [])
    return [names] if isinstance(names, str) else list(names)


def _types_of_all(alternatives: Sequence[Any]) -> list[str]:
    types = [_types(alternative) for alternative in alternatives]
    # One without a type admits them all.
    if not all(types):
        return []
    return list(chain(*types))


def _accepts_null(schema: Any) -> bool:
    # A schema without a type may accept null; `jsonschema` decides.
    return isinstance(schema, Mapping) and (None in schema.get("enum", ()) or "null" in (_types(schema) or ["null"]))


def _error(path: list[Any], kind: str, message: str) -> dict[str, Any]:
    return {"loc": path, "type": kind, "msg": message}
