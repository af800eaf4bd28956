"""Summaries of approved and denied calls, for the model's next request."""

from __future__ import annotations

from typing import Any, Final, Literal, get_args

from pytest_uimcp.compositor.policy.items import ApprovalItem
from pytest_uimcp.core.printable import shortened

SummaryMode = Literal["always", "detached", "never"]
MAX_SUMMARY_CHARACTERS: Final = 500
MAX_SUMMARIES: Final = 100


class Summaries:
    """Collects them until they are polled. `detached` keeps only those of calls whose caller was gone."""

    def __init__(self, mode: SummaryMode = "always") -> None:
        if mode not in get_args(SummaryMode):
            raise ValueError(f"approval_summary must be one of {', '.join(get_args(SummaryMode))}; got {mode!r}")
        self.mode = mode
        self._waiting: list[dict[str, Any]] = []

    def add(self, item: ApprovalItem, text: str, *, detached: bool = False) -> None:
        if self.mode == "never" or (self.mode == "detached" and not detached):
            return
        # An aborted call has failed, as far as the model is concerned.
        outcome = "error" if item.outcome == "aborted" else item.outcome
        summary = {
            "id": item.id,
            "call_id": item.call_id,
            "name": item.name,
            "decision": item.decision,
            "outcome": outcome,
            "summary": shortened(text, MAX_SUMMARY_CHARACTERS),
        }
        # Replaced, not appended to: whoever has peeked keeps what was there.
        self._waiting = [*self._waiting, summary][-MAX_SUMMARIES:]

    def peek(self) -> list[dict[str, Any]]:
        return list(self._waiting)

    def poll(self) -> list[dict[str, Any]]:
        """What waits, which then waits no more."""
        summaries = self._waiting
        self._waiting = []
        return summaries
