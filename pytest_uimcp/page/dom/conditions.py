"""Whether the conditions of `@media` and `@supports` hold, in Chromium with a window of Playwright's size."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from typing import Final

from pytest_uimcp.page.dom.selectors import CssSelectorError, selectors
from pytest_uimcp.page.dom.supported import declaration_supported, function_supported
from pytest_uimcp.page.dom.syntax import split
from pytest_uimcp.page.dom.values import ACCEPTED_KEYWORDS, computed_value

__all__ = ["media_matches", "supports"]

# The size of the window, that of Playwright's pages.
_WINDOW: Final = {"width": 1280, "height": 720}
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
_BOUNDS: Final = {"min": ">=", "max": "<="}
_MIRRORED: Final = {"<": ">", "<=": ">=", "=": "=", ">": "<", ">=": "<="}
# In a media query 1em is the initial size of the font, 16px, whatever the page sets.
_SIZE: Final = r"[\d.]+(?:px|em|rem)?"
_LENGTH: Final = re.compile(rf"(?P<end>min|max)-(?P<feature>width|height)\s*:\s*(?P<size>{_SIZE})")
_EQUAL: Final = re.compile(rf"(?P<feature>width|height)\s*:\s*(?P<size>{_SIZE})")
_RANGE: Final = re.compile(
    rf"(?:(?P<low>{_SIZE})\s*(?P<before><=?|>=?|=)\s*)?(?P<feature>width|height)"
    rf"(?:\s*(?P<after><=?|>=?|=)\s*(?P<high>{_SIZE}))?"
)
_QUERY: Final = re.compile(r"(?:(?P<word>not|only)\s+)?(?P<type>[a-z][\w-]*)(?P<more>\s+and\s+(?P<rest>.*))?", re.S)


def media_matches(queries: str) -> bool | None:
    """Whether a list of media queries applies; None if that is not known."""
    return _any(_query(part.strip()) for part in split(queries.lower(), ","))


def supports(condition: str) -> bool | None:
    return _condition(condition.strip(), _supported)


def all_of_parts(condition: str, leaf: Callable[[str], bool | None]) -> bool | None:
    """Whether a condition made of `not`, `and`, `or` and brackets holds, by what holds of its parts."""
    return _condition(condition.strip(), leaf)


def _query(query: str) -> bool | None:
    if not query:
        return True
    match = _QUERY.fullmatch(query)
    if match is None or (match["type"] == "not" and not match["word"]):
        return _condition(query, _feature)
    if query.startswith("not ") and query[4:].lstrip().startswith("("):
        return _condition(query, _feature)
    applies = _TYPES.get(match["type"], False)
    if match["rest"]:
        condition = _condition(match["rest"], _feature)
    else:
        condition = not match["more"]
    both = applies and condition
    if match["word"] != "not" or both is None:
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
        result = _condition(text[3:].strip(), leaf)
        if result is None:
            return None
        return not result
    if text.startswith("(") and text.endswith(")"):
        content = text[1:-1].strip()
        nested = content.startswith("(") or re.match(r"(?:not|selector|font-\w+)\s*\(", content)
        if nested:
            return _condition(content, leaf)
        return leaf(content)
    if re.match(r"[\w-]+\(", text):
        return leaf(text)
    return False


def _parts(text: str) -> tuple[list[str], set[str]]:
    parts = []
    signs = set()
    depth = 0
    start = 0
    for match in re.finditer(r"[()]|\b(and|or)\b", text):
        if match[0] in "()":
            depth += {"(": 1, ")": -1}[match[0]]
        elif depth == 0:
            parts.append(text[start : match.start()].strip())
            signs.add(match[0])
            start = match.end()
    return [*parts, text[start:].strip()], signs


def _any(results: Iterable[bool | None]) -> bool | None:
    # Three-valued: what is not known counts only where nothing else decides.
    values = set(results)
    if True in values:
        return True
    if None in values:
        return None
    return False


def _all(results: list[bool | None]) -> bool | None:
    if False in results:
        return False
    if None in results:
        return None
    return True


def _feature(test: str) -> bool | None:
    if match := _LENGTH.fullmatch(test):
        return _compares(match["feature"], _BOUNDS[match["end"]], match["size"])
    if match := _EQUAL.fullmatch(test):
        return _compares(match["feature"], "=", match["size"])
    if (match := _RANGE.fullmatch(test)) and (match["low"] or match["high"]):
        is_above = not match["low"] or _compares(match["feature"], _MIRRORED[match["before"]], match["low"])
        return is_above and (not match["high"] or _compares(match["feature"], match["after"], match["high"]))
    name, colon, value = (part.strip() for part in test.partition(":"))
    if not colon and name in _PLAIN:
        return _PLAIN[name]
    if name not in _FEATURES:
        return None
    if value:
        return _FEATURES[name] == value
    return _FEATURES[name] not in ("none", "no-preference")


def _compares(feature: str, sign: str, size: str) -> bool:
    factor = 16 if size.endswith("em") else 1
    return _SIGNS[sign](_WINDOW[feature], float(size.rstrip("empxr")) * factor)


def _supported(feature: str) -> bool | None:
    if feature.startswith("selector(") and feature.endswith(")"):
        try:
            return bool(selectors(feature[len("selector(") : -1]))
        except CssSelectorError:
            return False
    name, colon, value = (part.strip() for part in feature.partition(":"))
    if not colon or not value:
        return function_supported(feature.lower())
    if name.startswith("--"):
        return True
    if name in ACCEPTED_KEYWORDS:
        return computed_value(name.lower(), value.lower()) is not None
    return declaration_supported(name.lower(), value.lower())
