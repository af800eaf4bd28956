"""Columns of text: what is in them is laid out as in one narrow block, which is then cut into parts side by side.

Where it is cut depends on the height of all of it, so only the size of what stays whole is known well.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.layout import flow
from pytest_uimcp.page.layout.lengths import NOTHING, Pixels, length
from pytest_uimcp.page.layout.spots import Arrangement, Spot

if TYPE_CHECKING:
    from pytest_uimcp.page.layout.layout import Layout

_PLAIN: Final = ("auto", "normal", "none")
_WHOLE: Final = words("button input select textarea img svg canvas video audio iframe object progress meter")
_UNBROKEN: Final = ("avoid", "avoid-column")


_ROUNDING: Final = 0.01


class Columns(NamedTuple):
    number: int
    width: Pixels
    # From where one begins to where the next does.
    step: float

    @property
    def ways(self) -> Pixels:
        """How far to the right something may be moved out of the first."""
        return Pixels(0, (self.number - 1) * self.step)


def is_in_columns(style: Mapping[str, str]) -> bool:
    return any(style.get(name, "auto") not in _PLAIN for name in ("columns", "column-count", "column-width"))


def columns_of(layout: Layout, block: Element, width: Pixels) -> Columns | None:
    """The columns of a block whose content has this width; None if they are not known."""
    if not width.is_exact:
        return None
    style = layout.sheet.style(block)
    font_size = layout.sheet.font(block).size
    count: int | None = None
    minimum: Pixels | None = None
    for part in (*style.get("columns", "").split(), style.get("column-count", ""), style.get("column-width", "")):
        if part.isdigit():
            count = int(part)
        elif part not in ("", "auto"):
            minimum = length(part, None, font_size)
            if minimum is None or not minimum.is_exact:
                return None
    gap = length(style.get("column-gap", "normal"), width, font_size)
    if gap is None:
        gap = font_size
    if not gap.is_exact:
        return None
    if minimum is not None:
        fitting = max(1, int((width.low + gap.low + 0.01) // max(1.0, minimum.low + gap.low)))
        count = min(count or fitting, fitting)
    if not count:
        return None
    extent = max(0.0, (width.low - (count - 1) * gap.low) / count)
    return Columns(count, Pixels(extent, extent), extent + gap.low)


def arrange(layout: Layout, block: Element, width: Pixels, columns: Columns) -> Arrangement:
    content = flow.arrange(layout, block, columns.width, None)
    if (cut := _cut(layout, content, columns)) is not None:
        return cut
    height = max(0.0, content.height.high)
    arrangement = Arrangement(Pixels(min(content.height.low, height) / columns.number, height))
    _spread(layout, content.spots, columns, height, width)
    arrangement.spots = content.spots
    arrangement.static = {piece: (Pixels(0, width.high), Pixels(0, height)) for piece in content.static}
    return arrangement


def _cut(layout: Layout, content: Arrangement, columns: Columns) -> Arrangement | None:
    """Boxes of known heights that all stay whole: as high columns as are needed; None for others."""
    spots = list(content.spots.items())
    if not spots or content.static or not all(_is_whole(layout, *item) for item in spots):
        return None
    starts = [spot.top.low for _, spot in spots]
    ends = [spot.top.low + spot.height.low for _, spot in spots]
    if starts[0] > 0 or any(start < end for end, start in zip(ends, starts[1:], strict=False)):
        return None
    heights = sorted({end - start for start in starts for end in ends if end > start})
    height = next(
        (extent for extent in heights if len(_parts(starts, ends, extent)) <= columns.number), heights[-1]
    )  # fmt: skip
    for number, part in enumerate(_parts(starts, ends, height)):
        for index in part:
            _, spot = spots[index]
            spot.left = spot.left.plus(Pixels(number * columns.step, number * columns.step))
            spot.top = spot.top.minus(Pixels(starts[part[0]], starts[part[0]]))
    # A margin at the end of the last column may be within the block.
    final, _ = spots[-1]
    margin = layout.sheet.margins(final, columns.width, layout.sheet.font(final))["bottom"] or NOTHING
    return Arrangement(Pixels(height, height + max(0.0, margin.high)), content.spots)


def _is_whole(layout: Layout, element: Element, spot: Spot) -> bool:
    style = layout.sheet.style(element)
    if style.get("column-span") == "all" or not (spot.top.is_exact and spot.height.is_exact):
        return False
    return element.tag in _WHOLE or style.get("break-inside") in _UNBROKEN


def _parts(starts: list[float], ends: list[float], height: float) -> list[list[int]]:
    """What is in each column of a height."""
    parts: list[list[int]] = []
    for index, end in enumerate(ends):
        if not parts or end - starts[parts[-1][0]] > height + _ROUNDING:
            parts.append([])
        parts[-1].append(index)
    return parts


def _spread(
    layout: Layout,
    spots: dict[Element, Spot],
    columns: Columns,
    height: float,
    width: Pixels,
    *,
    is_inner: bool = False,
) -> None:
    """Move what is in a narrow block to wherever the columns may have it."""
    is_at_start = not is_inner
    for element, spot in list(spots.items()):
        style = layout.sheet.style(element)
        if style.get("column-span") == "all":
            spot = layout.sized(element, width, width)
            spot.left = NOTHING
            # What is above it is in columns, and less high than in one.
            spot.top = Pixels(0, height)
            spots[element] = spot
        elif not is_at_start:
            spot.left = spot.left.plus(columns.ways)
            spot.top = Pixels(0, height)
            if is_inner:
                spot.left = spot.left.minus(columns.ways)
                spot.top = Pixels(-height, height)
        if element.tag not in _WHOLE and style.get("break-inside") not in _UNBROKEN:
            spot.width = Pixels(spot.width.low, width.high)
            spot.height = Pixels(0, max(height, spot.height.high))
            if spot.interior is not None:
                _spread(layout, spot.interior.spots, columns, height, width, is_inner=True)
        is_at_start = False
