"""Shapes and texts: how each kind of node that is not a region is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

from pytest_uimcp.javafx.scene.layout.bounds import in_parent, layout_box
from pytest_uimcp.javafx.scene.layout.shapes import font_of, text_baseline, text_box, text_lines
from pytest_uimcp.javafx.scene.layout.text import line as line_of
from pytest_uimcp.javafx.scene.layout.text import text_width
from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.by_class import ByClass
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.picture.canvas import Canvas
from pytest_uimcp.javafx.scene.picture.images import draw_image
from pytest_uimcp.javafx.scene.picture.outlines import Outline, Point, arc, box, curve, ellipse, svg
from pytest_uimcp.javafx.scene.picture.paints import Paint, paint_of
from pytest_uimcp.javafx.scene.picture.regions import lookup_of
from pytest_uimcp.javafx.scene.values.geometry import EMPTY, intersect, is_empty

Lines = Callable[[Node], tuple[Outline, bool]]
MARK = "#e8e8e8"


def draw_shape(canvas: Canvas, node: Node, x: float, y: float) -> None:
    drawing = DRAWINGS.find(node.fx)
    if drawing is not None:
        drawing(canvas, node, x, y)


def _text(canvas: Canvas, node: Node, x: float, y: float) -> None:
    area = text_box(node)
    font = font_of(node)
    centred = node.read("boundsType") == "LOGICAL_VERTICAL_CENTER"
    step = line_of(font, centred).height + node.read("lineSpacing")
    paint = _ink(node)
    align = node.read("textAlignment")
    for place, text in enumerate(text_lines(node)):
        width = text_width(text, font)
        spare = (area[2] - area[0]) - width
        left = x + area[0] + {"CENTER": spare / 2, "RIGHT": spare}.get(align, 0.0)
        baseline = y + area[1] + text_baseline(node) + place * step
        canvas.text(text, left, baseline, font, paint)
        # Over the text as it is: what is selected is written again, clipped to the selection.
        _selected(canvas, node, x, y, partial(canvas.text, text, left, baseline, font))
        for decoration, height in (("underline", 2.0), ("strikethrough", -font.size * 0.3)):
            if node.read(decoration) or (decoration == "underline" and _underlined(node)):
                canvas.fill([box((left, baseline + height - 0.5, left + width, baseline + height + 0.5))], paint)


def _selected(canvas: Canvas, node: Node, x: float, y: float, write: Callable[[Paint | None], None]) -> None:
    if node.inner:
        # Only a text that a skin made can be a field's; a program's own `Text` has no selection.
        field = next((ancestor for ancestor in node.ancestors() if ancestor.is_a("TextInputControl")), None)
    else:
        field = None
    if field is None or field.skin is None or field.skin.text is not node or not field.skin.mark.shown:
        return
    mark = field.skin.mark
    x0, y0, x1, y1 = mark.outline or EMPTY
    left = x - node.lx + mark.lx
    top = y - node.ly + mark.ly
    outer_clip = canvas.clip
    # The same glyphs are written on the same pixels, so a clip alone makes the part.
    canvas.clip = intersect(canvas.clip, (x0 + left, y0 + top, x1 + left, y1 + top))
    write(paint_of(field.read("highlightTextFill"), lookup_of(field)))
    canvas.clip = outer_clip


def _underlined(node: Node) -> bool:
    labeled = node.parent
    return labeled is not None and labeled.is_a("Labeled") and bool(labeled.read("underline"))


def _ink(node: Node) -> Paint | None:
    """The colour of a text: inside a control it is the control's."""
    lookup = lookup_of(node)
    if node.inner:
        # Texts inside of controls have the colour that the control says.
        for ancestor in node.ancestors():
            if ancestor.is_a("Labeled"):
                return paint_of(ancestor.read("textFill"), lookup_of(ancestor))
            if ancestor.is_a("TextInputControl"):
                of_prompt = ancestor.skin is not None and ancestor.skin.prompt is node
                return paint_of(ancestor.read("promptTextFill" if of_prompt else "textFill"), lookup_of(ancestor))
    return paint_of(node.read("fill"), lookup)


def _outlined(lines: Lines) -> Callable[[Canvas, Node, float, float], None]:
    def draw(canvas: Canvas, node: Node, x: float, y: float) -> None:
        outline, is_closed = lines(node)
        moved = [[(px + x, py + y) for px, py in line] for line in outline]
        lookup = lookup_of(node)
        canvas.fill(moved, paint_of(node.read("fill"), lookup))
        stroke = paint_of(node.read("stroke"), lookup)
        for line in moved if stroke is not None else ():
            canvas.line(line, node.read("strokeWidth"), stroke, is_closed)

    return draw


def _points(node: Node, *names: str) -> list[Point]:
    return [(node.read_number(f"{name}X"), node.read_number(f"{name}Y")) for name in names]


def _rectangle(node: Node) -> tuple[Outline, bool]:
    # `arcWidth` and `arcHeight` are diameters of the corners; an outline has one radius for each.
    area = (x := node.read("x"), y := node.read("y"), x + node.read("width"), y + node.read("height"))
    return [box(area, [max(node.read("arcWidth"), node.read("arcHeight")) / 2] * 4)], True


def _ellipse(node: Node, rx: str, ry: str) -> list[Point]:
    (middle,) = _points(node, "center")
    return ellipse(middle, node.read_number(rx), node.read_number(ry))


def _arc(node: Node) -> tuple[Outline, bool]:
    (middle,) = _points(node, "center")
    # JavaFX counts degrees against the clock, outlines with it, because their y points down.
    points = arc(middle, node.read("radiusX"), node.read("radiusY"), -node.read("startAngle"), -node.read("length"))
    return [[*points, middle] if node.read("type") == "ROUND" else points], node.read("type") != "OPEN"


def _polygon(is_closed: bool) -> Lines:
    def lines(node: Node) -> tuple[Outline, bool]:
        # The last of an odd number of coordinates has no partner: like JavaFX, the shape leaves it out.
        numbers = list(node.read("points"))
        return [list(zip(numbers[::2], numbers[1::2], strict=False))], is_closed

    return lines


def _curve(node: Node) -> tuple[Outline, bool]:
    if node.is_a("QuadCurve"):
        points = _points(node, "start", "control", "end")
    else:
        bends = [(node.read_number(f"controlX{n}"), node.read_number(f"controlY{n}")) for n in (1, 2)]
        points = [*_points(node, "start"), *bends, *_points(node, "end")]
    return [[points[0], *curve(points)]], False


def _elements(elements: Iterable[FxObject]) -> Outline:
    lines: Outline = []
    pen: Point = (0.0, 0.0)
    for element in elements:
        # What is not absolute counts from the pen, where the element before ended.
        if element.read("absolute"):
            shift = (0.0, 0.0)
        else:
            shift = pen
        props = element.fx.props
        names = (("controlX", "controlY"), ("controlX1", "controlY1"), ("controlX2", "controlY2"), ("x", "y"))
        # `HLineTo` has no y and `VLineTo` no x: the pen keeps its own. An `ArcTo` becomes a line to its end.
        points = [
            (
                element.read_number(x) + shift[0] if x in props else pen[0],
                element.read_number(y) + shift[1] if y in props else pen[1],
            )
            for x, y in names
            if x in props or y in props
        ]
        # Without any coordinate it is a `ClosePath`.
        if not points:
            if lines:
                lines[-1].append(lines[-1][0])
            continue
        if element.is_a("MoveTo") or not lines:
            lines.append([points[-1]])
        else:
            lines[-1] += curve([pen, *points]) if len(points) > 1 else points
        pen = points[-1]
    return lines


def _path(canvas: Canvas, node: Node, x: float, y: float) -> None:
    """A path; of one that a skin made only the box is known: a caret, a selection, a tick."""
    if node.outline is None:
        _outlined(lambda path: (_elements(path.read("elements")), False))(canvas, node, x, y)
        return
    x0, y0, x1, y1 = node.outline
    control = next((ancestor for ancestor in node.ancestors() if ancestor.is_a("TextInputControl")), None)
    lookup = lookup_of(node)
    # A box of some width is a selection, one of none is a caret.
    if control is not None and x1 > x0:
        fill = paint_of(control.read("highlightFill"), lookup_of(control))
        canvas.fill([box((x + x0, y + y0, x + x1, y + y1))], fill)
    elif node.parent is not None and node.parent.is_a("Axis"):
        _ticks(canvas, node, x, y)
    elif not is_empty((x0, y0, x1, y1)):
        paint = paint_of(control.read("textFill") if control is not None else node.read("stroke"), lookup)
        canvas.line([(x + x0, y + y0), (x + x1, y + y1)], 1.0, paint)


def _ticks(canvas: Canvas, node: Node, x: float, y: float) -> None:
    axis = node.parent
    if axis is None or node.outline is None or "axis-tick-mark" not in node.classes:
        return
    x0, y0, x1, y1 = node.outline
    across = axis.read("side") in ("TOP", "BOTTOM")
    paint = paint_of("-fx-box-border", lookup_of(node))
    for label in axis.kids:
        if label.fx.name == "Text" and label.shown:
            left, top, right, bottom = in_parent(label)
            if across:
                middle = (left + right) / 2 - node.lx
            else:
                middle = (top + bottom) / 2 - node.ly
            if across:
                line = [(middle, y0), (middle, y1)]
            else:
                line = [(x0, middle), (x1, middle)]
            canvas.line([(px + x, py + y) for px, py in line], 1.0, paint)


def _placeholder(canvas: Canvas, node: Node, x: float, y: float) -> None:
    """What cannot be drawn: an empty frame in its place."""
    area = layout_box(node)
    moved = (x + area[0], y + area[1], x + area[2], y + area[3])
    canvas.fill([box(moved)], paint_of(MARK, lookup_of(node)))


def _circle(node: Node) -> tuple[Outline, bool]:
    return [_ellipse(node, "radius", "radius")], True


def _any_ellipse(node: Node) -> tuple[Outline, bool]:
    return [_ellipse(node, "radiusX", "radiusY")], True


def _line(node: Node) -> tuple[Outline, bool]:
    return [_points(node, "start", "end")], False


def _svg_path(node: Node) -> tuple[Outline, bool]:
    return svg(node.read_text("content") or ""), False


DRAWN: Final[Mapping[str, Callable[[Canvas, Node, float, float], None]]] = {
    "Text": _text,
    "Rectangle": _outlined(_rectangle),
    "Circle": _outlined(_circle),
    "Ellipse": _outlined(_any_ellipse),
    "Line": _outlined(_line),
    "Arc": _outlined(_arc),
    "QuadCurve": _outlined(_curve),
    "CubicCurve": _outlined(_curve),
    "Polygon": _outlined(_polygon(True)),
    "Polyline": _outlined(_polygon(False)),
    "Path": _path,
    "SVGPath": _outlined(_svg_path),
    "ImageView": draw_image,
    "SubScene": _placeholder,
    "Shape3D": _placeholder,
}
# By the nearest class, so that a program's subclass is drawn as what it extends, and all of `Shape3D` alike.
DRAWINGS: Final[ByClass[Callable[[Canvas, Node, float, float], None]]] = ByClass()
for _name, _drawing in DRAWN.items():
    DRAWINGS.add((_name,), _drawing)
