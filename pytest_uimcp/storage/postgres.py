"""PostgreSQL, for what many machines share.

`NOTIFY` goes out with the commit it belongs to, and a thread with a connection of its own listens. A lost connection
is replaced at the next use: a transaction that has not yet got its lock has done nothing and is begun again, while
one that fails later is reported.
"""

from __future__ import annotations

import selectors
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from pytest_uimcp.storage.database import Row
from pytest_uimcp.storage.errors import StorageError
from pytest_uimcp.storage.watching import Stop, Watchers

try:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict
except ImportError as error:  # pragma: no cover - development has it
    raise StorageError(
        "PostgreSQL needs the driver psycopg, which is not installed: pip install 'pytest-uimcp[postgres]'"
    ) from error


CHANNEL: Final = "uimcp_changes"
CONNECT_SECONDS: Final = 10
# A process that is stopped while it holds a lock must not stop everybody else.
LIMITS: Final = "-c lock_timeout=10s -c statement_timeout=30s -c idle_in_transaction_session_timeout=10s"

_Connection = psycopg.Connection[tuple[Any, ...]]


class PostgresDatabase:
    """The database at an address such as `postgresql://user@host/name`."""

    def __init__(self, address: str) -> None:
        self._address = address
        with _explained():
            # After ours, so that an address may ask for other limits.
            self._options = f"{LIMITS} {conninfo_to_dict(address).get('options', '')}"
        self._writer = _Reconnecting(self._connect)
        self._reader = _Reconnecting(self._connect)
        self._watchers = Watchers(self._listen, "listen to PostgreSQL")
        self.read("SELECT 1")  # a wrong address is reported here, not at the first message

    def create(self, *statements: str) -> None:
        with self.transaction("create") as transaction:
            for statement in statements:
                transaction.execute(statement.replace("ANYTEXT", "BYTEA"))

    def read(self, sql: str, *values: Any) -> list[Row]:
        with _explained(), self._reader as connection:
            try:
                return _rows(connection, sql, values)
            except psycopg.OperationalError:
                if not connection.closed:
                    raise
                return _rows(self._reader.renew(), sql, values)

    @contextmanager
    def transaction(self, lock: str) -> Iterator[PostgresTransaction]:
        with _explained(), self._writer as connection:
            try:
                _begin(connection, lock)
            except psycopg.OperationalError:
                if not connection.closed:  # the lock was not to be had in time
                    connection.execute("ROLLBACK")
                    raise
                connection = self._writer.renew()
                _begin(connection, lock)
            try:
                yield PostgresTransaction(connection)
                connection.execute("COMMIT")
            except BaseException:
                if not connection.closed:
                    connection.execute("ROLLBACK")
                raise

    def pack(self, text: str) -> bytes:
        """`text` as bytes: PostgreSQL's own text takes no NUL."""
        return text.encode()

    def unpack(self, value: bytes) -> str:
        return bytes(value).decode()

    def watch(self, topic: str, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every commit that announced `topic`."""
        return self._watchers.add(topic, changed)

    def close(self) -> None:
        self._watchers.close()
        self._writer.close()
        self._reader.close()

    def _connect(self) -> _Connection:
        return psycopg.connect(self._address, autocommit=True, connect_timeout=CONNECT_SECONDS, options=self._options)

    def _listen(self, stop: Stop, changed: Callable[[str | None], None]) -> None:
        with self._connect() as connection, selectors.DefaultSelector() as selector:
            connection.execute(f"LISTEN {CHANNEL}")
            changed(None)  # what was committed while nobody listened
            selector.register(connection.fileno(), selectors.EVENT_READ)
            # Both in one selector: `notifies` alone could not be told to end.
            selector.register(stop, selectors.EVENT_READ)
            while not stop.wait(0):
                for notice in connection.notifies(timeout=0):
                    changed(notice.payload)
                selector.select()


class PostgresTransaction:
    def __init__(self, connection: _Connection) -> None:
        self._connection = connection

    def execute(self, sql: str, *values: Any) -> list[Row]:
        return _rows(self._connection, sql, values)

    def announce(self, topic: str) -> None:
        self._connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, topic))


class _Reconnecting:
    """One connection, used by one thread at a time and replaced when it is lost."""

    def __init__(self, connect: Callable[[], _Connection]) -> None:
        self._connect = connect
        self._lock = threading.Lock()
        self._connection: _Connection | None = None
        self._over = False

    def __enter__(self) -> _Connection:
        self._lock.acquire()
        try:
            if self._over:
                raise StorageError("the database is closed")
            if self._connection and not self._connection.closed:
                return self._connection
            return self.renew()
        except BaseException:
            self._lock.release()
            raise

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def renew(self) -> _Connection:
        if self._connection is not None:
            self._connection.close()
        self._connection = self._connect()
        return self._connection

    def close(self) -> None:
        with self._lock:
            self._over = True
            if self._connection is not None:
                self._connection.close()


def _begin(connection: _Connection, lock: str) -> None:
    # By hand, with autocommit on: psycopg would begin a transaction with the first read and keep it open.
    connection.execute("BEGIN")
    # Released only once the commit is visible to everybody, unlike a lock of our own.
    connection.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (f"uimcp {lock}",))


def _rows(connection: _Connection, sql: str, values: tuple[Any, ...]) -> list[Row]:
    cursor = connection.execute(sql.replace("?", "%s").encode(), values)
    if cursor.description:
        return list(cursor.fetchall())
    return []


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except psycopg.Error as error:
        raise StorageError(f"PostgreSQL cannot be used: {str(error).strip()}") from error
