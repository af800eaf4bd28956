from __future__ import annotations

import math

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.sizer import Sizer
from pytest_uimcp.javafx.scene.layout.text import line, text_width
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.base import Skin, adopt, part, put, skin_of
from pytest_uimcp.javafx.scene.values.fonts import DEFAULT_FONT, Font
from pytest_uimcp.javafx.scene.values.geometry import Box, snap_position

BAR = 100.0
GAP = 2.0


@skin_of("ProgressBar")
class ProgressBarSkin(Skin):
    def build(self) -> None:
        self.track = part("StackPane", "track")
        self.bar = part("StackPane", "bar")
        self.show(self.track, self.bar)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        return max((BAR, 0.0)[axis], self.insets_along(axis) + measure.sized(self.bar, "pref", axis))

    def max_size(self, node: Node, axis: int, cross: float) -> float:
        return measure.sized(node, "pref", axis)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        progress = self.node.read("progress")
        self.track.resize(width, height)
        self.track.move(x, y)
        if progress < 0:
            # Where its animation starts: all of it before the track, running to the right.
            bar_width = self.node.read("indeterminateBarLength")
            put(self.bar, "scaleX", -1.0)
            put(self.bar, "translateX", -bar_width)
            put(self.bar, "clip", (0.0, 0.0, 0.0, height))
        else:
            put(self.bar, "clip", None)
            bar_width = int(width * 2 * min(progress, 1.0)) / 2
            put(self.bar, "scaleX", 1.0)
            put(self.bar, "translateX", 0.0)
        self.bar.resize(bar_width, height)
        self.bar.move(x, y)


@skin_of("ProgressIndicator")
class ProgressIndicatorSkin(Skin):
    """A filling circle with a text below, or a spinning wheel."""

    wheel: Node | None = None

    def build(self) -> None:
        self.circle = part("DeterminateIndicator")
        self.text = part("Text", "text", "percentage", textOrigin="TOP")
        self.indicator = part("StackPane", "indicator")
        self.progress = part("StackPane", "progress")
        self.tick = part("StackPane", "tick", visible=False)
        adopt(self.circle, [self.indicator, self.progress, self.text, self.tick])
        # The class of the node is a plain region, whose sizer knows nothing of circles.
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
        # The theme makes the text 0.916667em; JavaFX rounds that to tenths.
        return DEFAULT_FONT._replace(size=11.9)

    def radii(self) -> tuple[float, float, float]:
        """The circle's padding, the inner circle's, half of the tick."""
        padding, disc, tick = (measure.snapped(node).left for node in (self.indicator, self.progress, self.tick))
        return padding, disc, tick

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        insets = self.insets_along(axis)
        if node.read("progress") < 0:
            return insets + 52.0
        circle = 2 * sum(self.radii())
        if axis == 0:
            return insets + max(circle, text_width("Done", self.font))
        return insets + circle + GAP + line(self.font).height

    def max_size(self, node: Node, axis: int, cross: float) -> float:
        return measure.sized(node, "pref", axis)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        indicator = self.circle
        if self.wheel is not None and self.node.read("progress") < 0:
            indicator = self.wheel
        indicator.resize(width, height)
        indicator.move(x, y)


def _pie(radius: float, share: float) -> Box:
    """The box around a pie that begins at the top and runs clockwise."""
    angles = [0.0, 360 * min(share, 1.0)]
    angles += [angle for angle in (90.0, 180.0, 270.0) if angle < angles[1]]
    xs = [0.0, *(radius * math.sin(math.radians(angle)) for angle in angles)]
    ys = [0.0, *(-radius * math.cos(math.radians(angle)) for angle in angles)]
    return (min(xs), min(ys), max(xs), max(ys))


class _Circle(Sizer):
    def __init__(self, skin: ProgressIndicatorSkin) -> None:
        self.skin = skin

    def layout(self, node: Node) -> None:
        skin = self.skin
        tall = line(skin.font).height
        # Whole pixels for the radius and the middle keep the circle round.
        radius = math.floor(min(node.lw, node.lh - tall - GAP) / 2)
        center_x = math.floor((node.lw - 2 * radius) / 2) + radius
        top = math.floor((node.lh - 2 * radius - GAP - tall) / 2) + radius
        disc_radius = radius - measure.snapped(skin.indicator).left
        for circle, size in ((skin.indicator, radius), (skin.progress, disc_radius)):
            # As in JavaFX, regions without a size, whose shape is drawn around their origin.
            put(circle, "shape", "circle")
            put(circle, "scaleShape", False)
            put(circle, "shapeBounds", (2.0 * size, 2.0 * size))
            circle.resize(0.0, 0.0)
            circle.move(float(center_x), float(top))
        put(skin.progress, "clip", _pie(disc_radius, skin.node.read_number("progress")))
        skin.progress.bounds_changed()
        half = math.ceil((2 * disc_radius - 2 * round(measure.insets(skin.progress).left)) / math.sqrt(2)) / 2
        skin.tick.resize(2 * half, 2 * half)
        skin.tick.move(center_x - half, top - half)
        box = measure.layout_box(skin.text)
        skin.text.move(snap_position((node.lw - box[2] + box[0]) / 2), snap_position(top + radius + GAP))
