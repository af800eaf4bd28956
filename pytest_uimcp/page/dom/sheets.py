"""Parses style sheets into rules. Only declarations that affect whether and how an element is displayed are kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from pytest_uimcp.page.dom.selectors import Selector, SelectorError, selectors
from pytest_uimcp.page.dom.words import words

__all__ = ["KEPT", "Declaration", "StyleRule", "declarations", "rules_of", "split"]

KEPT = words("all content-visibility content float pointer-events display visibility position")

WIDTH, HEIGHT = 1280, 720
"""The size of the window, that of Playwright's pages."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """`name: value`."""

    name: str
    value: str
    important: bool


@dataclass(frozen=True, slots=True)
class StyleRule:
    """One selector with its declarations."""

    selector: Selector
    declarations: tuple[Declaration, ...]
    layered: bool
    """Inside `@layer`: rules outside of any layer win."""


@lru_cache(maxsize=2048)
def declarations(text: str) -> tuple[Declaration, ...]:
    """Parse the declarations of a rule or of an attribute `style`."""
    found = []
    for part in split(text, ";"):
        name, colon, value = part.partition(":")
        name = name.strip().lower()
        if colon and name in KEPT:
            value, important = _important(value.strip())
            found.append(Declaration(name, value if name == "content" else value.lower(), important))
    return tuple(found)


@lru_cache(maxsize=256)
def rules_of(text: str) -> tuple[StyleRule, ...]:
    """Parse a style sheet."""
    return tuple(_rules(re.sub(r"/\*.*?(?:\*/|$)", " ", text, flags=re.S), False, ""))


def _important(value: str) -> tuple[str, bool]:
    plain = re.sub(r"\s*!\s*important$", "", value, flags=re.I)
    return plain, plain != value


def _rules(text: str, layered: bool, outer: str) -> Iterator[StyleRule]:
    for head, body in _blocks(text):
        if head.startswith("@"):
            word, _, condition = head[1:].partition(" ")
            word = word.lower()
            if (
                word == "layer"
                or (word == "media" and _media(condition))
                or (word == "supports" and "not" not in condition)
            ):
                yield from _rules(body, layered or word == "layer", outer)
        else:
            yield from _style_rule(_nested(head, outer), body, layered)


def _style_rule(head: str, body: str, layered: bool) -> Iterator[StyleRule]:
    plain = ";".join(part for part in split(body, ";") if "{" not in part)
    kept = declarations(plain)
    if kept:
        try:
            found = selectors(head)
        except SelectorError:
            found = ()  # a browser drops the whole rule too
        for selector in found:
            yield StyleRule(selector, kept, layered)
    if "{" in body:
        yield from _rules(_inner_rules(body), layered, head)


def _nested(head: str, outer: str) -> str:
    if not outer:
        return head
    around = f":is({outer})"
    parts = (part.strip() for part in split(head, ","))
    return ", ".join(part.replace("&", around) if "&" in part else f"{around} {part}" for part in parts)


def _inner_rules(body: str) -> str:
    """The nested rules of a rule's body, without its declarations."""
    kept = []
    for head, inner in _blocks(body):
        kept.append(f"{split(head, ';')[-1]} {{{inner}}}")
    return "\n".join(kept)


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """`head { body }`, statements such as `@import` left out."""
    at = 0
    while (start := text.find("{", at)) >= 0:
        depth, end = 1, start + 1
        while end < len(text) and depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        head = text[at:start]
        if head.lstrip().startswith("@"):
            head = head.rsplit(";", 1)[-1]
        yield head.strip(), text[start + 1 : end - 1 if depth == 0 else end]
        at = end


def split(text: str, sign: str) -> list[str]:
    """Split where `sign` stands outside of quotes, brackets and blocks."""
    parts, depth, quote, start = [], 0, "", 0
    for at, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == sign and depth <= 0:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]


_LENGTH = re.compile(r"\(\s*(min|max)-(width|height)\s*:\s*([\d.]+)(px|em|rem)?\s*\)")
_FEATURES = {
    "prefers-color-scheme": "light", "prefers-reduced-motion": "no-preference", "orientation": "landscape",
    "hover": "hover", "pointer": "fine",
}  # fmt: skip


def _media(query: str) -> bool:
    return any(_one_media(part) for part in query.lower().split(","))


def _one_media(query: str) -> bool:
    query = query.strip()
    negated = query.startswith("not ")
    tests = [part.strip() for part in re.split(r"\band\b", query.removeprefix("not ").removeprefix("only "))]
    return all(_media_test(test) for test in tests) != negated


def _media_test(test: str) -> bool:
    if test in ("", "all", "screen"):
        return True
    length = _LENGTH.fullmatch(test)
    if length:
        size = float(length[3]) * (1 if length[4] in (None, "px") else 16)
        have = WIDTH if length[2] == "width" else HEIGHT
        return have >= size if length[1] == "min" else have <= size
    name, _, value = test.strip("() ").partition(":")
    return _FEATURES.get(name.strip()) == value.strip()
