"""Questions about a schema as it stands in the document, for whoever writes a request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pytest_uimcp.openapi.spec.nodes import as_list
from pytest_uimcp.openapi.spec.references import References, segments

_MAX_DEPTH: Final = 20
_ANY: Final = ("anyOf", "oneOf")


class SchemaInspector:
    """Answers them, references followed."""

    def __init__(self, references: References) -> None:
        self._references = references

    def resolved(self, schema: Any) -> dict[str, Any]:
        """The schema that a schema is or refers to; `{}` if there is none."""
        # Chains of references may lead in a circle.
        for _ in range(_MAX_DEPTH):
            if not isinstance(schema, dict) or not isinstance(schema.get("$ref"), str):
                break
            target = self._references.target(schema["$ref"])
            schema = target.value if target else {}
        if isinstance(schema, dict) and "$ref" not in schema:
            return schema
        return {}

    def admits(self, schema: Any, kind: str) -> bool:
        """Whether a value of this JSON type may be meant; a schema that does not say admits all."""
        return self._admits(schema, kind, 0, {})

    def _admits(self, schema: Any, kind: str, depth: int, verdicts: dict[int, bool]) -> bool:
        node = self.resolved(schema)
        if not node or depth > _MAX_DEPTH:
            return True
        # Judged once: schemas that refer to the next one twice would double the work at each level.
        if id(node) not in verdicts:
            # While it is being judged, a schema that contains itself counts as admitting: it may end anywhere.
            verdicts[id(node)] = True
            verdicts[id(node)] = self._node_admits(node, kind, depth + 1, verdicts)
        return verdicts[id(node)]

    def _node_admits(self, node: dict[str, Any], kind: str, depth: int, verdicts: dict[int, bool]) -> bool:
        if kind == "null" and (node.get("nullable") is True or node.get("x-nullable") is True):
            return True
        if "type" in node:
            if isinstance(node["type"], list):
                return kind in node["type"]
            return node["type"] in (kind, "file")
        choices = [choice for key in _ANY for choice in as_list(node.get(key))]
        if choices:
            return any(self._admits(choice, kind, depth, verdicts) for choice in choices)
        # Without a type, properties make it an object for people, though JSON Schema would admit anything else.
        if kind != "object" and "properties" in node:
            return False
        return all(self._admits(part, kind, depth, verdicts) for part in as_list(node.get("allOf")))

    def properties(self, schema: Any) -> dict[str, Any]:
        """The properties by name, those of `allOf`, `anyOf` and `oneOf` with them."""
        return self._properties(schema, 0, set())

    def _properties(self, schema: Any, depth: int, visited: set[int]) -> dict[str, Any]:
        node = self.resolved(schema)
        properties: dict[str, Any] = {}
        if not node or depth > _MAX_DEPTH or id(node) in visited:
            return properties
        visited.add(id(node))
        for part in self._parts(node):
            properties.update(self._properties(part, depth + 1, visited))
        properties_here = node.get("properties")
        if isinstance(properties_here, dict):
            return {**properties, **properties_here}
        return properties

    def item(self, schema: Any) -> Any:
        arrays = (node for node in self.parts(schema) if "array" in (node.get("type"), *as_list(node.get("type"))))
        node = next(arrays, None)
        if node is None:
            return None
        return node.get("items", {})

    def is_array(self, schema: Any) -> bool:
        return self.item(schema) is not None

    def name(self, schema: Any) -> str:
        """The name under which the document keeps the schema; empty if it stands by itself."""
        target = self._references.target_of(schema)
        steps = (segments(target.pointer) if target else None) or ()
        if steps[-2:-1] in (("schemas",), ("definitions",)):
            return steps[-1]
        return ""

    def parts(self, schema: Any) -> Iterator[dict[str, Any]]:
        """What a schema consists of: what `allOf` names, and then itself."""
        yield from self._parts_of(schema, 0, set())

    def _parts_of(self, schema: Any, depth: int, visited: set[int]) -> Iterator[dict[str, Any]]:
        node = self.resolved(schema)
        if depth > _MAX_DEPTH or id(node) in visited:
            return
        visited.add(id(node))
        for part in as_list(node.get("allOf")):
            yield from self._parts_of(part, depth + 1, visited)
        yield node

    @staticmethod
    def _parts(node: dict[str, Any]) -> Iterator[Any]:
        for key in ("allOf", *_ANY):
            yield from as_list(node.get(key))
