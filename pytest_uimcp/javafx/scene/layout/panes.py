"""Panes that are not rows: stacked, at the edges, anchored, one at the centre."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import (
    DEPENDENT_BIAS,
    Area,
    area_size,
    baseline_of,
    child_size,
    layout_in,
    margin,
)
from pytest_uimcp.javafx.scene.layout.measure import bounded
from pytest_uimcp.javafx.scene.layout.sizer import Sizer, bias_of_children, managed, register
from pytest_uimcp.javafx.scene.values.enums import position
from pytest_uimcp.javafx.scene.values.geometry import NO_INSETS, snap_size

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node


class StackPaneSizer(Sizer):
    """`StackPane`: every child over the others, as large as it will go."""

    def bias(self, node: Node) -> str | None:
        return bias_of_children(node)

    def wanted(self, node: Node, axis: int, kind: str, cross: float) -> float:
        insets = measure.insets(node)
        along = insets.along(axis)
        space = -1.0
        if cross != -1:
            space = cross - insets.along(1 - axis)
        return along + area_size(managed(node), axis, kind, "StackPane", space, node.read("snapToPixel"))

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        return self.wanted(node, axis, "min", cross)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        return self.wanted(node, axis, "pref", cross)

    def layout(self, node: Node) -> None:
        kids = managed(node)
        top, right, bottom, left = measure.insets(node)
        width = node.lw - left - right
        height = node.lh - top - bottom
        # The pane's alignment holds for children that have none of their own.
        align = position(node.read("alignment"))
        shared = 0.0
        if align.v == "BASELINE":
            shared = baseline_of(kids, [height] * len(kids), "StackPane")
        snap = node.read("snapToPixel")
        for kid in kids:
            alignment = kid.constraint("StackPane.alignment", "")
            area = Area(left, top, width, height, shared)
            layout_in(kid, area, margin(kid, "StackPane"), align=position(alignment) if alignment else align, snap=snap)


class BorderPaneSizer(Sizer):
    """`BorderPane`: top and bottom as wide as it is, left and right between them, the centre takes the rest."""

    NAMES = ("top", "right", "bottom", "left", "center")
    ALIGN: ClassVar[dict[str, str]] = {
        "top": "TOP_LEFT", "bottom": "BOTTOM_LEFT", "left": "TOP_LEFT", "right": "TOP_RIGHT", "center": "CENTER"
    }  # fmt: skip

    def parts(self, node: Node) -> dict[str, Node]:
        nodes = {name: cast("Node | None", node.read(name)) for name in self.NAMES}
        return {name: kid for name, kid in nodes.items() if kid is not None and kid.placed}

    def bias(self, node: Node) -> str | None:
        parts = self.parts(node)
        order = [parts[name] for name in ("center", "right", "bottom", "left", "top") if name in parts]
        return next((bias for bias in (measure.bias(kid) for kid in order) if bias), None)

    def ask(self, parts: dict[str, Node], name: str, axis: int, kind: str, cross: float = -1.0) -> float:
        """What one part asks for, nothing if it is not there."""
        kid = parts.get(name)
        if kid is None:
            return 0.0
        return child_size(kid, axis, kind, margin(kid, "BorderPane"), cross)

    def wide(self, node: Node, kind: str, _height: float) -> float:
        """Left, centre and right in a row, or the wider of top and bottom."""
        parts = self.parts(node)
        insets = measure.insets(node)
        # Left and right are never made smaller than they prefer, also where the least width is asked for.
        sides = "pref"
        row = (
            self.ask(parts, "left", 0, sides) + self.ask(parts, "right", 0, sides) + self.ask(parts, "center", 0, kind)
        )
        ends = max(self.ask(parts, "top", 0, kind), self.ask(parts, "bottom", 0, kind))
        return insets.left + max(row, ends) + insets.right

    def high(self, node: Node, kind: str, width: float) -> float:
        """Top, the highest of the middle, and bottom."""
        parts = self.parts(node)
        insets = measure.insets(node)
        width_inside = width
        if width != -1:
            width_inside = width - insets.left - insets.right
        left_width = self.ask(parts, "left", 0, "pref")
        right_width = self.ask(parts, "right", 0, "pref")
        middle_width = width_inside
        if width_inside != -1:
            middle_width = max(0.0, width_inside - left_width - right_width)
        middle = max(
            self.ask(parts, "left", 1, kind),
            self.ask(parts, "right", 1, kind),
            self.ask(parts, "center", 1, kind, middle_width),
        )
        ends = self.ask(parts, "top", 1, "pref", width_inside) + self.ask(parts, "bottom", 1, "pref", width_inside)
        return insets.top + middle + ends + insets.bottom

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        return (self.wide, self.high)[axis](node, "min", cross)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        return (self.wide, self.high)[axis](node, "pref", cross)

    def layout(self, node: Node) -> None:
        parts = self.parts(node)
        top, right, bottom, left = measure.insets(node)
        # JavaFX lays out for the least size where it is given less, and lets the rest stand out.
        width = max(node.lw, measure.min_width(node))
        height = max(node.lh, measure.min_height(node))
        inner_width = width - left - right
        inner_height = height - top - bottom
        top_height = self.end(parts, "top", left, top, inner_width, inner_height)
        bottom_height = self.end(parts, "bottom", left, top, inner_width, inner_height)
        middle = inner_height - top_height - bottom_height
        left_width = self.side(parts, "left", left, top + top_height, inner_width, middle, 0.0)
        right_width = self.side(parts, "right", left, top + top_height, inner_width, middle, inner_width)
        # The centre has what the four others leave.
        if "center" in parts:
            area = Area(left + left_width, top + top_height, inner_width - left_width - right_width, middle)
            self.put(parts["center"], "center", area)

    def put(self, kid: Node, name: str, area: Area) -> None:
        alignment = kid.constraint("BorderPane.alignment", self.ALIGN[name])
        layout_in(kid, area, margin(kid, "BorderPane"), align=position(alignment))

    def end(self, parts: dict[str, Node], name: str, x: float, y: float, width: float, height: float) -> float:
        if name not in parts:
            return 0.0
        kid = parts[name]
        tall = snap_size(min(self.fit(kid, 1, height, width), height))
        if name == "top":
            start = y
        else:
            start = y + height - tall
        self.put(kid, name, Area(x, start, width, tall))
        return tall

    def side(
        self, parts: dict[str, Node], name: str, x: float, y: float, width: float, height: float, end: float
    ) -> float:
        if name not in parts:
            return 0.0
        kid = parts[name]
        kid_width = snap_size(min(self.fit(kid, 0, width, height), width))
        self.put(kid, name, Area(x + (end - kid_width if end else 0.0), y, kid_width, height))
        return kid_width

    def fit(self, kid: Node, axis: int, space: float, cross: float) -> float:
        margins = margin(kid, "BorderPane")
        along = margins.along(axis)
        cross_size = -1.0
        if measure.bias(kid) == DEPENDENT_BIAS[axis]:
            cross_size = cross - margins.along(1 - axis)
        sizes = [measure.sized(kid, kind, axis, cross_size) for kind in ("min", "pref", "max")]
        return min(along + bounded(sizes[0], sizes[1], sizes[2]), max(space, along + sizes[0]))


class AnchorPaneSizer(Sizer):
    def anchors(self, kid: Node) -> tuple[float | None, ...]:
        """Top, right, bottom, left; `None` where it is free."""
        distances = kid.constraints or {}
        sides = ("top", "right", "bottom", "left")
        return tuple(cast("float | None", distances.get(f"AnchorPane.{side}Anchor")) for side in sides)

    def wanted(self, node: Node, axis: int, kind: str, cross: float) -> float:
        """The farthest that any child reaches."""
        insets = measure.insets(node)
        start_side = 3 - 3 * axis
        end_side = 1 + axis
        far = 0.0
        for kid in managed(node):
            anchors = self.anchors(kid)
            start = anchors[start_side]
            end = anchors[end_side]
            box = measure.layout_box(kid)
            if start is not None:
                offset = start
            elif end is not None:
                offset = 0.0
            else:
                offset = box[axis] + (kid.lx, kid.ly)[axis]
            # Between two anchors a child can be pushed together to its least size.
            stretched = kind == "min" and start is not None and end is not None
            size = measure.sized(kid, ("pref", "min")[stretched], axis, -1.0)
            size = bounded(measure.sized(kid, "min", axis), size, measure.sized(kid, "max", axis))
            far = max(far, offset + size + (end or 0.0))
        return far + insets.along(axis)

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        return self.wanted(node, axis, "min", cross)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        return self.wanted(node, axis, "pref", cross)

    def layout(self, node: Node) -> None:
        insets = measure.insets(node)
        for kid in managed(node):
            top, right, bottom, left = self.anchors(kid)
            width = self.length(node.lw, insets.left + insets.right, left, right)
            height = self.length(node.lh, insets.top + insets.bottom, top, bottom)
            kid_width, kid_height = self.sizes(kid, width, height)
            box = measure.layout_box(kid)
            x = self.start(kid.lx + box[0], left, right, insets.left, node.lw - insets.right, kid_width)
            y = self.start(kid.ly + box[1], top, bottom, insets.top, node.lh - insets.bottom, kid_height)
            # A shape between two anchors keeps its size, and stands at the first.
            if kid.resizable:
                kid.resize(kid_width, kid_height)
            kid.move(x - box[0], y - box[1])

    def length(self, size: float, insets: float, start: float | None, end: float | None) -> float | None:
        if start is None or end is None:
            return None
        return size - insets - start - end

    def sizes(self, kid: Node, width: float | None, height: float | None) -> tuple[float, float]:
        """Stretched where both anchors are set, preferred otherwise."""
        if not kid.resizable:
            box = measure.layout_box(kid)
            return box[2] - box[0], box[3] - box[1]
        bias = measure.bias(kid)
        if bias == "VERTICAL":
            tall = self.along(kid, 1, height, -1.0)
            return self.along(kid, 0, width, tall), tall
        kid_width = self.along(kid, 0, width, -1.0)
        return kid_width, self.along(kid, 1, height, kid_width if bias else -1.0)

    def along(self, kid: Node, axis: int, stretched: float | None, cross: float) -> float:
        # Between two anchors a child has all of the space, whatever its least and greatest sizes are.
        if stretched is not None:
            return stretched
        return child_size(kid, axis, "pref", NO_INSETS, cross)

    def start(
        self,
        current: float,
        start_anchor: float | None,
        end_anchor: float | None,
        start_edge: float,
        end_edge: float,
        size: float,
    ) -> float:
        """Where it starts: at its anchor, or where it is."""
        if start_anchor is not None:
            return start_edge + start_anchor
        if end_anchor is not None:
            return end_edge - end_anchor - size
        return current


register("StackPane", sizer=StackPaneSizer())
register("BorderPane", sizer=BorderPaneSizer())
register("AnchorPane", sizer=AnchorPaneSizer())
