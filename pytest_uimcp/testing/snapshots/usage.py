"""Records which snapshots a run uses, to find those that no test needs any more.

syrupy decides this by comparing file names with test names and `-k`, differently in each release, and does not know
faces. Here a file is unused only if every test that could own it has passed without it, or if a module that was
collected as a whole contains no such test any more.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from pytest_uimcp.testing.snapshots.unused import RunFacts

__all__ = ["SNAPSHOT_USAGE", "SnapshotUsage"]

_OUTPUT: Final = "uimcp_snapshots"


class SnapshotUsage:
    """The plugin that records which snapshots a run uses; workers of pytest-xdist record their own and hand it over."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._collected: list[pytest.Item] = []
        self._selected: list[str] = []
        self._ran: set[str] = set()
        self._not_passed: set[str] = set()
        self._used: set[str] = set()
        self._folders: set[str] = set()
        self._accepted: dict[str, tuple[str, Any]] = {}
        self._reports: list[dict[str, Any]] = []
        self._is_blind = False

    # Called by assertions.

    def use(self, path: str | Path, *, alone: bool = False) -> None:
        """Record that a file was used; `alone`: its folder contains nothing else."""
        self._used.add(str(path))
        if alone:
            self._folders.add(str(Path(path).parent))

    def accept(self, path: str, nodeid: str, data: Any) -> tuple[str, Any]:
        """Record that a test writes a file; returns the first test that wrote it in this run, and its data."""
        first = self._accepted.setdefault(path, (nodeid, data))
        if first[0] == nodeid:
            self._accepted[path] = first = (nodeid, data)
        return first

    # Hooks of pytest.

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self._collected = list(items)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._selected = [item.nodeid for item in session.items]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record outcomes; with pytest-xdist the controller receives those of all workers."""
        if report.outcome != "passed":
            self._not_passed.add(report.nodeid)
        elif report.when == "call":
            self._ran.add(report.nodeid)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        given = getattr(node, "workeroutput", {}).get(_OUTPUT)
        if error or given is None:
            self._is_blind = True  # a crashed worker may have used any snapshot
        else:
            self._reports.append(given)

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Generator[None, object, object]:
        """Correct syrupy's report while its session ends: this is when it reports and deletes files."""
        if not self._has_snapshots:
            return (yield)
        from pytest_uimcp.testing.snapshots.unused import UsageReport, find_unused, usage_report

        usage = usage_report(self._collected, self._selected, self._used, self._folders)
        if hasattr(self._config, "workeroutput"):
            self._config.workeroutput[_OUTPUT] = usage.plain()
            return (yield)
        for other in self._reports:
            usage.merge(UsageReport.from_plain(other))
        if not usage.tests and not usage.folders:
            return (yield)
        from pytest_uimcp.testing.snapshots.reporting import corrected_report, finish

        can_tell = not self._is_blind and not self._config.option.collectonly
        unused = find_unused(usage, self._seen()) if can_tell else []
        with corrected_report(usage, unused):
            result = yield
        finish(session, unused)
        return result

    @property
    def _has_snapshots(self) -> bool:
        """Whether the run may have snapshots; most runs have none."""
        if not self._config.pluginmanager.hasplugin("syrupy"):
            return False
        name = getattr(self._config.option, "snapshot_dirname", "__snapshots__")
        folders = {item.path.parent for item in self._collected}
        return bool(self._used or self._reports) or any((folder / name).is_dir() for folder in folders)

    def _seen(self) -> RunFacts:
        from pytest_uimcp.testing.snapshots.unused import RunFacts

        return RunFacts(
            passed=frozenset(self._ran - self._not_passed),
            arguments=tuple(self._config.args),
            only_last_failed=bool(getattr(self._config.option, "lf", False)),
            # Before syrupy 5.5 workers do not say which files are those of other extensions.
            knows_others=not self._reports or hasattr(self._config._syrupy, "add_worker_report"),  # type: ignore[attr-defined]  # noqa: SLF001
        )


SNAPSHOT_USAGE: Final = pytest.StashKey[SnapshotUsage]()
