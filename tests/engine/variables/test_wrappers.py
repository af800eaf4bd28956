"""wrapper=, create= and lua.ViewList."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.session import Session
from tests.engine.peer import Peer

APP = """
log = {}
Box = session:prototype("Box", {})
function Box:new(variable)
  table.insert(log, "new " .. tostring(variable:getValue()))
  local old = variable:getWrapper()
  if old then return old end
  return session:create(Box, {id = variable:getID(), color = variable:getProperty("color"), variable = variable})
end
function Box:sync() table.insert(log, "sync") self.doubled = (tonumber(self.variable:getValue()) or 0) * 2 end
function Box:destroy() table.insert(log, "destroy") end

Card = session:prototype("Card", {})
function Card:new(item) return session:create(Card, {item = item, title = "card " .. item.baseItem.name}) end

Item = session:prototype("Item", {name = ""})
function make(name) return Item:new({name = name}) end
app = {x = 1, rows = {make("a"), make("b"), make("c")}, words = {"one", "two"}}
session:createAppVariable(app)
"""


@pytest.fixture
def peer(session: Session) -> Peer:
    session.eval(APP)
    return Peer(session)


def log(peer: Peer) -> list[str]:
    data: Any = peer.session.eval("local l = log log = {} return l").data
    return data if isinstance(data, list) else []


def test_a_wrapper_takes_the_place_of_the_value(peer: Peer) -> None:
    var_id = peer.create("x", wrapper="Box", color="red")
    assert peer.properties[var_id]["type"] == "Box"
    assert peer.values[peer.create("color", var_id)] == "red"
    assert peer.values[peer.create("id", var_id)] == var_id
    assert peer.values[peer.create("doubled", var_id)] == 2


def test_child_paths_do_not_fall_back_to_the_value_behind_a_wrapper(peer: Peer) -> None:
    peer.session.eval("app.x = {name = 'behind'}")
    var_id = peer.create("x", wrapper="Box")
    assert peer.values[peer.create("name", var_id)] is None


def test_a_wrapper_is_called_again_only_when_the_value_changes(peer: Peer) -> None:
    var_id = peer.create("x", wrapper="Box")
    doubled = peer.create("doubled", var_id)
    assert log(peer) == ["new 1", "sync"]
    peer.run("app.other = 1")
    assert log(peer) == []
    before = peer.values[var_id]
    peer.run("app.x = 5")
    assert log(peer) == ["new 5", "sync"]
    assert (peer.values[var_id], peer.values[doubled]) == (before, 10)


def test_a_wrapper_is_destroyed_with_its_variable(peer: Peer) -> None:
    var_id = peer.create("x", wrapper="Box")
    log(peer)
    peer.tell("destroy", var_id)
    assert log(peer) == ["destroy"]


def test_a_value_that_becomes_nil_takes_its_wrapper_along(peer: Peer) -> None:
    var_id = peer.create("x", wrapper="Box")
    log(peer)
    peer.run("app.x = nil")
    assert (peer.values[var_id], log(peer)) == (None, ["destroy"])


def test_an_unknown_wrapper_leaves_the_value_bare_and_is_logged(peer: Peer) -> None:
    var_id = peer.create("words", wrapper="NoSuchThing")
    assert peer.values[var_id] == ["one", "two"]
    assert isinstance(peer.session.output, MemoryOutput)
    assert any("wrapper=NoSuchThing" in line for line in peer.session.output.lines("err"))


def test_a_wrapper_that_fails_marks_its_variable_and_heals(peer: Peer) -> None:
    peer.session.eval("Moody = {new = function(self, v) if app.x > 1 then error('moody') end return {n = 1} end}")
    var_id, other = peer.create("x", wrapper="Moody"), peer.create("x")
    peer.run("app.x = 2")
    assert peer.errors[var_id][0] == "lua-error"
    assert peer.values[other] == 2
    peer.run("app.x = 0")
    assert var_id not in peer.errors
    assert "obj" in peer.values[var_id]


@pytest.mark.parametrize("register", ["registerWrapper", "registerPresenter"])
def test_a_registered_class_is_found_before_a_global(peer: Peer, register: str) -> None:
    peer.session.eval(f"ui.{register}('Fancy', {{new = function(self, v) return {{name = 'registered'}} end}})")
    var_id = peer.create("x", wrapper="Fancy")
    assert peer.values[peer.create("name", var_id)] == "registered"


def test_a_dotted_name_walks_tables(peer: Peer) -> None:
    peer.session.eval("my = {kit = {Frame = {new = function() return {name = 'dotted'} end}}}")
    var_id = peer.create("x", wrapper="my.kit.Frame")
    assert peer.values[peer.create("name", var_id)] == "dotted"


def test_create_makes_the_value_a_new_object(peer: Peer) -> None:
    peer.session.eval(
        "Show = session:prototype('Show', {}) function Show:new(v) return session:create(Show, {of = v}) end"
    )
    var_id = peer.create("x", create="Show")
    of = peer.create("of", var_id)
    assert (peer.properties[var_id]["type"], peer.values[of]) == ("Show", 1)
    first = peer.values[var_id]
    assert peer.run("app.other = 1") == []
    peer.run("app.x = 2")
    assert (peer.values[of], peer.values[var_id] != first) == (2, True)


def test_the_query_of_a_path_gives_properties_and_they_are_sent_back(peer: Peer) -> None:
    var_id = peer.create("rows?wrapper=lua.ViewList&keypress&label=a%20b+c")
    assert peer.properties[var_id] == {
        "path": "rows",
        "wrapper": "lua.ViewList",
        "keypress": "true",
        "label": "a b c",
        "type": "lua.ViewList",
        "fallbackNamespace": "list-item",
    }


class Rows:
    """A view list over app.rows with a variable per row, as a browser makes them."""

    def __init__(self, peer: Peer, path: str = "rows", **properties: Any) -> None:
        self.peer = peer
        self.list = peer.create(path, wrapper="lua.ViewList", **properties)
        self.items = peer.create("items", self.list, access="r")

    def refs(self) -> list[int]:
        return [item["obj"] for item in self.peer.values[self.items]]

    def read(self, path: str, row: int) -> object:
        return self.peer.values[self.peer.create(f"{row}.{path}", self.items)]


def test_a_view_list_keeps_an_item_per_element(peer: Peer) -> None:
    rows = Rows(peer)
    assert [rows.read("item.name", row) for row in range(3)] == ["a", "b", "c"]
    assert [rows.read("index", row) for row in range(3)] == [0, 1, 2]
    assert rows.read("type", 0) == "lua.ViewListItem"
    assert rows.read("list", 1) == peer.values[rows.list]
    assert rows.read("baseItem.name", 2) == "c"


def test_items_follow_their_elements(peer: Peer) -> None:
    rows = Rows(peer)
    a, b, c = rows.refs()
    peer.run("table.insert(app.rows, 1, make('new'))")
    assert rows.refs()[1:] == [a, b, c]
    peer.run("table.remove(app.rows, 3)")
    assert rows.refs()[1:] == [a, c]
    peer.run("app.rows[2], app.rows[3] = app.rows[3], app.rows[2]")
    assert rows.refs()[1:] == [c, a]
    assert [rows.read("index", row) for row in range(3)] == [0, 1, 2]


def test_items_of_plain_values_stay_in_their_places(peer: Peer) -> None:
    rows = Rows(peer, "words")
    before = rows.refs()
    peer.run("table.insert(app.words, 1, 'zero')")
    assert rows.refs()[:2] == before
    assert [rows.read("item", row) for row in range(3)] == ["zero", "one", "two"]


def test_an_element_that_occurs_twice_has_two_items(peer: Peer) -> None:
    peer.session.eval("app.rows[4] = app.rows[1]")
    rows = Rows(peer)
    assert len(set(rows.refs())) == 4


def test_the_list_object_stays_when_the_array_is_another(peer: Peer) -> None:
    rows = Rows(peer)
    before = peer.values[rows.list]
    peer.run("app.rows = {make('x')}")
    assert peer.values[rows.list] == before
    assert rows.read("item.name", 0) == "x"


@pytest.mark.parametrize("name", ["itemWrapper", "item"])
def test_an_item_presenter_is_made_once_per_element(peer: Peer, name: str) -> None:
    rows = Rows(peer, **{name: "Card"})
    assert rows.read("item.title", 0) == "card a"
    card = rows.read("item", 0)
    peer.run("table.insert(app.rows, 1, make('new'))")
    assert rows.read("item", 1) == card
    assert rows.read("item.item.index", 1) == 1


def test_an_unknown_item_presenter_leaves_the_element(peer: Peer) -> None:
    rows = Rows(peer, itemWrapper="Nope")
    assert rows.read("item.name", 0) == "a"


def test_a_list_of_something_that_is_not_an_array_is_empty(peer: Peer) -> None:
    rows = Rows(peer, "x")
    assert peer.values[rows.items] == []
    assert "obj" in peer.values[rows.list]


def test_remove_at_takes_the_element_out_of_the_array(peer: Peer) -> None:
    peer.session.eval("function grab(list) held = list end")
    rows = Rows(peer)
    peer.session.eval("Keep = {new = function(self, item) held = item.list return item.baseItem end}")
    Rows(peer, itemWrapper="Keep")
    peer.run("held:removeAt(1)")
    assert peer.session.eval("return {#app.rows, app.rows[2].name}").data == [2, "c"]
    peer.run("held:removeAt(7)")
    assert peer.session.eval("return #app.rows").data == 2
    assert [rows.read("item.name", row) for row in range(2)] == ["a", "c"]


def test_nothing_is_selected_at_first_and_a_selection_is_a_field(peer: Peer) -> None:
    rows = Rows(peer)
    selected = peer.create("selectionIndex", rows.list)
    assert peer.values[selected] == -1
    peer.update(selected, 2)
    assert peer.values[peer.create("selectionIndex", rows.list)] == 2
