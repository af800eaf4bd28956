"""Properties that only answers have: no request carries them, whatever else requires them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from pytest_uimcp.openapi.spec.references import References

__all__ = ["ReadOnly"]

_DEEPEST: Final = 20


class ReadOnly:
    """Knows the read-only properties of a document's schemas."""

    def __init__(self, references: References) -> None:
        self._references = references

    def is_read_only(self, schema: Any) -> bool:
        """Whether the schema of a property, or what it refers to, says so."""
        for _ in range(_DEEPEST):
            if not isinstance(schema, dict):
                return False
            if "readOnly" in schema and (self._references.siblings or "$ref" not in schema):
                return schema["readOnly"] is True
            schema = self._step(schema)
        return False

    def names(self, schema: Any) -> frozenset[str]:
        """The read-only properties of a schema and of all that it is made of with `allOf`."""
        return frozenset(self._names(schema, 0, set()))

    def _names(self, schema: Any, depth: int, seen: set[int]) -> set[str]:
        if isinstance(schema, dict) and "$ref" in schema:
            schema = self._step(schema)
        if not isinstance(schema, dict) or depth > _DEEPEST or id(schema) in seen:
            return set()
        seen.add(id(schema))
        properties = schema.get("properties")
        parts = schema.get("allOf")
        found = {name for name, value in _items(properties) if self.is_read_only(value)}
        for part in parts if isinstance(parts, list) else ():
            found |= self._names(part, depth + 1, seen)
        return found

    def _step(self, schema: dict[str, Any]) -> Any:
        ref = schema.get("$ref")
        target = self._references.target(ref) if isinstance(ref, str) else None
        if target:
            return target.value
        return None


def _items(value: Any) -> Iterable[tuple[str, Any]]:
    if isinstance(value, dict):
        return value.items()
    return ()


def without(names: Iterable[str], required: Iterable[Any]) -> list[str]:
    """The required properties that requests do have."""
    gone = frozenset(names)
    return [name for name in dict.fromkeys(filter(_is_text, required)) if name not in gone]


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def with_required(schema: dict[str, Any], gone: frozenset[str]) -> dict[str, Any]:
    """The converted schema, requiring no property that is gone; a copy if that changes it."""
    required = without(gone, schema["required"])
    if required == schema["required"]:
        return schema
    rest = {key: value for key, value in schema.items() if key != "required"}
    if required:
        return {**rest, "required": required}
    return rest
