"""Random programs over tables and paths give what a reference gives that recomputes everything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_uimcp.engine.session import Session
from tests.engine.peer import Peer
from tests.engine.variables.reference import Table, Variable, value_json

NAMES = ["o0", "o1", "o2", "o3"]
CLASSES = ["T0", "T1"]

SETUP = """
T0 = {type = "T0"} T0.__index = T0
T1 = {type = "T1"} T1.__index = T1
for _, T in ipairs({T0, T1}) do
  function T:getA() return self.a end
  function T:fail() if self.b then error("no luck") end return self.c end
end
o0, o1, o2, o3 = {}, {}, {}, {}
session:createAppVariable(o0)
"""

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 3),
    st.sampled_from([0.5, 1e308, float("nan"), float("inf"), -float("inf"), 2.0**53, 2.0**60, 1e21, -0.125]),
    st.text(alphabet='ab"\\<é☃\n\x7f', max_size=4),
)
values = st.one_of(scalars, st.sampled_from(NAMES).map(lambda name: ("ref", name)))
keys = st.one_of(st.sampled_from(["a", "b", "c"]), st.integers(1, 3))
tables = st.sampled_from(NAMES)

steps = st.one_of(
    st.tuples(st.just("set"), tables, keys, values),
    st.tuples(st.just("append"), tables, values.filter(lambda value: value is not None)),
    st.tuples(st.just("prepend"), tables, values.filter(lambda value: value is not None)),
    st.tuples(st.just("shift"), tables),
    st.tuples(st.just("class"), tables, st.sampled_from([*CLASSES, None])),
    st.tuples(st.just("own type"), tables, st.sampled_from(["X", None])),
)
element = st.sampled_from(["a", "b", "c", "0", "1", "2", "getA()", "fail()", "type"])
paths = st.one_of(
    st.lists(element, min_size=1, max_size=3).map(".".join),
    st.lists(element, min_size=1, max_size=2).map(lambda items: "..." + ".".join(items)),
    st.just(".."),
)


def lua(value: Any) -> str:
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return str(value[1])
    if isinstance(value, float):
        return {"nan": "(0/0)", "inf": "(1/0)", "-inf": "(-1/0)"}.get(repr(value), repr(value))
    if isinstance(value, int):
        return str(value)
    return '"' + "".join(f"\\{byte:03d}" for byte in value.encode()) + '"'


class World:
    """The app's tables twice: in Lua, and in the reference."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.tables = {name: Table(name) for name in NAMES}
        session.eval(SETUP)

    def value(self, value: Any) -> Any:
        return self.tables[value[1]] if isinstance(value, tuple) else value

    def step(self, step: tuple[Any, ...]) -> None:
        kind, name, *rest = step
        table = self.tables[name]
        self.session.eval(getattr(self, "_" + kind.replace(" ", "_"))(table, *rest))

    def _set(self, table: Table, key: Any, value: Any) -> str:
        table.put(key, self.value(value))
        return f"{table.name}[{lua(key)}] = {lua(value)}"

    def _length(self, table: Table) -> int:
        length = 0
        while length + 1 in table.fields:
            length += 1
        return length

    def _append(self, table: Table, value: Any) -> str:
        length = self._length(table)
        table.put(length + 1, self.value(value))
        return f"{table.name}[{length + 1}] = {lua(value)}"

    def _prepend(self, table: Table, value: Any) -> str:
        length = self._length(table)
        for i in range(length, 0, -1):
            table.fields[i + 1] = table.fields[i]
        table.put(1, self.value(value))
        return f"for i = {length}, 1, -1 do {table.name}[i + 1] = {table.name}[i] end {table.name}[1] = {lua(value)}"

    def _shift(self, table: Table) -> str:
        length = self._length(table)
        for i in range(1, length):
            table.fields[i] = table.fields[i + 1]
        table.fields.pop(length, None)
        return f"for i = 1, {length} do {table.name}[i] = i < {length} and {table.name}[i + 1] or nil end"

    def _class(self, table: Table, name: str | None) -> str:
        table.meta = name
        return f"setmetatable({table.name}, {name or 'nil'})"

    def _own_type(self, table: Table, name: str | None) -> str:
        table.put("type", name)
        return f"{table.name}.type = {lua(name)}"


class Watcher:
    """A peer and the same variables in the reference."""

    def __init__(self, world: World, shape: list[tuple[int, str]]) -> None:
        self.world = world
        self.peer = Peer(world.session)
        self.peer.tell("watch", 1)
        root = Variable(None, "", world.tables["o0"])
        self.variables = {1: root}
        order = [1]
        for parent, path in shape:
            parent_id = order[parent % len(order)]
            var_id = self.peer.create(path, parent_id, access="r")
            self.variables[var_id] = Variable(self.variables[parent_id], path)
            order.append(var_id)
        self.ids: dict[int, str] = {}
        self.before: dict[int, Any] = {}

    def expected(self) -> dict[int, Any]:
        result = {}
        for var_id, variable in self.variables.items():
            if variable.parent is not None:
                variable.compute()
            table_type = variable.value.type if isinstance(variable.value, Table) else None
            result[var_id] = (value_json(variable.value), table_type or "", variable.failed)
        return result

    def seen(self, var_id: int) -> Any:
        value = self.translate(self.peer.values[var_id])
        is_object = isinstance(value, tuple)
        type_name = self.peer.properties.get(var_id, {}).get("type", "") if is_object else ""
        return value, type_name, var_id in self.peer.errors

    def translate(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self.translate(item) for item in value]
        if isinstance(value, dict):
            return ("obj", value["obj"])
        return value

    def agree(self, seen: Any, expected: Any) -> bool:
        """Equal, with object ids standing for tables one to one."""
        if isinstance(expected, tuple) and expected[:1] == ("obj",):
            if not isinstance(seen, tuple):
                return False
            name = self.ids.setdefault(seen[1], expected[1])
            return name == expected[1] and list(self.ids.values()).count(name) == 1
        if isinstance(expected, list):
            return (
                isinstance(seen, list)
                and len(seen) == len(expected)
                and all(self.agree(*pair) for pair in zip(seen, expected, strict=True))
            )
        return type(seen) is not tuple and seen == expected and isinstance(seen, bool) == isinstance(expected, bool)

    def check(self) -> None:
        expected = self.expected()
        for var_id, (value, type_name, failed) in expected.items():
            seen, seen_type, error = self.seen(var_id)
            where = f"variable {var_id} {self.variables[var_id].path!r}"
            assert self.agree(seen, value), f"{where}: {seen!r}, expected {value!r}"
            if isinstance(value, tuple):
                assert seen_type == type_name, where
            assert error == failed, where
        self.check_silence(expected)
        self.before = expected

    def check_silence(self, expected: dict[int, Any]) -> None:
        """Nothing is sent about a variable that is as it was."""
        for message in self.peer.news():
            var_id = message["data"]["varId"]
            if self.before and var_id != 1:
                assert self.before[var_id] != expected[var_id], f"no news in {message}"


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    shape=st.lists(st.tuples(st.integers(0, 20), paths), min_size=1, max_size=12),
    program=st.lists(steps, max_size=25),
)
def test_random_programs_give_the_updates_of_a_reference_that_recomputes_everything(
    tmp_path: Path, shape: list[tuple[int, str]], program: list[tuple[Any, ...]]
) -> None:
    with Session(tmp_path) as session:
        world = World(session)
        watcher = Watcher(world, shape)
        watcher.check()
        for step in program:
            world.step(step)
            session.settle()
            watcher.check()
        fresh = Watcher(world, shape)
        assert fresh.peer.values == watcher.peer.values
        assert set(fresh.peer.errors) == set(watcher.peer.errors)
