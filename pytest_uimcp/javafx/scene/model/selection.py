"""What is selected in a list, a tree, a table, a choice, a tab pane; and which row has the focus.

Rows of a tree are its visible items: what is expanded. A model asks its owner for the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from pytest_uimcp.javafx.scene.errors import WrongValue
from pytest_uimcp.javafx.scene.model.base import FxObject, hook
from pytest_uimcp.javafx.scene.model.classes import ROOTS, create

__all__ = ["FocusModel", "SelectionModel", "focus_of", "rows_of", "selection_of"]

Rows = Callable[[], Sequence[Any]]
# What a control's rows are, by class; trees register theirs.
ROWS: dict[str, Callable[[Any], Sequence[Any]]] = {
    "ListView": lambda owner: owner.read("items"),
    "TableView": lambda owner: owner.read("items"),
    "ComboBox": lambda owner: owner.read("items"),
    "ChoiceBox": lambda owner: owner.read("items"),
    "TabPane": lambda owner: owner.read("tabs"),
}


def rows_of(owner: Any) -> Sequence[Any]:
    """The rows of a control."""
    return next((ROWS[kind](owner) for kind in owner.fx.order if kind in ROWS), ())


class SelectionModel(FxObject):
    """Selected rows by index, in order; the last one selected is `selectedIndex`."""

    __slots__ = ("chosen", "owner")

    def prepare(self) -> None:
        self.owner: Any = None
        self.chosen: list[int] = []

    def guard(self) -> None:
        """As its control."""
        if self.owner is not None:
            self.owner.guard()

    @property
    def rows(self) -> Sequence[Any]:
        """What there is to select."""
        if self.owner is not None:
            return rows_of(self.owner)
        return ()

    @property
    def cell_selection(self) -> bool:
        """Whether cells are selected, not rows."""
        return bool(self.read("cellSelectionEnabled"))

    @property
    def selected_indices(self) -> list[int]:
        """All selected rows, in order."""
        return sorted(self.chosen)

    selectedIndices = selected_indices  # noqa: N815  # as Java spells it

    @property
    def selected_items(self) -> list[Any]:
        """What is in them."""
        return [self.rows[index] for index in self.selected_indices if index < len(self.rows)]

    selectedItems = selected_items  # noqa: N815 -- JavaFX's name, which programs use

    def is_selected(self, index: int) -> bool:
        """Whether a row is selected."""
        return index in self.chosen

    def take(self, chosen: list[int]) -> None:
        """Select these and no others; the last is the one that counts."""
        index = chosen[-1] if chosen else -1
        changed = chosen != self.chosen
        self.chosen = chosen
        for name, value in (("selectedIndex", index), ("selectedItem", self.rows[index] if index >= 0 else None)):
            self.put(self.fx.props[name], value)
        if changed and self.owner is not None:
            self.owner.affect("k")
            for watcher in SELECTED.get(self.owner.fx.name, ()):
                watcher(self.owner)
            self.owner.tell("selectionModel", None, self)

    def select(self, what: Any) -> None:
        """Select a row by index, or the row of an item; in a model for several, beside the others."""
        if isinstance(what, int) and not isinstance(what, bool):
            index = what
        else:
            index = self.index_of(what)
        if not 0 <= index < len(self.rows):
            return
        several = self.read("selectionMode") == "MULTIPLE"
        self.take([*(one for one in self.chosen if one != index), index] if several else [index])
        self.focus(index)

    def index_of(self, item: Any) -> int:
        """Where an item is, -1 if nowhere."""
        return next((place for place, one in enumerate(self.rows) if one is item or one == item), -1)

    def clear_and_select(self, index: int) -> None:
        """Select one row only."""
        if 0 <= index < len(self.rows):
            self.take([index])
            self.focus(index)

    def select_range(self, start: int, end: int) -> None:
        """Select from `start` up to but not including `end`."""
        step = 1 if end >= start else -1
        found = [index for index in range(start, end, step) if 0 <= index < len(self.rows)]
        if self.read("selectionMode") == "SINGLE":
            found = found[-1:]
        if found:
            self.take([*(one for one in self.chosen if one not in found), *found])
            self.focus(found[-1])

    def select_all(self) -> None:
        """Select every row, where several may be."""
        if self.read("selectionMode") == "MULTIPLE" and self.rows:
            self.select_range(0, len(self.rows))

    def clear_selection(self, index: int | None = None) -> None:
        """Select nothing, or one row less."""
        self.take([] if index is None else [one for one in self.chosen if one != index])

    def focus(self, index: int) -> None:
        """Move the focused row too."""
        if self.owner is not None:
            model = self.owner.values.get("focusModel")
        else:
            model = None
        if model is not None:
            model.focus(index)

    def follow(self, old: Sequence[Any]) -> None:
        """The rows changed: keep what is still there, by identity, at its new place."""
        if not self.chosen:
            return
        rows = self.rows
        kept = []
        for index in self.chosen:
            item = old[index] if index < len(old) else None
            if index < len(rows) and rows[index] is item:
                kept.append(index)
            else:
                place = next((i for i, row in enumerate(rows) if row is item), -1)
                kept += [place] if place >= 0 else []
        self.take(kept)


# What a control does when its selection changes.
SELECTED: dict[str, list[Callable[[Any], None]]] = {}


class FocusModel(FxObject):
    """The row that the keyboard is on."""

    __slots__ = ("owner",)

    def prepare(self) -> None:
        self.owner: Any = None

    def focus(self, index: int) -> None:
        """Put the keyboard on a row."""
        rows = rows_of(self.owner) if self.owner is not None else ()
        if index >= len(rows):
            return
        self.put(self.fx.props["focusedItem"], rows[index] if index >= 0 else None)
        self.put(self.fx.props["focusedIndex"], index)
        if self.owner is not None:
            self.owner.affect("k")

    def is_focused(self, index: int) -> bool:
        """Whether the keyboard is on this row."""
        return bool(self.read("focusedIndex") == index and index >= 0)


ROOTS |= {"SelectionModel": SelectionModel, "FocusModel": FocusModel}


def _model(kind: str, owner: Any) -> Any:
    model = create(kind)
    model.owner = owner
    return model


def selection_of(owner: FxObject) -> SelectionModel:
    """The selection model of a control, made if it has none yet."""
    model = owner.values.get("selectionModel")
    if model is None:
        models(owner)
    return model or cast("SelectionModel", owner.values["selectionModel"])


def focus_of(owner: FxObject) -> FocusModel:
    """The focus model of a list, a table or a tree, made if it has none yet."""
    model = owner.values.get("focusModel")
    if model is None:
        models(owner)
    return model or cast("FocusModel", owner.values["focusModel"])


def models(owner: Any) -> None:
    """Give a control its models, if it has not."""
    for name, kind in (("selectionModel", "SelectionModel"), ("focusModel", "FocusModel")):
        if name in owner.fx.props and owner.values.get(name) is None:
            owner.values[name] = _model(kind, owner)


@hook("ListView TableView ComboBox ChoiceBox TabPane TreeView TreeTableView", "selectionModel focusModel")
def _own(owner: Any, old: Any, new: Any) -> None:
    if new is None:
        return
    if not isinstance(new, SelectionModel | FocusModel):
        owner.values |= {name: old for name, value in owner.values.items() if value is new}
        raise WrongValue(f"{owner.fx.name}: expected a selection or focus model; got {new!r}")
    new.owner = owner


@hook("ListView TableView", "items")
def _items(owner: Any, went: list[Any], came: list[Any]) -> None:
    models(owner)
    rows = owner.read("items")
    focus = owner.values["focusModel"]
    if rows and focus.read("focusedIndex") < 0:
        focus.focus(0)
    elif focus.read("focusedIndex") >= len(rows):
        focus.focus(len(rows) - 1)
    _reselect(owner)


@hook("ComboBox ChoiceBox TabPane", "items tabs")
def _choices(owner: Any, went: list[Any], came: list[Any]) -> None:
    models(owner)
    _reselect(owner)


def _reselect(owner: Any) -> None:
    """Selected items that left are selected no more; what moved keeps its selection."""
    model = owner.values["selectionModel"]
    rows = rows_of(owner)
    items = [model.read("selectedItem")] if len(model.chosen) == 1 else None
    if items is not None and not (model.chosen[0] < len(rows) and rows[model.chosen[0]] is items[0]):
        place = model.index_of(items[0]) if items[0] is not None else -1
        model.take([place] if place >= 0 else [])
    elif len(model.chosen) > 1 and max(model.chosen) >= len(rows):
        model.take([index for index in model.chosen if index < len(rows)])
