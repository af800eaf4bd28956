"""A getter is called once per detection, and the value that it gave is what is sent."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.engine.session import Session
from tests.engine.peer import Peer

APP = """
    calls = {}
    app = {type = "App", rows = {{name = "a"}, {name = "b"}}}
    local function counted(name, fn)
        app[name] = function(self) calls[name] = (calls[name] or 0) + 1 return fn(self) end
    end
    counted("script", function(self) local code = self.code self.code = nil return code or "" end)
    counted("list", function(self) return self.rows end)
    counted("chosen", function(self) return self.rows[1] end)
    function app:choose() table.insert(self.rows, 1, {name = "c"}) self.code = "run()" end
    session:createAppVariable(app)
"""


@pytest.fixture
def peer(session: Session) -> Peer:
    session.eval(APP)
    return Peer(session)


def calls(peer: Peer) -> dict[str, int]:
    """The calls since the last look. The look is a unit of work itself, so the next one finds its calls."""
    made: Any = peer.session.eval("local made = calls calls = {} made.n = 0 return made").data
    assert isinstance(made, dict)
    return {name: count for name, count in made.items() if name != "n"}


def messages(peer: Peer, var_id: int) -> list[object]:
    return [
        news["data"]["value"] for news in peer.news() if news["data"].get("varId") == var_id and "value" in news["data"]
    ]


def test_each_is_called_once_when_it_is_drawn_and_once_for_each_unit_of_work(peer: Peer) -> None:
    for path in ("script()", "list()", "chosen()"):
        peer.create(path)
    calls(peer)
    peer.run("return 1")
    assert calls(peer) == {"script": 2, "list": 2, "chosen": 2}  # for the look and for the code


def test_a_value_that_is_given_once_arrives_although_lists_change_in_the_same_batch(peer: Peer) -> None:
    script = peer.create("script()", priority="high")
    listed = peer.create("list()?wrapper=lua.ViewList")
    action = peer.create("choose()", access="action")
    peer.news()
    rows = [
        {"type": "create", "data": {"id": peer.new_id(), "parentId": listed, "properties": {"path": f"{index}"}}}
        for index in range(3)
    ]
    peer.send({"type": "update", "data": {"varId": action, "value": None}}, *rows, user_event=True)
    assert "run()" in messages(peer, script)


def test_a_value_that_is_given_once_reaches_one_of_two_tabs(peer: Peer) -> None:
    other = Peer(peer.session)
    mine, theirs = peer.create("script()"), other.create("script()")
    peer.session.eval("app.code = 'run()'")
    peer.session.settle()
    assert [value for one, path in ((peer, mine), (other, theirs)) for value in messages(one, path)].count("run()") == 1


def test_a_frame_that_draws_and_writes_below_a_getter_calls_it_once(peer: Peer) -> None:
    chosen = peer.create("chosen()")
    calls(peer)
    name = peer.new_id()
    peer.send(
        {"type": "create", "data": {"id": name, "parentId": chosen, "properties": {"path": "name", "access": "rw"}}},
        {"type": "update", "data": {"varId": name, "value": "new"}},
    )
    assert peer.session.eval("return app.rows[1].name").data == "new"
    assert calls(peer)["chosen"] == 3  # for the look, the frame and the code


def test_a_getter_that_is_drawn_and_whose_child_is_drawn_in_one_frame_is_called_once(peer: Peer) -> None:
    parent, child = peer.new_id(), peer.new_id()
    peer.send(
        {"type": "create", "data": {"id": parent, "parentId": 1, "properties": {"path": "chosen()"}}},
        {"type": "create", "data": {"id": child, "parentId": parent, "properties": {"path": "name"}}},
        {"type": "create", "data": {"id": peer.new_id(), "parentId": 1, "properties": {"path": "script()"}}},
    )
    assert calls(peer) == {"chosen": 1, "script": 1}
    assert peer.values[child] == "a"


def test_diag_may_be_called_by_getters_and_by_any_other_code(peer: Peer) -> None:
    peer.session.eval("function app:noted() diag(0, 'seen') diag(1, 'too much') return 1 end diag(0, 'nowhere')")
    noted = peer.create("noted()")
    assert peer.values[noted] == 1
    assert peer.session.eval("return app:noted()").data == 1


def test_an_error_of_a_timer_marks_the_variable_whose_getter_set_it_until_one_goes_well(peer: Peer) -> None:
    peer.session.eval("function app:timed() if not self.set then self.set = true setImmediate(work) end return 1 end")
    peer.session.eval("function work() error('on purpose') end")
    timed = peer.create("timed()")
    peer.session.settle()
    assert peer.errors[timed] == ("lua-error", "eval:1: on purpose")
    peer.session.eval("function work() end app.set = nil")
    peer.session.settle()
    assert timed not in peer.errors
