"""Specifications as files of checks: an item for each rule of `nlui check`."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.testing.options import value

if TYPE_CHECKING:
    from pytest_uimcp.openapi.quality import SpecReport
    from pytest_uimcp.openapi.quality.run import QualityRule


class SpecCollecting:
    """The hooks that collect specifications; registered in runs with `--uimcp-spec`."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        names = shlex.split(value(config, "spec") or "")
        self._files = tuple(Path(os.path.abspath(config.rootpath / name)) for name in names)  # noqa: PTH100 - keeps links

    def pytest_sessionstart(self) -> None:
        """Add the files to what is collected, unless paths were given."""
        if missing := next((file for file in self._files if not file.is_file()), None):
            raise pytest.UsageError(f"--uimcp-spec: no file {missing}")
        # Who names paths on the command line wants those and nothing else.
        if self._config.args_source is not pytest.Config.ArgsSource.ARGS:
            self._config.args += map(str, self._files)

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        if file_path in self._files:
            return SpecFile.from_parent(parent, path=file_path)
        return None


class SpecFile(pytest.File):
    """A specification: an item for each rule that is as bad as the level asked for."""

    def collect(self) -> Iterator[pytest.Item]:
        from pytest_uimcp.openapi.quality import Severity
        from pytest_uimcp.openapi.quality.run import RULES

        level = Severity[(value(self.config, "spec-level") or "error").upper()]
        for rule in RULES:
            # Rules below the level are no items at all: a skipped item would be read as something to do.
            if rule.severity >= level:
                yield SpecCheck.from_parent(self, name=rule.name, rule=rule)

    # The rules share what is expensive (tools, search, sizes), so the first item runs them all and each reports its
    # own.
    @cached_property
    def report(self) -> SpecReport:
        """What the check found, by all rules at once."""
        from pytest_uimcp.openapi.quality import check_spec_file

        return check_spec_file(self.path)


class SpecCheck(pytest.Item):
    parent: SpecFile

    def __init__(self, *, rule: QualityRule, **options: Any) -> None:
        super().__init__(**options)
        self._rule = rule
        self.add_marker("uimcp_check")

    def runtest(self) -> None:
        findings = [finding for finding in self.parent.report.findings if finding.rule == self._rule.name]
        if findings:
            file = os.path.relpath(self.path, self.config.invocation_params.dir)
            raise _RuleFindings("\n".join(finding.text(file) for finding in findings))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Findings and unreadable files without a traceback."""
        if isinstance(excinfo.value, UimcpError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[os.PathLike[str], int | None, str]:
        return self.path, 0, f"{self.path.name}::{self.name}"


class _RuleFindings(UimcpError):
    """What one rule found."""
