"""Where the parts of an SVG drawing are on the page: its own coordinates, as `viewBox` fits them into its box."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.layout.box import Box
from pytest_uimcp.page.layout.lengths import Pixels, anywhere
from pytest_uimcp.page.layout.shapes import bounds_in_drawing, is_part_of_drawing

_NUMBER: Final = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
_FITTING: Final = re.compile(r"x(?P<across>Min|Mid|Max)Y(?P<down>Min|Mid|Max)(?:\s+(?P<how>meet|slice))?")
_SHARES: Final = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
_FAR: Final = 3000.0


class _Scale(NamedTuple):
    """How large a unit is, and where the origin is in the box of the drawing."""

    across: float
    down: float
    left: float
    top: float


def drawing_of(part: Element) -> Element | None:
    """The outermost `svg` around a part of a drawing."""
    return next((ancestor for ancestor in part.ancestors() if not is_part_of_drawing(ancestor)), None)


def box_in_drawing(look: PageView, part: Element, content: Box) -> Box:
    """The box of a part of a drawing, whose own content has this box; anywhere if that is not known."""
    drawing = drawing_of(part)
    bounds = bounds_in_drawing(look, part)
    scale = None
    if drawing is not None and bounds is not None:
        scale = _scale(drawing, content)
    if scale is None or bounds is None:
        return Box(anywhere(), anywhere(), Pixels(0, _FAR), Pixels(0, _FAR))
    left, top, width, height = bounds
    return Box(
        content.left.plus(left.times(scale.across)).plus(Pixels(scale.left, scale.left)),
        content.top.plus(top.times(scale.down)).plus(Pixels(scale.top, scale.top)),
        width.times(scale.across), height.times(scale.down),
    )  # fmt: skip


def _scale(drawing: Element, content: Box) -> _Scale | None:
    attributes = {name.lower(): value for name, value in drawing.attributes.items()}
    numbers = [float(number) for number in _NUMBER.findall(attributes.get("viewbox", ""))]
    if len(numbers) != 4 or numbers[2] <= 0 or numbers[3] <= 0:
        return _Scale(1, 1, 0, 0)
    if not (content.width.is_exact and content.height.is_exact):
        return None
    left, top, width, height = numbers
    across = content.width.low / width
    down = content.height.low / height
    text = " ".join(attributes.get("preserveaspectratio", "xMidYMid").split())
    if text == "none":
        return _Scale(across, down, -left * across, -top * down)
    fitting = _FITTING.fullmatch(text)
    if fitting is None:
        return None
    size = min(across, down)
    if fitting["how"] == "slice":
        size = max(across, down)
    return _Scale(
        size, size,
        (content.width.low - width * size) * _SHARES[fitting["across"]] - left * size,
        (content.height.low - height * size) * _SHARES[fitting["down"]] - top * size,
    )  # fmt: skip
