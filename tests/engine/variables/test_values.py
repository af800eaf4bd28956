"""The value JSON of every kind of Lua value, as docs/reference/values.md tells it."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.engine.session import Session
from tests.engine.peer import Peer

OBJECT = object()

VALUES: list[tuple[str, str, Any]] = [
    ("nil", "nil", None),
    ("booleans", "false", False),
    ("strings", '"a\\"b\\\\c\\n\\0\\127"', 'a"b\\c\n\0\x7f'),
    ("UTF-8", '"h\\195\\169llo \\226\\152\\131 \\240\\159\\152\\128"', "héllo ☃ 😀"),
    ("bytes that are not UTF-8", '"\\255bad"', "�bad"),
    ("integers", "7", 7),
    ("whole numbers have no fraction", "10/2", 5),
    ("negative zero", "-0", 0),
    ("fractions", "1.5", 1.5),
    ("the shortest fraction that reads back the same", "0.1", 0.1),
    ("the largest exponent", "1e308", 1e308),
    ("integers past 2^53", "2^53 + 2", 9007199254740994),
    ("integers past 2^63", "2^65", 2**65),
    ("numbers from 1e21 on", "1e21", 1e21),
    ("NaN", "0/0", None),
    ("infinity", "1/0", None),
    ("minus infinity", "-1/0", None),
    ("an empty table", "{}", []),
    ("an array", "{1, 'two', true}", [1, "two", True]),
    ("nested arrays", "{{1}, {}, {{2}}}", [[1], [], [[2]]]),
    ("NaN in an array", "{0/0, 1}", [None, 1]),
    ("an array with a hole", "{1, nil, 3}", OBJECT),
    ("a sparse array", "{[1] = 'a', [5] = 'b'}", OBJECT),
    ("an array from zero", "{[0] = 'a', 'b'}", OBJECT),
    ("a table with names", "{a = 1}", OBJECT),
    ("a table with both parts", "{1, 2, k = 'v'}", OBJECT),
    ("a fractional key", "{[1.5] = 1}", OBJECT),
    ("an array with a type", "{1, 2, type = 'Pair'}", OBJECT),
    ("an empty table with a type", "setmetatable({}, {type = 'Pair'})", OBJECT),
    ("an array with a metatable but no type", "setmetatable({1}, {})", [1]),
    ("a function", "print", OBJECT),
    ("a coroutine", "coroutine.create(print)", OBJECT),
    ("an array of objects", "{{a = 1}, {b = 2}}", [OBJECT, OBJECT]),
    ("an array that holds itself", "(function() local t = {1} t[2] = t return t end)()", [1, OBJECT]),
    (
        "arrays that hold each other",
        "(function() local a, b = {}, {} a[1], b[1] = b, a return a end)()",
        [[OBJECT]],
    ),
]


def matches(value: Any, expected: Any) -> bool:
    if expected is OBJECT:
        return isinstance(value, dict) and set(value) == {"obj"} and isinstance(value["obj"], int)
    if isinstance(expected, list):
        return (
            isinstance(value, list)
            and len(value) == len(expected)
            and all(matches(*pair) for pair in zip(value, expected, strict=True))
        )
    return type(value) is type(expected) and value == expected


@pytest.fixture
def peer(session: Session) -> Peer:
    session.eval("app = {} session:createAppVariable(app)")
    return Peer(session)


@pytest.mark.parametrize(("lua", "expected"), [row[1:] for row in VALUES], ids=[row[0] for row in VALUES])
def test_a_value_is_sent_as(peer: Peer, lua: str, expected: Any) -> None:
    peer.session.eval(f"app.x = {lua}")
    var_id = peer.create("x", access="r")
    assert matches(peer.values[var_id], expected), peer.values[var_id]


@pytest.mark.parametrize(("lua", "expected"), [row[1:] for row in VALUES], ids=[row[0] for row in VALUES])
def test_a_change_to_a_value_is_noticed_once(peer: Peer, lua: str, expected: Any) -> None:
    peer.session.eval("app.x = 'before'")
    var_id = peer.create("x", access="r")
    updates = peer.run(f"app.x = {lua}")
    assert [message["data"]["varId"] for message in updates] == [var_id]
    assert matches(peer.values[var_id], expected)
    assert peer.run("local nothing_changes = 1") == []


def test_a_shared_object_has_one_id_wherever_it_appears(peer: Peer) -> None:
    peer.session.eval("local o = {name = 'o'} app.a, app.b, app.list = o, o, {o, o}")
    a, b, rows = peer.create("a"), peer.create("b"), peer.create("list")
    assert peer.values[a] == peer.values[b] == peer.values[rows][0] == peer.values[rows][1]


def test_an_object_keeps_its_id_while_its_contents_change(peer: Peer) -> None:
    peer.session.eval("app.a = {n = 1}")
    a = peer.create("a")
    before = peer.values[a]
    assert peer.run("app.a.n = 2 app.a.m = 3") == []
    assert peer.values[a] == before


def test_ids_do_not_keep_objects_alive(peer: Peer) -> None:
    peer.session.eval("weak = setmetatable({}, {__mode = 'v'}) app.a = {n = 1} weak[1] = app.a")
    peer.create("a")
    peer.run("app.a = nil")
    assert peer.session.eval("collectgarbage() collectgarbage() return weak[1] == nil").data is True


def test_an_array_that_becomes_an_object_and_back_is_sent_each_time(peer: Peer) -> None:
    peer.session.eval("app.x = {1, 2}")
    x = peer.create("x")
    peer.run("app.x.name = 'now an object'")
    assert matches(peer.values[x], OBJECT)
    peer.run("app.x.name = nil")
    assert peer.values[x] == [1, 2]


def test_a_getter_that_builds_an_equal_array_each_time_sends_nothing(peer: Peer) -> None:
    peer.session.eval("function app:rows() return {1, {2, 3}} end")
    peer.create("rows()", access="r")
    assert peer.run("app.unrelated = 1") == []


def test_equality_of_the_app_does_not_hide_a_change(peer: Peer) -> None:
    peer.session.eval(
        "local M = {__eq = function() return true end, type = 'M'} "
        "make = function() return setmetatable({}, M) end app.x, app.list = make(), {make()}"
    )
    x, rows = peer.create("x"), peer.create("list")
    updates = peer.run("app.x, app.list = make(), {make()}")
    assert {message["data"]["varId"] for message in updates} == {x, rows}


def test_an_object_that_changes_its_class_sends_its_new_type(peer: Peer) -> None:
    peer.session.eval("A, B = {type = 'A'}, {type = 'B'} app.x = setmetatable({}, A)")
    x = peer.create("x")
    assert peer.properties[x]["type"] == "A"
    peer.run("setmetatable(app.x, B)")
    assert peer.properties[x]["type"] == "B"
    peer.run("B.type = 'C'")
    assert peer.properties[x]["type"] == "C"
