"""The shapes of values in a scenario: what is allowed, in words, as a JSON Schema, and as a check.

No pydantic models: a variable may stand for any value, a value is checked a second time when its variables are known,
and the words are shown in the reference and in messages. A test compares schema and check.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pytest_uimcp.testing.scenario.errors import InvalidValue
from pytest_uimcp.testing.scenario.spelling import check_keys
from pytest_uimcp.testing.scenario.variables import NAME, PARTS, is_name, is_variable

WHERE: Final = ("text", "css", "role", "name", "nth")
SNAPSHOT_KEYS: Final = ("name", "kind", "of")


@dataclass(frozen=True, slots=True)
class ValueShape:
    words: str
    schema: Mapping[str, Any]
    accepts: Callable[[Any], bool]
    # The keys that a mapping may have; any if there are none here.
    keys: tuple[str, ...] = ()

    def check_played(self, value: Any) -> None:
        """`check` of a value whose variables have been replaced: where a text is expected, a number will do."""
        if isinstance(value, int | float) and self not in (SECONDS, COUNT):
            value = str(value)
        self.check(value)

    def check(self, value: Any) -> None:
        """Raise InvalidValue unless the value has this shape. A variable may stand for anything."""
        if is_variable(value):
            return
        if self.keys and isinstance(value, Mapping):
            check_keys(value, self.keys)
        if not self.accepts(value):
            raise InvalidValue(f"expected {self.words}, got {value!r}{self._quotes(value)}")

    def _quotes(self, value: Any) -> str:
        """YAML makes a number of `see: 3`, which is a common slip."""
        if self.schema is not TEXT_SCHEMA and self not in (TARGET, FIELDS, CHOICES, FILES, CALLS, CALL, SNAPSHOT):
            return ""
        if value is None:
            return "; a # begins a comment: put a text that has one in quotes"
        if isinstance(value, Mapping):
            # Of several, the first is shown: who corrects it sees the others.
            key = next((key for key, item in value.items() if key != "nth" and isinstance(item, int | float)), None)
            if key is None:
                return ""
            return f'; put it in quotes: {key}: "{json.dumps(value[key])}"'
        if isinstance(value, int | float):
            return f'; put it in quotes: "{json.dumps(value)}"'
        return ""


def is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_target(value: Any) -> bool:
    if not isinstance(value, Mapping):
        return is_text(value)
    texts = all(is_text(item) for key, item in value.items() if key != "nth")
    return bool(value) and texts and isinstance(value.get("nth", 0), int)


def _is_fields(value: Any) -> bool:
    if isinstance(value, str):
        return True
    return isinstance(value, Mapping) and bool(value) and all(isinstance(item, str) for item in value.values())


def _is_choices(value: Any) -> bool:
    # The values of a mapping have the same shape as a value without a label, but for being a mapping again.
    if isinstance(value, Mapping):
        return bool(value) and all(not isinstance(item, Mapping) and _is_choices(item) for item in value.values())
    return isinstance(value, str) or (isinstance(value, list) and all(isinstance(item, str) for item in value))


def _is_files(value: Any) -> bool:
    if isinstance(value, Mapping):
        return bool(value) and all(not isinstance(item, Mapping) and _is_files(item) for item in value.values())
    return is_text(value) or (isinstance(value, list) and bool(value) and all(map(is_text, value)))


def _is_calls(value: Any) -> bool:
    if not isinstance(value, Mapping):
        return is_text(value)
    return bool(value) and all(item is None or isinstance(item, Mapping) for item in value.values())


def _is_call(value: Any) -> bool:
    return _is_calls(value) and (isinstance(value, str) or len(value) == 1)


def _is_true(value: Any) -> bool:
    return value is True


def _is_mapping(value: Any) -> bool:
    return isinstance(value, Mapping) and bool(value)


def _is_data(_: Any) -> bool:
    return True


def _is_count(value: Any) -> bool:
    return type(value) is int and value > 0  # true is an int, too


def _is_seconds(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0


def _is_snapshot(value: Any) -> bool:
    if not isinstance(value, Mapping):
        return value is True or is_text(value)
    texts = all(is_text(value[key]) for key in ("name", "kind") if key in value)
    return bool(value) and texts and ("of" not in value or _is_target(value["of"]))


TEXT_SCHEMA: Final = {"type": "string", "minLength": 1}
VARIABLE_SCHEMA: Final = {"type": "string", "pattern": rf"^\$\{{{NAME}{PARTS}\}}$"}
_WHERE: Final = {
    "type": "object",
    "properties": {**dict.fromkeys(WHERE, TEXT_SCHEMA), "nth": {"type": "integer"}},
    "additionalProperties": False,
    "minProperties": 1,
}
_SEVERAL: Final[Mapping[str, Any]] = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
_SOME: Final[Mapping[str, Any]] = {"anyOf": [TEXT_SCHEMA, {"type": "array", "items": TEXT_SCHEMA, "minItems": 1}]}
_CALLS: Final = {"type": "object", "minProperties": 1, "additionalProperties": {"type": ["object", "null"]}}

TEXT: Final = ValueShape("text", TEXT_SCHEMA, is_text)
TARGET: Final = ValueShape(
    f"a text, or a mapping with {', '.join(WHERE)}", {"anyOf": [TEXT_SCHEMA, _WHERE]}, _is_target, keys=WHERE
)
FIELDS: Final = ValueShape(
    "a mapping of labels to texts, or a text",
    {"anyOf": [{"type": "object", "minProperties": 1, "additionalProperties": {"type": "string"}}, {"type": "string"}]},
    _is_fields,
)
CHOICES: Final = ValueShape(
    "a mapping of labels to options, or an option; several are a list",
    {"anyOf": [{"type": "object", "minProperties": 1, "additionalProperties": _SEVERAL}, *_SEVERAL["anyOf"]]},
    _is_choices,
)
FILES: Final = ValueShape(
    "a mapping of labels to files, or a file; several are a list",
    {"anyOf": [{"type": "object", "minProperties": 1, "additionalProperties": _SOME}, *_SOME["anyOf"]]},
    _is_files,
)
CALLS: Final = ValueShape(
    "the name of a tool, or a mapping of names to arguments", {"anyOf": [TEXT_SCHEMA, _CALLS]}, _is_calls
)
CALL: Final = ValueShape(
    "the name of a tool, or a mapping of one name to arguments",
    {"anyOf": [TEXT_SCHEMA, {**_CALLS, "maxProperties": 1}]},
    _is_call,
)
FLAG: Final = ValueShape("true", {"const": True}, _is_true)
SECONDS: Final = ValueShape(
    "a number of seconds above 0",
    {"anyOf": [{"type": "number", "exclusiveMinimum": 0}, VARIABLE_SCHEMA]},
    _is_seconds,
)
SNAPSHOT: Final = ValueShape(
    f"a name, true, or a mapping with {', '.join(SNAPSHOT_KEYS)}",
    {
        "anyOf": [
            TEXT_SCHEMA,
            {"const": True},
            {
                "type": "object",
                "properties": {"name": TEXT_SCHEMA, "kind": TEXT_SCHEMA, "of": {"anyOf": [TEXT_SCHEMA, _WHERE]}},
                "additionalProperties": False,
                "minProperties": 1,
            },
        ]
    },
    _is_snapshot,
    keys=SNAPSHOT_KEYS,
)
MAPPING: Final = ValueShape(
    "a mapping",
    {"anyOf": [{"type": "object", "minProperties": 1}, VARIABLE_SCHEMA]},
    _is_mapping,
)
COUNT: Final = ValueShape(
    "a whole number above 0",
    {"anyOf": [{"type": "integer", "minimum": 1}, VARIABLE_SCHEMA]},
    _is_count,
)
VARIABLE: Final = ValueShape(
    "a name of letters, digits and _",
    {"type": "string", "pattern": f"^{NAME}$"},
    is_name,
)
DATA: Final = ValueShape("data", {}, _is_data)
