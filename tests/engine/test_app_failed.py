"""A session tells of errors that no caller is answered with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.core.clock import VirtualClock
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.engine.files.sources import SourceError
from pytest_uimcp.engine.files.viewdef_dirs import ViewdefError
from pytest_uimcp.engine.lua.errors import LuaError, LuaMemoryError, LuaSyntaxError, LuaTimeout
from pytest_uimcp.engine.lua.limits import MIB, LuaLimits
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session
from pytest_uimcp.engine.wire.codec import encode
from pytest_uimcp.engine.wire.messages import Create, Message, Update, Watch
from tests.files import write

LUA = """
Thing = session:prototype("Thing", {n = 1})
function Thing:bad() error("bad") end
function Thing:deaf() error({}) end
function Thing:slow() while true do end end
function Thing:big() local t = {} for i = 1, 1e9 do t[i] = {} end end
function Thing:write(value) if value then error("not " .. value) end return 1 end
function Thing:nested() local ok = pcall(error, "inner") coroutine.wrap(function() error("in a coroutine") end)() end
W = {type = "W"}
function W:new() return setmetatable({}, {__index = W}) end
function W:destroy() error("no farewell") end
thing = Thing:new()
session:createAppVariable(thing)
"""


class Watched:
    """A session, and what it has told."""

    def __init__(self, base_dir: Path, clock: VirtualClock, seconds: float = 0.3) -> None:
        self.told: list[tuple[UimcpError, str]] = []
        self.clock = clock
        self.session = Session(
            base_dir,
            clock=clock,
            output=MemoryOutput(),
            options=SessionOptions(limits=LuaLimits(seconds, 16 * MIB), call_grace=30.0, lua_property=True),
            app_failed=lambda error, doing: self.told.append((error, doing)),
        )

    def send(self, *messages: Message) -> None:
        self.connection.receive(encode(messages)).result(240)
        self.session.settle()

    def open(self) -> Any:
        self.session.open()
        self.connection = self.session.connect(lambda frame: None)
        return self

    @property
    def one(self) -> tuple[type[UimcpError], str, str]:
        [(error, doing)] = self.told
        return type(error), error.text, doing


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    write(tmp_path, {"lua/main.lua": LUA})
    watched = Watched(tmp_path, VirtualClock())
    yield watched
    watched.session.close()


def variable(path: str, access: str = "r", **more: str) -> Create:
    return Create(2, 1, properties={"path": path, "access": access, **more})


READ = [
    ("bad()", LuaError, "lua/main.lua:3: bad"),
    ("deaf()", LuaError, "{}"),
    ("slow()", LuaTimeout, "lua/main.lua:5: the script ran longer than 0.3 s and was stopped"),
    ("nested()", LuaError, "lua/main.lua:8: in a coroutine"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("path", "kind", "message"), READ)
def test_a_getter(watched: Watched, path: str, kind: type[LuaError], message: str) -> None:
    watched.open().send(variable(path))
    found, text, doing = watched.one
    assert (found, doing) == (kind, f"reading {path} of Thing")
    assert message in text


def test_a_getter_that_needs_too_much_memory(tmp_path: Path) -> None:
    write(tmp_path, {"lua/main.lua": LUA})
    watched = Watched(tmp_path, VirtualClock(), seconds=30.0)
    watched.open().send(variable("big()"))
    found, text, doing = watched.one
    watched.session.close()
    assert (found, doing) == (LuaMemoryError, "reading big() of Thing")
    assert "the script needed more than 16 MiB of memory and was stopped" in text


def test_a_getter_that_keeps_failing_is_reported_once_per_error(watched: Watched) -> None:
    watched.open().session.eval("function Thing:bad() error(self.n, 0) end")
    watched.send(variable("bad()"))
    watched.session.eval("other = 1")
    assert watched.one[1] == "1"
    watched.session.eval("thing.n = 2")
    assert [error.text for error, _ in watched.told] == ["1", "2"]


@pytest.mark.parametrize(("path", "access", "doing"), [("write(_)", "action", "calling"), ("write()", "rw", "writing")])
def test_what_a_page_calls_or_writes(watched: Watched, path: str, access: str, doing: str) -> None:
    watched.open().send(variable(path, access), Update(2, "so"))
    assert watched.one == (LuaError, "lua/main.lua:7: not so", f"{doing} {path} of Thing")
    error = watched.told[0][0]
    assert isinstance(error, LuaError)
    assert (error.file, error.line) == ("lua/main.lua", 7)
    assert "lua/main.lua:7: in function" in error.traceback


def test_a_path_that_leads_nowhere_is_not_an_error(watched: Watched) -> None:
    watched.open().send(variable("nothing.here", "rw"), Update(2, 1))
    assert watched.told == []


def test_what_is_read_once_to_be_written(watched: Watched) -> None:
    watched.open().send(variable("bad()", "rw"))
    assert watched.one == (LuaError, "lua/main.lua:3: bad", "reading bad() of Thing")


def test_the_destroy_of_a_wrapper(watched: Watched) -> None:
    watched.open().session.eval("thing.wrapped = 1")
    watched.send(variable("wrapped", wrapper="W"))
    watched.session.eval("thing.wrapped = nil")
    assert watched.one == (LuaError, "lua/main.lua:11: no farewell", "running destroy() of a wrapper")


def test_the_property_lua_of_the_root(watched: Watched) -> None:
    watched.open().send(Update(1, properties={"lua": "error('by a page')"}))
    assert watched.one == (LuaError, "lua property:1: by a page", "running the property lua")


@pytest.mark.parametrize("timer", ["setImmediate(f)", "setTimeout(f, 5)", "setInterval(f, 5)"])
def test_a_timer(watched: Watched, timer: str) -> None:
    watched.open().session.eval(f"local function f() error('late') end session.handle = {timer}")
    watched.clock.advance(0.005)
    watched.session.settle()
    assert watched.one == (LuaError, "eval:1: late", "running a timer")


def test_files(watched: Watched) -> None:
    base = watched.session.base_dir
    for name, text in {"a/init.lua": "error('no init')", "b/init.lua": "= 1"}.items():
        (base / "apps" / name).parent.mkdir(parents=True)
        (base / "apps" / name).write_text(text)
    unreadable = base / "lua" / "mcp.lua"
    unreadable.mkdir()
    watched.open()
    assert [(type(error), doing) for error, doing in watched.told] == [
        (SourceError, "reading files"),
        (LuaError, "running apps/a/init.lua"),
        (LuaSyntaxError, "running apps/b/init.lua"),
    ]
    watched.told.clear()
    unreadable.rmdir()
    (base / "apps" / "b" / "init.lua").write_text("error('still no')")
    watched.session.reload()
    assert [error.text for error, _ in watched.told] == ["apps/b/init.lua:1: still no", "apps/a/init.lua:1: no init"]


def test_viewdefs(watched: Watched) -> None:
    base = watched.session.base_dir
    (base / "viewdefs").mkdir()
    (base / "viewdefs" / "Thing.DEFAULT.html").write_text("no template")
    watched.open()
    watched.session.upload_viewdef("Other", "DEFAULT", "<template>x</template>")
    watched.send(Watch(1))
    kind, text, doing = watched.one
    assert (kind, doing) == (ViewdefError, "reading viewdefs/Thing.DEFAULT.html")
    assert text.startswith("viewdefs/Thing.DEFAULT.html:1: ")
    watched.session.reload()
    assert len(watched.told) == 1


def test_an_error_that_a_caller_receives_is_not_raised_again(watched: Watched) -> None:
    session = watched.open().session
    calls: tuple[Callable[[], object], ...] = (
        lambda: session.eval("error('mine')"),
        lambda: session.display("nothing"),
        lambda: session.load_app("nothing"),
        lambda: session.upload_viewdef("Thing", "DEFAULT", "no template"),
    )
    for call in calls:
        with pytest.raises(UimcpError):
            call()
    session.eval("pcall(error, 'caught')")
    assert watched.told == []
