"""The tags of a document with their lines, however broken it is.

The time is linear in the length of the text: that of the library's `html.parser` is quadratic if tags do not end. As in
a browser, a tag that does not end takes the rest of the document with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from html import unescape
from typing import Final

from pytest_uimcp.core.records import dataclass

_OPEN = re.compile(r"<!--|<(/?)([A-Za-z][^\s/>]*)")
_ATTRIBUTE = re.compile(
    r"""[\s/]*(?:(?P<end>>)|(?P<name>[^\s/>][^\s/>=]*)"""
    r"""(?:\s*=\s*(?:(?P<quote>["'])|(?P<bare>[^\s>"'][^\s>]*)))?)"""
)
# What is in these is no markup.
_RAW: Final = {name: re.compile(f"</{name}", re.IGNORECASE) for name in ("script", "style")}


@dataclass(frozen=True, slots=True)
class StartTag:
    name: str
    attributes: dict[str, str]
    line: int
    # The line of each attribute.
    lines: dict[str, int]
    # The attributes as they are written: HTML reads their names in small letters.
    spelling: dict[str, str]
    # Whether it ends in `/>`; where it is, and where what it holds begins.
    closes_itself: bool = False
    place: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class EndTag:
    name: str
    line: int
    place: int


@lru_cache(maxsize=64)
def start_tags(text: str) -> tuple[StartTag, ...]:
    """Every start tag of a text, without those in comments, scripts and styles."""
    return tuple(tag for tag in tags(text) if isinstance(tag, StartTag))


@lru_cache(maxsize=64)
def tags(text: str) -> tuple[StartTag | EndTag, ...]:
    """Every start and end tag of a text, without those in comments, scripts and styles."""
    return tuple(_tags(text))


def _tags(text: str) -> Iterator[StartTag | EndTag]:
    lines = _Lines(text)
    place = 0
    while match := _OPEN.search(text, place):
        # A comment: nothing in it is a tag.
        if match[2] is None:
            place = text.find("-->", match.end())
            if place < 0:
                return
            continue
        tag = StartTag(match[2].lower(), {}, lines.at(match.start()), {}, {})
        place, closes_itself = _read_attributes(text, match.end(), tag, lines)
        if place < 0:
            return
        if match[1]:
            yield EndTag(tag.name, tag.line, match.start())
            continue
        yield replace(tag, closes_itself=closes_itself, place=match.start(), end=place)
        if tag.name in _RAW:
            end = _RAW[tag.name].search(text, place)
            if end is None:
                return
            place = end.start()


def _read_attributes(text: str, place: int, tag: StartTag, lines: _Lines) -> tuple[int, bool]:
    """Read the attributes of a tag. Returns where it ends, or -1 if it does not, and whether it ends in `/>`."""
    while match := _ATTRIBUTE.match(text, place):
        place = match.end()
        if match["end"]:
            return place, "/" in match[0]
        value = match["bare"] or ""
        if match["quote"]:
            end = text.find(match["quote"], place)
            if end < 0:
                return -1, False
            value = text[place:end]
            place = end + 1
        name = match["name"].lower()
        if name not in tag.attributes:  # of two with the same name, browsers take the first
            tag.attributes[name] = unescape(value)
            tag.lines[name] = lines.at(match.start("name"))
            tag.spelling[name] = match["name"]
    return -1, False


class _Lines:
    """Line numbers of places that are asked for in ascending order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0
        self._line = 1

    def at(self, place: int) -> int:
        self._line += self._text.count("\n", self._place, place)
        self._place = place
        return self._line
