"""Corrects which of our files syrupy reports and deletes as unused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import syrupy.session
from syrupy.constants import EXIT_STATUS_FAIL_UNUSED
from syrupy.data import Snapshot, SnapshotCollection, SnapshotCollections, SnapshotUnknownCollection
from syrupy.report import SnapshotReport

from pytest_uimcp.testing.snapshots.names import owns
from pytest_uimcp.testing.snapshots.unused import OWN_SUFFIXES, SHARED_SUFFIXES, UsageReport, stem_of


@contextmanager
def corrected_report(usage: UsageReport, unused: list[Path]) -> Iterator[None]:
    """While syrupy ends its session, make its report use our findings about our files.

    Its own extensions consider every unknown file below `__snapshots__` unused, ours included: those of a skipped test
    would be deleted. There is no hook to prevent it, so its report class is replaced.
    """

    class Report(SnapshotReport):
        @property
        def unused(self) -> SnapshotCollections:
            collections = SnapshotCollections()
            for collection in super().unused:
                if not _is_ours(collection, usage):
                    collections.add(collection)
            for path in unused:
                if str(path) not in self.used and not _is_claimed(self, path):
                    collection = SnapshotCollection(location=str(path))
                    collection.add(Snapshot(name=stem_of(path) or path.name))
                    collections.add(collection)
            return collections

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(syrupy.session, "SnapshotReport", Report)
        yield


def _is_ours(collection: SnapshotCollection, usage: UsageReport) -> bool:
    path = Path(collection.location)
    if path.name.endswith(OWN_SUFFIXES):
        return True
    if not path.name.endswith(SHARED_SUFFIXES) or not isinstance(collection, SnapshotUnknownCollection):
        return False
    beside = [test for test in usage.tests if Path(test.folder, Path(test.module).stem) == path.parent]
    owners = [test for test in beside if owns(test.stem, stem_of(path) or "")]
    return any(test.is_ours for test in owners or beside)


def _is_claimed(report: SnapshotReport, path: Path) -> bool:
    """Whether a file may belong to another extension, which only its name can tell."""
    if not path.name.endswith(SHARED_SUFFIXES):
        return False
    collection = report.discovered.get(str(path))
    return collection is not None and collection.has_snapshots


def finish(session: pytest.Session, unused: list[Path]) -> None:
    """Set the exit status and delete files, which syrupy before 5.5 does not do with pytest-xdist."""
    report = session.config._syrupy.report  # type: ignore[attr-defined]  # noqa: SLF001 -- syrupy has no public name for it
    options = session.config.option
    if not unused or report is None or getattr(options, "disable_unused_snapshots", False):
        return
    remaining = [path for path in unused if report.unused.get(str(path)) is not None]
    if not options.update_snapshots:
        if remaining and not options.warn_unused_snapshots:
            session.exitstatus |= EXIT_STATUS_FAIL_UNUSED
    elif not getattr(options, "no_cleanup", False):
        for path in filter(Path.exists, remaining):
            path.unlink()
        for folder in {path.parent for path in remaining}:
            if folder.exists() and not any(folder.iterdir()):
                folder.rmdir()
