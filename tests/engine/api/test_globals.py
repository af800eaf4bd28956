"""What an app does to the globals it was given harms nobody but itself."""

from __future__ import annotations

import json

import pytest

from pytest_uimcp.engine.session import Session

STRICT = "setmetatable(_G, {__index = function(_, name) error('undefined variable ' .. name, 0) end}) "


@pytest.mark.parametrize("io", ["5", "{type = 5}", "{type = function() error('mine') end}"])
def test_results_do_not_depend_on_what_the_app_made_of_io(session: Session, io: str) -> None:
    assert session.eval(f"io = {io} return {{1, {{a = 2}}}}").text == '[1,{"a":2}]'


def test_an_app_may_forbid_undefined_globals(session: Session) -> None:
    session.eval(STRICT + "mcp = nil")
    assert session.eval("return session:getApp().type").data == "MCP"
    assert session.state() == {"type": "MCP"}


def test_loading_an_app_does_not_trip_over_forbidden_globals(session: Session) -> None:
    folder = session.base_dir / "apps" / "late"
    folder.mkdir(parents=True)
    (folder / "app.lua").write_text("rawset(_G, 'late', {type = 'Late'})")
    session.eval(STRICT)
    session.display("late")
    assert session.state() == {"type": "Late"}
    problem = session.eval("return (select(2, mcp:app('nowhere')))").text
    assert problem.startswith('"failed to load app nowhere: ')


def test_the_session_works_when_the_app_has_thrown_everything_away(session: Session) -> None:
    session.eval("app = {n = 1} session:createAppVariable(app)")
    session.eval("local own, all = app, _G for name in next, all do all[name] = nil end all.app = own")
    frames: list[str] = []
    connection = session.connect(frames.append)
    create = {"type": "create", "data": {"id": 2, "parentId": 1, "properties": {"path": "n"}}}
    connection.receive(json.dumps(create))
    session.settle()
    session.eval("app.n = 2")
    session.settle()
    values = [message["data"]["value"] for frame in frames for message in json.loads(frame)]
    assert values == [1, 2]
