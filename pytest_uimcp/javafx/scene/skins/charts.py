"""Charts and their axes: title, content, legend. Their data is kept, not drawn."""

from __future__ import annotations

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import Area, layout_in
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.axes import AxisSizer, follow_axis
from pytest_uimcp.javafx.scene.skins.base import Skin, adopt, part, put, skin_of


@skin_of("NumberAxis", "CategoryAxis")
# `Skin` answers these itself, as a control; here the axis' answers count.
class AxisSkin(Skin, AxisSizer):
    """The nodes of an axis that a program made itself."""

    def sync(self) -> None:
        follow_axis(self.node)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        return AxisSizer.pref_size(self, node, axis, cross)

    def layout(self, node: Node) -> None:
        AxisSizer.layout(self, node)


@skin_of("Chart")
class ChartSkin(Skin):
    def build(self) -> None:
        self.title = part("Label", "label", "chart-title")
        # Unmanaged as in JavaFX: the chart places it between title and legend.
        self.content = part("Chart$1", managed=False)
        self.legend = part("Legend")
        if self.node.is_a("PieChart"):
            adopt(self.content, [part("PieChart$1")])

    def sync(self) -> None:
        node = self.node
        put(self.title, "text", node.read("title") or "")
        put(self.title, "visible", bool(node.read("title")))
        axes = [node.read(name) for name in ("xAxis", "yAxis") if name in node.fx.props]
        adopt(self.content, [*self.lines(), *(axis for axis in axes if axis is not None)])
        self.show(self.title, self.content, self.legend)

    def lines(self) -> list[Node]:
        # What the skin made stays; axes are the program's and may be replaced.
        return [kid for kid in self.content.kids if kid.inner]

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        # JavaFX's own answer for every chart: data counts for nothing.
        return (500.0, 400.0)[axis]

    def place(self, x: float, y: float, width: float, height: float) -> None:
        title_height = 0.0
        if self.node.read("title"):
            title_height = measure.pref_height(self.title)
        layout_in(self.title, Area(x, y, width, title_height))
        legend_height = 0.0
        if self.node.read("legendVisible"):
            legend_height = measure.pref_height(self.legend)
        self.content.resize(width, max(0.0, height - title_height - legend_height))
        self.content.move(x, y + title_height)
        layout_in(self.legend, Area(x, y + height - legend_height, width, legend_height))
