"""Opening a database by the way it is written on a command line."""

from __future__ import annotations

from pathlib import Path

from pytest_uimcp.storage.database import Database
from pytest_uimcp.storage.sqlite import SqliteDatabase

__all__ = ["is_postgres", "open_database"]


def is_postgres(target: str | Path) -> bool:
    """Whether `target` is an address of PostgreSQL rather than a file."""
    return isinstance(target, str) and target.startswith(("postgresql://", "postgres://"))


def open_database(target: str | Path) -> Database:
    """Open `postgresql://…`, or the SQLite file at any other path, which is created if it is missing."""
    if is_postgres(target):
        # The driver is an extra, and costs 50 ms that only its users pay.
        from pytest_uimcp.storage.postgres import PostgresDatabase

        return PostgresDatabase(str(target))
    return SqliteDatabase(Path(target))
