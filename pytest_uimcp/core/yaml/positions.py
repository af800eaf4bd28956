"""Mappings and lists that know where in the text they stand."""

from __future__ import annotations

from typing import Any

__all__ = ["YamlList", "YamlMapping", "line_of"]


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


def line_of(value: object) -> int:
    """The line a mapping begins on, 0 for anything else."""
    if isinstance(value, YamlMapping):
        return value.line
    return 0
