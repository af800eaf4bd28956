"""Who may call which mount.

| role | may not call |
|---|---|
| agent | `policy_approver` and `approval_admin`: it would approve its own calls |
| human | `loop` and `policy_proposer`, which are the agent's |
"""

from __future__ import annotations

from typing import Final, Literal

from pytest_uimcp.transport.principals import Principal

Role = Literal["agent", "human"]
# The principal of a caller without a token.
AGENT: Final = Principal("agent")
REFUSED: Final[dict[Role, frozenset[str]]] = {
    "agent": frozenset({"policy_approver", "approval_admin"}),
    "human": frozenset({"loop", "policy_proposer"}),
}
"""The prefixes that a role neither sees nor calls."""
# Where a compositor tells servers in this process whether an agent or a human is calling.
ROLE_META: Final = "uimcp/role"


def role_of(principal: str | None) -> Role:
    """The role of a principal: `human`, `user` and `human:anna` are humans, everybody else is an agent."""
    # Everybody else is an agent, so that a name nobody thought of can do less, not more.
    if Principal(principal or AGENT).kind in ("human", "user"):
        return "human"
    return "agent"


def may_call(role: Role, prefix: str) -> bool:
    return prefix not in REFUSED[role]
