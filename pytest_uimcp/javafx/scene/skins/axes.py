"""Axes: marks along an edge, with their texts; of sliders and of charts."""

from __future__ import annotations

from typing import Final

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
    for mark in _marks(axis)[:1]:
        put(mark, "visible", bool(axis.read("tickMarkVisible")))
    for label in axis.kids[fixed:]:
        put(label, "visible", bool(axis.read("tickLabelsVisible")))


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
        if texts and node.read("tickLabelsVisible"):
            font = self.font(node)
            size = line(font, centred=False).height
            if self.along(node) == 1:
                size = max(text_width(text, font) for text in texts)
            thickness += node.read("tickLabelGap") + size
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
        tick = node.read("tickLength")
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

    def minor(self, node: Node, length: float, along: int) -> tuple[float, float, float, float]:
        """The box around the minor marks, from the first to the last."""
        values = _values(node)
        count = max(1, node.read("minorTickCount"))
        if len(values) < 2 or not node.read("minorTickVisible") or count < 2:
            return EMPTY
        lower = node.read("lowerBound")
        upper = node.read("upperBound")
        step = (values[1] - values[0]) / count
        start, end = (length * (value - lower) / ((upper - lower) or 1) for value in (lower + step, upper - step))
        tick = node.read("minorTickLength")
        return (*oriented(along, start, 1.0), *oriented(along, end, tick))


register("NumberAxis", "CategoryAxis", sizer=AxisSizer())
