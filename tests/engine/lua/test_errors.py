"""What an error tells: message, place and traceback of the app's code, and nothing of ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.engine.lua.errors import LuaError, LuaMemoryError, LuaSyntaxError, LuaTimeout
from tests.engine.lua.lua import Lua

LONG = "apps/" + "a-very-long-directory-name/" * 6 + "app.lua"

# Code, message, line: on both dialects.
MESSAGES = {
    "error": ("error('bad')", "apps/x/app.lua:1: bad", 1),
    "error without a position": ("\nerror('bad', 0)", "bad", 2),
    "error on the caller": ("local function f() error('bad', 2) end\nf()", "apps/x/app.lua:2: bad", 2),
    "a failed assertion": ("\n\nassert(false)", "apps/x/app.lua:3: assertion failed!", 3),
    "an assertion with a message": ("assert(nil, 'no luck')", "apps/x/app.lua:1: no luck", 1),
    "a nil index": ("local t\nreturn t.x", "apps/x/app.lua:2: attempt to index local 't' (a nil value)", 2),
    "a nil call": ("nothing()", "apps/x/app.lua:1: attempt to call global 'nothing' (a nil value)", 1),
    "a nil method": ("local t = {} t:go()", "apps/x/app.lua:1: attempt to call method 'go' (a nil value)", 1),
    "a bad argument": (
        "string.find('x')",
        "apps/x/app.lua:1: bad argument #2 to 'find' (string expected, got nil)",
        1,
    ),
    "a bad argument of a method": (
        "('x'):rep()",
        "apps/x/app.lua:1: bad argument #2 to 'rep' (number expected, got nil)",
        1,
    ),
    "a malformed pattern": ("('x'):find('[')", "apps/x/app.lua:1: malformed pattern (missing ']')", 1),
    "a bad argument to our pcall": ("pcall()", "apps/x/app.lua:1: bad argument #1 to 'pcall' (value expected)", 1),
    "a bad argument to our setfenv": (
        "setfenv(1)",
        "apps/x/app.lua:1: bad argument #2 to 'setfenv' (table expected, got no value)",
        1,
    ),
    "nil": ("error()", "the error value is nil", 1),
    "a number": ("error(7)", "apps/x/app.lua:1: 7", 1),
    "a boolean": ("error(false)", "false", 1),
    "a function": ("error(print)", "the error value is a function", 1),
    "a thread": ("error(coroutine.create(function() end))", "the error value is a thread", 1),
    "a file": ("error(io.stdout)", "the error value is a userdata", 1),
    "a table": (
        "error({code = 5, why = 'x', 1, t = {}, f = print})",
        'the error value is a table: {[1] = 1, code = 5, f = function, t = table, why = "x"}',
        1,
    ),
    "a large table": (
        "local t = {} for i = 1, 9 do t['k' .. i] = i end error(t)",
        "the error value is a table: {k1 = 1, k2 = 2, k3 = 3, k4 = 4, k5 = 5, ...}",
        1,
    ),
    "a table with long text": (
        "error({text = ('x'):rep(99) .. '\\n'})",
        'the error value is a table: {text = "' + "x" * 57 + '..."}',
        1,
    ),
    "a table with a message": ("error({message = 'told', code = 3})", "told", 1),
    "a table with __tostring": ("error(setmetatable({}, {__tostring = function() return 'shown' end}))", "shown", 1),
    "a table whose __tostring fails": (
        "error(setmetatable({a = 1}, {__tostring = function() error('no') end}))",
        "the error value is a table: {a = 1}",
        1,
    ),
    "a table whose __tostring is no string": (
        "error(setmetatable({a = 1}, {__tostring = function() return {} end}))",
        "the error value is a table: {a = 1}",
        1,
    ),
    "an error raised again": (
        "local ok, e = pcall(error, 'first', 0)\nerror(e, 0)",
        "first",
        2,
    ),
    "an error in a coroutine": (
        "coroutine.wrap(function()\nerror('inside') end)()",
        "apps/x/app.lua:2: inside",
        2,
    ),
    "an error in another file": ("loadstring('\\nerror(\"x\")', '@other.lua')()", "other.lua:2: x", 2),
    "a position that is none": ("error('localhost:80: refused', 0)", "localhost:80: refused", 1),
}


@pytest.mark.parametrize(("code", "message", "line"), MESSAGES.values(), ids=MESSAGES.keys())
def test_messages(lua: Lua, code: str, message: str, line: int) -> None:
    error = lua.fails(code)
    assert (error.message, str(error), error.line) == (message, message, line)
    assert error.file in {"apps/x/app.lua", "other.lua"}
    assert type(error) is LuaError


# What a script catches is what plain Lua would give it.
CAUGHT = {
    "a position": ("pcall(error, 'x')", "x"),
    "a position of a function": ("pcall(function() error('x') end)", "apps/x/app.lua:1: x"),
    "a position of a pcall, which has none": ("pcall(function() error('x', 2) end)", "x"),
    "a bad argument": (
        "pcall(function() string.rep() end)",
        "apps/x/app.lua:1: bad argument #1 to 'rep' (string expected, got nil)",
    ),
    "a resumed error": (
        "coroutine.resume(coroutine.create(function() error('x') end))",
        "apps/x/app.lua:1: x",
    ),
    "a dead coroutine": (
        "(function() local c = coroutine.create(function() end) coroutine.resume(c) return coroutine.resume(c) end)()",
        "cannot resume dead coroutine",
    ),
    "what a handler made of it": (
        "xpcall(function() error('x', 0) end, function(e) return '<' .. e .. '>' end)",
        "<x>",
    ),
    "a handler that fails": ("xpcall(error, function() error('y') end)", "error in error handling"),
}


@pytest.mark.parametrize(("call", "message"), CAUGHT.values(), ids=CAUGHT.keys())
def test_a_script_that_catches_an_error_gets_what_lua_says(lua: Lua, call: str, message: str) -> None:
    assert lua.run(f"return {call}") == (False, message.encode())


def test_error_values_pass_through_pcall_as_they_are(lua: Lua) -> None:
    assert lua.run("local t = {} local ok, e = pcall(error, t) return ok, e == t") == (False, True)
    assert lua.run("local ok, e = pcall(error) return ok, e") == (False, None)
    assert lua.run("return select('#', pcall(error))") == 2


def test_the_traceback_holds_the_frames_of_the_app(lua: Lua) -> None:
    error = lua.fails(
        "local function a() error('x') end\n"
        "function b() local ok = pcall(print) a() end\n"
        "local t = {c = function() b() return 1 end}\n"
        "table.sort({1, 2}, function() t.c() end)\n"
    )
    assert error.traceback.splitlines() == [
        "\tapps/x/app.lua:1: in function 'a'",
        "\tapps/x/app.lua:2: in function 'b'",
        "\tapps/x/app.lua:3: in function 'c'",
        "\tapps/x/app.lua:4: in function <apps/x/app.lua:4>",
        "\t[C]: in function 'sort'",
        "\tapps/x/app.lua:4: in main chunk",
    ]


def test_the_traceback_leaves_out_pcall_and_our_own_frames(lua: Lua) -> None:
    error = lua.fails("engine_try(function() end)\nxpcall(function() end, print)\nlocal r = coroutine.wrap(error)('x')")
    assert "uimcp" not in error.traceback + error.message
    assert "pcall" not in error.traceback


def test_the_traceback_begins_in_the_coroutine_that_failed(lua: Lua) -> None:
    error = lua.fails("local function deep() error('x') end\nlocal f = coroutine.wrap(function() deep() end)\nf()")
    assert error.traceback.splitlines() == [
        "\tapps/x/app.lua:1: in function 'deep'",
        "\tapps/x/app.lua:2: in function <apps/x/app.lua:2>",
        "\tapps/x/app.lua:3: in main chunk",
    ]


def test_a_deep_traceback_shows_its_two_ends(lua: Lua) -> None:
    lines = lua.fails("local function f(n) if n == 0 then error('x') end f(n - 1) end\nf(5000)").traceback.splitlines()
    assert len(lines) == 12 + 1 + 10
    assert lines[12] == "\t..."
    assert lines[-1] == "\tapps/x/app.lua:2: in main chunk"


def test_apps_can_ask_for_a_traceback(lua: Lua) -> None:
    text = lua.run("local function f() return (debug.traceback('here')) end\nreturn (f())")
    assert text == b"here\nstack traceback:\n\tapps/x/app.lua:1: in function 'f'\n\tapps/x/app.lua:2: in main chunk"
    assert lua.run("local function f() return (debug.traceback('x', 2)) end\nreturn (f())") == (
        b"x\nstack traceback:\n\tapps/x/app.lua:2: in main chunk"
    )
    assert lua.run("local t = {} return debug.traceback(t) == t") is True
    assert lua.run(
        "local c = coroutine.create(function() coroutine.yield() end) coroutine.resume(c) return debug.traceback(c)"
    ) == (b"stack traceback:\n\t[C]: in function 'yield'\n\tapps/x/app.lua:1: in function <apps/x/app.lua:1>")


SYNTAX = {
    "half a statement": ("x =", 1),
    "an unfinished block": ("if x then\n\n", 3),
    "two of them": ("x = 1\ny = = 2", 2),
    "an unfinished string": ("\nlocal s = 'abc\n", 2),
}


@pytest.mark.parametrize(("code", "line"), SYNTAX.values(), ids=SYNTAX.keys())
def test_a_chunk_that_does_not_compile_is_a_syntax_error_with_a_place(lua: Lua, code: str, line: int) -> None:
    error = lua.fails(code)
    assert type(error) is LuaSyntaxError
    assert (error.file, error.line, error.traceback) == ("apps/x/app.lua", line, "")
    assert error.message.startswith(f"apps/x/app.lua:{line}: ")


def test_a_syntax_error_that_a_script_meets_is_an_ordinary_error(lua: Lua) -> None:
    assert type(lua.fails("local f, e = loadstring('x =', '@other.lua')\nerror(e .. ' (seen)', 0)")) is LuaError


def test_long_names_are_put_back(lua: Lua) -> None:
    assert len(LONG) > 59
    error = lua.fails("local function f() error('x') end\nf()", "@" + LONG)
    assert (error.message, error.file, error.line) == (f"{LONG}:1: x", LONG, 1)
    assert error.traceback == f"\t{LONG}:1: in function 'f'\n\t{LONG}:2: in main chunk"
    error = lua.fails("x =", "@" + LONG)
    assert (error.message[: len(LONG) + 4], error.file, error.line) == (f"{LONG}:1: ", LONG, 1)
    assert lua.run("return select(2, pcall(function() error('x') end))", "@" + LONG) == f"{LONG}:1: x".encode()
    assert LONG.encode() in lua.run("return (debug.traceback())", "@" + LONG)


@pytest.mark.parametrize("name", ["@caf\udce9.lua", "@日本/app.lua", "=eval", "return 1"])
def test_any_chunk_name_will_do(lua: Lua, name: str) -> None:
    error = lua.fails("error('x')", name)
    assert error.line == 1
    assert error.message.endswith(":1: x")
    if name.startswith(("@", "=")):
        assert error.file == name[1:]


def test_bytes_that_are_not_text_survive(lua: Lua) -> None:
    error = lua.fails(b"error('\xff\xfe caf\xe9', 0)")
    assert error.message == "\udcff\udcfe caf\udce9"
    assert error.message.encode("utf-8", "surrogateescape") == b"\xff\xfe caf\xe9"


def test_errors_form_one_family() -> None:
    assert issubclass(LuaError, UimcpError)
    assert all(issubclass(kind, LuaError) for kind in (LuaSyntaxError, LuaTimeout, LuaMemoryError))
    error = LuaError("bad")
    assert (error.message, error.traceback, error.file, error.line) == ("bad", "", None, None)


def test_no_python_shows(lua: Lua, tmp_path: Path) -> None:
    for code in ("error('x')", "nothing()", "io.lines('/nowhere')", "dofile('/nowhere')", "loadstring(5, {})()"):
        error = lua.fails(code)
        assert "Traceback" not in error.message + error.traceback
        assert "uimcp" not in error.message + error.traceback
