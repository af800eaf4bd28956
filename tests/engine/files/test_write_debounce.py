from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.engine.files.write_debounce import WriteDebounce
from tests.engine.files.app_files import OTHER, VIEW, AppFiles, Time


def test_nothing_to_settle_waits_for_nothing(ui: AppFiles) -> None:
    ui.put("lua/a.lua", "a = 1")
    ui.sources.module("a")
    ui.settle()
    assert ui.time.waits == []


def test_a_changed_file_is_looked_at_twice(ui: AppFiles) -> None:
    ui.put("lua/a.lua", "a = 1")
    ui.sources.module("a")
    ui.put("lua/a.lua", "a = 22")
    ui.settle()
    assert len(ui.time.waits) == 1
    assert sum(ui.time.waits) <= 0.02
    assert ui.texts() == [b"a = 22"]


def test_a_file_written_in_steps_is_waited_for(ui: AppFiles) -> None:
    ui.put("lua/a.lua", "old")
    ui.put("viewdefs/T.DEFAULT.html", VIEW)
    ui.sources.module("a")
    ui.viewdefs.of_type("T")
    ui.put("lua/a.lua", "")
    ui.put("viewdefs/T.DEFAULT.html", "")
    ui.time.events = [
        lambda: ui.put("lua/a.lua", "half"),
        lambda: ui.put("lua/a.lua", "half whole"),
        lambda: ui.put("viewdefs/T.DEFAULT.html", OTHER),
    ]
    ui.settle()
    plan = ui.plan()
    assert [source.text for source in plan.sources] == [b"half whole"]
    assert plan.viewdefs.changed == {"T.DEFAULT": OTHER}
    assert plan.viewdefs.problems == ()
    assert sum(ui.time.waits) < 0.2


def test_a_new_viewdef_of_a_type_in_use_is_waited_for(ui: AppFiles) -> None:
    ui.viewdefs.of_type("T")
    ui.put("viewdefs/T.DEFAULT.html", "")
    ui.time.events = [lambda: ui.put("viewdefs/T.DEFAULT.html", VIEW)]
    ui.settle()
    assert ui.plan().viewdefs.changed == {"T.DEFAULT": VIEW}


def test_an_empty_file_is_waited_for_a_second_and_no_longer(ui: AppFiles) -> None:
    ui.put("lua/a.lua", "old")
    ui.sources.module("a")
    ui.put("lua/a.lua", "")
    ui.settle()
    assert sum(ui.time.waits) == pytest.approx(1.0, abs=0.05)


def test_a_file_that_is_written_all_the_time_does_not_block_the_others(tmp_path: Path) -> None:
    debounce, time = WriteDebounce(), Time()
    path = tmp_path / "log.lua"
    count = 0
    while True:
        count += 1
        path.write_text("x" * count)
        pause = debounce.time_left([path], time())
        if pause == 0:
            break
        time.wait(pause)
    assert sum(time.waits) == pytest.approx(1.0, abs=0.05)


def test_a_missing_file_is_waited_for_a_little_as_it_may_be_replaced(tmp_path: Path) -> None:
    debounce, time = WriteDebounce(), Time()
    path = tmp_path / "a.lua"
    while (pause := debounce.time_left([path], time())) > 0:
        time.wait(pause)
    assert sum(time.waits) == pytest.approx(0.1, abs=0.03)


def test_a_change_after_settling_starts_a_new_delay(tmp_path: Path) -> None:
    debounce, time = WriteDebounce(), Time()
    path = tmp_path / "a.lua"
    path.write_text("a")
    for _ in range(3):
        assert debounce.time_left([path], time()) > 0
        time.wait(0.02)
        assert debounce.time_left([path], time()) == 0
        time.wait(5)


def test_no_files_are_settled_at_once() -> None:
    assert WriteDebounce().time_left([], 0.0) == 0.0
