"""What a look at the files finds to do, before anything runs."""

from __future__ import annotations

import os

from tests.engine.files.app_files import OTHER, VIEW, AppFiles


def test_nothing_changed_is_an_empty_plan(ui: AppFiles) -> None:
    ui.put("lua/a.lua", "a = 1")
    ui.put("viewdefs/T.DEFAULT.html", VIEW)
    ui.sources.module("a")
    ui.viewdefs.of_type("T")
    assert not ui.plan()


def test_lua_and_viewdefs_saved_together_are_one_plan(ui: AppFiles) -> None:
    for name in ("b", "a"):
        ui.put(f"lua/{name}.lua", "old")
        ui.sources.module(name)
    ui.put("viewdefs/T.DEFAULT.html", VIEW)
    ui.viewdefs.of_type("T")
    for name in ("a", "b"):
        ui.put(f"lua/{name}.lua", f"new {name}")
    ui.put("viewdefs/T.DEFAULT.html", OTHER)
    plan = ui.plan()
    assert plan
    assert [(source.chunkname, source.text) for source in plan.sources] == [
        ("@lua/b.lua", b"new b"),
        ("@lua/a.lua", b"new a"),
    ]
    assert plan.viewdefs.changed == {"T.DEFAULT": OTHER}
    assert not ui.plan()


def test_a_source_says_under_which_module_names_it_was_loaded(ui: AppFiles) -> None:
    ui.put("lua/a/b.lua", "old")
    ui.sources.module("a.b")
    ui.put("lua/a/b.lua", "new!")
    (source,) = ui.plan().sources
    assert source.file.modules == ("a.b",)


def test_200_files_touched_are_200_sources_each_once(ui: AppFiles) -> None:
    names = [f"m{number:03}" for number in range(200)]
    for name in names:
        ui.put(f"lua/{name}.lua", "return 1")
        ui.sources.module(name)
    for name in reversed(names):
        os.utime(ui.base / f"lua/{name}.lua", (1, 1))
    assert [source.file.name for source in ui.plan().sources] == names
    assert not ui.plan()


def test_a_file_that_cannot_be_read_is_an_error_beside_the_others(ui: AppFiles) -> None:
    for name in ("a", "b"):
        ui.put(f"lua/{name}.lua", "old")
        ui.sources.module(name)
    (ui.base / "lua/a.lua").unlink()
    (ui.base / "lua/a.lua").mkdir()
    ui.put("lua/b.lua", "new!")
    plan = ui.plan()
    assert [str(error) for error in plan.errors] == [f"cannot read '{ui.base}/lua/a.lua': it is a directory"]
    assert [source.text for source in plan.sources] == [b"new!"]


def test_a_file_truncated_a_moment_ago_is_left_for_the_next_look(ui: AppFiles) -> None:
    path = ui.put("lua/a.lua", "a = 1")
    ui.sources.module("a")
    ui.put("lua/a.lua", "")
    plan = ui.plan()
    assert not plan
    assert plan.unsettled == (path,)
    ui.put("lua/a.lua", "a = 2")
    assert ui.texts() == [b"a = 2"]


def test_a_file_that_stays_empty_is_an_empty_file(ui: AppFiles) -> None:
    path = ui.put("lua/a.lua", "a = 1")
    ui.sources.module("a")
    ui.put("lua/a.lua", "")
    os.utime(path, (1, 1))
    assert ui.texts() == [b""]
