"""What hosts of MCP servers are known not to take in the JSON Schema of a tool's arguments.

A schema may be right and still end an agent: a framework that reads it raises before the first call, or the model's
provider refuses the request. Each limit is a row with the hosts that have it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

Schema = Mapping[str, Any]

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")
_PROPERTY: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}\Z")
_NAMED: Final = ("properties", "$defs", "definitions", "patternProperties")
_LISTS: Final = ("anyOf", "oneOf", "allOf", "prefixItems")
_SINGLE: Final = ("items", "additionalProperties", "not")
_AT_THE_TOP: Final = ("anyOf", "oneOf", "allOf", "enum", "not")


@dataclass(frozen=True, slots=True)
class HostLimit:
    """Something that is valid, and that some hosts do not take. `is_hit` looks at one schema, at any depth."""

    name: str
    hosts: str
    advice: str
    is_hit: Callable[[Schema], bool]
    is_of_top: bool = False


@dataclass(frozen=True, slots=True)
class HostFinding:
    """A tool whose schema is beyond a limit; `place` is where."""

    tool: str
    place: str
    limit: HostLimit

    def __str__(self) -> str:
        return f"{self.tool}: {self.place or 'the schema'}: {self.limit.name} ({self.limit.hosts}); {self.limit.advice}"


def _has_list_of_types(schema: Schema) -> bool:
    return isinstance(schema.get("type"), list)


def _has_bare_enum(schema: Schema) -> bool:
    return "enum" in schema and "type" not in schema


def _has_null_in_enum(schema: Schema) -> bool:
    return None in schema.get("enum", ())


def _has_array_without_items(schema: Schema) -> bool:
    return schema.get("type") == "array" and not schema.keys() & {"items", "prefixItems"}


def _is_no_object(schema: Schema) -> bool:
    return schema.get("type") != "object"


def _has_alternatives(schema: Schema) -> bool:
    return any(keyword in schema for keyword in _AT_THE_TOP)


def _has_strange_names(schema: Schema) -> bool:
    properties = schema.get("properties")
    return isinstance(properties, Mapping) and not all(map(_PROPERTY.match, properties))


def _refers_outside(schema: Schema) -> bool:
    reference = schema.get("$ref")
    return isinstance(reference, str) and not reference.startswith("#")


LIMITS: Final = (
    HostLimit(
        "a list of types",
        "semantic-kernel and dspy raise; Gemini refuses",
        'write "anyOf": [{"type": "string"}, {"type": "null"}]',
        _has_list_of_types,
    ),
    HostLimit("an enum without a type", "Gemini refuses", 'add "type": "string"', _has_bare_enum),
    HostLimit("null in an enum", "Gemini refuses", 'make null an alternative: "anyOf": […, {"type": "null"}]',
              _has_null_in_enum),
    HostLimit("an array without items", "OpenAI and Gemini refuse", 'add "items": {}', _has_array_without_items),
    HostLimit("a property name that is not of letters, digits, _, . and -, or longer than 64", "Anthropic refuses",
              "rename it", _has_strange_names),
    HostLimit("a reference out of the schema", "all hosts", 'put it under "$defs"', _refers_outside),
    HostLimit("arguments that are no object", "all hosts", 'begin with "type": "object"', _is_no_object,
              is_of_top=True),
    HostLimit("alternatives at the top", "OpenAI and Anthropic refuse", "put them into a property", _has_alternatives,
              is_of_top=True),
)  # fmt: skip
_TOOL_NAME: Final = HostLimit(
    "a name that is not of letters, digits, _ and -, or longer than 64", "OpenAI refuses", "rename the tool", bool
)


def host_findings(tools: Iterable[tuple[str, Schema]]) -> list[HostFinding]:
    """What some hosts do not take in these tools: pairs of a name and the JSON Schema of its arguments."""
    return [finding for name, schema in tools for finding in _findings(name, schema)]


def _findings(name: str, schema: Schema) -> Iterator[HostFinding]:
    if not _NAME.match(name):
        yield HostFinding(name, "the name", _TOOL_NAME)
    for place, part in _parts(schema, ""):
        for limit in LIMITS:
            if limit.is_hit(part) and not (limit.is_of_top and place):
                yield HostFinding(name, place, limit)


def _parts(schema: Any, place: str) -> Iterator[tuple[str, Schema]]:
    # The schema and all that it is made of, each with the way to it.
    if not isinstance(schema, Mapping):
        return
    yield place, schema
    for key in _NAMED:
        parts = schema.get(key)
        if isinstance(parts, Mapping):
            for name, part in parts.items():
                yield from _parts(part, f"{place}.{name}".lstrip("."))
    for key in _LISTS:
        for number, part in enumerate(schema.get(key, ())):
            yield from _parts(part, f"{place}.{key}[{number}]".lstrip("."))
    for key in _SINGLE:
        yield from _parts(schema.get(key), f"{place}.{key}".lstrip("."))
