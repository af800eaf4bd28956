"""The events of a YAML text, of some texts too that libyaml refuses although other readers take them.

A line of nothing but tabs and spaces is blank, and a comment may have tabs before it. Control characters of Latin-1
(U+007F to U+009F) slip into texts from other encodings; for libyaml they stand as private characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import yaml

__all__ = ["events", "has_tabs", "without_tabs"]

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_TABS: Final = re.compile(r"^( *)\t[ \t]*(?=#|\r?$)", re.MULTILINE)
_LINE_END: Final = re.compile("(\r\n|[\n\r\x85\u2028\u2029])")  # as libyaml counts them
_CONTROLS: Final = re.compile("[\x7f-\x84\x86-\x9f]")
_PRIVATE: Final = (0xF0000, 0x100000)
_BLOCKS: Final = frozenset({"|", ">"})


def events(text: str) -> Iterator[Any]:
    """The events; raises yaml.YAMLError."""
    start = _free(text) if _CONTROLS.search(text) else None
    if start is None:
        yield from yaml.parse(text, Loader=LOADER)
        return
    hidden = text.translate({code: start + code for code in range(0x7F, 0xA0) if code != 0x85})
    shown = {start + code: code for code in range(0x7F, 0xA0)}
    for event in yaml.parse(hidden, Loader=LOADER):
        if isinstance(event, yaml.ScalarEvent):
            event.value = event.value.translate(shown)
        yield event


def _free(text: str) -> int | None:
    """Where private characters begin that the text does not have itself; None if there are none."""
    return next(
        (start for start in _PRIVATE if not re.search(f"[{chr(start + 0x7F)}-{chr(start + 0x9F)}]", text)), None
    )


def has_tabs(text: str) -> bool:
    """Whether a line begins with tabs where libyaml may refuse them."""
    return _TABS.search(text) is not None


def without_tabs(text: str) -> str:
    """The text without these tabs, but where they are part of a block of text; raises yaml.YAMLError."""
    without = _TABS.sub(r"\1", text)
    # Every second part is a line, the others are the ends of lines.
    lines = _LINE_END.split(text)[::2]
    parts = _LINE_END.split(without)
    for event in events(without):
        if isinstance(event, yaml.ScalarEvent) and event.style in _BLOCKS:
            inside = _lines_of(event)
            margin = min((_margin(parts[2 * number]) for number in inside if parts[2 * number].strip()), default=0)
            for number in inside:
                if _margin(lines[number]) >= margin:
                    parts[2 * number] = lines[number]
    return "".join(parts)


def _lines_of(block: Any) -> range:
    """The lines of a block of text but for the one that opens it."""
    return range(block.start_mark.line + 1, block.end_mark.line)


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
