"""What is selected in a control, and what happens to it when rows come and go."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.javafx import WrongValue, fx
from pytest_uimcp.javafx.scene.model.selection import focus_of, selection_of


def list_of(*items: str, multiple: bool = False) -> tuple[Any, Any]:
    view = fx.ListView(items=list(items))
    model = selection_of(view)
    if multiple:
        model.set("selectionMode", "MULTIPLE")
    return view, model


@pytest.mark.parametrize(
    ("multiple", "calls", "indices", "last"),
    [
        (False, [("select", 1)], [1], 1),
        (False, [("select", "c")], [2], 2),
        (False, [("select", "nothing")], [], -1),
        (False, [("select", 9)], [], -1),
        (False, [("select", 1), ("select", 2)], [2], 2),
        (True, [("select", 2), ("select", 0)], [0, 2], 0),
        (True, [("select", 2), ("select", 0), ("select", 2)], [0, 2], 2),
        (True, [("select_range", 0, 3)], [0, 1, 2], 2),
        (True, [("select_range", 3, 0)], [1, 2, 3], 1),
        (True, [("select_range", 1, 99)], [1, 2, 3], 3),
        (False, [("select_range", 0, 3)], [2], 2),
        (True, [("select_all",)], [0, 1, 2, 3], 3),
        (False, [("select_all",)], [], -1),
        (True, [("select_all",), ("clear_selection", 3)], [0, 1, 2], 2),
        (True, [("select_all",), ("clear_selection",)], [], -1),
        (True, [("select_all",), ("clear_and_select", 1)], [1], 1),
        (True, [("clear_and_select", -1)], [], -1),
    ],
)
def test_rows_are_selected_by_index_and_by_item(
    multiple: bool, calls: list[tuple[Any, ...]], indices: list[int], last: int
) -> None:
    _, model = list_of(*"abcd", multiple=multiple)
    for name, *arguments in calls:
        getattr(model, name)(*arguments)
    assert model.selected_indices == model.selectedIndices == indices
    assert model.get("selectedIndex") == last
    assert model.get("selectedItem") == ("abcd"[last] if last >= 0 else None)
    assert model.selected_items == ["abcd"[index] for index in indices]


@pytest.mark.parametrize(
    ("change", "indices", "item"),
    [
        (lambda items: items.insert(0, "x"), [2], "b"),
        (lambda items: items.append("x"), [1], "b"),
        (lambda items: items.pop(0), [0], "b"),
        (lambda items: items.remove("b"), [], None),
        (lambda items: items.clear(), [], None),
        (lambda items: items.sort(reverse=True), [2], "b"),
    ],
)
def test_a_selected_item_stays_selected_at_its_new_place(change: Any, indices: list[int], item: str | None) -> None:
    view, model = list_of(*"abcd")
    model.select(1)
    change(view.items)
    assert (model.selected_indices, model.get("selectedItem")) == (indices, item)


def test_the_keyboard_is_on_the_first_row_and_never_behind_the_last() -> None:
    view, model = list_of(*"abcd")
    keyboard = focus_of(view)
    assert keyboard.get("focusedIndex") == 0
    model.select(3)
    assert (keyboard.get("focusedIndex"), keyboard.get("focusedItem")) == (3, "d")
    view.items.set_all("ab")
    assert keyboard.get("focusedIndex") == 1


def test_a_model_belongs_to_its_control() -> None:
    view, model = list_of("a")
    assert model.owner is view
    with pytest.raises(WrongValue, match="ListView: expected a selection or focus model; got 'all'"):
        view.set("selectionModel", "all")
    assert selection_of(view) is model


def test_what_has_no_rows_has_no_models() -> None:
    with pytest.raises(WrongValue, match="has nothing to select"):
        selection_of(fx.Label())
    with pytest.raises(WrongValue, match="has no rows for the keyboard"):
        focus_of(fx.Label())


@pytest.mark.parametrize("name", ["ComboBox", "ChoiceBox"])
def test_the_value_of_a_choice_and_its_selection_are_one(name: str) -> None:
    box = getattr(fx, name)(items=["a", "b", "c"])
    box.value = "b"
    assert selection_of(box).get("selectedIndex") == 1
    selection_of(box).select(2)
    assert box.value == "c"
    selection_of(box).clear_selection()
    assert box.value is None


@pytest.mark.parametrize("name", ["ComboBox", "ChoiceBox"])
def test_a_value_that_is_no_item_selects_nothing(name: str) -> None:
    box = getattr(fx, name)(items=["a", "b", "c"])
    box.value = "what is no item"
    assert (selection_of(box).get("selectedIndex"), box.value) == (-1, "what is no item")


def test_one_tab_is_selected_and_the_first_to_begin_with() -> None:
    first = fx.Tab(text="One")
    second = fx.Tab(text="Two")
    pane = fx.TabPane(tabs=[first, second])
    assert (first.selected, second.selected) == (True, False)
    selection_of(pane).select(second)
    assert (first.selected, second.selected) == (False, True)
    pane.tabs.remove(second)
    assert (second.get("tabPane"), selection_of(pane).get("selectedIndex"), first.selected) == (None, 0, True)


def tree() -> tuple[Any, Any, list[Any]]:
    leaves = [fx.TreeItem(value=name) for name in "xy"]
    branch = fx.TreeItem(value="branch", children=leaves)
    root = fx.TreeItem(value="root", expanded=True, children=[branch, fx.TreeItem(value="last")])
    return fx.TreeView(root=root), branch, leaves


def values(view: Any) -> list[Any]:
    return [row.value for row in view.rows]


def test_a_tree_shows_what_is_below_expanded_items() -> None:
    view, branch, _ = tree()
    assert values(view) == ["root", "branch", "last"]
    branch.expanded = True
    assert values(view) == ["root", "branch", "x", "y", "last"]
    view.showRoot = False
    assert values(view) == ["branch", "x", "y", "last"]


def test_a_selected_item_of_a_tree_stays_selected_while_it_shows() -> None:
    view, branch, leaves = tree()
    branch.expanded = True
    selection_of(view).select(leaves[1])
    branch.children.insert(0, fx.TreeItem(value="new"))
    assert selection_of(view).get("selectedItem") is leaves[1]
    assert selection_of(view).get("selectedIndex") == 4
    branch.expanded = False
    assert selection_of(view).get("selectedIndex") == -1


def test_an_item_knows_its_parent_and_whether_it_is_a_leaf() -> None:
    _, branch, leaves = tree()
    assert (leaves[0].parent, leaves[0].leaf, branch.leaf) == (branch, True, False)
    branch.children.clear()
    assert (leaves[0].parent, branch.leaf) == (None, True)


def test_a_tree_without_a_root_has_no_rows() -> None:
    view, _, _ = tree()
    view.root = None
    assert values(view) == []


def toggles() -> tuple[Any, list[Any]]:
    group = fx.ToggleGroup()
    return group, [fx.RadioButton(text=text, toggleGroup=group) for text in "abc"]


def test_at_most_one_toggle_of_a_group_is_selected() -> None:
    group, (a, b, c) = toggles()
    a.selected = True
    c.selected = True
    assert ([a.selected, b.selected, c.selected], group.selectedToggle) == ([False, False, True], c)
    group.selectedToggle = b
    assert [a.selected, b.selected, c.selected] == [False, True, False]
    b.selected = False
    assert group.selectedToggle is None


def test_a_toggle_leaves_one_group_for_another() -> None:
    group, (a, b, _) = toggles()
    a.selected = True
    other = fx.ToggleGroup(toggles=[a])
    assert (a.toggleGroup, other.selectedToggle) == (other, a)
    assert a not in group.toggles
    group.toggles.remove(b)
    assert b.toggleGroup is None
