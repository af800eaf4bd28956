from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from pytest_uimcp.compositor.policy.decisions import Decision
from pytest_uimcp.compositor.policy.items import Answer
from pytest_uimcp.compositor.policy.stored import StoredCall
from pytest_uimcp.mcp.calls import ToolCall

CallOutcome = Literal[
    "policy_allow",
    "policy_deny_continue",
    "policy_deny_abort",
    "user_approve",
    "user_deny_continue",
    "user_deny_abort",
    "approval_timeout",
    "evaluator_error",
    "cancelled",
    "aborted",
]
BY_POLICY: Final[dict[Decision, CallOutcome]] = {
    "allow": "policy_allow",
    "deny_continue": "policy_deny_continue",
    "deny_abort": "policy_deny_abort",
}
BY_HUMAN: Final[dict[Answer, CallOutcome]] = {
    "approve": "user_approve",
    "deny_continue": "user_deny_continue",
    "deny_abort": "user_deny_abort",
}


@dataclass(frozen=True, slots=True)
class CallRecord(StoredCall):
    """One call: pending until it is decided, executing until it has answered, then completed."""

    # Keys of the journal, each with the field of the call that it holds.
    CALL_KEYS = MappingProxyType(
        {
            "name": "name",
            "server": "server",
            "tool": "tool",
            "principal": "principal",
            "call_id": "call_id",
            "args_json": "arguments_json",
        }
    )

    id: str
    ts: str
    call: ToolCall
    state: Literal["pending", "executing", "completed"] = "pending"
    outcome: CallOutcome | None = None
    approval_id: str | None = None
    is_error: bool | None = None
    text: str = ""
    """How the result begins, or why there is none."""
    ended_at: str | None = None

    @property
    def principal(self) -> str | None:
        return self.call.principal
