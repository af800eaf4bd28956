"""Whether the conditions of `@container` hold: for containers whose width is known well enough, between bounds."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

from pytest_uimcp.page.dom.conditions import all_of_parts
from pytest_uimcp.page.dom.flat import parent_in_flat_tree
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.words import words

CONTAINING: Final = words(
    """border border-inline border-left border-left-width border-right border-right-width border-width box-sizing
    column-gap container container-name container-type float gap grid grid-area grid-column grid-column-start grid-row
    grid-template grid-template-areas grid-template-columns margin margin-inline margin-left margin-right max-width
    min-width padding padding-inline padding-left padding-right position width"""
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
_AREA: Final = re.compile(r"[\"']([^\"']*)[\"']")
_REPEATED: Final = re.compile(r"repeat\(\s*(?P<count>[\w-]+)\s*,(?P<tracks>(?:[^()]|\([^()]*\))*)\)")
_TRACK: Final = re.compile(r"(?:[^\s()]|\([^()]*\))+")
_BOUNDS: Final = re.compile(r"minmax\((?P<least>[^,]*),(?P<most>[^,]*)\)")
_SHARE: Final = re.compile(r"(\d*\.?\d+)fr")
# What gives an item of a grid a place of its own, and how boxes are displayed that are as wide as they can be.
_PLACED: Final = frozenset({"grid-area", "grid-column", "grid-column-start", "grid-row"})
_FILLING: Final = frozenset({"block", "flex", "flow-root", "grid", "list-item"})
_ROUNDING: Final = 0.01
# What a browser's own sheet takes from the width of what is in such an element, at most.
_INDENTED: Final = {"body": 16.0, **dict.fromkeys(words("blockquote dd dl fieldset figure menu ol ul details"), 90.0)}


class _Track(NamedTuple):
    """A column of a grid: how wide it is, or its least width and its share of what is left."""

    minimum_width: float
    share: float
    # Whether what is in it may not make it wider.
    is_bounded: bool = False


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


def container_width(element: Element, style_of: StyleOf) -> float | None:
    """The width of the container that units such as `cqi` are of; None if that is not known."""
    container = _container(element, "", style_of)
    if container is None:
        return _WINDOW
    minimum, maximum = _width(container, style_of)
    return minimum if minimum == maximum else None


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
        if style.get("box-sizing") != "border-box":
            padding = 0.0
        return width - padding, width - (padding if padding < _WINDOW else 0.0)
    room = _width(parent, style_of)
    cell = _cell(element, parent, room, style_of)
    minimum, maximum = cell or room
    margins = [value for name, value in style.items() if name.startswith("margin")]
    fills = (
        display in _FILLING
        and style.get("position", "static") in ("static", "relative")
        and style.get("float", "none") == "none"
        and style.get("width", "auto") == "auto"
    )
    if cell is not None:
        fills = fills and "auto" not in margins
    else:
        fills = fills and style_of(parent)[1] == "block"
    if not fills:
        minimum = 0.0
    margin = sum(map(_indent, margins))
    is_indented = element.tag in _INDENTED and not {"margin-left", "margin-right"} <= style.keys()
    if is_indented:
        margin += _INDENTED[element.tag]
    minimum = max(0.0, minimum - padding - margin)
    if padding < _WINDOW:
        maximum = max(0.0, maximum - padding)
    if fills and not is_indented and None not in map(_pixels, margins):
        maximum = max(minimum, maximum - margin)
    if "max-width" in style:
        limit = _pixels(style["max-width"])
        minimum = min(minimum, 0.0 if limit is None else limit - padding)
        maximum = min(maximum, _WINDOW if limit is None else limit)
    return minimum, maximum


def _cell(element: Element, grid: Element, width: tuple[float, float], style_of: StyleOf) -> tuple[float, float] | None:
    """The width of the columns of a grid that an element is in; None if that is not known."""
    style, display = style_of(grid)
    gap = _pixels(style.get("column-gap", "0"))
    if display != "grid" or width[0] != width[1] or gap is None or "grid" in style:
        return None
    items = [child for child in grid.elements() if style_of(child)[1] != "none"]
    rows, _, columns = style.get("grid-template", "").partition("/")
    tracks = _tracks(style.get("grid-template-columns", columns.strip()), width[0], gap, len(items))
    areas = [area.split() for area in _AREA.findall(style.get("grid-template-areas", rows))]
    places = [_places(style_of(item)[0], areas, number, len(tracks)) for number, item in enumerate(items)]
    if not tracks or element not in items or not all(places):
        return None
    shares = max(1.0, sum(track.share for track in tracks))
    free = width[0] - sum(track.minimum_width for track in tracks if not track.share) - gap * (len(tracks) - 1)
    if any(track.minimum_width > free * track.share / shares for track in tracks if track.share):
        return None
    columns_taken = places[items.index(element)]
    extent = gap * (len(columns_taken) - 1)
    for number in columns_taken:
        track = tracks[number]
        extent += max(0.0, free * track.share / shares) if track.share else track.minimum_width
    # A container needs no room for what is in it; other items may make a column wider than its share.
    if all(
        _is_container(item, style_of) or all(tracks[number].is_bounded for number in place)
        for item, place in zip(items, places, strict=True)
    ):
        return extent, extent
    if all(tracks[number].is_bounded or tracks[number].share == shares for number in columns_taken):
        return extent, max(extent, _WINDOW)
    return None


def _places(style: Mapping[str, str], areas: list[list[str]], number: int, count: int) -> range:
    """The columns that an item is in: those of its area, or that of its number; none if that is not known."""
    if areas:
        name = style.get("grid-area", "")
        columns = [column for row in areas for column, area in enumerate(row) if area == name]
        return range(min(columns), max(columns) + 1) if columns else range(0)
    if not _PLACED.isdisjoint(style) or not count:
        return range(0)
    return range(number % count, number % count + 1)


def _is_container(element: Element, style_of: StyleOf) -> bool:
    style, _ = style_of(element)
    kind = style.get("container-type", style.get("container", "").partition("/")[2].strip())
    return kind in ("inline-size", "size")


def _tracks(template: str, width: float, gap: float, item_count: int) -> list[_Track]:
    """The columns of a template; empty if they are not known."""
    repeated = _REPEATED.fullmatch(template)
    if repeated is not None:
        template = repeated["tracks"].strip()
    tracks: list[_Track] = []
    for part in _TRACK.findall(template):
        bounds = _BOUNDS.fullmatch(part)
        minimum_width = _pixels(bounds["least"].strip() if bounds is not None else part)
        share = _SHARE.fullmatch(bounds["most"].strip() if bounds is not None else part)
        if (share is None and bounds is not None) or (share is None and minimum_width is None):
            return []
        if share is None:
            tracks.append(_Track(minimum_width or 0.0, 0.0, is_bounded=True))
        else:
            tracks.append(
                _Track(
                    minimum_width or 0.0, float(share[1]), is_bounded=bounds is not None and minimum_width is not None
                )
            )
    if repeated is None or len(tracks) != 1 or repeated["count"].isdigit():
        return tracks * int(repeated["count"] if repeated is not None and repeated["count"].isdigit() else 1)
    size = tracks[0].minimum_width + gap
    if size <= 0:
        return []
    fitting = max(1, int((width + gap + _ROUNDING) // size))
    if repeated["count"] == "auto-fit":
        fitting = max(1, min(fitting, item_count))
    return tracks * fitting


def _indent(value: str) -> float:
    """What one side takes; more than there is if that is not known."""
    pixels = _pixels(value)
    if pixels is not None:
        return pixels
    if value in ("auto", "none"):
        return 0.0
    # A border with its style and colour.
    parts = (value.partition(":")[2] or value).split()
    if not set(parts).isdisjoint(("none", "hidden", "0")):
        return 0.0
    return next((size for size in map(_pixels, parts) if size is not None), _WINDOW)


def _pixels(value: str) -> float | None:
    match = _PIXELS.fullmatch(value)
    if match is None or (not match["unit"] and float(match["number"])):
        return None
    return float(match["number"]) * (16 if match["unit"] == "rem" else 1)
