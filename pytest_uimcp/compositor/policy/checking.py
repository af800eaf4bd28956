"""Checking a table of rules against the tools it is for, before anything is called.

A rule may be wrong in four ways that nobody notices until it matters: it matches no tool (a typing error, a tool
that was renamed), it has a condition on an argument that no such tool has, it never decides because a rule above it
always does, or it lets a tool destroy something unasked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from pytest_uimcp.compositor.policy.arguments import knows_path, property_names
from pytest_uimcp.compositor.policy.chain import ChainedPolicy
from pytest_uimcp.compositor.policy.decisions import Policy
from pytest_uimcp.compositor.policy.rules import Rule, RulePolicy
from pytest_uimcp.compositor.policy.tools import ToolFacts
from pytest_uimcp.core.spelling import hint

__all__ = ["Finding", "FindingKind", "check_policy"]

FindingKind = Literal["matches_nothing", "unknown_argument", "shadowed", "destructive_unasked"]
_WILD: Final = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to look at in a policy. `rule` is None when the default decision is meant."""

    kind: FindingKind
    rule: Rule | None
    message: str

    def __str__(self) -> str:
        return self.message


def check_policy(policy: Policy, tools: Sequence[ToolFacts]) -> list[Finding]:
    """What is wrong with a policy, given the tools that are mounted; only tables of rules can be looked into."""
    if isinstance(policy, ChainedPolicy):
        return [finding for part in policy.policies for finding in check_policy(part, tools)]
    if isinstance(policy, RulePolicy):
        return list(_check(policy, tools))
    return []


def _check(policy: RulePolicy, tools: Sequence[ToolFacts]) -> Iterator[Finding]:
    for position, rule in enumerate(policy.rules):
        named = [tool for tool in tools if rule.names(tool.name, tool.server)]
        if not named and not rule.optional:
            yield Finding("matches_nothing", rule, f"{rule}: no tool has this name{_near(rule, tools)}")
        yield from _unknown_arguments(rule, named)
        if named and (above := _shadows(rule, policy.rules[:position], named)):
            yield Finding(
                "shadowed", rule, f"{rule}: never decides, for {' and '.join(map(str, above))} come before it"
            )
        if named and not above:
            yield from _unasked(rule, policy.rules[:position], named)
    yield from _unasked_by_default(policy, tools)


def _near(rule: Rule, tools: Sequence[ToolFacts]) -> str:
    of_server = [tool.name for tool in tools if rule.server in ("", tool.server)]
    if rule.server and not of_server:
        return f" (no server {rule.server} is mounted)"
    return hint(rule.tool, (tool.name for tool in tools))


def _unknown_arguments(rule: Rule, named: Sequence[ToolFacts]) -> Iterator[Finding]:
    if callable(rule.when) or not named:
        return
    for path in rule.when:
        if any(knows_path(tool.schema, path) for tool in named):
            continue
        names = [name for tool in named for name in property_names(tool.schema, path)]
        tools = named[0].name if len(named) == 1 else "any of its tools"
        advice = hint(path, names, f"; expected {', '.join(dict.fromkeys(names)) or 'no arguments'}")
        yield Finding("unknown_argument", rule, f"{rule}: {path} is no argument of {tools}{advice}")


def _shadows(rule: Rule, before: Sequence[Rule], named: Sequence[ToolFacts]) -> list[Rule]:
    """The rules that together decide about every tool of this one, whatever the arguments; none if some are left."""
    found: list[Rule] = []
    for tool in named:
        above = next((one for one in before if _always_before(one, rule) and one.names(tool.name, tool.server)), None)
        if above is None:
            return []
        if above not in found:
            found.append(above)
    return found


def _always_before(one: Rule, rule: Rule) -> bool:
    return one.unconditional or (not callable(one.when) and one.when == rule.when)


def _unasked(rule: Rule, before: Sequence[Rule], named: Sequence[ToolFacts]) -> Iterator[Finding]:
    if rule.decision != "allow" or rule.destructive:
        return
    by_pattern = not _WILD.isdisjoint(rule.tool)
    # A tool without annotations may be destructive; a rule with its full name was written on purpose.
    risky = [tool for tool in named if tool.destructive or (tool.destructive is None and by_pattern)]
    left = [tool for tool in risky if not _shadows(rule, before, [tool])]
    if left:
        yield Finding("destructive_unasked", rule, f"{rule}: lets {_listed(left)} run without asking{_ADVICE}")


def _unasked_by_default(policy: RulePolicy, tools: Sequence[ToolFacts]) -> Iterator[Finding]:
    if policy.default != "allow":
        return
    decided = [rule for rule in policy.rules if rule.unconditional]
    left = [
        tool
        for tool in tools
        if tool.destructive is not False and not any(rule.names(tool.name, tool.server) for rule in decided)
    ]
    if left:
        yield Finding("destructive_unasked", None, f"default: allow: lets {_listed(left)} run without asking{_ADVICE}")


_ADVICE: Final = "; decide `ask`, or add `destructive: true` if intended"


def _listed(tools: Sequence[ToolFacts]) -> str:
    told = [f"{tool.name}{'' if tool.destructive else ' (which does not say that it is harmless)'}" for tool in tools]
    return ", ".join(told[:5]) + (f" and {len(told) - 5} more" if len(told) > 5 else "")
