from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import cast

from pytest_uimcp.javafx.scene.model.base import FxItem, FxObject
from pytest_uimcp.javafx.scene.model.choices import text_of
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.selection import rows_of
from pytest_uimcp.javafx.scene.skins.base import adopt, part, put, skin_of
from pytest_uimcp.javafx.scene.skins.cells import empty_cell, fill_cell, make_cell, plain_text
from pytest_uimcp.javafx.scene.skins.lists import FlowSkin


def disclosure(cell: Node, item: FxObject | None, arrows: dict[Node, Node]) -> None:
    """An arrow in rows that can be expanded; `arrows` has the one of each cell that ever had one."""
    is_expandable = item is not None and not item.read("leaf")
    node = cell.values.get("disclosureNode")
    if is_expandable and node is None:
        node = arrows.get(cell)
        if node is None:
            node = arrows[cell] = part("StackPane", "tree-disclosure-node")
            adopt(node, [part("StackPane", "arrow", maxWidth=float("-inf"), maxHeight=float("-inf"))])
    # The cell owns the property: a program's cell may bring a disclosure node of its own.
    put(cell, "disclosureNode", node if is_expandable else None)


def tree_rows(view: Node) -> Sequence[FxItem]:
    return cast("Sequence[FxItem]", rows_of(view))


@skin_of("TreeView")
class TreeViewSkin(FlowSkin):
    """A flow of tree cells; there are cells even without a root."""

    def build(self) -> None:
        super().build()
        self.disclosures: dict[Node, Node] = {}

    def make(self) -> Node:
        cell = make_cell(self.node, self.node.read("cellFactory"), "TreeViewSkin$1")
        cell.values["treeView"] = self.node
        return cell

    def fill(self, cell: Node, index: int) -> None:
        rows = tree_rows(self.node)
        item = None
        if 0 <= index < len(rows):
            item = rows[index]
        cell.values["treeItem"] = item
        if item is None:
            empty_cell(cell, index)
            disclosure(cell, None, self.disclosures)
            return
        disclosure(cell, item, self.disclosures)
        text = partial(text_of, cell)
        fill_cell(cell, index, item.read("value"), text, self.is_selected(index), self.is_focused(index))
        if item.read("graphic") is not None:
            put(cell, "graphic", item.read("graphic"))
        cell.restyle()
        cell.affect("k")

    def plain_texts(self) -> Iterator[list[str]]:
        text = partial(text_of, self.flow.measuring())
        for item in tree_rows(self.node):
            yield [plain_text(item.read("value"), text)]

    def sync(self) -> None:
        self.flow.varying = callable(self.node.read("cellFactory"))
        self.refresh()
        self.show(self.flow.node)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        self.flow.node.resize(width, height)
        self.flow.node.move(x, y)
