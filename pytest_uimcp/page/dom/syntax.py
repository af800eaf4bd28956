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
    # What is before the block; a declaration or a statement as a whole.
    head: str
    # What is in the block, if there is one.
    body: str | None = None


def without_comments(text: str) -> str:
    """The text without its comments; those between two names part them."""
    if "/*" in text:
        return _COMMENT.sub(_uncommented, text)
    return text


def _uncommented(comment: re.Match[str]) -> str:
    name_end = comment["before"]
    if name_end is None:
        return comment[0]
    if name_end and comment["after"] is not None:
        return f"{name_end} "
    return name_end


def items(text: str, *, in_rule: bool = False) -> Iterator[Item]:
    """The rules of a sheet, or the declarations and rules in the body of a rule, in their order."""
    start = 0
    place = 0
    while (match := _SIGN.search(text, place)) is not None:
        sign = match[0]
        place = match.end()
        head = text[start : match.start()]
        if sign in ("<!--", "-->"):
            if not in_rule and not head.strip():
                start = place
        elif sign in ("(", "["):
            place = _end(text, place)
        elif sign == ";":
            if in_rule or head.lstrip().startswith("@"):
                yield Item(head.strip())
                start = place
        elif sign == "{":
            end = _end(text, place)
            if in_rule and _CUSTOM.match(head):  # a value in braces
                place = end
                continue
            yield Item(
                head.strip(), text[place : end - 1] if text[end - 1 : end] == "}" and end > place else text[place:]
            )
            start = place = end
    if trailing := text[start:].strip():
        yield Item(trailing)


def _end(text: str, place: int) -> int:
    """Where what was opened before `place` ends, behind its last bracket."""
    depth = 1
    for match in _SIGN.finditer(text, place):
        depth += _DEPTH.get(match[0], 0)
        if depth == 0:
            return match.end()
    return len(text)


def split(text: str, sign: str) -> list[str]:
    """Split where `sign` stands outside of quotes, brackets and blocks."""
    parts = []
    depth = 0
    start = 0
    for match in _SIGN.finditer(text):
        depth += _DEPTH.get(match[0], 0)
        if match[0] == sign and depth <= 0:
            parts.append(text[start : match.start()])
            start = match.end()
    return [*parts, text[start:]]
