"""Records which snapshots a run uses, to find those that no test needs any more.

syrupy decides this by comparing file names with test names and `-k`, differently in each release, and does not know
faces. Here a file is unused only if every test that could own it has passed without it, or if a module that was
collected as a whole contains no such test any more. This module only records, because every pytest run loads it:
`ending` draws the conclusions.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

import pytest

# The key under which a worker of pytest-xdist hands over what it recorded.
OUTPUT: Final = "uimcp_snapshots"
ACCEPTED: Final = "uimcp_accepted"


class Accepted:
    """What a test writes into a file: the first one of the run decides what the others have to agree with.

    A plain class: to create a named tuple takes a twentieth of what pytest's start imports.
    """

    def __init__(self, owner: str, data: Any, original: Any) -> None:
        self.owner = owner
        self.data = data
        # What the file held before; None if there was none.
        self.original = original

    def plain(self) -> tuple[Any, ...]:
        """The arguments that make it again."""
        return self.owner, self.data, self.original


class SnapshotUsage:
    """The plugin that records which snapshots a run uses; workers of pytest-xdist record their own and hand it over."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self.collected: list[pytest.Item] = []
        self.selected: list[str] = []
        self.ran: set[str] = set()
        self.not_passed: set[str] = set()
        self.used: set[str] = set()
        self.folders: set[str] = set()
        self.accepted: dict[str, Accepted] = {}
        # The files on whose content tests do not agree.
        self.disputed: set[str] = set()
        self.reports: list[dict[str, Any]] = []
        # What each worker of pytest-xdist accepted.
        self.of_workers: list[Any] = []
        # What is told at the end of the run, and is of no single test.
        self.problems: list[str] = []
        self.is_blind = False

    # Called by assertions.

    def use(self, path: str | Path, *, alone: bool = False) -> None:
        """Record that a file was used; `alone`: its folder contains nothing else."""
        self.used.add(str(path))
        if alone:
            self.folders.add(str(Path(path).parent))

    def accept(self, path: str, nodeid: str, data: Any, original: Any) -> Accepted:
        """Record what a test writes into a file; returns what the first test of this run wrote."""
        accepted = self.accepted.setdefault(path, Accepted(nodeid, data, original))
        if accepted.owner == nodeid:
            self.accepted[path] = accepted = Accepted(nodeid, data, accepted.original)
        elif accepted.data != data:
            self.disputed.add(path)
        return accepted

    # Hooks of pytest.

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.collected = list(items)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.selected = [item.nodeid for item in session.items]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record outcomes; with pytest-xdist the controller receives those of all workers."""
        if report.outcome != "passed":
            self.not_passed.add(report.nodeid)
        elif report.when == "call":
            self.ran.add(report.nodeid)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        output = getattr(node, "workeroutput", {}).get(OUTPUT)
        self.of_workers.append(getattr(node, "workeroutput", {}).get(ACCEPTED, ()))
        if error or output is None:
            self.is_blind = True  # a crashed worker may have used any snapshot
        else:
            self.reports.append(output)

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Generator[None, object, object]:
        """Correct syrupy's report while its session ends: this is when it reports and deletes files."""
        if not self._has_snapshots:
            return (yield)
        from pytest_uimcp.testing.snapshots.ending import end_session

        return (yield from end_session(self, session))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.problems:
            terminalreporter.section("uimcp snapshots", red=True)
            for line in self.problems:
                terminalreporter.write_line(line)

    @property
    def _has_snapshots(self) -> bool:
        """Whether the run may have snapshots; most runs have none."""
        if not self._config.pluginmanager.hasplugin("syrupy"):
            return False
        name = getattr(self._config.option, "snapshot_dirname", "__snapshots__")
        folders = {item.path.parent for item in self.collected}
        return bool(self.used or self.reports) or any((folder / name).is_dir() for folder in folders)


def forget_assertions(item: pytest.Item) -> None:
    """Leave what a test has compared so far out of syrupy's report: the test runs again."""
    session = getattr(item.config, "_syrupy", None)
    if session is not None:
        assertions = session._assertions  # noqa: SLF001 -- syrupy has no public access
        assertions[:] = [assertion for assertion in assertions if assertion.test_location.item is not item]


SNAPSHOT_USAGE: Final = pytest.StashKey[SnapshotUsage]()
