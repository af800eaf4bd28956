"""What a snapshot says of the rows in sight of lists, trees and tables."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_uimcp.javafx import fx
from tests.javafx.app import App


def rows_of(app: App, css: str = "#view") -> dict[str, Any]:
    virtual: dict[str, Any] = app.ui.get_node(app.ref(css))["virtualization"]
    return virtual


def texts(virtual: dict[str, Any]) -> list[list[str]]:
    return [[cell["text"] for cell in row["cells"]] for row in virtual["visibleCells"]]


def listed(count: int, attributes: str = 'prefHeight="120"') -> App:
    app = App(f'<VBox><ListView fx:id="view" {attributes}/></VBox>')
    app["view"].items.extend(f"Item {index}" for index in range(count))
    app.platform.pulse()
    return app


@pytest.mark.parametrize("count", [1, 3, 5, 200])
def test_the_range_is_that_of_the_rows_that_are_listed(count: int) -> None:
    virtual = rows_of(listed(count))
    indices = [row["index"] for row in virtual["visibleCells"]]
    assert indices == list(range(virtual["visibleRange"]["from"], virtual["visibleRange"]["to"] + 1))
    assert virtual["itemsCount"] == count
    assert texts(virtual) == [[f"Item {index}"] for index in indices]


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 60), st.lists(st.integers(-800, 800), max_size=4))
def test_wherever_a_list_is_scrolled_its_rows_are_its_items(count: int, deltas: list[int]) -> None:
    app = listed(count)
    for delta in deltas:
        app.do({"type": "scroll", "on": "#view", "deltaY": delta})
    virtual = rows_of(app)
    seen = virtual["visibleRange"]
    assert 0 <= seen["from"] <= seen["to"] < count
    assert texts(virtual) == [[f"Item {index}"] for index in range(seen["from"], seen["to"] + 1)]


def test_a_row_is_addressed_by_its_reference() -> None:
    app = listed(5)
    row = rows_of(app)["visibleCells"][2]
    app.ui.perform([{"type": "click", "target": {"ref": row["rowRef"]}}])
    virtual = rows_of(app)
    assert (virtual["selectedIndices"], virtual["focusedIndex"]) == ([2], 2)
    assert app.ui.get_node(row["rowRef"])["accessibility"]["role"] == "LIST_ITEM"


def test_the_boxes_of_rows_lie_below_each_other_in_the_list() -> None:
    app = listed(5)
    boxes = [row["boundsInScene"] for row in rows_of(app)["visibleCells"]]
    assert all(upper["minY"] + upper["height"] == lower["minY"] for upper, lower in pairwise(boxes))
    view = app.ui.get_node(app.ref("#view"))["layout"]["boundsInScene"]
    assert all(view["minX"] <= box["minX"] and box["width"] <= view["width"] for box in boxes)


def test_a_list_with_nothing_selected_has_the_keyboard_on_its_first_row() -> None:
    virtual = rows_of(listed(3))
    assert (virtual["selectedIndices"], virtual["focusedIndex"]) == ([], 0)


def test_selected_rows_are_told_in_order_also_out_of_sight() -> None:
    app = listed(100)
    model = app["view"].selection_model
    model.selection_mode = "MULTIPLE"
    for index in (90, 2, 50):
        model.select(index)
    assert rows_of(app)["selectedIndices"] == [2, 50, 90]


def test_columns_are_told_by_id_and_title_without_those_that_are_hidden() -> None:
    app = App(
        '<TableView fx:id="view"><columns><TableColumn fx:id="a" text="First"/>'
        '<TableColumn fx:id="b" text="Hidden" visible="false"/><TableColumn text="No id"/>'
        '<TableColumn fx:id="group" text="Group"><columns><TableColumn fx:id="c" text="Inner"/></columns></TableColumn>'
        "</columns></TableView>"
    )
    app["view"].items.append({"a": 1})
    app.platform.pulse()
    virtual = rows_of(app)
    assert virtual["columns"] == [
        {"id": "a", "text": "First"}, {"id": None, "text": "No id"}, {"id": "c", "text": "Inner"},
    ]  # fmt: skip
    assert [cell["columnId"] for cell in virtual["visibleCells"][0]["cells"]] == ["a", None, "c"]
    app["b"].visible = True
    app.platform.pulse()
    assert [column["id"] for column in rows_of(app)["columns"]] == ["a", "b", None, "c"]


@pytest.mark.parametrize("kind", ["TreeView", "TreeTableView"])
def test_the_rows_of_a_tree_are_what_is_expanded(kind: str) -> None:
    columns = '<columns><TreeTableColumn fx:id="name" text="Name"/></columns>' if kind == "TreeTableView" else ""
    app = App(f'<VBox><{kind} fx:id="view">{columns}</{kind}></VBox>')
    if columns:
        app["name"].cell_value_factory = lambda value: value
    branch = fx.TreeItem(value="branch", children=[fx.TreeItem(value="leaf")])
    app["view"].root = fx.TreeItem(value="root", expanded=True, children=[branch])
    app.platform.pulse()
    assert [row[0] for row in texts(rows_of(app))] == ["root", "branch"]
    branch.expanded = True
    app.platform.pulse()
    assert [row[0] for row in texts(rows_of(app))] == ["root", "branch", "leaf"]
    app["view"].show_root = False
    app.platform.pulse()
    virtual = rows_of(app)
    assert ([row[0] for row in texts(virtual)], virtual["itemsCount"]) == (["branch", "leaf"], 2)


def test_the_section_is_left_out_where_it_is_not_wanted_and_of_what_has_no_rows() -> None:
    app = listed(3)
    asked = app.ui.get_snapshot(include={"virtualization": False})["stages"][0]["scene"]["root"]["children"][0]
    assert not asked.get("virtualization")
    root = app.ui.get_snapshot()["stages"][0]["scene"]["root"]
    assert not root.get("virtualization")
    assert root["children"][0]["virtualization"]["kind"] == "ListView"


def test_a_change_of_the_items_is_seen_at_once() -> None:
    app = listed(3)
    app["view"].items[1] = "Changed"
    assert texts(rows_of(app)) == [["Item 0"], ["Changed"], ["Item 2"]]
    app["view"].items.clear()
    assert (rows_of(app)["itemsCount"], rows_of(app)["visibleRange"]) == (0, None)
