"""Adds sections to the report of a failed test, and writes its HTML page and the index of the run."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.testing.report.folder import asked_folder, folder_of
from pytest_uimcp.testing.report.pages import write_failure, write_index
from pytest_uimcp.testing.report.participants import participants_of, under_test
from pytest_uimcp.testing.report.record import gather
from pytest_uimcp.testing.report.sections import sections

__all__ = ["FailureIndex", "add_advice", "add_sections"]

# Reports travel from workers of pytest-xdist with their plain attributes.
_LEFT: Final = "uimcp_left"


def add_advice(item: pytest.Item, error: BaseException) -> None:
    """Add the probable cause to an error of ours, once: the error of a wider fixture is raised again for every test."""
    if not isinstance(error, UimcpError):
        return
    for advice in (thing.advice() for thing in under_test(item)):
        if advice and advice not in error.context:
            error.context = "\n".join(filter(None, (error.context, f"  {advice}")))


def add_sections(item: pytest.Item, report: pytest.TestReport, error: BaseException | None) -> None:
    """Add sections about the participants to the report of a failed test."""
    there = participants_of(item)
    if there:
        verbose = item.config.get_verbosity() > 0
        report.sections.extend(sections(there, error, verbose=verbose))
    if asked_folder(item.config) is not None:
        folder = folder_of(item)
        page = write_failure(gather(item, report, there, folder), folder)
        report.sections.append(("uimcp report", str(page)))
        setattr(report, _LEFT, str(page))


class FailureIndex:
    """Collects every report of the run, including those of workers, and writes the index of failures."""

    def __init__(self, config: pytest.Config) -> None:
        folder = asked_folder(config)
        assert folder is not None  # only a run with `--uimcp-report` has an index
        self._folder = folder
        self._counts: Counter[str] = Counter()
        self._failures: dict[str, Path] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed or report.when == "call" or report.skipped:
            outcome = "error" if report.failed and report.when != "call" else report.outcome
            self._counts[outcome] += 1
        left = getattr(report, _LEFT, None)
        if left is not None:
            self._failures[report.nodeid] = Path(left)

    def pytest_sessionfinish(self) -> None:
        write_index(self._folder, sorted(self._failures.items()), dict(self._counts))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        terminalreporter.write_line(f"uimcp report: {self._folder / 'index.html'}")
