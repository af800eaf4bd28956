"""Apps and clients that do what no sensible one would: the session stays whole and says what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_uimcp.engine.lua.limits import LuaLimits
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session
from tests.engine.peer import Peer

MEBIBYTE = 2**20


@pytest.fixture
def peer(session: Session) -> Peer:
    session.eval("app = {x = 1, y = 2} session:createAppVariable(app)")
    return Peer(session)


def ids(session: Session) -> list[int]:
    return [row["id"] for row in session.variables()]


# Variables that go.


def test_variables_with_wrappers_that_are_destroyed_keep_nothing_alive(peer: Peer) -> None:
    peer.session.eval(
        """
        Box = session:prototype("Box", {})
        function Box:new(variable) return session:create(Box, {variable = variable}) end
        seen = setmetatable({}, {__mode = "k"})
        """
    )
    for _ in range(20):
        peer.session.eval("app.x, app.y = {}, {} seen[app.x], seen[app.y] = true, true")
        for var_id in (peer.create("x", wrapper="Box"), peer.create("y", wrapper="lua.ViewList")):
            peer.tell("destroy", var_id)
    peer.session.eval("app.x, app.y = nil, nil")
    alive = "collectgarbage() collectgarbage() local n = 0 for _ in pairs(seen) do n = n + 1 end return n"
    assert peer.session.eval(alive).data == 0


def test_the_handle_of_a_destroyed_variable_has_no_effect(peer: Peer) -> None:
    peer.session.eval(
        """
        Box = {}
        function Box:new(variable) handle = variable return setmetatable({}, {__index = Box}) end
        """
    )
    peer.tell("destroy", peer.create("x", wrapper="Box"))
    gone = "handle:setProperty('a', 'b') return {handle:getID(), handle:getValue(), handle:getProperty('a')}"
    assert peer.session.eval(gone).text == "{}"


def test_a_wrapper_that_cannot_even_be_asked_for_its_destroy_goes_with_its_variable(peer: Peer) -> None:
    peer.session.eval(
        """
        Box = {}
        function Box:new()
          return setmetatable({}, {__index = function(_, name) if name == "destroy" then error("not that") end end})
        end
        """
    )
    var_id = peer.create("x", wrapper="Box")
    peer.tell("destroy", var_id)
    assert (peer.destroyed, ids(peer.session)) == ([var_id], [1])


def test_a_wrapper_may_destroy_the_variables_it_is_destroyed_with(peer: Peer) -> None:
    peer.session.eval(
        """
        Box, destroyed = {}, 0
        function Box:destroy() destroyed = destroyed + 1 session:destroyVariable(above) end
        function Box:new() return setmetatable({}, {__index = Box}) end
        above = session:createVariable(1, app, {})
        """
    )
    var_id = peer.create("x", parent=-1, wrapper="Box")
    peer.run("session:destroyVariable(above)")
    assert (peer.destroyed, peer.session.eval("return destroyed").data) == ([var_id], 1)
    assert ids(peer.session) == [1]


def test_a_getter_may_destroy_its_own_variable_and_fail(peer: Peer) -> None:
    peer.session.eval(
        """
        function app:last() session:destroyVariable(own) error("too late") end
        own = session:createVariable(1, nil, {path = "last()"})
        """
    )
    other = peer.create("x")
    peer.tell("watch", -1)
    peer.run("app.x = 5")
    assert (peer.values[other], ids(peer.session)) == (5, [1, other])


def test_a_standard_variable_goes_with_the_one_above_it(peer: Peer) -> None:
    peer.session.eval(
        """
        above = session:createVariable(1, {}, {})
        session:createVariable(above, {n = 5}, {standard = "inner"})
        """
    )
    var_id = peer.create("@inner.n")
    assert peer.values[var_id] == 5
    peer.run("session:destroyVariable(above)")
    assert peer.values[var_id] is None


def test_a_standard_name_that_was_taken_over_survives_its_previous_variable(peer: Peer) -> None:
    peer.session.eval(
        """
        old = session:createVariable(1, {n = 1}, {standard = "place"})
        session:createVariable(1, {n = 2}, {standard = "place"})
        session:destroyVariable(old)
        """
    )
    assert peer.values[peer.create("@place.n")] == 2


def test_an_object_means_its_own_variable_whatever_its_eq_says(peer: Peer) -> None:
    peer.session.eval(
        """
        Same = {__eq = function() return true end}
        stranger = setmetatable({}, Same)
        session:createVariable(1, setmetatable({}, Same), {})
        """
    )
    refused = peer.session.eval("return pcall(session.destroyVariable, session, stranger)").data
    assert (refused, ids(peer.session)) == (False, [1, -1])


# Too deep, too long, too large.


def test_variables_nest_a_thousand_deep_and_no_deeper(peer: Peer) -> None:
    peer.session.eval("app.a = app")
    peer.send(
        *({"type": "create", "data": {"id": n, "parentId": n - 1, "properties": {"path": "a"}}} for n in range(2, 1002))
    )
    assert peer.errors == {1001: ("invalid", "variables nest at most 1000 deep")}
    peer.update(peer.create("x", 1000, var_id=2000), 7)
    assert peer.errors[2000] == ("not-found", "no variable 2000")
    peer.update(peer.create("x", 999, var_id=2001), 7)
    assert peer.session.eval("return app.x").data == 7
    peer.tell("destroy", 2)
    assert ids(peer.session) == [1]


def test_a_path_is_at_most_ten_thousand_bytes_long(peer: Peer) -> None:
    var_id = peer.create("a." * 5000 + "a")
    assert peer.errors[var_id] == ("invalid", "the path has 10001 bytes (at most 10000 are allowed)")
    assert peer.values[peer.create("a." * 4999 + "a")] is None


def test_ids_keep_all_their_digits(peer: Peer) -> None:
    var_id = peer.create("x", var_id=2**53 - 1)
    assert peer.values == {var_id: 1}
    assert [row["id"] for row in peer.session.variables()] == [1, var_id]
    peer.tell("destroy", var_id)
    assert peer.destroyed == [var_id]
    peer.tell("watch", var_id)
    assert peer.errors[var_id] == ("not-found", f"no variable {var_id}")


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Session]:
    options = SessionOptions(limits=LuaLimits(seconds=30, memory=32 * MEBIBYTE))
    with Session(tmp_path, options=options, output=MemoryOutput()) as session:
        session.eval("app = {text = '', n = 0} session:createAppVariable(app)")
        yield session


def test_a_value_too_large_to_be_sent_harms_no_other(small: Session) -> None:
    peers = [Peer(small) for _ in range(4)]
    text, n = 2, 3
    for peer in peers:
        peer.create("text", var_id=text)
        peer.create("n", var_id=n)
    small.eval("app.text = string.rep('z', 10 * 2^20) app.n = 1")
    small.settle()
    for peer in peers:
        code, description = peer.errors[text]
        assert (code, description.partition(":")[0]) == ("lua-error", "the value is too large to be sent")
        assert (peer.values[text], peer.values[n]) == (None, 1)
    small.eval("app.text = 'small'")
    small.settle()
    assert [(peer.values[text], text in peer.errors) for peer in peers] == [("small", False)] * 4


def test_a_getter_that_eats_memory_is_not_called_at_every_click(small: Session) -> None:
    small.eval(
        """
        calls = 0
        function app:eat() calls = calls + 1 local t = {} while true do t[#t + 1] = string.rep("x", 2^20) .. #t end end
        """
    )
    peer = Peer(small)
    greedy, n = peer.create("eat()"), peer.create("n")
    assert "memory" in peer.errors[greedy][1]
    for click in range(3):
        peer.update(n, click)
    assert small.eval("return {app.n, calls}").data == [2, 1]
