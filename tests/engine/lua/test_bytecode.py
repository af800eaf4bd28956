"""Bytecode is refused, whatever precedes it and whichever function loads it: on Lua 5.1 it can be forged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.lua.limits import LuaLimits
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.lua.runtime import Dialect, Runtime, compiles
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session
from tests.engine.lua.forged import compiled, forged, literal
from tests.engine.lua.fuzz.runs import run
from tests.engine.lua.lua import Lua
from tests.engine.peer import Peer
from tests.files import put

REFUSED = "bytecode is refused: expected Lua source text"
MARK = b"\xef\xbb\xbf"
DISGUISES = {
    "nothing": b"",
    "a byte order mark": MARK,
    "two byte order marks": MARK + MARK,
    "a first line with #": b"#!/usr/bin/lua\n",
    "a mark and a first line with #": MARK + b"#!/usr/bin/lua\n",
    "a first line with # and a mark": b"#!/usr/bin/lua\n" + MARK,
    "two first lines with #": b"#\n#\n",
    "a first line without an end": b"#",
    "a space": b" ",
    "white space of every kind": b" \t\r\n\v\f",
    "a mark and white space": MARK + b"\n",
    "white space and a mark": b"\n" + MARK,
    "a zero byte": b"\0",
    "a comment": b"--\n",
    "source text": b"x = 1\n",
}


def ways(chunk: str) -> dict[str, str]:
    """Code that tries to load and run the string `chunk`."""
    loaders = {
        "loadstring": f"loadstring({chunk})",
        "loadstring with a file's name": f"loadstring({chunk}, '@x.lua')",
        "loadstring with the name of a part of the engine": f"loadstring({chunk}, '=uimcp/guard')",
        "load": f"load(reader({chunk}, 1e9))",
        "load with a file's name": f"load(reader({chunk}, 1e9), '@x.lua')",
        "load of single bytes": f"load(reader({chunk}, 1), '@x.lua')",
        "load of pieces of three bytes, as long as a mark": f"load(reader({chunk}, 3), '@x.lua')",
        "loadfile": "loadfile(path)",
        "dofile": "function() return dofile(path) end",
        "require": "function() return require('module') end",
        "require of a module that was unloaded": "function() pcall(require, 'module') session:unloadModule('module') "
        "return require('module') end",
        "mcp:app": "function() return mcp:app('late') end",
        "mcp:display": "function() return mcp:display('late') end",
    }
    direct = {name: f"attempt({code})" for name, code in loaders.items()}
    return direct | {
        f"{name} in a coroutine": f"coroutine.wrap(function() {code} end)()" for name, code in direct.items()
    } | {
        "a reader that yields": f"local load_in = coroutine.wrap(function() attempt(load(function() "
        "return coroutine.yield() end, '@x.lua')) end) load_in() "
        f"for c in ({chunk}):gmatch('.') do pcall(load_in, c) end "
        "pcall(load_in)",
    }  # fmt: skip


HELPERS = """
function reader(chunk, size)
  local at = 1 - size
  return function()
    at = at + size
    return chunk:sub(at, at + size - 1)
  end
end
function attempt(f) if f then pcall(f) end end
"""


@pytest.fixture
def payload(dialect: Dialect) -> bytes:
    return compiled(dialect, b"ran = true")


@pytest.fixture
def session(dialect: Dialect, tmp_path: Path) -> Iterator[Session]:
    put(tmp_path / "lua/main.lua", HELPERS)
    with Session(tmp_path, options=SessionOptions(dialect=dialect), output=MemoryOutput()) as session:
        yield session


@pytest.mark.parametrize("way", ways("chunk"))
def test_every_loader_runs_source_text_and_no_bytecode_in_any_disguise(
    session: Session, payload: bytes, way: str
) -> None:
    def ran(data: bytes) -> bool:
        for name in ("lua/module.lua", "apps/late/app.lua", "x.lua"):
            put(session.base_dir / name, data)
        session.eval(f"ran, path = nil, [[{session.base_dir}/x.lua]] late = nil package.loaded.module = nil")
        session.eval(f"local chunk = {literal(data)} {ways('chunk')[way]}")
        return bool(session.eval("return ran == true").data)

    assert "yields" in way or ran(b"ran = true")
    assert [name for name, disguise in DISGUISES.items() if ran(disguise + payload)] == []


FILES = {
    "lua/main.lua": "",
    "lua/mcp.lua": "",
    "apps/early/init.lua": "",
    "apps/early/app.lua": "mcp:app('early')",
    "lua/early.lua": "mcp:app('early')",
    "lua/a/b.lua": "require('a.b')",
    "lua/a/b/init.lua": "require('a.b')",
}


@pytest.mark.parametrize("disguise", DISGUISES.values(), ids=DISGUISES.keys())
@pytest.mark.parametrize("name", FILES)
def test_no_file_of_an_app_directory_may_be_bytecode(
    dialect: Dialect, payload: bytes, tmp_path: Path, name: str, disguise: bytes
) -> None:
    put(tmp_path / name, disguise + payload)
    with Session(tmp_path, options=SessionOptions(dialect=dialect), output=MemoryOutput()) as session:
        session.eval(f"pcall(function() {FILES[name]} end)")
        assert session.eval("return ran").data is None


@pytest.mark.parametrize("disguise", DISGUISES.values(), ids=DISGUISES.keys())
@pytest.mark.parametrize("name", ["lua/main.lua", "apps/early/init.lua", "lua/module.lua"])
def test_a_reload_runs_no_bytecode(
    dialect: Dialect, payload: bytes, tmp_path: Path, name: str, disguise: bytes
) -> None:
    put(tmp_path / name, "fine = true")
    with Session(tmp_path, options=SessionOptions(dialect=dialect), output=MemoryOutput()) as session:
        session.eval("pcall(require, 'module')")
        put(tmp_path / name, disguise + payload)
        session.reload()
        assert session.eval("return {fine, ran == nil}").data == [True, True]


@pytest.mark.parametrize("disguise", DISGUISES.values(), ids=DISGUISES.keys())
def test_run_code_may_not_be_bytecode(session: Session, payload: bytes, disguise: bytes) -> None:
    with pytest.raises(LuaError):
        session.eval(disguise + payload)
    assert session.eval("return ran").data is None


@pytest.mark.parametrize("disguise", DISGUISES.values(), ids=DISGUISES.keys())
def test_the_lua_property_of_the_root_runs_no_bytecode(
    dialect: Dialect, payload: bytes, tmp_path: Path, disguise: bytes
) -> None:
    put(tmp_path / "lua/property.lua", disguise + payload)
    options = SessionOptions(dialect=dialect, lua_property=True)
    with Session(tmp_path, options=options, output=MemoryOutput()) as session:
        peer = Peer(session)
        peer.update(1, lua="property.lua")
        assert peer.errors or disguise == DISGUISES["a first line without an end"]
        assert session.eval("return ran").data is None


def test_the_refusal_says_what_is_expected(session: Session, payload: bytes) -> None:
    put(session.base_dir / "x.lua", MARK + b"#\n\n" + payload)
    put(session.base_dir / "lua/module.lua", MARK + payload)
    for code in (
        f"return select(2, loadstring({literal(payload)}))",
        f"return select(2, loadstring({literal(b' ' + payload)}))",
        f"return select(2, loadfile([[{session.base_dir}/x.lua]]))",
        "return select(2, pcall(require, 'module'))",
    ):
        assert session.eval(code).data == REFUSED


def test_no_function_can_be_turned_into_bytecode(session: Session) -> None:
    assert session.eval("return {string.dump == nil, ('').dump == nil}").data == [True, True]


# ------------------------------------------------------------------------------------------------ why

ATTACK = f"""
local attack = assert(loadstring({literal(MARK + forged())}, "@x"))()
for _, value in next, attack(getfenv) do
  if type(value) == "table" and value ~= _G and type(value.os) == "table" then
    value.os.execute("touch escaped")
    return value
  end
end
"""


def test_forged_bytecode_reads_what_a_function_keeps_to_itself() -> None:
    code = b"""
        local secret = {}
        local a, b, c, d, e
        local function target() return a, b, c, d, e, secret end
        return loadstring((...))()(target)[6] == secret
    """
    assert Runtime(Dialect.LUA51).execute(code, forged()) is True


@pytest.mark.slow
def test_forged_bytecode_reaches_nothing_outside(tmp_path: Path) -> None:
    result = run("5.1", [{"calls": [ATTACK.replace("escaped", str(tmp_path / "escaped"))]}], access="none")
    assert [str(death) for death in result.deaths] == []
    assert [outcome for _, outcome in result.outcomes] == ["error"]
    assert list(tmp_path.iterdir()) == []


def test_the_compiler_gets_nothing_that_is_longer_than_a_file_may_be(new_lua: Callable[..., Lua]) -> None:
    lua = new_lua(limits=LuaLimits(seconds=60))
    assert lua.run("return select(2, loadstring((' '):rep(16 * 2^20 + 1)))") == (
        b"the source has over 16 MiB, which is too long"
    )
    assert lua.run("return loadstring((' '):rep(16 * 2^20)) ~= nil") is True


@pytest.mark.slow
@pytest.mark.parametrize(
    ("begin", "each", "end"),
    [
        ("local a return a", " and a", ""),
        ("local a return a", "\nor a", ""),
        ("if x then ", "elseif x then ", "end"),
        ("while x do ", "if x then break end ", "end"),
    ],
)
def test_the_compiler_gets_nothing_with_more_branches_than_it_can_do_in_seconds(
    lua: Lua, begin: str, each: str, end: str
) -> None:
    def tried(count: int) -> bytes | None:
        source = f"{begin!r} .. ({each!r}):rep({count}) .. {end!r}"
        problem: bytes | None = lua.run(f"return select(2, loadstring({source}))")
        return problem

    assert tried(20_000) is None
    assert b"over 20000 of 'and', 'or', 'elseif', 'break' and 'goto'" in (tried(20_001) or b"")


@pytest.mark.slow
def test_a_source_that_takes_too_long_to_compile_counts_as_invalid() -> None:
    source = b"goto x ::x:: local a return a" + b" and a" * 20_001
    assert not compiles(Dialect.LUA52, source)
    assert compiles(Dialect.LUA52, source.replace(b" and a", b"", 2))
