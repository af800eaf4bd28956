"""Tables and tree tables in the order of their columns, by a click on a header or by the program."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.javafx import fx
from tests.javafx.app import App

PEOPLE = [("Bo", 30), ("Al", 30), ("Cy", 25), ("Al", 20)]


def people() -> App:
    app = App(
        '<TableView fx:id="table"><columns><TableColumn fx:id="name" text="Name"/>'
        '<TableColumn fx:id="age" text="Age"/></columns></TableView>'
    )
    app["name"].cell_value_factory = lambda row: row[0]
    app["age"].cell_value_factory = lambda row: row[1]
    app["table"].items.extend(PEOPLE)
    app.platform.pulse()
    return app


def order(app: App) -> list[tuple[str, int]]:
    return list(app["table"].items)


def test_a_program_sorts_by_the_columns_it_names_the_later_ones_where_the_first_are_equal() -> None:
    app = people()
    app["table"].sort_order.append(app["age"])
    assert order(app) == [("Al", 20), ("Cy", 25), ("Bo", 30), ("Al", 30)]
    app["table"].sort_order.append(app["name"])
    assert order(app) == [("Al", 20), ("Cy", 25), ("Al", 30), ("Bo", 30)]


def test_another_sort_type_of_a_column_that_is_sorted_by_sorts_again() -> None:
    app = people()
    app["name"].sort_type = "DESCENDING"
    assert order(app) == PEOPLE
    app["table"].sort_order.append(app["name"])
    assert [name for name, _ in order(app)] == ["Cy", "Bo", "Al", "Al"]
    app["name"].sort_type = "ASCENDING"
    assert [name for name, _ in order(app)] == ["Al", "Al", "Bo", "Cy"]


def test_an_empty_order_leaves_the_rows_where_they_are() -> None:
    app = people()
    app["table"].sort_order.append(app["name"])
    sorted_rows = order(app)
    app["table"].sort_order.clear()
    assert order(app) == sorted_rows
    app["table"].items.append(("Aa", 1))
    assert order(app)[-1] == ("Aa", 1)


def test_a_column_compares_as_its_comparator_says() -> None:
    app = people()
    app["name"].comparator = lambda one, other: (one[::-1] > other[::-1]) - (one[::-1] < other[::-1])
    app["table"].items.set_all([("ab", 1), ("ba", 2), ("cc", 3)])
    app.click("#name")
    assert [name for name, _ in order(app)] == ["ba", "ab", "cc"]
    app.click("#name")
    assert [name for name, _ in order(app)] == ["cc", "ab", "ba"]


def test_a_column_that_is_not_sortable_is_passed_over() -> None:
    app = people()
    app["age"].sortable = False
    app.click("#age")
    assert order(app) == PEOPLE
    app["table"].sort_order.append(app["age"])
    assert order(app) == PEOPLE


def test_shift_adds_a_column_to_those_that_are_sorted_by() -> None:
    app = people()
    app.click("#age")
    app.click("#name", modifiers=["SHIFT"])
    assert list(app["table"].sort_order) == [app["age"], app["name"]]
    assert order(app) == [("Al", 20), ("Cy", 25), ("Al", 30), ("Bo", 30)]
    app.click("#name", modifiers=["SHIFT"])
    assert order(app) == [("Al", 20), ("Cy", 25), ("Bo", 30), ("Al", 30)]
    app.click("#name", modifiers=["SHIFT"])
    assert list(app["table"].sort_order) == [app["age"]]
    app.click("#name")
    assert list(app["table"].sort_order) == [app["name"]]


@pytest.mark.parametrize("button", ["SECONDARY", "MIDDLE"])
def test_only_the_first_button_sorts(button: str) -> None:
    app = people()
    app.click("#name", button=button)
    assert order(app) == PEOPLE


@pytest.mark.parametrize("selected", [[0], [3, 1], [0, 1, 2, 3]])
def test_what_is_selected_stays_selected_in_another_order(selected: list[int]) -> None:
    app = people()
    model = app["table"].selection_model
    model.selection_mode = "MULTIPLE"
    for index in selected:
        model.select(index)
    chosen = {PEOPLE[index] for index in selected}
    app.click("#age")
    assert set(model.selected_items) == chosen
    assert model.selected_item == PEOPLE[selected[-1]]
    assert order(app)[model.selected_index] == PEOPLE[selected[-1]]


def test_equal_rows_keep_their_own_selection() -> None:
    app = people()
    app["table"].items.set_all([("b", 1), ("a", 1), ("a", 1)])
    app["table"].selection_model.select(2)
    app.click("#name")
    assert app["table"].selection_model.selected_indices == [1]


def test_values_of_several_kinds_are_sorted_by_kind() -> None:
    app = people()
    app["name"].cell_value_factory = lambda row: row
    app["table"].columns.remove(app["age"])
    app["table"].items.set_all(["b", 2, None, "a", 1.5, True])
    app.click("#name")
    assert list(app["table"].items) == [None, True, 1.5, 2, "a", "b"]


def test_the_cells_show_the_new_order() -> None:
    app = people()
    app.click("#name")
    rows = app.ui.get_node(app.ref("#table"))["virtualization"]["visibleCells"]
    assert [[cell["text"] for cell in row["cells"]] for row in rows] == [
        ["Al", "30"], ["Al", "20"], ["Bo", "30"], ["Cy", "25"],
    ]  # fmt: skip


def tree_table() -> App:
    app = App(
        '<TreeTableView fx:id="table"><columns><TreeTableColumn fx:id="name" text="Name"/></columns></TreeTableView>'
    )
    app["name"].cell_value_factory = lambda value: value
    branch = fx.TreeItem(value="m", expanded=True, children=[fx.TreeItem(value="z"), fx.TreeItem(value="y")])
    root = fx.TreeItem(value="root", expanded=True, children=[fx.TreeItem(value="x"), branch, fx.TreeItem(value="c")])
    app["table"].root = root
    app.platform.pulse()
    return app


def values(app: App) -> list[Any]:
    return [row.value for row in app["table"].rows]


def test_a_tree_table_sorts_the_children_of_every_item_among_themselves() -> None:
    app = tree_table()
    app.click("#name")
    assert values(app) == ["root", "c", "m", "y", "z", "x"]
    app.click("#name")
    assert values(app) == ["root", "x", "m", "z", "y", "c"]
    app.click("#name")
    assert list(app["table"].sort_order) == []


def test_a_selected_row_of_a_tree_table_is_followed_to_its_new_place() -> None:
    app = tree_table()
    app["table"].selection_model.select(1)
    app.click("#name")
    assert app["table"].selection_model.selected_index == 5
    assert app["table"].selection_model.selected_item.value == "x"


def test_a_tree_table_comes_to_rest_after_every_change() -> None:
    app = tree_table()
    for expanded in (False, True):
        app["table"].root.children[1].expanded = expanded
        app.platform.await_idle()
        assert app.platform.idle
    app["table"].root.children[0].children.append(fx.TreeItem(value="below"))
    app.platform.await_idle()
    rows = app.ui.get_node(app.ref("#table"))["virtualization"]["visibleCells"]
    assert [row["cells"][0]["text"] for row in rows] == ["root", "x", "m", "z", "y", "c"]


def test_a_row_of_a_tree_table_that_shows_an_item_of_another_level_is_indented_anew() -> None:
    app = tree_table()
    table = app["table"]

    def text_at(index: int) -> float:
        row = next(row for row in table.walk() if row.is_a("TreeTableRow") and row.values.get("index") == index)
        [text] = [node for node in row.walk() if node.fx.name == "LabeledText" and node.text]
        bounds: float = app.ui.get_node({"path": app.ui.capture(app.ui.defaults).ref(text)["path"]})["layout"][
            "boundsInScene"
        ]["minX"]
        return bounds

    child, grandchild = text_at(1), text_at(3)
    assert grandchild > child
    table.root.children.remove(table.root.children[0])
    app.platform.await_idle()
    assert text_at(2) == grandchild
    assert text_at(1) == child
