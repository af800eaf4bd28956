"""Validation against a JSON Schema from outside: it fetches nothing, and it has a time limit.

`jsonschema` searches with `re`, and takes another class for a part of a schema with a `$schema` of its own. So it is
handed a copy of the schema in which no expression is left: `pattern` is another keyword there, and the expressions of
`patternProperties` are replaced by the names of the value that they match. Every object of the copy has a keyword of
ours first, which ends a validation that takes too long.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.core.patterns import PatternTimeout, TimeLimit, ecma_compiled
from pytest_uimcp.core.printable import shortened

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError


# Of processor time, for all of a schema: a few parts that each occur twice in the next make billions of steps.
MAX_SECONDS: Final = 5.0

_LIMITS: Final = "x-uimcp-limits"
_PATTERN: Final = "x-uimcp-pattern"
_NAMES: Final = "patternProperties"
_MAPS: Final = frozenset({"properties", "$defs", "definitions", "dependentSchemas", "dependencies"})
_DATA: Final = frozenset({"const", "enum", "default", "example", "examples"})
# They follow references without our keyword, so they come after the keywords that follow the same ones with it.
_LAST: Final = ("unevaluatedItems", "unevaluatedProperties")

Schema = Mapping[str, Any]


class SchemaTimeout(Exception):
    """The schema, or a regular expression of it, takes too long."""


def validation_errors(schema: Schema, value: Any) -> Iterator[ValidationError]:
    """What the value does not fulfil; raises SchemaTimeout, or RecursionError for a schema that is made of itself."""
    from referencing import Registry

    harmless = _Copy(_Limits(), frozenset(_names(value))).schema(schema)
    # With an empty registry, `$ref` never fetches anything.
    yield from _validator()(harmless, registry=Registry()).iter_errors(value)


@cache
def _validator() -> Any:
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    return extend(Draft202012Validator, {_LIMITS: _check_limits, _PATTERN: _check_pattern})  # type: ignore[no-untyped-call]  # as its stubs are


def _check_limits(_validator: Any, limits: _Limits, _value: Any, _schema: Any) -> None:
    limits.check()


def _check_pattern(_validator: Any, expression: _Expression, value: Any, _schema: Any) -> Iterator[ValidationError]:
    from jsonschema.exceptions import ValidationError

    if isinstance(value, str) and not expression.is_in(value):
        yield ValidationError(f"{value!r} does not match {expression.pattern!r}")


class _Limits:
    def __init__(self) -> None:
        self.patterns: Final = TimeLimit()
        self._end = time.thread_time() + MAX_SECONDS

    def check(self) -> None:
        if time.thread_time() > self._end:
            raise SchemaTimeout(f"the schema takes longer than {MAX_SECONDS:g} s of processor time")


@dataclass(frozen=True, slots=True)
class _Expression:
    pattern: str
    limit: TimeLimit

    def is_in(self, text: str) -> bool:
        # Whether it matches somewhere; one that is none matches everything.
        expression = ecma_compiled(self.pattern)
        try:
            return expression is None or self.limit.finds(expression, text)
        except PatternTimeout:
            excerpt = shortened(self.pattern, 101)
            seconds = self.limit.seconds
            raise SchemaTimeout(f"the pattern {excerpt!r} of the schema takes longer than {seconds:g} s") from None


class _Literal(str):
    """An expression that matches some names and takes no time; errors show the one that it stands for."""

    original: str

    def __new__(cls, names: Iterator[str], original: str, number: int) -> _Literal:
        escaped = "|".join(map(re.escape, names))
        # The number keeps apart two expressions that match the same names.
        text = rf"\A(?:{escaped})\Z(?#{number})" if escaped else f"(?!)(?#{number})"
        literal = super().__new__(cls, text)
        literal.original = original
        return literal

    def __repr__(self) -> str:
        return repr(self.original)


class _Part(dict[str, Any]):
    """The copy of an object of the schema; errors show the original."""

    def __init__(self, keywords: Iterator[tuple[str, Any]], original: Schema) -> None:
        super().__init__(keywords)
        self._original = original

    def __repr__(self) -> str:
        return repr(self._original)


class _Copy:
    def __init__(self, limits: _Limits, names: frozenset[str]) -> None:
        self._limits = limits
        self._names = names
        self._copies: dict[int, Any] = {}

    def schema(self, node: Any) -> Any:
        # A schema, or a list of some.
        if not isinstance(node, Mapping | list):
            return node
        if id(node) not in self._copies:
            self._copies[id(node)] = (
                [self.schema(item) for item in node] if isinstance(node, list) else _Part(self._keywords(node), node)
            )
        return self._copies[id(node)]

    def _keywords(self, node: Schema) -> Iterator[tuple[str, Any]]:
        yield _LIMITS, self._limits
        rows = [(key, item) for key, item in node.items() if key not in _LAST]
        for key, item in [*rows, *((key, node[key]) for key in _LAST if key in node)]:
            if key == "pattern" and isinstance(item, str):
                yield _PATTERN, _Expression(item, self._limits.patterns)
            elif key == _NAMES and isinstance(item, Mapping):
                yield key, dict(self._by_name(item))
            elif key in _MAPS and isinstance(item, Mapping):
                yield key, {name: self.schema(part) for name, part in item.items()}
            elif key not in ("$schema", "pattern", _NAMES):
                yield key, item if key in _DATA else self.schema(item)

    def _by_name(self, schemas: Schema) -> Iterator[tuple[str, Any]]:
        for number, (pattern, schema) in enumerate(schemas.items()):
            expression = _Expression(pattern, self._limits.patterns)
            names = (name for name in sorted(self._names) if expression.is_in(name))
            yield _Literal(names, pattern, number), self.schema(schema)


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield name
            yield from _names(item)
    elif isinstance(value, list):
        for item in value:
            yield from _names(item)
