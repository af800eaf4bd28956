"""Properties that only answers have: no request carries them, whatever else requires them."""

from __future__ import annotations

from typing import Any, Final

from pytest_uimcp.openapi.spec.nodes import as_list, as_object, texts
from pytest_uimcp.openapi.spec.references import References

_MAX_DEPTH: Final = 20


class ReadOnly:
    def __init__(self, references: References) -> None:
        self._references = references

    def is_read_only(self, schema: Any) -> bool:
        """Whether the schema of a property, or what it refers to, says so."""
        for _ in range(_MAX_DEPTH):
            if not isinstance(schema, dict):
                return False
            # In 3.0 nothing beside a reference counts.
            if "readOnly" in schema and (self._references.siblings or "$ref" not in schema):
                return schema["readOnly"] is True
            schema = self._step(schema)
        return False

    def names(self, schema: Any) -> frozenset[str]:
        """The read-only properties of a schema and of all that it is made of with `allOf`."""
        return frozenset(self._names(schema, 0, set()))

    def _names(self, schema: Any, depth: int, visited: set[int]) -> set[str]:
        if isinstance(schema, dict) and "$ref" in schema:
            schema = self._step(schema)
        if not isinstance(schema, dict) or depth > _MAX_DEPTH or id(schema) in visited:
            return set()
        visited.add(id(schema))
        names = {name for name, value in as_object(schema.get("properties")).items() if self.is_read_only(value)}
        for part in as_list(schema.get("allOf")):
            names |= self._names(part, depth + 1, visited)
        return names

    def _step(self, schema: dict[str, Any]) -> Any:
        target = self._references.target_of(schema)
        return target and target.value


def with_required(schema: dict[str, Any], read_only: frozenset[str]) -> dict[str, Any]:
    """The converted schema, requiring no property that only answers have; a copy if that changes it."""
    required = [name for name in dict.fromkeys(texts(schema["required"])) if name not in read_only]
    # The same object if possible: converted schemas are shared by all tools that refer to them.
    if required == schema["required"]:
        return schema
    others = {key: value for key, value in schema.items() if key != "required"}
    if required:
        return {**others, "required": required}
    return others
