"""The outline of style sheets: comments, strings, blocks, and what signs separate."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

__all__ = ["Item", "items", "split", "without_comments"]

_STRING: Final = r"\"(?:[^\"\\\n]|\\.)*(?:\"|\n|$)|'(?:[^'\\\n]|\\.)*(?:'|\n|$)"
_COMMENT: Final = re.compile(rf"{_STRING}|(?P<before>[\w-]?)/\*.*?(?:\*/|$)(?P<after>(?=[\w-]))?", re.S)
_SIGN: Final = re.compile(rf"{_STRING}|\\.|[()\[\]{{}};,]|<!--|-->", re.S)
_DEPTH: Final = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
_CUSTOM: Final = re.compile(r"\s*--[\w-]*\s*:")


class Item(NamedTuple):
    """A part of a sheet or of a rule's body."""

    head: str
    """What is before the block; a declaration or a statement as a whole."""
    body: str | None = None
    """What is in the block, if there is one."""


def without_comments(text: str) -> str:
    """The text without its comments; those between two names part them."""
    if "/*" in text:
        return _COMMENT.sub(_uncommented, text)
    return text


def _uncommented(found: re.Match[str]) -> str:
    before = found["before"]
    if before is None:
        return found[0]
    if before and found["after"] is not None:
        return f"{before} "
    return before


def items(text: str, *, in_rule: bool = False) -> Iterator[Item]:
    """The rules of a sheet, or the declarations and rules in the body of a rule, in their order."""
    start = 0
    at = 0
    while (found := _SIGN.search(text, at)) is not None:
        sign = found[0]
        at = found.end()
        head = text[start : found.start()]
        if sign in ("<!--", "-->"):
            if not in_rule and not head.strip():
                start = at
        elif sign in ("(", "["):
            at = _end(text, at)
        elif sign == ";":
            if in_rule or head.lstrip().startswith("@"):
                yield Item(head.strip())
                start = at
        elif sign == "{":
            end = _end(text, at)
            if in_rule and _CUSTOM.match(head):  # a value in braces
                at = end
                continue
            yield Item(head.strip(), text[at : end - 1] if text[end - 1 : end] == "}" and end > at else text[at:])
            start = at = end
    if rest := text[start:].strip():
        yield Item(rest)


def _end(text: str, at: int) -> int:
    """Where what was opened before `at` ends, behind its last bracket."""
    depth = 1
    for found in _SIGN.finditer(text, at):
        depth += _DEPTH.get(found[0], 0)
        if depth == 0:
            return found.end()
    return len(text)


def split(text: str, sign: str) -> list[str]:
    """Split where `sign` stands outside of quotes, brackets and blocks."""
    parts = []
    depth = 0
    start = 0
    for found in _SIGN.finditer(text):
        depth += _DEPTH.get(found[0], 0)
        if found[0] == sign and depth <= 0:
            parts.append(text[start : found.start()])
            start = found.end()
    return [*parts, text[start:]]
