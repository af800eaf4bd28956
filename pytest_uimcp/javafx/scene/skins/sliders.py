from __future__ import annotations

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.sizer import MAX
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.axes import follow_axis
from pytest_uimcp.javafx.scene.skins.base import Skin, axis_of, oriented, part, put, skin_of, snapped_pref
from pytest_uimcp.javafx.scene.values.geometry import snap_position, snap_size

SLIDER = 140.0
GAP = 2.0


@skin_of("Slider")
class SliderSkin(Skin):
    def build(self) -> None:
        self.track = part("StackPane", "track")
        self.thumb = part("SliderSkin$2")
        self.axis: Node | None = None

    @property
    def along(self) -> int:
        return axis_of(self.node)

    @property
    def ticks(self) -> Node | None:
        """The axis, while its marks or its labels are shown."""
        if self.node.read("showTickMarks") or self.node.read("showTickLabels"):
            self.axis = self.axis or part("NumberAxis", "axis")
            return self.axis
        return None

    def sync(self) -> None:
        ticks = self.ticks
        if ticks is not None:
            self.follow(ticks)
        self.show(ticks, self.track, self.thumb)

    def follow(self, axis: Node) -> None:
        node = self.node
        put(axis, "side", ("BOTTOM", "RIGHT")[self.along])
        for name, slider_name in (("lowerBound", "min"), ("upperBound", "max"), ("tickUnit", "majorTickUnit")):
            put(axis, name, node.read_number(slider_name))
        # The slider gives the range; an axis of a chart finds its own.
        put(axis, "autoRanging", False)
        # A slider counts the marks between two numbers, an axis the steps.
        put(axis, "minorTickCount", node.read("minorTickCount") + 1)
        put(axis, "tickLabelsVisible", node.read("showTickLabels"))
        put(axis, "tickMarkVisible", node.read("showTickMarks"))
        put(axis, "minorTickVisible", node.read("showTickMarks"))
        put(axis, "tickLabelFormatter", node.read("labelFormatter"))
        follow_axis(axis)

    def thickness(self, axis: int) -> float:
        """Across the track: the thumb or the track, and the axis behind it."""
        thickness = max(measure.sized(self.thumb, "pref", axis), measure.sized(self.track, "pref", axis))
        ticks = self.ticks
        if ticks is not None:
            thickness += measure.sized(ticks, "pref", axis) + GAP
        return thickness

    def length(self, axis: int) -> float:
        """Along the track: the usual length, or what the marks ask for if that is more."""
        ticks = self.ticks
        if ticks is None or not self.node.read("showTickMarks"):
            return SLIDER
        return max(SLIDER, measure.sized(ticks, "pref", axis))

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == self.along:
            return self.length(axis)
        return self.insets_along(axis) + self.thickness(axis)

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        """Along the track room for two thumbs, across it for one."""
        thumb = snapped_pref(self.thumb, axis)
        if axis == self.along:
            thumb = 2 * thumb + 10
        return self.insets_along(axis) + thumb

    def max_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == self.along:
            return MAX
        return measure.sized(node, "pref", axis)

    def share(self) -> float:
        """Where the value is between the ends, from 0 to 1."""
        minimum, maximum, value = (self.node.read_number(name) for name in ("min", "max", "value"))
        if maximum > minimum:
            return (value - minimum) / (maximum - minimum)
        return 0.0

    def place(self, x: float, y: float, width: float, height: float) -> None:
        along = self.along
        thumb = (snapped_pref(self.thumb, 0), snapped_pref(self.thumb, 1))
        self.thumb.resize(*thumb)
        start, size = ((x, width), (y, height))[along]
        cross_start, across = ((y, height), (x, width))[along]
        insets = measure.insets(self.track)
        radius = (insets.left, insets.top)[along]
        begin = snap_position(start + thumb[along] / 2)
        length = snap_size(size - thumb[along])
        thick = snapped_pref(self.track, 1 - along)
        area = max(thick, thumb[1 - along])
        ticks = self.ticks
        ticks_thickness = 0.0
        if ticks is not None:
            ticks_thickness = GAP + measure.sized(ticks, "pref", 1 - along)
        top = cross_start + (across - area - ticks_thickness) / 2
        # JavaFX casts to int here: places are cut, not rounded.
        track = float(int(top + (area - thick) / 2))
        thumb_start = length * (self.share() if along == 0 else 1 - self.share()) + begin - thumb[along] / 2
        beside = float(int(top + (area - thumb[1 - along]) / 2))
        rail = (float(int(begin - radius)), float(int(length + 2 * radius)))
        self.thumb.move(*oriented(along, thumb_start, beside))
        self.track.resize(*oriented(along, rail[1], thick))
        self.track.move(*oriented(along, rail[0], track))
        if ticks is not None:
            gap = track + thick + GAP
            size_across = ticks_thickness - GAP
            ticks.resize(*oriented(along, length, size_across))
            ticks.move(*oriented(along, begin, gap))
