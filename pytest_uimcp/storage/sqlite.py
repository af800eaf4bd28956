"""A SQLite file that several processes share.

In WAL mode readers do not wait for the writer. One connection writes and one reads, each behind a lock of its own,
so that a read is never held up by the disk. A commit is on the disk before it returns (`synchronous=FULL`) unless
the opener asks for less. What it announces is noticed by the others at once (`notices.py`), any other commit when they
next look.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, Literal

from pytest_uimcp.storage.database import Row
from pytest_uimcp.storage.errors import StorageError
from pytest_uimcp.storage.notices import NoticeBox, NoticeFolder
from pytest_uimcp.storage.watching import Stop, Watchers

# How long a writer waits for those of other processes.
BUSY_SECONDS: Final = 10.0


class SqliteDatabase:
    """The database in one file. `durable=False` leaves the last commits to the operating system's cache."""

    def __init__(self, path: Path, *, durable: bool = True) -> None:
        self.path = path
        self._synchronous: Literal["FULL", "NORMAL"] = "FULL" if durable else "NORMAL"
        self._writing = threading.Lock()
        self._reading = threading.Lock()
        self._closed = False
        with _explained(path):
            _create_private(path)
            self._writer = self._connect()
            self._reader = self._connect()
        self._mailboxes = NoticeFolder(path)
        self._watchers = Watchers(self._wait_for_changes, f"watch {path.name}")

    def create(self, *statements: str) -> None:
        with self.transaction("create") as transaction:
            for statement in statements:
                transaction.execute(statement.replace("ANYTEXT", "TEXT"))

    def read(self, sql: str, *values: Any) -> list[Row]:
        with _explained(self.path), self._reading:
            return self._open(self._reader).execute(sql, values).fetchall()

    @contextmanager
    def transaction(self, lock: str) -> Iterator[SqliteTransaction]:
        """Write; a file has one writer at a time, whatever the lock is called."""
        with _explained(self.path), self._writing:
            connection = self._open(self._writer)
            # Takes the lock now: a transaction that first reads could not become a writer while another one writes.
            connection.execute("BEGIN IMMEDIATE")
            transaction = SqliteTransaction(connection)
            try:
                yield transaction
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # a full disk has ended it already
                    connection.execute("ROLLBACK")
                raise
        if transaction.is_announced:
            self._mailboxes.notify()

    def pack(self, text: str) -> str:
        """`text` itself: SQLite keeps NUL characters."""
        return text

    def unpack(self, value: str) -> str:
        return value

    def watch(self, topic: str, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every commit of another database object, whatever its topic."""
        return self._watchers.add(topic, changed)

    def close(self) -> None:
        self._watchers.close()
        with self._writing, self._reading:
            self._closed = True
            self._writer.close()
            self._reader.close()

    def _open(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        if self._closed:
            raise StorageError(f"the database {self.path} is closed")
        return connection

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            _use_wal(connection)
            connection.execute(f"PRAGMA synchronous={self._synchronous}")
            # Off by default, and only for this connection.
            connection.execute("PRAGMA foreign_keys=ON")
        except BaseException:
            connection.close()
            raise
        return connection

    def _wait_for_changes(self, stop: Stop, changed: Callable[[str | None], None]) -> None:
        # The mailbox first, so that a commit which the first look does not see sends a notice.
        with NoticeBox(self._mailboxes) as mailbox, closing(self._connect()) as connection:
            version = _data_version(connection)
            changed(None)  # what was committed before the first look
            while not mailbox.wait(stop):
                if (current := _data_version(connection)) != version:
                    version = current
                    changed(None)


class SqliteTransaction:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.is_announced = False

    def execute(self, sql: str, *values: Any) -> list[Row]:
        return self._connection.execute(sql, values).fetchall()

    def announce(self, topic: str) -> None:
        """Have others look at the file; they see that it has changed, not what was announced."""
        self.is_announced = True


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise StorageError(f"the database {path} cannot be used: {error}") from error


def _use_wal(connection: sqlite3.Connection) -> None:
    # SQLite does not wait here as it does elsewhere: of several that open a new file at once, some are turned away.
    end = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.01)


def _create_private(path: Path) -> None:
    # Conversations are nobody else's business; the journal files take the mode of the database.
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def _data_version(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA data_version").fetchone()[0]
    return version
