from __future__ import annotations

import uuid
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, Literal, Self, get_args

from pytest_uimcp.compositor.policy.errors import ApprovalError
from pytest_uimcp.compositor.policy.stored import StoredCall
from pytest_uimcp.mcp.calls import ToolCall

Answer = Literal["approve", "deny_continue", "deny_abort"]
ANSWERS: Final[tuple[Answer, ...]] = get_args(Answer)
Outcome = Literal["completed", "error", "denied", "aborted"]


@dataclass(frozen=True, slots=True)
class ApprovalItem(StoredCall):
    """One approval. It is pending, then resolved by an answer or cancelled with its caller.

    `call` is the very object that is executed once it is approved.
    """

    CALL_KEYS = MappingProxyType(
        {
            "call_id": "call_id",
            "name": "name",
            "server": "server",
            "tool": "tool",
            "args": "sent_arguments",
            "args_json": "arguments_json",
        }
    )

    id: str
    ts: str
    call: ToolCall
    rationale: str
    kind: Literal["tool_call"] = "tool_call"
    status: Literal["pending", "resolved", "cancelled"] = "pending"
    decision: Answer | None = None
    reason: str | None = None
    decided_at: str | None = None
    decided_by: str | None = None
    outcome: Outcome | None = None

    @classmethod
    def of(cls, call: ToolCall, rationale: str, ts: str) -> Self:
        return cls(f"pg:{uuid.uuid4().hex}", ts, call, rationale)

    def to_json(self) -> dict[str, Any]:
        # `tool_key` is the name of `name` in the older form of the contract.
        return {"id": self.id, "call_id": self.call_id, **StoredCall.to_json(self), "tool_key": self.name}

    @property
    def pending(self) -> bool:
        return self.status == "pending"

    # An item never changes: each step is a new one, so that listeners and the journal keep what they were given.
    def decided(self, decision: Answer, *, reason: str | None, by: str, at: str) -> Self:
        return replace(
            self, status="resolved", decision=decision, reason=reason, decided_by=by, decided_at=at, outcome=None
        )

    def cancelled(self, reason: str, at: str) -> Self:
        return replace(self, status="cancelled", reason=reason, decided_at=at)

    def ended(self, outcome: Outcome) -> Self:
        return replace(self, outcome=outcome)


def as_answer(value: object) -> Answer:
    if value not in ANSWERS:
        raise ApprovalError(
            "invalid_decision", f"expected a decision, one of {', '.join(ANSWERS)}; got {str(value)[:100]!r}"
        )
    return value
