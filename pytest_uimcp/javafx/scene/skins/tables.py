"""Table views and tree tables: a header, a flow of rows, a placeholder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from pytest_uimcp.javafx.scene.model.base import FxItem, FxObject
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.registry import snake
from pytest_uimcp.javafx.scene.model.selection import selection_of
from pytest_uimcp.javafx.scene.model.tree import level_of
from pytest_uimcp.javafx.scene.skins.base import adopt, part, put, skin_of, snapped_pref
from pytest_uimcp.javafx.scene.skins.cells import (
    RowSkin,
    TableCellSkin,
    empty_cell,
    fill_cell,
    make_cell,
    plain_text,
    state,
)
from pytest_uimcp.javafx.scene.skins.columns import ColumnWidths
from pytest_uimcp.javafx.scene.skins.flow import is_measuring
from pytest_uimcp.javafx.scene.skins.headers import HeaderRow
from pytest_uimcp.javafx.scene.skins.lists import GOLDEN, TALL, FlowSkin
from pytest_uimcp.javafx.scene.skins.trees import disclosure, tree_rows


def leaf_columns(columns: Iterable[FxItem], visible: bool = True) -> list[FxItem]:
    leaves: list[FxItem] = []
    for column in columns:
        if column.read("visible") or not visible:
            nested = column.read("columns")
            leaves.extend(leaf_columns(nested, visible) if nested else [column])
    return leaves


def _named(row: object, name: str) -> object:
    # Rows may be dictionaries, objects of ours, or any of Python's, whose methods are called, as `PropertyValueFactory`
    # calls a getter.
    if isinstance(row, Mapping):
        return row.get(name)
    if isinstance(row, FxObject):
        if name in row.fx.props:
            return row.get(name)
        return None
    for spelling in (name, snake(name)):
        value = getattr(row, spelling, None)
        if value is not None:
            if callable(value):
                return value()
            return value
    return None


def value_of(column: FxObject, row: object) -> object:
    """What a column shows of a row: by its value factory, which names a property or is a function."""
    factory = column.read("cellValueFactory")
    if isinstance(factory, FxObject):
        if "property" in factory.fx.props:
            name = factory.read("property")
        else:
            # A `MapValueFactory` names a key instead of a property.
            name = str(factory.read("key"))
        return _named(row, name)
    if callable(factory):
        return factory(row)
    return None


def column_of_cell(cell: Node) -> FxItem:
    return cast("FxItem", cell.values["tableColumn"])


def cells_of(row: Node) -> list[Node]:
    """The cells of a row of a table, from left to right, without an arrow before them; a row of a list has none."""
    return [kid for kid in row.kids if "tableColumn" in kid.values]


def as_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        # As `Boolean.toString()`: Python would write `True`.
        return str(value).lower()
    return str(value)


class TableSkin(FlowSkin):
    # Names of `tables.skin_types`; numbered ones are JavaFX 11's anonymous classes.
    row_kind = "TableRow"
    cell_kind = "TableColumn$1$1"
    view_property = "tableView"

    def build(self) -> None:
        super().build()
        # Before rows: the header knows the widths of its columns, which cells take over.
        self.header = HeaderRow(self)
        self.widths = ColumnWidths(self)
        self.overlay = part("Region", "column-overlay", visible=False, managed=False)
        self.resize_line = part("Region", "column-resize-line", visible=False, managed=False)
        self.placeholder: Node | None = None
        self.show(self.header.node, self.flow.node, self.overlay, self.resize_line)

    @property
    def columns(self) -> list[FxItem]:
        return leaf_columns(self.node.read("columns"))

    def make(self) -> Node:
        row = make_cell(self.node, self.node.read("rowFactory"), self.row_kind)
        row.values[self.view_property] = self.node
        return row

    def fill(self, cell: Node, index: int) -> None:
        rows = self.rows
        self.follow_columns(cell)
        if not 0 <= index < len(rows):
            empty_cell(cell, index)
            state(cell, focused=False)
            for child in cells_of(cell):
                empty_cell(child, index)
            return
        selected = self.is_selected(index)
        focused = self.is_focused(index)
        cells_only = selection_of(self.node).cell_selection
        state(cell, index=index, empty=False, item=rows[index], selected=selected and not cells_only, focused=focused)
        for child in cells_of(cell):
            self.fill_cell(child, index, rows[index])

    def fill_cell(self, cell: Node, index: int, row: object) -> None:
        fill_cell(cell, index, self.cell_value(column_of_cell(cell), row), as_text, False, False)

    def cell_value(self, column: FxItem, row: object) -> object:
        """What the cell of a column shows of a row."""
        return value_of(column, row)

    def plain_texts(self) -> Iterator[list[str]]:
        columns = self.columns
        for row in self.rows:
            # A table without columns has rows all the same, whose text is empty.
            yield [plain_text(self.cell_value(column, row), as_text) for column in columns] or [""]

    def follow_columns(self, row: Node) -> None:
        columns = self.columns
        # A cell stays with its column when columns move, and with it its state.
        old_cells = cells_of(row)
        old = {id(cell.values["tableColumn"]): cell for cell in old_cells}
        cells = [old.get(id(column)) or self.make_cell(column, row) for column in columns]
        # What else is in the row stays there: taken out and put back, it would be laid out for ever.
        row.kids.sync(self.in_row(row, cells))
        for place, cell in enumerate(cells):
            is_last = place == len(cells) - 1
            if is_last:
                custom = cell.custom | {"last-visible"}
            else:
                custom = cell.custom - {"last-visible"}
            if custom != cell.custom:
                cell.custom = custom
                cell.restyle()

    def in_row(self, row: Node, cells: list[Node]) -> list[Node]:
        """The children of a row with these cells."""
        return [*(kid for kid in row.kids if "tableColumn" not in kid.values), *cells]

    def make_cell(self, column: FxItem, row: Node) -> Node:
        """A new cell of a column, with the column's id and style classes."""
        cell = make_cell(column, column.read("cellFactory"), self.cell_kind)
        cell.values |= {"tableColumn": column, "tableRow": row, self.view_property: self.node}
        put(cell, "id", column.read("id") or column.fx_id)
        classes = list(cell.read("styleClass"))
        cell.read("styleClass").set_all([*classes, *(c for c in column.read("styleClass") if c not in classes)])
        # A cell that only measures is none to who reads the accessible nodes.
        if is_measuring(row):
            put(cell, "accessibleRole", "NODE")
        return cell

    def sync(self) -> None:
        self.header.follow()
        self.flow.varying = callable(self.node.read("rowFactory")) or any(
            callable(column.read("cellFactory")) for column in self.columns
        )
        for _, row, _ in self.flow.rows:
            self.follow_columns(row)
        # After the columns are known: the number of cells decides how high a row is.
        self.refresh()
        self.widths.follow()
        empty = not self.shows_rows
        put(self.flow.node, "visible", not empty)
        if empty and self.placeholder is None:
            self.placeholder = part("StackPane", "placeholder")
        if self.placeholder is not None:
            self.follow_placeholder(self.placeholder, empty)
        self.show(self.header.node, self.flow.node, self.overlay, self.resize_line, self.placeholder)

    def follow_placeholder(self, box: Node, empty: bool) -> None:
        """What an empty table says: the program's placeholder, or a sentence of JavaFX's."""
        placeholder = self.node.read("placeholder")
        if placeholder is not None:
            adopt(box, [placeholder])
        else:
            if not box.kids:
                adopt(box, [part("Label", "label", text="No content in table")])
            if not self.columns:
                put(box.kids[0], "text", "No columns in table")
        put(box, "visible", empty)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 1:
            return super().pref_size(node, axis, cross)
        total: float = sum(max(column.read("prefWidth"), column.read("minWidth")) for column in self.columns)
        return max(total + self.horizontal_insets, TALL * GOLDEN)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        header_height = self.header.height()
        if self.widths.share(width - self.bar_width(height - header_height)):
            self.flow.remeasure()
        self.header.node.resize(width, header_height)
        self.header.node.move(x, y)
        self.header.node.lay_out_too()
        top = (x, y + header_height, width, height - header_height)
        if self.shows_rows:
            self.flow.node.resize(top[2], top[3])
            self.flow.node.move(top[0], top[1])
        if self.placeholder is not None:
            self.placeholder.resize(top[2], top[3])
            self.placeholder.move(top[0], top[1])

    def bar_width(self, height: float) -> float:
        """What a scroll bar beside rows takes, if there are more than fit."""
        if self.shows_rows and self.flow.exceeds(height):
            return snapped_pref(self.flow.vertical, 0)
        return 0.0

    @property
    def shows_rows(self) -> bool:
        return bool(len(self.rows) and self.columns)


@skin_of("TableView")
class TableViewSkin(TableSkin):
    """Rows of items."""


@skin_of("TreeTableView")
class TreeTableViewSkin(TableSkin):
    """Rows of tree items, the first column indented."""

    row_kind = "TreeTableRow"
    cell_kind = "TreeTableColumn$2$1"
    view_property = "treeTableView"

    def build(self) -> None:
        super().build()
        self.disclosures: dict[Node, Node] = {}
        self.levels: dict[Node, float] = {}
        self.row_texts: dict[Node, Node] = {}

    @property
    def tree_column(self) -> FxItem | None:
        return self.node.read("treeColumn") or next(iter(self.columns), None)

    def fill(self, cell: Node, index: int) -> None:
        rows = tree_rows(self.node)
        cell.values["treeItem"] = rows[index] if 0 <= index < len(rows) else None
        super().fill(cell, index)
        self.indent(cell)

    def indent(self, row: Node) -> None:
        """Indent the tree column's cell, and put the arrow into the row."""
        disclosure(row, row.values.get("treeItem"), self.disclosures)
        cells = cells_of(row)
        level = self.level(row)
        # Rows are filled while they are laid out: a cell that stands where it stood must not ask for another layout.
        if self.levels.get(row) != level:
            self.levels[row] = level
            for cell in cells:
                cell.request_layout()
        row.kids.sync(self.in_row(row, cells))

    def in_row(self, row: Node, cells: list[Node]) -> list[Node]:
        text = self.row_texts.get(row)
        if text is None:
            # A row is labeled, and this is its own text, which is empty; nothing ever places it.
            text = self.row_texts[row] = part("LabeledText", text="")
        arrow = row.values.get("disclosureNode")
        behind = []
        if arrow is not None:
            behind.append(arrow)
        return [text, *cells, *behind]

    def level(self, row: Node) -> float:
        item = row.values.get("treeItem")
        if item is None:
            return 0.0
        # Without its root a tree starts one level farther to the left.
        levels = level_of(item) - (not self.node.read("showRoot"))
        return float(levels * row.read("indent"))

    def disclosure_width(self) -> float:
        """The place of the arrow before a text, as wide in rows that have none."""
        return max((snapped_pref(arrow, 0) for arrow in self.disclosures.values()), default=0.0)

    def cell_value(self, column: FxItem, row: object) -> object:
        value = None
        if isinstance(row, FxObject):
            value = row.read("value")
        return value_of(column, value)


def _tree_table(node: Node) -> TreeTableViewSkin | None:
    view = node.values.get("treeTableView")
    if view is not None and isinstance(view.skin, TreeTableViewSkin):
        return view.skin
    return None


@skin_of("TreeTableRow")
class TreeTableRowSkin(RowSkin):
    """Cells, and before them the arrow of an item that can be expanded."""

    def level(self) -> float:
        table = _tree_table(self.node)
        if table is None:
            return 0.0
        return table.level(self.node)


@skin_of("TreeTableCell")
class TreeTableCellSkin(TableCellSkin):
    """In the tree's column, behind the levels of the item and the place of the arrow."""

    def indent(self) -> float:
        table = _tree_table(self.node)
        row = self.node.values.get("tableRow")
        if table is None or row is None or row.values.get("treeItem") is None:
            return 0.0
        if self.node.values["tableColumn"] is not table.tree_column:
            return 0.0
        if self.ignores_text and self.graphic is None:
            return 0.0
        return table.level(row) + table.disclosure_width()
