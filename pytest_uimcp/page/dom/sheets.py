"""Parses style sheets into rules. Only declarations that affect whether and how an element is displayed are kept."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pytest_uimcp.page.dom.selectors import Selector, SelectorError, selectors
from pytest_uimcp.page.dom.values import accepted
from pytest_uimcp.page.dom.words import words

__all__ = ["KEPT", "Declaration", "Sheet", "StyleRule", "declarations", "sheet_of", "split"]

_LOWERED = words("all content-visibility float pointer-events display visibility position")
KEPT = _LOWERED | {"content"}

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
    layer: str | None
    """The name of its layer; rules outside of any layer win."""
    gap: tuple[str, str] | None = None
    """The row of the table of gaps, and its subject, if it is not known whether the rule applies."""
    sets_variables: bool = False
    only_sets_variables: bool = False
    points: bool = False
    """Whether it says what the pointer hits."""


@lru_cache(maxsize=2048)
def declarations(text: str) -> tuple[Declaration, ...]:
    """Parse the declarations of a rule or of an attribute `style`."""
    found = []
    for part in split(text, ";"):
        name, colon, value = part.partition(":")
        name = name.strip()
        if not name.startswith("--"):
            name = name.lower()
        if not colon or (name not in KEPT and not name.startswith("--")):
            continue
        value, important = _important(value.strip())
        taken = accepted(name, value if name not in _LOWERED else value.lower())
        if taken is not None:
            found.append(Declaration(name, taken, important))
    return tuple(found)


@lru_cache(maxsize=256)
def sheet_of(text: str) -> Sheet:
    """Parse a style sheet."""
    plain = re.sub(r"/\*.*?(?:\*/|$)", " ", text, flags=re.S)
    named = (name.strip().partition(".")[0] for found in _LAYERS.findall(plain) for name in found.split(","))
    return Sheet(tuple(_rules(plain, _Context())), tuple(dict.fromkeys(named)))


def _important(value: str) -> tuple[str, bool]:
    plain = re.sub(r"\s*!\s*important$", "", value, flags=re.I)
    return plain, plain != value


class Sheet(NamedTuple):
    """A style sheet: its rules, and the names of its layers in the order in which they are first named."""

    rules: tuple[StyleRule, ...]
    layers: tuple[str, ...]


class _Context(NamedTuple):
    """What surrounds a rule."""

    layer: str | None = None
    outer: str = ""
    gap: tuple[str, str] | None = None


def _rules(text: str, around: _Context) -> Iterator[StyleRule]:
    for head, body in _blocks(text):
        if not head.startswith("@"):
            yield from _style_rule(_nested(head, around.outer), body, around)
            continue
        word, condition = _at_rule(head)
        if word == "layer":
            # Layers within a layer share its rank.
            yield from _inside(body, around if around.layer else around._replace(layer=condition.partition(".")[0]))
            continue
        applies = _APPLIES.get(word, _never)(condition)
        if applies is None:
            gap = ("media", condition) if word == "media" else ("at-rule", f"{word} {condition}".strip())
            yield from _inside(body, around._replace(gap=gap))
        elif applies:
            yield from _inside(body, around)


def _inside(body: str, around: _Context) -> Iterator[StyleRule]:
    """The rules in an at-rule; within a style rule, its declarations are those of that rule."""
    if around.outer:
        yield from _style_rule(around.outer, body, around)
    else:
        yield from _rules(body, around)


def _at_rule(head: str) -> tuple[str, str]:
    found = re.match(r"@([\w-]+)\s*(.*)", head, re.S)
    return (found[1].lower(), " ".join(found[2].split())) if found else ("", "")


def _style_rule(head: str, body: str, around: _Context) -> Iterator[StyleRule]:
    plain = ";".join(part for part in split(body, ";") if "{" not in part)
    kept = declarations(plain)
    if kept:
        try:
            found = selectors(head)
        except SelectorError:
            found = ()  # a browser drops the whole rule too
        variables = [one.name.startswith("--") for one in kept]
        points = any(one.name == "pointer-events" for one in kept)
        for selector in found:
            yield StyleRule(selector, kept, around.layer, around.gap, any(variables), all(variables), points)
    if "{" in body:
        yield from _rules(_inner_rules(body), around._replace(outer=head))


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


_LAYERS = re.compile(r"@layer\s*([^;{}]*)", re.IGNORECASE)
_SIZE = r"(?P<size>[\d.]+)(?P<unit>px|em|rem)?"
_LENGTH = re.compile(rf"\(\s*(?P<end>min|max)-(?P<feature>width|height)\s*:\s*{_SIZE}\s*\)")
_RANGE = re.compile(rf"\(\s*(?P<feature>width|height)\s*(?P<sign>[<>]=?|=)\s*{_SIZE}\s*\)")
_SIGNS: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt, "<=": operator.le, "=": operator.eq, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_TYPES = {"": True, "all": True, "screen": True, "print": False, "speech": False}
_FEATURES = {
    "any-hover": "hover", "any-pointer": "fine", "display-mode": "browser", "forced-colors": "none", "hover": "hover",
    "orientation": "landscape", "pointer": "fine", "prefers-color-scheme": "light",
    "prefers-contrast": "no-preference", "prefers-reduced-motion": "reduce", "scripting": "enabled", "update": "fast",
}  # fmt: skip


def _media(query: str) -> bool | None:
    """Whether a media query list applies; None if that is not known."""
    found = {_one_media(part.strip()) for part in query.lower().split(",")}
    return True if True in found else None if None in found else False


def _one_media(query: str) -> bool | None:
    negated = query.startswith("not ")
    tests = [part.strip() for part in re.split(r"\band\b", query.removeprefix("not ").removeprefix("only "))]
    found = {_media_test(test) for test in tests}
    applies = False if False in found else None if None in found else True
    return None if applies is None else applies != negated


def _media_test(test: str) -> bool | None:
    if test in _TYPES:
        return _TYPES[test]
    length = _LENGTH.fullmatch(test)
    if length:
        return _compares(length["feature"], ">=" if length["end"] == "min" else "<=", length)
    if length := _RANGE.fullmatch(test):
        return _compares(length["feature"], length["sign"], length)
    name, _, value = test.strip("() ").partition(":")
    name, value = name.strip(), value.strip()
    if name not in _FEATURES or not test.startswith("("):
        return None
    return _FEATURES[name] == value if value else _FEATURES[name] not in ("none", "no-preference")


def _compares(feature: str, sign: str, length: re.Match[str]) -> bool:
    size = float(length["size"]) * (1 if length["unit"] in (None, "px") else 16)
    return _SIGNS[sign](WIDTH if feature == "width" else HEIGHT, size)


def _supports(condition: str) -> bool | None:
    """Whether Chromium has a feature: a plain property with a plain value is taken for one that it has."""
    parts = re.split(r"\s+(?:and|or)\s+", condition.lower())
    return True if all(re.fullmatch(r"\(\s*[a-z-]+\s*:\s*[a-z-]+\s*\)", part) for part in parts) else None


def _never(_condition: str) -> bool:
    """Rules such as `@keyframes`, which decide nothing that is kept, and those that no browser knows."""
    return False


def _unknown(_condition: str) -> None:
    return None


_APPLIES: dict[str, Callable[[str], bool | None]] = {
    "container": _unknown, "media": _media, "scope": _unknown,
    "starting-style": _unknown, "supports": _supports,
}  # fmt: skip
