"""What stores ask of a database. `sqlite.py` and `postgres.py` are its two kinds, which the form of an address tells.

Moments are stored as texts, which compare as the moments do, in both kinds and in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

Row = Sequence[Any]
Now = Callable[[], int]
"""Nanoseconds since 1970, as `time.time_ns` gives them."""


class Transaction(Protocol):
    """A transaction under way. It commits when its `with` block ends, and is rolled back by an exception."""

    def execute(self, sql: str, *values: Any) -> list[Row]:
        """Run one statement, `?` for each value."""

    def announce(self, topic: str) -> None:
        """Tell other processes that watch `topic`, once this is committed."""


class Database(Protocol):
    """A database that several threads and several processes use at once.

    SQL is written for both kinds: `?` stands for a value, `BIGINT` for an integer, and a column of type `ANYTEXT`
    holds any text, NUL characters included; its values go through `pack` and `unpack`.
    """

    def create(self, *statements: str) -> None:
        """Run statements that create what is not there yet."""

    def read(self, sql: str, *values: Any) -> list[Row]:
        """The rows of one query; waits for no writer."""

    def transaction(self, lock: str) -> AbstractContextManager[Transaction]:
        """Write. Transactions with the same `lock` are visible in the order in which they began.

        The lock is held until the commit is visible, so a number drawn inside a transaction never appears after a
        larger one.
        """

    def pack(self, text: str) -> Any:
        """`text` as a value for a column of type `ANYTEXT`."""

    def unpack(self, value: Any) -> str:
        """The text of a column of type `ANYTEXT`."""

    def watch(self, topic: str, changed: Callable[[], None]) -> Callable[[], None]:
        """Have `changed` called when another process may have committed something; returns the way to end that.

        It is called from a thread of the database's own, perhaps without need, and perhaps for this process's own
        commits. It must not raise.
        """

    def close(self) -> None:
        """Close every connection and end the watching. Closing twice is harmless."""


def is_postgres(target: str | Path) -> bool:
    """Whether `target` is an address of PostgreSQL rather than a file."""
    return isinstance(target, str) and target.startswith(("postgresql://", "postgres://"))


def open_database(target: str | Path) -> Database:
    """Open `postgresql://…`, or the SQLite file at any other path, which is created if it is missing."""
    if is_postgres(target):
        # The driver is an extra, and costs 50 ms that only its users pay.
        from pytest_uimcp.storage.postgres import PostgresDatabase

        return PostgresDatabase(str(target))
    # Not above, because both kinds import this module.
    from pytest_uimcp.storage.sqlite import SqliteDatabase

    return SqliteDatabase(Path(target))


def utc_text(nanoseconds: int) -> str:
    """ISO 8601 in UTC, with six decimals."""
    seconds, remainder = divmod(nanoseconds, 1_000_000_000)
    moment = datetime.fromtimestamp(seconds, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{remainder // 1000:06d}Z"
