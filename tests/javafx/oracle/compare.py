"""Comparing field by field: numbers within a tolerance, everything else exactly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

TOLERANCE = 0.001
"""Pixels. JavaFX keeps bounds in single precision, which is off by less at the size of a screen."""


@dataclass
class Comparison:
    """How many fields were equal, and which were not."""

    equal: int = 0
    nodes: int = 0
    different: list[tuple[str, Any, Any]] = field(default_factory=list)

    def __add__(self, other: Comparison) -> Comparison:
        return Comparison(self.equal + other.equal, self.nodes + other.nodes, self.different + other.different)

    def said(self) -> str:
        """The differences, a line each."""
        return "\n".join(f"{pointer}: ours {ours!r}, recorded {theirs!r}" for pointer, ours, theirs in self.different)


def leaves(value: Any, pointer: str = "") -> Iterator[tuple[str, Any]]:
    """Every field that holds no others, with its JSON pointer; an empty list or object is one."""
    if isinstance(value, dict) and value:
        for key, one in value.items():
            yield from leaves(one, f"{pointer}/{key}")
    elif isinstance(value, list) and value:
        for place, one in enumerate(value):
            yield from leaves(one, f"{pointer}/{place}")
    else:
        yield pointer, value


def same(ours: Any, theirs: Any) -> bool:
    """Whether a field is equal."""
    if isinstance(ours, (int, float)) and isinstance(theirs, (int, float)) and not isinstance(ours, bool):
        return abs(ours - theirs) <= TOLERANCE
    return type(ours) is type(theirs) and bool(ours == theirs)


MISSING = "missing"


def compare(ours: Any, theirs: Any) -> Comparison:
    """Compare two values; what only one of them has differs."""
    result = Comparison()
    mine, recorded = dict(leaves(ours)), dict(leaves(theirs))
    for pointer in {**recorded, **mine}:
        one, other = mine.get(pointer, MISSING), recorded.get(pointer, MISSING)
        if same(one, other):
            result.equal += 1
        else:
            result.different.append((pointer, one, other))
    return result
