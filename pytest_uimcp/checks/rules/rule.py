"""What a rule is: its name, the check that reports it, and how it looks for what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pytest_uimcp.checks.findings import Finding
    from pytest_uimcp.checks.model import Survey


class LintSeverity(StrEnum):
    # The app does not do what is written there.
    ERROR = "error"
    # It works, until something else happens.
    WARNING = "warning"


Look = Callable[["Survey"], Iterable["Finding"]]


class LintRule(NamedTuple):
    """A row of the table."""

    name: str
    # The check of `--uimcp` that reports it.
    check: str
    wrong: str
    # The folder of `fixtures/broken/` that has such a fault, with its message.
    example: str = ""
    # None: the check finds it by itself while it runs the app.
    look: Look | None = None
    severity: LintSeverity = LintSeverity.ERROR


def look_at(rules: Iterable[LintRule], survey: Survey, check: str) -> Iterator[Finding]:
    """What the rules of a check find in an app."""
    for rule in rules:
        if rule.check == check and rule.look is not None:
            for finding in rule.look(survey):
                yield replace(finding, rule=rule.name)
