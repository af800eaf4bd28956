"""A converted schema and what it costs to show it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["Draft", "Piece", "weight"]


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
