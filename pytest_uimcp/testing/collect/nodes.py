"""The nodes of pytest's collection tree: a file for each app, an item for each of its checks.

The checks are the table in `checks/table.py`. Which items an app has depends only on its file names, so that every
worker of a distributed run finds the same.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

from pytest_uimcp.checks.app_directory import ENTRY, EXAMPLES, AppDirectory
from pytest_uimcp.checks.table import CHECKS, CheckKind
from pytest_uimcp.core.garbage import lasting_objects, rare_collections
from pytest_uimcp.core.lazy import resolve
from pytest_uimcp.core.regular_file import objection_to

log: Final = logging.getLogger("pytest_uimcp.session")
_RUNNING: Final = "pytest_uimcp.testing.collect.running"
_ENDLESS: Final = (
    "look for a method that does not end, or creates new objects at each call; --uimcp-check-seconds allows more time"
)
_WAITING: Final = (
    "look for a command or a method that waits, or run it on a machine that is less busy; "
    "--uimcp-check-seconds allows more time, {patience} times as much by the clock"
)


class AppsFolder(pytest.Directory):
    """`apps/`: the folders of the apps, whatever their names, and folders without an app.lua."""

    directory: AppDirectory

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        patterns = self.config.getini("norecursedirs")
        for folder in self.directory.folders:
            # An app may be called `build` or `dist`; explicitly ignored paths stay ignored.
            usual = any(folder.match(pattern) for pattern in patterns)
            is_argument = self.session.isinitpath(folder, with_parents=True)
            if not (usual or is_argument) and self.ihook.pytest_ignore_collect(
                collection_path=folder, config=self.config
            ):
                continue
            if (folder / ENTRY).is_file():
                yield self.ihook.pytest_collect_directory(path=folder, parent=self)
            else:
                yield NoApp.from_parent(self, name=folder.name, folder=folder)


class NoApp(pytest.Item):
    def __init__(self, *, folder: Path, **options: Any) -> None:
        super().__init__(**options)
        self.folder = folder
        self.add_marker("uimcp_check")

    def runtest(self) -> None:
        label = _relative(self.folder, self.config)
        entry = self.folder / ENTRY
        if os.path.lexists(entry):
            reason = f"its {ENTRY} cannot be read: {objection_to(entry)}"
        else:
            reason = f"it has no {ENTRY}"
        raise pytest.skip.Exception(f"no app in {label}: {reason}", _use_item_location=True)

    def reportinfo(self) -> tuple[os.PathLike[str], int | None, str]:
        return self.folder, 0, self.name


class AppFile(pytest.File):
    directory: AppDirectory
    app: str

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        self.extra_keyword_matches.add(self.app)
        for kind in CHECKS:
            for key in kind.keys(self.path.parent / "viewdefs"):
                name = f"{kind.name}[{key}]" if key else kind.name
                yield Check.from_parent(self, name=name, kind=kind, key=key)


class Check(pytest.Item):
    parent: AppFile

    def __init__(self, *, kind: CheckKind, key: str = "", **options: Any) -> None:
        super().__init__(**options)
        self.kind = kind
        self.key = key
        self.add_marker("uimcp_check")

    def runtest(self) -> None:
        if self.config.get_verbosity() > 0:
            self._run()
            return
        # The report has it all; the session's log would only repeat it.
        log.addFilter(_nothing)
        try:
            self._run()
        finally:
            log.removeFilter(_nothing)

    def _run(self) -> None:
        _import_checks(self.session)  # import time does not count against the app
        from pytest_uimcp.checks.deadline import PATIENCE, TimeIsUp, WorkClock, deadline
        from pytest_uimcp.checks.findings import Finding, Findings
        from pytest_uimcp.testing.collect.seconds import seconds_of

        gave_up: dict[str, str] = self.sandbox.gave_up
        name = self.parent.app
        seconds = seconds_of(self.config)
        if name in gave_up:
            self.skip(f"gave up on {name}: see `{gave_up[name]}`")
        try:
            with rare_collections(), deadline(seconds, work=WorkClock(self.sandbox.threads_of(name))):
                self._check()
        except TimeIsUp as reached:
            # Its other checks would take as long.
            gave_up[name] = self.name
            work = reached.spent.work
            wall = reached.spent.wall
            if work >= seconds:
                took = f"{seconds:g} s of processor time ({wall:.0f} s by the clock)"
                advice = _ENDLESS
            else:
                took = f"{PATIENCE * seconds:g} s by the clock ({work:.1f} s of processor time)"
                advice = _WAITING.format(patience=PATIENCE)
            message = f"gave up on {name} after {took}: `{self.name}` did not finish{reached}"
            raise Findings([Finding(message, self.reportinfo()[0], advice=advice)]) from None

    def _check(self) -> None:
        from pytest_uimcp.checks.app import AppNotLoaded
        from pytest_uimcp.checks.findings import Findings
        from pytest_uimcp.checks.renders import NotDrawn, NoViewdef
        from pytest_uimcp.checks.verdict import LintWarning, run_check
        from pytest_uimcp.checks.viewdefs import check_viewdefs
        from pytest_uimcp.testing.collect.lint import note_findings

        try:
            result = run_check(self.kind, self.app, self.key)
        except AppNotLoaded as error:
            # Reported once, or by each check if the one that reports it is not run.
            if self.name == "loads" or not self.is_reported_by("loads"):
                note_findings(self, error.found)
                raise
            self.skip(f"{self.parent.app} does not load: see `loads`")
        except NotDrawn as reason:
            if isinstance(reason, NoViewdef) and not self.is_reported_by("viewdefs"):
                check_viewdefs(self.app)
            self.skip(str(reason))
        except Findings as error:
            note_findings(self, error.found)
            raise
        else:
            if isinstance(result, LintWarning):
                note_findings(self, result.findings)
            if isinstance(result, Warning):
                self.warn(result)
            else:
                self._compare(result)

    def _compare(self, result: object) -> None:
        """Compare what was drawn with what is stored."""
        from pytest_uimcp.checks.renders import DrawnView
        from pytest_uimcp.testing.collect.running import compare

        if isinstance(result, DrawnView):
            compare(self, self.key, result.tree)
        elif self.kind.per_examples:
            from pytest_uimcp.checks.examples import DrawnExamples

            assert isinstance(result, DrawnExamples)
            for example, tree in result.trees.items():
                compare(self, f"{self.key}.{example}", tree)

    @property
    def sandbox(self) -> Any:
        from pytest_uimcp.testing.collect.running import sandbox_for

        return sandbox_for(self.config, self.parent.directory)

    @property
    def app(self) -> Any:
        from pytest_uimcp.checks.app import App

        return App(self.parent.app, self.parent.directory, self.sandbox)

    def is_reported_by(self, name: str) -> bool:
        """Whether another check of this app is run and reports the problem."""
        return any(item.parent is self.parent and item.name == name for item in self.session.items)

    def skip(self, reason: str) -> None:
        """Skip this check, with its own file as the location."""
        raise pytest.skip.Exception(reason, _use_item_location=True)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show the findings without a traceback."""
        from pytest_uimcp.checks.findings import Finding, Findings
        from pytest_uimcp.core.errors import UimcpError
        from pytest_uimcp.testing.collect.running import Failure

        error = excinfo.value
        long = self.config.get_verbosity() > 0
        start = self.config.invocation_params.dir
        if isinstance(error, Findings):
            return Failure(error.found, start, long=long)
        if isinstance(error, (UimcpError, AssertionError, Warning)):
            return Failure([Finding(str(error), self.reportinfo()[0])], start, long=long)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        folder = self.path.parent
        ending = EXAMPLES if self.kind.per_examples else ".html"
        file = folder / "viewdefs" / f"{self.key}{ending}" if self.key else self.path
        return file, 0, f"{self.parent.app}: {self.name}"


def _import_checks(session: pytest.Session) -> None:
    """Import what the checks of this run need; in a run of some seconds, collecting garbage would take a sixth."""
    # Only once in a process, in which pytest may run again and again.
    if _RUNNING not in sys.modules:
        with lasting_objects():
            for kind in {item.kind for item in session.items if isinstance(item, Check)}:
                resolve(kind.run)
            import_module(_RUNNING)


def _nothing(_: logging.LogRecord) -> bool:
    return False


def _relative(path: Path, config: pytest.Config) -> str:
    return Path(os.path.relpath(path, config.invocation_params.dir)).as_posix()
