"""A converted schema, what it costs to show it, and its name under a tool's `$defs`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

from pytest_uimcp.openapi.names import fnv1a
from pytest_uimcp.openapi.spec.pointers import segments

__all__ = ["Draft", "Piece", "definition_name", "weight"]


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
