from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pytest_uimcp.compositor.policy import CallablePolicy, Policy, Rule, RulePolicy, load_policy
from pytest_uimcp.core.errors import UimcpError


def policy_of(rules: Any, default: str) -> Policy:
    """A policy: one, a file, a function, a table of rules, or a mapping of names (or globs) to decisions."""
    if isinstance(rules, str | Path):
        return load_policy(Path(rules))
    if hasattr(rules, "decide"):
        policy: Policy = rules
        return policy
    if callable(rules):
        return CallablePolicy(rules)
    if isinstance(rules, Mapping):
        return RulePolicy([Rule(tool, decision) for tool, decision in rules.items()], default=default)  # type: ignore[arg-type]  # what is none is refused
    if isinstance(rules, Sequence):
        return RulePolicy([_rule(row) for row in rules], default=default)  # type: ignore[arg-type]  # what is none is refused
    raise _wrong(rules)


def _rule(row: Any) -> Rule:
    if isinstance(row, Rule):
        return row
    if isinstance(row, Mapping):
        return Rule(**row)
    if isinstance(row, tuple) and len(row) == 2:
        return Rule(*row)
    raise _wrong(row)


def _wrong(value: Any) -> UimcpError:
    return UimcpError(
        'policy(…): expected {"notes_*": "allow"}, a list of Rule or of (tool, decision), a function of the request, '
        f"the path of a YAML file, or a Policy; got {value!r}"
    )
