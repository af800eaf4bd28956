"""Colours of what stylesheets write: names, looked-up names, functions, gradients."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from pytest_uimcp.javafx.scene.css.units import split
from pytest_uimcp.javafx.scene.values.colors import Color, derive, parse_color

Lookup = Callable[[str], str | None]
# Looked-up colours that lead to others; a stylesheet may make a circle of them.
MAX_LOOKUPS = 20
_CALL = re.compile(r"([\w-]+)\((.*)\)", re.DOTALL)
_NAME = re.compile(r"[\w-]+")
_STOP = re.compile(r"(.*?)\s*(\d+(?:\.\d+)?%)?", re.DOTALL)
_DOWN = re.compile(r"from\s+0px\s+0px\s+to\s+0px\s+(\d+(?:\.\d+)?)px")
_SIDES = re.compile(r"to\s+(top|bottom|left|right)")


class Gradient(NamedTuple):
    """Colours at places from 0 to 1, from the top to the bottom or from the left to the right."""

    stops: tuple[tuple[float, Color], ...]
    across: bool = False
    # In pixels, of one that ends before its area does; 0 for one as long as its area.
    length: float = 0.0


Paint = Color | Gradient


def paint_of(value: object, lookup: Lookup) -> Paint | None:
    """The paint that a property's value or a stylesheet's text means; none if it is transparent or unknown."""
    paint: Paint | None = None
    if isinstance(value, Color):
        paint = value
    elif value:
        paint = _read(str(value), lookup, 0)
    if isinstance(paint, Color) and paint.opacity <= 0:
        return None
    return paint


def _read(text: str, lookup: Lookup, depth: int) -> Paint | None:
    text = text.strip()
    # A name that leads back to itself has no colour.
    if depth > MAX_LOOKUPS:
        return None
    if _NAME.fullmatch(text) and (looked_up := lookup(text)) is not None:
        return _read(looked_up, lookup, depth + 1)
    call = _CALL.fullmatch(text)
    if call and call[1].lower() in FUNCTIONS:
        return FUNCTIONS[call[1].lower()](split(call[2]), lookup, depth + 1)
    return parse_color(text)


def _color(text: str, lookup: Lookup, depth: int) -> Color | None:
    paint = _read(text, lookup, depth)
    if isinstance(paint, Gradient):
        return paint.stops[0][1]
    return paint


def _derive(parts: list[str], lookup: Lookup, depth: int) -> Color | None:
    color = None
    if len(parts) == 2:
        color = _color(parts[0], lookup, depth)
    try:
        if color is not None:
            return derive(color, float(parts[1].rstrip("% ")))
        return None
    except ValueError:
        return None


def _ladder(parts: list[str], lookup: Lookup, depth: int) -> Color | None:
    """The colour of the step that the first colour's brightness reaches."""
    color = _color(parts[0], lookup, depth)
    if color is None:
        return None
    # The weights are those of JavaFX's ladder(): green is brighter than blue.
    bright = 100 * (0.3 * color.red + 0.59 * color.green + 0.11 * color.blue)
    steps = _stops(parts[1:], lookup, depth)
    # Below the first step there is its colour: a text on black is as light as the ladder begins.
    reached = [step_color for place, step_color in steps if 100 * place <= bright] or [step for _, step in steps[:1]]
    if reached:
        return reached[-1]
    return None


def _gradient(parts: list[str], lookup: Lookup, depth: int) -> Paint | None:
    side = None
    if parts:
        side = _SIDES.match(parts[0])
    way = side[1] if side else "bottom"
    colors = [part for part in parts if not re.match(r"to |from |repeat|reflect|center |radius |focus-", part)]
    stops = tuple(_stops(colors, lookup, depth))
    if len(stops) < 2:
        if stops:
            return stops[0][1]
        return None
    # Drawn from the top or the left, so the other way is turned round.
    if way in ("top", "left"):
        stops = tuple((1 - place, color) for place, color in reversed(stops))
    length = 0.0
    reach = _DOWN.fullmatch(parts[0].strip())
    if reach:
        length = float(reach[1])
    return Gradient(stops, way in ("left", "right"), length)


def _stops(parts: list[str], lookup: Lookup, depth: int) -> list[tuple[float, Color]]:
    stops = []
    for number, part in enumerate(parts):
        match = _STOP.fullmatch(part.strip().removeprefix("(").removesuffix(")") if part.startswith("(") else part)
        color = None
        if match:
            color = _color(match[1], lookup, depth)
        if match and color is not None:
            if match[2]:
                place = float(match[2][:-1]) / 100
            else:
                place = number / max(1, len(parts) - 1)
            stops.append((place, color))
    return stops


FUNCTIONS: Final[Mapping[str, Callable[[list[str], Lookup, int], Paint | None]]] = {
    "derive": _derive,
    "ladder": _ladder,
    "linear-gradient": _gradient,
    "radial-gradient": _gradient,
}
