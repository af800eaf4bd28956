"""Which Lua runs an app, and how it is chosen."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

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
    "bytecode": (["\x1bLua goto"], Dialect.LUA51),
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
