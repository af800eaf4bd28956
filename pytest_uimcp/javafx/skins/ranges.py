"""Sliders, progress bars and indicators, spinners, separators."""

# sizes and placing are explained where Sizer and Skin declare them

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from pytest_uimcp.javafx.layout import measure
from pytest_uimcp.javafx.layout.area import Area
from pytest_uimcp.javafx.layout.sizer import MAX, Sizer, register
from pytest_uimcp.javafx.layout.text import line, text_width
from pytest_uimcp.javafx.values.fonts import DEFAULT_FONT, Font
from pytest_uimcp.javafx.values.geometry import EMPTY, snap_position, snap_size

from .base import Skin, adopt, part, put, skin_of, snapped_pref

if TYPE_CHECKING:
    from pytest_uimcp.javafx.model.node import Node

__all__ = ["SliderSkin", "SpinnerSkin"]

SLIDER, BAR, GAP = 140.0, 100.0, 2.0


@skin_of("Separator")
class SeparatorSkin(Skin):
    """A line."""

    def build(self) -> None:
        self.line = part("Region", "line")
        self.show(self.line)

    @property
    def axis(self) -> int:
        return 0 if self.node.read("orientation") == "HORIZONTAL" else 1

    def pref_width(self, node: Node, height: float) -> float:
        return self.across + (10.0 if self.axis == 0 else measure.pref_width(self.line))

    def pref_height(self, node: Node, width: float) -> float:
        return self.down + (10.0 if self.axis == 1 else measure.pref_height(self.line))

    def min_width(self, node: Node, height: float) -> float:
        return self.pref_width(node, -1.0)

    def min_height(self, node: Node, width: float) -> float:
        return self.pref_height(node, -1.0)

    def max_width(self, node: Node, height: float) -> float:
        return MAX if self.axis == 0 else measure.pref_width(node)

    def max_height(self, node: Node, width: float) -> float:
        return MAX if self.axis == 1 else measure.pref_height(node)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        if self.axis == 0:
            self.line.resize(width, measure.pref_height(self.line))
        else:
            self.line.resize(measure.pref_width(self.line), height)
        from pytest_uimcp.javafx.layout.area import place_in

        align = (self.node.read("halignment"), self.node.read("valignment"))
        place_in(self.line, Area(x, y, width, height), align=align)


@skin_of("Slider")
class SliderSkin(Skin):
    """A thumb on a track, perhaps with an axis."""

    def build(self) -> None:
        self.track = part("StackPane", "track")
        self.thumb = part("SliderSkin$2")
        self.axis: Any = None

    @property
    def along(self) -> int:
        return 0 if self.node.read("orientation") == "HORIZONTAL" else 1

    @property
    def ticks(self) -> bool:
        return bool(self.node.read("showTickMarks") or self.node.read("showTickLabels"))

    def sync(self) -> None:
        if self.ticks and self.axis is None:
            self.axis = part("NumberAxis", "axis")
        if self.axis is not None:
            node = self.node
            put(self.axis, "side", "BOTTOM" if self.along == 0 else "RIGHT")
            for name, of in (("lowerBound", "min"), ("upperBound", "max"), ("tickUnit", "majorTickUnit")):
                put(self.axis, name, node.read(of))
            put(self.axis, "autoRanging", False)
            put(self.axis, "minorTickCount", node.read("minorTickCount") + 1)
            put(self.axis, "tickLabelsVisible", node.read("showTickLabels"))
            put(self.axis, "tickMarkVisible", node.read("showTickMarks"))
            put(self.axis, "tickLabelFormatter", node.read("labelFormatter"))
            follow_axis(self.axis)
        self.show(self.axis if self.ticks else None, self.track, self.thumb)

    def sizes(self, axis: int) -> float:
        """Across the track: the thumb or the track, and the axis behind it."""
        both = max(measure.sized(self.thumb, "pref", axis), measure.sized(self.track, "pref", axis))
        return both + (measure.sized(self.axis, "pref", axis) + GAP if self.ticks else 0.0)

    def pref_width(self, node: Node, height: float) -> float:
        if self.along == 0:
            return max(SLIDER, measure.pref_width(self.axis)) if node.read("showTickMarks") else SLIDER
        return self.across + self.sizes(0)

    def pref_height(self, node: Node, width: float) -> float:
        if self.along == 1:
            return max(SLIDER, measure.pref_height(self.axis)) if node.read("showTickMarks") else SLIDER
        return self.down + self.sizes(1)

    def min_width(self, node: Node, height: float) -> float:
        thumb = snapped_pref(self.thumb, 0)
        return self.across + (2 * thumb + 10 if self.along == 0 else thumb)

    def min_height(self, node: Node, width: float) -> float:
        thumb = snapped_pref(self.thumb, 1)
        return self.down + (2 * thumb + 10 if self.along == 1 else thumb)

    def max_width(self, node: Node, height: float) -> float:
        return MAX if self.along == 0 else measure.pref_width(node)

    def max_height(self, node: Node, width: float) -> float:
        return MAX if self.along == 1 else measure.pref_height(node)

    def share(self) -> float:
        """Where the value is between the ends, from 0 to 1."""
        low, high, value = (self.node.read(name) for name in ("min", "max", "value"))
        return (value - low) / (high - low) if high > low else 0.0

    def place(self, x: float, y: float, width: float, height: float) -> None:
        along = self.along
        thumb = (snapped_pref(self.thumb, 0), snapped_pref(self.thumb, 1))
        self.thumb.resize(*thumb)
        start, size = ((x, width), (y, height))[along]
        other, across = ((y, height), (x, width))[along]
        radius = measure.insets(self.track).left if along == 0 else measure.insets(self.track).top
        begin, length = snap_position(start + thumb[along] / 2), snap_size(size - thumb[along])
        thick = snapped_pref(self.track, 1 - along)
        area = max(thick, thumb[1 - along])
        line_size = measure.sized(self.axis, "pref", 1 - along) if self.ticks else 0.0
        top = other + (across - area - (GAP + line_size if self.ticks else 0.0)) / 2
        track = float(int(top + (area - thick) / 2))
        at = length * (self.share() if along == 0 else 1 - self.share()) + begin - thumb[along] / 2
        beside = float(int(top + (area - thumb[1 - along]) / 2))
        rail = (float(int(begin - radius)), float(int(length + 2 * radius)))
        self.thumb.move(*((at, beside) if along == 0 else (beside, at)))
        self.track.resize(*((rail[1], thick) if along == 0 else (thick, rail[1])))
        self.track.move(*((rail[0], track) if along == 0 else (track, rail[0])))
        if self.ticks:
            gap = track + thick + GAP
            self.axis.resize(*((length, line_size) if along == 0 else (line_size, length)))
            self.axis.move(*((begin, gap) if along == 0 else (gap, begin)))


# --- axes


def follow_axis(axis: Any) -> None:
    """Make an axis' nodes: a label, paths for the marks, a text for each mark."""
    if not axis.kids:
        label = part("Label", "label", "axis-label")
        names = ("axis-tick-mark", "axis-minor-tick-mark") if axis.is_a("ValueAxis") else ("axis-tick-mark",)
        marks = [part("Path", name) for name in names]
        for mark in marks:
            mark.move(0.5, 0.5)
        axis.kids.extend([label, *marks])
        axis.values["marks"] = marks
    texts = [_tick_text(value) for value in _values(axis)] if axis.read("tickLabelsVisible") else []
    fixed = 1 + len(axis.values["marks"])
    if [node.read("text") for node in axis.kids[fixed:]] != texts:
        axis.kids.sync([*axis.kids[:fixed], *(part("Text", text=text) for text in texts)])


def _values(axis: Any) -> list[float]:
    if not axis.is_a("ValueAxis"):
        return []
    if axis.read("autoRanging"):
        return [axis.read("lowerBound")]
    low, high, unit = axis.read("lowerBound"), axis.read("upperBound"), axis.read("tickUnit")
    if unit <= 0 or (high - low) / unit > 2000:
        return [low, high]
    count = int((high - low) / unit + 1e-9)
    found = [low + unit * i for i in range(count + 1)]
    return found if found and abs(found[-1] - high) < 1e-9 else [*found, high]


def _tick_text(value: float) -> str:
    return str(int(value)) if value == int(value) else f"{value:g}"


class AxisSizer(Sizer):
    """Marks along an edge, with their texts."""

    def font(self, node: Node) -> Font:
        size = node.read("tickLabelFontSize")
        return DEFAULT_FONT._replace(size=size) if size else DEFAULT_FONT

    def along(self, node: Node) -> int:
        return 0 if node.read("side") in (None, "TOP", "BOTTOM") else 1

    def thick(self, node: Node) -> float:
        """Marks, a gap, texts."""
        found = node.read("tickLength") if node.read("tickMarkVisible") else 0.0
        texts = [kid.read("text") for kid in node.kids if kid.fx.name == "Text"]
        if texts:
            font = self.font(node)
            size = (
                line(font, centred=False).height if self.along(node) == 0 else max(text_width(t, font) for t in texts)
            )
            found += node.read("tickLabelGap") + size
        return float(found)

    def pref_width(self, node: Node, height: float) -> float:
        return self.thick(node) if self.along(node) == 1 else 100.0

    def pref_height(self, node: Node, width: float) -> float:
        return self.thick(node) if self.along(node) == 0 else 100.0

    def layout(self, node: Node) -> None:
        along, font = self.along(node), self.font(node)
        length = (node.lw, node.lh)[along]
        marks = node.values.get("marks") or []
        tick = node.read("tickLength")
        outlines = [(0.0, 0.0, length, tick) if along == 0 else (0.0, 0.0, tick, length)]
        if not node.is_a("ValueAxis"):
            outlines = [EMPTY]
        if len(marks) > 1:
            outlines.append(self.minor(node, length, along))
        for mark, outline in zip(marks, outlines, strict=True):
            put(mark, "outline", outline)
            mark.bounds_changed()
        if not node.is_a("ValueAxis"):
            return
        low, high = node.read("lowerBound"), node.read("upperBound")
        span = (high - low) or 1.0
        for kid, value in zip((k for k in node.kids if k.fx.name == "Text"), _values(node), strict=False):
            kid.values["font"] = font
            at = length * (value - low) / span
            gap = (node.read("tickLength") if node.read("tickMarkVisible") else 0.0) + node.read("tickLabelGap")
            kid.bounds_changed()
            box = measure.layout_box(kid)
            if along == 0:
                kid.move(at - (box[2] - box[0]) / 2, gap - box[1])
            else:
                kid.move(gap, length - at - (box[1] + box[3]) / 2)

    def minor(self, node: Node, length: float, along: int) -> tuple[float, float, float, float]:
        """The box around the minor marks, from the first to the last."""
        values, count = _values(node), max(1, node.read("minorTickCount"))
        if len(values) < 2 or not node.read("minorTickVisible") or count < 2:
            return EMPTY
        low, high = node.read("lowerBound"), node.read("upperBound")
        step = (values[1] - values[0]) / count
        start, end = (length * (at - low) / ((high - low) or 1) for at in (low + step, high - step))
        tick = node.read("minorTickLength")
        return (start, 1.0, end, tick) if along == 0 else (1.0, start, tick, end)


register("NumberAxis", "CategoryAxis", sizer=AxisSizer())


# --- progress


@skin_of("ProgressBar")
class ProgressBarSkin(Skin):
    """A track and a bar on it."""

    def build(self) -> None:
        self.track, self.bar = part("StackPane", "track"), part("StackPane", "bar")
        self.show(self.track, self.bar)

    def pref_width(self, node: Node, height: float) -> float:
        return max(BAR, self.across + measure.pref_width(self.bar))

    def pref_height(self, node: Node, width: float) -> float:
        return self.down + measure.pref_height(self.bar)

    def max_width(self, node: Node, height: float) -> float:
        return measure.pref_width(node)

    def max_height(self, node: Node, width: float) -> float:
        return measure.pref_height(node)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        progress = self.node.read("progress")
        self.track.resize(width, height)
        self.track.move(x, y)
        if progress < 0:
            # Where its animation starts: all of it before the track, running to the right.
            wide = self.node.read("indeterminateBarLength")
            put(self.bar, "scaleX", -1.0)
            put(self.bar, "translateX", -wide)
            put(self.bar, "clip", (0.0, 0.0, 0.0, height))
        else:
            put(self.bar, "clip", None)
            wide = int(width * 2 * min(progress, 1.0)) / 2
            put(self.bar, "scaleX", 1.0)
            put(self.bar, "translateX", 0.0)
        self.bar.resize(wide, height)
        self.bar.move(x, y)


@skin_of("ProgressIndicator")
class ProgressIndicatorSkin(Skin):
    """A filling circle with a text below, or a spinning wheel."""

    wheel: Any = None

    def build(self) -> None:
        self.circle = part("DeterminateIndicator")
        self.text = part("Text", "text", "percentage", textOrigin="TOP")
        self.indicator, self.progress = part("StackPane", "indicator"), part("StackPane", "progress")
        self.tick = part("StackPane", "tick", visible=False)
        adopt(self.circle, [self.indicator, self.progress, self.text, self.tick])
        self.circle.sizer = _Circle(self)

    def sync(self) -> None:
        progress = self.node.read("progress")
        if progress < 0:
            if self.wheel is None:
                paths = part("IndicatorPaths")
                adopt(paths, [part("Region", "segment", f"segment{i}") for i in range(12)])
                self.wheel = part("IndeterminateSpinner", "spinner")
                adopt(self.wheel, [paths])
            self.show(self.wheel)
            return
        put(self.text, "text", "Done" if progress >= 1 else f"{int(progress * 100)}%")
        put(self.tick, "visible", progress >= 1)
        self.show(self.circle)

    @property
    def font(self) -> Font:
        """The text's font, a step smaller than the control's."""
        return DEFAULT_FONT._replace(size=11.9)

    def radii(self) -> tuple[float, float, float]:
        """The circle's padding, the inner circle's, half of the tick."""
        return tuple(measure.snapped(n).left for n in (self.indicator, self.progress, self.tick))  # type: ignore[return-value]

    def pref_width(self, node: Node, height: float) -> float:
        if node.read("progress") < 0:
            return self.across + 52.0
        padding, inner, tick = self.radii()
        return self.across + max(2 * (padding + inner + tick), text_width("Done", self.font))

    def pref_height(self, node: Node, width: float) -> float:
        if node.read("progress") < 0:
            return self.down + 52.0
        padding, inner, tick = self.radii()
        return self.down + 2 * (padding + inner + tick) + GAP + line(self.font).height

    def max_width(self, node: Node, height: float) -> float:
        return measure.pref_width(node)

    def max_height(self, node: Node, width: float) -> float:
        return measure.pref_height(node)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        inner = self.wheel if self.node.read("progress") < 0 else self.circle
        inner.resize(width, height)
        inner.move(x, y)


class _Circle(Sizer):
    def __init__(self, skin: ProgressIndicatorSkin) -> None:
        self.skin = skin

    def layout(self, node: Node) -> None:
        skin = self.skin
        tall = line(skin.font).height
        radius = math.floor(min(node.lw, node.lh - tall - GAP) / 2)
        left = math.floor((node.lw - 2 * radius) / 2) + radius
        top = math.floor((node.lh - 2 * radius - GAP - tall) / 2) + radius
        inner = radius - measure.snapped(skin.indicator).left
        for circle, size in ((skin.indicator, radius), (skin.progress, inner)):
            put(circle, "shape", "circle")
            put(circle, "scaleShape", False)
            put(circle, "shapeBounds", (2.0 * size, 2.0 * size))
            circle.resize(0.0, 0.0)
            circle.move(float(left), float(top))
        half = math.ceil((2 * inner - 2 * round(measure.insets(skin.progress).left)) / math.sqrt(2)) / 2
        skin.tick.resize(2 * half, 2 * half)
        skin.tick.move(left - half, top - half)
        box = measure.layout_box(skin.text)
        skin.text.move(snap_position((node.lw - box[2] + box[0]) / 2), snap_position(top + radius + GAP))


# --- spinners


@skin_of("Spinner")
class SpinnerSkin(Skin):
    """A field and two arrows behind it."""

    def build(self) -> None:
        self.editor = self.node.read("editor") or part("FakeFocusTextField")
        self.node.values["editor"] = self.editor
        self.increment = part("SpinnerSkin$1")
        self.decrement = part("SpinnerSkin$2")
        for button, name in ((self.increment, "increment-arrow"), (self.decrement, "decrement-arrow")):
            arrow = part("Region", name, mouseTransparent=True, maxWidth=float("-inf"), maxHeight=float("-inf"))
            adopt(button, [arrow])
        self.show(self.editor, self.increment, self.decrement)

    def sync(self) -> None:
        from pytest_uimcp.javafx.model.choices import text_of

        node = self.node
        put(self.editor, "editable", node.read("editable"))
        put(self.editor, "focusTraversable", node.read("editable"))
        if node.values.get("shown value", self) != node.read("value"):
            node.values["shown value"] = node.read("value")
            put(self.editor, "text", text_of(node, node.read("value")) if node.read("value") is not None else "")
        put(self.editor, "promptText", node.read("promptText") or "")

    def pref_width(self, node: Node, height: float) -> float:
        return self.across + measure.pref_width(self.editor)

    def pref_height(self, node: Node, width: float) -> float:
        return self.down + measure.pref_height(self.editor)

    def min_width(self, node: Node, height: float) -> float:
        return self.across + measure.min_width(self.editor)

    def min_height(self, node: Node, width: float) -> float:
        return self.down + measure.min_height(self.editor)

    def max_width(self, node: Node, height: float) -> float:
        return measure.pref_width(node)

    def max_height(self, node: Node, width: float) -> float:
        return measure.pref_height(node)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        wide = 0.0
        for button in (self.increment, self.decrement):
            insets = measure.snapped(button)
            wide = max(wide, insets.left + snapped_pref(button.kids[0], 0) + insets.right)
        half = math.floor(height / 2)
        self.editor.resize(width - wide, height)
        self.editor.move(x, y)
        for button, top, high in ((self.increment, y, half), (self.decrement, y + half, height - half)):
            button.resize(wide, high)
            button.move(x + width - wide, top)
