from __future__ import annotations

from collections.abc import Iterator, Sequence

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import Area, layout_in
from pytest_uimcp.javafx.scene.model.choices import text_of
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.selection import focus_of, give_models, rows_of, selection_of
from pytest_uimcp.javafx.scene.skins.base import Skin, part, put, skin_of
from pytest_uimcp.javafx.scene.skins.cells import empty_cell, fill_cell, make_cell, plain_text
from pytest_uimcp.javafx.scene.skins.flow import VirtualFlow

# What JavaFX's own skins answer, however many rows there are: 400 px high, and the golden ratio of that wide.
TALL = 400.0
GOLDEN = 0.618033987


class FlowSkin(Skin):
    """A control that is a flow, and a placeholder while it is empty."""

    flow: VirtualFlow

    def build(self) -> None:
        give_models(self.node)
        self.flow = VirtualFlow(self.make, self.fill)

    def make(self) -> Node:
        raise NotImplementedError

    def fill(self, cell: Node, index: int) -> None:
        raise NotImplementedError

    @property
    def rows(self) -> Sequence[object]:
        return rows_of(self.node)

    def refresh(self) -> None:
        self.flow.fixed = self.node.read("fixedCellSize")
        self.flow.reset(len(self.rows))

    def texts(self) -> Iterator[list[str]]:
        """The texts of all rows in order, one for each cell, as the cells show them."""
        if not self.flow.varying:
            yield from self.plain_texts()
            return
        # Rows out of sight have no cell; what a program's factory writes is only known by filling one.
        cell = self.flow.measuring()
        for index in range(self.flow.count):
            self.fill(cell, index)
            cells = [kid for kid in cell.kids if "tableColumn" in kid.values] or [cell]
            yield [inner_cell.read("text") or "" for inner_cell in cells]
        self.flow.rest(0)

    def plain_texts(self) -> Iterator[list[str]]:
        """As `texts`, of cells that no program makes: without filling any, which costs ten times as much."""
        raise NotImplementedError

    def is_selected(self, index: int) -> bool:
        return selection_of(self.node).is_selected(index)

    def is_focused(self, index: int) -> bool:
        return focus_of(self.node).is_focused(index)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        return (TALL * GOLDEN, TALL)[axis]

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        return self.insets_along(axis)


@skin_of("ListView")
class ListViewSkin(FlowSkin):
    cell_kind = "ListViewSkin$2"

    def build(self) -> None:
        super().build()
        self.placeholder: Node | None = None

    def make(self) -> Node:
        factory = self.node.read("cellFactory")
        # The list of a combo box has cells of a class of their own: letting the mouse go on one closes the popup.
        combo = self.node.fx.name == "ComboBoxListViewSkin$3"
        cell = make_cell(self.node, factory, "ComboBoxListViewSkin$2$1" if combo else self.cell_kind)
        cell.values["listView"] = self.node
        return cell

    def fill(self, cell: Node, index: int) -> None:
        items = self.node.read("items")
        if not 0 <= index < len(items):
            empty_cell(cell, index)
            return
        selected = self.is_selected(index)
        focused = self.is_focused(index)
        fill_cell(cell, index, items[index], lambda item: text_of(self.node, item), selected, focused)

    def plain_texts(self) -> Iterator[list[str]]:
        for item in self.node.read("items"):
            yield [plain_text(item, lambda value: text_of(self.node, value))]

    def sync(self) -> None:
        items = self.node.read("items")
        # Nodes, and cells of a program, may have any height; the first fifty items tell whether a list holds nodes.
        self.flow.varying = callable(self.node.read("cellFactory")) or any(hasattr(item, "kids") for item in items[:50])
        self.refresh()
        empty = not items
        put(self.flow.node, "visible", not empty)
        place = None
        if empty:
            place = self.node.read("placeholder")
        # An empty list without a placeholder has no such node: JavaFX's own text for it is empty.
        if place is not None and self.placeholder is None:
            self.placeholder = part("StackPane", "placeholder")
        if self.placeholder is not None:
            self.placeholder.kids.sync([place] if place is not None else [])
            put(self.placeholder, "visible", place is not None)
        self.show(self.flow.node, self.placeholder)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        if self.node.read("items"):
            self.flow.node.resize(width, height)
            self.flow.node.move(x, y)
        elif self.placeholder is not None:
            layout_in(self.placeholder, Area(x, y, width, height))

    def widest(self) -> float:
        widest = 0.0
        cell = self.flow.measuring()
        for index in range(len(self.node.read("items"))):
            self.fill(cell, index)
            self.flow.style()
            widest = max(widest, measure.pref_width(cell))
        self.flow.rest(0)
        return widest
