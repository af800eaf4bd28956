"""Calls that ended the process, or stopped it for a minute, and others of their kind: each is bounded.

The places to call from are those of `fuzz/prelude.lua`: `thin(bytes, f)` has so little memory left, `deep(n, f)` so
many calls of C below it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack

import pytest

from pytest_uimcp.engine.lua.runtime import Dialect
from tests.engine.lua.fuzz.runs import Runner
from tests.engine.lua.lua import Lua

# A child that hangs is given up after a minute.
pytestmark = [pytest.mark.timeout(600), pytest.mark.slow]


def each(template: str, values: Iterable[object]) -> list[str]:
    """The call with each of the values in the place of `$`."""
    return [template.replace("$", str(value)) for value in values]


RANGES = (
    "0, 2^31 - 1", "-5, 2^31 - 1", "1, 2^31 - 1", "2^31 - 2, 2^31 - 1", "-2^31, 2^31 - 1", "2^31, 2^32",
    "nan, 2^31 - 1", "-math.huge, math.huge", "2^31 - 1", "0, nan", "-2^31, -2^31", "'0', '2147483647'",
)  # fmt: skip
LEVELS = ("2^31", "-2^31", "nan", "math.huge", "-1", "1e300")
NESTED_SOURCE = (
    "('('):rep(1e6)", "('{'):rep(1e6)", "('do '):rep(1e6)", "'x=' .. ('-'):rep(1e6)", "('a,'):rep(1e6) .. 'a=1'",
    "('function() '):rep(1e5)", "'x=' .. ('a..'):rep(1e5) .. 'a'", "('if x then else '):rep(1e5)",
    "'local a return a' .. (' and a'):rep(1e6)", "'return a' .. (' or (a and a)'):rep(1e5)",
    "'if x then ' .. ('elseif x then '):rep(1e5) .. 'end'",
    "'while x do ' .. ('if x then break end '):rep(1e5) .. 'end'", "('goto a '):rep(1e5)",
)  # fmt: skip
PATTERNS = (
    "find(block, ('.?'):rep(2048))", "find(block, ('a?'):rep(1e6))", "find('a', ('('):rep(99))",
    "gsub('a', '()', '%9')", "find('a', '[a')", "find('a', '%')", "find('a', '%b')", "find('a', '%f')",
    "gmatch('a', ('()'):rep(33))()",
)  # fmt: skip
FORMATS = (
    "format('%99.99f', -1e308)", "format('%999d', 1)", "format('%-+ #00d', 1)", "format(('%99.99f'):rep(9), many())",
    "rep('x', 2^31)", "rep('', 2^31)", "rep('x', 2^62)", "rep(1e308, 2^31)",
)  # fmt: skip
OF_TABLES = ("insert(t, 1, 0)", "remove(t, 1)", "sort(t)", "concat(t)", "getn(t)", "foreachi(t, type)")
CALLED_WITH_NONE = (
    "local f = loadstring('return function(' .. ('a,'):rep($) .. '...) return ... end') "
    "if f then f = f() for i = 1, 99 do coroutine.wrap(function() f() end)() end end"
)
# The stack is large enough then, and stays so: it is the coroutine's that is not.
WARM = "collectgarbage('stop') select('#', unpack({}, 1, 7990)) "

CASES: dict[str, list[str]] = {
    "unpack over more than the stack holds": each("return unpack({}, $)", RANGES),
    "a function with many parameters and '...', called with none": each(CALLED_WITH_NONE, (4, 10, 150, 199)),
    "table.insert far below the table": each("table.insert({}, $, 1)", ("-2^31", "2^31", "nan", "-1e300")),
    "a table that says it is as long as can be": each(
        "local t = setmetatable({1, 2, 3}, {__len = function() return 2^31 - 2 end}) return table.$", OF_TABLES
    ),
    "resume with more arguments than there is memory for": each(
        WARM + "return thin($, function() return coroutine.resume(fresh, many()) end)", range(0, 40000, 900)
    ),
    "resume of a coroutine that ended": each(
        "return thin($, function() return coroutine.resume(dead, 1, 2, 3, 4, 5, 6, 7, 8, 9) end)", range(0, 999, 50)
    ),
    "getinfo of a coroutine, without memory": each(
        "return thin($, function() return debug.getinfo(long_thread, 1, 'SlnufL') end)", range(0, 10000, 300)
    ),
    "an error in a coroutine, without memory": each(
        "return thin($, function() return coroutine.wrap(fails)() end)", range(0, 2000, 50)
    ),
    "traceback of a coroutine, without memory": each(
        "return thin($, function() return debug.traceback(deep_thread) end)", range(0, 2000, 50)
    ),
    "finalizers of files at the end of the C stack": each(
        "return deep($, function() return collecting(os.tmpname) end)", range(186, 200)
    ),
    "a finalizer in a prototype": [
        "X = session:prototype('X', {})",
        "X.__gc = function() error('x') end for i = 1, 99 do pcall(session.create, session, X) end",
        "collectgarbage() for i = 1, 99 do pcall(require, 'none') end",
        "X.__gc = function() while true do end end for i = 1, 99 do pcall(session.create, session, X) end",
        "collectgarbage()",
    ],
    "modes that the C library makes something of": [
        "local f = io.open('x', 'w+,ccs=UTF-16') return f and f:read('*a')",
    ],
    "recursion of everything into itself": [
        "local function f(e) return xpcall(f, f) end f()",
        "local function f() return pcall(coroutine.wrap(f)) end f()",
        "local function f() return coroutine.resume(coroutine.create(f)) end f()",
        "local function f() return (string.gsub('x', 'x', f)) end f()",
        "local t = setmetatable({}, {}) getmetatable(t).__tostring = function() return tostring(t) end print(t)",
        "local t = setmetatable({}, {}) getmetatable(t).__index = t return t.x",
        "local t = {} for i = 1, 200 do t = setmetatable({}, {__index = t}) end return t.x",
        "error(setmetatable({}, {__tostring = recurses}))",
    ],
    "data that is deep, or larger than it looks, as JSON": [
        *each("return ui.json_encode($)", ("cycle", "nested", "web", "holes")),
        *each("mcp.value = $", ("web", "nested", "cycle", "setmetatable({}, {__index = recurses})")),
        *each("return ui.json_decode(('$'):rep(1e6))", ("[", '{"a":', '"', "1", "[1,")),
    ],
    "a loop around what catches errors itself": [
        "local s = '[' .. ('1,'):rep(1e4) .. '1]' while true do ui.json_decode(s) end",
        "local s = ('['):rep(1e4) while true do ui.json_decode(s) end",
        "while true do load(forever) end",
        "while true do pcall(require, 'none') end",
        "while true do mcp:display('none') end",
        "package.preload.slow = forever while true do pcall(require, 'slow') end",
        "local t = meta('__tostring', forever) while true do pcall(error, t) pcall(tostring, t) pcall(print, t) end",
        "while true do coroutine.resume(coroutine.create(forever)) end",
        "while true do xpcall(forever, forever) end",
    ],
    "a handler that is called at the end of a stack": [
        *each("for i = 1, 6 do pcall(deep, $, function() return xpcall(fails, forever) end) end", range(191, 198)),
        *each("for i = 1, 6 do pcall(deep, $, function() return xpcall(error, forever) end) end", range(191, 198)),
        "for i = 1, 6 do pcall(xpcall, recurses, forever) end",
    ],
    "source text that nests": each("return loadstring($)", NESTED_SOURCE),
    "patterns that nest": each("return string.$", PATTERNS),
    "formats that are long": each("return string.$", FORMATS),
    "levels and environments out of reach": [
        *each("return pcall(error, 'x', $)", LEVELS),
        *each("return debug.getinfo($), debug.traceback('x', $)", LEVELS),
        *each("return pcall(getfenv, $), pcall(setfenv, $, {}), pcall(select, $, 1)", LEVELS),
    ],
}
WITH_COMMANDS: dict[str, list[str]] = {
    "a file of io.popen that does not fit into memory": each(
        "return thin($, function() return io.popen('true') end)", range(0, 2400, 16)
    ),
    "files of io.popen that nobody closes": ["for i = 1, 200 do io.popen('true') end"],
}
ENDINGS = {"value", "error", "memory", "timeout"}


@pytest.fixture(scope="module")
def runners() -> Iterator[Callable[[Dialect, str], Runner]]:
    """One child process for all cases of a runtime, unless a case ends it."""
    with ExitStack() as stack:
        yield functools.cache(lambda dialect, access: stack.enter_context(Runner(dialect.value, access)))


def check(runner: Runner, calls: list[str]) -> None:
    """Each of the calls came to an end, and none was the end of the process."""
    result = runner.run([{"calls": calls}])
    assert [str(death) for death in result.deaths] == []
    ended: Mapping[str, str] = dict(result.outcomes)
    assert {call: ended.get(call) for call in calls if ended.get(call) not in ENDINGS} == {}


@pytest.mark.parametrize("name", CASES)
def test_it_ends_no_process_and_keeps_none_busy(
    runners: Callable[[Dialect, str], Runner], dialect: Dialect, name: str
) -> None:
    check(runners(dialect, "base-dir"), CASES[name])


@pytest.mark.parametrize("name", WITH_COMMANDS)
def test_no_more_do_commands(runners: Callable[[Dialect, str], Runner], dialect: Dialect, name: str) -> None:
    check(runners(dialect, "all"), WITH_COMMANDS[name])


# A collection in steps, and in the middle of it another metatable for a table that had a weak one: what 5.2 has freed
# then is soon something else.
IN_THE_MIDDLE = """
weak = setmetatable({}, {__mode = 'kv'})
local function set(n, mark)   -- far from the stack that is looked at
  if n > 0 then return 0, set(n - 1, mark) end
  setmetatable(weak, {__mode = 'kv', mark = mark})
end
local function steps(most)
  for n = 1, most do if collectgarbage('step', 0) then return n end end
end
collectgarbage('stop')
collectgarbage()
local all, lost, others = steps(1e6), {}, {}
for part = 0.5, 0.98, 0.02 do
  collectgarbage()
  steps(all * part)
  set(9, part)
  steps(1e6)
  for i = 1, 1000 do others[i] = {__mode = 'x', mark = 'another'} end
  if getmetatable(weak).mark ~= part then lost[#lost + 1] = part end
end
return table.concat(lost, ' ')
"""


def test_a_metatable_in_use_is_not_freed(new_lua: Callable[..., Lua]) -> None:
    assert new_lua().run(IN_THE_MIDDLE) == b""


def test_metatables_out_of_use_are_freed(lua: Lua) -> None:
    lua.run("for i = 1, 200 do setmetatable({}, {data = (i .. ' '):rep(50000)}) end")
    lua.run("held = setmetatable({}, {__mode = 'k'}) local meta = {} held[meta] = true setmetatable({}, meta)")
    assert lua.run("collectgarbage() return next(held) == nil") is True
