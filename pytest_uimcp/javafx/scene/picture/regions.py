"""Regions: their shadow, the layers of their background, their border."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from pytest_uimcp.javafx.scene.css.units import split
from pytest_uimcp.javafx.scene.layout.text import ascent, text_width
from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.picture.canvas import Canvas
from pytest_uimcp.javafx.scene.picture.outlines import MARKS, Outline, Point, arc, box, ellipse, fitted, ring, svg
from pytest_uimcp.javafx.scene.picture.paints import Lookup, paint_of
from pytest_uimcp.javafx.scene.tables.libraries import BOX
from pytest_uimcp.javafx.scene.values.colors import Color
from pytest_uimcp.javafx.scene.values.fonts import DEFAULT_FONT
from pytest_uimcp.javafx.scene.values.geometry import NO_INSETS, Box, Insets, intersect, is_empty

ONE = Insets(1.0, 1.0, 1.0, 1.0)
# A wheel that turns, and the pane that only carries a popup's style classes.
SPINNER = "IndeterminateSpinner"
BRIDGE = "CSSBridge"
# How what stands for a class without a model is framed.
FRAME: Final = Color(0.45, 0.45, 0.45)
FRAME_DASH: Final = 4.0
DASHES: Final = {"dashed": 4.0, "dotted": 1.0}


def lookup_of(node: Node) -> Lookup:
    context = node.context
    if context is not None:
        return context.lookup
    return lambda _name: None


def draw_region(canvas: Canvas, node: Node, x: float, y: float) -> None:
    """What a region itself shows; its children come after it."""
    # The circles of a progress indicator have no size and a shape all the same.
    if ((node.lw <= 0 or node.lh <= 0) and not node.read("shapeBounds")) or node.fx.name == BRIDGE:
        return
    if node.fx.name == SPINNER:
        _draw_spinner(canvas, node, x, y)
        return
    area = (x, y, x + node.lw, y + node.lh)
    shape = _shape_of(node)
    _draw_shadow(canvas, node, area, shape)
    insets = node.read("backgroundInsets")
    radii = node.read("backgroundRadius")
    lookup = lookup_of(node)
    # Layers lie over each other, each with insets and corners of its own; the last ones repeat.
    for place, text in enumerate(node.read("backgroundColor") or ()):
        outline = _layer(node, area, shape, _nth(insets, place, NO_INSETS), _nth(radii, place, NO_INSETS))
        canvas.fill(outline, paint_of(text, lookup))
    _draw_border(canvas, node, area, lookup)
    if node.is_a(BOX):
        _draw_box(canvas, node, area)


def _draw_box(canvas: Canvas, node: Node, area: Box) -> None:
    """What stands for a class without a model: a dashed frame, and its name where nothing else is in it."""
    for side, bar in enumerate(_bars(area, ONE)):
        visible = intersect(bar, canvas.clip)
        if not is_empty(visible):
            for piece in _dashed(bar, visible, side, FRAME_DASH):
                canvas.fill([box(piece)], FRAME)
    if not node.kids:
        left = max(area[0], (area[0] + area[2] - text_width(node.fx.name, DEFAULT_FONT)) / 2)
        baseline = (area[1] + area[3]) / 2 + ascent(DEFAULT_FONT) / 2
        canvas.text(node.fx.name, left, baseline, DEFAULT_FONT, FRAME)


def _nth(values: Sequence[Insets] | None, place: int, default: Insets) -> Insets:
    if values:
        return values[min(place, len(values) - 1)]
    return default


def _inner(area: Box, insets: Insets) -> Box:
    return (area[0] + insets.left, area[1] + insets.top, area[2] - insets.right, area[3] - insets.bottom)


def _shape_of(node: Node) -> Outline | None:
    text = node.read("shape")
    if not isinstance(text, str) or not text:
        return None
    text = text.strip("\"'")
    return MARKS.get(text) or svg(text) or None


def _layer(node: Node, area: Box, shape: Outline | None, insets: Insets, radii: Insets) -> Outline:
    if shape is not None:
        centred = node.read("shapeBounds")
        if centred:
            dx = (node.lw - centred[0]) / 2
            dy = (node.lh - centred[1]) / 2
            area = (area[0] + dx, area[1] + dy, area[2] - dx, area[3] - dy)
            if "progress" in node.classes:
                return [_pie(node, area)]
        return fitted(shape, _inner(area, insets))
    box_inside = _inner(area, insets)
    if box_inside[2] > box_inside[0] and box_inside[3] > box_inside[1]:
        return [box(box_inside, radii)]
    return []


def _pie(node: Node, area: Box) -> list[Point]:
    indicator = next((ancestor for ancestor in node.ancestors() if ancestor.is_a("ProgressIndicator")), None)
    share = min(max(indicator.read("progress") if indicator is not None else 1.0, 0.0), 1.0)
    middle = ((area[0] + area[2]) / 2, (area[1] + area[3]) / 2)
    radius = (area[2] - area[0]) / 2
    return [middle, *arc(middle, radius, radius, -90, 360 * share)]


def _draw_spinner(canvas: Canvas, node: Node, x: float, y: float) -> None:
    """Dots in a circle, paler from one to the next."""
    accent = paint_of("-fx-accent", lookup_of(node))
    radius = min(node.lw, node.lh) / 2 * 0.75
    for place in range(12):
        angle = math.radians(30 * place - 90)
        middle = (x + node.lw / 2 + radius * math.cos(angle), y + node.lh / 2 + radius * math.sin(angle))
        paint = accent
        if isinstance(accent, Color):
            paint = accent._replace(opacity=(place + 1) / 12)
        canvas.fill([ellipse(middle, radius / 5, radius / 5)], paint)


def _draw_shadow(canvas: Canvas, node: Node, area: Box, shape: Outline | None) -> None:
    effect = node.read("effect")
    if isinstance(effect, tuple) and effect[0] == "dropshadow":
        _, _, color, radius, _, dx, dy = effect
    elif isinstance(effect, FxObject) and effect.is_a("DropShadow"):
        color, radius, dx, dy = (effect.read(name) for name in ("color", "radius", "offsetX", "offsetY"))
    else:
        return
    if node.read("backgroundColor"):
        radii = _nth(node.read("backgroundRadius"), 0, NO_INSETS)
        canvas.shadow(_layer(node, area, shape, NO_INSETS, radii), paint_of(color, lookup_of(node)), radius, dx, dy)


def _draw_border(canvas: Canvas, node: Node, area: Box, lookup: Lookup) -> None:
    strokes = node.read("borderColor") or ()
    widths, insets, radii = (node.read(name) for name in ("borderWidth", "borderInsets", "borderRadius"))
    styles = str(node.read("borderStyle") or "solid")
    for place, text in enumerate(strokes):
        colors = split(str(text), " ") or ["transparent"]
        sides = [colors[min(side, len(colors) - 1)] for side in (0, 1, 2, 3)]
        # As in CSS: top, sides, bottom.
        if len(colors) == 3:
            sides[3] = colors[1]
        if len(colors) == 2:
            sides = [*colors, *colors]
        width = _nth(widths, place, ONE)
        round_ = _nth(radii, place, NO_INSETS)
        border_box = _inner(area, _nth(insets, place, NO_INSETS))
        dash = next((length for name, length in DASHES.items() if styles.startswith(name)), 0.0)
        # One colour and one width make a ring, whose corners may be round.
        if len(set(sides)) == 1 and len(set(width)) == 1 and not dash:
            canvas.fill(ring(border_box, width[0], round_), paint_of(sides[0], lookup))
            continue
        for side, bar in enumerate(_bars(border_box, width)):
            paint = paint_of(sides[side], lookup)
            visible = intersect(bar, canvas.clip)
            if not is_empty(visible):
                for piece in _dashed(bar, visible, side, max(1.0, dash * max(width))) if dash else [bar]:
                    canvas.fill([box(piece)], paint)


def _bars(area: Box, width: Sequence[float]) -> list[Box]:
    x0, y0, x1, y1 = area
    top, right, bottom, left = width
    return [(x0, y0, x1, y0 + top), (x1 - right, y0, x1, y1), (x0, y1 - bottom, x1, y1), (x0, y0, x0 + left, y1)]


def _dashed(bar: Box, visible: Box, side: int, length: float) -> list[Box]:
    across = side in (0, 2)
    origin, start, end = (bar[0], visible[0], visible[2]) if across else (bar[1], visible[1], visible[3])
    # Dashes begin at the edge of the border, not at the edge of what is in sight.
    start = origin + (start - origin) // (2 * length) * 2 * length
    dashes: list[Box] = []
    while start < end:
        stop = min(start + length, end)
        dashes.append((start, bar[1], stop, bar[3]) if across else (bar[0], start, bar[2], stop))
        start += 2 * length
    return dashes
