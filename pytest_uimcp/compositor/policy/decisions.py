"""What a policy may decide, and what becomes of a call then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol, get_args

from pytest_uimcp.compositor.policy.errors import PolicyOutputError
from pytest_uimcp.mcp.calls import ToolCall

Decision = Literal["deny_abort", "deny_continue", "ask", "allow"]
# Strictest first: of several policies the strictest decides.
DECISIONS: Final[tuple[Decision, ...]] = get_args(Decision)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision and why; the reason is shown to the human who is asked, and to the caller who is refused."""

    decision: Decision
    rationale: str = ""


class Policy(Protocol):
    """Decides about every tool call before it reaches a server."""

    async def decide(self, call: ToolCall) -> Verdict:
        """The verdict; whatever is raised refuses the call."""


def as_decision(value: object) -> Decision:
    if value not in DECISIONS:
        raise PolicyOutputError(f"expected a decision, one of {', '.join(DECISIONS)}; got {str(value)[:100]!r}")
    return value


def strictest(verdicts: list[Verdict]) -> Verdict:
    """The one of several verdicts that counts; of equal ones the first."""
    return min(verdicts, key=_leniency)


def _leniency(verdict: Verdict) -> int:
    return DECISIONS.index(verdict.decision)


class ChainedPolicy:
    """Asks each policy in turn; the strictest verdict counts. Nothing is stricter than `deny_abort`."""

    def __init__(self, policies: Sequence[Policy]) -> None:
        if not policies:
            raise ValueError("a chain needs at least one policy")
        self.policies = tuple(policies)

    async def decide(self, call: ToolCall) -> Verdict:
        verdicts: list[Verdict] = []
        for policy in self.policies:
            # In turn, not at once: after the strictest verdict nobody else has to be asked, and one may be a slow
            # program.
            verdicts.append(await policy.decide(call))
            if verdicts[-1].decision == "deny_abort":
                break
        return strictest(verdicts)
