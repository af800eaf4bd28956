"""Placing one child in a space: its size within its bounds, then its position by alignment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.measure import bounded
from pytest_uimcp.javafx.scene.layout.sizer import SAME_AS_HEIGHT
from pytest_uimcp.javafx.scene.values.geometry import NO_INSETS, Insets, snap_position, snap_size, snap_space

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node


# The bias with which a node's size on an axis depends on that of the other.
DEPENDENT_BIAS: Final = ("VERTICAL", "HORIZONTAL")
# Which share of the space that is left lies before a child.
LEADING_SHARE: Final = {"LEFT": 0.0, "TOP": 0.0, "BASELINE": 0.0, "CENTER": 0.5, "RIGHT": 1.0, "BOTTOM": 1.0}


class Area(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    baseline: float = 0.0


def margin(node: Node, pane: str) -> Insets:
    return node.constraint(f"{pane}.margin", NO_INSETS)


def offset(space: float, size: float, position: str) -> float:
    return (space - size) * LEADING_SHARE[position]


def child_size(
    node: Node, axis: int, kind: str, margins: Insets, cross: float = -1.0, fill: bool = True, snap: bool = True
) -> float:
    """What a child and its margin ask for along an axis, on whole pixels unless the parent keeps fractions."""
    leading = margins[3 - 3 * axis]
    trailing = margins[1 + axis]
    cross_size = -1.0
    if cross != -1 and measure.bias(node) == DEPENDENT_BIAS[axis]:
        cross_size = _across(node, axis, cross - margins.along(1 - axis), fill)
    size = _wanted(node, axis, kind, cross_size)
    if snap:
        return snap_space(leading) + snap_size(size) + snap_space(trailing)
    return leading + size + trailing


def _across(node: Node, axis: int, space: float, fill: bool) -> float:
    # Across: filled up to the space, or as large as the child wants to be.
    sizes = [measure.sized(node, kind, 1 - axis) for kind in ("min", "pref", "max")]
    return snap_size(bounded(sizes[0], space, sizes[2]) if fill else min(space, bounded(*sizes)))


def _wanted(node: Node, axis: int, kind: str, alt: float) -> float:
    minimum = measure.sized(node, "min", axis, alt)
    if kind == "min":
        return minimum
    maximum = measure.sized(node, "max", axis, alt)
    if kind == "max":
        # Double.MAX_VALUE stays what it is: rounding it or adding margins would make it infinite.
        if maximum >= 1e300:
            return maximum
        return bounded(minimum, maximum, maximum)
    return bounded(minimum, measure.sized(node, "pref", axis, alt), maximum)


def area_size(nodes: list[Node], axis: int, kind: str, pane: str, cross: float = -1.0, snap: bool = True) -> float:
    return max((child_size(node, axis, kind, margin(node, pane), cross, snap=snap) for node in nodes), default=0.0)


def _filled(node: Node, width: float, height: float, fill: tuple[bool, bool]) -> tuple[float, float]:
    bias = measure.bias(node)
    if bias == "VERTICAL":
        tall = _along(node, 1, height, fill[1], -1.0)
        return _along(node, 0, width, fill[0], tall), tall
    wide_size = _along(node, 0, width, fill[0], -1.0)
    return wide_size, _along(node, 1, height, fill[1], wide_size if bias else -1.0)


def _along(node: Node, axis: int, space: float, fill: bool, cross: float) -> float:
    size = space
    if not fill:
        size = min(space, measure.sized(node, "pref", axis, cross))
    return bounded(measure.sized(node, "min", axis, cross), size, measure.sized(node, "max", axis, cross))


def layout_in(
    node: Node,
    area: Area,
    margins: Insets = NO_INSETS,
    fill: tuple[bool, bool] = (True, True),
    align: tuple[str, str] = ("CENTER", "CENTER"),
    snap: bool = True,
) -> None:
    """Size a child for a space, if it takes a size, and put it there."""
    top, right, bottom, left = (snap_space(part) if snap else part for part in margins)
    # On a baseline the margin above gives way: the text has to be on the line of its neighbours.
    if align[1] == "BASELINE":
        baseline = measure.baseline(node)
        if baseline != SAME_AS_HEIGHT:
            # Whoever has a text is moved so that its baseline is the row's.
            top = snap_space(area.baseline - baseline)
        elif node.resizable:
            bottom += snap_space(area.height - area.baseline)
        else:
            box = measure.layout_box(node)
            top = snap_space(area.baseline - (box[3] - box[1]))
    if node.resizable:
        size = _filled(node, area.width - left - right, area.height - top - bottom, fill)
        node.resize(*((snap_size(part) for part in size) if snap else size))
    place_in(node, area, Insets(top, right, bottom, left), align, snap)


def place_in(
    node: Node,
    area: Area,
    margins: Insets = NO_INSETS,
    align: tuple[str, str] = ("CENTER", "CENTER"),
    snap: bool = True,
) -> None:
    box = measure.layout_box(node)
    width = box[2] - box[0]
    height = box[3] - box[1]
    x = area.x + margins.left + offset(area.width - margins.left - margins.right, width, align[0])
    if align[1] == "BASELINE":
        baseline = measure.baseline(node)
        y = area.y + area.baseline - (height if baseline == SAME_AS_HEIGHT else baseline)
    else:
        y = area.y + margins.top + offset(area.height - margins.top - margins.bottom, height, align[1])
    if snap:
        # The corner is rounded, not the size: sizes are whole already.
        x = snap_position(x)
        y = snap_position(y)
    node.move(x - box[0], y - box[1])


def baseline_of(nodes: list[Node], heights: list[float], pane: str, top: bool = False) -> float:
    """The common baseline of children that have these heights to fill."""
    lowest = 0.0
    for node, height in zip(nodes, heights, strict=True):
        margins = margin(node, pane)
        baseline = measure.baseline(node)
        if baseline == SAME_AS_HEIGHT:
            baseline = height - (0.0 if top else margins.bottom + margins.top)
        # The lowest text decides: nobody is moved out of the row at its top.
        lowest = max(lowest, snap_space(margins.top) + baseline)
    return lowest


def kid_baseline(node: Node, fallback: float) -> float:
    """A child's baseline, or what counts for one that has none."""
    baseline = measure.baseline(node)
    if baseline == SAME_AS_HEIGHT:
        return fallback
    return baseline
