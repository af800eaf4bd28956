"""`FlowPane` and `TilePane`: rows or columns that wrap."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import Area, area_size, baseline_of, child_size, layout_in, margin, offset
from pytest_uimcp.javafx.scene.layout.sizer import Sizer, managed, register
from pytest_uimcp.javafx.scene.values.enums import position
from pytest_uimcp.javafx.scene.values.geometry import snap_position, snap_size, snap_space

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node


@dataclass
class Run:
    """A row of a horizontal flow, a column of a vertical one."""

    kids: list[Node] = field(default_factory=list)
    lengths: list[float] = field(default_factory=list)
    across: list[float] = field(default_factory=list)
    length: float = 0.0


class WrappingSizer(Sizer):
    """What flows and tiles share: an orientation and two gaps."""

    pane = ""

    def bias(self, node: Node) -> str | None:
        return str(node.read("orientation"))

    def axis(self, node: Node) -> int:
        """0 where rows wrap, 1 where columns do."""
        if node.read("orientation") == "HORIZONTAL":
            return 0
        return 1

    def gaps(self, node: Node) -> tuple[float, float]:
        """Gap along the run, and gap between runs."""
        gaps = snap_space(node.read("hgap")), snap_space(node.read("vgap"))
        if self.axis(node) == 0:
            return gaps
        return gaps[::-1]


class FlowPaneSizer(WrappingSizer):
    pane = "FlowPane"

    def runs(self, node: Node, room: float) -> list[Run]:
        axis = self.axis(node)
        (gap, _) = self.gaps(node)
        runs = [Run()]
        for kid in managed(node):
            margins = margin(kid, self.pane)
            length = child_size(kid, axis, "pref", margins)
            run = runs[-1]
            longer = run.length + (gap if run.kids else 0.0) + length
            # The first child of a run stays however long it is: an empty run would not help it.
            if run.kids and longer > room:
                run = Run()
                runs.append(run)
                longer = length
            run.kids.append(kid)
            run.lengths.append(length)
            run.across.append(child_size(kid, 1 - axis, "pref", margins))
            run.length = longer
        return runs

    def breadth(self, node: Node, run: Run) -> float:
        if self.axis(node) == 0 and node.read("rowValignment") == "BASELINE":
            baseline = baseline_of(run.kids, run.across, self.pane)
            descents = [
                size - baseline_of([kid], [size], self.pane) for kid, size in zip(run.kids, run.across, strict=True)
            ]
            return baseline + max(descents, default=0.0)
        return max(run.across, default=0.0)

    def along(self, node: Node) -> float:
        """As long as the longest run, but no less than the preferred length."""
        # Before there is a size, the program's guess decides where runs end.
        wrap = node.read("prefWrapLength")
        longest = max(run.length for run in self.runs(node, wrap))
        return snap_size(max(wrap, longest))

    def between(self, node: Node, room: float) -> float:
        # -1 is JavaFX's size that is not known yet.
        if room == -1:
            wrap = node.read("prefWrapLength")
        else:
            wrap = room - self.around(node, self.axis(node))
        runs = self.runs(node, wrap)
        return snap_size(sum(self.breadth(node, run) for run in runs) + self.gaps(node)[1] * (len(runs) - 1))

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == self.axis(node):
            # Runs become no shorter than their longest child.
            return self.around(node, axis) + area_size(managed(node), axis, "pref", self.pane)
        return self.pref_size(node, axis, cross)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == self.axis(node):
            return self.around(node, axis) + self.along(node)
        return self.around(node, axis) + self.between(node, cross)

    def layout(self, node: Node) -> None:
        axis = self.axis(node)
        (gap, between) = self.gaps(node)
        top, right, bottom, left = (snap_space(part) for part in measure.insets(node))
        room = (node.lw - left - right, node.lh - top - bottom)
        runs = self.runs(node, room[axis])
        align = position(node.read("alignment"))
        alignment_of_kids = (node.read("columnHalignment"), node.read("rowValignment"))
        breadths = [self.breadth(node, run) for run in runs]
        total = sum(breadths) + between * (len(runs) - 1)
        starts = (left, top)
        across = starts[1 - axis] + offset(room[1 - axis], total, (align.v, align.h)[axis])
        for run, breadth in zip(runs, breadths, strict=True):
            place = starts[axis] + offset(room[axis], run.length, (align.h, align.v)[axis])
            shared = 0.0
            if alignment_of_kids[1] == "BASELINE" and axis == 0:
                shared = baseline_of(run.kids, run.across, self.pane)
            for kid, length in zip(run.kids, run.lengths, strict=True):
                if axis == 0:
                    area = Area(place, across, length, breadth, shared)
                else:
                    area = Area(across, place, breadth, length)
                layout_in(kid, area, margin(kid, self.pane), align=alignment_of_kids)
                place += length + gap
            across += breadth + between


class TilePaneSizer(WrappingSizer):
    pane = "TilePane"

    def tile(self, node: Node) -> tuple[float, float]:
        """Width and height of a tile: what is set, or the largest child."""
        sizes = []
        for axis, name in enumerate(("prefTileWidth", "prefTileHeight")):
            preferred = node.read_number(name)
            sizes.append(area_size(managed(node), axis, "pref", self.pane) if preferred == -1 else preferred)
        return snap_size(sizes[0]), snap_size(sizes[1])

    def fits(self, room: float, tile: float, gap: float) -> int:
        """How many tiles a run of this length takes; one at least."""
        if tile + gap > 0:
            # n tiles have n - 1 gaps: one gap more in the room counts as if each tile had its own.
            return max(1, int((room + gap) / (tile + gap)))
        return 1

    def counts(self, node: Node, room: float) -> tuple[int, int]:
        """Tiles per run, and runs."""
        axis = self.axis(node)
        kids = len(managed(node))
        if room == -1:
            per = max(1, (node.read("prefColumns"), node.read("prefRows"))[axis])
        else:
            per = self.fits(room - self.around(node, axis), self.tile(node)[axis], self.gaps(node)[0])
        return per, -(-kids // per)

    def long(self, count: int, tile: float, gap: float) -> float:
        return count * tile + max(0, count - 1) * gap

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == self.axis(node):
            return self.around(node, axis) + self.tile(node)[axis]
        return self.pref_size(node, axis, cross)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        tile = self.tile(node)
        (gap, between) = self.gaps(node)
        if axis == self.axis(node):
            per = self.counts(node, -1.0)[0]
            return self.around(node, axis) + self.long(per, tile[axis], gap)
        return self.around(node, axis) + self.long(self.counts(node, cross)[1], tile[axis], between)

    def layout(self, node: Node) -> None:
        axis = self.axis(node)
        (gap, between) = self.gaps(node)
        tile = self.tile(node)
        top, right, bottom, left = (snap_space(part) for part in measure.insets(node))
        kids = managed(node)
        per, runs = self.counts(node, (node.lw, node.lh)[axis])
        # Alignment is that of the tiles there are, not of those that would fit.
        per = min(per, len(kids)) or 1
        align = position(node.read("alignment"))
        lengths = [self.long(per, tile[axis], gap), self.long(runs, tile[1 - axis], between)]
        width, height = lengths if axis == 0 else lengths[::-1]
        x0 = left + offset(node.lw - left - right, width, align.h)
        y0 = top + offset(node.lh - top - bottom, height, align.v)
        steps = (tile[0] + self.gap(node, 0), tile[1] + self.gap(node, 1))
        shared = 0.0
        if kids:
            shared = baseline_of(kids, [tile[1]] * len(kids), self.pane)
        for place, kid in enumerate(kids):
            run, column = divmod(place, per)
            column, row = (column, run) if axis == 0 else (run, column)
            alignment = kid.constraint("TilePane.alignment", node.read("tileAlignment"))
            area = Area(snap_position(x0 + column * steps[0]), snap_position(y0 + row * steps[1]), *tile, shared)
            layout_in(kid, area, margin(kid, self.pane), align=position(alignment))

    def gap(self, node: Node, axis: int) -> float:
        return snap_space((node.read("hgap"), node.read("vgap"))[axis])


# One sizer for all panes of a class: it keeps nothing of a node.
register("FlowPane", sizer=FlowPaneSizer())
register("TilePane", sizer=TilePaneSizer())
