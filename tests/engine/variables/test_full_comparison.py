"""Whatever Lua code does to objects, what is told is what a comparison of everything with everything finds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pytest_uimcp.engine.lua.runtime import Dialect
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session
from tests.engine.peer import Peer

REFERENCE = (Path(__file__).parent / "full_comparison.lua").read_bytes()

APP = """
    state = 0
    Base = {inherited = "base"} Base.__index = Base
    T0 = setmetatable({type = "T0"}, Base) T0.__index = T0
    T1 = {type = "T1"} T1.__index = T1
    Equal = {type = "Equal", __eq = function() return true end} Equal.__index = Equal
    Dynamic = {type = "Dynamic", __index = function(t, k) return k == "a" and state or nil end}
    Hidden = {type = "Inside", __metatable = T0, __index = T0}
    for _, T in ipairs({T0, T1, Equal}) do
      function T:getA() return self.a end
      function T:counted() return state end
      function T:fail() if state > 2 then error("no luck", 0) end return self.b end
      function T:fresh() return {self.a, {self.b}} end
    end
    o0, o1, o2, o3 = {}, setmetatable({a = 1}, T0), setmetatable({a = 2}, T1), setmetatable({a = 3}, T0)
    l0, l1 = {o1, o2, o3}, {1, 2, "x"}
    o0.a, o0.b, o0.c = l0, l1, o1
    o1.b, o2.b, o3.b = o2, l0, "b"
    session:createAppVariable(o0)
"""

OBJECTS = ["o0", "o1", "o2", "o3"]
objects = st.sampled_from(OBJECTS)
lists = st.sampled_from(["l0", "l1"])
tables = st.sampled_from([*OBJECTS, "l0", "l1", "T0", "Base"])
metatables = st.sampled_from(["nil", "T0", "T1", "Equal", "Dynamic", "Hidden", "Base", "{__index = T0}"])
names = st.sampled_from(["a", "b", "c", "inherited"])
values = st.sampled_from(
    [
        "nil",
        "true",
        "false",
        "0",
        "1",
        "1.5",
        "0/0",
        "1/0",
        "'x'",
        "''",
        *OBJECTS,
        "l0",
        "l1",
        "{}",
        "{1, {o1}}",
        "{k = 1}",
    ]
)
present = values.filter(lambda value: value != "nil")


def statement(template: str, **parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.fixed_dictionaries(parts).map(lambda chosen: template.format(**chosen))


statements = st.one_of(
    statement("{t}.{k} = {x}", t=tables, k=names, x=values),
    statement("rawset({t}, '{k}', {x})", t=tables, k=names, x=values),
    statement("rawset({t}, {i}, {x})", t=lists, i=st.sampled_from("1234"), x=values),
    statement("table.insert({t}, {x})", t=lists, x=present),
    statement("table.insert({t}, 1, {x})", t=lists, x=present),
    statement("table.remove({t}, 1)", t=lists),
    statement("table.sort({t}, function(p, q) return tostring(p) > tostring(q) end)", t=lists),
    statement("{t}[1], {t}[2] = {t}[2], {t}[1]", t=lists),
    statement("for k in pairs({t}) do {t}[k] = nil end", t=lists),
    statement("pcall(setmetatable, {t}, {m})", t=objects, m=metatables),
    statement("pcall(setmetatable, {t}, {m})", t=lists, m=metatables),
    statement("{t}.type = {x}", t=tables, x=st.sampled_from(["nil", "'X'", "1"])),
    statement("{t}.__eq = {x}", t=st.sampled_from(["T0", "T1"]), x=st.sampled_from(["nil", "Equal.__eq"])),
    statement("{t}.__metatable = {x}", t=st.sampled_from(["T0", "T1"]), x=st.sampled_from(["nil", "T1", "'no'"])),
    statement("state = {i}", i=st.sampled_from("0123")),
    statement("{t} = setmetatable({{a = 1}}, T0)", t=objects),
)
element = st.sampled_from(["a", "b", "c", "0", "1", "inherited", "getA()", "counted()", "fail()", "fresh()", "type"])
paths = st.lists(element, min_size=1, max_size=3).map(".".join)
shapes = st.lists(st.tuples(st.integers(0, 20), paths), min_size=1, max_size=12)


@contextmanager
def new_session(dialect: Dialect) -> Iterator[Session]:
    with TemporaryDirectory() as folder, Session(folder, options=SessionOptions(dialect=dialect)) as session:
        session.eval(APP)
        session.submit(lambda: session.host.load_part("full_comparison", REFERENCE)).result()
        yield session


def full_comparison(session: Session) -> dict[int, tuple[bytes, ...]]:
    text: bytes = session.submit(lambda: session.host.call("full_comparison")).result()
    return {int(number): tuple(rest) for number, *rest in (line.split(b"\t") for line in text.split(b"\n"))}


@pytest.mark.slow
@pytest.mark.parametrize("dialect", [Dialect.LUA51, Dialect.LUA52])
@settings(max_examples=60, deadline=None)
@given(shape=shapes, program=st.lists(st.lists(statements, min_size=1, max_size=3).map(" ".join), max_size=15))
@example(shape=[(0, "c")], program=["T0.__eq = Equal.__eq", "o0.c = o3"])
@example(shape=[(0, "a")], program=["T0.__eq = Equal.__eq l0[1] = o3"])
@example(shape=[(0, "c")], program=["setmetatable(o1, T1)", "setmetatable(o1, nil)", "setmetatable(o1, T0)"])
@example(shape=[(0, "a")], program=["setmetatable(o1, nil) o1.a = nil o1.b = nil", "setmetatable(o1, T1)"])
@example(shape=[(0, "c"), (0, "a")], program=["T0.type = nil", "T0.type = 'X'"])
@example(shape=[(0, "c")], program=["T0.__metatable = T1", "T0.__metatable = nil"])
@example(shape=[(0, "c"), (1, "a"), (1, "b"), (3, "a")], program=["o0.c = o2", "o0.c = nil", "o0.c = o1", "o1.b = o3"])
@example(shape=[(0, "c.inherited")], program=["Base.inherited = 1", "T0.inherited = 2", "o1.inherited = 3"])
@example(shape=[(0, "b")], program=["l1.name = 'x'", "l1.name = nil", "l1[5] = 1", "l1[4] = 1"])
def test_what_is_told_is_what_a_full_comparison_finds(
    dialect: Dialect, shape: list[tuple[int, str]], program: list[str]
) -> None:
    with new_session(dialect) as session:
        peer = Peer(session)
        peer.tell("watch", 1)
        numbers = [1]
        for parent, path in shape:
            numbers.append(peer.create(path, numbers[parent % len(numbers)], access="r"))
        before = full_comparison(session)
        for lua in program:
            told = {message["data"]["varId"] for message in peer.run(lua)}
            after = full_comparison(session)
            assert told == {number for number in after if differ(before[number], after[number])}, lua
            before = after


def differ(before: tuple[bytes, ...], after: tuple[bytes, ...]) -> bool:
    readable, value, _ = after
    if (readable, value) != before[:2]:
        return True
    # A null needs no view, so its type is not sent.
    return value != b"null" and before != after
