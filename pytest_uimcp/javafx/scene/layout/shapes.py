"""Boxes of shapes, texts and images."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, cast

from pytest_uimcp.javafx.scene.layout import paths
from pytest_uimcp.javafx.scene.layout.bounds import INK, SHAPES
from pytest_uimcp.javafx.scene.layout.paths import Way
from pytest_uimcp.javafx.scene.layout.strokes import SMOOTH_PX, stroke_of, stroked
from pytest_uimcp.javafx.scene.layout.text import Line, ink, line, lines, outline, text_width, underline, wrap
from pytest_uimcp.javafx.scene.values.fonts import DEFAULT_FONT, Font
from pytest_uimcp.javafx.scene.values.geometry import EMPTY, Box, Insets, grow, is_empty, move, union

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node


THINNEST_PX: Final = 1.0


def _stroke(node: Node) -> float:
    if not node.read("stroke"):
        return 0.0
    # Half of a centred stroke lies outside the outline.
    kind = node.read("strokeType")
    width: float = node.read("strokeWidth")
    return {"CENTERED": width / 2, "OUTSIDE": width, "INSIDE": 0.0}[kind]


def _stroked(outline: Callable[[Node], Box]) -> Callable[[Node], Box]:
    def box(node: Node) -> Box:
        box = outline(node)
        if is_empty(box):
            return EMPTY
        pad = _stroke(node)
        if pad:
            return grow(box, Insets(pad, pad, pad, pad))
        return box

    return box


def _rectangle(node: Node) -> Box:
    x, y, width, height = (node.read(name) for name in ("x", "y", "width", "height"))
    if width < 0 or height < 0:
        return EMPTY
    return (x, y, x + width, y + height)


def _ellipse(node: Node, rx: float, ry: float) -> Box:
    x = node.read("centerX")
    y = node.read("centerY")
    return (x - rx, y - ry, x + rx, y + ry)


def _line(node: Node) -> Box:
    x0, x1 = sorted((node.read_number("startX"), node.read_number("endX")))
    y0, y1 = sorted((node.read_number("startY"), node.read_number("endY")))
    return (x0, y0, x1, y1)


def _line_stroked(node: Node) -> Box:
    """A square cap reaches along the line, and across it half the width."""
    # JavaFX says nothing of a line that it does not draw outside of itself.
    if not node.read("stroke") or node.read("strokeType") == "INSIDE":
        return EMPTY
    outline = _line(node)
    # The thinnest line is a pixel wide.
    pad = max(_stroke(node), THINNEST_PX / 2)
    dx = node.read("endX") - node.read("startX")
    dy = node.read("endY") - node.read("startY")
    if dx and dy:
        # A square cap of a slanting line reaches to the corner of its square.
        pad *= math.sqrt(2) if node.read("strokeLineCap") == "SQUARE" else 1
    elif not dx and not dy:
        pad *= math.sqrt(2)
    elif node.read("strokeLineCap") == "BUTT":
        return grow(outline, Insets(pad * bool(dx), pad * bool(dy), pad * bool(dx), pad * bool(dy)))
    return grow(outline, Insets(pad, pad, pad, pad))


def _drawn(ways: Callable[[Node], list[Way]]) -> Callable[[Node], Box]:
    """The box of what a pen draws, with its stroke."""
    return lambda node: stroked(ways(node), stroke_of(node))


def _arc(node: Node) -> list[Way]:
    middle = (node.read_number("centerX"), node.read_number("centerY"))
    radii = (node.read_number("radiusX"), node.read_number("radiusY"))
    stretches = list(paths.arc(middle, *radii, node.read_number("startAngle"), node.read_number("length")))
    way = Way(stretches[0][0], stretches)
    if node.read("type") == "ROUND":
        way.draw(middle)
    if node.read("type") != "OPEN":
        way.close()
    return [way]


QUADRATIC = (("startX", "startY"), ("controlX", "controlY"), ("endX", "endY"))
CUBIC = (("startX", "startY"), ("controlX1", "controlY1"), ("controlX2", "controlY2"), ("endX", "endY"))


def _curve(*names: tuple[str, str]) -> Callable[[Node], list[Way]]:
    def ways(node: Node) -> list[Way]:
        points = [(node.read_number(x), node.read_number(y)) for x, y in names]
        return [Way(points[0], [points])]

    return ways


def _corners(node: Node) -> list[Way]:
    points = node.read("points")
    return paths.polygon(list(zip(points[::2], points[1::2], strict=False)), closed=node.is_a("Polygon"))


def _path(node: Node) -> Box:
    # A skin knows where its caret or its marks are without any elements.
    if node.outline is None:
        return stroked(paths.of_elements(node.read("elements")), stroke_of(node))
    stroke = stroke_of(node)
    if stroke is None or is_empty(node.outline):
        return node.outline
    pad = stroke.reach + SMOOTH_PX
    return grow(node.outline, Insets(pad, pad, pad, pad))


def _svg(node: Node) -> list[Way]:
    return paths.of_svg(node.read_text("content") or "")


def _image(node: Node) -> Box:
    image = node.read("image")
    width, height = image.size if image is not None and hasattr(image, "size") else (0.0, 0.0)
    fit_width = node.read("fitWidth")
    fit_height = node.read("fitHeight")
    # One scale for both sides: the one that fits into both bounds that are set.
    if node.read("preserveRatio") and width and height and (fit_width > 0 or fit_height > 0):
        scale = min(fit / size for fit, size in ((fit_width, width), (fit_height, height)) if fit > 0)
        width = width * scale
        height = height * scale
    else:
        if fit_width > 0:
            width = fit_width
        if fit_height > 0:
            height = fit_height
    x = node.read("x")
    y = node.read("y")
    return (x, y, x + width, y + height)


def _solid(width: str, height: str) -> Callable[[Node], Box]:
    def box(node: Node) -> Box:
        w = node.read_number(width)
        h = node.read_number(height)
        w = w * 2 if width == "radius" else w
        h = h * 2 if height == "radius" else h
        return (-w / 2, -h / 2, w / 2, h / 2)

    return box


def font_of(node: Node) -> Font:
    return node.read("font") or DEFAULT_FONT


def _line_of(node: Node) -> Line:
    return line(font_of(node), node.read("boundsType") == "LOGICAL_VERTICAL_CENTER")


def text_lines(node: Node) -> list[str]:
    text = node.read("text") or ""
    width = node.read("wrappingWidth")
    if width > 0:
        return wrap(text, font_of(node), width)
    return lines(text)


# Where a `TextFlow` keeps what it has made of a text.
SPAN: Final = "span"


@dataclass
class TextSpan:
    """What a text has of the lines of its flow: the box of it, and each part with where it begins on its baseline."""

    box: Box = EMPTY
    lines: list[tuple[str, float, float]] = field(default_factory=list)


def span_of(node: Node) -> TextSpan | None:
    if node.placed and node.parent is not None and node.parent.fx.name == "TextFlow":
        return cast("TextSpan | None", node.values.get(SPAN))
    return None


def text_box(node: Node) -> Box:
    """What layouts take for a text's extent: its lines, or its ink where the program says so."""
    span = span_of(node)
    if span is not None:
        return span.box
    if node.read("boundsType") == "VISUAL":
        return _visual(node)
    return _logical(node)


def _logical(node: Node) -> Box:
    """As wide as the longest line or as the column, as high as the lines."""
    font = font_of(node)
    row = _line_of(node)
    rows = text_lines(node)
    column = node.read("wrappingWidth")
    width = 0.0
    if column > 0:
        width = max(column, max(text_width(part, font) for part in rows))
    width = width or max(text_width(part, font) for part in rows)
    height = row.height * len(rows) + node.read("lineSpacing") * (len(rows) - 1)
    x = node.read("x")
    y = node.read("y")
    # Where `y` is: at the first baseline unless the origin says otherwise.
    top = {"BASELINE": -row.ascent, "TOP": 0.0, "CENTER": -height / 2, "BOTTOM": -height}[node.read("textOrigin")]
    return (x, y + top, x + width, y + top + height)


def _parts(node: Node, box: Box) -> list[tuple[str, float, float]]:
    """Each line with where it begins on its baseline, in the box of them all."""
    font = font_of(node)
    row = _line_of(node)
    step = row.height + node.read_number("lineSpacing")
    share = SHARES.get(node.read_text("textAlignment") or "LEFT", 0.0)
    parts = []
    for number, part in enumerate(text_lines(node)):
        left = box[0] + (box[2] - box[0] - text_width(part.rstrip(" "), font)) * share
        parts.append((part, left, box[1] + row.ascent + number * step))
    return parts


# How much of the room beside a line is on its left.
SHARES: Final[Mapping[str, float]] = {"CENTER": 0.5, "RIGHT": 1.0}


def _ink_of(node: Node, parts: list[tuple[str, float, float]]) -> Box:
    font = font_of(node)
    box = EMPTY
    for part, left, baseline in parts:
        letters = outline(part, font)
        if not is_empty(letters):
            box = union(box, move(letters, left, baseline))
    return box


def _visual(node: Node) -> Box:
    logical = _logical(node)
    box = _ink_of(node, _parts(node, logical))
    if is_empty(box):
        return logical
    origin = node.read("textOrigin")
    if origin != "BASELINE":
        height = box[3] - box[1]
        top = {"TOP": 0.0, "CENTER": -height / 2, "BOTTOM": -height}[origin]
        box = move(box, 0.0, node.read_number("y") + top - box[1])
    return _with_line(node, _with_stroke(node, box), logical)


def _with_line(node: Node, box: Box, logical: Box) -> Box:
    """With the line below underlined letters."""
    if not node.read("underline"):
        return box
    _, bottom = underline(font_of(node))
    lowest = logical[3] - _line_of(node).descent + bottom
    return union(box, (logical[0], box[1], logical[2], max(box[3], lowest)))


def _with_stroke(node: Node, box: Box) -> Box:
    if not node.read("stroke") or node.read("strokeType") == "INSIDE":
        return box
    pad = _stroke(node) + SMOOTH_PX
    return grow(box, Insets(pad, pad, pad, pad))


def _text_ink(node: Node) -> Box:
    span = span_of(node)
    if span is not None:
        if not node.read("stroke") or is_empty(span.box):
            return span.box
        letters = _ink_of(node, span.lines)
        if is_empty(letters):
            return span.box
        return _with_stroke(node, letters)
    box = text_box(node)
    if node.read("boundsType") == "VISUAL":
        return box
    font = font_of(node)
    parts = _parts(node, box)
    for part, left, _ in parts:
        # Letters may reach beyond their advance, which counts for what is seen and not for layout.
        over = ink(part, font)
        end = left + text_width(part, font) + over.right
        box = union(box, (left + over.left, box[1], max(end, box[0]), box[3]))
    if node.read("stroke"):
        letters = _ink_of(node, parts)
        if not is_empty(letters):
            return union(box, _with_stroke(node, letters))
    return box


def text_baseline(node: Node) -> float:
    """Distance of the first baseline from the top of the text."""
    return _line_of(node).ascent


def _circle(node: Node) -> Box:
    return _ellipse(node, node.read("radius"), node.read("radius"))


def _any_ellipse(node: Node) -> Box:
    return _ellipse(node, node.read("radiusX"), node.read("radiusY"))


def _sized(node: Node) -> Box:
    return (0.0, 0.0, node.read("width"), node.read("height"))


def _point(_node: Node) -> Box:
    return (0.0, 0.0, 0.0, 0.0)


BOXES: Final[Mapping[str, Callable[[Node], Box]]] = {
    "Rectangle": _stroked(_rectangle),
    "Circle": _stroked(_circle),
    "Ellipse": _stroked(_any_ellipse),
    "Line": _line_stroked,
    "Arc": _drawn(_arc),
    "QuadCurve": _drawn(_curve(*QUADRATIC)),
    "CubicCurve": _drawn(_curve(*CUBIC)),
    "Polygon": _drawn(_corners),
    "Polyline": _drawn(_corners),
    "Path": _path,
    "SVGPath": _drawn(_svg),
    "Text": text_box,
    "ImageView": _image,
    "Canvas": _sized,
    "SubScene": _sized,
    "Box": _solid("width", "height"),
    "Sphere": _solid("radius", "radius"),
    "Cylinder": _solid("radius", "height"),
    "Camera": _point,
}
for _name, _box in BOXES.items():
    SHAPES.add((_name,), _box)
INK.add(("Text",), _text_ink)
