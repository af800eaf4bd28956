"""The events of one agent, numbered and kept: in memory, or in a database that outlives the process.

The log also keeps how far the agent has read its chat, because a watermark that moves in the transaction that logs
what was read neither loses a message nor delivers it twice.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple, Protocol

from pytest_uimcp.agent.events import AgentEvent, UserText, event_from_json
from pytest_uimcp.chat import WatermarkKey
from pytest_uimcp.chat.watermarks import TABLE as WATERMARKS
from pytest_uimcp.chat.watermarks import read_watermark, write_watermark
from pytest_uimcp.storage import Database, Now, utc_text


class Mark(NamedTuple):
    """A watermark and where it moves to; None forgets it."""

    key: WatermarkKey
    last_id: str | None


class EventLog(Protocol):
    def append(self, events: Sequence[AgentEvent], mark: Mark | None = None) -> list[AgentEvent]:
        """Keep events and move a watermark, all or nothing; the events with their numbers and times."""

    def read(self) -> list[AgentEvent]:
        """All events."""

    def watermark(self, key: WatermarkKey) -> str | None:
        """How far was read."""

    def delivered(self, uri: str, message_id: str) -> bool:
        """Whether a message from this source is among the events."""


class MemoryEventLog:
    def __init__(self, *, clock: Now = time.time_ns) -> None:
        self._now = clock
        self._lock = threading.Lock()
        self._events: list[AgentEvent] = []
        self._marks: dict[WatermarkKey, str | None] = {}
        self._sources: set[tuple[str, str]] = set()

    def append(self, events: Sequence[AgentEvent], mark: Mark | None = None) -> list[AgentEvent]:
        with self._lock:
            # All events of one call have one time: they happened at once.
            ts = _later(self._events[-1].ts if self._events else "", self._now)
            first_seq = len(self._events) + 1
            numbered = [replace(event, seq=first_seq + n, ts=ts) for n, event in enumerate(events)]
            self._events += numbered
            # Asked for every message when a chat is read again from its beginning.
            self._sources |= {source for event in numbered if (source := _source(event))}
            if mark is not None:
                self._marks[mark.key] = mark.last_id
            return numbered

    def read(self) -> list[AgentEvent]:
        with self._lock:
            return list(self._events)

    def watermark(self, key: WatermarkKey) -> str | None:
        return self._marks.get(key)

    def delivered(self, uri: str, message_id: str) -> bool:
        return (uri, message_id) in self._sources


_TABLE: Final = """
CREATE TABLE IF NOT EXISTS agent_events (
    agent TEXT NOT NULL,
    seq BIGINT NOT NULL,
    ts TEXT NOT NULL,
    body TEXT NOT NULL,
    source TEXT,
    PRIMARY KEY (agent, seq)
)
"""
_SOURCES: Final = "CREATE INDEX IF NOT EXISTS agent_event_sources ON agent_events (agent, source)"
_LAST: Final = "SELECT seq, ts FROM agent_events WHERE agent = ? ORDER BY seq DESC LIMIT 1"
_INSERT: Final = "INSERT INTO agent_events (agent, seq, ts, body, source) VALUES (?, ?, ?, ?, ?)"
_SELECT: Final = "SELECT seq, ts, body FROM agent_events WHERE agent = ? ORDER BY seq"
_DELIVERED: Final = "SELECT 1 FROM agent_events WHERE agent = ? AND source = ? LIMIT 1"


class SqlEventLog:
    def __init__(self, database: Database, agent: str = "default", *, clock: Now = time.time_ns) -> None:
        self._database = database
        self._agent = agent
        self._now = clock
        database.create(_TABLE, _SOURCES, WATERMARKS)

    def append(self, events: Sequence[AgentEvent], mark: Mark | None = None) -> list[AgentEvent]:
        # The lock makes numbers without gaps, also when two processes write for one agent.
        with self._database.transaction(f"agent {self._agent}") as transaction:
            rows = transaction.execute(_LAST, self._agent)
            ((last_seq, ts),) = rows or [(0, "")]
            ts = _later(ts, self._now)
            numbered = [replace(event, seq=last_seq + n, ts=ts) for n, event in enumerate(events, 1)]
            for event in numbered:
                source = _source(event)
                transaction.execute(
                    _INSERT,
                    self._agent,
                    event.seq,
                    ts,
                    json.dumps(event.to_json()),
                    json.dumps(source) if source else None,
                )
            if mark is not None:
                # In the same transaction, see the beginning of this module.
                write_watermark(transaction, mark.key, mark.last_id, self._now())
        return numbered

    def read(self) -> list[AgentEvent]:
        """All events; those of types that are not known are left out."""
        rows = self._database.read(_SELECT, self._agent)
        events = ((seq, ts, event_from_json(json.loads(body))) for seq, ts, body in rows)
        return [replace(event, seq=seq, ts=ts) for seq, ts, event in events if event is not None]

    def watermark(self, key: WatermarkKey) -> str | None:
        return read_watermark(self._database, key)

    def delivered(self, uri: str, message_id: str) -> bool:
        return bool(self._database.read(_DELIVERED, self._agent, json.dumps([uri, message_id])))


def _later(ts: str, clock: Now) -> str:
    # The clock may have been set back; times of the log never go back.
    return max(ts, utc_text(clock()))


def _source(event: AgentEvent) -> tuple[str, str] | None:
    if isinstance(event, UserText) and event.source:
        return event.source.get("uri", ""), event.source.get("id", "")
    return None
