from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from pytest_uimcp.storage import Database, StorageError, Transaction
from tests import patience

WAIT = patience.SECONDS


def nothing(_: Transaction) -> None:
    pass


def add(
    database: Database,
    number: int,
    text: str = "x",
    *,
    topic: str = "notes",
    then: Callable[[Transaction], object] = nothing,
) -> None:
    with database.transaction("notes") as transaction:
        transaction.execute("INSERT INTO notes VALUES (?, ?)", number, database.pack(text))
        transaction.announce(topic)
        then(transaction)


def numbers(database: Database) -> list[int]:
    return [row[0] for row in database.read("SELECT id FROM notes ORDER BY id")]


def test_what_was_committed_is_read(database: Database) -> None:
    add(database, 1)
    assert numbers(database) == [1]


@pytest.mark.parametrize("text", ["", "a\0b", "🎉 é", "it's", "100 % ? %s", "line\nline\r\n"])
def test_any_text_comes_back_as_it_was(database: Database, text: str) -> None:
    add(database, 1, text)
    assert [database.unpack(row[0]) for row in database.read("SELECT body FROM notes")] == [text]


def test_an_exception_rolls_the_transaction_back(database: Database) -> None:
    with pytest.raises(ZeroDivisionError):
        add(database, 1, then=lambda _: 1 // 0)
    assert numbers(database) == []
    add(database, 2)


def test_a_failed_statement_is_a_storage_error_and_leaves_nothing(database: Database) -> None:
    with pytest.raises(StorageError, match="cannot be used"):
        add(database, 1, then=lambda transaction: transaction.execute("INSERT INTO nowhere VALUES (1)"))
    assert numbers(database) == []
    add(database, 2)


def test_numbers_drawn_under_one_lock_become_visible_in_order(
    database: Database, opened: Callable[[], Database]
) -> None:
    others = [opened() for _ in range(3)]

    def draw(one: Database) -> None:
        for _ in range(25):
            with one.transaction("notes") as transaction:
                last = transaction.execute("SELECT COALESCE(MAX(id), 0) FROM notes")[0][0]
                transaction.execute("INSERT INTO notes VALUES (?, ?)", last + 1, one.pack("x"))

    seen: list[int] = []
    with ThreadPoolExecutor(3) as pool:
        drawing = [pool.submit(draw, one) for one in others]
        while not all(one.done() for one in drawing):
            seen += [number for number in numbers(database) if number > (seen[-1] if seen else 0)]
        for one in drawing:
            one.result()
    assert numbers(database) == list(range(1, 76))
    assert seen == list(range(1, len(seen) + 1))


def test_a_commit_elsewhere_is_noticed(database: Database, opened: Callable[[], Database]) -> None:
    noticed = threading.Event()
    count = 0

    def changed() -> None:
        nonlocal count
        count += 1
        if numbers(database) == [1]:
            noticed.set()

    stop = database.watch("notes", changed)
    add(opened(), 1)
    assert noticed.wait(WAIT)
    stop()
    told = count
    add(opened(), 2)
    assert count == told


def test_what_was_committed_before_the_watch_began_to_look_is_noticed(database: Database) -> None:
    noticed = threading.Event()
    stop = database.watch("notes", noticed.set)
    assert noticed.wait(WAIT)
    stop()


def test_two_threads_that_end_the_watching_at_once_do_not_hang(database: Database) -> None:
    stops = [database.watch("notes", lambda: None) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(stop) for stop in stops]:
            done.result(WAIT)


def test_creating_what_is_there_changes_nothing(database: Database, opened: Callable[[], Database]) -> None:
    add(database, 1)
    with ThreadPoolExecutor(4) as pool:
        statement = "CREATE TABLE IF NOT EXISTS notes (id BIGINT PRIMARY KEY, body ANYTEXT NOT NULL)"
        for done in [pool.submit(lambda: opened().create(statement)) for _ in range(4)]:
            done.result(WAIT)
    assert numbers(database) == [1]


def test_a_closed_database_says_so(database: Database) -> None:
    database.close()
    database.close()
    with pytest.raises(StorageError, match="is closed"):
        numbers(database)
    with pytest.raises(StorageError, match="is closed"):
        add(database, 1)
