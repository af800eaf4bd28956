"""A call that waits for a human, and its outcome."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, Self, get_args

from pytest_uimcp.compositor.policy.errors import ApprovalError
from pytest_uimcp.compositor.policy.request import ToolRequest
from pytest_uimcp.compositor.policy.stored import Stored

__all__ = ["ANSWERS", "Answer", "ApprovalItem", "Outcome", "as_answer"]

Answer = Literal["approve", "deny_continue", "deny_abort"]
ANSWERS: Final[tuple[Answer, ...]] = get_args(Answer)
Outcome = Literal["completed", "error", "denied", "aborted"]


@dataclass(frozen=True, slots=True)
class ApprovalItem(Stored):
    """One approval. It is pending, then resolved by an answer or cancelled with its caller."""

    id: str
    call_id: str | None
    ts: str
    name: str
    server: str
    tool: str
    args: Mapping[str, Any] | None
    args_json: str | None
    rationale: str
    kind: Literal["tool_call"] = "tool_call"
    status: Literal["pending", "resolved", "cancelled"] = "pending"
    decision: Answer | None = None
    reason: str | None = None
    decided_at: str | None = None
    decided_by: str | None = None
    outcome: Outcome | None = None

    @classmethod
    def of(cls, request: ToolRequest, rationale: str, ts: str) -> Self:
        """A new item for a call."""
        return cls(
            id=f"pg:{uuid.uuid4().hex}",
            call_id=request.call_id,
            ts=ts,
            name=request.name,
            server=request.server,
            tool=request.tool,
            args=request.arguments,
            args_json=request.arguments_json,
            rationale=rationale,
        )

    def to_json(self) -> dict[str, Any]:
        """The item on the wire."""
        return {**Stored.to_json(self), "tool_key": self.name}

    @property
    def pending(self) -> bool:
        """Whether it still waits."""
        return self.status == "pending"

    def decided(self, decision: Answer, *, reason: str | None, by: str, at: str) -> Self:
        """The item with an answer."""
        return replace(
            self, status="resolved", decision=decision, reason=reason, decided_by=by, decided_at=at, outcome=None
        )

    def cancelled(self, reason: str, at: str) -> Self:
        """The item without anybody who waits for it."""
        return replace(self, status="cancelled", reason=reason, decided_at=at)

    def ended(self, outcome: Outcome) -> Self:
        """The item when its call is over."""
        return replace(self, outcome=outcome)


def as_answer(value: object) -> Answer:
    """`value`, if it is an answer a human can give."""
    if value not in ANSWERS:
        raise ApprovalError(
            "invalid_decision", f"expected a decision, one of {', '.join(ANSWERS)}; got {str(value)[:100]!r}"
        )
    return value
