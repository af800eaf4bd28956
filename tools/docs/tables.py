"""Tables of Markdown."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["Rows", "table"]

Rows = Iterable[Iterable[str]]


def table(*head: str, rows: Rows) -> str:
    """A table of Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)
