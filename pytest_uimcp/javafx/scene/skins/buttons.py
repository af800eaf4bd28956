"""Check boxes and radio buttons: a mark beside the label."""

from __future__ import annotations

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import Area, offset, place_in
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.base import adopt, part, put, skin_of, snapped_pref
from pytest_uimcp.javafx.scene.skins.labeled import BESIDE, LabeledSkin
from pytest_uimcp.javafx.scene.values.enums import position
from pytest_uimcp.javafx.scene.values.geometry import snap_size


class MarkedSkin(LabeledSkin):
    box_class = ""
    mark_class = ""
    snaps = True

    def build(self) -> None:
        super().build()
        self.box = part("StackPane", self.box_class)
        self.mark = part("StackPane", self.mark_class)
        # A circle whose size is rounded would be an ellipse.
        if not self.snaps:
            put(self.box, "snapToPixel", False)
        adopt(self.box, [self.mark])
        self.extra = [self.box]

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        label = super().min_size(node, axis, cross)
        if axis == 0:
            return label + snap_size(measure.min_width(self.box))
        return max(label, measure.min_height(self.box) + self.vertical_insets)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 0:
            return super().pref_size(node, axis, cross) + snapped_pref(self.box, 0)
        # The text wraps beside the box.
        if cross != -1:
            cross -= snapped_pref(self.box, 0)
        return max(super().pref_size(node, axis, cross), self.vertical_insets + snapped_pref(self.box, 1))

    def fit(self, width: float, height: float) -> tuple[float, float]:
        """The text is not cut to less than the least width of a label, for which JavaFX forgets the box."""
        least = super().min_size(self.node, 0, -1)
        inside = self.node.lw - self.horizontal_insets - self.padding.along(0)
        beside = 0.0
        if self.graphic is not None and self.facts.display in BESIDE:
            beside = self.graphic_size(0) + self.gap
        return super().fit(max(width, min(inside, least) - beside), height)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        node = self.node
        align = position(self.node.read("alignment"))
        size = (snapped_pref(self.box, 0), snapped_pref(self.box, 1))
        # Lengths keep their fractions in the layout, and are drawn on whole pixels.
        box = size
        if not self.snaps:
            box = (measure.pref_width(self.box), measure.pref_height(self.box))
        preferred = max(measure.pref_width(node), measure.min_width(node))
        label = min(preferred - size[0], width - size[0]) + (self.horizontal_insets if preferred < width else 0.0)
        label = min(label, width - size[0])
        tall = max(box[1], min(measure.pref_height(node, label), height))
        v = align.block_v
        box_x = x + offset(width, label + box[0], align.h)
        top = y + offset(height, tall, v)
        self.place_label(box_x + box[0], top, label, tall)
        self.box.resize(*size)
        place_in(self.box, Area(box_x, top, size[0], tall), align=(align.h, v))


@skin_of("CheckBox")
class CheckBoxSkin(MarkedSkin):
    box_class = "box"
    mark_class = "mark"


@skin_of("RadioButton")
class RadioButtonSkin(MarkedSkin):
    """A dot in a circle, which keeps fractions of pixels to stay round."""

    box_class = "radio"
    mark_class = "dot"
    snaps = False
