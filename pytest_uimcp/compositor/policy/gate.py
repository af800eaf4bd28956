"""The gate that every tool call passes on its way to a server.

    call ─▶ policy ─┬─ allow ────────────────────────────┬─▶ execute ─▶ result
                    ├─ ask ─▶ approval ─▶ human approves ┘
                    │                  └─ human denies ─▶ refusal
                    └─ deny ─────────────────────────────▶ refusal

It knows no MCP: the server of `tools/call` hands in the call and the way to make it, and gets the result or a
`ToolError` with the code to answer. The call is frozen when it comes in, so the policy judges, the human sees and
`execute` gets one and the same object.
"""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable
from typing import Final

import anyio

from pytest_uimcp.compositor.policy.approvals import TIMED_OUT, USER_DENIED, Approvals
from pytest_uimcp.compositor.policy.audit import Audit
from pytest_uimcp.compositor.policy.callables import as_verdict
from pytest_uimcp.compositor.policy.decisions import Policy, Verdict
from pytest_uimcp.compositor.policy.errors import PolicyError, refusal
from pytest_uimcp.compositor.policy.items import ApprovalItem, Outcome
from pytest_uimcp.compositor.policy.journal import Journal, MemoryJournal
from pytest_uimcp.compositor.policy.misuse import misused
from pytest_uimcp.compositor.policy.records import BY_HUMAN, BY_POLICY, CallOutcome, CallRecord
from pytest_uimcp.compositor.policy.rules import RulePolicy
from pytest_uimcp.compositor.policy.summaries import Summaries, SummaryMode
from pytest_uimcp.core.listeners import Listeners
from pytest_uimcp.mcp.calls import ToolCall, ToolError, ToolResult
from pytest_uimcp.storage import Now

Execute = Callable[[ToolCall], Awaitable[ToolResult]]
MAX_TEXT_CHARACTERS: Final = 500
_GONE: Final = "the caller is gone"
# What a model is told where nobody has written why.
_DEFAULT_REASONS: Final = {
    USER_DENIED: f"{USER_DENIED}; a human denied this call and gave no reason",
    TIMED_OUT: f"{TIMED_OUT}; no human decided about this call in time",
}


EVALUATION_SECONDS: Final = 5.0


async def evaluate(policy: Policy, call: ToolCall, seconds: float = EVALUATION_SECONDS) -> Verdict:
    """The verdict. A policy that fails, or says nothing in time, refuses the call with an evaluator error."""
    try:
        # A subclass may override `decide`, so this is not for subclasses.
        if type(policy) is RulePolicy:  # which does not wait
            return policy.verdict(call)
        with anyio.move_on_after(seconds):
            return as_verdict(await policy.decide(call))
        reason = f"TimeoutError: no decision within {seconds:g} s"
    except Exception as error:  # noqa: BLE001 - whatever is wrong with the policy, the call is not made
        reason = f"{type(error).__name__}: {error}"
    raise refusal("evaluator_error", call, reason=reason)


class Gate:
    """A policy, the approvals it asks for, and the record of both."""

    def __init__(
        self,
        policy: Policy | None = None,
        *,
        journal: Journal | None = None,
        evaluation_seconds: float = EVALUATION_SECONDS,
        ask_seconds: float | None = None,
        summaries: SummaryMode = "always",
        now: Now = time.time_ns,
    ) -> None:
        kept = journal if journal is not None else MemoryJournal()
        self._policy: Policy = policy if policy is not None else RulePolicy()
        self._policy_listeners: Listeners[Policy] = Listeners("the policy")
        self._evaluation_seconds = evaluation_seconds
        self._ask_seconds = ask_seconds
        self.approvals: Final = Approvals(kept, now=now)
        self.audit: Final = Audit(kept, now)
        self.summaries: Final = Summaries(summaries)
        # Told of each record with what its caller gets, which is more than the audit keeps.
        self.answers: Final[Listeners[str, ToolResult]] = Listeners("the answers")

    @property
    def policy(self) -> Policy:
        return self._policy

    @policy.setter
    def policy(self, policy: Policy) -> None:
        self._policy = policy
        self._policy_listeners.tell(policy)

    def on_policy(self, listener: Callable[[Policy], object]) -> Callable[[], None]:
        """Have `listener` called when the policy is replaced; returns the way to end that."""
        return self._policy_listeners.add(listener)

    async def evaluate(self, call: ToolCall) -> Verdict:
        """What would be decided, without making the call."""
        return await evaluate(self._policy, call, self._evaluation_seconds)

    async def call(self, call: ToolCall, execute: Execute) -> ToolResult:
        """Make the call if the policy and the human let it pass; raises ToolError otherwise."""
        # Before anybody sees it: neither the caller nor a policy can change what was judged.
        call = call.frozen()
        record = self.audit.begin(call)
        try:
            result = await self._judged(call, record, execute)
        except ToolError as error:
            self.answers.tell(record.id, error.result())
            raise
        self.answers.tell(record.id, result)
        return result

    async def _judged(self, call: ToolCall, record: CallRecord, execute: Execute) -> ToolResult:
        verdict = await self._decided(call, record)
        if verdict.decision == "allow":
            return await self._execute(call, self.audit.executing(record, "policy_allow"), execute)
        if verdict.decision == "ask":
            return await self._ask(call, verdict, record, execute)
        self.audit.completed(record, outcome=BY_POLICY[verdict.decision], text=verdict.rationale)
        raise refusal(verdict.decision, call, decision=verdict.decision, reason=verdict.rationale)

    async def _decided(self, call: ToolCall, record: CallRecord) -> Verdict:
        try:
            return await self.evaluate(call)
        except PolicyError as error:
            self.audit.completed(record, outcome="evaluator_error", text=error.details["reason"])
            raise
        except anyio.get_cancelled_exc_class():
            self.audit.completed(record, outcome="cancelled", text=_GONE)
            raise

    async def _ask(self, call: ToolCall, verdict: Verdict, record: CallRecord, execute: Execute) -> ToolResult:
        try:
            item = await self.approvals.ask(call, verdict.rationale, self._ask_seconds)
        except anyio.get_cancelled_exc_class():
            self.audit.completed(record, outcome="cancelled", text=_GONE)
            raise
        if item.decision == "approve":
            return await self._approved(item, record, execute)
        return self._denied(item, record)

    async def _approved(self, item: ApprovalItem, record: CallRecord, execute: Execute) -> ToolResult:
        try:
            record = self.audit.executing(record, "user_approve", item.id)
            result = await self._execute(item.call, record, execute)
        except anyio.get_cancelled_exc_class():
            # The human has approved something whose caller will not hear how it ended: the next turn has to.
            self._summarise(item, "aborted", _GONE, detached=True)
            raise
        except Exception as error:
            self._summarise(item, "error", str(error))
            raise
        self._summarise(item, "error" if result.is_error else "completed", _brief(result))
        return result

    def _denied(self, item: ApprovalItem, record: CallRecord) -> ToolResult:
        assert item.decision == "deny_abort" or item.decision == "deny_continue"
        by_human = item.reason != TIMED_OUT or item.decided_by != "timeout"
        outcome: CallOutcome = BY_HUMAN[item.decision] if by_human else "approval_timeout"
        self.audit.completed(record, outcome=outcome, approval_id=item.id, text=item.reason or "")
        self._summarise(item, "denied", item.reason or "")
        text = _DEFAULT_REASONS.get(item.reason or "", "")
        raise refusal(item.decision, item.call, text=text, decision=item.decision, reason=item.reason)

    async def _execute(self, call: ToolCall, record: CallRecord, execute: Execute) -> ToolResult:
        try:
            answer = await _answer(call, execute)
        except anyio.get_cancelled_exc_class():
            self.audit.completed(record, outcome="aborted", text=_GONE)
            raise
        except Exception as error:
            self.audit.completed(record, is_error=True, text=f"{type(error).__name__}: {error}"[:MAX_TEXT_CHARACTERS])
            raise
        # Results and errors alike, before anybody behind the gate can take one for the policy's word.
        if (claim := misused(answer)) is not None:
            answer = refusal("backend_misuse", call, text=_misuse(call), backend_code=claim.get("code"))
        if isinstance(answer, ToolError):
            self.audit.completed(record, is_error=True, text=answer.text[:MAX_TEXT_CHARACTERS])
            raise answer
        self.audit.completed(record, is_error=answer.is_error, text=_brief(answer))
        return answer

    def _summarise(self, item: ApprovalItem, outcome: Outcome, text: str, *, detached: bool = False) -> None:
        self.summaries.add(self.approvals.ended(item.id, outcome), text, detached=detached)


async def _answer(call: ToolCall, execute: Execute) -> ToolResult | ToolError:
    # An error of the server is an answer too: it is checked and recorded like a result, then raised again.
    try:
        return await execute(call)
    except ToolError as error:
        return error


def _misuse(call: ToolCall) -> str:
    server = f"the server {call.server}" if call.server else "its server"
    return (
        f"{server} answered with what only the policy may say, so the answer is withheld; the call may have been made"
    )


def _brief(result: ToolResult) -> str:
    text = result.lines
    if not text and result.data is not None:
        text = json.dumps(result.data, ensure_ascii=False, default=str)
    return text[: MAX_TEXT_CHARACTERS + 1]
