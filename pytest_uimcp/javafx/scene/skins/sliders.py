"""Sliders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.sizer import MAX
from pytest_uimcp.javafx.scene.skins.axes import follow_axis
from pytest_uimcp.javafx.scene.skins.base import Skin, part, put, skin_of, snapped_pref
from pytest_uimcp.javafx.scene.values.geometry import snap_position, snap_size

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node

__all__ = ["SliderSkin"]

SLIDER = 140.0
GAP = 2.0


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
            for name, slider_name in (("lowerBound", "min"), ("upperBound", "max"), ("tickUnit", "majorTickUnit")):
                put(self.axis, name, node.read(slider_name))
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
        return self.horizontal_insets + self.sizes(0)

    def pref_height(self, node: Node, width: float) -> float:
        if self.along == 1:
            return max(SLIDER, measure.pref_height(self.axis)) if node.read("showTickMarks") else SLIDER
        return self.vertical_insets + self.sizes(1)

    def min_width(self, node: Node, height: float) -> float:
        thumb = snapped_pref(self.thumb, 0)
        return self.horizontal_insets + (2 * thumb + 10 if self.along == 0 else thumb)

    def min_height(self, node: Node, width: float) -> float:
        thumb = snapped_pref(self.thumb, 1)
        return self.vertical_insets + (2 * thumb + 10 if self.along == 1 else thumb)

    def max_width(self, node: Node, height: float) -> float:
        return MAX if self.along == 0 else measure.pref_width(node)

    def max_height(self, node: Node, width: float) -> float:
        return MAX if self.along == 1 else measure.pref_height(node)

    def share(self) -> float:
        """Where the value is between the ends, from 0 to 1."""
        minimum, maximum, value = (self.node.read_number(name) for name in ("min", "max", "value"))
        return (value - minimum) / (maximum - minimum) if maximum > minimum else 0.0

    def place(self, x: float, y: float, width: float, height: float) -> None:
        along = self.along
        thumb = (snapped_pref(self.thumb, 0), snapped_pref(self.thumb, 1))
        self.thumb.resize(*thumb)
        start, size = ((x, width), (y, height))[along]
        cross_start, across = ((y, height), (x, width))[along]
        radius = measure.insets(self.track).left if along == 0 else measure.insets(self.track).top
        begin = snap_position(start + thumb[along] / 2)
        length = snap_size(size - thumb[along])
        thick = snapped_pref(self.track, 1 - along)
        area = max(thick, thumb[1 - along])
        line_size = measure.sized(self.axis, "pref", 1 - along) if self.ticks else 0.0
        top = cross_start + (across - area - (GAP + line_size if self.ticks else 0.0)) / 2
        track = float(int(top + (area - thick) / 2))
        thumb_start = length * (self.share() if along == 0 else 1 - self.share()) + begin - thumb[along] / 2
        beside = float(int(top + (area - thumb[1 - along]) / 2))
        rail = (float(int(begin - radius)), float(int(length + 2 * radius)))
        self.thumb.move(*((thumb_start, beside) if along == 0 else (beside, thumb_start)))
        self.track.resize(*((rail[1], thick) if along == 0 else (thick, rail[1])))
        self.track.move(*((rail[0], track) if along == 0 else (track, rail[0])))
        if self.ticks:
            gap = track + thick + GAP
            self.axis.resize(*((length, line_size) if along == 0 else (line_size, length)))
            self.axis.move(*((begin, gap) if along == 0 else (gap, begin)))
