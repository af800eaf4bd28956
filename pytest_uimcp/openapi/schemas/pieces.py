"""A converted schema: what it costs to show it, its name under a tool's `$defs`, and its shortened form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, Final

from pytest_uimcp.openapi.names import fnv1a
from pytest_uimcp.openapi.schemas.keywords import CHILD, CHILDREN, NAMED
from pytest_uimcp.openapi.spec.nodes import as_object
from pytest_uimcp.openapi.spec.references import segments


@dataclass(frozen=True, slots=True)
class Piece:
    """A converted schema; `False` admits nothing. `links` are the pointers of what it refers to in `$defs`."""

    schema: Any
    size: int
    depth: int
    links: frozenset[str] = frozenset()


@dataclass(slots=True)
class Draft:
    """A piece in the making: its size in characters of JSON, roughly, and how deep it goes."""

    size: int = 0
    depth: int = 0
    deepest: int = 0
    links: set[str] = field(default_factory=set)

    def include(self, piece: Piece) -> None:
        """Count a finished piece that is put in where the draft is."""
        self.size += piece.size
        self.deepest = max(self.deepest, self.depth + piece.depth)
        self.links.update(piece.links)

    def done(self, schema: Any) -> Piece:
        return Piece(schema, self.size, self.deepest, frozenset(self.links))


def weight(value: Any) -> int:
    """The length of a value as JSON, roughly."""
    if isinstance(value, str):
        return len(value) + 2
    if isinstance(value, dict):
        return 2 + sum(len(str(key)) + 4 + weight(item) for key, item in value.items())
    if isinstance(value, list):
        return 2 + sum(weight(item) + 1 for item in value)
    return len(str(value))


_HOMES: Final = (("components", "schemas"), ("definitions",))
_ILLEGAL: Final = re.compile(r"[^A-Za-z0-9_.-]")


def definition_name(pointer: str) -> str:
    """The name of what a pointer leads to: its own, if it is one of the document's named schemas."""
    steps = segments(pointer) or ()
    name = "_".join(_below_home(steps)) or "root"
    legal = _ILLEGAL.sub("_", name)
    # Two names must not become one: what is not as it was, or was put together, carries a hash.
    if legal == name and len(_below_home(steps)) == 1:
        return legal
    return f"{legal}_{fnv1a(pointer) & 0xFFFFF:05x}"


def _below_home(steps: tuple[str, ...]) -> tuple[str, ...]:
    return next((steps[len(home) :] for home in _HOMES if steps[: len(home)] == home), steps)


LEFT_OUT_NOTE: Final = "(left out: too large to show; see the API's documentation)"


def note(schema: Any = None) -> dict[str, Any]:
    """What stands for a part that is left out."""
    return {"type": as_object(schema).get("type", "object"), "description": LEFT_OUT_NOTE}


def cut(schema: Any, room: int) -> Any:
    """The schema in so many characters, as far as that can be; a copy where it differs."""
    # The largest parts go first, each only as far as needed, so that as many as possible stay readable.
    excess = weight(schema) - room
    if excess <= 0:
        return schema
    smaller: dict[_Path, Any] = {}
    for path, child, size in sorted(_children(schema), key=itemgetter(2), reverse=True):
        if excess <= 0:
            break
        smaller[path] = cut(child, size - excess)
        excess -= size - weight(smaller[path])
    if excess <= 0:
        return _with(schema, smaller)
    return note(schema)


# A keyword, and in a list or mapping of schemas the place there.
_Path = tuple[str, Any]
_ITSELF: Final = None


def _children(schema: Any) -> Iterator[tuple[_Path, Any, int]]:
    for key, value in as_object(schema).items():
        if key in NAMED and isinstance(value, dict):
            yield from (((key, name), child, weight(child)) for name, child in value.items())
        elif key in CHILDREN and isinstance(value, list):
            yield from (((key, index), child, weight(child)) for index, child in enumerate(value))
        elif key in CHILD and isinstance(value, dict):
            yield (key, _ITSELF), value, weight(value)


def _with(schema: dict[str, Any], smaller: dict[_Path, Any]) -> dict[str, Any]:
    result = dict(schema)
    for key in dict.fromkeys(key for key, _ in smaller):
        if (key, _ITSELF) in smaller:
            result[key] = smaller[key, _ITSELF]
        elif isinstance(schema[key], list):
            result[key] = [smaller.get((key, index), child) for index, child in enumerate(schema[key])]
        else:
            result[key] = {name: smaller.get((key, name), child) for name, child in schema[key].items()}
    return result
