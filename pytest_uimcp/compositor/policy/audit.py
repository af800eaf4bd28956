"""What the policy let through and what it stopped, one record for every call."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pytest_uimcp.compositor.policy.journal import Journal
from pytest_uimcp.compositor.policy.records import CallOutcome, CallRecord
from pytest_uimcp.core.listeners import Listeners
from pytest_uimcp.mcp.calls import ToolCall
from pytest_uimcp.storage import Now, utc_text


class Audit:
    def __init__(self, journal: Journal, now: Now = time.time_ns) -> None:
        self._journal = journal
        self._now = now
        self._listeners: Listeners[CallRecord] = Listeners("the audit")
        for record in journal.calls(1000):
            if record.state != "completed":  # of a process that ended meanwhile
                self._put(replace(record, state="completed", outcome="aborted", ended_at=self._moment()))

    def begin(self, call: ToolCall) -> CallRecord:
        return self._put(CallRecord(uuid.uuid4().hex, self._moment(), call))

    def executing(self, record: CallRecord, outcome: CallOutcome, approval_id: str | None = None) -> CallRecord:
        return self._put(replace(record, state="executing", outcome=outcome, approval_id=approval_id))

    def completed(self, record: CallRecord, **changes: Any) -> CallRecord:
        """It has answered, or was never made."""
        return self._put(replace(record, state="completed", ended_at=self._moment(), **changes))

    def calls(self, limit: int | None = None) -> list[CallRecord]:
        """The newest records, the oldest of them first."""
        return self._journal.calls(limit)

    def listen(self, listener: Callable[[CallRecord], object]) -> Callable[[], None]:
        """Have `listener` called with every step of every call; returns the way to end that."""
        return self._listeners.add(listener)

    def _put(self, record: CallRecord) -> CallRecord:
        # As with approvals: first kept, then told.
        self._journal.save_call(record)
        self._listeners.tell(record)
        return record

    def _moment(self) -> str:
        return utc_text(self._now())
