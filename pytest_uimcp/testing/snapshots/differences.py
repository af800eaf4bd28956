from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from typing import Final

_MAX_LINES: Final = 200
_MAX_LINE_CHARACTERS: Final = 240


def text_difference(expected: str, received: str) -> Iterator[str]:
    """The removed (`-`) and added (`+`) lines, with a line of context."""
    lines = list(unified_diff(expected.splitlines(), received.splitlines(), n=1, lineterm=""))[2:]
    for line in lines[:_MAX_LINES]:
        yield _shown(line)
    if len(lines) > _MAX_LINES:
        yield f"… {len(lines) - _MAX_LINES} more lines"


def _shown(line: str) -> str:
    if line.startswith("@@"):
        return f"  line {max(1, int(line.split()[1].lstrip('-').partition(',')[0]))}:"
    text = f"{line[0]} {line[1:]}"
    if len(text) <= _MAX_LINE_CHARACTERS:
        return text
    return text[: _MAX_LINE_CHARACTERS - 1] + "…"
