"""Checking a table of rules against the tools it is for, before anything is called.

A rule may be wrong in four ways that nobody notices until it matters: it matches no tool (a typing error, a tool
that was renamed), it has a condition on an argument that no such tool has, it never decides because a rule above it
always does, or it lets a tool destroy something unasked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Self

from pytest_uimcp.compositor.policy.arguments import knows_path, property_names
from pytest_uimcp.compositor.policy.decisions import ChainedPolicy, Policy
from pytest_uimcp.compositor.policy.rules import Rule, RulePolicy
from pytest_uimcp.core.spelling import hint


@dataclass(frozen=True, slots=True)
class ToolFacts:
    """One tool: its exposed name, its server, and whether it destroys something (None if its server does not say).

    `schema` is its input schema; an empty one admits any argument.
    """

    name: str
    server: str = ""
    destructive: bool | None = None
    schema: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(
        cls, name: str, server: str, annotations: Mapping[str, Any] | None, schema: Mapping[str, Any] | None = None
    ) -> Self:
        """From what `tools/list` says of it, where what only reads destroys nothing."""
        hints = annotations or {}
        destructive = False if hints.get("readOnlyHint") is True else hints.get("destructiveHint")
        return cls(name, server, destructive if isinstance(destructive, bool) else None, schema or {})


FindingKind = Literal["matches_nothing", "unknown_argument", "shadowed", "destructive_unasked"]
_WILD: Final = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class PolicyFinding:
    """Something to look at in a policy. `rule` is None when the default decision is meant."""

    kind: FindingKind
    rule: Rule | None
    message: str

    def __str__(self) -> str:
        return self.message


def check_policy(policy: Policy, tools: Sequence[ToolFacts]) -> list[PolicyFinding]:
    """What is wrong with a policy, given the tools that are mounted; only tables of rules can be looked into."""
    if isinstance(policy, ChainedPolicy):
        return [finding for part in policy.policies for finding in check_policy(part, tools)]
    if isinstance(policy, RulePolicy):
        return list(_check(policy, tools))
    return []


def _check(policy: RulePolicy, tools: Sequence[ToolFacts]) -> Iterator[PolicyFinding]:
    for position, rule in enumerate(policy.rules):
        matches = [tool for tool in tools if rule.names(tool.name, tool.server)]
        # A rule for a tool that is not there yet is right on purpose, and says so.
        if not matches and not rule.optional:
            yield PolicyFinding("matches_nothing", rule, f"{rule}: no tool has this name{_near(rule, tools)}")
        yield from _unknown_arguments(rule, matches)
        if matches and (shadows := _shadows(rule, policy.rules[:position], matches)):
            yield PolicyFinding(
                "shadowed", rule, f"{rule}: never decides, for {' and '.join(map(str, shadows))} come before it"
            )
        if matches and not shadows:
            yield from _unasked(rule, policy.rules[:position], matches)
    yield from _unasked_by_default(policy, tools)


def _near(rule: Rule, tools: Sequence[ToolFacts]) -> str:
    of_server = [tool.name for tool in tools if rule.server in ("", tool.server)]
    if rule.server and not of_server:
        return f" (no server {rule.server} is mounted)"
    return hint(rule.tool, (tool.name for tool in tools))


def _unknown_arguments(rule: Rule, matches: Sequence[ToolFacts]) -> Iterator[PolicyFinding]:
    # A function cannot be looked into.
    if callable(rule.when) or not matches:
        return
    for path in rule.when:
        if any(knows_path(tool.schema, path) for tool in matches):
            continue
        names = [name for tool in matches for name in property_names(tool.schema, path)]
        tools = matches[0].name if len(matches) == 1 else "any of its tools"
        advice = hint(path, names, f"; expected {', '.join(dict.fromkeys(names)) or 'no arguments'}")
        yield PolicyFinding("unknown_argument", rule, f"{rule}: {path} is no argument of {tools}{advice}")


def _shadows(rule: Rule, preceding: Sequence[Rule], matches: Sequence[ToolFacts]) -> list[Rule]:
    # The rules that together decide about every tool of this one, whatever the arguments; none if some are left.
    shadows: list[Rule] = []
    for tool in matches:
        shadow = next(
            (
                candidate
                for candidate in preceding
                if _always_before(candidate, rule) and candidate.names(tool.name, tool.server)
            ),
            None,
        )
        if shadow is None:
            return []
        if shadow not in shadows:
            shadows.append(shadow)
    return shadows


def _always_before(earlier_rule: Rule, rule: Rule) -> bool:
    return earlier_rule.unconditional or (not callable(earlier_rule.when) and earlier_rule.when == rule.when)


def _unasked(rule: Rule, preceding: Sequence[Rule], matches: Sequence[ToolFacts]) -> Iterator[PolicyFinding]:
    # `destructive: true` in a rule is the author's word that the tool may run unasked.
    if rule.decision != "allow" or rule.destructive:
        return
    by_pattern = not _WILD.isdisjoint(rule.tool)
    # A tool without annotations may be destructive; a rule with its full name was written on purpose.
    risky = [tool for tool in matches if tool.destructive or (tool.destructive is None and by_pattern)]
    unshadowed = [tool for tool in risky if not _shadows(rule, preceding, [tool])]
    if unshadowed:
        yield PolicyFinding(
            "destructive_unasked", rule, f"{rule}: lets {_listed(unshadowed)} run without asking{_ADVICE}"
        )


def _unasked_by_default(policy: RulePolicy, tools: Sequence[ToolFacts]) -> Iterator[PolicyFinding]:
    if policy.default != "allow":
        return
    decided = [rule for rule in policy.rules if rule.unconditional]
    undecided = [
        tool
        for tool in tools
        if tool.destructive is not False and not any(rule.names(tool.name, tool.server) for rule in decided)
    ]
    if undecided:
        yield PolicyFinding(
            "destructive_unasked", None, f"default: allow: lets {_listed(undecided)} run without asking{_ADVICE}"
        )


_ADVICE: Final = "; decide `ask`, or add `destructive: true` if intended (in Python: Rule(…, destructive=True))"


def _listed(tools: Sequence[ToolFacts]) -> str:
    names = [f"{tool.name}{'' if tool.destructive else ' (which does not say that it is harmless)'}" for tool in tools]
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
