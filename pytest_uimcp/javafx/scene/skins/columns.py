"""The widths of a table's columns: what they prefer, what is in them, or shares of the room that there is."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.text import text_width
from pytest_uimcp.javafx.scene.values.fonts import DEFAULT_FONT

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.base import FxItem
    from pytest_uimcp.javafx.scene.model.node import Node
    from pytest_uimcp.javafx.scene.skins.tables import TableSkin

# The width of a column of which nothing is said; such a column is fitted to what is in its first rows.
USUAL = 80.0
FITTED_ROWS = 30
# What JavaFX adds to a heading for the arrow of a sorted column, and around what is widest.
ARROW = 10.0
AROUND = 10.0

Limits = tuple[float, float, float]


def is_constrained(table: Node) -> bool:
    """Whether the columns share the room of the table."""
    return table.read("columnResizePolicy") == "constrained"


class ColumnWidths:
    """A width stays until what its column prefers changes; what fits the content is found once, as in JavaFX."""

    def __init__(self, skin: TableSkin) -> None:
        self.skin = skin
        self.limits: dict[int, Limits] = {}

    def follow(self) -> None:
        """Take over what is new of the columns."""
        new_columns = []
        for column in self.skin.columns:
            limits = (column.read("prefWidth"), column.read("minWidth"), column.read("maxWidth"))
            last_limits = self.limits.get(id(column))
            if last_limits == limits:
                continue
            self.limits[id(column)] = limits
            if last_limits is None or last_limits[0] != limits[0]:
                _set(column, limits[0])
            else:
                _set(column, column.read("width"))
            if last_limits is None and column.read("width") == limits[0] == USUAL and column.read("resizable"):
                new_columns.append(column)
        if new_columns and len(self.skin.rows):
            self.fit(new_columns)

    def fit(self, columns: list[FxItem]) -> None:
        """Columns as wide as their widest cell or their heading."""
        widest = {id(column): self.heading(column) for column in columns}
        flow = self.skin.flow
        has_row = flow.measured is not None
        row = flow.measuring()
        for index in range(min(len(self.skin.rows), FITTED_ROWS)):
            flow.fill(row, index)
            flow.style()
            for cell in row.kids:
                key = id(cell.values.get("tableColumn"))
                if key in widest and (bool(cell.read("text")) or cell.read("graphic") is not None):
                    widest[key] = max(widest[key], measure.pref_width(cell))
        if has_row:
            flow.rest(0)
        else:
            # A flow that is never laid out, or knows the height of its rows, has none in JavaFX.
            flow.forget_measuring()
        for column in columns:
            _set(column, widest[id(column)] + AROUND)

    def heading(self, column: FxItem) -> float:
        # JavaFX measures it before any stylesheet is known: in the usual font, and without insets.
        width = text_width(column.read("text") or "", DEFAULT_FONT) + ARROW
        graphic: Node | None = column.read("graphic")
        if graphic is not None:
            label = self.skin.header.header(column).kids[0]
            width += measure.pref_width(graphic) + label.read_number("graphicTextGap")
        return width

    def share(self, room: float) -> bool:
        """Share out the room where all columns are to fit: each as far between its limits as all the others.

        Returns whether anything was done.
        """
        columns = self.skin.columns
        if not columns or not room or not is_constrained(self.skin.node):
            return False
        # Less than a pixel is no reason to start again.
        if abs(_total(columns, "width") - room) <= 1:
            return False
        least = _total(columns, "minWidth")
        most = _total(columns, "maxWidth")
        for column in columns:
            lower = column.read("minWidth")
            upper = column.read("maxWidth")
            width = lower
            if most > least:
                width = math.floor(lower + (room - least) / (most - least) * (upper - lower) + 0.5)
            # What a column does not take of its share is taken from the room of the next ones a second time.
            room -= width + _resize(column, width - column.read("width"))
            least -= lower
            most -= upper
        return True


def _total(columns: Iterable[FxItem], name: str) -> float:
    return sum(column.read_number(name) for column in columns)


def _set(column: FxItem, width: float) -> None:
    # Straight into the values: nobody is to be told of a width in the middle of a layout.
    column.values["width"] = min(max(width, column.read("minWidth")), column.read("maxWidth"))


def _resize(column: FxItem, change: float) -> float:
    """Make a column wider or narrower; what it does not take of it."""
    if not column.read("resizable"):
        return change
    wanted = column.read("width") + change
    _set(column, wanted)
    rest: float = wanted - column.read("width")
    return rest
