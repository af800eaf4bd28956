from __future__ import annotations

from collections.abc import Callable

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.sizer import MAX
from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.base import SKINS, Skin, part, put, skin_of
from pytest_uimcp.javafx.scene.skins.flow import is_measuring
from pytest_uimcp.javafx.scene.skins.labeled import LabeledSkin
from pytest_uimcp.javafx.scene.values.geometry import NO_INSETS, snap_size

# Room for a disclosure node where a row has none; the height of a row with nothing in it.
LEVEL = 18.0
# What JavaFX adds where there is no row that could have a graphic.
WITHOUT_GRAPHIC = 3.0
TALL = 24.0


def make_cell(view: FxObject, factory: object, kind: str) -> Node:
    """A new cell: the program's, or the usual one."""
    cell: Node = factory(view) if callable(factory) else part(kind)
    # What selectors and snapshots of a program skip: a cell belongs to its control, also one that the program made.
    cell.inner = True
    return cell


def state(cell: Node, **values: object) -> None:
    """Set what pseudo-classes come from, and style the cell again if anything is new."""
    changed = False
    for name, value in values.items():
        if cell.values.get(name) != value or name not in cell.values:
            cell.values[name] = value
            changed = True
    if changed:
        cell.restyle()


def empty_cell(cell: Node, index: int) -> None:
    """A cell without a row; it keeps the focus it had."""
    state(cell, index=index, empty=True, item=None, selected=False)
    if index >= 0:
        # A cell that measures (-1) keeps what it saw of the focus, as in JavaFX; one in sight has none.
        state(cell, focused=False)
    put(cell, "text", None)
    put(cell, "graphic", None)


def fill_cell(
    cell: Node, index: int, item: object, text: Callable[[object], str], selected: bool, focused: bool
) -> None:
    """Show an item: as the program's cell does, a node as a graphic, anything else as text."""
    state(cell, index=index, empty=False, item=item, selected=selected, focused=focused)
    # Looked up on the class: a property of this name is not what a program overrides.
    update = getattr(type(cell), "update_item", None) or getattr(type(cell), "updateItem", None)
    if update is not None:
        update(cell, item, False)
    elif isinstance(item, Node):
        put(cell, "text", None)
        put(cell, "graphic", item)
    else:
        put(cell, "graphic", None)
        put(cell, "text", text(item))


def plain_text(item: object, text: Callable[[object], str]) -> str:
    """What `fill_cell` writes into a cell of ours: nothing for a node, which it shows."""
    if isinstance(item, Node):
        return ""
    return text(item)


@skin_of("ListCell", "DateCell")
class CellSkin(LabeledSkin):
    """A cell is a label; what is in it may have no more role than the cell."""

    def sync(self) -> None:
        super().sync()
        if is_measuring(self.node):
            # A reader of the accessible tree is not to find the texts of a cell that is nowhere to be seen.
            put(self.text, "accessibleRole", "NODE")

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        preferred = super().pref_size(node, axis, cross)
        if axis == 1 and node.is_a("DateCell"):
            return max(preferred, TALL)
        return preferred

    def max_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 0 and node.is_a("DateCell"):
            return MAX
        return super().max_size(node, axis, cross)


@skin_of("TableCell")
class TableCellSkin(CellSkin):
    """As wide as its column; the label sits above the padding at the bottom."""

    def indent(self) -> float:
        return 0.0

    def place(self, x: float, y: float, width: float, height: float) -> None:
        indent = self.indent()
        put(self.node, "clip", (0.0, 0.0, self.node.lw, self.node.lh))
        self.node.bounds_changed()
        bottom_padding = (self.node.read("padding") or (0, 0, 0, 0))[2]
        self.place_label(x + indent, y, width - indent, height - bottom_padding)


@skin_of("TreeCell")
class TreeCellSkin(CellSkin):
    starts_with_arrow = False

    def level(self) -> float:
        from pytest_uimcp.javafx.scene.model.tree import level_of

        item = self.node.values.get("treeItem")
        view = self.node.values.get("treeView")
        if item is None:
            return 0.0
        levels = level_of(item) - (0 if view is None or view.read("showRoot") else 1)
        indent: float = self.node.read("indent")
        return levels * indent

    def sync(self) -> None:
        self.extra = [node for node in [self.node.values.get("disclosureNode")] if node is not None]
        if self.extra and self.extra[0] not in self.node.kids:
            # One that comes to a cell in use stands before the text, one that a cell has from the start behind it.
            self.starts_with_arrow = bool(self.node.lw)
        super().sync()
        if self.extra and self.starts_with_arrow:
            self.node.kids.sync([*self.extra, *(kid for kid in self.node.kids if kid not in self.extra)])

    def disclosure(self) -> float:
        """The width kept for the disclosure node, as wide in rows that have none."""
        node = self.node.values.get("disclosureNode")
        if node is None:
            # Another row's will do.
            view = self.node.values.get("treeView")
            skin = getattr(view, "skin", None)
            node = next(iter(getattr(skin, "disclosures", {}).values()), None)
        if node is not None:
            return max(snap_size(measure.pref_width(node)), LEVEL)
        return LEVEL

    def nowhere(self) -> float:
        """Where JavaFX begins in a cell without a row: one level above the root, or two if the root is not shown."""
        levels = 1.0
        view = self.node.values.get("treeView")
        if isinstance(view, Node) and not view.read("showRoot"):
            levels = 2.0
        return self.disclosure() + WITHOUT_GRAPHIC - levels * self.node.read_number("indent")

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        label = super().pref_size(node, axis, cross)
        if axis == 0 and node.values.get("treeItem") is not None:
            return label + self.level() + self.disclosure()
        return label

    def place(self, x: float, y: float, width: float, height: float) -> None:
        node = self.node
        if node.values.get("treeItem") is None:
            if node.values.get("treeView") is not None:
                indent = self.nowhere()
                self.place_label(x + indent, y, width - indent, height)
            return
        x += self.level()
        disclosure = node.values.get("disclosureNode")
        if disclosure is not None:
            node_width = snap_size(measure.pref_width(disclosure))
            node_height = snap_size(measure.pref_height(disclosure))
            disclosure.resize(node_width, node_height)
            disclosure.move(x, y)
        room = self.disclosure()
        self.place_label(x + room, y, width - room - self.level(), height)


@skin_of("TableRow")
class RowSkin(Skin):
    def level(self) -> float:
        return 0.0

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 1:
            return max((measure.pref_height(kid) for kid in node.kids if "tableColumn" in kid.values), default=TALL)
        columns = (kid.values.get("tableColumn") for kid in node.kids)
        return sum(snap_size(column.read("width")) for column in columns if column is not None)

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 1:
            return self.pref_size(node, axis, cross)
        return super().min_size(node, axis, cross)

    def max_size(self, node: Node, axis: int, cross: float) -> float:
        return measure.sized(node, "pref", axis)

    def layout(self, node: Node) -> None:
        # The cells of the row that is measured with keep a size of 0, as recorded.
        if is_measuring(node):
            return
        x = 0.0
        for cell in node.kids:
            column = cell.values.get("tableColumn")
            if column is None:
                if cell is node.values.get("disclosureNode"):
                    self.place_arrow(cell)
                continue
            column_width = snap_size(column.read("width"))
            if node.lh > TALL:
                _align_at_top(cell)
            cell.resize(column_width, node.lh)
            cell.move(x, 0.0)
            x += column_width

    def place_arrow(self, arrow: Node) -> None:
        """The disclosure node of a tree table, before the text of the tree's column."""
        width = snap_size(measure.pref_width(arrow))
        height = snap_size(measure.pref_height(arrow))
        arrow.resize(width, height)
        y = (self.node.lh - height) / 2
        if self.node.lh > TALL:
            cell = next(kid for kid in self.node.kids if "tableColumn" in kid.values)
            y = (cell.read("padding") or NO_INSETS)[0]
        arrow.move(self.level(), y)


def _align_at_top(cell: Node) -> None:
    """In a row that is higher than usual, texts stand at the top, unless somebody has said where."""
    if not any("alignment" in values for values in (cell.values, cell.styled, cell.author)):
        put(cell, "alignment", "TOP_LEFT")


# A bare cell has no skin; what extends it brings one.
SKINS.add(("Cell", "IndexedCell"), None)
