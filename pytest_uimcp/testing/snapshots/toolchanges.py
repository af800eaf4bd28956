"""Classifies changes of a tool surface by their effect on clients: breaking, additive or cosmetic.

A client sends arguments and reads results. So it is breaking if an input accepts less, or if a result may contain
more than before. Changes of descriptions, which only people read, are cosmetic.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

Schema = dict[str, Any]


class Effect(StrEnum):
    BREAKING = "breaking"
    ADDITIVE = "additive"
    COSMETIC = "cosmetic"


@dataclass(frozen=True, slots=True)
class ToolChange:
    effect: Effect
    tool: str
    description: str

    def __str__(self) -> str:
        return f"{self.effect}: {self.tool}: {self.description}"


BREAKING, ADDITIVE, COSMETIC = Effect
WORDS: Final = ("title", "description", "examples", "$comment", "$schema", "$id", "deprecated")
# The defaults of the hints according to MCP.
HINTS: Final = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": False, "openWorldHint": True}
# Limits of a schema, and the direction in which each becomes narrower.
LOWER: Final = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
UPPER: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_RANK: Final = {effect: rank for rank, effect in enumerate(Effect)}
_STRUCTURE: Final = frozenset(
    {"properties", "required", "items", "type", "enum", "const", "$ref", "$defs", "definitions"}
)


def tool_changes(old_tools: dict[str, Schema], new_tools: dict[str, Schema]) -> list[ToolChange]:
    """Every change from one surface to another, the worst first."""
    changes = [ToolChange(BREAKING, name, "the tool is gone") for name in old_tools if name not in new_tools]
    changes += [ToolChange(ADDITIVE, name, "a new tool") for name in new_tools if name not in old_tools]
    for name, tool in old_tools.items():
        if name in new_tools:
            changes += [
                ToolChange(effect, name, description) for effect, description in _of_tool(tool, new_tools[name])
            ]
    return sorted(changes, key=lambda change: (_RANK[change.effect], change.tool))


_Found = Iterator[tuple[Effect, str]]


def _of_tool(old: Schema, new: Schema) -> _Found:
    for key in ("title", "description"):
        if old.get(key) != new.get(key):
            yield COSMETIC, f"{key} {_shown(old.get(key))} → {_shown(new.get(key))}"
    yield from _of_annotations(old.get("annotations") or {}, new.get("annotations") or {})
    yield from _Input(old.get("inputSchema") or {}, new.get("inputSchema") or {}).changes()
    old_output = old.get("outputSchema")
    new_output = new.get("outputSchema")
    if old_output is not None and new_output is not None:
        yield from _Output(old_output, new_output).changes()
    elif old_output is not None:
        yield BREAKING, "the schema of results is gone"
    elif new_output is not None:
        yield ADDITIVE, "a schema of results"


def _of_annotations(old: Schema, new: Schema) -> _Found:
    for key in sorted({*old, *new}):
        if old.get(key) == new.get(key):
            continue
        # A hint that is left out has the value that the protocol gives it.
        differs = key in HINTS and old.get(key, HINTS[key]) != new.get(key, HINTS[key])
        yield (BREAKING if differs else COSMETIC), f"{key} {_shown(old.get(key))} → {_shown(new.get(key))}"


class _Input:
    """The schema of what a client sends: accepting less is breaking, accepting more is additive."""

    narrower = BREAKING
    wider = ADDITIVE
    noun = "parameter"
    newly_required = BREAKING

    def __init__(self, old: Schema, new: Schema) -> None:
        self._before = old
        self._after = new

    def changes(self) -> _Found:
        return self._of(self._before, self._after, "")

    def _of(
        self, old_schema: Any, new_schema: Any, path: str, visited: frozenset[tuple[str, str]] = frozenset()
    ) -> _Found:
        step = (str(_ref(old_schema)), str(_ref(new_schema)))
        # Schemas may refer to themselves, as that of a tree does: a pair of references is compared once.
        if step in visited and step != ("", ""):
            return
        old = _resolved(old_schema, self._before)
        new = _resolved(new_schema, self._after)
        place = f"{self.noun} {path}" if path else f"{self.noun}s"
        for rule in (self._types, self._values, self._limits, self._others):
            for effect, description in rule(old, new):
                yield effect, f"{place}: {description}"
        yield from self._properties(old, new, path, visited | {step})
        if "items" in old and "items" in new:
            yield from self._of(old["items"], new["items"], f"{path}[]", visited | {step})

    def _properties(self, old: Schema, new: Schema, path: str, visited: frozenset[tuple[str, str]]) -> _Found:
        olds = old.get("properties") or {}
        news = new.get("properties") or {}
        needed = set(old.get("required") or ())
        needs = set(new.get("required") or ())
        for name in olds:
            label = f"{path}.{name}" if path else name
            if name not in news:
                yield BREAKING, f"{self.noun} {label} is gone"
                continue
            if (name in needed) != (name in needs):
                effect, word = (self.narrower, "required") if name in needs else (self.wider, "optional")
                yield effect, f"{self.noun} {label} is now {word}"
            yield from self._of(olds[name], news[name], label, visited)
        for name in news:
            if name not in olds:
                effect = self.newly_required if name in needs else ADDITIVE
                label = f"{path}.{name}" if path else name
                yield effect, f"a new {'required' if name in needs else 'optional'} {self.noun} {label}"

    def _types(self, old: Schema, new: Schema) -> _Found:
        old_types = _types(old)
        new_types = _types(new)
        if old_types != new_types:
            yield self._by_sets(old_types, new_types), f"type {_listed(old_types)} → {_listed(new_types)}"

    def _values(self, old: Schema, new: Schema) -> _Found:
        old_values = _values(old)
        new_values = _values(new)
        if old_values == new_values:
            return
        if old_values is None or new_values is None:
            effect = self.narrower if old_values is None else self.wider
            yield effect, f"values {_listed(old_values)} → {_listed(new_values)}"
            return
        for value in sorted(old_values - new_values):
            yield self.narrower, f"value {value} is gone"
        for value in sorted(new_values - old_values):
            yield self.wider, f"a new value {value}"

    def _limits(self, old: Schema, new: Schema) -> _Found:
        for keys, is_narrower in _LIMITS:
            for key in keys:
                a = old.get(key)
                b = new.get(key)
                if a != b:
                    narrower = a is None or (b is not None and is_narrower(b, a))
                    yield (self.narrower if narrower else self.wider), f"{key} {_shown(a)} → {_shown(b)}"

    def _others(self, old: Schema, new: Schema) -> _Found:
        for key in sorted({*old, *new} - _STRUCTURE - {*LOWER, *UPPER} - _unions(old, new)):
            a = old.get(key)
            b = new.get(key)
            if a == b:
                continue
            text = f"{key} {_shown(a)} → {_shown(b)}"
            if key in WORDS:
                yield COSMETIC, text
            elif key == "additionalProperties":
                yield (self.narrower if b is False else self.wider if a is False else BREAKING), text
            elif key == "default":
                yield BREAKING, text  # a call that omits it now means something else
            else:
                yield (self.wider if b is None else BREAKING), text

    def _by_sets(self, old: frozenset[str] | None, new: frozenset[str] | None) -> Effect:
        if new is None or (old is not None and old < new):
            return self.wider
        if old is None or new < old:
            return self.narrower
        return BREAKING


class _Output(_Input):
    """The schema of what a client reads: more is breaking, less is additive."""

    narrower = ADDITIVE
    wider = BREAKING
    noun = "result"
    newly_required = ADDITIVE


_LIMITS: Final[tuple[tuple[tuple[str, ...], Callable[[Any, Any], bool]], ...]] = (
    (LOWER, operator.gt),
    (UPPER, operator.lt),
)


def _ref(schema: Any) -> str:
    return schema.get("$ref", "") if isinstance(schema, dict) else ""


def _resolved(schema: Any, root: Schema) -> Schema:
    """The schema itself: a reference within the document followed, `true` and `false` as the schemas they stand for."""
    if isinstance(schema, bool):
        return {} if schema else {"not": {}}
    target: Any = schema
    for _ in range(10):
        ref = _ref(target)
        if not ref.startswith("#/"):
            break
        target = root
        for part in ref[2:].split("/"):
            target = target.get(part.replace("~1", "/").replace("~0", "~"), {}) if isinstance(target, dict) else {}
    return {**target, **{key: value for key, value in schema.items() if key != "$ref"}} if target else dict(schema)


def _simple_union(schema: Schema, key: str) -> list[str] | None:
    """The types of `anyOf: [{type: a}, {type: b}]`, which is how a type that may be null is written."""
    options = schema.get(key)
    if not isinstance(options, list) or not all(
        isinstance(it, dict) and set(it) <= {"type", "title"} for it in options
    ):
        return None
    return [name for it in options for name in ([it["type"]] if isinstance(it.get("type"), str) else [])]


def _unions(old: Schema, new: Schema) -> set[str]:
    return {
        key
        for key in ("anyOf", "oneOf")
        if all(key not in schema or _simple_union(schema, key) is not None for schema in (old, new))
    }


def _types(schema: Schema) -> frozenset[str] | None:
    """The types a schema allows, None for all."""
    types = schema.get("type")
    names = [types] if isinstance(types, str) else types
    for key in ("anyOf", "oneOf"):
        names = names or _simple_union(schema, key)
    if not names:
        return None
    return frozenset({*names, "integer"} if "number" in names else names)


def _values(schema: Schema) -> frozenset[str] | None:
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    return None if values is None else frozenset(json.dumps(value, ensure_ascii=False) for value in values)


def _listed(names: frozenset[str] | None) -> str:
    if names is None:
        return "any"
    return "|".join(sorted(names - {"integer"} if "number" in names else names))


def _shown(value: Any) -> str:
    if value is None:
        return "(none)"
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= 60 else text[:59] + "…"
