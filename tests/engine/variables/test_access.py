"""Access modes, reading and writing through paths, and what goes wrong on the way."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.engine.session import Session
from tests.engine.peer import Peer

APP = """
App = session:prototype("App", {x = 1, y = EMPTY})
function App:sum() return self.x + 1 end
function App:set(v) self.got = v self.calls = (self.calls or 0) + 1 end
function App:press(...) self.pressed = select("#", ...) end
function App:acc(...)
  if select("#", ...) > 0 then self.val = ... self.writes = (self.writes or 0) + 1 end
  return self.val
end
function App:fail(v) error("boom") end
app = App:new({child = App:new({x = 10}), list = {1, 2, 3}, text = "t"})
session:createAppVariable(app)
"""


@pytest.fixture
def peer(session: Session) -> Peer:
    session.eval(APP)
    return Peer(session)


def app(peer: Peer, lua: str) -> Any:
    return peer.session.eval(f"return app.{lua}").data


READABLE = [
    # path, access, value at creation, takes part in detection
    ("x", "rw", 1, True),
    ("x", "r", 1, True),
    ("x", "w", 1, False),
    ("x", "action", None, False),
]


@pytest.mark.parametrize(("path", "access", "value", "detected"), READABLE)
def test_each_access_mode_reads_as_the_table_says(
    peer: Peer, path: str, access: str, value: Any, detected: bool
) -> None:
    var_id = peer.create(path, access=access)
    assert peer.values[var_id] == value
    updates = peer.run("app.x = 5")
    assert bool(updates) is detected


@pytest.mark.parametrize("access", ["rw", "w", "action"])
def test_a_writable_variable_sets_its_property(peer: Peer, access: str) -> None:
    var_id = peer.create("x", access=access)
    peer.update(var_id, 42)
    assert app(peer, "x") == 42


def test_a_read_only_variable_refuses_a_value(peer: Peer) -> None:
    var_id = peer.create("x", access="r")
    peer.update(var_id, 42)
    assert peer.errors[var_id] == ("unauthorized", 'access "r" does not allow writing')
    assert app(peer, "x") == 1


@pytest.mark.parametrize(
    ("path", "access", "message"),
    [
        ("set(_)", "r", 'path ending in "set(_)" requires access "w" or "action", not "r"'),
        ("set(_)", "rw", 'path ending in "set(_)" requires access "w" or "action", not "rw"'),
        ("sum()", "w", 'path ending in "sum()" requires access "r", "rw" or "action", not "w"'),
        ("x", "bogus", 'invalid access value "bogus" (must be r, w, rw, or action)'),
        ("", "r", "path property required"),
    ],
)
def test_a_path_that_does_not_go_with_its_access_is_refused(peer: Peer, path: str, access: str, message: str) -> None:
    var_id = peer.create(path, access=access)
    assert peer.errors[var_id] == ("invalid", message)
    assert var_id not in peer.values


def test_a_method_with_a_value_is_called_with_it_and_never_at_creation(peer: Peer) -> None:
    var_id = peer.create("set(_)", access="w")
    assert app(peer, "calls") is None
    peer.update(var_id, "v")
    assert (app(peer, "got"), app(peer, "calls")) == ("v", 1)


def test_an_action_calls_its_method_with_nothing(peer: Peer) -> None:
    var_id = peer.create("press()", access="action")
    peer.update(var_id, None)
    assert app(peer, "pressed") == 0


def test_an_accessor_method_reads_without_and_writes_with_the_value(peer: Peer) -> None:
    var_id = peer.create("acc()", access="rw")
    assert (peer.values[var_id], app(peer, "writes")) == (None, None)
    peer.update(var_id, "new")
    assert (app(peer, "val"), app(peer, "writes")) == ("new", 1)
    assert peer.run("app.val = 'from Lua'")[0]["data"]["value"] == "from Lua"


def test_writing_null_to_an_accessor_counts_as_a_value(peer: Peer) -> None:
    peer.session.eval("app.val = 'old'")
    var_id = peer.create("acc()", access="rw")
    peer.update(var_id, None)
    assert (app(peer, "val"), app(peer, "writes")) == (None, 1)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("child.x", 10),
        ("list.0", 1),
        ("list.3", None),
        ("list.-1", None),
        ("nothing.deep.down", None),
        ("text.len", None),
        ("x.y", None),
        ("nomethod()", None),
        ("x()", None),
        ("child.sum()", 11),
        ("y", None),
        ("list.", None),
        (".", None),
        ("child..x", None),
        ("sum(1)", None),
    ],
)
def test_reading_is_nullish(peer: Peer, path: str, value: Any) -> None:
    var_id = peer.create(path, access="r")
    assert peer.values[var_id] == value
    assert var_id not in peer.errors


@pytest.mark.parametrize(
    ("path", "description"),
    [
        ("nothing.x", 'cannot write "nothing.x": nothing there that has "x"'),
        ("text.x", 'cannot write "text.x": nothing there that has "x"'),
        ("nothing.0", 'cannot write "nothing.0": nothing there that has "[0]"'),
        ("gone(_)", 'cannot call "gone(_)": there is no method "gone"'),
        ("..", 'cannot assign to ".."'),
    ],
)
def test_writing_through_nothing_is_a_path_failure_until_a_write_succeeds(
    peer: Peer, path: str, description: str
) -> None:
    var_id = peer.create(path, access="w")
    peer.update(var_id, "v")
    assert peer.errors[var_id] == ("path-failure", description)
    row = next(row for row in peer.session.variables() if row["id"] == var_id)
    assert row["error"] == f"path-failure: {description}"


def test_the_next_successful_write_clears_a_path_failure(peer: Peer) -> None:
    var_id = peer.create("late.x", access="rw")
    peer.update(var_id, 1)
    assert peer.errors[var_id][0] == "path-failure"
    peer.session.eval("app.late = {}")
    peer.update(var_id, 2)
    assert var_id not in peer.errors
    assert app(peer, "late.x") == 2


def test_a_failing_method_is_an_error_of_its_variable_and_the_session_works_on(peer: Peer) -> None:
    var_id = peer.create("fail(_)", access="action")
    peer.update(var_id, 1)
    code, description = peer.errors[var_id]
    assert code == "lua-error"
    assert "boom" in description
    assert app(peer, "x") == 1


def test_a_getter_that_errors_marks_its_variable_and_no_other(peer: Peer) -> None:
    peer.session.eval("function app:risky() if self.x > 5 then error('too much') end return self.x end")
    risky, x, child = peer.create("risky()", access="r"), peer.create("x"), peer.create("child.x")
    peer.run("app.x = 6 app.child.x = 11")
    assert (peer.values[risky], peer.values[x], peer.values[child]) == (None, 6, 11)
    assert peer.errors[risky][0] == "lua-error"
    assert "too much" in peer.errors[risky][1]
    assert set(peer.errors) == {risky}
    peer.run("app.x = 5")
    assert (peer.values[risky], peer.errors) == (5, {})


def test_the_same_getter_error_is_reported_once(peer: Peer) -> None:
    peer.create("fail()", access="r")
    assert peer.run("app.x = 2") == []


def test_what_a_client_wrote_is_not_sent_back_to_it(peer: Peer) -> None:
    var_id = peer.create("x")
    peer.news()
    peer.update(var_id, 9)
    assert peer.news() == []


def test_what_a_setter_made_of_it_is_sent_back(peer: Peer) -> None:
    peer.session.eval(
        "function app:acc(...) if select('#', ...) > 0 then self.val = string.upper(...) end return self.val end"
    )
    var_id = peer.create("acc()", access="rw")
    peer.update(var_id, "loud")
    assert peer.values[var_id] == "LOUD"


def test_other_variables_of_the_same_field_hear_of_a_write(peer: Peer) -> None:
    first, second = peer.create("x"), peer.create("x")
    peer.news()
    peer.update(first, 9)
    assert [message["data"]["varId"] for message in peer.news()] == [second]


def test_a_value_that_is_an_object_reference_arrives_as_that_object(peer: Peer) -> None:
    child, copy = peer.create("child"), peer.create("copy")
    peer.update(copy, peer.values[child])
    assert peer.session.eval("return app.copy == app.child").data is True


def test_arrays_and_objects_of_a_client_arrive_as_tables(peer: Peer) -> None:
    var_id = peer.create("data")
    peer.update(var_id, {"list": [1, "é", True, {"deep": None}], "n": 1.5})
    assert app(peer, "data") == {"list": [1, "é", True, {}], "n": 1.5}


def test_two_dots_lead_to_the_variable_above(peer: Peer) -> None:
    child = peer.create("child")
    above, beside = peer.create("..", child, access="r"), peer.create("...x", child, access="rw")
    assert peer.values[above] == peer.values.get(1, peer.values[above])
    assert peer.values[beside] == 1
    peer.update(beside, 77)
    assert app(peer, "x") == 77


def test_a_value_given_at_creation_is_written_through_the_path(peer: Peer) -> None:
    var_id = peer.create("x", value=99)
    assert (app(peer, "x"), peer.values[var_id]) == (99, 99)


def test_an_unbound_variable_keeps_its_own_value(peer: Peer) -> None:
    var_id = peer.new_id()
    peer.send(
        {
            "type": "create",
            "data": {"id": var_id, "parentId": 1, "value": 5, "unbound": True, "properties": {}},
        }
    )
    assert peer.values[var_id] == 5
    peer.update(var_id, 6)
    peer.tell("watch", var_id)
    assert peer.values[var_id] == 6


def test_a_standard_variable_is_reached_by_its_name(peer: Peer) -> None:
    peer.session.eval("settings = {theme = 'dark'} session:createVariable(1, settings, {standard = 'settings'})")
    theme = peer.create("@settings.theme")
    assert peer.values[theme] == "dark"
    peer.update(theme, "light")
    assert peer.session.eval("return settings.theme").data == "light"
    assert peer.values[peer.create("@nobody.theme")] is None


def test_private_fields_can_be_read_by_name(peer: Peer) -> None:
    peer.session.eval("app._secret = 5")
    assert peer.values[peer.create("_secret")] == 5
