"""Which paths into its arguments a tool's input schema knows.

A schema says little that is certain: without `additionalProperties: false` it admits every name. So a path is unknown
where an object names its properties and this one is not among them, and known wherever the schema says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

# How many parts of a schema are looked at; a larger one is taken to know every path.
MAX_SCHEMAS: Final = 1_000
COMBINED: Final = ("anyOf", "oneOf", "allOf")
SCALARS: Final = frozenset({"string", "number", "integer", "boolean", "null"})
CONDITIONAL: Final = ("then", "else", "if")


def knows_path(schema: Mapping[str, Any], path: str) -> bool:
    """Whether a call may have an argument at this path, such as `target.path` or `cmd.0`."""
    places: list[Any] = [schema]
    for step in path.split("."):
        alternatives = _alternatives(schema, places)
        if alternatives is None:
            return True
        places = [child for alternative in alternatives for child in _below(alternative, step)]
        if not places:
            return False
    return True


def property_names(schema: Mapping[str, Any], path: str) -> list[str]:
    """The paths that differ from this one in the last step only, for a hint."""
    *parents, _ = path.split(".")
    places: list[Any] = [schema]
    for step in parents:
        places = [child for place in _alternatives(schema, places) or () for child in _below(place, step)]
    names = [name for place in _alternatives(schema, places) or () for name in _properties(place)]
    return [".".join((*parents, name)) for name in dict.fromkeys(names)]


def _alternatives(root: Mapping[str, Any], places: list[Any]) -> list[Mapping[str, Any]] | None:
    # The schemas and all that they combine and refer to; None if they admit anything, or are too many.
    queue = list(places)
    schemas: list[Mapping[str, Any]] = []
    while queue:
        place = queue.pop()
        if place is True or len(schemas) >= MAX_SCHEMAS:
            return None
        if not isinstance(place, Mapping) or any(place is schema for schema in schemas):
            continue
        schemas.append(place)
        # One open alternative is enough to admit any path.
        if any(_is_open(part) and _types(part) & {"object", "array"} for part in _choices(place)):
            return None
        queue += [part for key in COMBINED if isinstance(place.get(key), list) for part in place[key]]
        queue += [place[key] for key in CONDITIONAL if isinstance(place.get(key), Mapping)]
        if isinstance(reference := place.get("$ref"), str):
            target = _referenced(root, reference)
            if target is None:
                return None
            queue.append(target)
    if all(_is_open(place) for place in schemas):
        return None
    return schemas


def _choices(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for key in ("anyOf", "oneOf"):
        parts = schema.get(key)
        yield from (part for part in parts if isinstance(part, Mapping)) if isinstance(parts, list) else ()


def _types(schema: Mapping[str, Any]) -> set[str]:
    # The schema is a stranger's: what is no name of a type says nothing.
    kind = schema.get("type")
    names = kind if isinstance(kind, list) else [kind]
    return {name for name in names if isinstance(name, str)}


def _referenced(root: Mapping[str, Any], reference: str) -> Any:
    # What a reference into the same document names, None if it leads elsewhere.
    if not reference.startswith("#"):
        return None
    place: Any = root
    for name in reference[1:].split("/")[1:]:
        key = name.replace("~1", "/").replace("~0", "~")
        if not isinstance(place, Mapping) or key not in place:
            return None
        place = place[key]
    return place


def _is_open(schema: Mapping[str, Any]) -> bool:
    # Whether it says nothing about what is inside of a value.
    types = _types(schema)
    if schema.get("additionalProperties") is False or (types and types <= SCALARS):
        return False
    return not any(key in schema for key in ("properties", "items", "prefixItems", "enum", "const"))


def _properties(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    properties = schema.get("properties")
    if isinstance(properties, Mapping):
        return properties
    return {}


def _below(schema: Mapping[str, Any], step: str) -> Iterator[Any]:
    if step in _properties(schema):
        yield schema["properties"][step]
    elif isinstance(schema.get("additionalProperties"), Mapping) or schema.get("additionalProperties") is True:
        yield schema["additionalProperties"]
    elif schema.get("patternProperties"):
        yield True
    if step.isdecimal():
        prefix = schema.get("prefixItems")
        if isinstance(prefix, list) and int(step) < len(prefix):
            yield prefix[int(step)]
        elif "items" in schema:
            yield schema["items"]
