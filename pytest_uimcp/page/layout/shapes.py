"""What is drawn in the middle of an SVG element, where the mouse goes: a ring or a group may have nothing there.

Shapes are compared in the coordinates that they share, so no size of the drawing on the screen is needed. Letters lie
between bounds, as everywhere without fonts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, NoReturn

from pytest_uimcp.page import explain
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom.namespaces import SVG
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.gaps import NotModelled, refuse
from pytest_uimcp.page.layout.lengths import Pixels
from pytest_uimcp.page.layout.outlines import Point, corners_of, holds_all, holds_any, surrounds

__all__ = ["bounds_in_drawing", "has_something_in_the_middle", "is_part_of_drawing", "refuse_below_shapes"]

_GROUPS: Final = words("g a")
_UNDRAWN: Final = words(
    "title desc metadata defs style script symbol clippath mask marker lineargradient radialgradient"
)
_PAINTS: Final = frozenset({"fill", "font", "font-size", "pointer-events", "text-anchor", "transform"})
_NUMBER: Final = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?")
_TRANSLATE: Final = re.compile(r"translate\(\s*(?P<x>-?[\d.]+)(?:px)?(?:[\s,]+(?P<y>-?[\d.]+)(?:px)?)?\s*\)")
# What a letter takes of the size of its font: its width, and the line above and below its foot.
_LETTER_WIDTH: Final = Pixels(0.15, 1.1)
_ABOVE: Final = Pixels(0.7, 1.3)
_BELOW: Final = Pixels(0.1, 0.5)
_FONT_SIZE: Final = 16.0
_ANY_SIZE: Final = Pixels(4, 80)
# That of the page around a drawing, in units that are not read.
_PAGE_SIZE: Final = Pixels(8, 32)
_FONT: Final = re.compile(r"(?:^|\s|:)(\d+(?:\.\d+)?)px(?:\s|/|$)")
_FONT_SIZE_ALONE: Final = re.compile(r"(\d+(?:\.\d+)?)(?:px)?")
# The share of its box, around the middle, that is inside of a circle; and of a shape of which only the middle is known.
_INNER: Final = 0.7
_MIDDLE: Final = 1e-6


class _Shape(NamedTuple):
    """The box of a shape between bounds, and the part of it that is certain to be painted."""

    left: Pixels
    top: Pixels
    right: Pixels
    bottom: Pixels
    # The share of the box, around its middle, that the mouse meets for certain; 0 if it meets nothing of it.
    painted: float
    # Where its middle is, if that is known better than its sides are.
    center: float | None = None
    # How much of its corners is round.
    corner: float = 0.0
    # The corners of its outline, if it has one.
    outline: tuple[Point, ...] = ()

    def surely_meets(self, x: Pixels, y: Pixels) -> bool:
        if not self.painted:
            return False
        if self.outline:
            return holds_all(self.outline, x.bounds, y.bounds)
        if self.corner:
            column = self.column(x)
            return column is not None and column[0] <= y.low and y.high <= column[1]
        margin = (1 - self.painted) / 2
        width = self.right.low - self.left.high
        height = self.bottom.low - self.top.high
        return (
            self.left.high + width * margin <= x.low
            and x.high <= self.right.low - width * margin
            and self.top.high + height * margin <= y.low
            and y.high <= self.bottom.low - height * margin
        )

    def column(self, x: Pixels) -> tuple[float, float] | None:
        """From where to where it is certain to be painted at this place."""
        margin = (self.right.low - self.left.high) * (1 - self.painted) / 2 + self.corner
        if not self.painted or x.low < self.left.high + margin or x.high > self.right.low - margin:
            return None
        beyond = (self.bottom.low - self.top.high) * (1 - self.painted) / 2
        return self.top.high + beyond, self.bottom.low - beyond

    def may_meet(self, x: Pixels, y: Pixels) -> bool:
        if self.outline:
            return holds_any(self.outline, x.bounds, y.bounds)
        return (
            self.left.low <= x.high
            and x.low <= self.right.high
            and self.top.low <= y.high
            and y.low <= self.bottom.high
        )


def is_part_of_drawing(element: Element) -> bool:
    """Whether it is inside an `svg` that is drawn in a page of HTML."""
    return element.namespace == SVG and isinstance(element.parent, Element) and element.parent.namespace == SVG


def has_something_in_the_middle(look: PageView, element: Element) -> bool:
    """Whether the mouse meets it in its middle; refuses where fonts or curves decide."""
    shapes = list(_shapes(look, element, element))
    if not shapes:
        return False
    if len(shapes) == 1:
        [shape] = shapes
        return shape.painted > 0 and (not shape.outline or surrounds(shape.outline, *_center(shape)))
    x = _middle([shape.left for shape in shapes], [shape.right for shape in shapes])
    center = shapes[0].center
    if center is not None and all(shape.center == center for shape in shapes):
        # Below each other, as a bar and its labels are.
        x = Pixels(center, center)
    y = _middle([shape.top for shape in shapes], [shape.bottom for shape in shapes])
    if any(shape.surely_meets(x, y) for shape in shapes) or _is_painted_between(shapes, x, y):
        return True
    if any(shape.may_meet(x, y) and shape.painted for shape in shapes):
        _refuse(look, element)
    return False


def _is_painted_between(shapes: list[_Shape], x: Pixels, y: Pixels) -> bool:
    """Whether shapes one below the other, such as the parts of a bar, leave nothing free where the middle may be."""
    place = y.low
    is_painted = False
    for column in sorted(column for shape in shapes if (column := shape.column(x)) is not None):
        if column[0] <= place <= column[1]:
            place = column[1]
            is_painted = True
    return is_painted and place >= y.high


def bounds_in_drawing(look: PageView, element: Element) -> tuple[Pixels, Pixels, Pixels, Pixels] | None:
    """Where it begins across and down in the coordinates of its drawing, its width and height; None if not known."""
    place = _offset(look, element)
    try:
        shapes = list(_shapes(look, element, element))
    except NotModelled:
        return None
    if place is None or not shapes:
        return None
    start = _least([shape.left for shape in shapes])
    end = _most([shape.right for shape in shapes])
    upper = _least([shape.top for shape in shapes])
    lower = _most([shape.bottom for shape in shapes])
    width = Pixels(max(0.0, end.low - start.high), end.high - start.low)
    center = shapes[0].center
    if center is not None and all(shape.center == center for shape in shapes):
        # As wide to the left as to the right, however wide that is.
        start = Pixels(center, center).minus(width.times(0.5))
    elif start.is_exact:
        width = end.minus(start)
    height = lower.minus(upper)
    if not upper.is_exact:
        height = Pixels(max(0.0, lower.low - upper.high), lower.high - upper.low)
    return start.plus(place[0]), upper.plus(place[1]), width, height


def refuse_below_shapes(look: PageView, element: Element) -> None:
    """Refuse an element of a drawing in whose middle something that is painted later may lie, as a pin on a country."""
    drawing = next((ancestor for ancestor in element.ancestors() if not is_part_of_drawing(ancestor)), None)
    place = _offset(look, element)
    if drawing is None or place is None:
        return
    shapes = list(_shapes(look, element, element))
    x = _middle([shape.left for shape in shapes], [shape.right for shape in shapes]).plus(place[0])
    y = _middle([shape.top for shape in shapes], [shape.bottom for shape in shapes]).plus(place[1])
    is_later = False
    for part in drawing.descendants():
        if part is element:
            is_later = True
        elif is_later and not element.contains(part) and _is_painted(look, part) and _may_be_at(look, part, x, y):
            refuse("layout", f"whether <{part.tag}> covers {explain.describe(look, element)}")


def _is_painted(look: PageView, part: Element) -> bool:
    if part.tag.lower() not in _SHAPES:
        return False
    ancestors = (part, *part.ancestors())
    return look.styles.is_visible(part) and not any(ancestor.tag.lower() in _UNDRAWN for ancestor in ancestors)


def _may_be_at(look: PageView, part: Element, x: Pixels, y: Pixels) -> bool:
    place = _offset(look, part)
    if part.tag.lower() == "path" and corners_of(part.attributes.get("d", "")) is None:
        # Of several outlines only whoever clicks them has to know where they are.
        return False
    shape = _SHAPES[part.tag.lower()](look, part, part)
    if not shape.painted or place is None:
        return False
    return shape.may_meet(x.minus(place[0]), y.minus(place[1]))


def _offset(look: PageView, element: Element) -> tuple[Pixels, Pixels] | None:
    """How far it is moved within its drawing; None if it is turned or scaled."""
    across = 0.0
    down = 0.0
    part: Element | None = element
    while part is not None and is_part_of_drawing(part):
        moved = _paint(look, part, "transform", "none", is_inherited=False)
        if moved != "none":
            translation = _TRANSLATE.fullmatch(moved)
            if translation is None:
                return None
            across += float(translation["x"])
            down += float(translation["y"] or 0)
        part = look.parent(part)
    return Pixels(across, across), Pixels(down, down)


def _center(shape: _Shape) -> tuple[float, float]:
    return (shape.left.low + shape.right.low) / 2, (shape.top.low + shape.bottom.low) / 2


def _middle(starts: list[Pixels], ends: list[Pixels]) -> Pixels:
    return _least(starts).plus(_most(ends)).times(0.5)


def _least(starts: list[Pixels]) -> Pixels:
    return Pixels(min(side.low for side in starts), min(side.high for side in starts))


def _most(ends: list[Pixels]) -> Pixels:
    return Pixels(max(side.low for side in ends), max(side.high for side in ends))


def _shapes(look: PageView, element: Element, target: Element) -> Iterator[_Shape]:
    tag = element.tag.lower()
    if tag in _UNDRAWN or not look.styles.is_rendered(element):
        return
    if element is not target and _paint(look, element, "transform", "none", is_inherited=False) != "none":
        _refuse(look, target)
    if tag in _GROUPS:
        for child in element.elements():
            yield from _shapes(look, child, target)
    elif tag in _SHAPES:
        yield _SHAPES[tag](look, element, target)
    else:
        _refuse(look, target)


def _rectangle(look: PageView, element: Element, target: Element) -> _Shape:
    left, top, width, height = (_number(look, element, name, target) for name in ("x", "y", "width", "height"))
    corner = max(_number(look, element, name, target) for name in ("rx", "ry"))
    shape = _exact(left, top, left + width, top + height, _painted(look, element, 1.0))
    return shape._replace(corner=min(corner, width / 2, height / 2))


def _ellipse(look: PageView, element: Element, target: Element) -> _Shape:
    names = ("cx", "cy", "r", "r") if element.tag.lower() == "circle" else ("cx", "cy", "rx", "ry")
    x, y, across, down = (_number(look, element, name, target) for name in names)
    return _exact(x - across, y - down, x + across, y + down, _painted(look, element, _INNER))


def _polygon(look: PageView, element: Element, target: Element) -> _Shape:
    numbers = [float(number) for number in _NUMBER.findall(element.attributes.get("points", ""))]
    corners = list(zip(numbers[::2], numbers[1::2], strict=False))
    return _outlined(look, element, target, corners)


def _path(look: PageView, element: Element, target: Element) -> _Shape:
    corners = corners_of(element.attributes.get("d", ""))
    if corners is None:  # several outlines
        _refuse(look, target)
    return _outlined(look, element, target, corners)


def _outlined(look: PageView, element: Element, target: Element, corners: list[tuple[float, float]]) -> _Shape:
    if len(corners) < 3:
        _refuse(look, target)
    across = [x for x, _ in corners]
    down = [y for _, y in corners]
    # A star may be open where its sides cross, which `fill-rule` decides.
    share = _painted(look, element, _MIDDLE)
    return _exact(min(across), min(down), max(across), max(down), share)._replace(outline=tuple(corners))


def _exact(left: float, top: float, right: float, bottom: float, painted: float) -> _Shape:
    start = Pixels(left, left), Pixels(top, top)
    end = Pixels(right, right), Pixels(bottom, bottom)
    return _Shape(*start, *end, painted, (left + right) / 2)


def _painted(look: PageView, element: Element, share: float) -> float:
    points = _paint(look, element, "pointer-events", "auto", is_inherited=True)
    if points == "none":
        return 0
    if points in ("all", "fill", "bounding-box"):
        return share
    # Whoever sees only its outline does not meet its middle.
    return 0 if _paint(look, element, "fill", "black", is_inherited=True) == "none" else share


def _letters(look: PageView, element: Element, target: Element) -> _Shape:
    if any(True for _ in element.elements()) or any(name in element.attributes for name in ("dx", "dy", "rotate")):
        _refuse(look, target)
    x = _number(look, element, "x", target)
    y = _number(look, element, "y", target)
    size = _font_size(look, element)
    letters = len(" ".join(element.text_content().split()))
    width = Pixels(letters * size.low * _LETTER_WIDTH.low, letters * size.high * _LETTER_WIDTH.high)
    anchor = _paint(look, element, "text-anchor", "start", is_inherited=True)
    before = {"start": Pixels(0, 0), "middle": width.times(0.5), "end": width}.get(anchor, Pixels(0, width.high))
    left = Pixels(x, x).minus(before)
    above = Pixels(size.low * _ABOVE.low, size.high * _ABOVE.high)
    below = Pixels(size.low * _BELOW.low, size.high * _BELOW.high)
    right = Pixels(left.low + width.low, left.high + width.high)
    painted = _painted(look, element, 1.0)
    center = x if anchor == "middle" else None
    return _Shape(left, Pixels(y, y).minus(above), right, Pixels(y, y).plus(below), painted, center)


def _font_size(look: PageView, text: Element) -> Pixels:
    element: Element | None = text
    while element is not None:
        style: Mapping[str, str] = {}
        if not look.styles.has_plain_fonts:
            style = look.styles.laid(element, "", _PAINTS)
        for declared in (style.get("font-size"), style.get("font"), element.attributes.get("font-size")):
            if declared:
                # Of a whole font, the number without a unit is its weight.
                exact = _FONT_SIZE_ALONE.fullmatch(declared.strip()) or _FONT.search(declared)
                if exact is not None:
                    return Pixels(float(exact[1]), float(exact[1]))
                if element.namespace != SVG:
                    return _PAGE_SIZE
                return _ANY_SIZE
        element = look.parent(element)
    return Pixels(_FONT_SIZE, _FONT_SIZE)


_SHAPES: Final[Mapping[str, Callable[[PageView, Element, Element], _Shape]]] = {
    "circle": _ellipse,
    "ellipse": _ellipse,
    "image": _rectangle,
    "path": _path,
    "polygon": _polygon,
    "polyline": _polygon,
    "rect": _rectangle,
    "text": _letters,
}


def _number(look: PageView, element: Element, name: str, target: Element) -> float:
    text = element.attributes.get(name, "0").strip().removesuffix("px")
    if _NUMBER.fullmatch(text) is None or name in look.styles.laid(element, "", frozenset({name})):
        _refuse(look, target)
    return float(text)


def _paint(look: PageView, element: Element, name: str, default: str, *, is_inherited: bool) -> str:
    """A presentation attribute, or what a style sheet says instead."""
    shape: Element | None = element
    while shape is not None:
        value = look.styles.laid(shape, "", _PAINTS).get(name) or shape.attributes.get(name, "").strip().lower()
        if value and value != "inherit":
            return value
        if not is_inherited:
            break
        shape = look.parent(shape)
    return default


def _refuse(look: PageView, element: Element) -> NoReturn:
    refuse("layout", f"what is drawn in the middle of {explain.describe(look, element)}")
