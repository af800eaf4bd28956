"""Properties that go one way: no request carries what only answers have (`readOnly`), and no answer what only requests
have (`writeOnly`), whatever else requires them."""

from __future__ import annotations

from typing import Any, Final

from pytest_uimcp.openapi.spec.nodes import as_list, as_object, texts
from pytest_uimcp.openapi.spec.references import References

_MAX_DEPTH: Final = 20


class OneWay:
    """Which properties never go in one direction: `keyword` is readOnly for requests, writeOnly for answers."""

    def __init__(self, references: References, keyword: str) -> None:
        self._references = references
        self._keyword = keyword

    def is_absent(self, schema: Any) -> bool:
        """Whether the schema of a property, or what it refers to, says so."""
        for _ in range(_MAX_DEPTH):
            if not isinstance(schema, dict):
                return False
            # In 3.0 nothing beside a reference counts.
            if self._keyword in schema and (self._references.siblings or "$ref" not in schema):
                return schema[self._keyword] is True
            schema = self._step(schema)
        return False

    def names(self, schema: Any) -> frozenset[str]:
        """The absent properties of a schema and of all that it is made of with `allOf`."""
        return frozenset(self._names(schema, 0, set()))

    def _names(self, schema: Any, depth: int, visited: set[int]) -> set[str]:
        if isinstance(schema, dict) and "$ref" in schema:
            schema = self._step(schema)
        if not isinstance(schema, dict) or depth > _MAX_DEPTH or id(schema) in visited:
            return set()
        visited.add(id(schema))
        names = {name for name, value in as_object(schema.get("properties")).items() if self.is_absent(value)}
        for part in as_list(schema.get("allOf")):
            names |= self._names(part, depth + 1, visited)
        return names

    def _step(self, schema: dict[str, Any]) -> Any:
        target = self._references.target_of(schema)
        return target and target.value


def with_required(schema: dict[str, Any], absent: frozenset[str]) -> dict[str, Any]:
    """The converted schema, requiring no absent property; a copy if that changes it."""
    required = [name for name in dict.fromkeys(texts(schema["required"])) if name not in absent]
    # The same object if possible: converted schemas are shared by all tools that refer to them.
    if required == schema["required"]:
        return schema
    others = {key: value for key, value in schema.items() if key != "required"}
    if required:
        return {**others, "required": required}
    return others
