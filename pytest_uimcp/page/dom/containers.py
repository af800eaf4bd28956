"""Whether the conditions of `@container` hold: for containers whose width is known well enough, between bounds."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from pytest_uimcp.page.dom.conditions import all_of_parts
from pytest_uimcp.page.dom.flat import parent_in_flat_tree
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.words import words

CONTAINING: Final = words(
    """box-sizing container container-name container-type float margin-left margin-right margin margin-inline max-width
    min-width padding padding-inline padding-left padding-right position width border border-width"""
)
# What style sheets say of these properties of an element, and how it is displayed.
StyleOf: TypeAlias = "Callable[[Element], tuple[Mapping[str, str], str]]"

_NAMED: Final = re.compile(r"(?!not\b|style\b|scroll-state\b)(?P<name>-?[a-z_][\w-]*)\s+(?P<rest>.*)", re.I | re.S)
_SIZE: Final = r"(?P<{0}>[\d.]+)(?P<{0}_unit>px|em|rem)"
_AT_LEAST: Final = re.compile(r"(?P<end>min|max)-(?:width|inline-size)\s*:\s*" + _SIZE.format("size"))
_COMPARED: Final = re.compile(r"(?:width|inline-size)\s*(?P<sign>[<>]=?)\s*" + _SIZE.format("size"))
_PIXELS: Final = re.compile(r"(?P<number>[\d.]+)(?P<unit>px|rem|)")
_SIGNS: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_WINDOW: Final = 1280.0
# What a browser's own sheet takes from the width of what is in such an element, at most.
_INDENTED: Final = {"body": 16.0, **dict.fromkeys(words("blockquote dd dl fieldset figure menu ol ul details"), 90.0)}


def container_holds(condition: str, element: Element, style_of: StyleOf) -> bool | None:
    """Whether a condition holds for an element; None if that is not known."""
    query = _NAMED.fullmatch(condition)
    name = ""
    if query is not None:
        name = query["name"]
        condition = query["rest"]
    container = _container(element, name, style_of)
    if container is None:
        # Where there is no container, nothing holds, not even the contrary; styles can be asked of any element.
        return None if "style(" in condition or "scroll-state(" in condition else False
    bounds = _width(container, style_of)
    return all_of_parts(condition, lambda test: _compares(test, bounds))


def _compares(test: str, bounds: tuple[float, float]) -> bool | None:
    if match := _AT_LEAST.fullmatch(test):
        sign = ">=" if match["end"] == "min" else "<="
    elif match := _COMPARED.fullmatch(test):
        sign = match["sign"]
    else:
        return None
    size = float(match["size"]) * (1 if match["size_unit"] == "px" else 16)
    holds_at_minimum, holds_at_maximum = (_SIGNS[sign](width, size) for width in bounds)
    if holds_at_minimum != holds_at_maximum:
        return None
    return holds_at_minimum


def _container(element: Element, name: str, style_of: StyleOf) -> Element | None:
    ancestor = parent_in_flat_tree(element)
    while ancestor is not None:
        style, _ = style_of(ancestor)
        names, _, kind = style.get("container", "").partition("/")
        kind = style.get("container-type", kind.strip())
        names = style.get("container-name", names)
        if kind in ("inline-size", "size") and (not name or name.lower() in names.split()):
            return ancestor
        ancestor = parent_in_flat_tree(ancestor)
    return None


def _width(element: Element, style_of: StyleOf) -> tuple[float, float]:
    """The width of the content of an element, at least and at most."""
    parent = parent_in_flat_tree(element)
    if parent is None:
        return _WINDOW, _WINDOW
    style, display = style_of(element)
    padding = sum(map(_indent, (value for name, value in style.items() if name.startswith(("padding", "border")))))
    width = _pixels(style.get("width", "auto"))
    if width is not None:
        is_border_box = style.get("box-sizing") == "border-box"
        return width - padding * is_border_box, width
    minimum, maximum = _width(parent, style_of)
    in_flow = style.get("position", "static") in ("static", "relative") and style.get("float", "none") == "none"
    if not in_flow or display != "block" or style_of(parent)[1] != "block" or style.get("width", "auto") != "auto":
        minimum = 0.0
    margin = sum(map(_indent, (value for name, value in style.items() if name.startswith("margin"))))
    minimum = max(0.0, minimum - padding - margin - _INDENTED.get(element.tag, 0.0))
    if "max-width" in style:
        limit = _pixels(style["max-width"])
        minimum = min(minimum, 0.0 if limit is None else limit - padding)
        maximum = min(maximum, _WINDOW if limit is None else limit)
    return minimum, maximum


def _indent(value: str) -> float:
    """What sides take together, at most; more than there is if that is not known."""
    total = 0.0
    for side in value.split():
        pixels = _pixels(side)
        if pixels is None and side not in ("auto", "none", "solid", "dashed"):
            return _WINDOW
        total += 2 * (pixels or 0.0)
    return total


def _pixels(value: str) -> float | None:
    match = _PIXELS.fullmatch(value)
    if match is None or (not match["unit"] and float(match["number"])):
        return None
    return float(match["number"]) * (16 if match["unit"] == "rem" else 1)
