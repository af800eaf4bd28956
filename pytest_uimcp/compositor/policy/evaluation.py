"""Asking a policy, for so long and no longer."""

from __future__ import annotations

from typing import Final

import anyio

from pytest_uimcp.compositor.policy.callables import as_verdict
from pytest_uimcp.compositor.policy.decisions import Policy, Verdict
from pytest_uimcp.compositor.policy.errors import refusal
from pytest_uimcp.compositor.policy.rules import RulePolicy
from pytest_uimcp.mcp.calls import ToolCall

__all__ = ["EVALUATION_SECONDS", "evaluate"]

EVALUATION_SECONDS: Final = 5.0


async def evaluate(policy: Policy, call: ToolCall, seconds: float = EVALUATION_SECONDS) -> Verdict:
    """The verdict. A policy that fails, or says nothing in time, refuses the call with an evaluator error."""
    try:
        if type(policy) is RulePolicy:  # which does not wait
            return policy.verdict(call)
        with anyio.move_on_after(seconds):
            return as_verdict(await policy.decide(call))
        reason = f"TimeoutError: no decision within {seconds:g} s"
    except Exception as error:  # noqa: BLE001 - whatever is wrong with the policy, the call is not made
        reason = f"{type(error).__name__}: {error}"
    raise refusal("evaluator_error", call, reason=reason)
