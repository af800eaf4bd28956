"""Rules about misspelt words of OpenAPI: keys that mean nothing where they stand, types and places that there are not.

A parser passes over such a key, and the tool lacks what was written under it. The objects of a specification are a
table: the keys each of them may have, and what stands under a key. Only what is near a known key is reported, because
extensions of many makers do without `x-`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from pytest_uimcp.core.spelling import near
from pytest_uimcp.openapi.quality.subject import Subject
from pytest_uimcp.openapi.spec.methods import METHODS
from pytest_uimcp.openapi.spec.references import pointer

_LIKENESS: Final = 0.75

_TYPES: Final = ("array", "boolean", "file", "integer", "null", "number", "object", "string")
# What other languages call them.
_FOREIGN_TYPES: Final = {
    "any": "no type at all",
    "bool": "boolean",
    "date": "string with format: date",
    "datetime": "string with format: date-time",
    "dict": "object",
    "double": "number with format: double",
    "enum": "string with enum: [...]",
    "float": "number with format: float",
    "int": "integer",
    "list": "array",
    "long": "integer with format: int64",
    "map": "object",
    "none": "null",
    "str": "string",
    "text": "string",
    "uuid": "string with format: uuid",
}
_PLACES: Final = ("body", "cookie", "formData", "header", "path", "query")


@dataclass(frozen=True, slots=True)
class _Kind:
    """An object of OpenAPI: its keys, and the kind of what stands under some of them; `*` is every other key."""

    keys: frozenset[str] = frozenset()
    under: dict[str, str] = field(default_factory=dict)


def _kind(keys: str, **under: str) -> _Kind:
    return _Kind(frozenset(keys.split()) | set(under), under)


def _map_of(kind: str) -> _Kind:
    return _Kind(under={"*": kind})


_DOCUMENT: Final = "document"
_KINDS: Final = {
    _DOCUMENT: _kind(
        "openapi swagger info servers security tags externalDocs host basePath schemes consumes produces "
        "securityDefinitions jsonSchemaDialect",
        paths="path items",
        webhooks="path items",
        components="components",
        definitions="schemas",
        parameters="parameters",
        responses="responses",
    ),
    "components": _kind(
        "examples securitySchemes links callbacks",
        schemas="schemas",
        parameters="parameters",
        responses="responses",
        requestBodies="bodies",
        headers="parameters",
        pathItems="path items",
    ),
    "path items": _map_of("path item"),
    "path item": _kind("summary description servers", parameters="parameters", **dict.fromkeys(METHODS, "operation")),
    "operation": _kind(
        "tags summary description externalDocs operationId callbacks deprecated security servers consumes produces "
        "schemes",
        parameters="parameters",
        requestBody="body",
        responses="responses",
    ),
    "parameters": _map_of("parameter"),
    "parameter": _kind(
        "name in description required deprecated allowEmptyValue style explode allowReserved example examples format "
        "collectionFormat default maximum minimum exclusiveMaximum exclusiveMinimum maxLength minLength pattern "
        "maxItems minItems uniqueItems enum multipleOf type",
        schema="schema",
        items="schema",
        content="media types",
    ),
    "bodies": _map_of("body"),
    "body": _kind("description required", content="media types"),
    "responses": _map_of("response"),
    "response": _kind("description links examples", headers="parameters", schema="schema", content="media types"),
    "media types": _map_of("media type"),
    "media type": _kind("example examples encoding", schema="schema"),
    "schemas": _map_of("schema"),
    # A list of schemas is walked as a map of them: its keys are the indexes.
    "schema": _kind(
        "type format title description default example examples enum const required nullable readOnly writeOnly "
        "deprecated discriminator xml externalDocs maximum minimum exclusiveMaximum exclusiveMinimum multipleOf "
        "maxLength minLength pattern maxItems minItems uniqueItems maxProperties minProperties contentMediaType "
        "contentEncoding maxContains minContains dependentRequired unevaluatedItems",
        properties="schemas",
        patternProperties="schemas",
        additionalProperties="schema",
        items="schema",
        prefixItems="schemas",
        allOf="schemas",
        anyOf="schemas",
        oneOf="schemas",
        dependentSchemas="schemas",
        contains="schema",
        propertyNames="schema",
        unevaluatedProperties="schema",
        **{"not": "schema", "if": "schema", "then": "schema", "else": "schema", "$defs": "schemas"},
    ),
}


@dataclass(frozen=True, slots=True)
class _Node:
    """An object of the specification, of what kind it is, and the way to it."""

    steps: tuple[str, ...]
    kind: str
    value: dict[str, Any]


def _nodes(raw: dict[str, Any]) -> Iterator[_Node]:
    # A stack instead of recursion: schemas of strangers are nested as deeply as they like.
    todo: list[tuple[tuple[str, ...], str, Any]] = [((), _DOCUMENT, raw)]
    while todo:
        steps, kind, value = todo.pop()
        if isinstance(value, list):
            value = {str(index): item for index, item in enumerate(value)}
        if not isinstance(value, dict):
            continue
        yield _Node(steps, kind, value)
        under = _KINDS[kind].under
        for key, child in value.items():
            if (child_kind := under.get(key, under.get("*"))) is not None:
                todo.append(((*steps, str(key)), child_kind, child))


def misspelt_keys(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """Keys that are nearly those of OpenAPI."""
    for node in _nodes(subject.raw):
        keys = _KINDS[node.kind].keys
        if not keys or "$ref" in node.value:
            continue
        for key in node.value:
            if not isinstance(key, str) or key in keys or key.startswith(("x-", "$", "/")):
                continue
            # `description` beside a misspelt `descripton` was not meant by the latter.
            similar = near(key, keys - node.value.keys(), 1, _LIKENESS)
            if similar:
                yield (
                    pointer((*node.steps, key)),
                    f"{key!r} means nothing here, so what is under it is not read",
                    f"write {similar[0]}, or x-{key} if it is an extension",
                )


def unknown_types(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """Types that JSON Schema has not; any value passes there."""
    for node in _nodes(subject.raw):
        if node.kind not in {"schema", "parameter"}:
            continue
        types = node.value.get("type")
        if not isinstance(types, list):
            types = [types]
        for name in types:
            if isinstance(name, str) and name not in _TYPES:
                yield (
                    pointer((*node.steps, "type")),
                    f"{name!r} is no type, so anything is allowed there",
                    f"write {_meant_type(name)}",
                )


def _meant_type(name: str) -> str:
    foreign = _FOREIGN_TYPES.get(name.lower())
    if foreign is not None:
        return foreign
    return " or ".join(near(name.lower(), _TYPES, 1) or _TYPES)


def unknown_places(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """Parameters in a place where no request has any; they are left out of the tool."""
    for node in _nodes(subject.raw):
        place = node.value.get("in")
        if node.kind == "parameter" and isinstance(place, str) and place not in _PLACES:
            yield (
                pointer((*node.steps, "in")),
                f"a request has no place {place!r}, so the parameter cannot be sent",
                f"write {' or '.join(near(place, _PLACES, 1) or _PLACES)}",
            )
