from __future__ import annotations

from typing import Any

from pytest_uimcp.testing.snapshots.variables import variable_tree


def variable(number: int, parent: int, path: str, **more: Any) -> dict[str, Any]:
    return {"id": number, "parentId": parent, "path": path, "access": "rw", "active": True, "value": None, **more}


def test_each_variable_is_a_line_below_its_parent() -> None:
    tree = variable_tree(
        [
            variable(1, 0, "", type="MCP", value={"obj": 9}, computeTime=3, changeCount=7),
            variable(5, 1, "value", type="Notes", value={"obj": 4}, access="r", properties={"path": "value"}),
            variable(6, 5, "rows", value=[{"obj": 4}, {"obj": 30}]),
            variable(7, 5, "clear()", access="action", properties={"priority": "low", "elementId": "ui-3"}),
            variable(8, 5, "text", value="mülk", active=False, error="no such field"),
            variable(9, 1, "other", value={"b": 1, "a": [True]}),
        ]
    )
    assert tree.splitlines() == [
        "(root): MCP = #1",
        "  value: Notes = #2 (r)",
        "    rows = [#2, #3]",
        "    clear() (action) ?priority=low",
        '    text = "mülk" (inactive) ! no such field',
        '  other = {"a": [true], "b": 1}',
    ]


def test_numbers_of_variables_and_objects_do_not_show() -> None:
    def tree(first: int) -> str:
        child = variable(first + 1, first, "value", value={"obj": first * 7})
        return variable_tree([variable(first, 0, "", value={"obj": first}), child])

    assert tree(1) == tree(20)


def test_a_variable_whose_parent_is_left_out_is_a_root() -> None:
    assert variable_tree([variable(3, 2, "text", value="x")]) == 'text = "x"\n'
