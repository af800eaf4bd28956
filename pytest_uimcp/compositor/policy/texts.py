"""A policy as a text that people read."""

from __future__ import annotations

from pytest_uimcp.compositor.policy.chain import ChainedPolicy
from pytest_uimcp.compositor.policy.decisions import Policy
from pytest_uimcp.compositor.policy.rules import RulePolicy

__all__ = ["policy_text"]


def policy_text(policy: Policy) -> str:
    """Its source if it was read from a text, otherwise what can be said about it."""
    match policy:
        case RulePolicy(text=text) if text:
            return text
        case RulePolicy():
            return "\n".join([f"# default: {policy.default}", *(f"# {rule}" for rule in policy.rules)]) + "\n"
        case ChainedPolicy():
            return "# the strictest of:\n" + "".join(policy_text(part) for part in policy.policies)
    return f"# decided by {type(policy).__name__}\n"
