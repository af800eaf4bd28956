"""Values of CSS: which ones a browser takes, variables in them, and the text of `content`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from pytest_uimcp.page.dom.escapes import unescape
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.gaps import refuse

__all__ = [
    "ACCEPTED_KEYWORDS", "KEYWORDS", "computed_value", "generated_text", "is_computed", "substitute_variables",
    "without_environment",
]  # fmt: skip

# Values that every property takes.
KEYWORDS: Final = words("inherit initial revert revert-layer unset")
_DISPLAYS: Final = words(
    """block contents flex flow-root grid inline inline-block inline-flex inline-grid inline-table list-item math none
    ruby ruby-text table table-caption table-cell table-column table-column-group table-footer-group table-header-group
    table-row table-row-group -webkit-box -webkit-flex -webkit-inline-box -webkit-inline-flex flow"""
)
_TWO_WORDS: Final = {
    "block flex": "flex", "block flow": "block", "block flow-root": "flow-root", "block grid": "grid",
    "block table": "table", "flow": "block", "inline flex": "inline-flex", "inline flow": "inline",
    "inline flow-root": "inline-block", "inline grid": "inline-grid", "inline table": "inline-table",
    "-webkit-flex": "flex", "-webkit-inline-flex": "inline-flex", "-webkit-box": "flex",
    "-webkit-inline-box": "inline-flex",
}  # fmt: skip
ACCEPTED_KEYWORDS: Final = {
    "all": KEYWORDS, "content-visibility": words("visible hidden auto"), "display": _DISPLAYS,
    "float": words("left right none inline-start inline-end"),
    "pointer-events": words("auto none all fill painted stroke visible visiblefill visiblepainted visiblestroke"),
    "position": words("absolute fixed relative static sticky"),
    "visibility": words("visible hidden collapse"),
}  # fmt: skip
_VARIABLE: Final = re.compile(r"var\(\s*(?P<name>--[\w-]+)\s*(?:,(?P<default>(?:[^()]|\([^()]*\))*))?\)", re.I)
_TOKEN: Final = re.compile(
    r"\"(?P<double>(?:[^\"\\]|\\.)*)\"|'(?P<single>(?:[^'\\]|\\.)*)'"
    r"|attr\(\s*(?P<attribute>[\w-]+)\s*(?:,(?P<default>[^)]*))?\)|(?P<slash>/)|(?P<word>[^\s\"'/(]+(?:\([^)]*\))?)",
    re.S,
)


# What a value may be computed from; `if()` and functions of the page's own are not known.
_COMPUTED: Final = re.compile(r"(?:\bvar|(?P<unknown>\bif|(?<![\w-])--[\w-]+))\(", re.I)
_ENVIRONMENT: Final = re.compile(r"\benv\(\s*(?P<name>[\w-]+)[\s\d]*(?:,(?P<default>(?:[^()]|\([^()]*\))*))?\)", re.I)
# A window without a notch.
_ENVIRONMENTAL: Final = {f"safe-area-inset-{side}": "0px" for side in ("top", "right", "bottom", "left")}


def is_computed(value: str) -> bool:
    """Whether a value depends on variables, conditions or functions."""
    return "(" in value and _COMPUTED.search(value) is not None


def without_environment(name: str, value: str) -> str:
    """A value with what the browser's environment says; where it says nothing, the property counts as not set."""
    if "(" not in value:
        return value
    missing = False

    def replaced(reference: re.Match[str]) -> str:
        nonlocal missing
        text = _ENVIRONMENTAL.get(reference["name"], reference["default"])
        missing = missing or text is None
        return (text or "").strip()

    changed = _ENVIRONMENT.sub(replaced, value)
    if missing:
        return "initial" if name.startswith("--") else "unset"
    return changed


def computed_value(name: str, value: str) -> str | None:
    """A value as it is computed; None for one that a browser does not take, whose declaration counts for nothing."""
    keywords = ACCEPTED_KEYWORDS.get(name)
    if keywords is None or is_computed(value) or value in KEYWORDS:
        return value
    plain = " ".join(value.split())
    if name == "display":
        plain = _TWO_WORDS.get(plain, plain)
    if plain in keywords:
        return plain
    return None


def substitute_variables(value: str, variable: Callable[[str], str | None]) -> str | None:
    """A value with its variables replaced; None if one of them has no value."""
    missing = False

    def replaced(reference: re.Match[str]) -> str:
        nonlocal missing
        text = variable(reference["name"])
        if text is None:
            text = reference["default"]
        missing = missing or text is None
        return (text or "").strip()

    # A variable may hold variables; one that holds itself never comes to an end.
    for _ in range(20):
        if "var(" not in value.lower():
            computed = _COMPUTED.search(value)
            if computed is not None and computed["unknown"]:
                refuse("css-value", value.strip())
            return value.strip()
        changed = _VARIABLE.sub(replaced, value)
        if missing or changed == value:
            return None
        value = changed
    return None


def generated_text(value: str, element: Element) -> str | None:
    """The text of a value of `content`, as it is read aloud; None if there is none."""
    if value in ("none", "normal", "") or value in KEYWORDS:
        return None
    parts: list[str] = []
    for token in _TOKEN.finditer(value):
        text = _part(token, element)
        if text is None:  # the text behind the slash replaces what stands before it
            parts.clear()
            continue
        parts.append(text)
    return "".join(parts)


def _part(token: re.Match[str], element: Element) -> str | None:
    if token["slash"]:
        return None
    if token["attribute"]:
        value = element.get(token["attribute"].lower())
        default = (token["default"] or "").strip().strip("\"'")
        if value is None:
            return default
        return value
    if token["word"]:
        if token["word"].startswith(_PICTURES):
            return ""
        refuse("css-value", f"content: {token['word']}")
    return unescape(token["double"] or token["single"] or "")


_PICTURES: Final = ("url(", "image-set(", "linear-gradient(", "radial-gradient(", "-webkit-image-set(")
