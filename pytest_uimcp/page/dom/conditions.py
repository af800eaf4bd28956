"""Whether the conditions of `@media` and `@supports` hold, in Chromium with a window of Playwright's size."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from typing import Final

from pytest_uimcp.page.dom.selectors import SelectorError, selectors
from pytest_uimcp.page.dom.syntax import split
from pytest_uimcp.page.dom.values import TAKEN, accepted
from pytest_uimcp.page.dom.words import words

__all__ = ["media", "supports"]

WIDTH = 1280
HEIGHT = 720
"""The size of the window, that of Playwright's pages."""
_TYPES: Final = {"all": True, "screen": True}
_FEATURES: Final = {
    "any-hover": "hover", "any-pointer": "fine", "display-mode": "browser", "forced-colors": "none", "hover": "hover",
    "orientation": "landscape", "pointer": "fine", "prefers-color-scheme": "light",
    "prefers-contrast": "no-preference", "prefers-reduced-motion": "reduce", "scripting": "enabled", "update": "fast",
}  # fmt: skip
_PLAIN: Final = {"color": True, "width": True, "height": True, "monochrome": False, "grid": False}
_SIGNS: Final[dict[str, Callable[[float, float], bool]]] = {
    "<": operator.lt, "<=": operator.le, "=": operator.eq, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_MIRRORED: Final = {"<": ">", "<=": ">=", "=": "=", ">": "<", ">=": "<="}
_SIZE: Final = r"[\d.]+(?:px|em|rem)?"
_LENGTH: Final = re.compile(rf"(?P<end>min|max)-(?P<feature>width|height)\s*:\s*(?P<size>{_SIZE})")
_EQUAL: Final = re.compile(rf"(?P<feature>width|height)\s*:\s*(?P<size>{_SIZE})")
_RANGE: Final = re.compile(
    rf"(?:(?P<low>{_SIZE})\s*(?P<before><=?|>=?|=)\s*)?(?P<feature>width|height)"
    rf"(?:\s*(?P<after><=?|>=?|=)\s*(?P<high>{_SIZE}))?"
)
_QUERY: Final = re.compile(r"(?:(?P<word>not|only)\s+)?(?P<type>[a-z][\w-]*)(?P<more>\s+and\s+(?P<rest>.*))?", re.S)
_PROPERTIES: Final = words(
    """align-items animation aspect-ratio backdrop-filter background background-clip border border-radius box-shadow
    break-inside caret-color clip-path color color-scheme columns contain container-type cursor filter flex flex-wrap
    font font-family font-size gap grid-area grid-template-areas grid-template-columns height hyphens inset
    justify-content left line-clamp line-height margin mask max-height max-width min-height min-width
    mix-blend-mode object-fit opacity order outline overflow overflow-anchor overscroll-behavior padding resize
    row-gap scroll-behavior scroll-snap-type scrollbar-color scrollbar-gutter scrollbar-width tab-size text-align
    text-wrap top touch-action transform transition translate user-select vertical-align white-space width will-change
    writing-mode z-index -webkit-line-clamp -webkit-mask"""
)
"""Properties of whose values Chromium takes those that occur in practice."""


def media(queries: str) -> bool | None:
    """Whether a list of media queries applies; None if that is not known."""
    return _any(_query(part.strip()) for part in split(queries.lower(), ","))


def supports(condition: str) -> bool | None:
    """Whether Chromium has a feature; None if that is not known."""
    return _condition(condition.strip(), _supported)


def _query(query: str) -> bool | None:
    if not query:
        return True
    found = _QUERY.fullmatch(query)
    if found is None or (found["type"] == "not" and not found["word"]):
        return _condition(query, _feature)
    if query.startswith("not ") and query[4:].lstrip().startswith("("):
        return _condition(query, _feature)
    applies = _TYPES.get(found["type"], False)
    if found["rest"]:
        rest = _condition(found["rest"], _feature)
    else:
        rest = not found["more"]
    both = False if not applies or rest is False else rest
    if found["word"] != "not" or both is None:
        return both
    return not both


def _condition(text: str, leaf: Callable[[str], bool | None]) -> bool | None:
    """A condition made of `not`, `and`, `or` and brackets; `leaf` decides what holds nothing of these."""
    parts, signs = _parts(text)
    if len(signs) > 1:
        return False  # a browser takes no mixture
    if signs:
        results = [_condition(part, leaf) for part in parts]
        if signs == {"or"}:
            return _any(results)
        return _all(results)
    if text.startswith("not") and text[3:4] in (" ", "("):
        inner = _condition(text[3:].strip(), leaf)
        if inner is None:
            return None
        return not inner
    if text.startswith("(") and text.endswith(")"):
        inside = text[1:-1].strip()
        nested = inside.startswith("(") or re.match(r"(?:not|selector|font-\w+)\s*\(", inside)
        if nested:
            return _condition(inside, leaf)
        return leaf(inside)
    if re.match(r"[\w-]+\(", text):
        return leaf(text)
    return False


def _parts(text: str) -> tuple[list[str], set[str]]:
    parts = []
    signs = set()
    depth = 0
    start = 0
    for found in re.finditer(r"[()]|\b(and|or)\b", text):
        if found[0] in "()":
            depth += 1 if found[0] == "(" else -1
        elif depth == 0:
            parts.append(text[start : found.start()].strip())
            signs.add(found[0])
            start = found.end()
    return [*parts, text[start:].strip()], signs


def _any(results: Iterable[bool | None]) -> bool | None:
    found = set(results)
    if True in found:
        return True
    if None in found:
        return None
    return False


def _all(results: list[bool | None]) -> bool | None:
    if False in results:
        return False
    if None in results:
        return None
    return True


def _feature(test: str) -> bool | None:
    if found := _LENGTH.fullmatch(test):
        return _compares(found["feature"], ">=" if found["end"] == "min" else "<=", found["size"])
    if found := _EQUAL.fullmatch(test):
        return _compares(found["feature"], "=", found["size"])
    if (found := _RANGE.fullmatch(test)) and (found["low"] or found["high"]):
        low = not found["low"] or _compares(found["feature"], _MIRRORED[found["before"]], found["low"])
        return low and (not found["high"] or _compares(found["feature"], found["after"], found["high"]))
    name, colon, value = (part.strip() for part in test.partition(":"))
    if not colon and name in _PLAIN:
        return _PLAIN[name]
    if name not in _FEATURES:
        return None
    if value:
        return _FEATURES[name] == value
    return _FEATURES[name] not in ("none", "no-preference")


def _compares(feature: str, sign: str, size: str) -> bool:
    number = re.match(r"[\d.]+", size)
    factor = 16 if size.endswith("em") else 1
    return _SIGNS[sign](WIDTH if feature == "width" else HEIGHT, float(number[0] if number else 0) * factor)


def _supported(feature: str) -> bool | None:
    if feature.startswith("selector(") and feature.endswith(")"):
        try:
            return bool(selectors(feature[len("selector(") : -1]))
        except SelectorError:
            return None
    name, colon, value = (part.strip() for part in feature.partition(":"))
    if not colon or not value:
        return None
    if name.startswith("--"):
        return True
    if name in TAKEN:
        return accepted(name.lower(), value.lower()) is not None
    if name.lower() in _PROPERTIES:
        return True
    return None
