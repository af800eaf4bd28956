"""require, the files it finds, and what apps put beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.session import Session
from tests.files import write


def test_require_finds_dotted_names_and_runs_a_file_once(tmp_path: Path) -> None:
    write(tmp_path, {"lua/tools/text.lua": "runs = (runs or 0) + 1 return {shout = string.upper, name = ...}"})
    with Session(tmp_path) as session:
        result = session.eval("return {require('tools.text').shout('hi'), require('tools.text').name, runs}").data
    assert result == ["HI", "tools.text", 1]


def test_modules_may_require_each_other(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "lua/a.lua": "local b = require('b') return {b = b.name}",
            "lua/b.lua": "local a = require('a') return {name = 'b', a = type(a)}",
        },
    )
    with Session(tmp_path) as session:
        assert session.eval("return {require('a').b, require('b').a}").data == ["b", "boolean"]


def test_a_module_that_fails_can_be_required_again(tmp_path: Path) -> None:
    write(tmp_path, {"lua/flaky.lua": "if not ready then error('not yet') end return 'fine'"})
    with Session(tmp_path) as session:
        with pytest.raises(LuaError, match=r"lua/flaky\.lua:1: not yet"):
            session.eval("require('flaky')")
        assert session.eval("ready = true return {require('flaky'), package.loaded.flaky}").data == ["fine", "fine"]


def test_a_missing_module_names_every_place_looked_in(session: Session) -> None:
    with pytest.raises(LuaError) as caught:
        session.eval("require('no.such')")
    assert "module 'no.such' not found" in caught.value.message
    assert "lua/no/such.lua" in caught.value.message


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "a..b", ""])
def test_a_module_name_cannot_leave_the_lua_folder(session: Session, name: str) -> None:
    with pytest.raises(LuaError, match="module"):
        session.eval(f"require('{name}')")


def test_an_app_may_extend_a_path_that_require_does_not_need(tmp_path: Path) -> None:
    write(tmp_path, {"lua/a.lua": "return 'found'"})
    with Session(tmp_path) as session:
        assert session.eval("package.path = package.path .. ';vendor/?.lua' return require('a')").data == "found"
        assert session.eval("return package.config:sub(1, 1)").data == "/"


def test_preload_is_honoured(session: Session) -> None:
    assert session.eval("package.preload.virtual = function() return {v = 1} end return require('virtual').v").data == 1


def test_unloading_makes_require_run_the_file_again(tmp_path: Path) -> None:
    write(tmp_path, {"lua/m.lua": "runs = (runs or 0) + 1 return {}", "lua/d/x.lua": "dx = (dx or 0) + 1 return {}"})
    with Session(tmp_path) as session:
        session.eval(
            "require('m') require('d.x') session:unloadModule('m') session:unloadDirectory('d') "
            "require('m') require('d.x')"
        )
        assert session.eval("return {runs, dx}").data == [2, 2]


def test_errors_name_the_file_of_the_app_and_its_line(tmp_path: Path) -> None:
    write(tmp_path, {"lua/deep/down.lua": "return {\n  fail = function()\n    local t = nil\n    return t.x\n  end\n}"})
    with Session(tmp_path) as session, pytest.raises(LuaError) as caught:
        session.eval("require('deep.down').fail()")
    assert (caught.value.file, caught.value.line) == ("lua/deep/down.lua", 4)
    assert "lua/deep/down.lua:4:" in caught.value.traceback
    assert "uimcp" not in caught.value.traceback


def test_json_of_ui_reads_back(session: Session) -> None:
    code = "return ui.json_decode(ui.json_encode({a = {1, 2, 'é\\n'}, b = true, c = {d = 0.1}}))"
    assert session.eval(code).data == {"a": [1, 2, "é\n"], "b": True, "c": {"d": 0.1}}


def test_what_an_app_encodes_itself_keeps_its_private_keys(session: Session) -> None:
    assert session.eval("return ui.json_decode(ui.json_encode({_id = 7}))._id").data == 7


@pytest.mark.parametrize("text", ["", "{", "[1,]", "nul", '"\\x"', "1 2", '{"a" 1}', "[" * 300, '"\n"'])
def test_bad_json_is_nil_and_a_message(session: Session, text: str) -> None:
    escaped = "".join(f"\\{byte:03d}" for byte in text.encode())
    data: Any = session.eval(f'local v, m = ui.json_decode("{escaped}") return {{tostring(v), m}}').data
    value, message = data
    assert value == "nil"
    assert message.startswith("invalid JSON at character")


def test_log_levels_reach_the_log(session: Session) -> None:
    session.eval("ui.log('plain news') ui.log(1, 'an error') session:log(2, 'a warning')")
    assert isinstance(session.output, MemoryOutput)
    text = "\n".join(session.output.lines("err") + session.output.lines("out"))
    for line in ("plain news", "an error", "a warning"):
        assert line in text


# Modules of apps.

ONE = {
    "apps/shop/json.lua": "runs = (runs or 0) + 1 return {encode = 'yes'}",
    "apps/shop/app.lua": "shop = {type = 'Shop'}",
}


def link(base: Path) -> None:
    (base / "lua").mkdir(exist_ok=True)
    (base / "lua" / "shop").symlink_to("../apps/shop")


@pytest.mark.parametrize("linked", [True, False])
def test_a_module_of_an_app_is_found_with_and_without_a_link(tmp_path: Path, linked: bool) -> None:
    write(tmp_path, ONE)
    if linked:
        link(tmp_path)
    with Session(tmp_path) as session:
        assert session.eval("return {require('shop.json').encode, require('shop.json').encode, runs}").data == [
            "yes",
            "yes",
            1,
        ]


def test_a_file_with_several_names_runs_once_and_gives_one_value(tmp_path: Path) -> None:
    write(tmp_path, ONE)
    link(tmp_path)
    (tmp_path / "lua" / "json.lua").symlink_to("shop/json.lua")
    with Session(tmp_path) as session:
        code = "return {require('shop.json') == require('json'), require('apps.shop.json') == require('json'), runs}"
        assert session.eval(code).data == [True, True, 1]


def test_a_name_required_while_its_file_runs_has_its_value_afterwards(tmp_path: Path) -> None:
    write(tmp_path, {"apps/shop/json.lua": "inner = require('apps.shop.json') return {}"})
    with Session(tmp_path) as session:
        code = "return {require('shop.json') == require('apps.shop.json'), type(require('shop.json')), inner}"
        assert session.eval(code).data == [True, "table", True]


def test_an_app_that_was_displayed_is_not_run_again_by_require(tmp_path: Path) -> None:
    write(tmp_path, {"apps/shop/app.lua": "runs = (runs or 0) + 1 shop = {type = 'Shop'}"})
    with Session(tmp_path) as session:
        session.display("shop")
        assert session.eval("return {require('shop'), require('shop.app'), runs}").data == [True, True, 1]


def test_a_module_taken_out_of_package_loaded_runs_again(tmp_path: Path) -> None:
    write(tmp_path, ONE)
    with Session(tmp_path) as session:
        code = "require('shop.json') package.loaded['shop.json'] = nil require('shop.json') return runs"
        assert session.eval(code).data == 2


@pytest.mark.parametrize("unload", ["unloadModule('shop.json')", "unloadDirectory('apps/shop')"])
def test_an_unloaded_module_runs_again_whatever_its_name(tmp_path: Path, unload: str) -> None:
    write(tmp_path, ONE)
    with Session(tmp_path) as session:
        code = f"require('shop.json') session:{unload} require('apps.shop.json') return runs"
        assert session.eval(code).data == 2


def test_a_saved_module_is_renewed_for_all_its_names(tmp_path: Path) -> None:
    write(tmp_path, ONE)
    with Session(tmp_path) as session:
        session.eval("a, b = require('shop.json'), require('apps.shop.json')")
        write(tmp_path, {"apps/shop/json.lua": "return {encode = 'again', more = true}"})
        session.reload()
        assert session.eval("return {a.encode, b.more, require('apps.shop.json') == a}").data == ["again", True, True]


def test_one_save_of_a_linked_module_is_one_change(tmp_path: Path) -> None:
    write(tmp_path, ONE)
    link(tmp_path)
    with Session(tmp_path) as session:
        session.eval("require('shop.json') require('apps.shop.json')")
        write(tmp_path, {"apps/shop/json.lua": "runs = runs + 1 return {}"})
        assert session.reload().ran == ("apps/shop/json.lua",)
        assert session.eval("return runs").data == 2


def test_an_init_file_behind_a_link_runs_once_and_again_when_it_is_saved(tmp_path: Path) -> None:
    write(tmp_path, ONE | {"apps/shop/init.lua": "inits = (inits or 0) + 1 was = session.reloading"})
    link(tmp_path)
    with Session(tmp_path) as session:
        assert session.eval("return {inits, was}").data == [1, False]
        write(tmp_path, {"apps/shop/init.lua": "inits = inits + 1 was = session.reloading "})
        assert session.reload().ran == ("apps/shop/init.lua",)
        assert session.eval("return {inits, was}").data == [2, True]
