"""The events of a YAML text, of some texts too that libyaml refuses although other readers take them.

A line of nothing but tabs and spaces is blank, and a comment may have tabs before it. JSON writes a character beyond
U+FFFF as two escapes. A block of text may begin with a tab, and control characters of Latin-1 (U+007F to U+009F) slip
into texts from other encodings; for libyaml these stand as private characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import yaml

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

LINE_END: Final = re.compile("(\r\n|[\n\r\x85\u2028\u2029])")  # as libyaml counts them
CONTROLS: Final = re.compile("[\x7f-\x84\x86-\x9f]")
_TABS: Final = re.compile(r"^( *)\t[ \t]*(?=#|\r?$)", re.MULTILINE)
# The tab after the head of a block of text, blank lines and the indentation.
_FIRST_TAB: Final = re.compile(r"((?<=[:-] )[|>][-+]?[ ]*\r?\n(?:[ ]*\r?\n)*[ ]+)\t(?=[ \t]*[^ \t\r\n])")
# After an even number of backslashes: in `\\ud83d` the backslash is the text.
_PAIR: Final = re.compile(
    r"(?<!\\)(?P<before>(?:\\\\)*)\\u(?P<high>[dD][89aAbB][0-9a-fA-F]{2})\\u(?P<low>[dD][c-fC-F][0-9a-fA-F]{2})"
)
_TAB: Final = 0x09
_CONTROL_CODES: Final = (*range(0x7F, 0x85), *range(0x86, 0xA0))
_PRIVATE: Final = (0xF0000, 0x100000)
_BLOCKS: Final = frozenset({"|", ">"})


def events(text: str) -> Iterator[Any]:
    """The events; raises yaml.YAMLError."""
    return _events(text, CONTROLS.search(text) is not None)


def has_oddities(text: str) -> bool:
    """Whether libyaml may have refused the text for what `tolerant_events` tolerates."""
    return any(pattern.search(text) for pattern in (_TABS, _FIRST_TAB, _PAIR))


def tolerant_events(text: str) -> Iterator[Any]:
    """The same, tolerating tabs and pairs of escapes; raises yaml.YAMLError."""
    # Both halves in one escape: libyaml knows no pairs.
    joined = _PAIR.sub(_joined, text)
    return _events(_without_tabs(joined) if _TABS.search(joined) else joined, True)


def _events(text: str, hide: bool) -> Iterator[Any]:
    start = _free(text) if hide else None
    if start is None:
        yield from yaml.parse(text, Loader=LOADER)
        return
    # Private characters stand in for them while libyaml reads, and are changed back in the values.
    hidden = _FIRST_TAB.sub(rf"\g<1>{chr(start + _TAB)}", text)
    hidden = hidden.translate({code: start + code for code in _CONTROL_CODES})
    originals = {start + code: code for code in (_TAB, *_CONTROL_CODES)}
    for event in yaml.parse(hidden, Loader=LOADER):
        if isinstance(event, yaml.ScalarEvent):
            event.value = event.value.translate(originals)
        yield event


def _free(text: str) -> int | None:
    """Where private characters begin that the text does not have itself; None if there are none."""
    return next((start for start in _PRIVATE if not re.search(f"[{chr(start)}-{chr(start + 0x9F)}]", text)), None)


def _joined(pair: re.Match[str]) -> str:
    high_half = int(pair["high"], 16)
    low_half = int(pair["low"], 16)
    return f"{pair['before']}\\U{0x10000 + (high_half - 0xD800) * 0x400 + low_half - 0xDC00:08x}"


def _without_tabs(text: str) -> str:
    """The text without tabs at the start of lines, but where they are part of a block of text."""
    without = _TABS.sub(r"\1", text)
    # Every second part is a line, the others are the ends of lines.
    lines = LINE_END.split(text)[::2]
    parts = LINE_END.split(without)
    for event in _events(without, True):
        if isinstance(event, yaml.ScalarEvent) and event.style in _BLOCKS:
            numbers = _lines_of(event)
            margin = min((_margin(parts[2 * number]) for number in numbers if parts[2 * number].strip()), default=0)
            for number in numbers:
                if _margin(lines[number]) >= margin:
                    parts[2 * number] = lines[number]
    return "".join(parts)


def _lines_of(block: Any) -> range:
    return range(block.start_mark.line + 1, block.end_mark.line)


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
