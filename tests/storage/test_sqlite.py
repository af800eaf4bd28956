from __future__ import annotations

import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pytest_uimcp.storage import StorageError
from pytest_uimcp.storage.sqlite import SqliteDatabase


def pragma(path: Path, name: str) -> object:
    connection = sqlite3.connect(path)
    try:
        return connection.execute(f"PRAGMA {name}").fetchone()[0]
    finally:
        connection.close()


def test_a_new_file_is_in_wal_mode_and_its_owners_only(tmp_path: Path) -> None:
    path = tmp_path / "not there yet" / "chat.db"
    SqliteDatabase(path).close()
    assert pragma(path, "journal_mode") == "wal"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def write(database: SqliteDatabase, *bodies: str) -> None:
    with database.transaction("any") as transaction:
        for body in bodies:
            transaction.execute("INSERT INTO notes VALUES (?)", body)


@pytest.mark.parametrize(("durable", "level"), [(True, 2), (False, 1)])
def test_a_commit_is_synced_to_disk_by_default(tmp_path: Path, durable: bool, level: int) -> None:
    database = SqliteDatabase(tmp_path / "chat.db", durable=durable)
    with database.transaction("any") as transaction:
        assert transaction.execute("PRAGMA synchronous") == [(level,)]
    database.close()


def test_many_may_open_a_new_file_at_once(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        for number in range(5):
            path = tmp_path / f"{number}.db"
            for database in pool.map(lambda _, path=path: SqliteDatabase(path), range(8)):
                database.close()


def test_a_file_that_is_not_a_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "chat.db"
    path.write_bytes(b"hello, this is text " * 100)
    with pytest.raises(StorageError, match=r"chat\.db cannot be used: file is not a database"):
        SqliteDatabase(path)
    assert path not in [descriptor.resolve() for descriptor in Path("/proc/self/fd").iterdir()]


def test_a_directory_is_named(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be used"):
        SqliteDatabase(tmp_path)


def test_a_full_disk_is_reported_and_leaves_nothing(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path / "chat.db")
    database.create("CREATE TABLE notes (body TEXT)")
    with database.transaction("any") as transaction:
        transaction.execute("PRAGMA max_page_count=4")
    with pytest.raises(StorageError, match="full"):
        write(database, "small", "x" * 100_000)
    assert database.read("SELECT * FROM notes") == []
    database.close()
