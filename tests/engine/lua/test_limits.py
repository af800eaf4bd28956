"""Scripts that loop, recurse or eat memory are stopped; the caller gets an error, the state stays whole."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from pytest_uimcp.engine.lua.errors import LuaError, LuaMemoryError, LuaTimeout
from pytest_uimcp.engine.lua.limits import MIB, LuaLimits
from tests import patience
from tests.engine.lua.lua import LIMITS, Lua

# A multiple of the limit that a loaded machine still keeps; a script that is not stopped runs for ever.
PATIENCE = patience.SECONDS
SOON = LuaLimits(seconds=0.05, memory=LIMITS.memory)

LOOPS = {
    "a loop": "while true do end",
    "a numeric loop": "for i = 1, math.huge do end",
    "a call in a loop": "local function f() end while true do f() end",
    "tail calls": "local function f() return f() end f()",
    "pcall that swallows": "while true do pcall(function() while true do end end) end",
    "pcall inside pcall": """
        local function f() while true do pcall(function() pcall(function() while true do end end) end) end end
        while true do pcall(f) end""",
    "xpcall with a handler that loops": "xpcall(function() error('x') end, function() while true do end end)",
    "xpcall with a handler that forgets": """
        while true do xpcall(function() while true do end end, function() return 'forgotten' end) end""",
    "xpcall with a handler that fails": """
        while true do xpcall(function() error('x') end, function() error('y') end) end""",
    "a failing pcall": "while true do pcall(error, 'x') end",
    "pcall of pcall": "while true do pcall(pcall, pcall, pcall, error) end",
    "pcall deep in the C stack": """
        local function spin() while true do end end
        local function f() pcall(f) while true do pcall(spin) end end
        f()""",
    "loops at the end of the C stack": """
        local function spin() for i = 1, 3000 do end end
        local function f() local t = setmetatable({}, {__index = f}) pcall(function() return t.x end)
          for i = 1, 1e9 do pcall(spin) end end
        f()""",
    "loops at the end of the Lua stack": """
        local function spin() for i = 1, 3000 do end end
        local function f() local ok = pcall(spin) return 1 + f() end
        while true do pcall(f) end""",
    "error handlers at the end of the C stack": """
        local function f() xpcall(f, function() while true do pcall(f) end end) while true do pcall(f) end end
        while true do pcall(f) end""",
    "handlers that dive": """
        local function dive(n) if n > 0 then return pcall(dive, n - 1) end for i = 1, 5000 do end end
        while true do for n = 1, 250 do xpcall(dive, dive) pcall(dive, n) end end""",
    "a coroutine": "coroutine.wrap(function() while true do end end)()",
    "resume that swallows": """
        while true do coroutine.resume(coroutine.create(function() while true do end end)) end""",
    "coroutines in coroutines": """
        local function nest(n)
          if n == 0 then while true do end end
          local co = coroutine.create(nest)
          while true do pcall(coroutine.resume, co, n - 1) co = coroutine.create(nest) end
        end
        nest(20)""",
    "a coroutine that makes coroutines": """
        local function f() return coroutine.wrap(f)() end
        while true do pcall(f) end""",
    "yield for ever": """
        local co = coroutine.wrap(function() while true do coroutine.yield() end end)
        while true do co() end""",
    "a coroutine that outlives its error": """
        kept = coroutine.wrap(function() while true do pcall(coroutine.yield) for i = 1, 100 do end end end)
        while true do kept() end""",
    "a sort comparator": """
        local t = {} for i = 1, 1000 do t[i] = i end
        table.sort(t, function(a, b) while true do end end)""",
    "a gsub callback": "string.gsub(string.rep('a', 99), 'a', function() while true do end end)",
    "gsub in pcall": "while true do pcall(string.gsub, 'aaa', 'a', function() while true do end end) end",
    "an __index": "local t = setmetatable({}, {__index = function() while true do end end}) return t.x",
    "a __newindex": "local t = setmetatable({}, {__newindex = function() while true do end end}) t.x = 1",
    "a __tostring": "tostring(setmetatable({}, {__tostring = function() while true do end end}))",
    "print of a __tostring": "print(setmetatable({}, {__tostring = function() while true do end end}))",
    "a __call": "setmetatable({}, {__call = function() while true do end end})()",
    "an __add": "return setmetatable({}, {__add = function() while true do end end}) + 1",
    "an __eq": """
        local m = {__eq = function() while true do end end}
        return setmetatable({}, m) == setmetatable({}, m)""",
    "an __lt": """
        local m = {__lt = function() while true do end end}
        return setmetatable({}, m) < setmetatable({}, m)""",
    "a __concat": "return setmetatable({}, {__concat = function() while true do end end}) .. 'x'",
    "metamethods that call each other": """
        local t = setmetatable({}, {})
        getmetatable(t).__index = function(t, k) return pcall(function() return t[k] end) end
        while true do local x = t.x end""",
    "the __tostring of an error value": "error(setmetatable({}, {__tostring = function() while true do end end}))",
    "the __tostring of an error value in pcall": """
        while true do pcall(error, setmetatable({}, {__tostring = function() while true do end end})) end""",
    "a reader of load": "load(function() while true do end end)",
    "a reader that fails": "while true do load(error) end",
    "load in pcall": "while true do pcall(load, function() while true do end end) end",
    "an iterator": "for _ in function() return 1 end do end",
    "foreach": "table.foreach({1}, function() while true do end end)",
    "collecting garbage": "local t = {} for i = 1, 20000 do t[i] = {} end while true do collectgarbage() end",
    "repeating strings": "while true do string.rep('x', 1000000) end",
    "searching long strings": "local s = string.rep('x', 1000000) while true do s:find('y', 1, true) end",
    "a poisoned string metatable": """
        getmetatable('').__index = function() while true do end end
        return ('x').y""",
    "a poisoned environment": """
        setmetatable(_G, {__index = function() while true do end end})
        return nothing""",
    "setfenv in a loop": "while true do setfenv(function() end, {}) end",
    "getinfo in a loop": "while true do debug.getinfo(1) debug.traceback() end",
    "module options": "module('m', function() while true do end end)",
    "an engine call that swallows": "while true do engine_try(function() while true do end end) end",
    "an engine call that fails": "while true do engine_try(error, 'x') end",
    "engine calls in engine calls": """
        local function f() engine_try(f) while true do engine_try(function() while true do end end) end end
        f()""",
}

BOMBS = {
    "a table": "local t = {} for i = 1, 1e9 do t[i] = i end",
    "tables": "local t = {} while true do t = {t} end",
    "strings in a table": "local t = {} for i = 1, 1e9 do t[i] = i .. string.rep('x', 1000) end",
    "doubling a string": "local s = 'x' while true do s = s .. s end",
    "repeating a string": "return string.rep('x', 1e9)",
    "repeating a string in pcall": "while true do pcall(string.rep, 'x', 1e9) end",
    "concatenating": """
        local t, s = {}, string.rep('x', 100000)
        for i = 1, 10000 do t[i] = s end
        return table.concat(t)""",
    "replacing": "local s = string.rep('x', 10000) return (string.gsub(s, 'x', s))",
    "formatting": "local s = 'x' while true do s = string.format('%s%s', s, s) end",
    "closures": "local t = {} for i = 1, 1e9 do t[i] = function() return i end end",
    "coroutines": "local t = {} for i = 1, 1e9 do t[i] = coroutine.create(function() end) end",
    "bombs in pcall": "while true do pcall(function() local t = {} for i = 1, 1e9 do t[i] = {} end end) end",
    "doubling in pcall": "while true do pcall(function() local s = 'x' while true do s = s .. s end end) end",
    "doubling in xpcall": """
        while true do xpcall(function() local s = 'x' while true do s = s .. s end end, function() return 1 end) end""",
    "a bomb in a coroutine": """
        local function bomb() local s = 'x' while true do s = s .. s end end
        while true do coroutine.resume(coroutine.create(bomb)) end""",
    "a bomb in an error handler": """
        xpcall(function() error('x') end, function() local s = 'x' while true do s = s .. s end end)""",
    "an error message that grows": "local s = 'x' while true do local ok, e = pcall(error, s .. s) s = e end",
    "keeping everything": "kept = {} for i = 1, 1e9 do kept[i] = i .. string.rep('x', 1000) end",
    "a global string": "kept = 'x' while true do kept = kept .. kept end",
    "a bomb in an engine call": """
        while true do engine_try(function() local s = 'x' while true do s = s .. s end end) end""",
    "source of a chunk": """
        local s = 'x = 1'
        while true do s = s .. ' ' .. s assert(loadstring(s)) end""",
    "pieces of a chunk": "local n = 0 load(function() n = n + 1 return n .. string.rep(' ', 100000) end)",
    "a printed string": "local t = {} for i = 1, 1e9 do t[i] = string.rep('x', 100000) .. i print(#t[i]) end",
    "reading what never ends": "return io.popen('yes'):read('*a')",
}

OVERFLOWS = {
    "recursion": "local function f() return 1 + f() end f()",
    "recursion through __index": """
        local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k) return t[k] .. 'x' end return t.x""",
    "recursion through __tostring": """
        local t = setmetatable({}, {}) getmetatable(t).__tostring = function() return tostring(t) end tostring(t)""",
    "recursion through gsub": "local function f() string.gsub('x', 'x', f) end f()",
    "recursion through sort": "local function f() table.sort({2, 1}, f) end f()",
    "recursion through coroutines": "local function f() coroutine.wrap(f)() end f()",
    "recursion through loadstring": "function f() loadstring('f()')() return 1 end f()",
    "an error in every handler": "local function f(e) error(e) end error(setmetatable({}, {__tostring = f}))",
}


@pytest.mark.parametrize("code", LOOPS.values(), ids=LOOPS.keys())
def test_a_script_that_never_ends_is_stopped(new_lua: Callable[..., Lua], code: str) -> None:
    lua = new_lua(limits=SOON)
    lua.run("state = {1, 2, 3}")
    started = time.monotonic()
    error = lua.fails(code)
    assert time.monotonic() - started < PATIENCE
    assert isinstance(error, LuaTimeout), error
    assert "the script ran longer than 0.05 s and was stopped" in error.message
    assert lua.run("return #state") == 3
    assert lua.host.busy_since is None


@pytest.mark.slow
@pytest.mark.parametrize("code", BOMBS.values(), ids=BOMBS.keys())
def test_a_script_that_eats_memory_is_stopped(lua: Lua, code: str) -> None:
    lua.run("state = {1, 2, 3}")
    error = lua.fails(code)
    assert isinstance(error, LuaMemoryError), error
    assert "the script needed more than 8 MiB of memory and was stopped" in error.message
    lua.run("kept = nil collectgarbage()")
    assert lua.run("return #state, string.rep('y', 1000000) ~= nil") == (3, True)
    assert lua.host.memory_used < LIMITS.memory


@pytest.mark.parametrize("code", OVERFLOWS.values(), ids=OVERFLOWS.keys())
def test_a_script_that_recurses_for_ever_is_stopped(lua: Lua, code: str) -> None:
    lua.run("state = {1, 2, 3}")
    lua.fails(code)
    assert lua.run("return #state, pcall(function() return 1 end)") == (3, True, 1)


def test_recursion_that_a_script_catches_itself_is_its_own_business(new_lua: Callable[..., Lua]) -> None:
    lua = new_lua(limits=LuaLimits())
    assert lua.run("local function f() return 1 + f() end return (pcall(f))") is False
    assert lua.run("local function f() pcall(f) return 1 end return f()") == 1


def test_the_error_names_the_line_that_was_running(new_lua: Callable[..., Lua]) -> None:
    lua = new_lua(limits=SOON)
    error = lua.fails("local x = 1\nwhile true do\nx = x + 1 end")
    assert (error.file, error.line) in {("apps/x/app.lua", 2), ("apps/x/app.lua", 3)}
    assert error.message.startswith(f"apps/x/app.lua:{error.line}: the script ran longer")
    assert "in main chunk" in error.traceback


def test_stopping_leaves_what_was_done_before(new_lua: Callable[..., Lua]) -> None:
    lua = new_lua(limits=SOON)
    lua.fails("count = 0 while true do count = count + 1 end")
    assert lua.run("return count > 0")


def test_a_slow_script_within_the_limit_is_left_alone(new_lua: Callable[..., Lua]) -> None:
    lua = new_lua(limits=LuaLimits(seconds=30))
    assert lua.run("local n = 0 for i = 1, 3e6 do n = n + 1 end return n") == 3_000_000


def test_each_operation_has_its_own_time(new_lua: Callable[..., Lua]) -> None:
    lua = new_lua(limits=SOON)
    for _ in range(3):
        assert isinstance(lua.fails("while true do end"), LuaTimeout)
        assert lua.run("local n = 0 for i = 1, 200 do n = n + 1 end return n") == 200


def test_a_session_over_its_memory_limit_can_release_memory(lua: Lua) -> None:
    assert isinstance(lua.fails("kept = string.rep('x', 10 * 2^20) for i = 1, 1e5 do end"), LuaMemoryError)
    assert lua.host.memory_used > LIMITS.memory
    assert lua.run("local t = {} for i = 1, 100 do t[i] = i end kept = nil return #t") == 100
    assert lua.run("return #string.rep('y', 3 * 2^20)") == 3 * MIB
    lua.run("collectgarbage()")
    assert lua.host.memory_used < LIMITS.memory


def test_a_session_over_its_memory_limit_gets_no_more(lua: Lua) -> None:
    lua.run("kept = {string.rep('x', 7 * 2^20)}")
    for _ in range(50):
        try:
            lua.run("for i = 1, 100 do kept[#kept + 1] = string.rep('x', 10000) .. i end for i = 1, 1e4 do end")
        except LuaMemoryError:
            continue
    assert lua.host.memory_used < 5 * LIMITS.memory
    lua.run("kept = nil")
    assert lua.run("return #string.rep('y', 3 * 2^20)") == 3 * MIB


def test_garbage_counts_for_nothing(lua: Lua) -> None:
    assert lua.run("for i = 1, 100 do local s = string.rep('x', 1000000) .. i end return 1") == 1
    assert lua.run("for i = 1, 1e5 do local t = {i} end return 1") == 1


def test_long_names_of_chunks_do_not_stay(lua: Lua) -> None:
    lua.run("for i = 1, 100 do loadstring('', '@' .. i .. (' '):rep(200000)) end")
    assert lua.run("collectgarbage() return collectgarbage('count') < 4000") is True


def test_memory_may_fill_up_to_the_limit(lua: Lua) -> None:
    assert lua.run("kept = {} for i = 1, 6 do kept[i] = string.rep('x', 2^20 - 100) .. i end return #kept") == 6
    for _ in range(20):
        assert lua.run("return #string.rep('y', 500000)") == 500_000


def test_bytecode_cannot_come_in_through_a_limit(lua: Lua) -> None:
    error = lua.fails("return loadstring('\\27Lua')()")
    assert isinstance(error, LuaError)


@pytest.mark.parametrize("wrong", [0, -1, float("nan")])
def test_a_time_limit_must_be_above_zero(wrong: float) -> None:
    with pytest.raises(ValueError, match="expected a time limit above 0 seconds"):
        LuaLimits(seconds=wrong)


def test_a_memory_limit_must_let_lua_start() -> None:
    with pytest.raises(ValueError, match="expected a memory limit of at least 1048576 bytes, got 1000"):
        LuaLimits(memory=1000)
