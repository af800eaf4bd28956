from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from pytest_uimcp.storage import StorageError
from pytest_uimcp.storage.postgres import PostgresDatabase
from tests.storage.postgres import server
from tests.storage.test_database import WAIT, add, numbers

NOTES = "CREATE TABLE notes (id BIGINT PRIMARY KEY, body ANYTEXT NOT NULL)"


@pytest.fixture
def address() -> str:
    return server().schema()


def cut(database: PostgresDatabase) -> None:
    """End every connection of this database, as a restart of the server does."""
    schema = database.read("SELECT current_schema()")[0][0]
    server().run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        f"WHERE pid <> pg_backend_pid() AND (application_name = '{schema}')"
    )


@pytest.fixture
def database(address: str) -> Iterator[PostgresDatabase]:
    name = address.rpartition("%3D")[2]
    found = PostgresDatabase(f"{address}&application_name={name}")
    found.create(NOTES)
    yield found
    found.close()


def test_lost_connections_are_replaced(database: PostgresDatabase) -> None:
    add(database, 1)
    cut(database)
    assert numbers(database) == [1]
    cut(database)
    add(database, 2)
    assert numbers(database) == [1, 2]


def test_watching_goes_on_after_the_connection_was_lost(database: PostgresDatabase, address: str) -> None:
    told = threading.Semaphore(0)
    stop = database.watch("notes", told.release)
    assert told.acquire(timeout=WAIT)
    cut(database)
    assert told.acquire(timeout=WAIT)  # it listens again, and says that there may be something
    other = PostgresDatabase(address)
    add(other, 1)
    assert told.acquire(timeout=WAIT)
    other.close()
    stop()


def test_only_the_announced_topic_is_reported(database: PostgresDatabase) -> None:
    told: list[str] = []
    came = threading.Semaphore(0)

    def other() -> None:
        told.append("other")
        came.release()

    def mine() -> None:
        told.append("mine")
        came.release()

    stops = [database.watch("other", other), database.watch("mine", mine)]
    assert came.acquire(timeout=WAIT)
    assert came.acquire(timeout=WAIT)
    told.clear()
    add(database, 1, topic="mine")
    assert came.acquire(timeout=WAIT)
    assert told == ["mine"]
    for stop in stops:
        stop()


def test_an_address_where_nobody_listens_is_a_storage_error(tmp_path: object) -> None:
    with pytest.raises(StorageError, match="PostgreSQL cannot be used"):
        PostgresDatabase(f"postgresql://tester:secret@/postgres?host={tmp_path}")


def test_a_password_is_not_shown_by_an_error(tmp_path: object) -> None:
    with pytest.raises(StorageError) as caught:
        PostgresDatabase(f"postgresql://tester:s3cret@/postgres?host={tmp_path}")
    assert "s3cret" not in str(caught.value)
