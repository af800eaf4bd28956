"""Mappings and lists that know where in the text they stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

__all__ = ["YamlList", "YamlMapping", "line_at"]


class YamlMapping(dict[str, Any]):
    """A mapping that knows the line it begins on, and the line of each key."""

    def __init__(self, line: int = 0) -> None:
        super().__init__()
        self.line = line
        self.lines: dict[str, int] = {}


class YamlList(list[Any]):
    """A list that knows the line of each item."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[int] = []


def line_at(data: Any, path: Sequence[str | int]) -> int:
    """The line of a place in data that knows its lines, or of what is nearest around it; 0 if it knows none."""
    line = getattr(data, "line", 0)
    for step in path:
        lines: Any = getattr(data, "lines", ())
        try:
            line = lines[step]
            data = data[step]
        except (LookupError, TypeError):
            break
    return int(line)
