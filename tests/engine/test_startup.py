from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.engine.errors import SessionClosed
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.lua.runtime import Dialect
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session
from tests.engine.peer import Peer
from tests.files import CONTACTS, write

NOTE = "order = order or {} order[#order + 1] = '%s'"


def problems(session: Session) -> list[tuple[str, str]]:
    return [(problem.kind, problem.place) for problem in session.problems]


def test_files_run_in_the_order_of_the_contract(tmp_path: Path) -> None:
    names = ("lua/main.lua", "lua/mcp.lua", "apps/b/init.lua", "apps/a/init.lua", "apps/a/app.lua")
    write(tmp_path, {name: NOTE % name for name in names})
    with Session(tmp_path) as session:
        assert session.eval("return order").data == [
            "lua/main.lua",
            "lua/mcp.lua",
            "apps/a/init.lua",
            "apps/b/init.lua",
        ]


def test_mcp_is_there_for_mcp_lua_but_not_for_main_lua(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "lua/main.lua": "in_main = type(mcp)",
            "lua/mcp.lua": "in_mcp = type(mcp) function mcp:hello() return 'hi' end",
            "apps/a/init.lua": "in_init = mcp:hello()",
        },
    )
    with Session(tmp_path) as session:
        assert session.eval("return {in_main, in_mcp, in_init}").data == ["nil", "table", "hi"]


def test_mcp_becomes_the_app_variable(tmp_path: Path) -> None:
    with Session(tmp_path) as session:
        peer = Peer(session)
        peer.tell("watch", 1)
        assert peer.properties[1]["type"] == "MCP"


def test_an_app_variable_that_main_lua_made_stays(tmp_path: Path) -> None:
    write(tmp_path, {"lua/main.lua": "session:createAppVariable(session:prototype('Demo', {}):new())"})
    with Session(tmp_path) as session:
        peer = Peer(session)
        peer.tell("watch", 1)
        assert peer.properties[1]["type"] == "Demo"


def test_in_the_strict_life_cycle_there_is_no_app_until_one_is_made(tmp_path: Path) -> None:
    with Session(tmp_path, options=SessionOptions(shell_is_app=False)) as session:
        assert session.eval("return {session:getApp() == nil, type(mcp)}").data == [True, "table"]


def test_a_directory_that_is_empty_or_missing_opens(tmp_path: Path) -> None:
    with Session(tmp_path / "nothing") as session:
        assert session.eval("return 1").data == 1
        assert session.problems == ()


def test_a_file_that_fails_is_a_problem_and_stops_no_other(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "lua/main.lua": "local x = nil\nreturn x.y",
            "lua/mcp.lua": "this is no Lua",
            "apps/a/init.lua": "ran = true",
        },
    )
    output = MemoryOutput()
    with Session(tmp_path, output=output) as session:
        assert session.eval("return ran").data is True
        main, mcp = session.problems
    assert (main.kind, main.place, main.line) == ("lua", "lua/main.lua", 2)
    assert "attempt to index local 'x'" in main.message
    assert (mcp.kind, mcp.place, mcp.line) == ("lua", "lua/mcp.lua", 1)
    assert "lua/main.lua:2:" in output.text("err")


def test_existing_problems_are_reported_to_new_connections(tmp_path: Path) -> None:
    write(tmp_path, {"lua/main.lua": "error('no good')"})
    with Session(tmp_path) as session:
        peer = Peer(session)
        session.settle()
        code, description = peer.errors[0]
    assert code == "reload"
    assert "lua/main.lua:1: no good" in description


def test_a_failed_file_that_is_saved_again_runs_as_if_for_the_first_time(tmp_path: Path) -> None:
    write(tmp_path, {"lua/main.lua": "if not session.reloading then made = 1 end error('later')"})
    with Session(tmp_path) as session:
        write(tmp_path, {"lua/main.lua": "if not session.reloading then made = 2 end"})
        assert session.reload().ran == ("lua/main.lua",)
        assert session.eval("return {made, session.reloading}").data == [2, False]
        assert session.problems == ()
        write(tmp_path, {"lua/main.lua": "if not session.reloading then made = 3 end"})
        session.reload()
        assert session.eval("return made").data == 2


def test_a_file_that_failed_because_of_another_is_tried_again_with_it(tmp_path: Path) -> None:
    write(tmp_path, {"lua/main.lua": "if not session.reloading then name = require('part') end", "lua/part.lua": "?"})
    with Session(tmp_path) as session:
        assert problems(session) == [("lua", "lua/main.lua")]
        write(tmp_path, {"lua/part.lua": "return 'mended'"})
        session.reload()
        assert session.eval("return name").data == "mended"
        assert problems(session) == []


def test_a_file_that_could_not_be_read_is_tried_again(tmp_path: Path) -> None:
    write(tmp_path, {"apps/a/app.lua": "", "apps/b/init.lua": "b = (b or 0) + 1"})
    link = tmp_path / "apps/a/init.lua"
    link.symlink_to(tmp_path / "elsewhere.lua")
    with Session(tmp_path) as session:
        (problem,) = session.problems
        assert problem.kind == "read"
        assert "elsewhere.lua" in problem.message
        write(tmp_path, {"elsewhere.lua": "if not session.reloading then a = 1 end"})
        session.reload()
        assert session.eval("return {a, b}").data == [1, 1]
        assert session.problems == ()


def test_a_session_whose_files_need_goto_runs_lua_52(tmp_path: Path) -> None:
    write(tmp_path, {"apps/a/init.lua": "for i = 1, 3 do if i == 2 then goto next end last = i ::next:: end"})
    with Session(tmp_path) as session:
        assert session.problems == ()
        assert session.host.dialect is Dialect.LUA52
        assert session.eval("return last").data == 3


class Greeter:
    part = ("greeter", b"local E = ... function E.env.greet() return E.host.greeting() end")

    def functions(self, session: Session) -> Mapping[str, Callable[..., Any]]:
        return {"greeting": lambda: f"hello from {session.vended_id}"}


def test_an_extension_brings_functions_and_lua_that_mcp_lua_can_use(tmp_path: Path) -> None:
    write(tmp_path, {"lua/main.lua": "early = type(greet)", "lua/mcp.lua": "word = greet()"})
    with Session(tmp_path, extensions=[Greeter()], vended_id="7") as session:
        assert session.eval("return {early, word}").data == ["nil", "hello from 7"]


def test_an_extension_that_fails_fails_the_opening_and_leaves_nothing_behind(tmp_path: Path) -> None:
    class Broken(Greeter):
        part = ("broken", b"error('no such thing')")

    before = set(threading.enumerate())
    session = Session(tmp_path, extensions=[Broken()])
    with pytest.raises(LuaError, match="no such thing"):
        session.open()
    assert session.closed
    assert set(threading.enumerate()) <= before


def test_a_session_answers_neither_before_it_is_open_nor_after_it_is_closed(tmp_path: Path) -> None:
    session = Session(tmp_path)
    with pytest.raises(SessionClosed, match="not open yet"):
        session.eval("return 1")
    with session:
        assert session.eval("return 1").data == 1
    with pytest.raises(SessionClosed, match="the session is closed"):
        session.eval("return 1")
    with pytest.raises(SessionClosed):
        session.connect(print)
    session.close()


def test_the_displayed_app_is_the_state(tmp_path: Path) -> None:
    with Session(write(tmp_path, CONTACTS)) as session:
        assert session.state() == {}
        session.display("contacts")
        assert session.state() == {
            "type": "Contacts",
            "title": "Friends",
            "list": [{"type": "Contact", "name": "Ann"}, {"type": "Contact", "name": "Bob"}],
        }


def test_an_app_can_be_loaded_without_showing_it(tmp_path: Path) -> None:
    with Session(write(tmp_path, CONTACTS)) as session:
        session.load_app("contacts")
        assert session.eval("return contacts.title").data == "Friends"
        assert session.state() == {}


def test_an_app_that_is_not_there_is_an_error_that_says_where_it_was_looked_for(tmp_path: Path) -> None:
    with Session(tmp_path) as session, pytest.raises(LuaError, match=r"apps/nope/app\.lua"):
        session.display("nope")
