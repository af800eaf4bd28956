"""`--uimcp-lint`: the findings of a run as a file, also those of other workers, which come with their reports."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_uimcp.testing.options import value

if TYPE_CHECKING:
    from pytest_uimcp.checks.findings import Finding
    from pytest_uimcp.testing.collect.nodes import Check

_PROPERTY: Final = "uimcp_findings"


def note_findings(check: Check, findings: Iterable[Finding]) -> None:
    """Add findings to the report of a check, if the run writes them."""
    if value(check.config, "lint"):
        from pytest_uimcp.checks.lint_report import as_row

        rows = [as_row(finding, check.parent.app, check.kind.name, check.config.rootpath) for finding in findings]
        check.user_properties.append((_PROPERTY, rows))


class LintFile:
    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._rows: list[dict[str, Any]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        # The properties of an item are in the reports of all its phases.
        if report.when == "call":
            for name, rows in report.user_properties:
                if name == _PROPERTY and isinstance(rows, list):
                    self._rows += rows

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        from pytest_uimcp.checks.lint_report import document

        kind = value(self._config, "lint")
        if kind is None or hasattr(self._config, "workerinput"):
            return
        file = self._config.rootpath / f"uimcp-lint.{kind}"
        file.write_text(document(kind, self._rows), encoding="utf-8")
        noun = "finding" if len(self._rows) == 1 else "findings"
        terminalreporter.write_line(f"uimcp: {len(self._rows)} {noun} in {file.name}")
