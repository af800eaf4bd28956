"""Databases that conversations, event logs and approvals are kept in: a SQLite file, or PostgreSQL.

Whoever keeps something writes its SQL once, against `Database`. The two kinds differ in how they lock, how they
hold arbitrary text, and how they tell of what other processes committed; nothing above this folder knows which one
it talks to.
"""

from pytest_uimcp.storage.database import Database, Now, Row, Transaction, open_database, utc_text
from pytest_uimcp.storage.errors import StorageError

__all__ = ["Database", "Now", "Row", "StorageError", "Transaction", "open_database", "utc_text"]
