"""`E.guard.try`: how the engine calls functions of the app."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_uimcp.engine.lua.errors import LuaError, LuaTimeout
from pytest_uimcp.engine.lua.limits import LuaLimits
from tests.engine.lua.lua import LIMITS, Lua

SOON = LuaLimits(seconds=0.05, memory=LIMITS.memory)


@pytest.fixture
def trying(lua: Lua) -> Lua:
    lua.part("""
        local E = ...
        function E.ops.count(...)
          return E.raw.select("#", E.guard.try(function(...) return E.raw.select("#", ...), nil, nil end, ...)),
            E.raw.select(2, E.guard.try(function(...) return E.raw.select("#", ...), nil end, ...))
        end""")
    return lua


@pytest.mark.parametrize("n", range(7))
def test_arguments_and_results_pass_unchanged(trying: Lua, n: int) -> None:
    assert trying.host.call("count", *[None] * n) == (4, n, None)


def test_an_error_is_false_a_message_a_kind_and_a_traceback(lua: Lua) -> None:
    ok, message, kind, traceback = lua.host.call("try", "local function get() error('no') end\nget()")
    assert (ok, message, kind) == (False, b"try.lua:1: no", b"error")
    assert traceback == b"\ttry.lua:1: in function 'get'\n\ttry.lua:2: in main chunk"


def test_an_error_value_is_described(lua: Lua) -> None:
    assert lua.host.call("try", "error({code = 3})")[1] == b"the error value is a table: {code = 3}"
    assert lua.host.call("try", "error(setmetatable({}, {__tostring = function() return 'shown' end}))")[1] == b"shown"


def test_after_a_timeout_the_next_call_has_time_again(new_lua: Callable[..., Lua]) -> None:
    lua = new_lua(limits=SOON)
    lua.part("""
        local E = ...
        function E.ops.sweep()
          local spin, work = E.load("while true do end", "@spin.lua"), E.load("return 6 * 7", "@work.lua")
          local a, message, kind, traceback = E.guard.try(spin)
          local b, result = E.guard.try(work)
          return a, message, kind, traceback, b, result
        end""")
    assert lua.host.call("sweep") == (
        False,
        b"spin.lua:1: the script ran longer than 0.05 s and was stopped",
        b"timeout",
        b"\tspin.lua:1: in main chunk",
        True,
        42,
    )


def test_after_a_memory_error_the_memory_is_there_again(lua: Lua) -> None:
    lua.part("""
        local E = ...
        function E.ops.sweep()
          local _, message, kind = E.guard.try(E.load("local s = 'x' while true do s = s .. s end", "@bomb.lua"))
          local ok, size = E.guard.try(E.load("return #string.rep('x', 5 * 2^20)", "@work.lua"))
          return message, kind, ok, size
        end""")
    message, kind, ok, size = lua.host.call("sweep")
    assert b"the script needed more than 8 MiB of memory and was stopped" in message
    assert (kind, ok, size) == (b"memory", True, 5 * 2**20)


@pytest.mark.slow
def test_calls_that_all_time_out_end_the_operation(new_lua: Callable[..., Lua]) -> None:
    lua = new_lua(limits=SOON)
    lua.part("""
        local E = ...
        tries = 0
        function E.ops.sweep()
          local spin = E.load("while true do end", "@spin.lua")
          while true do E.guard.try(spin) tries = tries + 1 end
        end
        function E.ops.tries() return tries end""")
    with pytest.raises(LuaTimeout):
        lua.host.call("sweep")
    assert 1 < lua.host.call("tries") <= 32


def test_quick_failures_use_up_the_time_of_the_operation(new_lua: Callable[..., Lua]) -> None:
    lua = new_lua(limits=SOON)
    lua.part("""
        local E = ...
        function E.ops.sweep()
          local fail = E.load("error('x')", "@fail.lua")
          while true do E.guard.try(fail) end
        end""")
    with pytest.raises(LuaTimeout):
        lua.host.call("sweep")


def test_a_call_from_the_app_cannot_swallow_a_timeout(new_lua: Callable[..., Lua]) -> None:
    lua = new_lua(limits=SOON)
    with pytest.raises(LuaTimeout):
        lua.run("engine_try(function() while true do end end) after = 1")
    assert lua.run("return after") is None


def test_a_call_from_a_coroutine_cannot_swallow_a_timeout(new_lua: Callable[..., Lua]) -> None:
    lua = new_lua(limits=SOON)
    with pytest.raises(LuaTimeout):
        lua.run("coroutine.wrap(function() engine_try(function() while true do end end) after = 1 end)()")
    assert lua.run("return after") is None


def test_calls_nest(lua: Lua) -> None:
    nested = "return engine_try(function(...) return engine_try(function(...) return ... end, ...) end, 1, nil)"
    assert lua.run(nested) == (True, True, 1, None)
    assert lua.run("return select(2, engine_try(function() return (select(2, engine_try(error, 'in'))) end))") == b"in"


def test_calls_work_inside_coroutines(lua: Lua) -> None:
    add = "return coroutine.wrap(function() return engine_try(function(a, b) return a + b end, 1, 2) end)()"
    assert lua.run(add) == (True, 3)
    ok, message, kind = lua.run("return coroutine.wrap(function() return engine_try(error, 'no') end)()")[:3]
    assert (ok, message, kind) == (False, b"no", b"error")


def test_an_operation_that_is_stopped_inside_the_engine_says_so(new_lua: Callable[..., Lua]) -> None:
    lua = new_lua(limits=SOON)
    lua.part("local E = ... function E.ops.spin() while true do end end")
    with pytest.raises(LuaTimeout, match=r"^the script ran longer than 0\.05 s and was stopped$"):
        lua.host.call("spin")


def test_quitting_passes_every_pcall(lua: Lua) -> None:
    lua.part("local E = ... E.env.quit = function() E.guard.quit('enough') end")
    error = lua.fails("pcall(pcall, quit) pcall(function() coroutine.wrap(quit)() end) after = 1")
    assert isinstance(error, LuaError)
    assert (error.message, error.file, error.line) == ("enough", "apps/x/app.lua", 1)
    assert lua.run("return after") is None
