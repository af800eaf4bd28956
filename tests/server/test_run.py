"""`ui_run`: conversion of Lua values, error messages, and endless loops."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.rig import Rig, reach, rigged, write_app

pytestmark = pytest.mark.anyio

# code -> the text of the content block, as JSON
VALUES: dict[str, Any] = {
    "return nil": None,
    "": None,
    "return": None,
    "return true": True,
    "return 1": 1,
    "return -1.5": -1.5,
    "return 2^53": 2**53,
    "return 1e300": 1e300,
    "return 'text'": "text",
    "return ''": "",
    "return '<b>&\"\\n\\0'": '<b>&"\n\0',
    "return 'h\u00e9 \u2603 \U0001f600'": "h\u00e9 \u2603 \U0001f600",
    "return '\\255'": "\ufffd",
    "return {}": {},
    "return {1, 2, 3}": [1, 2, 3],
    "return {1, nil, 3}": [1, None, 3],
    "return {a = 1, b = {c = {}}}": {"a": 1, "b": {"c": {}}},
    "return {1, 2, x = 3}": {"x": 3},
    "return {f = print, n = 1}": {"f": None, "n": 1},
    "return {_private = 1, public = 2}": {"public": 2},
    "return 1, 2, 3": 1,
    "return nil, 'second'": None,
    "return 0/0": {"non-json": "NaN"},
    "return 1/0": {"non-json": "+Inf"},
    "return -1/0": {"non-json": "-Inf"},
    "return setmetatable({x = 1}, {type = 'T'})": {"x": 1},
    "local t = {n = 1} t.self = t return t.n": 1,
}


@pytest.mark.parametrize("code", VALUES)
async def test_a_value_is_returned_as_one_block_of_json_and_as_structured_content(running: Rig, code: str) -> None:
    said = await running.tool("ui_run", code=code)
    assert json.loads(said.text) == VALUES[code]
    assert said.data is not None
    assert said.data["value"] == VALUES[code]


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("return print", "function: "),
        ("return function() end", "function: "),
        ("return coroutine.create(print)", "thread: "),
        ("return io.stdout", "file ("),
    ],
)
async def test_a_value_that_json_cannot_express_is_returned_as_text(running: Rig, code: str, kind: str) -> None:
    value = await running.run(code)
    assert list(value) == ["non-json"]
    assert value["non-json"].startswith(kind)


async def test_omitted_keys_are_named_beside_the_value(running: Rig) -> None:
    said = await running.tool("ui_run", code="return {_a = 1, b = {_c = 2}}")
    assert said.data == {"value": {"b": {}}, "omittedKeys": ["_a", "_c"]}
    assert json.loads(said.text) == {"b": {}}


async def test_a_circular_value_is_cut_off(running: Rig) -> None:
    value = await running.run("local t = {n = 1} t.me = t return t")
    assert value["n"] == 1
    assert json.dumps(value)


async def test_code_runs_inside_the_session(running: Rig, base_dir: Path) -> None:
    write_app(base_dir, "contacts", "contacts = contacts or {type = 'App', contacts = {{firstName = 'Ada'}}}")
    await running.tool("ui_display", name="contacts")
    assert await running.run("return session:getApp().value.contacts[1].firstName") == "Ada"
    await running.run("x = 1")
    assert await running.run("x = x + 1 return x") == 2


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("error('boom')", "ui_run:1: boom"),
        ("\n\nerror('boom')", "ui_run:3: boom"),
        ("error('boom', 0)", "boom"),
        ("error({code = 5})", "code"),
        ("error()", "nil"),
        ("local t return t.x", "attempt to index local 't' (a nil value)"),
        ("return return", "unexpected symbol near 'return'"),
        ("if true then", "'end' expected near '<eof>'"),
        ("return 'abc", "unfinished string"),
        ("local function f() return 1 + f() end return f()", "stack overflow"),
        ("return string.rep('x', 1e9)", "memory"),
        ("os.exit(3)", "exit"),
        ("goto x ::x::", "--lua 5.2"),
        ("return require('nope')", "module 'nope' not found"),
        ("error('\\255')", "\ufffd"),
    ],
)
async def test_an_error_says_what_and_where_and_the_session_continues(running: Rig, code: str, says: str) -> None:
    assert says in await running.refused("ui_run", code=code)
    assert await running.run("return 'still here'") == "still here"


async def test_an_error_in_a_file_has_its_traceback(running: Rig, base_dir: Path) -> None:
    write_app(base_dir, "deep", "function inner() error('deep down') end\nfunction outer() inner() end\ndeep = {}")
    await running.tool("ui_display", name="deep")
    refusal = await running.refused("ui_run", code="outer()")
    assert refusal.startswith("apps/deep/app.lua:1: deep down\nstack traceback:\n")
    assert "apps/deep/app.lua:2: in function 'outer'" in refusal
    assert "ui_run:1: in main chunk" in refusal


@pytest.fixture
async def looping(base_dir: Path) -> AsyncIterator[Rig]:
    """A running server with a short time limit for Lua, long enough for a test to observe the loop."""
    base_dir.mkdir(parents=True)
    (base_dir / "config.toml").write_text("time-limit = 1.5")
    async with rigged(base_dir) as rig:
        await rig.server.configure()
        await rig.start()
        yield rig


@pytest.mark.slow
async def test_an_endless_loop_is_stopped_and_the_status_is_available_meanwhile(looping: Rig) -> None:
    loop = asyncio.create_task(looping.call("ui_run", {"code": "looping = true while true do end"}))
    await reach(lambda: looping.server.ui_session().session.host.busy_since is not None)
    for _ in range(20):
        assert (await looping.tool("ui_status")).data is not None
    assert not loop.done()
    said = await loop
    assert said.is_error
    assert "1.5" in said.text
    assert await looping.run("return looping") is True


@pytest.mark.slow
async def test_another_session_works_while_one_loops(looping: Rig) -> None:
    await looping.server.new_session()
    loop = asyncio.create_task(looping.call("ui_run", {"code": "while true do end"}))
    await reach(lambda: looping.server.ui_session().session.host.busy_since is not None)
    assert (await looping.tool("ui_run", code="return 7", sessionId="2")).text == "7"
    assert not loop.done()
    assert (await loop).is_error


@pytest.mark.slow
async def test_pending_calls_end_when_the_server_stops(looping: Rig) -> None:
    loop = asyncio.create_task(looping.call("ui_run", {"code": "while true do end"}))
    queued = asyncio.create_task(looping.call("ui_run", {"code": "return 1"}))
    await reach(lambda: looping.server.ui_session().session.host.busy_since is not None)
    await looping.server.stop()
    assert (await loop).is_error
    assert (await queued).is_error


async def test_what_lua_prints_goes_to_the_log(running: Rig, base_dir: Path) -> None:
    await running.run("print('hello', 42) io.write('written\\n') io.stdout:write('out\\n') io.stderr:write('err\\n')")
    assert (base_dir / "log" / "lua.log").read_text() == "hello\t42\nwritten\nout\n"
    assert (base_dir / "log" / "lua-err.log").read_text() == "err\n"


async def test_the_log_survives_being_truncated_by_others(running: Rig, base_dir: Path) -> None:
    await running.run("print('first')")
    (base_dir / "log" / "lua.log").write_text("")
    await running.run("print('second')")
    assert (base_dir / "log" / "lua.log").read_text() == "second\n"
