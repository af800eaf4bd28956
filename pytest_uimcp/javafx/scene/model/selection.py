"""What is selected in a list, a tree, a table, a choice, a tab pane; and which row has the focus.

Rows of a tree are its visible items: what is expanded. A model asks its control for the rows each time, and keeps
nothing but indices.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Final

from pytest_uimcp.javafx.scene.errors import WrongValue
from pytest_uimcp.javafx.scene.model.base import FxObject, hook
from pytest_uimcp.javafx.scene.model.classes import create, extends
from pytest_uimcp.javafx.scene.model.node import Node

SelectionWatcher = Callable[[Node], None]
# What a control does when its selection changes, by class; see `on_selection`.
_WATCHERS: Final[defaultdict[str, list[SelectionWatcher]]] = defaultdict(list)


@extends("ListView TableView TreeView TreeTableView")
class RowView(Node):
    """What views with rows remember of the keyboard."""

    __slots__ = ("anchor_row",)

    def prepare(self) -> None:
        super().prepare()
        # Where a selection with SHIFT starts; none means at the row with the focus.
        self.anchor_row: int | None = None

    @property
    def rows(self) -> Sequence[object]:
        return self.read("items")


def rows_of(control: FxObject) -> Sequence[object]:
    if isinstance(control, RowView):
        return control.rows
    if control.is_a("TabPane"):
        return control.read("tabs")
    if "items" in control.fx.props:
        return control.read("items")
    return ()


def on_selection(classes: str) -> Callable[[SelectionWatcher], SelectionWatcher]:
    def register(function: SelectionWatcher) -> SelectionWatcher:
        for name in classes.split():
            _WATCHERS[name].append(function)
        return function

    return register


@extends("SelectionModel")
class SelectionModel(FxObject):
    """Selected rows by index, in order; the last one selected is `selectedIndex`."""

    __slots__ = ("indices", "items", "owner")

    def prepare(self) -> None:
        self.owner: Node | None = None
        self.indices: list[int] = []
        # What was at the indices, to be looked for when rows come and go.
        self.items: list[object] = []

    def guard(self) -> None:
        if self.owner is not None:
            self.owner.guard()

    @property
    def rows(self) -> Sequence[object]:
        if self.owner is not None:
            return rows_of(self.owner)
        return ()

    @property
    def cell_selection(self) -> bool:
        return self.read_flag("cellSelectionEnabled")

    @property
    def selected_indices(self) -> list[int]:
        return sorted(self.indices)

    selectedIndices = selected_indices  # noqa: N815  # as Java spells it

    @property
    def selected_items(self) -> list[object]:
        return [self.rows[index] for index in self.selected_indices if index < len(self.rows)]

    selectedItems = selected_items  # noqa: N815 -- JavaFX's name, which programs use

    @property
    def is_multiple(self) -> bool:
        return self.read("selectionMode") == "MULTIPLE"

    def is_selected(self, index: int) -> bool:
        return index in self.indices

    def set_indices(self, indices: list[int]) -> None:
        """Select these and no others; the last is the one that counts."""
        if self._keep(indices) and self.owner is not None:
            self.owner.affect("k")
            for watcher in _WATCHERS.get(self.owner.fx.name, ()):
                watcher(self.owner)
            # Programs observe the model through its control: it is the one thing that does not change.
            self.owner.tell("selectionModel", None, self)

    def select_no_item(self) -> None:
        """Select nothing because the control has a value that is none of its items; the value stays."""
        if self._keep([]) and self.owner is not None:
            self.owner.affect("k")
            self.owner.tell("selectionModel", None, self)

    def _keep(self, indices: list[int]) -> bool:
        index = indices[-1] if indices else -1
        is_change = indices != self.indices
        self.indices = indices
        rows = self.rows
        self.items = [rows[row] for row in indices]
        # The index before the item, as in JavaFX: who watches the item may ask where it is.
        self.write("selectedIndex", index)
        self.write("selectedItem", rows[index] if index >= 0 else None)
        return is_change

    def select(self, target: object) -> None:
        """Select a row by index, or the row of an item; in a model for several, beside the others."""
        # As in Java, where `select(int)` and `select(Object)` are two methods; a Boolean is an item.
        if isinstance(target, int) and not isinstance(target, bool):
            index = target
        else:
            index = self.index_of(target)
        if 0 <= index < len(self.rows):
            others = []
            if self.is_multiple:
                others = [other for other in self.indices if other != index]
            self.set_indices([*others, index])
            self.focus(index)

    def index_of(self, item: object) -> int:
        """Where an item is, -1 if nowhere."""
        for index, row in enumerate(self.rows):
            if row is item or row == item:
                return index
        return -1

    def clear_and_select(self, index: int) -> None:
        if 0 <= index < len(self.rows):
            self.set_indices([index])
            self.focus(index)

    def select_range(self, start: int, end: int) -> None:
        """Select from `start` up to but not including `end`."""
        # Upwards too: the row where a selection with SHIFT ends comes last, and is `selectedIndex`.
        step = 1 if end >= start else -1
        indices = [index for index in range(start, end, step) if 0 <= index < len(self.rows)]
        if not self.is_multiple:
            indices = indices[-1:]
        if indices:
            self.set_indices([*(index for index in self.indices if index not in indices), *indices])
            self.focus(indices[-1])

    def select_all(self) -> None:
        if self.is_multiple and self.rows:
            self.select_range(0, len(self.rows))

    def clear_selection(self, index: int | None = None) -> None:
        self.set_indices([] if index is None else [other for other in self.indices if other != index])

    def focus(self, index: int) -> None:
        """Move the focused row too."""
        model = None
        if self.owner is not None:
            model = self.owner.values.get("focusModel")
        if model is not None:
            model.focus(index)

    def places(self, rows: Sequence[object]) -> list[int]:
        """Where the selected items are among other rows, by identity; one that stays where it was, there."""
        first = {id(row): index for index, row in reversed(list(enumerate(rows)))}
        indices: dict[int, None] = {}
        for index, item in zip(self.indices, self.items, strict=True):
            if index < len(rows) and rows[index] is item:
                indices[index] = None
            elif id(item) in first:
                indices[first[id(item)]] = None
        return list(indices)

    def follow(self, old_rows: Sequence[object]) -> None:
        """The rows changed: keep what is still there, by identity, at its new place."""
        if not self.indices:
            return
        rows = self.rows
        indices = []
        for index in self.indices:
            item = old_rows[index] if index < len(old_rows) else None
            if not (index < len(rows) and rows[index] is item):
                index = next((place for place, row in enumerate(rows) if row is item), -1)
            if index >= 0:
                indices.append(index)
        self.set_indices(indices)


@extends("FocusModel")
class FocusModel(FxObject):
    __slots__ = ("owner",)

    def prepare(self) -> None:
        self.owner: Node | None = None

    def focus(self, index: int) -> None:
        if self.owner is not None:
            rows = rows_of(self.owner)
        else:
            rows = ()
        # -1 goes through: then no row has the keyboard.
        if index >= len(rows):
            return
        self.write("focusedItem", rows[index] if index >= 0 else None)
        self.write("focusedIndex", index)
        if self.owner is not None:
            self.owner.affect("k")

    def is_focused(self, index: int) -> bool:
        return self.read("focusedIndex") == index and index >= 0


def give_models(control: Node) -> None:
    values = control.values
    if "selectionModel" in control.fx.props and values.get("selectionModel") is None:
        # Without effects: nothing is selected yet, and no skin has to follow.
        values["selectionModel"] = model = create("SelectionModel")
        model.owner = control
    if "focusModel" in control.fx.props and values.get("focusModel") is None:
        values["focusModel"] = focus_model = create("FocusModel")
        focus_model.owner = control


def selection_of(control: Node) -> SelectionModel:
    """The selection model of a control, which has one from now on."""
    model = control.values.get("selectionModel")
    if model is None:
        give_models(control)
        model = control.values.get("selectionModel")
    if model is None:
        raise WrongValue(f"{control!r} has nothing to select")
    return model


def focus_of(control: Node) -> FocusModel:
    """The focus model of a control, which has one from now on."""
    model = control.values.get("focusModel")
    if model is None:
        give_models(control)
        model = control.values.get("focusModel")
    if model is None:
        raise WrongValue(f"{control!r} has no rows for the keyboard")
    return model


@hook("ListView TableView ComboBox ChoiceBox TabPane TreeView TreeTableView", "selectionModel focusModel")
def _own(owner: Node, old: object, new: object) -> None:
    if new is None:
        return
    if not isinstance(new, SelectionModel | FocusModel):
        # A hook hears of a value that is already in place, so the old model is put back.
        for name, value in tuple(owner.values.items()):
            if value is new:
                owner.values[name] = old
        raise WrongValue(f"{owner.fx.name}: expected a selection or focus model; got {new!r}")
    new.owner = owner


@hook("ListView TableView", "items")
def _items(owner: Node, _removed: list[object], _added: list[object]) -> None:
    focus_model = focus_of(owner)
    rows = owner.read("items")
    # Like JavaFX, the first row has the keyboard as soon as there is one.
    if rows and focus_model.read("focusedIndex") < 0:
        focus_model.focus(0)
    elif focus_model.read("focusedIndex") >= len(rows):
        focus_model.focus(len(rows) - 1)
    _reselect(owner)


@hook("ComboBox ChoiceBox TabPane", "items tabs")
def _choices(owner: Node, _removed: list[object], _added: list[object]) -> None:
    _reselect(owner)


def _reselect(owner: Node) -> None:
    """Selected items that left are selected no more; what moved keeps its selection."""
    model = selection_of(owner)
    rows = rows_of(owner)
    # Selected items are followed to their new places. Of several of which none is left, indices that are rows stay.
    if len(model.indices) == 1:
        index = model.indices[0]
        item = model.read("selectedItem")
        if not (index < len(rows) and rows[index] is item):
            place = model.index_of(item) if item is not None else -1
            model.set_indices([place] if place >= 0 else [])
    elif model.indices:
        model.set_indices(model.places(rows) or [index for index in model.indices if index < len(rows)])
