"""One schema of OpenAPI 2.0, 3.0 or 3.1 in JSON Schema 2020-12, as a client of a tool has to see it.

References are written out where they stand, so that a schema can be read from top to bottom. Those that lead back to
themselves, and all of them in a `linked` converter, become references into the tool's own `$defs`.

What a reference leads to is converted once and shared by all that refer to it: converted schemas are not to be changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from pytest_uimcp.mcp.alternatives import by_type
from pytest_uimcp.openapi.schemas.graph import Graph
from pytest_uimcp.openapi.schemas.keywords import CHILD, CHILDREN, COPIED, LEFT_OUT, NAMED, adapted, copied, json_type
from pytest_uimcp.openapi.schemas.oneway import OneWay, with_required
from pytest_uimcp.openapi.schemas.pieces import Draft, Piece, definition_name, weight
from pytest_uimcp.openapi.schemas.uploads import UPLOAD, is_binary
from pytest_uimcp.openapi.spec.nodes import as_text
from pytest_uimcp.openapi.spec.references import References, ReferenceTarget
from pytest_uimcp.openapi.warn import Warn

# Nobody nests by hand like that; Python's own stack would end a few levels later.
_MAX_DEPTH: Final = 100
_ANNOTATIONS: Final = frozenset({"default", "deprecated", "description", "examples", "readOnly", "title", "writeOnly"})
_BOOLEANS: Final = frozenset({"additionalProperties", "unevaluatedItems", "unevaluatedProperties"})
_ADMITS_NOTHING: Final[dict[str, Any]] = {"not": {}}


class Converter:
    """Converts the schemas of one document. With `uploads`, binary text becomes an object that carries a file.

    With `answers`, schemas are those of what comes back, not of what is sent.
    """

    def __init__(
        self, references: References, warn: Warn, *, uploads: bool = False, linked: bool = False, answers: bool = False
    ) -> None:
        self._references = references
        self._warn = warn
        self._uploads = uploads
        self._linked = linked
        self._graph = Graph(references, warn)
        self._one_way = OneWay(references, "writeOnly" if answers else "readOnly")
        self._definitions: dict[str, Piece] = {}
        self._pieces: dict[int, tuple[Any, Piece]] = {}

    def piece(self, schema: Any) -> Piece:
        entry = self._pieces.get(id(schema))
        if entry is None:
            # With the schema itself, which so stays alive: an identity may be used again after death.
            entry = self._pieces[id(schema)] = (schema, self._converted(schema))
        return entry[1]

    def definition(self, pointer: str) -> Piece:
        """What belongs under `$defs` for a pointer that a piece links to."""
        if pointer not in self._definitions:
            self._definitions[pointer] = self._converted(self._graph.schema(pointer))
        return self._definitions[pointer]

    def definitions(self, links: Iterable[str]) -> Iterator[tuple[str, Piece]]:
        """All that these links lead to, the nearest first."""
        todo = list(links)
        visited = set()
        while todo:
            # Breadth first: what a schema refers to itself comes before what is deep within, and is cut last.
            pointer = todo.pop(0)
            if pointer not in visited:
                visited.add(pointer)
                piece = self.definition(pointer)
                yield pointer, piece
                todo += sorted(piece.links)

    def _converted(self, schema: Any) -> Piece:
        draft = Draft()
        return draft.done(self._schema(schema, draft))

    def _schema(self, schema: Any, draft: Draft) -> Any:
        if isinstance(schema, dict) and draft.depth < _MAX_DEPTH:
            return self._object(schema, draft)
        draft.size += 2
        if schema is False:
            return False
        if schema is not True:
            deep = isinstance(schema, dict)
            self._warn("a schema is nested too deeply" if deep else f"{schema!r:.40} is no schema; it allows anything")
        return {}

    def _object(self, schema: dict[str, Any], draft: Draft) -> Any:
        if isinstance(schema.get("$ref"), str):
            return self._reference(schema, draft)
        draft.depth += 1
        draft.deepest = max(draft.deepest, draft.depth)
        result = self._keywords(schema, draft)
        draft.depth -= 1
        return result

    def _reference(self, schema: dict[str, Any], draft: Draft) -> Any:
        target = self._references.target(schema["$ref"])
        target_schema = self._link(target, draft) if target else {}
        if target_schema is False or not self._references.siblings or len(schema) == 1:
            return target_schema
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        added = self._keywords(beside, draft)
        # Side by side if they do not contradict each other; otherwise both must hold.
        if beside.keys() <= _ANNOTATIONS or not added.keys() & target_schema.keys():
            return {**target_schema, **added}
        return {**added, "allOf": [target_schema, *added.get("allOf", ())]}

    def _link(self, target: ReferenceTarget, draft: Draft) -> Any:
        piece = None if self._linked else self._inlined(target.pointer)
        if piece is not None:
            draft.include(piece)
            return piece.schema
        name = definition_name(target.pointer)
        draft.size += len(name) + 20
        draft.links.add(target.pointer)
        return {"$ref": f"#/$defs/{name}"}

    def _inlined(self, pointer: str) -> Piece | None:
        """What is written out for a reference; None if it leads back to itself."""
        if pointer not in self._definitions and pointer not in self._graph.cyclic:
            # From below, so that a long chain of references is no deep call.
            for dependency in self._graph.bottom_up(pointer, self._definitions.__contains__):
                self.definition(dependency)
        if pointer in self._graph.cyclic:
            return None
        return self._definitions[pointer]

    def _keywords(self, schema: dict[str, Any], draft: Draft) -> dict[str, Any]:
        if self._uploads and is_binary(schema):
            draft.size += weight(UPLOAD)
            text = as_text(schema.get("description"))
            if text:
                return {**UPLOAD, "description": text}
            return UPLOAD
        result: dict[str, Any] = {}
        for key, value in schema.items():
            converted = self._keyword(key, value, draft)
            if converted is not LEFT_OUT:
                result["prefixItems" if isinstance(converted, list) and key == "items" else key] = converted
                draft.size += len(key) + 4
        return self._without_absent(_readable(adapted(result, schema)), schema)

    def _keyword(self, key: str, value: Any, draft: Draft) -> Any:
        if key in COPIED or key == "type":
            converted = json_type(value) if key == "type" else copied(key, value)
            if converted is not LEFT_OUT:
                draft.size += weight(converted)
            return converted
        if key in NAMED and isinstance(value, dict):
            return self._named(key, value, draft)
        if isinstance(value, list) and (key in CHILDREN or key == "items"):
            return [self._child(item, draft) for item in value] or LEFT_OUT
        if key in _BOOLEANS and isinstance(value, bool):
            return value
        if key in CHILD:
            return self._child(value, draft)
        return LEFT_OUT

    def _child(self, schema: Any, draft: Draft) -> Any:
        converted = self._schema(schema, draft)
        if converted is False:
            return _ADMITS_NOTHING
        return converted

    def _named(self, key: str, schemas: dict[str, Any], draft: Draft) -> dict[str, Any]:
        result = {}
        for name, schema in schemas.items():
            # Of what is sent: only answers have it, and a model that sees it would send it.
            if key == "properties" and self._one_way.is_absent(schema):
                continue
            converted = self._schema(schema, draft)
            if converted is not False:
                result[name] = converted
                draft.size += len(name) + 4
        return result

    def _without_absent(self, result: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
        parts = result.get("allOf", ())
        # Nearly all have neither.
        if not parts and "required" not in result:
            return result
        parts_require = any("required" in part for part in parts)
        if "required" not in result and not parts_require:
            return result
        absent = self._one_way.names(schema)
        if parts_require:
            result["allOf"] = [with_required(part, absent) if "required" in part else part for part in parts]
        if "required" in result:
            return with_required(result, absent)
        return result


def _readable(result: dict[str, Any]) -> dict[str, Any]:
    # Nearly all have one type.
    if isinstance(result.get("type"), list):
        return by_type(result)
    return result
