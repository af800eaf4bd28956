"""session:prototype, session:create and what a second declaration does to living instances."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.session import Session
from tests.files import write


@pytest.fixture
def run(session: Session) -> Any:
    return lambda code: session.eval(code).data


def reload(session: Session, code: str) -> list[list[str]]:
    """What a reload does with a file, without the file."""
    session.eval(f"session.reloading = true {code}\n session.reloading = false")
    failures = session.submit(lambda: session.host.call("mutate")).result(timeout=240)
    reloaded: list[list[str]] = json.loads(failures)
    return reloaded


def test_a_prototype_is_a_class_with_its_defaults(run: Any) -> None:
    assert run(
        "P = session:prototype('P', {a = 1, b = EMPTY}) local p = P:new({c = 3}) "
        "return {type = P.type, idx = P.__index == P, a = p.a, b = p.b == nil, c = p.c, "
        "meta = getmetatable(p) == P, global = rawget(_G, 'P') == P}"
    ) == {"type": "P", "idx": True, "a": 1, "b": True, "c": 3, "meta": True, "global": True}


def test_the_registry_goes_by_name_not_by_globals(run: Any) -> None:
    assert run(
        "local P = session:prototype('Hidden', {}) return {Hidden == nil, P == session:prototype('Hidden', {})}"
    ) == [
        True,
        True,
    ]


def test_a_third_argument_is_the_base(run: Any) -> None:
    assert run(
        "Base = session:prototype('Base', {kind = 'base'}) function Base:hello() return 'hello ' .. self.kind end "
        "Sub = session:prototype('Sub', {kind = 'sub'}, Base) return {Sub:new():hello(), Sub:new().type}"
    ) == ["hello sub", "Sub"]


def test_a_registered_object_prototype_is_the_base_of_all(run: Any) -> None:
    assert (
        run(
            "Object = session:prototype('Object', {}) function Object:greet() return 'I am ' .. self.type end "
            "return session:prototype('Thing', {}):new():greet()"
        )
        == "I am Thing"
    )


def test_a_base_brings_its_own_new(run: Any) -> None:
    assert (
        run(
            "Base = session:prototype('Base', {}) function Base:new() return 'made by base' end "
            "return session:prototype('Sub', {}, Base):new()"
        )
        == "made by base"
    )


def test_instances_show_themselves_without_private_fields(run: Any) -> None:
    assert (
        run("return tostring(session:prototype('P', {}):new({name = 'x', _secret = 1, n = 2}))") == 'P{n=2, name="x"}'
    )


def test_an_object_that_has_a_method_tostring_says_it_itself(run: Any) -> None:
    code = "P = session:prototype('P', {}) function P:tostring() return 'I am ' .. self.n end "
    code += "return tostring(P:new({n = 7}))"
    assert run(code) == "I am 7"


def test_a_second_declaration_keeps_the_table_and_takes_the_new_defaults(run: Any) -> None:
    assert run(
        "P = session:prototype('P', {a = 1}) p = P:new() "
        "local Q = session:prototype('P', {a = 2, d = 4}) return {Q == P, p.a, p.d}"
    ) == [True, 2, 4]


def test_removed_fields_go_from_instances_after_the_load(session: Session, run: Any) -> None:
    run("P = session:prototype('P', {a = 1, gone = 'default'}) p = P:new({gone = 'own', kept = 1})")
    reload(session, "session:prototype('P', {a = 1})")
    assert run("return {p.gone == nil, p.kept}") == [True, 1]


def test_every_living_instance_is_mutated_in_order_of_birth(session: Session, run: Any) -> None:
    run(
        "names = {} P = session:prototype('P', {}) a, b = P:new({n = 'a'}), P:new({n = 'b'}) P:new({n = 'dead'}) "
        "collectgarbage() collectgarbage()"
    )
    reload(session, "session:prototype('P', {x = 1}) function P:mutate() table.insert(names, self.n) end")
    assert run("return names") == ["a", "b"]


def test_a_mutate_that_errors_stops_no_other_instance(session: Session, run: Any) -> None:
    run("P = session:prototype('P', {}) a, b, c = P:new({n = 1}), P:new({n = 2}), P:new({n = 3})")
    failures = reload(
        session,
        "session:prototype('P', {x = 1}) "
        "function P:mutate() if self.n == 2 then error('not me') end self.done = true end",
    )
    assert run("return {a.done, b.done == nil, c.done}") == [True, True, True]
    [(name, message, traceback, file, line)] = failures
    assert (name, message, file, line) == ("P", "eval:1: not me", "eval", 1)
    assert "in function 'error'" not in traceback


def test_a_mutate_that_cannot_even_be_looked_up_stops_no_other_prototype(session: Session, run: Any) -> None:
    run(
        "P = session:prototype('P', {a = 1}) p = P:new({}) "
        "setmetatable(P, {__index = function(_, name) error('no ' .. name) end}) "
        "Q = session:prototype('Q', {a = 1}) q = Q:new({}) function Q:mutate() self.mutated = true end"
    )
    failures = reload(session, "session:prototype('P', {a = 2}) session:prototype('Q', {a = 2})")
    assert [failure[:2] for failure in failures] == [["P", "eval:1: no mutate"]]
    assert run("return q.mutated") is True


def test_the_same_declaration_again_mutates_nothing(session: Session, run: Any) -> None:
    run("P = session:prototype('P', {a = {1, 2}}) count = 0 function P:mutate() count = count + 1 end p = P:new()")
    reload(session, "session:prototype('P', {a = {1, 2}})")
    assert run("return count") == 0


def test_needs_mutation_until_mutated(session: Session, run: Any) -> None:
    run("P = session:prototype('P', {}) p = P:new()")
    assert run("session:prototype('P', {a = 1}) return session:needsMutation(p)") is True
    session.submit(lambda: session.host.call("mutate")).result(timeout=240)
    assert run("return session:needsMutation(p)") is False


def test_versions_go_up(run: Any) -> None:
    assert run("local v = session:getVersion() return {session:newVersion() - v, session:getVersion() - v}") == [1, 1]


def test_a_removed_prototype_can_be_declared_afresh(run: Any) -> None:
    assert run(
        "local A, AB, B = session:prototype('A', {}), session:prototype('A.B', {}), session:prototype('AB', {}) "
        "session:removePrototype('A', true) "
        "return {session:prototype('A', {}) ~= A, session:prototype('A.B', {}) ~= AB, session:prototype('AB', {}) == B}"
    ) == [True, True, True]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("session:prototype(5)", "eval:1: session:prototype(name, init, base): name must be a string, got number"),
        (
            "session:prototype('')",
            "eval:1: session:prototype(name, init, base): name must be a string, got an empty one",
        ),
        (
            "session:prototype('P', {}, 5)",
            "eval:1: session:prototype('P', init, base): base must be a name or a table, got number",
        ),
        (
            "session:removePrototype()",
            "eval:1: session:removePrototype(name, children): name must be a string, got nil",
        ),
        (
            "ui.registerWrapper('W', 5)",
            "eval:1: register(name, class): a string and a table expected, got string and number",
        ),
        (
            "session:createVariable(1, {}, {access = 'x'})",
            'eval:1: cannot create a variable: invalid access value "x" (must be r, w, rw, or action)',
        ),
        ("session:prototype('P', 5)", "eval:1: session:prototype('P', init): init must be a table, got number"),
        ("session:create(5)", "eval:1: session:create(prototype, instance): prototype must be a table, got number"),
        ("session:destroyVariable(1)", "eval:1: the app variable cannot be destroyed"),
    ],
)
def test_mistakes_name_the_line_of_the_app(session: Session, code: str, message: str) -> None:
    with pytest.raises(LuaError) as caught:
        session.eval(code)
    assert caught.value.message == message


def test_functions_of_the_session_work_with_a_dot_too(run: Any) -> None:
    assert run("return session.prototype('P', {a = 5}):new().a") == 5


def test_get_app_is_the_app_variable(run: Any) -> None:
    assert run("a = {x = 1} session:createAppVariable(a) return session:getApp() == a") is True


# Functions of `session` that an app replaces.


@pytest.fixture
def replaced(tmp_path: Path) -> Iterator[Session]:
    """A session whose main.lua has replaced functions of `session`, as shells do."""
    main = """
        local original = session.prototype
        function session.prototype(self, name, init, base)
            local class = original(self, name, init, base)
            names = (names or "") .. name .. " "
            class.__tostring = function(object) return name .. "!" end
            return class
        end
        local create = session.create
        function session:create(class, instance) created = (created or 0) + 1 return create(self, class, instance) end
    """
    apps = {
        "apps/a/init.lua": "A = session:prototype('A', {})",
        "apps/b/app.lua": "B = session:prototype('B', {}) b = B:new()",
    }
    write(tmp_path, {"lua/main.lua": main, **apps})
    with Session(tmp_path, output=MemoryOutput()) as session:
        yield session


def test_a_replaced_prototype_is_used_by_all_later_calls(replaced: Session) -> None:
    replaced.display("b")
    code = "session:prototype('C', {}) return {names, tostring(A:new()), tostring(b), created}"
    assert replaced.eval(code).data == ["A B C ", "A!", "B!", 2]


def test_a_replaced_meta_tostring_is_what_tostring_gives(run: Any) -> None:
    code = "P = session:prototype('P', {}) function session.metaTostring(o) return 'mine ' .. o.n end"
    assert run(f"{code} return tostring(P:new({{n = 1}}))") == "mine 1"


def test_a_known_prototype_without_defaults_is_given_unchanged(run: Any) -> None:
    code = "P = session:prototype('P', {n = 1}) Q = session:prototype('P')"
    assert run(f"{code} return {{P == Q, Q.n}}") == [True, 1]


def test_a_removed_prototype_takes_its_children_leaves_others_and_can_be_defined_again(run: Any) -> None:
    code = """
        X, Y, Z = session:prototype("X", {n = 1}), session:prototype("X.Y", {}), session:prototype("XZ", {})
        function X:say() return "old " .. self.n end
        local old = X:new()
        session:removePrototype("X", true)
        local new = session:prototype("X", {n = 2})
        return {new ~= X, session:prototype("X.Y", {}) ~= Y, session:prototype("XZ") == Z, old:say(), new:new().n}
    """
    assert run(code) == [True, True, True, "old 1", 2]
