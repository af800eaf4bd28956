"""The answer that a specification gives for an operation: its example, else one made from its schema."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pytest_uimcp.openapi.spec.document import SpecDocument
from pytest_uimcp.openapi.spec.nodes import as_object

_MAX_DEPTH: Final = 8
_STRINGS: Final[Mapping[str, str]] = {
    "date": "2026-01-01",
    "date-time": "2026-01-01T00:00:00Z",
    "email": "user@example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "time": "00:00:00Z",
    "uri": "https://example.com",
    "uuid": "00000000-0000-4000-8000-000000000000",
}
_NO_EXAMPLE: Final = object()


@dataclass(frozen=True, slots=True)
class Example:
    status: int
    content_type: str = ""
    content: bytes = b""


def example_of(document: SpecDocument, operation: Mapping[str, Any]) -> Example | None:
    """The first answer of the operation that means success; None if it describes none."""
    responses = operation.get("responses")
    if not isinstance(responses, Mapping):
        return None
    # YAML makes numbers of unquoted statuses.
    for status, response in sorted(responses.items(), key=_rank):
        if _rank((status, response))[0] < _FAILURE:
            return _answer(document, _status(str(status)), _resolved(document, response))
    return None


_FAILURE: Final = 3


def _rank(item: tuple[Any, Any]) -> tuple[int, str]:
    """2xx before `default` before others that are no errors; errors last."""
    status = str(item[0])
    kinds = {"2": 0, "d": 1, "3": 2, "1": 2}
    return kinds.get(status[:1], _FAILURE), status


def _status(text: str) -> int:
    if text.isdigit():
        return int(text)
    return 200


def _answer(document: SpecDocument, status: int, response: Mapping[str, Any]) -> Example:
    for content_type, media in _contents(response):
        value = _value(document, as_object(media))
        if value is not _NO_EXAMPLE:
            return Example(status, content_type, _encoded(content_type, value))
    return Example(status)


def _contents(response: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    content = response.get("content")
    if isinstance(content, Mapping):
        # What a tool asks for first.
        yield from sorted(content.items(), key=_is_not_json)


def _is_not_json(item: tuple[str, Any]) -> bool:
    return "json" not in item[0]


def _encoded(content_type: str, value: Any) -> bytes:
    if isinstance(value, str) and "json" not in content_type:
        return value.encode()
    return json.dumps(value, ensure_ascii=False).encode()


def _value(document: SpecDocument, media: Mapping[str, Any]) -> Any:
    if "example" in media:
        return media["example"]
    if isinstance(examples := media.get("examples"), Mapping):
        for reference in examples.values():
            example = _resolved(document, reference)
            if "value" in example:
                return example["value"]
    if "schema" in media:
        return _value_of(document, media["schema"], 0)
    return _NO_EXAMPLE


# Deterministic, so that snapshots of what an agent saw stay equal from run to run.
def _value_of(document: SpecDocument, schema: Any, depth: int) -> Any:
    """A value that fits a schema, as small and plain as one can be."""
    schema = _resolved(document, schema)
    # What the author wrote is better than anything that is made from types.
    for key in ("example", "default", "const"):
        if key in schema:
            return schema[key]
    for key in ("examples", "enum"):
        if isinstance(schema.get(key), list) and schema[key]:
            return schema[key][0]
    if isinstance(parts := schema.get("allOf"), list):
        return _merged_value(document, schema, parts, depth)
    for key in ("oneOf", "anyOf"):
        if isinstance(options := schema.get(key), list) and options:
            if depth < _MAX_DEPTH:
                return _value_of(document, options[0], depth + 1)
            return None
    return _value_of_type(document, schema, depth)


def _merged_value(document: SpecDocument, schema: Mapping[str, Any], parts: list[Any], depth: int) -> Any:
    if depth >= _MAX_DEPTH:
        return {}
    siblings = {key: value for key, value in schema.items() if key != "allOf"}
    if "properties" in siblings:
        parts = [*parts, siblings]
    values = [_value_of(document, part, depth + 1) for part in parts]
    objects = [value for value in values if isinstance(value, dict)]
    if objects:
        return {key: value for properties in objects for key, value in properties.items()}
    return next(iter(values), None)


def _value_of_type(document: SpecDocument, schema: Mapping[str, Any], depth: int) -> Any:
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = next((name for name in kind if name != "null"), "null")
    if kind == "object" or (kind is None and "properties" in schema):
        properties = schema.get("properties") if depth < _MAX_DEPTH else {}
        return {
            name: _value_of(document, property_schema, depth + 1)
            for name, property_schema in (properties or {}).items()
            if _resolved(document, property_schema).get("writeOnly") is not True
        }
    if kind == "array":
        if "items" in schema and depth < _MAX_DEPTH:
            return [_value_of(document, schema["items"], depth + 1)]
        return []
    if kind == "string":
        return _STRINGS.get(schema.get("format", ""), "string"[: schema.get("maxLength", 6)])
    if kind in ("integer", "number"):
        return schema.get("minimum", 0)
    if kind == "boolean":
        return False
    return None


def _resolved(document: SpecDocument, node: Any) -> Mapping[str, Any]:
    return document.references.follow(node) or {}
