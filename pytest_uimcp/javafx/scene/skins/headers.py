"""The header of a table: a header for each column, nested where columns are, and what lies over them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import Area, place_in
from pytest_uimcp.javafx.scene.layout.sizer import Sizer
from pytest_uimcp.javafx.scene.skins.base import adopt, part, put
from pytest_uimcp.javafx.scene.skins.columns import is_constrained
from pytest_uimcp.javafx.scene.values.geometry import snap_position, snap_size

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.base import FxItem
    from pytest_uimcp.javafx.scene.model.node import Node
    from pytest_uimcp.javafx.scene.skins.tables import TableSkin


# Width of the invisible rectangle by which a column is resized.
GRIP = 4.0
# The height of a header that has no columns.
WITHOUT_COLUMNS = 24.0


def visible(columns: Iterable[FxItem]) -> list[FxItem]:
    return [column for column in columns if column.read("visible")]


def column_of(header: Node) -> FxItem | None:
    """The column of a header; `None` for the root of all headers and for what fills the row."""
    if isinstance(header.sizer, ColumnTitle | NestedHeader):
        return header.sizer.column
    return None


class HeaderRow:
    def __init__(self, skin: TableSkin) -> None:
        self.skin = skin
        self.node = part("TableHeaderRow")
        self.filler = part("Region", "filler")
        self.root = part("NestedTableColumnHeader")
        self.corner = part("TableHeaderRow$1", visible=False)
        image = part("StackPane", "show-hide-column-image", snapToPixel=False)
        adopt(self.corner, [image])
        self.drag = part("StackPane", "column-drag-header", visible=False, managed=False, mouseTransparent=True)
        label = part("Label", "label")
        adopt(self.drag, [label])
        # A header that is no column's, of no size; it tells the height of a row of titles while there are no columns.
        self.corner_header = part("TableColumnHeader")
        self.headers: dict[int, Node] = {}
        self.grips: dict[int, Node] = {}
        adopt(self.node, [self.filler, self.root, self.corner, self.drag])
        self.node.sizer = _Row(self)
        self.corner.sizer = _Corner()
        self.root.sizer = NestedHeader(self)
        self.drag.sizer = _Still()

    def follow(self) -> None:
        nested = [self.header(column) for column in self.visible()]
        # JavaFX keeps them in a hash table: any order will do.
        grips = self.grips_of(self.skin.node.read("columns"))
        adopt(self.root, [self.corner_header, *nested, *grips[::-1]])
        put(self.corner, "visible", bool(self.skin.node.read("tableMenuButtonVisible")))
        self.last()

    def header(self, column: FxItem) -> Node:
        """The header of a column; of a group, one with headers inside."""
        is_group = bool(column.read("columns"))
        header = self.headers.get(id(column))
        if header is None or header.is_a("NestedTableColumnHeader") != is_group:
            header = self.headers[id(column)] = part("NestedTableColumnHeader" if is_group else "TableColumnHeader")
            header.values["accessibleRole"] = "TABLE_COLUMN"
            if is_group:
                header.sizer = NestedHeader(self, column)
        self.dress(header, column, "nested-column-header" if is_group else "column-header")
        if isinstance(header.sizer, NestedHeader) and header.sizer.title is not None:
            title = header.sizer.title
            self.dress(title, column, "column-header")
            self.label(title, column)
            columns = visible(column.read("columns"))
            adopt(header, [title, *map(self.header, columns), *self.grips_of(column.read("columns"))])
        else:
            self.label(header, column)
        return header

    def dress(self, header: Node, column: FxItem, style_class: str) -> None:
        put(header, "id", column.read("id") or column.fx_id)
        classes = [style_class, *column.read("styleClass")]
        if list(header.read("styleClass")) != classes:
            header.read("styleClass").set_all(classes)

    def label(self, header: Node, column: FxItem) -> None:
        if not header.kids:
            adopt(header, [part("Label", "label")])
            header.sizer = ColumnTitle(column)
        put(header.kids[0], "text", column.read("text") or "")
        put(header.kids[0], "graphic", column.read("graphic"))

    def grips_of(self, columns: Sequence[FxItem]) -> list[Node]:
        """Hidden columns have grips too, of no height; the last of columns that share the room has none."""
        if is_constrained(self.skin.node):
            columns = columns[:-1]
        return [self.grip(column) for column in columns]

    def grip(self, column: FxItem) -> Node:
        grip = self.grips.get(id(column))
        if grip is None:
            grip = self.grips[id(column)] = part("Rectangle", width=GRIP, fill=None)
        if not column.read("visible"):
            put(grip, "visible", False)
            put(grip, "height", 0.0)
        return grip

    def last(self) -> None:
        columns = self.skin.columns
        for key, header in self.headers.items():
            is_last = bool(columns) and key == id(columns[-1])
            if is_last:
                custom = header.custom | {"last-visible"}
            else:
                custom = header.custom - {"last-visible"}
            if custom != header.custom:
                header.custom = custom
                header.restyle()

    def height(self) -> float:
        """As many rows of titles as columns are nested."""
        columns = self.visible()
        if not columns:
            return WITHOUT_COLUMNS
        return self.line() * max(self.depth(column) for column in columns)

    def visible(self) -> list[FxItem]:
        return visible(self.skin.node.read("columns"))

    def line(self) -> float:
        leaf = next((header for header in self.headers.values() if not header.is_a("NestedTableColumnHeader")), None)
        # The stylesheet's `-fx-size`, which is the same for all headers.
        size = (leaf or self.corner_header).read("size")
        return snap_size(size)

    def depth(self, column: FxItem) -> int:
        return 1 + max((self.depth(sub) for sub in visible(column.read("columns"))), default=0)

    def width_of(self, column: FxItem) -> float:
        columns_inside = visible(column.read("columns"))
        if columns_inside:
            return sum(self.width_of(sub) for sub in columns_inside)
        return snap_size(column.read("width"))


class _Row(Sizer):
    def __init__(self, header: HeaderRow) -> None:
        self.header = header

    def layout(self, node: Node) -> None:
        header = self.header
        total_width = sum(header.width_of(column) for column in header.visible())
        shift = 0.0
        if header.visible():
            shift = -header.skin.flow.shift(header.skin.flow.breadth, header.skin.flow.clip.lw)
        header.root.resize(total_width, node.lh)
        header.root.move(shift, 0.0)
        # Its width may be the same while a column inside has changed.
        header.root.lay_out_too()
        bar = snap_size(measure.pref_width(header.skin.flow.vertical))
        # The fifth of a pixel is in the recordings.
        filler_width = node.lw - total_width + 0.2
        if header.corner.read("visible"):
            filler_width -= bar
        put(header.filler, "visible", filler_width > 0)
        if filler_width > 0:
            header.filler.resize(filler_width, node.lh)
            header.filler.move(total_width + shift, 0.0)
        header.corner.resize(bar, node.lh)
        header.corner.move(node.lw - bar, 0.0)
        put(node, "clip", (0.0, 0.0, node.lw, node.lh))
        node.bounds_changed()


class _Corner(Sizer):
    """A plus in the middle, a little higher."""

    def layout(self, node: Node) -> None:
        image = node.kids[0]
        insets = measure.insets(image)
        image.resize(insets.left + insets.right, insets.top + insets.bottom)
        # Three pixels, as recorded, keep the plus clear of the line below the header.
        place_in(image, Area(0.0, 0.0, node.lw, node.lh - 3.0))


class _Still(Sizer):
    """A header that is dragged: not placed until then."""

    def layout(self, node: Node) -> None:
        for kid in node.kids:
            measure.autosize(kid)
            kid.move(0.0, -kid.lh / 2)


class ColumnTitle(Sizer):
    def __init__(self, column: FxItem) -> None:
        self.column = column

    def layout(self, node: Node) -> None:
        insets = measure.snapped(node)
        label = node.kids[0]
        label.resize(node.lw - insets.left - insets.right, node.lh)
        label.move(insets.left, 0.0)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 1:
            return super().pref_size(node, axis, cross)
        return measure.snapped(node).along(0) + sum(measure.pref_width(kid) for kid in node.kids)


class NestedHeader(Sizer):
    """Headers side by side, below the title of their group; the root of all headers is no column's and has no title."""

    def __init__(self, row: HeaderRow, column: FxItem | None = None) -> None:
        self.row = row
        self.column = column
        self.title: Node | None = None
        if column is not None:
            self.title = part("TableColumnHeader", accessibleRole="TABLE_COLUMN")

    def layout(self, node: Node) -> None:
        row = self.row
        top = 0.0
        if self.title is not None:
            top = row.line()
            self.title.resize(node.lw, top)
            self.title.move(0.0, 0.0)
        else:
            row.corner_header.resize(0.0, 0.0)
        x = 0.0
        for column in row.visible() if self.column is None else visible(self.column.read("columns")):
            header = row.headers[id(column)]
            header.resize(row.width_of(column), node.lh - top)
            header.move(snap_position(x), top)
            # A header that keeps its size would not look again, while columns inside it may have changed.
            if header.kids:
                header.lay_out_too()
            x += header.lw
            self.place_grip(row.grip(column), column, x, top, node.lh - top)

    def place_grip(self, grip: Node, column: FxItem, x: float, top: float, height: float) -> None:
        """Half on the column, half on the next one; a group's is no higher than its title."""
        resizable = bool(column.read("resizable"))
        if column.read("columns"):
            height = self.row.line()
        put(grip, "visible", resizable)
        put(grip, "height", height)
        grip.move(x - GRIP / 2, top)
