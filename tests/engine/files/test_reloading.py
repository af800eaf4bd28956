from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_uimcp.core.clock import VirtualClock
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.lua.limits import LuaLimits
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session
from tests import patience
from tests.engine.peer import Peer
from tests.files import CONTACTS, write

BOUND = patience.SECONDS
APP = "apps/contacts/app.lua"


@pytest.fixture
def base(tmp_path: Path) -> Path:
    return write(tmp_path, CONTACTS)


@pytest.fixture
def session(base: Path) -> Iterator[Session]:
    with Session(base, output=MemoryOutput()) as session:
        session.display("contacts")
        yield session


def app(session: Session, text: str) -> None:
    """Save the app's file with something added to it."""
    write(session.base_dir, {APP: CONTACTS[APP] + text})


# -- Lua files


def test_nothing_changed_nothing_done(session: Session) -> None:
    report = session.reload()
    assert not report
    assert (report.ran, report.viewdefs, report.problems) == ((), (), ())


def test_a_changed_file_that_is_loaded_runs_again_as_a_reload(session: Session) -> None:
    app(session, "seen = session.reloading function Contacts:shout() return self.title:upper() end")
    assert session.reload().ran == (APP,)
    assert session.eval("return {seen, session.reloading, contacts:shout()}").data == [True, False, "FRIENDS"]


def test_a_file_that_is_not_loaded_is_left_alone(session: Session) -> None:
    write(session.base_dir, {"apps/other/app.lua": "other = 1", "lua/later.lua": "later = 1"})
    assert not session.reload()
    assert session.eval("return {other == nil, later == nil}").data == [True, True]


def test_instances_keep_their_state_and_get_new_methods_and_defaults(session: Session) -> None:
    session.eval("contacts.title = 'Mine'")
    text = CONTACTS[APP].replace('{name = ""}', '{name = "", phone = "none"}')
    write(session.base_dir, {APP: text})
    session.reload()
    assert session.eval("return {contacts.title, contacts.list[1].name, contacts.list[1].phone}").data == [
        "Mine",
        "Ann",
        "none",
    ]


def test_files_saved_together_run_once_each_in_first_load_order_then_mutate(tmp_path: Path) -> None:
    def files(version: int) -> dict[str, str]:
        note = f"order = order or {{}} order[#order + 1] = '%s{version}'"
        return {
            "lua/main.lua": (note % "main") + " require('one') require('two')",
            "lua/two.lua": note % "two",
            "lua/one.lua": (note % "one")
            + f" P = session:prototype('P', {{v{version} = 1}}) p = p or P:new()"
            + " function P:mutate() order[#order + 1] = 'mutate' end",
        }

    with Session(write(tmp_path, files(1)), output=MemoryOutput()) as session:
        session.eval("order = {}")
        write(tmp_path, files(2))
        assert session.reload().ran == ("lua/main.lua", "lua/one.lua", "lua/two.lua")
        assert session.eval("return order").data == ["main2", "one2", "two2", "mutate"]


def test_a_mutate_that_is_added_alone_waits_for_a_change_of_the_fields(session: Session) -> None:
    mutate = "function Contact:mutate() self.name = self.name .. '!' end"
    app(session, mutate)
    session.reload()
    assert session.eval("return contacts.list[1].name").data == "Ann"
    text = CONTACTS[APP].replace('{name = ""}', '{name = "", phone = ""}') + mutate
    write(session.base_dir, {APP: text})
    session.reload()
    assert session.eval("return contacts.list[1].name").data == "Ann!"


def test_the_fields_of_a_reloaded_module_are_copied_into_the_old_table(tmp_path: Path) -> None:
    write(tmp_path, {"lua/main.lua": "tool = require('tool')", "lua/tool.lua": "return {v = 1, old = true}"})
    with Session(tmp_path, output=MemoryOutput()) as session:
        write(tmp_path, {"lua/tool.lua": "return {v = 2}"})
        session.reload()
        assert session.eval("return {tool.v, tool == require('tool')}").data == [2, True]


def test_a_syntax_error_keeps_code_and_state_and_is_reported_until_it_is_fixed(session: Session) -> None:
    peer = Peer(session)
    app(session, "function Contacts:shout() return 'one' end")
    session.reload()
    app(session, "function Contacts:shout() return 'two' end this is no Lua")
    report = session.reload()
    session.settle()
    assert report.ran == ()
    (problem,) = report.problems
    assert (problem.kind, problem.place) == ("lua", APP)
    assert session.problems == report.problems
    assert session.eval("return contacts:shout()").data == "one"
    assert peer.errors[0][0] == "reload"
    assert APP in peer.errors[0][1]
    assert isinstance(session.output, MemoryOutput)
    assert APP in session.output.text("err")
    app(session, "function Contacts:shout() return 'three' end")
    session.reload()
    assert session.problems == ()
    assert session.eval("return contacts:shout()").data == "three"


def test_a_syntax_error_in_one_file_stops_no_other(tmp_path: Path) -> None:
    write(tmp_path, {"lua/main.lua": "require('a') require('b')", "lua/a.lua": "", "lua/b.lua": ""})
    with Session(tmp_path, output=MemoryOutput()) as session:
        write(tmp_path, {"lua/a.lua": "not Lua", "lua/b.lua": "b = 1"})
        report = session.reload()
        assert report.ran == ("lua/b.lua",)
        assert [problem.place for problem in report.problems] == ["lua/a.lua"]


def test_a_run_time_error_keeps_what_ran_skips_mutate_and_is_reported(session: Session) -> None:
    text = CONTACTS[APP].replace('{name = ""}', '{name = "", phone = ""}')
    write(
        session.base_dir,
        {APP: text + "\nfunction Contact:mutate() mutated = true end half = 1\nerror('halfway') whole = 1"},
    )
    report = session.reload()
    assert report.ran == ()
    assert session.eval("return {half, whole == nil, mutated == nil, session.reloading}").data == [1, True, True, False]
    (problem,) = session.problems
    assert problem.line == text.count("\n") + 3
    assert "halfway" in problem.message


def test_a_mutate_that_fails_stops_no_other_and_is_reported(session: Session) -> None:
    text = CONTACTS[APP].replace('{name = ""}', '{name = "", phone = ""}')
    mutate = " function Contact:mutate() if self.name == 'Ann' then error('not me') end self.phone = 'new' end"
    write(session.base_dir, {APP: text + mutate})
    report = session.reload()
    assert report.ran == (APP,)
    assert [(problem.kind, problem.place) for problem in report.problems] == [("mutate", "Contact")]
    assert "not me" in report.problems[0].message
    assert session.eval("return contacts.list[2].phone").data == "new"


def test_timers_that_a_file_set_are_cleared_before_it_runs_again(tmp_path: Path) -> None:
    def files(version: int) -> dict[str, str]:
        return {
            "lua/main.lua": f"fired = fired or {{}} setInterval(function() fired[#fired + 1] = {version} end, 1000)"
        }

    clock = VirtualClock()
    with Session(write(tmp_path, files(1)), clock=clock, output=MemoryOutput()) as session:
        session.eval("setInterval(function() fired[#fired + 1] = 'mine' end, 1500)")
        clock.advance(1)
        session.settle()
        write(tmp_path, files(2))
        session.reload()
        clock.advance(1.2)
        session.settle()
        assert session.eval("return fired").data == [1, "mine", 2]


def test_a_file_that_loops_when_it_is_reloaded_is_stopped(tmp_path: Path) -> None:
    write(tmp_path, {"lua/main.lua": "x = 1"})
    options = SessionOptions(limits=LuaLimits(seconds=0.2), call_grace=BOUND)
    with Session(tmp_path, options=options, output=MemoryOutput()) as session:
        write(tmp_path, {"lua/main.lua": "while true do end"})
        report = session.reload()
        assert "0.2 s" in report.problems[0].message
        assert session.eval("return x").data == 1


def test_what_a_reload_changed_is_sent(session: Session) -> None:
    peer = Peer(session)
    variable = peer.create("value.subtitle")
    assert peer.values[variable] is None
    text = CONTACTS[APP].replace('title = "Friends"', 'title = "Friends", subtitle = "of mine"')
    write(session.base_dir, {APP: text})
    session.reload()
    session.settle()
    assert peer.values[variable] == "of mine"


def test_a_deleted_file_is_left_as_it_ran(session: Session) -> None:
    (session.base_dir / APP).unlink()
    assert not session.reload()
    assert session.eval("return contacts.title").data == "Friends"


# -- viewdefs


def test_a_changed_viewdef_goes_to_those_who_have_it(session: Session) -> None:
    has, has_not = Peer(session), Peer(session)
    has.create("value")
    has.news()
    write(session.base_dir, {"viewdefs/Contacts.DEFAULT.html": "<template><h2></h2></template>"})
    report = session.reload()
    session.settle()
    assert report.viewdefs == ("Contacts.DEFAULT",)
    assert has.viewdefs["Contacts.DEFAULT"] == "<template><h2></h2></template>"
    assert has_not.frames == []


def test_a_new_viewdef_of_a_type_that_is_shown_is_sent(session: Session) -> None:
    peer = Peer(session)
    peer.create("value")
    write(session.base_dir, {"viewdefs/Contacts.summary.html": "<template><i></i></template>"})
    session.reload()
    session.settle()
    assert peer.viewdefs["Contacts.summary"] == "<template><i></i></template>"


def test_a_deleted_viewdef_falls_back_and_says_so_or_is_taken_back(session: Session) -> None:
    write(session.base_dir, {"apps/contacts/viewdefs/Contact.DEFAULT.html": "<template><s></s></template>"})
    peer = Peer(session)
    peer.create("value.list.0")
    (session.base_dir / "viewdefs/Contact.DEFAULT.html").unlink()
    (session.base_dir / "viewdefs/Contact.list-item.html").unlink()
    report = session.reload()
    session.settle()
    assert peer.viewdefs == {"Contact.DEFAULT": "<template><s></s></template>", "Contact.list-item": None}
    assert any("apps/contacts/viewdefs/Contact.DEFAULT.html" in note for note in report.notes)


def test_a_broken_viewdef_leaves_the_previous_one_and_is_reported_until_it_is_fixed(session: Session) -> None:
    peer = Peer(session)
    peer.create("value")
    before = peer.viewdefs["Contacts.DEFAULT"]
    write(session.base_dir, {"viewdefs/Contacts.DEFAULT.html": "<h1>bare</h1>"})
    report = session.reload()
    session.settle()
    assert [(problem.kind, problem.place) for problem in report.problems] == [
        ("viewdef", "viewdefs/Contacts.DEFAULT.html")
    ]
    assert peer.viewdefs["Contacts.DEFAULT"] == before
    assert peer.errors[0][0] == "viewdef"
    write(session.base_dir, {"viewdefs/Contacts.DEFAULT.html": "<template><h1></h1></template>"})
    session.reload()
    session.settle()
    assert session.problems == ()
    assert peer.viewdefs["Contacts.DEFAULT"] == "<template><h1></h1></template>"


# -- by itself


def test_a_watching_session_shows_a_change_by_itself(base: Path) -> None:
    with Session(base, output=MemoryOutput()) as session:
        session.display("contacts")
        session.watch()
        session.watch()
        seen = threading.Event()
        connection = session.connect(lambda text: seen.set() if "of mine" in text else None)
        connection.receive('{"type":"create","data":{"id":2,"parentId":1,"properties":{"path":"value.subtitle"}}}')
        connection.receive('{"type":"create","data":{"id":3,"parentId":1,"properties":{"path":"value"}}}').result(BOUND)
        write(base, {APP: CONTACTS[APP].replace('title = "Friends"', 'title = "Friends", subtitle = "of mine"')})
        assert seen.wait(BOUND)
        session.eval("return 1")


def test_a_session_that_does_not_watch_shows_it_when_asked(session: Session) -> None:
    app(session, "extra = 1")
    assert session.eval("return extra").data is None
    session.reload()
    assert session.eval("return extra").data == 1


def test_code_that_calls_into_a_broken_file_still_names_it(session: Session) -> None:
    app(session, "\nfunction Contacts:fail() error('inside') end")
    session.reload()
    with pytest.raises(LuaError) as caught:
        session.eval("contacts:fail()")
    assert caught.value.file == APP


# -- Problems that were fixed are forgotten


def kinds(session: Session) -> list[str]:
    return [problem.kind for problem in session.problems]


def put_directory_in_place(session: Session, aside: Path) -> None:
    (session.base_dir / APP).rename(aside)
    (session.base_dir / APP).mkdir()
    session.reload()


def test_a_file_that_is_back_as_it_was_after_a_directory_in_its_place_is_no_problem(
    session: Session, tmp_path: Path
) -> None:
    put_directory_in_place(session, tmp_path / "aside")
    assert kinds(session) == ["read"]
    assert not session.reload().problems  # it is the same one
    (session.base_dir / APP).rmdir()
    (tmp_path / "aside").rename(session.base_dir / APP)
    session.reload()
    assert kinds(session) == []


def test_a_directory_that_is_gone_again_is_no_problem(session: Session, tmp_path: Path) -> None:
    put_directory_in_place(session, tmp_path / "aside")
    (session.base_dir / APP).rmdir()
    session.reload()
    assert kinds(session) == []


def test_a_deleted_broken_file_is_no_problem_until_it_is_restored(session: Session, tmp_path: Path) -> None:
    write(session.base_dir, {APP: "contacts = {"})
    session.reload()
    broken = session.problems
    assert kinds(session) == ["lua"]
    (session.base_dir / APP).rename(tmp_path / "aside")
    session.reload()
    assert session.problems == ()
    (tmp_path / "aside").rename(session.base_dir / APP)
    session.reload()
    assert session.problems == broken
    write(session.base_dir, {APP: CONTACTS[APP]})
    session.reload()
    assert session.problems == ()


def test_an_init_file_that_failed_is_forgotten_with_its_app(tmp_path: Path) -> None:
    write(tmp_path, {"apps/a/init.lua": "error('on purpose')"})
    with Session(tmp_path, output=MemoryOutput()) as session:
        assert kinds(session) == ["lua"]
        (tmp_path / "apps/a/init.lua").unlink()
        (tmp_path / "apps/a").rmdir()
        session.reload()
        assert kinds(session) == []


def test_a_file_that_failed_because_of_another_runs_again_when_that_one_is_fixed(session: Session) -> None:
    write(session.base_dir, {"lua/words.lua": "return {}"})
    app(session, "contacts.greeting = require('words').greet()")
    session.reload()
    assert kinds(session) == ["lua"]
    write(session.base_dir, {"lua/words.lua": "return {greet = function() return 'hello' end}"})
    assert session.reload().ran == ("lua/words.lua", APP)
    assert kinds(session) == []
    assert session.eval("return contacts.greeting").data == "hello"
