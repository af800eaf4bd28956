"""A target of an action can be a row that is out of sight, by its number or its text."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.javafx import Platform, Ui, create, show_stage


def actions_on(node: Any, *rows: Any) -> list[dict[str, Any]]:
    platform = Platform()
    show_stage(platform, node, {"title": "App", "width": 300, "height": 200})
    ui = Ui(platform)
    ref = ui.query({"css": node.fx.simple})["matches"][0]["ref"]
    return [ui.perform([{"type": "click", "target": {"ref": ref, "row": row}}])["results"][0] for row in rows]


def table(*names: str) -> Any:
    made = create("TableView", items=[{"name": name, "kind": f"kind of {name}"} for name in names])
    for name in ("kind", "name"):
        made.columns.append(create("TableColumn", text=name, cellValueFactory=lambda row, name=name: row[name]))
    return made


@pytest.mark.slow
@pytest.mark.parametrize(
    ("row", "selected"),
    [
        (77, 77),
        ("n77", 77),  # a cell is this text, while others contain it
        ("kind of n77 n77", 77),
        (" kind  of n7 ", 7),
        ("d of n99", 99),
        ("n", 0),  # the first of several
    ],
)
def test_a_row_of_a_table_is_clicked_by_its_number_or_text(row: Any, selected: int) -> None:
    made = table(*(f"n{number}" for number in range(100)))
    assert [result["ok"] for result in actions_on(made, row)] == [True]
    assert made.values["selectionModel"].selected_indices == [selected]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (3, "target.row: expected 0 to 2; got 3"),
        (-1, "target.row: expected 0 to 2; got -1"),
        ("x", "target.row: none of the 3 rows of ListView has the text 'x'"),
        (True, "target.row: expected a number from 0, or a text; got True"),
        ([1], "target.row: expected a number from 0, or a text; got [1]"),
    ],
)
def test_a_row_that_is_not_there_is_an_error_of_the_contract(row: Any, said: str) -> None:
    [result] = actions_on(create("ListView", items=["a", "b", "c"]), row)
    assert result["error"]["code"] == "MCP_UI_NODE_NOT_FOUND"
    assert result["error"]["message"] == said


def test_an_empty_list_and_what_is_no_list_have_no_rows() -> None:
    [empty] = actions_on(create("ListView"), 0)
    assert empty["error"]["message"] == "target.row: expected none, as there are none; got 0"
    [other] = actions_on(create("Button"), 0)
    assert other["error"]["message"] == "target.row: expected a list, tree or table; got Button"


@pytest.mark.parametrize("name", ["TableView", "TreeTableView", "ToolBar"])
def test_a_control_that_is_the_whole_scene_comes_to_rest(name: str) -> None:
    platform = Platform()
    show_stage(platform, create(name), {"title": "App", "width": 300, "height": 200})
    platform.await_idle()
    assert platform.idle
