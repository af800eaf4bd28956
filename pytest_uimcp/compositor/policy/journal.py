"""Where approvals and the audit are kept: in memory, or in a database that outlives the process."""

from __future__ import annotations

import json
from typing import Final, Protocol, TypeVar

from pytest_uimcp.compositor.policy.items import ApprovalItem
from pytest_uimcp.compositor.policy.records import CallRecord
from pytest_uimcp.storage import Database

Record = TypeVar("Record")
# How many records stay in memory.
MAX_RECORDS: Final = 10_000


class Journal(Protocol):
    """Keeps the last state of every approval and of every call."""

    def save_approval(self, item: ApprovalItem) -> None:
        """Keep an item, in place of what was known of it."""

    def save_call(self, record: CallRecord) -> None:
        """Keep a record, in place of what was known of it."""

    def approvals(self, limit: int | None = None) -> list[ApprovalItem]:
        """The newest items in the order in which they were first kept."""

    def calls(self, limit: int | None = None) -> list[CallRecord]:
        """The newest records, likewise."""


class MemoryJournal:
    def __init__(self) -> None:
        self._approvals: dict[str, ApprovalItem] = {}
        self._calls: dict[str, CallRecord] = {}

    def save_approval(self, item: ApprovalItem) -> None:
        _keep(self._approvals, item.id, item)

    def save_call(self, record: CallRecord) -> None:
        _keep(self._calls, record.id, record)

    def approvals(self, limit: int | None = None) -> list[ApprovalItem]:
        return _newest(self._approvals, limit)

    def calls(self, limit: int | None = None) -> list[CallRecord]:
        return _newest(self._calls, limit)


_TABLE: Final = """
CREATE TABLE IF NOT EXISTS policy_journal (
    agent TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    position BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (agent, kind, id)
)
"""
_ORDER: Final = "CREATE INDEX IF NOT EXISTS policy_journal_order ON policy_journal (agent, kind, position)"
_UPDATE: Final = "UPDATE policy_journal SET body = ? WHERE agent = ? AND kind = ? AND id = ? RETURNING id"
_INSERT: Final = """
INSERT INTO policy_journal (agent, kind, id, position, body)
SELECT ?, ?, ?, COALESCE(MAX(position), 0) + 1, ? FROM policy_journal WHERE agent = ? AND kind = ?
"""
_SELECT: Final = "SELECT body FROM policy_journal WHERE agent = ? AND kind = ? ORDER BY position DESC"


class SqlJournal:
    def __init__(self, database: Database, agent: str = "default") -> None:
        self._database = database
        self._agent = agent
        database.create(_TABLE, _ORDER)

    def save_approval(self, item: ApprovalItem) -> None:
        self._save("approval", item.id, item.to_json())

    def save_call(self, record: CallRecord) -> None:
        self._save("call", record.id, record.to_json())

    def approvals(self, limit: int | None = None) -> list[ApprovalItem]:
        return [ApprovalItem.from_json(body) for body in self._load("approval", limit)]

    def calls(self, limit: int | None = None) -> list[CallRecord]:
        return [CallRecord.from_json(body) for body in self._load("call", limit)]

    def _save(self, kind: str, key: str, data: dict[str, object]) -> None:
        body = json.dumps(data)  # in ASCII, so that every database takes it
        # Under a lock of the agent's own: a position is drawn inside, and must not appear after a larger one.
        with self._database.transaction(f"policy {self._agent}") as transaction:
            if not transaction.execute(_UPDATE, body, self._agent, kind, key):
                transaction.execute(_INSERT, self._agent, kind, key, body, self._agent, kind)

    def _load(self, kind: str, limit: int | None) -> list[dict[str, object]]:
        bounded = "" if limit is None else " LIMIT ?"
        rows = self._database.read(_SELECT + bounded, self._agent, kind, *([] if limit is None else [limit]))
        return [json.loads(row[0]) for row in reversed(rows)]


def _keep(records: dict[str, Record], key: str, value: Record) -> None:
    records[key] = value
    # A dict keeps the order in which keys were first set, so the first one is the oldest.
    if len(records) > MAX_RECORDS:
        del records[next(iter(records))]


def _newest(records: dict[str, Record], limit: int | None) -> list[Record]:
    values = list(records.values())
    if limit is None:
        return values
    return values[-limit:]
