"""Watching, destroying, priorities, activity, several connections, moving rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session
from tests.engine.peer import Peer


@pytest.fixture
def peer(session: Session) -> Peer:
    session.eval(
        "order = {} app = {x = 1, y = 2, child = {x = 10, child = {x = 20}}, rows = {{n = 'a'}, {n = 'b'}}} "
        "for _, name in ipairs({'p', 'q', 'r'}) do "
        "app[name] = function() table.insert(order, name) return app.x end end "
        "session:createAppVariable(app)"
    )
    return Peer(session)


def order_of_calls(peer: Peer) -> str:
    peer.session.eval("order = {} app.x = app.x + 1")
    peer.session.settle()
    order: Any = peer.session.eval("local o = order order = {} return o").data
    return "".join(order)


def test_every_watched_create_is_answered_by_one_update_null_included(peer: Peer) -> None:
    var_id = peer.create("nothing")
    assert peer.news() == [{"type": "update", "data": {"varId": var_id, "value": None}}]


def test_an_action_is_answered_with_null_and_not_called(peer: Peer) -> None:
    var_id = peer.create("p()", access="action")
    assert peer.news() == [{"type": "update", "data": {"varId": var_id, "value": None}}]
    assert peer.session.eval("return #order").data == 0


def test_an_unwatched_variable_is_not_computed(peer: Peer) -> None:
    peer.create("p()", access="r", nowatch=True)
    assert peer.news() == []
    assert peer.session.eval("return #order").data == 0


def test_watch_is_answered_by_the_present_state(peer: Peer) -> None:
    var_id = peer.create("x", nowatch=True)
    peer.tell("watch", var_id)
    assert peer.news() == [{"type": "update", "data": {"varId": var_id, "value": 1}}]


def test_unwatch_ends_the_updates(peer: Peer) -> None:
    var_id = peer.create("x")
    peer.tell("unwatch", var_id)
    assert peer.run("app.x = 3") == []
    peer.tell("watch", var_id)
    assert peer.values[var_id] == 3


def test_a_child_is_current_though_nobody_watches_its_parent(peer: Peer) -> None:
    parent = peer.create("child", nowatch=True)
    child = peer.create("x", parent)
    assert peer.values[child] == 10
    peer.run("app.child = {x = 11}")
    assert peer.values[child] == 11


def rows_by_shape(peer: Peer, *variables: list[Any]) -> None:
    shapes = [{"properties": {"access": "r"}, "varying": ["path"]}, {"properties": {"path": "n"}, "nowatch": True}]
    peer.send({"type": "create", "data": {"shapes": shapes, "variables": list(variables)}})


def test_many_variables_are_made_in_their_order_and_answered_one_by_one(peer: Peer) -> None:
    rows_by_shape(peer, [0, 2, 1, "rows"], [0, 3, 2, "0.n"], [0, 4, 2, "1"], [1, 5, 4])
    ref = peer.values[4]
    assert peer.news() == [
        {"type": "update", "data": {"varId": var_id, "value": value}}
        for var_id, value in ((2, [{"obj": ref["obj"] - 1}, ref]), (3, "a"), (4, ref))
    ]
    peer.tell("watch", 5)
    assert peer.values[5] == "b"


def test_of_many_variables_a_bad_one_is_refused_and_the_others_are_made(peer: Peer) -> None:
    rows_by_shape(peer, [0, 2, 1, "x"], [0, 2, 1, "y"], [0, 3, 77, "y"], [0, 4, 1, ""], [0, 5, 1, "y"])
    errors = [message["data"] for message in peer.news() if message["type"] == "error"]
    assert [(data["varId"], data["code"]) for data in errors] == [(2, "exists"), (3, "not-found"), (4, "invalid")]
    assert (peer.values[2], peer.values[5]) == (1, 2)


def test_many_more_variables_than_one_entry_into_lua_makes(peer: Peer) -> None:
    rows_by_shape(peer, *([0, var_id, 1, "x"] for var_id in range(2, 1002)))
    assert peer.values == dict.fromkeys(range(2, 1002), 1)


def test_many_variables_get_the_same_properties(peer: Peer) -> None:
    first, second = peer.create("x"), peer.create("y")
    peer.send({"type": "update", "data": {"varIds": [first, 77, second], "properties": {"viewdef": "A.B"}}})
    assert peer.errors == {77: ("not-found", "no variable 77")}
    shown = {row["id"]: row["properties"].get("viewdef") for row in peer.session.variables()}
    assert (shown[first], shown[second]) == ("A.B", "A.B")


def test_many_destroyed_together_are_confirmed_together_children_first(peer: Peer) -> None:
    parent, other = peer.create("child"), peer.create("x")
    leaf = peer.create("x", parent)
    peer.news()
    peer.send({"type": "destroy", "data": {"varIds": [parent, other, 77]}})
    assert peer.news() == [{"type": "destroy", "data": {"varIds": [leaf, parent, other]}}]


def test_the_root_is_not_destroyed_with_many(peer: Peer) -> None:
    var_id = peer.create("x")
    peer.send({"type": "destroy", "data": {"varIds": [var_id, 1]}})
    assert peer.errors[1][0] == "unauthorized"
    assert peer.destroyed == [var_id]


def test_destroy_is_confirmed_children_first(peer: Peer) -> None:
    parent = peer.create("child")
    middle = peer.create("child", parent)
    leaf, other = peer.create("x", middle), peer.create("x", parent)
    peer.news()
    peer.tell("destroy", parent)
    assert peer.destroyed == [leaf, middle, other, parent]
    assert peer.run("app.child.child.x = 21") == []


def test_an_id_can_be_used_again_after_destroy(peer: Peer) -> None:
    var_id = peer.create("x")
    peer.tell("destroy", var_id)
    assert peer.values[peer.create("y", var_id=var_id)] == 2


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "watch", "data": {"varId": 99}}, "not-found"),
        ({"type": "update", "data": {"varId": 99, "value": 1}}, "not-found"),
        ({"type": "get", "data": {"varIds": [99]}}, "not-found"),
        ({"type": "create", "data": {"id": 99, "parentId": 98, "properties": {"path": "x"}}}, "not-found"),
        ({"type": "destroy", "data": {"varId": 1}}, "unauthorized"),
        ({"type": "create", "data": {"id": 1, "parentId": 0, "properties": {"path": "x"}}}, "invalid"),
        ({"type": "create", "data": {"id": -4, "parentId": 1, "properties": {"path": "x"}}}, "invalid"),
    ],
)
def test_requests_about_what_is_not_there_are_errors(peer: Peer, message: dict[str, object], code: str) -> None:
    peer.send(message)
    assert [error[0] for error in peer.errors.values()] == [code]


def test_an_id_that_exists_is_not_taken_twice(peer: Peer) -> None:
    var_id = peer.create("x")
    peer.create("y", var_id=var_id)
    assert peer.errors[var_id][0] == "exists"
    assert peer.values[var_id] == 1


def test_high_priority_is_computed_and_sent_before_low(peer: Peer) -> None:
    low = peer.create("p()?priority=low", access="r")
    medium = peer.create("q()", access="r")
    high = peer.create("r()?priority=high", access="r")
    assert order_of_calls(peer) == "rqp"
    updated = [message["data"]["varId"] for message in peer.run("app.x = 50")]
    assert updated == [high, medium, low]


def test_a_parent_is_computed_before_a_more_urgent_child(peer: Peer) -> None:
    peer.session.eval("function app:make() table.insert(order, 'parent') return {x = self.x} end")
    parent = peer.create("make()?priority=low", access="r")
    child = peer.create("x?priority=high", parent, access="r")
    peer.create("q()", access="r")
    assert order_of_calls(peer).startswith("parent")
    assert peer.values[child] == peer.session.eval("return app.x").data


def test_property_names_may_carry_a_priority(peer: Peer) -> None:
    peer.session.eval("app.list = {1}")
    var_id = peer.create("list", wrapper="lua.ViewList")
    updates = [message["data"] for message in peer.news() if message["data"]["varId"] == var_id]
    assert updates[0] == {"varId": var_id, "properties": {"fallbackNamespace": "list-item"}}
    assert updates[1]["properties"] == {"type": "lua.ViewList"}


def test_an_inactive_variable_and_all_below_it_rest(peer: Peer) -> None:
    parent = peer.create("child")
    child = peer.create("x", parent)
    peer.update(parent, inactive="true")
    assert peer.run("app.child.x = 12") == []
    peer.update(parent, inactive="false")
    assert peer.values[child] == 12


def test_moving_a_row_answers_only_if_the_value_differs(peer: Peer) -> None:
    rows = peer.create("rows", access="r")
    first, second = peer.create("0", rows, access="r"), peer.create("1", rows, access="r")
    name = peer.create("n", first)
    peer.news()
    peer.session.eval("app.rows[1], app.rows[2] = app.rows[2], app.rows[1]")
    peer.send(
        {"type": "update", "data": {"varId": first, "properties": {"path": "1"}}},
        {"type": "update", "data": {"varId": second, "properties": {"path": "0"}}},
    )
    peer.news()
    peer.update(first, path="1")
    assert peer.news() == []
    assert peer.values[name] == "a"


def test_a_changed_path_reads_something_else(peer: Peer) -> None:
    var_id = peer.create("x")
    peer.update(var_id, path="y")
    assert peer.values[var_id] == 2


def test_a_changed_path_that_is_wrong_leaves_the_old_one(peer: Peer) -> None:
    var_id = peer.create("x")
    peer.update(var_id, path="")
    assert peer.errors[var_id][0] == "invalid"
    peer.run("app.x = 5")
    assert peer.values[var_id] == 5


def test_connections_have_ids_of_their_own(peer: Peer) -> None:
    other = Peer(peer.session)
    mine, theirs = peer.create("x"), other.create("y")
    assert mine == theirs
    assert (peer.values[mine], other.values[theirs]) == (1, 2)
    peer.update(mine, 5)
    assert other.values[other.create("x")] == 5


def test_a_client_cannot_change_the_root_for_everybody(peer: Peer) -> None:
    peer.tell("watch", 1)
    before = peer.values[1]
    peer.update(1, None, inactive="true")
    assert peer.errors[1][0] == "unauthorized"
    peer.tell("watch", 1)
    assert peer.values[1] == before


@pytest.mark.parametrize("name", ["lua", "lua:high"])
def test_no_connection_runs_lua_by_the_property_of_the_root(peer: Peer, name: str) -> None:
    (peer.session.base_dir / "lua").mkdir()
    (peer.session.base_dir / "lua" / "file.lua").write_text("ran = true")
    for source in ("ran = true", "file.lua"):
        peer.update(1, **{name: source})
        assert peer.errors[1][0] == "unauthorized"
        assert peer.session.eval("return ran").data is None


def test_who_needs_the_lua_property_of_the_original_can_have_it(tmp_path: Path) -> None:
    with Session(tmp_path, options=SessionOptions(lua_property=True), output=MemoryOutput()) as session:
        session.eval("app = {x = 1} session:createAppVariable(app)")
        peer = Peer(session)
        var_id = peer.create("x")
        peer.update(1, lua="app.x = 77")
        assert peer.values[var_id] == 77
        peer.update(1, lua="error('in the property')")
        assert peer.errors[1][0] == "lua-error"


def test_all_connections_share_the_root(peer: Peer) -> None:
    other = Peer(peer.session)
    for each in (peer, other):
        each.tell("watch", 1)
    assert peer.values[1] == other.values[1]
    peer.run("session:createAppVariable({x = 0})")
    assert peer.values[1] == other.values[1]


def test_variables_of_the_session_count_down_and_can_be_watched(peer: Peer) -> None:
    var_id: Any = peer.session.eval("return session:createVariable(1, {z = 'shared'})").data
    assert var_id == -1
    peer.tell("watch", var_id)
    assert peer.values[peer.create("z", var_id)] == "shared"
    peer.run("session:destroyVariable(-1)")
    assert -1 in peer.destroyed


def test_get_answers_with_the_present_state_once(peer: Peer) -> None:
    var_id = peer.create("x", nowatch=True)
    watched = peer.create("y")
    peer.news()
    peer.send({"type": "get", "data": {"varIds": [watched]}})
    assert peer.news() == [{"type": "update", "data": {"varId": watched, "value": 2}}]
    peer.send({"type": "get", "data": {"varIds": [var_id]}})
    assert peer.news() == [{"type": "update", "data": {"varId": var_id, "value": 1}}]
    assert [message["data"]["varId"] for message in peer.run("app.x = 9 app.y = 9")] == [watched]


def test_variables_are_listed_parents_before_children(peer: Peer) -> None:
    parent = peer.create("child")
    child = peer.create("x", parent)
    rows = peer.session.variables()
    assert [row["id"] for row in rows] == [1, parent, child]
    assert rows[1]["childIds"] == [child]
    assert (rows[2]["parentId"], rows[2]["depth"], rows[2]["path"], rows[2]["value"]) == (parent, 2, "x", 10)
    assert (rows[2]["access"], rows[2]["active"], rows[2]["error"]) == ("rw", True, None)


def test_change_counts_grow_with_changes(peer: Peer) -> None:
    var_id = peer.create("x")
    for value in (5, 6, 6):
        peer.run(f"app.x = {value}")
    assert next(row for row in peer.session.variables() if row["id"] == var_id)["changeCount"] == 3


def test_a_getter_that_never_ends_is_stopped_marked_and_left_alone_until_code_is_run(tmp_path: Path) -> None:
    from pytest_uimcp.engine.lua.limits import LuaLimits
    from pytest_uimcp.engine.options import SessionOptions

    with Session(tmp_path, options=SessionOptions(limits=LuaLimits(seconds=0.2), call_grace=10)) as session:
        session.eval(
            "app = {x = 1} function app:loop() while app.x == 1 do end return 'done' end session:createAppVariable(app)"
        )
        peer = Peer(session)
        loop, x = peer.create("loop()", access="r"), peer.create("x")
        assert peer.errors[loop][0] == "lua-error"
        assert peer.values[x] == 1
        peer.update(x, 1)
        assert peer.values[x] == 1
        peer.run("app.x = 2")
        assert (peer.values[loop], peer.errors) == ("done", {})
