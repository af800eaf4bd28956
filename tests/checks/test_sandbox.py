"""How many sessions the checks of an app open, and that none of them sees what an earlier one has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.checks.app import App
from pytest_uimcp.checks.app_directory import AppDirectory
from pytest_uimcp.checks.audit import audit_app
from pytest_uimcp.checks.sandbox import Sandbox
from pytest_uimcp.checks.verdict import findings_of
from pytest_uimcp.core.assets import fixtures_dir
from pytest_uimcp.engine.startup import Extension
from pytest_uimcp.server.harness.standalone_mcp import StandaloneMcp

SHOP = """\
local drawn, settings = 0, setmetatable({}, {__index = {}})
Shop = session:prototype("Shop", {title = "", rows = EMPTY})
Row = session:prototype("Row", {name = ""})
Zoo = session:prototype("Zoo", {animal = EMPTY})
function Shop:first() BEHAVIOUR return "" end
function Zoo:last() if CONDITION then error("an earlier check was here") end return "" end
if not session.reloading then
    shop = Shop:new({title = "a", rows = {Row:new({name = "b"})}})
    zoo = Zoo:new()
    shop.zoo = zoo
end
"""
VIEWS = {
    "Row.DEFAULT.html": '<b ui-value="name"></b>',
    "Shop.DEFAULT.html": '<h1 ui-value="title"></h1><div ui-viewlist="rows"></div>',
    "Shop.first.html": '<p ui-value="first()"></p>',
    "Zoo.DEFAULT.html": '<p ui-value="last()"></p>',
}
# What drawing `Shop.first` leaves behind, and how drawing `Zoo.DEFAULT`, which comes later, would notice it.
TRACES = {
    "in a field": ("self.title = 'x'", "shop.title ~= 'a'"),
    "in a new field": ("self.extra = 1", "shop.extra"),
    "in a list": ("table.insert(self.rows, 1)", "#shop.rows > 1"),
    "in a global": ("shop_was_drawn = true", "shop_was_drawn"),
    "in a variable of the file": ("drawn = drawn + 1", "drawn > 0"),
    "in a prototype": ("Row.name = 'x'", "Row.name ~= ''"),
    "behind a metatable": ("getmetatable(settings).__index.a = 1", "settings.a"),
    "by another object in its place": ("shop.rows = {shop.rows[1]}; drawn = true", "drawn == true"),
}


def sessions_of(folder: Path, behaviour: str = "", condition: str = "false") -> int:
    """Audit an app without mistakes; returns how many sessions were opened for it."""
    app = folder / "project" / ".ui" / "apps" / "shop"
    (app / "viewdefs").mkdir(parents=True)
    (app / "app.lua").write_text(SHOP.replace("BEHAVIOUR", behaviour).replace("CONDITION", condition))
    for name, view in VIEWS.items():
        (app / "viewdefs" / name).write_text(f"<template><div>{view}</div></template>")
    opened = []

    def extensions(base_dir: Path) -> list[Extension]:
        opened.append(base_dir)
        return [StandaloneMcp(base_dir)]

    report = audit_app(app.parents[1], "shop", extensions)
    assert [one for one in report["violations"] if "earlier check" in one["detail"]] == []
    assert report["violations"] == []
    return len(opened)


def test_the_checks_of_an_app_share_one_session(tmp_path: Path) -> None:
    assert sessions_of(tmp_path) == 1


@pytest.mark.parametrize("trace", TRACES)
def test_a_check_that_changes_the_app_is_the_last_in_its_session(tmp_path: Path, trace: str) -> None:
    assert sessions_of(tmp_path, *TRACES[trace]) == 2


def shop_below(folder: Path, start: str) -> App:
    """An app that does something when it starts."""
    app = folder / "project" / ".ui" / "apps" / "shop"
    (app / "viewdefs").mkdir(parents=True)
    (app / "viewdefs" / "Shop.DEFAULT.html").write_text("<template><p>Open</p></template>")
    (app / "app.lua").write_text(f'Shop = session:prototype("Shop", {{}})\nshop = shop or Shop:new()\n{start}\n')
    directory = AppDirectory(app.parents[1])
    return App("shop", directory, Sandbox(directory, folder / "project", lambda base: [StandaloneMcp(base)]))


def test_checks_of_an_app_that_looks_at_no_file_write_only_what_they_read(tmp_path: Path) -> None:
    # To copy the whole bundle took a tenth of the time of twenty apps.
    app = shop_below(tmp_path, "")
    assert list(findings_of(app)) == []
    copy = app.sandbox.base_dir
    assert sorted(path.name for path in copy.iterdir()) == ["apps", "lua", "viewdefs"]
    app.sandbox.close()


@pytest.mark.parametrize(("size", "is_in_memory"), [(100, True), (17 * 2**20, False)])
def test_a_small_directory_is_copied_into_memory_and_nothing_is_left_there(
    size: int, is_in_memory: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = tmp_path / "memory"
    memory.mkdir()
    monkeypatch.setattr("pytest_uimcp.checks.sandbox.memory_for", lambda _: memory)
    app = shop_below(tmp_path, "")
    with (app.directory.base / "apps" / "shop" / "data").open("wb") as data:
        data.truncate(size)
    assert list(findings_of(app)) == []
    assert app.sandbox.base_dir.is_relative_to(memory) == is_in_memory
    app.sandbox.close()
    assert list(memory.iterdir()) == []


def test_an_app_that_looks_at_files_finds_those_of_a_server(tmp_path: Path) -> None:
    app = shop_below(tmp_path, 'for _ in io.lines(".ui/html/index.html") do end')
    copy = app.sandbox.base_dir
    assert list(findings_of(app)) == []
    # Putting them there is no writing of the app: the next session has the same copy.
    assert app.sandbox.base_dir == copy
    assert (copy / "html" / "index.html").is_file()
    app.sandbox.close()


def test_what_an_app_writes_is_not_there_for_the_next_session(tmp_path: Path) -> None:
    app = shop_below(tmp_path, 'assert(io.open(".ui/note", "a")):close()')
    copy = app.sandbox.base_dir
    assert list(findings_of(app)) == []
    app.sandbox.close()
    assert app.sandbox.base_dir != copy
    app.sandbox.close()


def test_objects_that_nobody_keeps_are_no_change(tmp_path: Path) -> None:
    assert sessions_of(tmp_path, "Row:new({name = 'c'})") == 1


@pytest.mark.parametrize("sample", ["contacts", "tasks"])
def test_what_actions_have_made_and_a_closed_page_has_shown_is_no_change(sample: str) -> None:
    opened = []

    def extensions(base_dir: Path) -> list[Extension]:
        opened.append(base_dir)
        return [StandaloneMcp(base_dir)]

    directory = AppDirectory(fixtures_dir())
    sandbox = Sandbox(directory, fixtures_dir().parent, extensions)
    try:
        assert list(findings_of(App(sample, directory, sandbox))) == []
    finally:
        sandbox.close()
    assert len(opened) == 1
