"""Writes YAML for people: what is short stands in one line, a text of several lines is a block.

Whatever it writes, `load_yaml` reads as the same data.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

WIDTH: Final = 110
_MAX_KEY_CHARACTERS: Final = 100
# What YAML 1.1 or 1.2 reads as something else than text; and what a reader could take for that.
_WORDS: Final = frozenset(["true", "false", "null", "yes", "no", "on", "off", "y", "n", "~"])
_PLAIN: Final = re.compile(r"[^\W\d_](?:[\w .@/()+'!;=*%&$<>-]*[\w.)/+'!;*%])?")
_UNPRINTABLE: Final = re.compile(
    r"[^\x09\x0a\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]|[\u2028\u2029]"
)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def comment_lines(text: str) -> list[str]:
    return [f"# {_UNPRINTABLE.sub(' ', line)}".rstrip() for line in text.splitlines()]


def list_lines(items: Sequence[Any]) -> list[str]:
    """A list, an entry after the other with its dash."""
    return [line for item in items for line in _item(item, 0)]


def entry_lines(key: str, value: Any) -> list[str]:
    """A key of a mapping with its value."""
    return _entry(key, value, 0)


def _entry(key: str, value: Any, depth: int) -> list[str]:
    indent = "  " * depth
    name = scalar(key)
    if len(name) > _MAX_KEY_CHARACTERS:
        # A simple key ends in its line, and may not be longer than 1,024 characters.
        return [f"{indent}? {name}", *_below(f"{indent}:", value, depth)]
    return _below(f"{indent}{name}:", value, depth)


def _below(head: str, value: Any, depth: int) -> list[str]:
    """A value after its key or dash: in the same line, as a block, or in the lines below."""
    line = flow(value)
    if line is not None and (not isinstance(value, Mapping | list) or len(head) + len(line) < WIDTH or not value):
        return [f"{head} {line}"]
    if isinstance(value, str):
        return _block(head, value, depth + 1)
    return [head, *_nested(value, depth + 1)]


def _nested(value: Any, depth: int) -> list[str]:
    if isinstance(value, list):
        return [line for item in value for line in _item(item, depth)]
    return [line for name, item in value.items() for line in _entry(name, item, depth)]


def _item(value: Any, depth: int) -> list[str]:
    dash = "  " * depth + "-"
    lines = _below(dash, value, depth)
    if len(lines) == 1 or isinstance(value, str):
        return lines
    # The first line of what is below moves up, beside the dash.
    first_line = lines[1].removeprefix("  " * (depth + 1))
    return [f"{dash} {first_line}", *lines[2:]]


def flow(value: Any) -> str | None:
    """A value in one line; None if it has a text that reads better as a block."""
    if isinstance(value, str):
        if _is_block(value):
            return None
        return scalar(value)
    if isinstance(value, Mapping):
        parts = [(scalar(key), flow(item)) for key, item in value.items()]
        if any(item is None or len(key) > _MAX_KEY_CHARACTERS for key, item in parts):
            return None
        return "{" + ", ".join(f"{key}: {item}" for key, item in parts) + "}"
    if isinstance(value, list):
        items = [flow(item) for item in value]
        if None in items:
            return None
        return "[" + ", ".join(map(str, items)) + "]"
    return json.dumps(value)


def _is_block(text: str) -> bool:
    """Whether a text can be, and is better, written as a literal block."""
    lines = text.split("\n")
    return (
        len(lines) > 1
        and bool(lines[0].strip())
        and not lines[0].startswith((" ", "\t"))
        and not text.endswith("\n\n")
        and not any(line.endswith((" ", "\t")) or (line and not line.strip()) for line in lines)
        and not _UNPRINTABLE.search(text)
        and "\x85" not in text
    )


def _block(head: str, text: str, depth: int) -> list[str]:
    indent = "  " * depth
    body = text.removesuffix("\n")
    lines = [f"{indent}{line}" if line else "" for line in body.split("\n")]
    return [f"{head} {'|' if body != text else '|-'}", *lines]


def scalar(text: str) -> str:
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    if _SURROGATE.search(text):
        text = _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)
    quoted = json.dumps(text, ensure_ascii=False)
    return _UNPRINTABLE.sub(lambda character: _hex(character[0]), quoted).replace("\x85", "\\x85")


def _hex(character: str) -> str:
    number = ord(character)
    if number < 0x100:
        return f"\\x{number:02x}"
    if number < 0x10000:
        return f"\\u{number:04x}"
    return f"\\U{number:08x}"
