"""`HBox` and `VBox`: one after another, with room to grow."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import Area, baseline_of, child_size, layout_in, margin, offset
from pytest_uimcp.javafx.scene.layout.sizer import Sizer, bias_of_children, managed, register
from pytest_uimcp.javafx.scene.values.enums import Pos, position
from pytest_uimcp.javafx.scene.values.geometry import Insets, snap_position, snap_space

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node


class BoxSizer(Sizer):
    """A row (`axis` 0) or a column (`axis` 1)."""

    def __init__(self, pane: str, axis: int) -> None:
        self.pane = pane
        self.axis = axis
        self.grow = f"{pane}.{('hgrow', 'vgrow')[axis]}"
        self.fill_name = ("fillHeight", "fillWidth")[axis]

    def bias(self, node: Node) -> str | None:
        return bias_of_children(node)

    def gaps(self, node: Node, count: int) -> float:
        return max(0, count - 1) * snap_space(node.read("spacing"))

    def inside(self, node: Node) -> Insets:
        return Insets(*(snap_space(part) for part in measure.insets(node)))

    def along(self, node: Node, kind: str, cross: float) -> float:
        """What all children together ask for in the direction of the row."""
        kids = managed(node)
        insets = self.inside(node)
        space = -1.0
        if cross != -1:
            space = cross - insets.along(1 - self.axis)
        fill = node.read_flag(self.fill_name)
        sizes = [child_size(kid, self.axis, kind, margin(kid, self.pane), space, fill) for kid in kids]
        return insets.along(self.axis) + sum(sizes) + self.gaps(node, len(kids))

    def across(self, node: Node, kind: str, cross: float) -> float:
        """What the largest child asks for in the other direction."""
        kids = managed(node)
        padding = self.inside(node).along(1 - self.axis)
        if not kids:
            return padding
        if cross != -1 and self.bias(node):
            lengths = self.lengths(node, kids, cross)[0]
        else:
            # Sizes do not depend on each other: no need to share out the row to know its height.
            lengths = [-1.0] * len(kids)
        sizes = [
            child_size(kid, 1 - self.axis, kind, margin(kid, self.pane), length)
            for kid, length in zip(kids, lengths, strict=True)
        ]
        return padding + self.tallest(node, kids, sizes)

    def tallest(self, node: Node, kids: list[Node], sizes: list[float]) -> float:
        """The largest of the children, aligned on their baselines where the row is."""
        if self.axis == 1 or position(node.read("alignment")).v != "BASELINE":
            # Without a baseline the largest child makes the row.
            return max(sizes)
        baseline = baseline_of(kids, sizes, self.pane)
        return baseline + max(
            size - baseline_of([kid], [size], self.pane) for kid, size in zip(kids, sizes, strict=True)
        )

    def wanted(self, node: Node, axis: int, kind: str, cross: float) -> float:
        if axis == self.axis:
            return self.along(node, kind, cross)
        return self.across(node, kind, cross)

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        return self.wanted(node, axis, "min", cross)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        return self.wanted(node, axis, "pref", cross)

    def baseline(self, node: Node) -> float:
        kids = managed(node)
        if self.axis == 1 or not kids or position(node.read("alignment")).v != "BASELINE":
            return super().baseline(node)
        return self.inside(node)[0] + baseline_of(kids, [node.lh] * len(kids), self.pane)

    def lengths(self, node: Node, kids: list[Node], size: float) -> tuple[list[float], float]:
        """The length of each child's space, and of all together, after growing or shrinking to the size."""
        insets = self.inside(node)
        padding = insets.along(self.axis)
        cross = -1.0
        if node.read_flag(self.fill_name):
            cross = (node.lh, node.lw)[self.axis] - insets.along(1 - self.axis)
        lengths = [child_size(kid, self.axis, "pref", margin(kid, self.pane), cross) for kid in kids]
        gaps = self.gaps(node, len(kids))
        extra = size - padding - gaps - sum(lengths)
        # More room goes to those that may grow always, what is left to those that may sometimes; lack is shared by all.
        if extra:
            extra = self.adjust(kids, lengths, extra, "ALWAYS", cross)
            if extra > 0:
                extra = self.adjust(kids, lengths, extra, "SOMETIMES", cross)
        return lengths, sum(lengths) + gaps

    def adjust(self, kids: list[Node], lengths: list[float], extra: float, priority: str, cross: float) -> float:
        """Give space to those that may grow, or take it from all; what is left over comes back."""
        shrinking = extra < 0
        able = [i for i, kid in enumerate(kids) if shrinking or kid.constraint(self.grow) == priority]
        limits = {
            i: child_size(kids[i], self.axis, ("max", "min")[shrinking], margin(kids[i], self.pane), cross)
            for i in able
        }
        while able and abs(extra) > 1e-9:
            share = extra / len(able)
            if abs(share) >= 1:
                # JavaFX hands out whole pixels as long as there is one for everybody.
                share = float(int(share))
            full = set()
            for i in able:
                room = limits[i] - lengths[i]
                change = room
                if abs(share) <= abs(room):
                    change = share
                lengths[i] += change
                extra -= change
                if abs(change) < abs(share):
                    full.add(i)
            if not full and abs(extra) < len(able):
                # The last pixels go to the first children.
                for i in able[: round(abs(extra))]:
                    step = math.copysign(1.0, extra)
                    lengths[i] += step
                    extra -= step
                break
            # Who has reached a limit is out; the others share again what that one could not take.
            able = [i for i in able if i not in full]
        return extra

    def layout(self, node: Node) -> None:
        kids = managed(node)
        if not kids:
            return
        top, right, bottom, left = self.inside(node)
        width = node.lw
        height = node.lh
        align = position(node.read("alignment"))
        fill = node.read_flag(self.fill_name)
        lengths, content = self.lengths(node, kids, (width, height)[self.axis])
        gap = snap_space(node.read("spacing"))
        if self.axis == 0:
            self.row(node, kids, lengths, (top, right, bottom, left), content, align, fill, gap)
            return
        # A column has no common baseline: JavaFX takes TOP.
        v = align.block_v
        y = top + offset(height - top - bottom, content, v)
        width_inside = width - left - right
        for kid, length in zip(kids, lengths, strict=True):
            layout_in(kid, Area(left, y, width_inside, length), margin(kid, self.pane), (fill, True), (align.h, v))
            y += length + gap

    def row(
        self,
        node: Node,
        kids: list[Node],
        lengths: list[float],
        insets: tuple[float, float, float, float],
        content: float,
        align: Pos,
        fill: bool,
        gap: float,
    ) -> None:
        top, right, bottom, left = insets
        # Rounded once: the widths are whole, so every child behind it is on whole pixels, too.
        x = snap_position(left + offset(node.lw - left - right, content, align.h))
        height_inside = node.lh - top - bottom
        # On a baseline nobody is filled to the height of the row: that would move the text.
        on_baseline = align.v == "BASELINE"
        shared = 0.0
        if on_baseline:
            shared = baseline_of(kids, [height_inside] * len(kids), self.pane)
        for kid, length in zip(kids, lengths, strict=True):
            area = Area(x, top, length, height_inside, shared)
            layout_in(kid, area, margin(kid, self.pane), (True, fill and not on_baseline), align)
            x += length + gap


register("HBox", sizer=BoxSizer("HBox", 0))
register("VBox", sizer=BoxSizer("VBox", 1))
