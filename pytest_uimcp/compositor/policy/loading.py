"""Rules in a file.

default: ask
rules:
  - {tool: "files_read*", decision: allow}
  - tool: files_delete
    decision: deny_continue
    when: {path: {not_under: /tmp}}
    rationale: only in /tmp
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from pytest_uimcp.compositor.policy.decisions import Decision
from pytest_uimcp.compositor.policy.errors import PolicyFileError
from pytest_uimcp.compositor.policy.rules import Rule, RulePolicy
from pytest_uimcp.core.reading import ClosedModel, Items, ReadingError, expecting, read
from pytest_uimcp.core.regular_file import read_text
from pytest_uimcp.core.yaml import YamlError, line_at, load_yaml


class RuleEntry(ClosedModel):
    """A rule as files have it; the conditions are checked by `Rule`."""

    tool: str
    decision: Decision
    when: Annotated[dict[str, Any], expecting("conditions by argument")] = Field(default={})
    rationale: str = ""
    server: str = ""
    optional: bool = False
    destructive: bool = False


class PolicyFile(ClosedModel):
    # A file that says nothing of a call leaves it to the human.
    default: Decision = "ask"
    rules: Items[RuleEntry] = ()


def load_policy(path: Path) -> RulePolicy:
    try:
        return read_policy(read_text(path))
    except (OSError, UnicodeDecodeError) as error:
        raise PolicyFileError(f"{path}: cannot be read: {error}") from error
    except PolicyFileError as error:
        raise PolicyFileError(f"{path}: {error}") from error


def read_policy(text: str) -> RulePolicy:
    try:
        # With lines: findings about a rule name the one that it stands on.
        data = load_yaml(text, lines=True)
        file = read(PolicyFile, data)
    except (YamlError, ReadingError) as error:
        raise PolicyFileError(str(error)) from None
    rules = [_rule(entry, line_at(data, ("rules", index))) for index, entry in enumerate(file.rules)]
    return RulePolicy(rules, default=file.default, text=text)


def _rule(entry: RuleEntry, line: int) -> Rule:
    try:
        return Rule(**dict(entry), line=line)
    except PolicyFileError as error:
        raise PolicyFileError(f"line {line}: {error}") from None
