"""Values in and out of Lua, host functions, and the life of a state."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from pytest_uimcp.engine.lua.errors import LuaError, LuaMemoryError
from pytest_uimcp.engine.lua.host import LuaHost
from pytest_uimcp.engine.lua.limits import LuaLimits
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.lua.parts import BASE_PARTS
from tests.engine.lua.lua import LIMITS, Lua

SCALARS: list[tuple[Any, Any]] = [
    (None, None),
    (True, True),
    (False, False),
    (0, 0),
    (-7, -7),
    (2**53, 2**53),
    (2**70, float(2**70)),
    (1.5, 1.5),
    (1e308, 1e308),
    (float("inf"), float("inf")),
    (b"bytes \x00\xff", b"bytes \x00\xff"),
    ("text é ☃", "text é ☃".encode()),
    ("\udcff is a byte", b"\xff is a byte"),
    ("", b""),
]


@pytest.fixture
def echo(lua: Lua) -> Lua:
    lua.part("""
        local E = ...
        function E.ops.echo(...) return ... end
        function E.ops.count(...) return E.raw.select("#", ...) end""")
    return lua


@pytest.mark.parametrize(("value", "back"), SCALARS, ids=[repr(value)[:20] for value, _ in SCALARS])
def test_scalars_go_in_and_come_out(echo: Lua, value: Any, back: Any) -> None:
    assert echo.host.call("echo", value) == back
    assert echo.host.call("echo", value, value) == (back, back)


def test_a_boolean_stays_a_boolean(echo: Lua) -> None:
    assert echo.host.call("echo", True, 1) == (True, 1)
    assert echo.host.call("echo", True) is True
    assert echo.host.call("echo", False) is False


@pytest.mark.parametrize("n", [0, 1, 2, 3, 4, 5, 20])
def test_an_operation_sees_exactly_the_arguments_it_was_given(echo: Lua, n: int) -> None:
    assert echo.host.call("count", *[None] * n) == n


def test_without_a_result_it_is_none_and_several_results_are_a_tuple(echo: Lua) -> None:
    assert echo.host.call("echo") is None
    assert echo.host.call("echo", 1, None, None) == (1, None, None)


@pytest.mark.parametrize("value", [[], {}, object(), (1,)], ids=["list", "dict", "object", "tuple"])
def test_nothing_but_scalars_goes_in(echo: Lua, value: Any) -> None:
    with pytest.raises(TypeError, match="expected bytes, str, int, float, bool or None, got"):
        echo.host.call("echo", value)


@pytest.mark.parametrize("value", ["{}", "print", "coroutine.create(function() end)", "io.stdout"])
def test_nothing_but_scalars_comes_out(lua: Lua, value: str) -> None:
    error = lua.fails(f"return 1, {value}")
    assert error.message.startswith("the operation eval returned a ")
    assert error.message.endswith(": only scalars leave Lua")


def test_an_unknown_operation_is_named(lua: Lua) -> None:
    with pytest.raises(LuaError, match="no operation is named fly"):
        lua.host.call("fly")


def test_a_part_extends_the_engine(lua: Lua) -> None:
    lua.host.load_part("extra", b"local E = ... E.env.extra = 5")
    assert lua.run("return extra") == 5


def test_a_part_that_fails_says_so(lua: Lua) -> None:
    with pytest.raises(LuaError, match="out of order"):
        lua.host.load_part("extra", b"error('out of order')")


def test_host_functions_answer_with_scalars(new_lua: Callable[..., Lua]) -> None:
    answers: dict[str, Any] = {
        "nothing": None,
        "text": "é",
        "data": b"\xff",
        "number": 3,
        "several": (1, None, "x", None),
        "none": (None, None),
    }
    lua = new_lua(functions={name: lambda value=value: value for name, value in answers.items()})
    lua.part("local E = ... for k, f in E.raw.next, E.host do E.env[k] = f end")
    assert lua.run("return select('#', nothing()), text(), data(), number()") == (0, "é".encode(), b"\xff", 3)
    assert lua.run("return select('#', several()), several()") == (4, 1, None, b"x", None)
    assert lua.run("return select('#', none())") == 2


@pytest.mark.parametrize("answer", [[1], {}, object(), ({},), tuple(range(17))])
def test_a_host_function_that_answers_with_anything_else_is_an_error_in_lua(
    new_lua: Callable[..., Lua], answer: Any
) -> None:
    lua = new_lua(functions={"ask": lambda: answer})
    lua.part("local E = ... E.env.ask = E.host.ask")
    assert "ask: " in lua.fails("ask()").message


def test_an_exception_in_a_host_function_is_an_error_in_lua(new_lua: Callable[..., Lua]) -> None:
    def ask(what: bytes) -> None:
        raise (
            LuaError("as it is \udcff") if what == b"lua" else ValueError("wrong é") if what == b"value" else KeyError()
        )

    lua = new_lua(functions={"ask": ask})
    lua.part("local E = ... E.env.ask = E.host.ask")
    assert lua.fails("ask('lua')").message == "as it is \udcff"
    assert lua.fails("ask('value')").message == "ask: wrong é"
    assert lua.fails("ask('key')").message == "ask: KeyError"
    assert lua.fails("ask()").message.startswith("ask: ")
    assert lua.run("return pcall(ask, 'lua')") == (False, b"as it is \xff")


def test_an_interrupt_in_a_host_function_comes_out_unchanged(new_lua: Callable[..., Lua]) -> None:
    def ask() -> None:
        raise KeyboardInterrupt

    lua = new_lua(functions={"ask": ask})
    lua.part("local E = ... E.env.ask = E.host.ask")
    with pytest.raises(KeyboardInterrupt):
        lua.run("pcall(ask)")
    assert lua.run("return 1") == 1


def test_a_host_function_cannot_run_another_operation(new_lua: Callable[..., Lua]) -> None:
    lua: Lua = new_lua(functions={"again": lambda: lua.host.call("ping")})
    lua.part("local E = ... E.env.again = E.host.again")
    assert lua.fails("again()").message == "ping: one operation at a time: eval is running"
    assert lua.host.call("ping") == 1


def test_host_functions_must_not_take_the_names_of_our_own(new_lua: Callable[..., Lua]) -> None:
    with pytest.raises(ValueError, match="expected host functions with unused names, got \\['write'\\]"):
        new_lua(functions={"write": print})


def test_a_large_answer_enters_even_when_memory_is_short(new_lua: Callable[..., Lua]) -> None:
    lua = new_lua(functions={"ask": lambda size: b"x" * int(size)})
    lua.part("local E = ... E.env.ask = E.host.ask")
    lua.run("kept = string.rep('y', 7 * 2^20)")
    assert lua.run("return #ask(700000)") == 700_000
    assert isinstance(lua.fails("kept2 = {} for i = 1, 1e5 do kept2[i] = ask(1000000 + i) end"), LuaMemoryError)
    assert isinstance(lua.fails("return pcall(ask, 9 * 2^20)"), LuaMemoryError)
    lua.run("kept, kept2 = nil, nil")
    assert lua.run("return #ask(2^20)") == 2**20


def test_large_values_pass_in_and_out(echo: Lua) -> None:
    data = b"x" * (5 * 2**20)
    assert echo.host.call("echo", data) == data
    assert echo.host.call("ping") == 1


def test_busy_since_is_set_while_an_operation_runs(new_lua: Callable[..., Lua]) -> None:
    seen: list[float | None] = []
    lua: Lua = new_lua(functions={"look": lambda: seen.append(lua.host.busy_since)})
    lua.part("local E = ... E.env.look = E.host.look")
    before = time.monotonic()
    lua.run("look()")
    assert seen[0] is not None
    assert before <= seen[0] <= time.monotonic()
    assert lua.host.busy_since is None


def test_each_new_time_budget_is_seen_from_outside(new_lua: Callable[..., Lua]) -> None:
    seen: list[float | None] = []
    lua: Lua = new_lua(limits=LuaLimits(seconds=0.05), functions={"look": lambda: seen.append(lua.host.busy_since)})
    lua.part("""local E = ... E.ops.again = function()
        E.host.look() E.guard.try(E.load("while true do end", "@x")) E.host.look() E.guard.rearm() E.host.look() end""")
    lua.host.call("again")
    assert seen == sorted(time for time in seen if time is not None)
    assert len(set(seen)) == 3


def test_a_closed_state_answers_with_an_error(lua: Lua) -> None:
    lua.host.close()
    lua.host.close()
    assert lua.host.closed
    assert lua.host.memory_used == 0
    with pytest.raises(LuaError, match="ping: the Lua state is closed"):
        lua.host.call("ping")


def test_a_state_may_be_closed_while_another_thread_runs_it(new_lua: Callable[..., Lua]) -> None:
    inside, closed = threading.Event(), threading.Event()

    def wait() -> None:
        inside.set()
        assert closed.wait(240)

    lua = new_lua(functions={"wait": wait})
    lua.part("local E = ... E.env.wait = E.host.wait")
    results: list[Any] = []
    thread = threading.Thread(target=lambda: results.append(lua.run("wait() return 6 * 7")))
    thread.start()
    assert inside.wait(240)
    lua.host.close()
    closed.set()
    thread.join(240)
    assert results == [42]


class Owner:
    """Holds the host and is held by its functions, as a session is."""

    def __init__(self) -> None:
        self.host = LuaHost(output=MemoryOutput(), limits=LIMITS, functions={"ask": self.ask}, parts=BASE_PARTS)

    def ask(self) -> int:
        return 1


@pytest.mark.slow
def test_a_closed_state_is_gone_at_once() -> None:
    gc.collect()
    gc.disable()
    try:
        owner = Owner()
        runtime = weakref.ref(owner.host._runtime)  # noqa: SLF001 -- what must be gone has no other name
        owner.host.close()
        assert runtime() is None
        gone = weakref.ref(owner)
        del owner
        assert gone() is None
    finally:
        gc.enable()


@pytest.mark.slow
def test_a_forgotten_state_is_collected() -> None:
    owner = Owner()
    gone = weakref.ref(owner)
    del owner
    gc.collect()
    assert gone() is None


MANY = """
import gc, os
from pytest_uimcp.engine.lua.host import LuaHost
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.lua.parts import BASE_PARTS

def rss():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGESIZE")

def once():
    host = LuaHost(output=MemoryOutput(), parts=BASE_PARTS)
    host.call("run_chunk", "t = {} for i = 1, 1000 do t[i] = {} end f = io.tmpfile() c = coroutine.wrap(print)", "@a")
    host.close()

for _ in range(100):
    once()
gc.collect()
files, before = len(os.listdir("/proc/self/fd")), rss()
for _ in range(400):
    once()
gc.collect()
print(len(os.listdir("/proc/self/fd")) - files, (rss() - before) // 2**20)
"""


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="reads /proc")  # noqa: PTH110 -- a file of the kernel
def test_hundreds_of_states_leave_nothing_behind() -> None:
    done = subprocess.run([sys.executable, "-c", MANY], capture_output=True, text=True, check=True, timeout=240)
    files, mebibytes = map(int, done.stdout.split())
    assert files == 0
    assert mebibytes < 3
