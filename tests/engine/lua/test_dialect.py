"""Which Lua runs an app, and how it is chosen."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pytest_uimcp.engine.lua.errors import LuaSyntaxError
from pytest_uimcp.engine.lua.host import LuaHost
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.lua.parts import BASE_PARTS
from pytest_uimcp.engine.lua.runtime import Dialect, compiles, dialect_for, lua_files
from tests.engine.lua.lua import Lua

GOTO = "for i = 1, 3 do if i == 2 then goto continue end n = (n or 0) + i ::continue:: end"

CHOICES = {
    "no files": ([], Dialect.LUA51),
    "plain code": (["return 1", "x = 'y'"], Dialect.LUA51),
    "goto": (["return 1", GOTO], Dialect.LUA52),
    "a label only, which needs no choice": (["-- ::goto::"], Dialect.LUA51),
    "goto as a name": (["local goto = 1 return goto"], Dialect.LUA51),
    "goto in a comment and a string": (["-- goto continue\nlocal s = 'goto'"], Dialect.LUA51),
    "goto in code that compiles nowhere": (["goto continue =="], Dialect.LUA51),
    "code that compiles nowhere": (["x ="], Dialect.LUA51),
    "goto after a shebang": (["#!/usr/bin/lua\n" + GOTO], Dialect.LUA52),
    "goto after a byte order mark": (["\ufeff" + GOTO], Dialect.LUA52),
    "bytecode": (["\x1bLua goto"], Dialect.LUA51),
    "bytecode after a byte order mark": (["\ufeff\x1bLua goto"], Dialect.LUA51),
    "much before the dots": (["function f(a, b, c, d, ...) end"], Dialect.LUA52),
    "much before the dots of a method": (["local f = function ( a ,b, c,\n d, ... ) end"], Dialect.LUA52),
    "a call with dots": (["function f(...) g(1, 2, 3, 4, ...) end"], Dialect.LUA51),
    "little before the dots": (["function o:f(a, b, ...) end"], Dialect.LUA51),
}


@pytest.mark.parametrize(("sources", "dialect"), CHOICES.values(), ids=CHOICES.keys())
def test_the_dialect_follows_what_the_files_need(tmp_path: Path, sources: list[str], dialect: Dialect) -> None:
    files = [tmp_path / f"{i}.lua" for i in range(len(sources))]
    for path, source in zip(files, sources, strict=True):
        path.write_text(source)
    assert dialect_for(files) is dialect


def test_a_changed_file_is_looked_at_again(tmp_path: Path) -> None:
    path = tmp_path / "x.lua"
    path.write_text("return 1")
    assert dialect_for([path]) is Dialect.LUA51
    path.write_text(GOTO)
    assert dialect_for([path]) is Dialect.LUA52
    path.write_text(" " * len(GOTO))
    os.utime(path, ns=(1, 1))
    assert dialect_for([path]) is Dialect.LUA51


def test_files_that_cannot_be_read_choose_nothing(tmp_path: Path) -> None:
    (tmp_path / "dir.lua").mkdir()
    assert dialect_for([tmp_path / "none.lua", tmp_path / "dir.lua"]) is Dialect.LUA51


def test_the_code_of_a_base_directory_is_all_below_lua_and_apps_through_links(tmp_path: Path) -> None:
    base, elsewhere = tmp_path / "base", tmp_path / "elsewhere"
    for path in (base / "lua/sub/a.lua", base / "apps/x/app.lua", base / "html/no.lua", elsewhere / "b.lua"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    (base / "apps/y").symlink_to(elsewhere)
    (elsewhere / "loop").symlink_to(elsewhere)
    (base / "lua/note.txt").write_text("")
    assert [str(path.relative_to(base)) for path in lua_files(base)] == [
        "apps/x/app.lua",
        "apps/y/b.lua",
        "lua/sub/a.lua",
    ]
    assert lua_files(tmp_path / "none") == []


def test_auto_is_chosen_when_the_state_is_made(tmp_path: Path) -> None:
    (tmp_path / "lua").mkdir()
    for source, dialect in (("return 1", Dialect.LUA51), (GOTO, Dialect.LUA52)):
        (tmp_path / "lua/main.lua").write_text(source)
        host = LuaHost(output=MemoryOutput(), dialect=Dialect.AUTO, base_dir=tmp_path, parts=BASE_PARTS)
        assert host.dialect is dialect
        host.close()
    host = LuaHost(output=MemoryOutput(), dialect=Dialect.AUTO, parts=BASE_PARTS)
    assert host.dialect is Dialect.LUA51
    host.close()


def test_goto_works_on_52(lua: Lua, dialect: Dialect) -> None:
    if dialect is Dialect.LUA52:
        lua.run(GOTO)
        assert lua.run("return n") == 4
    else:
        error = lua.fails(GOTO)
        assert error.message.startswith("apps/x/app.lua:1: ")
        assert error.message.endswith(" (goto needs Lua 5.2: use the option --lua 5.2)")
        assert b"--lua 5.2" in lua.run(f"return select(2, loadstring([[{GOTO}]]))")


def test_other_syntax_errors_do_not_speak_of_the_option(lua: Lua) -> None:
    for code in ("x =", "goto = =", "local goto = = 1"):
        assert "--lua" not in lua.fails(code).message


def test_the_engine_knows_its_dialect(lua: Lua, dialect: Dialect) -> None:
    lua.part("local E = ... E.env.dialect = E.dialect")
    assert lua.run("return dialect") == dialect.value.encode()
    assert lua.host.dialect is dialect


def test_compiling_is_tried_without_running() -> None:
    assert compiles(Dialect.LUA51, b"error('never')")
    assert not compiles(Dialect.LUA51, b"x =")
    assert not compiles(Dialect.LUA52, b"\x1bLua")


# ------------------------------------------------------------------------------------------------ much before "..."

WIDE = "local function f(a, b, c, d, ...) return ... end return select('#', f())"
NARROW = "local function f(a, b, c, ...) return ... end return select('#', f(1, 2, 3, 4, 5)), '(a, b, c, d, ...)'"
HIDDEN = {
    "a method": "local o = {} function o:m(a, b, c, ...) end",
    "a function in functions": "return function() return function() return function(a, b, c, d, ...) end end end",
    "comments": "local f = function --[[x]] ( a --[[)]], b, -- )\n c, d --[[,]] , --[[...]] ... --[[)]] ) return 1 end",
    "a function behind constants of every kind": "local t = {nil, true, false, 1.5, 'x', [2] = 'y'}\n"
    "local function f(a, b, c, d, ...) return t, ... end",
    "the old table arg": "local function f(a, b, c, d, ...) return arg end",
}


def test_a_function_with_much_before_its_dots_is_refused_on_51_and_runs_on_52(lua: Lua, dialect: Dialect) -> None:
    assert lua.run(NARROW) == (2, b"(a, b, c, d, ...)")
    if dialect is Dialect.LUA52:
        assert lua.run(WIDE) == 0
        return
    error = lua.fails("x = 1\n" + WIDE)
    assert isinstance(error, LuaSyntaxError)
    assert error.message == (
        "apps/x/app.lua:2: a function with '...' behind 4 parameters is refused on Lua 5.1, which it can crash: at most"
        " 3 are expected; take the rest from '...', or use the option --lua 5.2"
    )
    assert (error.file, error.line) == ("apps/x/app.lua", 2)


@pytest.mark.parametrize("code", HIDDEN.values(), ids=HIDDEN.keys())
def test_such_a_function_is_found_wherever_it_is(lua: Lua, dialect: Dialect, code: str) -> None:
    loaded = lua.run(f"local f, e = loadstring([==[{code}]==]) return f ~= nil, e and e:match('behind 4 parameters')")
    assert loaded == ((True, None) if dialect is Dialect.LUA52 else (False, b"behind 4 parameters"))


def test_it_is_found_behind_many_others(lua: Lua, dialect: Dialect) -> None:
    many = "\n".join(f"local function f{i % 100}(a, ...) local x{i} = {i} return x{i}, ... end" for i in range(100))
    assert lua.run(f"return loadstring([==[{many}]==]) ~= nil") is True
    loaded = lua.run(f"return loadstring([==[{many}\nreturn function(a, b, c, d, e, ...) end]==]) ~= nil")
    assert loaded is (dialect is Dialect.LUA52)
