"""The calls that wait for a human.

Everything happens on one event loop, so of two answers the first that gets here counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import anyio
import anyio.lowlevel

from pytest_uimcp.compositor.policy.errors import ApprovalError
from pytest_uimcp.compositor.policy.items import Answer, ApprovalItem, Outcome, as_answer
from pytest_uimcp.compositor.policy.journal import Journal, MemoryJournal
from pytest_uimcp.core.listeners import Listeners
from pytest_uimcp.mcp.calls import ToolCall
from pytest_uimcp.storage import Now, utc_text

USER_DENIED: Final = "user_denied"
TIMED_OUT: Final = "approval_timeout"
MAX_ITEMS: Final = 1000


class Approvals:
    """What is pending, and what was. Items of an earlier process are over: nobody waits for them any more."""

    def __init__(self, journal: Journal | None = None, *, now: Now = time.time_ns) -> None:
        self._journal = journal if journal is not None else MemoryJournal()
        self._now = now
        self._items: dict[str, ApprovalItem] = {}
        self._decided: dict[str, anyio.Event] = {}
        self._listeners: Listeners[ApprovalItem] = Listeners("the approvals")
        for item in self._journal.approvals(MAX_ITEMS):
            self._items[item.id] = item
            self._close_old(item)

    async def ask(self, call: ToolCall, rationale: str, seconds: float | None = None) -> ApprovalItem:
        """Wait for a human's answer; the resolved item. Without one after `seconds` the call is denied.

        If the caller is cancelled meanwhile, so is the item.
        """
        # Listed before the first wait, so that a human who was told of it can answer at once.
        item = ApprovalItem.of(call, rationale, self._moment())
        decided = self._decided[item.id] = anyio.Event()
        self._put(item)
        try:
            with anyio.move_on_after(seconds):
                await decided.wait()
            # An answer and the end of the caller may come at once; then nothing is to be executed.
            await anyio.lowlevel.checkpoint_if_cancelled()
        except anyio.get_cancelled_exc_class():
            self._abandon(self._items[item.id])
            raise
        finally:
            del self._decided[item.id]
        # Nobody has answered in time; the turn goes on, as the human may only be away.
        if self._items[item.id].pending:
            self._decide(self._items[item.id], "deny_continue", TIMED_OUT, "timeout")
        return self._items[item.id]

    def decide(self, item_id: str, decision: object, *, reason: str | None = None, by: str = "human") -> ApprovalItem:
        """Answer an approval; the resolved item. An unknown id and a second answer are errors."""
        answer = as_answer(decision)
        item = self.get(item_id)
        if not item.pending:
            ending = item.decision or item.status
            raise ApprovalError(
                "already_resolved",
                f"the approval {item_id} of {item.name} is over: {ending}",
                id=item_id,
                decision=item.decision,
                status=item.status,
            )
        return self._decide(item, answer, reason or (None if answer == "approve" else USER_DENIED), by)

    def get(self, item_id: str) -> ApprovalItem:
        if item_id not in self._items:
            pending = ", ".join(item.id for item in self.pending()) or "none"
            raise ApprovalError("unknown_approval", f"no approval has the id {item_id!r}; pending: {pending}")
        return self._items[item_id]

    def pending(self) -> list[ApprovalItem]:
        """What waits, the oldest first."""
        return [self._items[item_id] for item_id in self._decided if self._items[item_id].pending]

    def history(self, limit: int | None = None) -> list[ApprovalItem]:
        """The newest items of all, the oldest of them first."""
        items = list(self._items.values())
        if limit is None:
            return items
        if limit > 0:
            return items[-limit:]
        return []

    def ended(self, item_id: str, outcome: Outcome) -> ApprovalItem:
        return self._put(self._items[item_id].ended(outcome))

    def listen(self, listener: Callable[[ApprovalItem], object]) -> Callable[[], None]:
        """Have `listener` called with every item that is new or changes; returns the way to end that."""
        return self._listeners.add(listener)

    def _decide(self, item: ApprovalItem, answer: Answer, reason: str | None, by: str) -> ApprovalItem:
        item = self._put(item.decided(answer, reason=reason, by=by, at=self._moment()))
        if item.id in self._decided:
            self._decided[item.id].set()
        return item

    def _abandon(self, item: ApprovalItem) -> None:
        if item.pending:
            self._put(item.cancelled("caller_gone", self._moment()))
        else:  # the answer and the end of the caller met
            self._put(item.ended("aborted" if item.decision == "approve" else "denied"))

    def _put(self, item: ApprovalItem) -> ApprovalItem:
        # In the journal first: what is shown to people must not be forgotten by a crash.
        self._journal.save_approval(item)
        self._items[item.id] = item
        self._forget()
        self._listeners.tell(item)
        return item

    def _close_old(self, item: ApprovalItem) -> None:
        if item.pending:
            self._put(item.cancelled("restart", self._moment()))
        # Approved and under way when the process ended; whether it was executed nobody knows.
        elif item.decision == "approve" and item.outcome is None:
            self._put(item.ended("aborted"))

    def _forget(self) -> None:
        # The oldest that nobody waits for; items that wait are kept, however many they are.
        while len(self._items) > MAX_ITEMS:
            over = next((item_id for item_id in self._items if item_id not in self._decided), None)
            if over is None:
                return
            del self._items[over]

    def _moment(self) -> str:
        return utc_text(self._now())
