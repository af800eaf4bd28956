"""The real watcher on real files: whatever is saved, however it is saved, is noticed."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from pytest_uimcp.core.folders import MAX_LINKED_FOLDERS
from pytest_uimcp.engine.files import watch_set
from pytest_uimcp.engine.files.reloading import ReloadPlan, ReloadPlanner
from pytest_uimcp.engine.files.sources import Sources
from pytest_uimcp.engine.files.viewdefs import ViewdefStore
from pytest_uimcp.engine.files.watcher import Watcher
from tests.engine.files.settling import Settling
from tests.files import link, put

LONG = 30.0


class Watched:
    """A session's view of a directory that is being watched."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.calls: Queue[None] = Queue()
        self.settling = Settling()
        self.watcher = Watcher(base, open_notifier=self.settling.open)
        self.sources = Sources(base)
        self.viewdefs = ViewdefStore(base)
        self.planner = ReloadPlanner(self.sources, self.viewdefs)

    def start(self) -> Watched:
        self.watcher.start(lambda: self.calls.put(None))
        return self

    def next_plan(self) -> ReloadPlan:
        """What there is to do after the next callbacks that bring something."""
        while True:
            self.calls.get(timeout=LONG)
            if plan := self.planner.plan():
                return plan

    def next_text(self) -> bytes:
        (source,) = self.next_plan().sources
        return source.text

    def is_quiet(self, *, idle: bool = True) -> bool:
        """Whether there is no callback for all that has happened so far."""
        self.settling.settle(self.base / "lua", idle=idle)
        return self.calls.empty()


@pytest.fixture
def base(tmp_path: Path) -> Path:
    return tmp_path / "ui"


@pytest.fixture
def ui(base: Path) -> Iterator[Watched]:
    """Not started yet, so that a test can lay out its files first."""
    watched = Watched(base)
    yield watched
    watched.watcher.stop()


def view(text: str) -> str:
    return f"<template>{text}</template>"


# Ways of saving


def write_in_place(path: Path, text: str) -> None:
    path.write_text(text)


def overwrite_without_cutting(path: Path, text: str) -> None:
    with path.open("r+") as file:
        file.write(text)


def temp_and_rename(path: Path, text: str) -> None:
    put(path.with_name("tmp123~"), text).replace(path)


def temp_elsewhere_and_rename(path: Path, text: str) -> None:
    put(path.parent.parent / "tmp123", text).replace(path)


def delete_and_create(path: Path, text: str) -> None:
    path.unlink()
    path.write_text(text)


def backup_and_create(path: Path, text: str) -> None:
    path.replace(path.with_name(path.name + "~"))
    path.write_text(text)


def hard_link(path: Path, text: str) -> None:
    put(path.with_name("other~"), text)
    path.unlink()
    path.hardlink_to(path.with_name("other~"))


def become_a_link(path: Path, text: str) -> None:
    put(path.with_name("other~"), text)
    path.unlink()
    path.symlink_to("other~")


SAVES = [
    write_in_place,
    overwrite_without_cutting,
    temp_and_rename,
    temp_elsewhere_and_rename,
    delete_and_create,
    backup_and_create,
    hard_link,
    become_a_link,
]
Save = Callable[[Path, str], None]


@pytest.mark.parametrize("save", SAVES)
def test_a_lua_file_saved_in_any_way_right_after_the_start_is_noticed(ui: Watched, save: Save) -> None:
    path = put(ui.base / "lua/a.lua", "old")
    ui.sources.module("a")
    ui.start()
    save(path, "new")
    assert ui.next_text() == b"new"
    path.write_text("newer")
    assert ui.next_text() == b"newer"


@pytest.mark.parametrize("save", SAVES)
def test_the_file_behind_a_link_saved_in_any_way_is_noticed(ui: Watched, tmp_path: Path, save: Save) -> None:
    path = put(tmp_path / "far/away/app.lua", "old")
    link(ui.base / "lua/x.lua", path)
    ui.sources.app("x")
    ui.start()
    save(path, "new")
    assert ui.next_text() == b"new"
    path.write_text("newer")
    assert ui.next_text() == b"newer"


def test_a_viewdef_saved_is_noticed(ui: Watched) -> None:
    path = put(ui.base / "apps/x/viewdefs/T.DEFAULT.html", view("old"))
    ui.viewdefs.of_type("T")
    ui.start()
    path.write_text(view("new"))
    assert ui.next_plan().viewdefs.changed == {"T.DEFAULT": view("new")}
    path.unlink()
    assert ui.next_plan().viewdefs.changed == {"T.DEFAULT": None}


def test_a_file_that_is_truncated_and_then_written_is_never_seen_empty(ui: Watched) -> None:
    path = put(ui.base / "lua/a.lua", "old")
    ui.sources.module("a")
    ui.start()
    with path.open("w") as file:
        assert ui.is_quiet(idle=False)
        file.write("new")
    assert ui.next_text() == b"new"


def test_200_files_touched_at_once_are_one_callback(ui: Watched) -> None:
    names = [f"m{number:03}" for number in range(200)]
    for name in names:
        put(ui.base / f"lua/{name}.lua", "return 1")
        ui.sources.module(name)
    ui.start()
    for name in names:
        os.utime(ui.base / f"lua/{name}.lua")
    ui.calls.get(timeout=LONG)
    assert [source.file.name for source in ui.planner.plan().sources] == names
    assert ui.is_quiet()


def test_many_saves_of_one_file_are_one_callback(ui: Watched) -> None:
    path = put(ui.base / "lua/a.lua", "old")
    ui.sources.module("a")
    ui.start()
    for number in range(20):
        path.write_text(f"new {number}")
    assert ui.next_text() == b"new 19"
    assert ui.is_quiet()


# Links


@pytest.mark.parametrize("replace", [True, False], ids=["replaced by rename", "deleted and made anew"])
@pytest.mark.parametrize(
    ("turned", "target"),
    [
        ("ui/lua/x.lua", "{}/app.lua"),
        ("ui/apps/x", "{}"),
        ("current", "{}"),
        ("ui", "ui-{}"),
    ],
    ids=["file link", "directory link", "in the middle of a chain", "base_dir itself"],
)
def test_a_retargeted_link_is_noticed(tmp_path: Path, ui: Watched, turned: str, target: str, replace: bool) -> None:
    for version in ("v1", "v2"):
        put(tmp_path / version / "app.lua", version)
        folder = tmp_path / f"ui-{version}"
        link(folder / "lua/x.lua", "../apps/x/app.lua")
        if turned == "ui":
            link(folder / "apps/x", tmp_path / version)
    link(tmp_path / "current", tmp_path / "v1")
    link(tmp_path / "ui", tmp_path / "ui-v1")
    if turned != "ui":
        link(tmp_path / "ui/apps/x", tmp_path / "current")
    ui.sources.app("x")
    ui.start()
    place, new = tmp_path / turned, tmp_path / target.format("v2")
    if replace:
        link(place.with_name("tmp"), new).replace(place)
    else:
        place.unlink()
        place.symlink_to(new)
    assert ui.next_text() == b"v2"
    put(tmp_path / "v2/app.lua", "v2 changed")
    assert ui.next_text() == b"v2 changed"


def test_a_chain_of_file_links_is_watched_to_its_end(ui: Watched, tmp_path: Path) -> None:
    end = put(tmp_path / "three/app.lua", "old")
    link(tmp_path / "two/app.lua", end)
    middle = link(tmp_path / "one/app.lua", "../two/app.lua")
    link(ui.base / "lua/x.lua", middle)
    ui.sources.app("x")
    ui.start()
    end.write_text("new")
    assert ui.next_text() == b"new"
    other = put(tmp_path / "four/app.lua", "other")
    (tmp_path / "two/app.lua").unlink()
    (tmp_path / "two/app.lua").symlink_to(other)
    assert ui.next_text() == b"other"
    other.write_text("other, changed")
    assert ui.next_text() == b"other, changed"


def test_a_link_to_nothing_is_noticed_when_its_target_appears(ui: Watched, tmp_path: Path) -> None:
    link(ui.base / "viewdefs/T.DEFAULT.html", tmp_path / "far/away/T.html")
    ui.viewdefs.of_type("T")
    ui.start()
    put(tmp_path / "far/away/T.html", view("here"))
    assert ui.next_plan().viewdefs.changed == {"T.DEFAULT": view("here")}


def test_a_link_made_later_is_followed(ui: Watched, tmp_path: Path) -> None:
    far = put(tmp_path / "far/viewdefs/T.DEFAULT.html", view("old"))
    (ui.base / "apps").mkdir(parents=True)
    ui.viewdefs.of_type("T")
    ui.start()
    link(ui.base / "apps/x", tmp_path / "far")
    assert ui.next_plan().viewdefs.changed == {"T.DEFAULT": view("old")}
    far.write_text(view("new"))
    assert ui.next_plan().viewdefs.changed == {"T.DEFAULT": view("new")}


def test_a_recreated_directory_behind_a_link_is_watched_again(ui: Watched, tmp_path: Path) -> None:
    far = put(tmp_path / "far/x/app.lua", "old")
    link(ui.base / "apps/x", tmp_path / "far/x")
    ui.sources.app("x")
    ui.start()
    far.unlink()
    far.parent.rmdir()
    put(far, "new")
    assert ui.next_text() == b"new"
    far.write_text("newer")
    assert ui.next_text() == b"newer"


def test_links_in_circles_do_no_harm(ui: Watched) -> None:
    path = put(ui.base / "lua/a.lua", "old")
    link(ui.base / "lua/self", ".")
    link(ui.base / "lua/loop", "loop")
    link(ui.base / "apps/up", "../..")
    ui.sources.module("a")
    ui.start()
    path.write_text("new")
    assert ui.next_text() == b"new"


# Directories


@pytest.mark.parametrize("existing", ["", "ui", "ui/lua", "ui/apps"])
def test_directories_may_appear_after_the_start(tmp_path: Path, ui: Watched, existing: str) -> None:
    (tmp_path / existing).mkdir(exist_ok=True, parents=True)
    ui.viewdefs.of_type("T")
    ui.start()
    path = put(ui.base / "apps/x/viewdefs/T.DEFAULT.html", view("old"))
    assert ui.next_plan().viewdefs.changed == {"T.DEFAULT": view("old")}
    path.write_text(view("new"))
    assert ui.next_plan().viewdefs.changed == {"T.DEFAULT": view("new")}
    put(ui.base / "lua/deep/er/a.lua", "old")
    assert ui.sources.module("deep.er.a").text == b"old"
    put(ui.base / "lua/deep/er/a.lua", "new")
    assert ui.next_text() == b"new"


def test_a_directory_moved_in_with_its_files_is_noticed(ui: Watched, tmp_path: Path) -> None:
    put(tmp_path / "ready/viewdefs/T.DEFAULT.html", view("old"))
    (ui.base / "apps").mkdir(parents=True)
    ui.viewdefs.of_type("T")
    ui.start()
    (tmp_path / "ready").rename(ui.base / "apps/x")
    assert ui.next_plan().viewdefs.changed == {"T.DEFAULT": view("old")}
    put(ui.base / "apps/x/viewdefs/T.DEFAULT.html", view("new"))
    assert ui.next_plan().viewdefs.changed == {"T.DEFAULT": view("new")}


def test_a_recreated_directory_is_watched_again(ui: Watched) -> None:
    path = put(ui.base / "apps/x/viewdefs/T.DEFAULT.html", view("old"))
    ui.viewdefs.of_type("T")
    ui.start()
    path.unlink()
    path.parent.rmdir()
    path.parent.mkdir()
    path.write_text(view("new"))
    assert ui.next_plan().viewdefs.changed == {"T.DEFAULT": view("new")}
    path.write_text(view("newer"))
    assert ui.next_plan().viewdefs.changed == {"T.DEFAULT": view("newer")}


def test_only_lua_viewdefs_and_apps_count(ui: Watched) -> None:
    path = put(ui.base / "lua/a.lua", "old")
    for place in ("log", "html", "apps/x/.git", "apps/x/node_modules"):
        (ui.base / place).mkdir(parents=True)
    ui.start()
    for name in ("log/lua.log", "ui-port", "html/a.lua", "apps/x/data.json", "apps/x/.git/a.lua", "apps/x/.a.lua"):
        put(ui.base / name, "x")
    put(ui.base / "apps/x/node_modules/a.lua", "x")
    assert ui.is_quiet()
    path.write_text("new")
    ui.calls.get(timeout=LONG)


def test_a_huge_tree_is_cut_short_and_said(ui: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch_set, "MAX_FOLDERS", 5)
    put(ui.base / "lua/a.lua", "old")
    for number in range(10):
        (ui.base / f"apps/x/{number}").mkdir(parents=True)
    ui.start()
    assert ui.watcher.problem == (
        f"over 5 directories are below {ui.base}; the deepest are not watched. Look for a link into a large tree,"
        " and link the app's own directory instead"
    )
    put(ui.base / "lua/a.lua", "new")
    ui.calls.get(timeout=LONG)


def test_a_link_into_a_large_tree_is_followed_a_part_of_the_way_and_it_is_said(ui: Watched, tmp_path: Path) -> None:
    far = tmp_path / "far"
    for number in range(MAX_LINKED_FOLDERS):
        (far / str(number)).mkdir(parents=True)
    link(ui.base / "apps/x", far)
    put(ui.base / "apps/y/a.lua", "old")
    ui.start()
    assert ui.watcher.problem == (
        f"over {MAX_LINKED_FOLDERS} directories are below {far}, to which a link leads; the deepest are not watched."
        " Look for a link into a large tree, and link the app's own directory instead"
    )
    put(ui.base / "apps/y/a.lua", "new")
    ui.calls.get(timeout=LONG)


@pytest.mark.slow
def test_whatever_happens_in_any_order_an_old_session_sees_what_a_new_one_does(ui: Watched, tmp_path: Path) -> None:
    dice = random.Random(20)
    far = tmp_path / "far"
    places = [ui.base / "viewdefs", ui.base / "apps/a/viewdefs", far]
    ui.viewdefs.of_type("T")
    ui.start()

    def change(step: int) -> None:
        place = dice.choice(places)
        path = place / f"T.{dice.choice('xy')}.html"
        kind = dice.randrange(6)
        if kind == 0 and place.is_dir() and not place.is_symlink():
            place.rename(place.with_name(f"old{step}"))
        elif kind == 1 and place != far and not os.path.lexists(place):
            link(place, far)
        elif kind == 2:
            place.unlink() if place.is_symlink() else path.unlink(missing_ok=True)
        elif not place.is_symlink() or place.exists():
            dice.choice((write_in_place, temp_and_rename))(put(path, ""), view(str(step)))

    for step in range(60):
        change(step)
        new = ViewdefStore(ui.base)
        new.of_type("T")
        while ui.viewdefs.of_type("T") != new.of_type("T"):  # rescans only when told to
            ui.calls.get(timeout=LONG)
            ui.viewdefs.rescan()


# Start and stop


def threads() -> int:
    return len(list(Path("/proc/self/task").iterdir()))


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="counts threads and descriptors in /proc")
def test_100_starts_and_stops_leave_nothing_behind(base: Path) -> None:
    (base / "lua").mkdir(parents=True)
    before = threads(), descriptors()
    for _ in range(100):
        watcher = Watcher(base)
        watcher.start(lambda: None)
        watcher.stop()
    # The system's own thread ends a moment after it was told to.
    patience = threading.Event()
    for _ in range(3000):
        if (threads(), descriptors()) <= before:
            break
        patience.wait(0.01)
    assert threads() <= before[0]
    assert descriptors() <= before[1]
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("uimcp-watch ")]


def test_after_the_stop_there_are_no_callbacks(ui: Watched) -> None:
    path = put(ui.base / "lua/a.lua", "old")
    ui.start()
    path.write_text("new")
    ui.watcher.stop()
    while not ui.calls.empty():
        ui.calls.get_nowait()
    path.write_text("newer")
    assert ui.calls.empty()
    assert not [thread for thread in threading.enumerate() if thread.name == "uimcp-watch ui"]


def test_a_stopped_watcher_can_start_again_but_a_running_one_cannot(ui: Watched) -> None:
    path = put(ui.base / "lua/a.lua", "old")
    ui.start()
    with pytest.raises(RuntimeError, match=r"call stop\(\) before start\(\)"):
        ui.start()
    ui.watcher.stop()
    ui.watcher.stop()
    ui.start()
    path.write_text("new")
    ui.calls.get(timeout=LONG)


def test_watchers_of_one_directory_share_a_thread_and_stop_apart(base: Path) -> None:
    path = put(base / "lua/a.lua", "old")
    calls: list[Queue[None]] = [Queue(), Queue()]
    watchers = [Watcher(base), Watcher(base)]
    for watcher, queue in zip(watchers, calls, strict=True):
        watcher.start(partial(queue.put, None))
    assert len([thread for thread in threading.enumerate() if thread.name.startswith("uimcp-watch")]) == 1
    path.write_text("new")
    for queue in calls:
        queue.get(timeout=LONG)
    watchers[0].stop()
    path.write_text("newer")
    calls[1].get(timeout=LONG)
    assert calls[0].empty()
    watchers[1].stop()


def test_a_callback_that_fails_is_logged_and_the_watch_goes_on(ui: Watched, caplog: pytest.LogCaptureFixture) -> None:
    path = put(ui.base / "lua/a.lua", "old")
    other = Watcher(ui.base)
    failures: Queue[None] = Queue()

    def fail() -> None:
        failures.put(None)
        raise ZeroDivisionError

    other.start(fail)
    ui.start()
    for text in ("new", "newer"):
        path.write_text(text)
        ui.calls.get(timeout=LONG)
    # The two are told one after the other.
    failures.get(timeout=LONG)
    other.stop()
    assert "a callback for changed files failed" in caplog.text


def test_a_callback_may_stop_its_own_watcher(base: Path) -> None:
    path = put(base / "lua/a.lua", "old")
    stopped = threading.Event()
    watcher = Watcher(base)

    def callback() -> None:
        watcher.stop()
        stopped.set()

    watcher.start(callback)
    path.write_text("new")
    assert stopped.wait(LONG)


def test_a_stop_waits_for_the_callback_under_way(ui: Watched) -> None:
    path = put(ui.base / "lua/a.lua", "old")
    entered, leave = threading.Event(), threading.Event()
    order: list[str] = []

    def callback() -> None:
        entered.set()
        assert leave.wait(LONG)
        order.append("callback")

    def stop() -> None:
        ui.watcher.stop()
        order.append("stop")

    ui.watcher.start(callback)
    path.write_text("new")
    assert entered.wait(LONG)
    stopping = threading.Thread(target=stop)
    stopping.start()
    leave.set()
    stopping.join(LONG)
    assert order == ["callback", "stop"]


def test_a_start_that_does_not_wait_says_when_it_watches(ui: Watched) -> None:
    path = put(ui.base / "lua/a.lua", "old")
    ui.sources.module("a")
    ui.watcher.start(lambda: ui.calls.put(None), wait=False)
    path.write_text("new")
    assert ui.next_text() == b"new"


@pytest.mark.slow
def test_a_process_that_ends_without_a_stop_ends_well(base: Path) -> None:
    put(base / "lua/a.lua", "old")
    program = (
        "import sys; from pytest_uimcp.engine.files.watcher import Watcher;"
        "[Watcher(d).start(print) for d in (sys.argv[1], sys.argv[1] + '/lua')]"
    )
    ended = subprocess.run([sys.executable, "-c", program, str(base)], capture_output=True, timeout=240, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


# Where the system refuses


@pytest.mark.slow
def test_a_refused_watch_becomes_polling_and_names_the_limits(ui: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    def limited(*_: object) -> object:
        raise OSError("OS file watch limit reached.")

    monkeypatch.setattr("watchfiles._rust_notify.RustNotify", limited)
    path = put(ui.base / "lua/a.lua", "old")
    ui.sources.module("a")
    ui.start()
    assert ui.watcher.problem == (
        "the system refuses to watch 3 directories (OS file watch limit reached.); files are polled every 300 ms"
        " instead. Raise its limits: sysctl fs.inotify.max_user_watches, fs.inotify.max_user_instances and ulimit -n"
    )
    path.write_text("new")
    assert ui.next_text() == b"new"


@pytest.mark.slow
def test_polling_can_be_asked_for(ui: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHFILES_FORCE_POLLING", "1")
    path = put(ui.base / "lua/a.lua", "old")
    ui.sources.module("a")
    ui.start()
    assert ui.watcher.problem is None
    path.write_text("new")
    assert ui.next_text() == b"new"
    (ui.base / "viewdefs").mkdir()
    ui.viewdefs.of_type("T")
    put(ui.base / "viewdefs/T.DEFAULT.html", view("new"))
    assert ui.next_plan().viewdefs.changed == {"T.DEFAULT": view("new")}


@pytest.mark.slow
def test_directories_with_names_that_are_not_utf8_are_polled(ui: Watched) -> None:
    path = put(ui.base / "lua" / os.fsdecode(b"caf\xe9") / "a.lua", "old")
    ui.sources.module(os.fsdecode(b"caf\xe9.a"))
    ui.start()
    assert ui.watcher.problem == (
        f"the watch takes only names in UTF-8; files are polled every 300 ms instead. Rename {ui.base}/lua/caf\ufffd"
    )
    path.write_text("new")
    assert ui.next_text() == b"new"


@pytest.mark.slow
def test_a_file_with_a_name_that_is_not_utf8_is_noticed_too(ui: Watched) -> None:
    path = put(ui.base / "lua" / os.fsdecode(b"caf\xe9.lua"), "old")
    ui.sources.module(os.fsdecode(b"caf\xe9"))
    ui.start()
    path.write_text("new")
    assert ui.next_text() == b"new"
    path.write_text("newer")
    assert ui.next_text() == b"newer"


@pytest.mark.slow
def test_a_watch_that_fails_in_any_way_is_set_again(tmp_path: Path) -> None:
    base = tmp_path / "base"
    put(base / "lua" / "a.lua", "return 1")
    settling, calls = Settling(), Queue[None]()
    failures = [OSError("no more handles"), ValueError("odd")]

    def open_or_fail(directories: Sequence[str], wait: Callable[[float], object]) -> Any:
        if failures:
            raise failures.pop()
        return settling.open(directories, wait)

    watcher = Watcher(base, open_notifier=open_or_fail)
    watcher.start(lambda: calls.put(None))
    try:
        calls.get(timeout=LONG)  # what happened while nothing was watched
        assert failures == []
        put(base / "lua" / "a.lua", "return 2")
        calls.get(timeout=LONG)
    finally:
        watcher.stop()
