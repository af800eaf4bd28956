"""Axes: marks along an edge, with their texts; of sliders and of charts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.sizer import Sizer, register
from pytest_uimcp.javafx.scene.layout.text import line, text_width
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.base import oriented, part, put
from pytest_uimcp.javafx.scene.values.fonts import DEFAULT_FONT, Font
from pytest_uimcp.javafx.scene.values.geometry import EMPTY

LENGTH: Final = 100.0


def follow_axis(axis: Node) -> None:
    """Make an axis' nodes: a label, paths for the marks, a text for each mark."""
    if not axis.kids:
        label = part("Label", "label", "axis-label")
        names = ["axis-tick-mark"]
        if axis.is_a("ValueAxis"):
            names.append("axis-minor-tick-mark")
        marks = [part("Path", name) for name in names]
        for mark in marks:
            # Half a pixel, so that a line of one pixel is sharp.
            mark.move(0.5, 0.5)
        axis.kids.extend([label, *marks])
    texts = [_tick_text(value) for value in _values(axis)]
    # The label and the paths stay; only the texts behind them are made anew.
    fixed = 1 + len(_marks(axis))
    if [node.read("text") for node in axis.kids[fixed:]] != texts:
        axis.kids.sync([*axis.kids[:fixed], *(part("Text", text=text) for text in texts)])
    for mark, name in zip(_marks(axis), ("tickMarkVisible", "minorTickVisible"), strict=False):
        put(mark, "visible", bool(axis.read(name)))


def _marks(axis: Node) -> list[Node]:
    return [kid for kid in axis.kids if kid.fx.name == "Path"]


def _values(axis: Node) -> list[float]:
    if not axis.is_a("ValueAxis"):
        return []
    if axis.read("autoRanging"):
        return [axis.read("lowerBound")]
    lower = axis.read("lowerBound")
    upper = axis.read("upperBound")
    unit = axis.read("tickUnit")
    # JavaFX gives up on more than 2,000 marks, and keeps the ends.
    if unit <= 0 or (upper - lower) / unit > 2000:
        return [lower, upper]
    count = int((upper - lower) / unit + 1e-9)
    values = [lower + unit * i for i in range(count + 1)]
    if values and abs(values[-1] - upper) < 1e-9:
        return values
    return [*values, upper]


def _tick_text(value: float) -> str:
    if value == int(value):
        return str(int(value))
    return f"{value:g}"


class TickText(NamedTuple):
    """A text at a mark: where along the axis its middle is, and how long it is there."""

    text: Node
    middle: float
    size: float

    def overlaps(self, following: TickText, gap: float) -> bool:
        return following.middle - following.size / 2 - (self.middle + self.size / 2) <= gap


def _with_room(labels: list[TickText], length: float, gap: float) -> Iterator[Node]:
    """Every second text, or third, if there is no room for all; the last but one not if it would touch the last."""
    step = 1
    if sum(label.size for label in labels) > length > 0:
        step = int(len(labels) * round(max(label.size for label in labels)) / length) + 1
    shown = [place % step == 0 for place in range(len(labels))]
    if len(labels) > 2:
        for place, hidden in ((0, 1), (-2, -2)):
            both = shown[place] and shown[place + 1]
            if both and labels[place].overlaps(labels[place + 1], gap):
                shown[hidden] = False
    return (label.text for label, is_shown in zip(labels, shown, strict=True) if is_shown)


class AxisSizer(Sizer):
    def font(self, node: Node) -> Font:
        size = node.read("tickLabelFontSize")
        if size:
            return DEFAULT_FONT._replace(size=max(size, 1.0))
        return DEFAULT_FONT

    def along(self, node: Node) -> int:
        return int(node.read("side") in ("LEFT", "RIGHT"))

    def mark_length(self, node: Node) -> float:
        return node.read("tickLength") * node.read("tickMarkVisible")

    def thick(self, node: Node) -> float:
        thickness = self.mark_length(node)
        texts = [kid.read("text") or "" for kid in node.kids if kid.fx.name == "Text"]
        if texts:
            # The gap is kept even where no text is shown.
            thickness += node.read("tickLabelGap")
        if texts and node.read("tickLabelsVisible"):
            font = self.font(node)
            size = line(font, centred=False).height
            if self.along(node) == 1:
                size = max(text_width(text, font) for text in texts)
            thickness += size
        return float(thickness)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        """The usual length along the axis; across it, what the marks and their texts take."""
        if axis == self.along(node):
            return LENGTH
        return self.thick(node)

    def layout(self, node: Node) -> None:
        along = self.along(node)
        font = self.font(node)
        length = (node.lw, node.lh)[along]
        marks = _marks(node)
        tick = self.mark_length(node)
        outlines = [(0.0, 0.0, *oriented(along, length, tick))]
        if not node.is_a("ValueAxis"):
            outlines = [EMPTY]
        if len(marks) > 1:
            outlines.append(self.minor(node, length, along))
        for mark, outline in zip(marks, outlines, strict=True):
            mark.outline = outline
            mark.bounds_changed()
        if not node.is_a("ValueAxis"):
            return
        lower = node.read("lowerBound")
        upper = node.read("upperBound")
        span = (upper - lower) or 1.0
        labels: list[TickText] = []
        for kid, value in zip((k for k in node.kids if k.fx.name == "Text"), _values(node), strict=False):
            kid.values["font"] = font
            position = length * (value - lower) / span
            gap = self.mark_length(node) + node.read("tickLabelGap")
            kid.bounds_changed()
            box = measure.layout_box(kid)
            if along == 0:
                kid.move(position - (box[2] - box[0]) / 2, gap - box[1])
            else:
                kid.move(gap, length - position - (box[1] + box[3]) / 2)
            labels.append(TickText(kid, position, box[2 + along] - box[along]))
        visible: set[Node] = set()
        if node.read("tickLabelsVisible"):
            visible = set(_with_room(labels, length, node.read("tickLabelGap")))
        for label in labels:
            put(label.text, "visible", label.text in visible)

    def minor(self, node: Node, length: float, along: int) -> tuple[float, float, float, float]:
        """The box around the minor marks, from the first to the last."""
        values = _values(node)
        count = max(1, node.read("minorTickCount"))
        if len(values) < 2 or count < 2:
            return EMPTY
        lower = node.read("lowerBound")
        upper = node.read("upperBound")
        step = (values[1] - values[0]) / count
        start, end = (length * (value - lower) / ((upper - lower) or 1) for value in (lower + step, upper - step))
        tick = node.read("minorTickLength")
        return (*oriented(along, start, 1.0), *oriented(along, end, tick))


register("NumberAxis", "CategoryAxis", sizer=AxisSizer())
