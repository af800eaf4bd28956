"""Splits HTML text into the markup around its templates and selects, and their contents.

justhtml 3.16 parses them wrongly even when they are valid: `<template><tr><td>1</tr><tr>` loses the second
row, `<template><select><option>a</select>b` puts `b` into the option, `<p><select><hr>` ends the paragraph. Elsewhere
it does well, so `pure` has each content read by itself, in surroundings that suit it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from pytest_uimcp.page.dom.words import words

__all__ = ["InnerMarkup", "Pieces", "cut", "doctype", "first_tag", "without_early_ends"]

_CUT = words("select template")
_RAW_TEXT = words("iframe noembed noframes plaintext script style textarea title xmp")
# What may come first in a template without deciding in which mode the rest is parsed.
_NEUTRAL = words("base link meta noframes script style template title")
_MAKING = words("br p")
_VOID = words("area base br col embed hr img input link meta source track wbr")
# What the end of something around it ends as well.
_IMPLIED_ENDS = words("dd dt li optgroup option p rb rp rt rtc")
# A comment or a tag, as in the HTML standard's tokenizer. A match extends to the end of the text if need
# be, because giving up there and trying again at the next `<` would take quadratic time.
_TAG = re.compile(
    r"""<!--(?:-?>|.*?(?:--!?>|\Z))
    | <(?:[!?]|/(?![a-z]))[^>]*+>?
    | </(?P<end>[a-z][^\t\n\f\r />]*+)[^>]*+>?
    | <(?P<start>[a-z][^\t\n\f\r />]*+)
      (?:
        [\t\n\f\r /]*+
        [^\t\n\f\r />][^\t\n\f\r />=]*+
        (?: [\t\n\f\r ]*+ = [\t\n\f\r ]*+ (?: "[^"]*+"?+ | '[^']*+'?+ | [^\t\n\f\r >"'][^\t\n\f\r >]*+ )?+ )?+
      )*+
      [\t\n\f\r /]*+>?""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_DOCTYPE = re.compile(r"(?:\s|<!--.*?-->)*+(<!doctype[^>]*+>)", re.DOTALL | re.IGNORECASE)


class InnerMarkup(NamedTuple):
    tag: str
    text: str


class Pieces(NamedTuple):
    """The text with its outermost templates and selects emptied; their attribute `mark` is an index into `contents`."""

    text: str
    mark: str
    contents: list[InnerMarkup]


class _Tag(NamedTuple):
    name: str
    is_start: bool
    start: int
    end: int


def cut(text: str) -> Pieces | None:
    """Take the contents out; None if there are none, or if it is not clear where they end."""
    mark = next(mark for mark in _marks() if mark not in text)
    parts: list[str] = []
    contents: list[InnerMarkup] = []
    open_tags: list[str] = []
    taken_until = 0
    for tag in _tags(text):
        if tag.name not in _CUT:
            continue
        if tag.is_start:
            if not open_tags:
                name_end = tag.start + 1 + len(tag.name)
                parts += text[taken_until:name_end], f" {mark}={len(contents)}", text[name_end : tag.end]
                taken_until = tag.end
            open_tags.append(tag.name)
        elif tag.name in open_tags:
            while open_tags.pop() != tag.name:
                pass
            if not open_tags:
                contents.append(InnerMarkup(tag.name, text[taken_until : tag.start]))
                taken_until = tag.start
    if open_tags or not contents:
        return None
    return Pieces("".join([*parts, text[taken_until:]]), mark, contents)


def doctype(text: str) -> str:
    """The doctype of a page, which decides its mode (in quirks mode, a table does not end a paragraph)."""
    match = _DOCTYPE.match(text)
    if match:
        return match[1]
    return ""


def without_early_ends(text: str) -> str:
    """A template without the ends of forms in which something is still open: Chromium ignores them in templates."""
    if "</form" not in text.lower():
        return text
    parts: list[str] = []
    open_tags: list[str] = []
    taken_until = 0
    for tag in _tags(text):
        if tag.is_start:
            if tag.name not in _VOID and text[tag.end - 2 : tag.end] != "/>":
                open_tags.append(tag.name)
            continue
        if tag.name not in open_tags:
            continue
        place = len(open_tags) - 1 - open_tags[::-1].index(tag.name)
        if tag.name == "form" and not _IMPLIED_ENDS.issuperset(open_tags[place + 1 :]):
            parts.append(text[taken_until : tag.start])
            taken_until = tag.end
        else:
            del open_tags[place:]
    return "".join([*parts, text[taken_until:]])


def first_tag(text: str) -> str:
    """The name of the start tag that decides in which mode a template's content is parsed; empty if there is none.

    `/p` or `/br` if one of these end tags comes first: they make elements everywhere but there.
    """
    for tag in _tags(text):
        if tag.is_start and tag.name not in _NEUTRAL:
            return tag.name
        if not tag.is_start and tag.name in _MAKING:
            return f"/{tag.name}"
    return ""


def _marks() -> Iterator[str]:
    return (f"uimcp-content-{number}" for number in count())


def _tags(text: str) -> Iterator[_Tag]:
    place = 0
    while match := _TAG.search(text, place):
        place = match.end()
        kind = match.lastgroup
        if kind is None:
            continue
        name = match[kind].lower()
        yield _Tag(name, kind == "start", match.start(), place)
        if kind == "start" and name in _RAW_TEXT:
            # `plaintext` has no end tag.
            end = name != "plaintext" and re.compile(rf"</{name}(?=[\t\n\f\r />])", re.IGNORECASE).search(text, place)
            place = end.start() if end else len(text)
