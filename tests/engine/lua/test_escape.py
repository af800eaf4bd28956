"""Nothing of Python, of the engine or of the real globals can be reached from a script."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.engine.lua.lua import Lua

# Walks everything that is reachable from the environment: fields, metatables, environments of functions.
WALK = """
local seen, queue, report = {}, {}, {}
local function add(value, path)
  local kind = type(value)
  if (kind == 'table' or kind == 'function' or kind == 'userdata' or kind == 'thread') and not seen[value] then
    seen[value] = path
    queue[#queue + 1] = value
  end
end
add(_G, '_G')
add('', 'string')
add(getmetatable(''), 'getmetatable("")')
add(coroutine.create(function() end), 'thread')
add(select(2, pcall(error)), 'error')
local at = 1
while queue[at] do
  local value, path = queue[at], seen[queue[at]]
  if type(value) == 'table' then
    for k, v in next, value do add(k, path .. '.key') add(v, path .. '.' .. tostring(k)) end
  end
  add(getmetatable(value), 'getmetatable(' .. path .. ')')
  if type(value) == 'function' then
    add(getfenv(value), 'getfenv(' .. path .. ')')
    local info = debug.getinfo(value)
    for k, v in next, info do add(v, 'getinfo(' .. path .. ').' .. k) end
  end
  if type(value) == 'userdata' then
    report[#report + 1] = path
    for _, key in next, {'__index', '__gc', '__metatable', '__class__', '__name', 'write', 'read', 'x'} do
      local ok, found = pcall(function() return value[key] end)
      if ok then add(found, path .. '[' .. key .. ']') end
    end
  end
  at = at + 1
end
local names = {}
for value, path in next, seen do
  if type(value) == 'function' then names[#names + 1] = path end
end
table.sort(report)
return table.concat(report, ' '), #names
"""

# Each must hold: expressions in the app's environment.
TRUTHS = {
    "python is not there": "python == nil and package.loaded.python == nil and rawget(_G, 'python') == nil",
    "no C loaders": "package.loadlib == nil and package.cpath == nil and package.loaders == nil"
    " and package.searchers == nil",
    "package.loaded holds the app's own libraries": "package.loaded.string == string and package.loaded._G == _G"
    " and package.loaded.io == io and package.loaded.debug == debug and package.loaded.package == package",
    "no bytecode out": "string.dump == nil",
    "no newproxy": "newproxy == nil",
    "debug is traceback and getinfo": "(function() local n = {} for k in next, debug do n[#n + 1] = k end"
    " table.sort(n) return table.concat(n, ' ') end)() == 'getinfo traceback'",
    "getinfo hands out no function": "debug.getinfo(1).func == nil and debug.getinfo(1, 'f').func == nil"
    " and debug.getinfo(print).func == nil and debug.getinfo(1, 'nSluf').func == nil",
    "getinfo has no other way to a function": "(function() for l = 0, 50 do local i = debug.getinfo(l)"
    " for k, v in next, i or {} do if type(v) == 'function' or type(v) == 'userdata' then return false end end end"
    " return true end)()",
    "getfenv gives the app's environment at every level": "(function() for l = 0, 50 do"
    " local ok, e = pcall(getfenv, l) if ok and e ~= _G then return false end end return true end)()",
    "getfenv of library functions gives the app's environment": "(function() for _, lib in next, package.loaded do"
    " for _, f in next, lib do if type(f) == 'function' and getfenv(f) ~= _G then return false end end end"
    " return true end)()",
    "getfenv of file methods gives the app's environment": "getfenv(io.stdout.write) == _G"
    " and getfenv(io.tmpfile().write) == _G and getfenv(io.lines('/dev/null')) == _G",
    "getfenv in a coroutine": "coroutine.wrap(function() return getfenv(0) == _G and getfenv(1) == _G end)()",
    "setfenv cannot touch the library": "not pcall(setfenv, print, {}) and not pcall(setfenv, io.open, {})"
    " and not pcall(setfenv, string.find, {}) and not pcall(setfenv, pcall, {}) and not pcall(setfenv, type, {})",
    "setfenv cannot touch the thread": "not pcall(setfenv, 0, {})",
    "the environment has no metatable to look through": "getmetatable(_G) == nil",
    "the string metatable leads to the app's string library": "getmetatable('').__index == string",
    "functions and threads have no metatables": "getmetatable(print) == nil and"
    " getmetatable(coroutine.create(print ~= nil and function() end)) == nil",
    "files hide their metatable": "getmetatable(io.stdout) == 'FILE*' and getmetatable(io.tmpfile()) == 'FILE*'"
    " and getmetatable(io.popen('true')) == 'FILE*'",
    "files hide their finalizer": "io.stdout.__gc == nil and io.tmpfile().__gc == nil and"
    " io.tmpfile().__index == nil and io.tmpfile().__metatable == nil and io.popen('true').__index == nil",
    "the metatable of files cannot be replaced": "not pcall(setmetatable, io.stdout, {})"
    " and not pcall(setmetatable, io.tmpfile(), {})",
    "io.stdout is a file and nothing else": "type(io.stdout) == 'userdata' and io.type(io.stdout) == 'file'"
    " and not pcall(function() return io.stdout.x.y end) and not pcall(function() io.stdout.x = 1 end)"
    " and not pcall(function() return io.stdout() end) and not pcall(function() return #io.stdout end)",
    "addresses are all that tostring shows": "not tostring(print):find('ython')"
    " and not tostring(io.stdout):find('ython')",
    "error values of host functions are strings": "(function() local ok, e = pcall(boom) return not ok"
    " and type(e) == 'string' and not e:find('Traceback') end)()",
    "error values of host functions in coroutines are strings": "(function()"
    " local ok, e = coroutine.resume(coroutine.create(boom)) return not ok and type(e) == 'string' end)()",
    "host functions are Lua functions": "type(echo) == 'function' and getmetatable(echo) == nil and echo(5) == 5",
    "host functions take no tables": "not pcall(echo, {}) and not pcall(echo, print)"
    " and not pcall(echo, coroutine.create(function() end)) and not pcall(echo, io.stdout)",
    "the main thread is not handed out": "coroutine.running() == nil",
    "loaded code gets the app's environment": "loadstring('return _G')() == _G and getfenv(loadstring('')) == _G"
    " and load(function() return nil end) and loadstring('return (getfenv())')() == _G",
    "a tail call of getfenv gives the app's environment": "loadstring('return getfenv()')() == _G",
    "bytecode is refused by loadstring": "(function() local f, e = loadstring('\\27LuaQ') return f == nil"
    " and e == 'bytecode is refused: expected Lua source text' end)()",
    "bytecode in pieces is refused by load": "(function() local p = {'\\27', 'LuaQ'}"
    " local f, e = load(function() return table.remove(p, 1) end) return f == nil and e:find('bytecode') ~= nil end)()",
    "modules start from the app's environment": "(function() module('m', package.seeall)"
    " return getfenv(1).string end)() == string",
    "a chunk cannot pose as the engine": "loadstring('return debug.getinfo(1).source', '=uimcp/guard')() == '=(load)'",
    "no finalizers run": "(function() local ran = false"
    " pcall(setmetatable, {}, {__gc = function() ran = true end}) collectgarbage() collectgarbage()"
    " return not ran end)()",
}

# None of these may keep the engine from working for what comes next.
SABOTAGE = {
    "globals that raise": "setmetatable(_G, {__index = function(_, k) error('no ' .. k) end, __newindex = error})",
    "no debug": "debug = nil",
    "no globals at all": "local all, each = _G, next for k in each, all do all[k] = nil end",
    "an empty string metatable": "local m = getmetatable('') for k in next, m do m[k] = nil end",
    "a hostile string metatable": "local m = getmetatable('') m.__index = error m.__tostring = error"
    " m.__len = error m.__eq = error m.__concat = error m.__lt = error m.__call = error",
    "poisoned libraries": "for _, l in next, {string, table, math, io, os, coroutine, package} do"
    " for k in next, l do l[k] = error end end",
    "no modules": "for k in next, package.loaded do package.loaded[k] = nil end package = nil",
    "functions replaced": "pcall, error, type, next, tostring, select = nil, nil, nil, nil, nil, nil",
    "raw functions replaced": "rawget = error rawset = error getmetatable = error setmetatable = error",
    "a stopped collector": "collectgarbage('stop') collectgarbage('setpause', 1000)",
    "a closed output": "io.output(io.tmpfile()) io.close()",
}


def new_app(new_lua: Callable[..., Lua]) -> Lua:
    def boom() -> None:
        raise RuntimeError("broken")

    lua = new_lua(functions={"echo": lambda value: value, "boom": boom})
    lua.part("local E = ... E.env.echo, E.env.boom = E.host.echo, E.host.boom")
    return lua


@pytest.mark.parametrize("truth", TRUTHS.values(), ids=TRUTHS.keys())
def test_the_sandbox_cannot_be_left_through_the_library(new_lua: Callable[..., Lua], truth: str) -> None:
    assert new_app(new_lua).run(f"return {truth}") is True


def test_all_that_is_reachable_is_the_library(new_lua: Callable[..., Lua]) -> None:
    userdata, functions = new_app(new_lua).run(WALK)
    assert userdata == b"_G.io.stderr _G.io.stdin _G.io.stdout"
    assert 100 < functions < 120


@pytest.mark.parametrize("code", SABOTAGE.values(), ids=SABOTAGE.keys())
def test_changes_to_the_environment_do_not_affect_the_engine(new_lua: Callable[..., Lua], code: str) -> None:
    lua = new_app(new_lua)
    lua.run("keep, say, fail = 1, print, error")
    lua.run(code)
    assert lua.run("return 6 * 7") == 42
    assert lua.fails("local x = nil; return x.y").message.startswith("apps/x/app.lua:1: attempt to index local 'x'")
    assert lua.host.call("try", "local a, b = ... return a == b", 1, 1)[0] is True
    assert lua.host.call("try", "local t = nil; t.x = 1")[2] == b"error"
    assert "memory" in lua.fails("local s = 'x' while true do s = s .. s end").message
    assert lua.host.call("ping") == 1


def test_engine_functions_that_tail_call_do_not_open_their_environment(lua: Lua) -> None:
    lua.part("local E = ... function E.env.keep(f) local r = f() return r end")
    assert lua.run("return keep(function() return getfenv(2) == _G end)") is True
    assert lua.run("return pcall(setfenv, keep, {})")[0] is False
    assert lua.run("return keep(function() return (pcall(setfenv, 2, {})) end)") is False
    assert lua.run("return keep(function() return (pcall(setfenv, 3, {})) end)") is False


def test_two_states_share_nothing(new_lua: Callable[..., Lua]) -> None:
    one, other = new_lua(), new_lua()
    one.run("string.upper = nil math.pi = 3 shared = 1 getmetatable('').__index = nil")
    assert other.run("return ('x'):upper(), math.pi > 3.1, shared") == (b"X", True, None)
