"""Schemas that admit several types, in the one form that every agent framework reads.

`"type": ["string", "null"]` is JSON Schema, but semantic-kernel and dspy raise on it, and Gemini takes no list. Each
type as an alternative of `anyOf` passes everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_NULL: Final[Mapping[str, Any]] = {"type": "null"}
# They say something of the whole, whichever of its types a value has.
_ABOUT_ALL: Final = frozenset({"title", "description", "default", "deprecated", "examples", "readOnly", "writeOnly"})


def by_type(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema with `anyOf` in place of a list of types; any other as it is, and what is inside of it, too."""
    names = schema.get("type")
    if not isinstance(names, list):
        return dict(schema)
    annotations = {key: value for key, value in schema.items() if key in _ABOUT_ALL}
    constraints = {key: value for key, value in schema.items() if key not in _ABOUT_ALL and key != "type"}
    if len(names) == 1:
        return {"type": names[0], **constraints, **annotations}
    if "anyOf" in constraints:
        # Both have to hold.
        return {
            **constraints,
            "allOf": [*constraints.get("allOf", ()), {"anyOf": [{"type": name} for name in names]}],
            **annotations,
        }
    return {"anyOf": [_alternative(name, constraints) for name in names], **annotations}


def or_null(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of one type, or null."""
    return by_type({**schema, "type": [schema["type"], "null"]})


def _alternative(name: str, keywords: Mapping[str, Any]) -> dict[str, Any]:
    if name == "null":
        return dict(_NULL)
    remaining = dict(keywords)
    if "enum" in remaining:
        # Null has an alternative of its own.
        remaining["enum"] = [value for value in remaining["enum"] if value is not None]
    return {"type": name, **remaining}
