"""The values that texts of a request stand for, read as a server reads them: with the schema beside them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final
from urllib.parse import unquote

from pytest_uimcp.openapi.requests.arguments import mismatch
from pytest_uimcp.openapi.spec.nodes import as_list, as_object

_SCALARS: Final = frozenset({"string", "boolean", "integer", "number"})
_KINDS: Final = _SCALARS | {"array", "object", "null"}
_NUMBER: Final = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_WORDS: Final = {"true": True, "false": False}
_DEFINITIONS: Final = "#/$defs/"
_NO_LITERAL: Final = object()

Decode = Callable[[str], str]


class Readings:
    """Reads texts by schemas of one tool, whose `$defs` are given."""

    def __init__(self, definitions: Mapping[str, Any]) -> None:
        self._definitions = definitions

    def kinds(self, schema: Any) -> frozenset[str]:
        return self._kinds(schema, set())

    def _kinds(self, schema: Any, visited: set[int]) -> frozenset[str]:
        return frozenset.intersection(
            _KINDS, *(self._own_kinds(node, visited) for node in self._parts(schema, visited))
        )

    def _own_kinds(self, node: Mapping[str, Any], visited: set[int]) -> frozenset[str]:
        type_names = node.get("type")
        kinds = frozenset([type_names] if isinstance(type_names, str) else as_list(type_names)) or _KINDS
        # In JSON Schema each integer is a number.
        if "number" in kinds:
            kinds |= {"integer"}
        for key in ("anyOf", "oneOf"):
            if choices := as_list(node.get(key)):
                # What one of the choices admits, and the schema around them too.
                kinds &= frozenset().union(*(self._kinds(choice, visited) for choice in choices))
        return kinds

    def _parts(self, schema: Any, visited: set[int]) -> Iterable[Mapping[str, Any]]:
        """The schema, and what `$ref` and `allOf` add to it; each node once, as schemas may contain themselves."""
        node = as_object(schema)
        if id(node) in visited or not node:
            return
        visited.add(id(node))
        yield node
        for part in as_list(node.get("allOf")):
            yield from self._parts(part, visited)
        if isinstance(ref := node.get("$ref"), str):
            yield from self._parts(self._definitions.get(ref.removeprefix(_DEFINITIONS)), visited)

    def property(self, schema: Any, name: str) -> Any:
        for node in self._all_parts(schema, set()):
            if name in as_object(node.get("properties")):
                return node["properties"][name]
            if isinstance(node.get("additionalProperties"), dict):
                return node["additionalProperties"]
        return {}

    def names(self, schema: Any) -> frozenset[str]:
        return frozenset(name for node in self._all_parts(schema, set()) for name in as_object(node.get("properties")))

    def item(self, schema: Any) -> Any:
        return next((node["items"] for node in self._all_parts(schema, set()) if "items" in node), {})

    def _all_parts(self, schema: Any, visited: set[int]) -> Iterable[Mapping[str, Any]]:
        """The same with what `anyOf` and `oneOf` offer."""
        for node in self._parts(schema, visited):
            yield node
            for choice in (*as_list(node.get("anyOf")), *as_list(node.get("oneOf"))):
                yield from self._all_parts(choice, visited)

    def scalar(self, text: str, schema: Any) -> Any:
        """The value of one text; JSON where an object or array is meant."""
        kinds = self.kinds(schema)
        literal = _literal(text, kinds)
        # `5` may be a text: if the schema admits it as one, that is what the tool was given.
        if literal is _NO_LITERAL or ("string" in kinds and not self._misfits(schema, text)):
            return text
        return literal

    def _misfits(self, schema: Any, value: Any) -> bool:
        tool_schema = {"properties": {"value": schema}, "$defs": self._definitions}
        return bool(mismatch(tool_schema, {"value": value}))

    def texts(self, texts: Sequence[str], schema: Any) -> Any:
        """The value of a name that is there several times."""
        kinds = self.kinds(schema)
        if len(texts) == 1 and (kinds & _SCALARS or "array" not in kinds):
            return self.scalar(texts[0], schema)
        return [self.scalar(text, self.item(schema)) for text in texts]

    def separated(
        self, text: str, schema: Any, separator: str, *, explode: bool = False, decode: Decode = unquote
    ) -> Any:
        """The value of one text in which separators may stand between the items of an array or object."""
        kinds = self.kinds(schema)
        if kinds & _SCALARS and not ("array" in kinds and separator in text):
            return self.scalar(decode(text), schema)
        parts = text.split(separator)
        if "array" in kinds:
            return [self.scalar(decode(part), self.item(schema)) for part in parts]
        pairs = [part.partition("=")[::2] for part in parts] if explode else list(zip(parts[::2], parts[1::2]))  # noqa: B905 -- the last may have no partner
        return {decode(key): self.scalar(decode(value), self.property(schema, decode(key))) for key, value in pairs}

    def composed(self, value: Any, schema: Any) -> Any:
        if not isinstance(value, dict):
            return self.scalar(value, schema)
        kinds = self.kinds(schema)
        # `a[0]` and `a[]` are items, unless the schema only knows an object with numbers for names.
        if "array" in kinds and all(map(str.isdecimal, value)):
            items = [self.composed(item, self.item(schema)) for item in value.values()]
            if "object" not in kinds or not self._misfits(schema, items):
                return items
        return {name: self.composed(item, self.property(schema, name)) for name, item in value.items()}


def _literal(text: str, kinds: frozenset[str]) -> Any:
    if text in _WORDS and "boolean" in kinds:
        return _WORDS[text]
    is_data = (text[:1] == "{" and "object" in kinds) or (text[:1] == "[" and "array" in kinds)
    # Python refuses to read integers of thousands of digits, and no API means one.
    is_number = kinds & {"integer", "number"} and len(text) < 300 and _NUMBER.fullmatch(text)
    try:
        if is_data or is_number:
            return json.loads(text)
        return _NO_LITERAL
    except ValueError:
        return _NO_LITERAL


def unbracketed(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Nested texts from names with brackets, `a[b]` and `a[]`, which is the next number.

    Whether numbers are those of items or names of an object, only a schema says.
    """
    root: dict[str, Any] = {}
    for name, text in pairs:
        head, *brackets = name.split("[")
        keys = [head, *(key.removesuffix("]") for key in brackets)]
        # The names are read from left to right, and each level is made when it is first named.
        place: Any = root
        for key, following in zip(keys, [*keys[1:], None], strict=True):
            if isinstance(place, dict):
                place = place.setdefault(key or str(len(place)), text if following is None else {})
    return root
