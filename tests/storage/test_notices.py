"""Notices between processes that share a SQLite file. Nothing here looks by itself within a test's time."""

from __future__ import annotations

import os
import socket
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pytest_uimcp.storage import notices
from pytest_uimcp.storage.sqlite import SqliteDatabase
from tests.storage.test_database import WAIT, add, numbers

pytestmark = pytest.mark.warm

NOTES = "CREATE TABLE IF NOT EXISTS notes (id BIGINT PRIMARY KEY, body ANYTEXT NOT NULL)"
WATCHER = """
import sys, threading
from pathlib import Path
from pytest_uimcp.storage import notices
from pytest_uimcp.storage.sqlite import SqliteDatabase
notices.SELDOM_SECONDS = 3600
database = SqliteDatabase(Path(sys.argv[1]))
print("watches", flush=True)
count = 0
def changed():
    global count
    rows = database.read("SELECT id FROM notes WHERE id > ? ORDER BY id", count)
    for (number,) in rows:
        count = number
        print(number, flush=True)
stop = database.watch("notes", changed)
sys.stdin.read()
stop()
database.close()
"""


class Watching:
    """A watcher in a process of its own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert self.line() == "watches"

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def finish(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        assert self.process.wait(WAIT) == 0


@contextmanager
def watching(path: Path) -> Iterator[Watching]:
    command = [sys.executable, "-c", WATCHER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Watching(process)
        finally:
            process.kill()


class Noticed:
    """The numbers of notes that a database in this process has noticed."""

    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database
        self._changed = threading.Condition()
        self._numbers: list[int] | None = None
        self.stop = database.watch("notes", self._look)

    def _look(self) -> None:
        with self._changed:
            self._numbers = numbers(self._database)
            self._changed.notify_all()

    def wait_for(self, expected: list[int]) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self._numbers == expected, WAIT)


@pytest.fixture(autouse=True)
def _only_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "SELDOM_SECONDS", 3600)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "notes.db"


@pytest.fixture
def opened(path: Path) -> Iterator[Callable[[], SqliteDatabase]]:
    databases: list[SqliteDatabase] = []

    def open_again() -> SqliteDatabase:
        databases.append(SqliteDatabase(path))
        databases[-1].create(NOTES)
        return databases[-1]

    yield open_again
    for database in databases:
        database.close()


def folder(path: Path) -> Path:
    return path.with_name(f"{path.name}-notices")


def mailboxes(path: Path) -> list[str]:
    return sorted(file.name for file in folder(path).iterdir()) if folder(path).exists() else []


def watcher(opened: Callable[[], SqliteDatabase]) -> Noticed:
    """A watcher that has its mailbox and has looked once."""
    noticed = Noticed(opened())
    assert noticed.wait_for([])
    return noticed


def test_a_commit_is_noticed_without_looking(opened: Callable[[], SqliteDatabase], path: Path) -> None:
    writer = opened()
    noticed = [watcher(opened) for _ in range(3)]
    assert len(mailboxes(path)) == 3
    for number in (1, 2):
        add(writer, number)
        assert all(one.wait_for([*range(1, number + 1)]) for one in noticed)


def test_only_its_user_may_enter_the_folder_and_the_last_watcher_removes_it(
    opened: Callable[[], SqliteDatabase], path: Path
) -> None:
    first, second = watcher(opened), watcher(opened)
    assert stat.S_IMODE(folder(path).stat().st_mode) == 0o700
    first.stop()
    assert len(mailboxes(path)) == 1
    second.stop()
    assert not folder(path).exists()


def test_a_commit_without_a_watcher_leaves_no_folder(opened: Callable[[], SqliteDatabase], path: Path) -> None:
    add(opened(), 1)
    assert not folder(path).exists()


def test_a_link_to_the_file_leads_to_the_same_folder(
    opened: Callable[[], SqliteDatabase], path: Path, tmp_path: Path
) -> None:
    noticed = watcher(opened)
    link = tmp_path / "elsewhere" / "link.db"
    link.parent.mkdir()
    link.symlink_to(path)
    writer = SqliteDatabase(link)
    add(writer, 1)
    assert noticed.wait_for([1])
    writer.close()


def test_the_mailbox_of_a_process_that_is_gone_is_removed(opened: Callable[[], SqliteDatabase], path: Path) -> None:
    noticed = watcher(opened)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as dead, notices.NoticeFolder(path).opened() as directory:
        dead.bind(notices.NoticeFolder(path).address(directory, "dead"))
    assert len(mailboxes(path)) == 2
    add(opened(), 1)
    assert noticed.wait_for([1])
    assert "dead" not in mailboxes(path)


def test_a_mailbox_that_is_full_stops_nobody(opened: Callable[[], SqliteDatabase], path: Path) -> None:
    noticed = watcher(opened)
    with notices.NoticeFolder(path).opened() as directory:
        deaf = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        deaf.bind(notices.NoticeFolder(path).address(directory, "deaf"))
    writer = opened()
    for _ in range(600):
        notices.NoticeFolder(path).notify()
    add(writer, 1)
    assert noticed.wait_for([1])
    assert "deaf" in mailboxes(path)
    deaf.close()


def test_a_folder_that_others_may_enter_is_not_used_and_the_file_is_looked_at_instead(
    opened: Callable[[], SqliteDatabase], path: Path
) -> None:
    folder(path).mkdir()
    folder(path).chmod(0o755)
    noticed = watcher(opened)
    assert mailboxes(path) == []
    add(opened(), 1)
    assert noticed.wait_for([1])


def test_a_link_in_the_place_of_the_folder_is_not_followed(
    opened: Callable[[], SqliteDatabase], path: Path, tmp_path: Path
) -> None:
    (tmp_path / "target").mkdir(mode=0o700)
    folder(path).symlink_to(tmp_path / "target")
    noticed = watcher(opened)
    add(opened(), 1)
    assert noticed.wait_for([1])
    assert list((tmp_path / "target").iterdir()) == []


def test_a_path_as_long_as_it_can_be_has_notices_too(tmp_path: Path) -> None:
    long = tmp_path.joinpath(*["x" * 100] * 3)
    long.mkdir(parents=True)
    database, other = SqliteDatabase(long / "notes.db"), SqliteDatabase(long / "notes.db")
    database.create(NOTES)
    noticed = Noticed(database)
    assert noticed.wait_for([])
    assert len(mailboxes(long / "notes.db")) == (1 if sys.platform == "linux" else 0)
    add(other, 1)
    assert noticed.wait_for([1])
    for one in (database, other):
        one.close()


def test_a_mailbox_that_was_cleaned_away_is_put_up_again(
    opened: Callable[[], SqliteDatabase], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "SELDOM_SECONDS", 0.01)
    noticed = watcher(opened)
    (name,) = mailboxes(path)
    (folder(path) / name).unlink()
    folder(path).rmdir()
    writer = opened()
    number = 0
    while mailboxes(path) != [name] and number < 1000:
        number += 1
        add(writer, number)
    assert mailboxes(path) == [name]
    assert noticed.wait_for([*range(1, number + 1)])


def test_a_commit_of_a_program_that_sends_no_notice_is_found_by_looking(
    opened: Callable[[], SqliteDatabase], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "SELDOM_SECONDS", 0.01)
    noticed = watcher(opened)
    with sqlite3.connect(path) as foreign:
        foreign.execute("INSERT INTO notes VALUES (1, 'x')")
    foreign.close()
    assert noticed.wait_for([1])


@pytest.mark.slow
def test_processes_notice_what_others_commit_and_a_killed_one_harms_nobody(
    opened: Callable[[], SqliteDatabase], path: Path
) -> None:
    writer = opened()
    with watching(path) as first, watching(path) as second, watching(path) as third:
        while len(mailboxes(path)) < 3:
            first.process.poll()
        add(writer, 1)
        assert [one.line() for one in (first, second, third)] == ["1"] * 3
        third.process.kill()
        third.process.wait(WAIT)
        assert len(mailboxes(path)) == 3
        for number in range(2, 50):
            add(writer, number)
        expected = [str(number) for number in range(2, 50)]
        assert [first.line() for _ in expected] == expected
        assert [second.line() for _ in expected] == expected
        assert len(mailboxes(path)) == 2
        first.finish()
        second.finish()
    assert not folder(path).exists()


STRANGER = """
import os, socket, sys
os.setgid(65534)
os.setuid(65534)
os.chdir(sys.argv[1])
socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"", sys.argv[2])
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="needs another user")
@pytest.mark.slow
def test_another_user_cannot_reach_a_mailbox() -> None:
    # Where another user may enter everything but the folder.
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "notes.db"
        path.parent.chmod(0o755)
        with notices.NoticeBox(notices.NoticeFolder(path)) as mailbox:
            address = f"{folder(path).name}/{mailbox.name}"
            command = [sys.executable, "-I", "-c", STRANGER, name, address]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "line 6" in done.stderr  # at sendto, not before it
    assert "PermissionError" in done.stderr
