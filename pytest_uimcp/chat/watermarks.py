"""How far consumers have come, kept in a database.

Apart from the store, because an orchestrator moves its watermark in the transaction that logs what it delivered.
"""

from __future__ import annotations

from typing import Final

from pytest_uimcp.chat.store import WatermarkKey
from pytest_uimcp.storage import Database, Transaction, utc_text

TABLE: Final = """
CREATE TABLE IF NOT EXISTS resource_watermarks (
    server TEXT NOT NULL,
    uri TEXT NOT NULL,
    consumer TEXT NOT NULL,
    last_id TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (server, uri, consumer)
)
"""
_SELECT: Final = "SELECT last_id FROM resource_watermarks WHERE server = ? AND uri = ? AND consumer = ?"
_DELETE: Final = "DELETE FROM resource_watermarks WHERE server = ? AND uri = ? AND consumer = ?"
_UPSERT: Final = """
INSERT INTO resource_watermarks (server, uri, consumer, last_id, updated_at) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (server, uri, consumer) DO UPDATE SET last_id = excluded.last_id, updated_at = excluded.updated_at
"""


def read_watermark(database: Database, key: WatermarkKey) -> str | None:
    rows = database.read(_SELECT, *key)
    return next((last_id for (last_id,) in rows), None)


def write_watermark(transaction: Transaction, key: WatermarkKey, last_id: str | None, now_ns: int) -> None:
    """Store a watermark; None removes it."""
    # A row for each mark that is set, and none for one that was forgotten.
    if last_id is None:
        transaction.execute(_DELETE, *key)
    else:
        transaction.execute(_UPSERT, *key, last_id, utc_text(now_ns))
