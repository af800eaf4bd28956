"""Rules on HTML as the parser of a browser sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pytest_uimcp.checks.findings import Finding
from pytest_uimcp.checks.model import Survey


def faults_of(rule: str) -> Callable[[Survey], Iterator[Finding]]:
    """The faults of the markup that a rule is about."""

    def look(survey: Survey) -> Iterator[Finding]:
        for view in survey.views.values():
            for fault in view.markup.faults:
                if fault.rule == rule:
                    yield Finding(fault.message, view.file, fault.line, advice=fault.advice)

    return look
