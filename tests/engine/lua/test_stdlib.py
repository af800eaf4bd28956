"""The library an app sees: Lua 5.1's, on either runtime."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.lua.lua import Lua

NAMES = {
    "_G": "_G _VERSION assert collectgarbage coroutine debug dofile error gcinfo getfenv getmetatable io ipairs load"
    " loadfile loadstring math module next os package pairs pcall print rawequal rawget rawset select setfenv"
    " setmetatable string table tonumber tostring type unpack xpcall",
    "coroutine": "create resume running status wrap yield",
    "debug": "getinfo traceback",
    "io": "close flush input lines open output popen read stderr stdin stdout tmpfile type write",
    "math": "abs acos asin atan atan2 ceil cos cosh deg exp floor fmod frexp huge ldexp log log10 max min mod modf pi"
    " pow rad random randomseed sin sinh sqrt tan tanh",
    "os": "clock date difftime execute exit getenv remove rename setlocale time tmpname",
    "package": "config loaded path preload seeall",
    "string": "byte char find format gfind gmatch gsub len lower match rep reverse sub upper",
    "table": "concat foreach foreachi getn insert maxn remove setn sort",
}


@pytest.mark.parametrize("library", NAMES)
def test_a_library_has_these_functions(lua: Lua, library: str) -> None:
    lua.run("require_is_a_matter_of_the_engine = nil E, engine_try = nil, nil")
    names = lua.run(
        f"local n = {{}} for k in next, {library} do n[#n + 1] = k end table.sort(n) return table.concat(n, ' ')"
    )
    assert names.decode() == NAMES[library]


# Expressions and what they give; the dialect is 5.1 on both runtimes.
VALUES: dict[str, object] = {
    "_VERSION": b"Lua 5.1",
    "_G._G == _G": True,
    "10 / 2 .. ''": b"5",
    "2^53 .. ''": b"9.007199254741e+15",
    "unpack({1, 2, 3})": (1, 2, 3),
    "unpack({1, 2, 3}, 2)": (2, 3),
    "unpack({1, 2, 3}, '2', 3)": (2, 3),
    "unpack({1, 2, 3}, 3, 2)": None,
    "unpack({1, 2}, -1)": (None, None, 1, 2),
    "select('#', unpack({}, 1, 7000))": 7000,
    "pcall(unpack, {}, 0, 2^31 - 1)": (False, b"too many results to unpack"),
    "pcall(unpack, {}, 0 / 0)": (False, b"too many results to unpack"),
    "pcall(unpack, {}, {})": (False, b"bad argument #2 to 'unpack' (number expected, got table)"),
    "pcall(unpack)": (False, b"bad argument #1 to 'unpack' (table expected, got no value)"),
    "(function() local t = {1, 3} table.insert(t, 2, 2) table.insert(t, 4) return unpack(t) end)()": (1, 2, 3, 4),
    "(function() local t = {} table.insert(t, nil) table.insert(t, 1, nil) return #t end)()": 0,
    "pcall(table.insert, {}, -2^31, 1)": (False, b"bad argument #2 to 'insert' (position out of bounds)"),
    "(function() local t = setmetatable({3, 1, 2}, {__len = function() return 99 end}) table.sort(t)"
    " table.insert(t, 4) table.insert(t, 1, 0) return table.remove(t), table.getn(t), table.concat(t, ',') end)()": (
        4,
        4,
        b"0,1,2,3",
    ),
    "table.getn({1, 2})": 2,
    "table.maxn({1, [7] = 2, x = 3})": 7,
    "table.foreach({5}, function(k, v) return k + v end)": 6,
    "table.foreachi({5, 6}, function(i, v) if i == 2 then return v end end)": 6,
    "pcall(table.setn, {}, 1)": (False, b"'setn' is obsolete"),
    "math.pow(2, 10)": 1024,
    "math.log10(1000) - 3 < 1e-9": True,
    "math.mod(7, 3)": 1,
    "select('#', nil, nil)": 2,
    "select(-1, 1, 2)": 2,
    "('a,b'):gfind('%w')()": b"a",
    "string.format('%q', 'a\"b')": b'"a\\"b"',
    "('x'):rep(3)": b"xxx",
    "('x'):rep(-1)": b"",
    "(''):rep(2^30)": b"",
    "(5):rep(2)": None,
    "string.rep(5, 2)": b"55",
    "('abc'):find('b', 1, true)": (2, 2),
    "('abc'):find('(b)(c)')": (2, 3, b"b", b"c"),
    "('abc'):find('x')": None,
    "('abc'):match('a(.)', 1)": b"b",
    "('a b'):gsub('%w', '<%0>')": (b"<a> <b>", 2),
    "('a b'):gsub('%w', {a = 1})": (b"1 b", 2),
    "('a b'):gsub('%w', string.upper, 1)": (b"A b", 1),
    "#('x'):rep(70000):gsub('x', 'yy')": 140000,
    "(function() local n = 0 for w in ('a b c'):gmatch('%a') do n = n + 1 end return n end)()": 3,
    "(function() local n = 0 for i, v in ipairs({1, 2, nil, 4}) do n = i end return n end)()": 2,
    "(function() for k in pairs(setmetatable({1}, {__pairs = error})) do return k end end)()": 1,
    "(function() for i in ipairs(setmetatable({1}, {__ipairs = error})) do return i end end)()": 1,
    "pcall(pairs, 5)": (False, b"bad argument #1 to '?' (table expected, got number)"),
    "tostring(setmetatable({}, {__tostring = function() return 'shown' end}))": b"shown",
    "getmetatable(setmetatable({}, {__metatable = 'locked'}))": b"locked",
    "pcall(setmetatable, setmetatable({}, {__metatable = 1}), {})": (False, b"cannot change a protected metatable"),
    "tonumber('0x10')": 16,
    "tonumber('z', 36)": 35,
    "type(collectgarbage('count'))": b"number",
    "collectgarbage()": 0,
    "collectgarbage('step') ~= nil": True,
    "pcall(collectgarbage, 'generational')": (
        False,
        b"bad argument #1 to 'collectgarbage' (invalid option 'generational')",
    ),
    "gcinfo() > 0": True,
    "coroutine.status(coroutine.create(function() end))": b"suspended",
    "coroutine.running()": None,
    "coroutine.wrap(function() return coroutine.running() ~= nil end)()": True,
    "(function() local f = coroutine.wrap(function(a) local b = coroutine.yield(a + 1) return b * 2 end)"
    " return f(1), f(5) end)()": (2, 10),
    "coroutine.resume(coroutine.create(function(...) return select('#', ...) end), nil, nil)": (True, 2),
    "coroutine.resume(coroutine.create(function(...) return select('#', ...) end), unpack({}, 1, 3000))": (True, 3000),
    "(function() local c c = coroutine.create(function() return coroutine.resume(c, 1) end)"
    " return coroutine.resume(c) end)()": (True, False, b"cannot resume running coroutine"),
    "(function() local c = coroutine.create(function() end) coroutine.resume(c)"
    " return coroutine.resume(c, unpack({}, 1, 99)) end)()": (False, b"cannot resume dead coroutine"),
    "(function() local f = coroutine.wrap(function() end) f() return pcall(f) end)()": (
        False,
        b"cannot resume dead coroutine",
    ),
    "pcall(coroutine.create, type)": (False, b"bad argument #1 to 'create' (Lua function expected)"),
    "pcall(coroutine.resume, 5)": (False, b"bad argument #1 to 'resume' (coroutine expected)"),
    "xpcall(function(...) return select('#', ...) end, print, 1, 2)": (True, 0),
    "pcall(function(...) return select('#', ...) end, nil, nil)": (True, 2),
    "pcall(function(...) return select('#', ...) end, 1, 2, 3, 4, nil)": (True, 5),
    "select('#', pcall(function() return 1, nil, nil end))": 4,
    "loadstring('return ...')(1, 2)": (1, 2),
    "loadstring('x =')": (None, b'[string "x ="]:1: unexpected symbol near '),
    "loadstring('x =', '@name.lua')": (None, b"name.lua:1: unexpected symbol near "),
    "load(function() return nil end)": "function",
    "(function() local p = {'return ', '6 ', '* 7'} return load(function() return table.remove(p, 1) end)() end)()": 42,
    "load(function() error('x', 0) end)": (None, b"x"),
    "load(function() return {} end)": (None, b"reader function must return a string"),
    "pcall(load, 'return 1')": (False, b"bad argument #1 to 'load' (function expected, got string)"),
    "getfenv() == _G": True,
    "(function() local f = loadstring('return x') setfenv(f, {x = 9}) return f() end)()": 9,
    "(function() local e = {} local f = setfenv(function() y = 1 end, e) f() return e.y, y end)()": (1, None),
    "(function() local e = setmetatable({}, {__index = _G}) local function g() setfenv(1, e) z = 5 return z end"
    " return g(), z, e.z end)()": (5, None, 5),
    "(function() local e = {x = 1} local function set() setfenv(2, e) end"
    " local function user() set() return x end return user() end)()": 1,
    "(function() local e = {} local f = setfenv(function() return 1 end, e) return f() end)()": 1,
    "(function() local e = {get = getfenv} local function f() return (get(1)) end"
    " setfenv(f, e) return f() == e end)()": True,
    "pcall(getfenv, 999)": (False, b"bad argument #1 to 'getfenv' (invalid level)"),
    "pcall(getfenv, -1)": (False, b"bad argument #1 to 'getfenv' (level must be non-negative)"),
    "debug.getinfo(1, 'S').source": b"@apps/x/app.lua",
    "debug.getinfo(1, 'l').currentline": 1,
    "debug.getinfo(print, 'S').what ~= nil": True,
    "debug.getinfo(999)": None,
    "package.loaded.string == string": True,
    "pcall(error)": (False, None),
    "next({})": None,
    "rawequal('a', 'a')": True,
    "assert(1, 2)": (1, 2),
}


@pytest.mark.parametrize("expression", VALUES)
def test_expressions_give_what_lua_51_gives(lua: Lua, expression: str) -> None:
    expected = VALUES[expression]
    if expression == "(5):rep(2)":
        assert "attempt to index a number value" in lua.fails(f"return {expression}").message
    elif expected == "function":
        assert lua.run(f"return type({expression})") == b"function"
    elif isinstance(expected, tuple) and isinstance(expected[-1], bytes):
        result = lua.run(f"return {expression}")
        assert result[:-1] == expected[:-1]
        assert result[-1].startswith(expected[-1].removesuffix(b"'?' (table expected, got number)"))
    else:
        assert lua.run(f"return {expression}") == expected


ADDITIONS = """
    bit32 rawlen utf8 table.pack table.unpack table.move package.searchers package.searchpath math.type warn
    coroutine.isyieldable string.pack
"""


@pytest.mark.parametrize("name", ADDITIONS.split())
def test_later_additions_to_lua_are_absent(lua: Lua, name: str) -> None:
    assert lua.run(f"return {name}") is None


def test_finalizers_of_tables_are_refused_or_never_run(lua: Lua) -> None:
    lua.run("ran = 0 pcall(setmetatable, {}, {__gc = function() ran = ran + 1 end}) collectgarbage() collectgarbage()")
    assert lua.run("return ran") == 0


def test_the_module_function_makes_a_table_and_moves_the_chunk_into_it(lua: Lua) -> None:
    lua.run("module('shapes.square', package.seeall) function area(a) return math.pow(a, 2) end", "@square.lua")
    assert lua.run("return shapes.square.area(3), package.loaded['shapes.square'] == shapes.square, area") == (
        9,
        True,
        None,
    )
    assert lua.run("return shapes.square._NAME, shapes.square._PACKAGE, shapes.square._M == shapes.square") == (
        b"shapes.square",
        b"shapes.",
        True,
    )
    lua.run("module('shapes.square') more = 1", "@square.lua")
    assert lua.run("return shapes.square.more, shapes.square.area ~= nil") == (1, True)
    assert "name conflict for module 'print'" in lua.fails("module('print')").message
    assert (
        "'module' not called from a Lua function"
        in lua.fails("pcall(module, 'x') module_ = module; ('x'):gsub('x', module)").message
    )


def test_a_pattern_that_would_end_the_process_is_refused(lua: Lua) -> None:
    lua.run("long = ('a?'):rep(125000)")
    for call in ("('a'):find(long)", "('a'):match(long)", "('a'):gsub(long, '')", "('a'):gmatch(long)"):
        error = lua.fails(call)
        assert error.message.startswith("apps/x/app.lua:1: pattern too long: expected at most 4096 bytes, got 250000")
        assert "string.find(s, text, 1, true)" in error.message
    assert lua.run("return (long .. 'b'):find(long, 1, true)") == (1, 250000)
    assert lua.run("return ('a'):rep(5000):find(('a'):rep(4096))") == (1, 4096)


def test_print_and_tostring_work_with_each_other(lua: Lua) -> None:
    lua.run("print(1, nil, true, 'x', setmetatable({}, {__tostring = function() return 'shown' end})) print()")
    assert lua.output.lines() == ["1\tnil\ttrue\tx\tshown", ""]
    assert (
        "'tostring' must return a string"
        in lua.fails("print(setmetatable({}, {__tostring = function() return {} end}))").message
    )


def test_methods_added_to_strings_are_found(lua: Lua) -> None:
    lua.run("function string.trim(s) return (s:gsub('^%s+', ''):gsub('%s+$', '')) end")
    assert lua.run("return ('  x '):trim()") == b"x"


def test_a_shebang_and_a_byte_order_mark_are_skipped_in_files_only(lua: Lua, tmp_path: Path) -> None:
    (tmp_path / "x.lua").write_bytes(b"\xef\xbb\xbf#!/usr/bin/lua\nreturn debug.getinfo(1, 'l').currentline")
    assert lua.run(f"return dofile([[{tmp_path}/x.lua]]), loadfile([[{tmp_path}/x.lua]])()") == (2, 2)
    assert "unexpected symbol" in lua.fails("#!/usr/bin/lua", "=eval").message
    assert b"unexpected symbol" in lua.run("return select(2, loadstring('\\239\\187\\191return 1', '@x.lua'))")
