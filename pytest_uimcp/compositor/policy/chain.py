"""Several policies that must all agree."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_uimcp.compositor.policy.decisions import Policy, Verdict, strictest
from pytest_uimcp.mcp.calls import ToolCall

__all__ = ["ChainedPolicy"]


class ChainedPolicy:
    """Asks each policy in turn; the strictest verdict counts. Nothing is stricter than `deny_abort`."""

    def __init__(self, policies: Sequence[Policy]) -> None:
        if not policies:
            raise ValueError("a chain needs at least one policy")
        self.policies = tuple(policies)

    async def decide(self, call: ToolCall) -> Verdict:
        """The strictest of the verdicts."""
        verdicts: list[Verdict] = []
        for policy in self.policies:
            verdicts.append(await policy.decide(call))
            if verdicts[-1].decision == "deny_abort":
                break
        return strictest(verdicts)
