"""The end of a run with snapshots: what was recorded becomes the list of unused files, which syrupy reports."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from pytest_uimcp.testing.snapshots.differences import text_difference
from pytest_uimcp.testing.snapshots.files import restore
from pytest_uimcp.testing.snapshots.reporting import corrected_report, finish
from pytest_uimcp.testing.snapshots.unused import RunFacts, UsageReport, find_unused, usage_report
from pytest_uimcp.testing.snapshots.usage import ACCEPTED, OUTPUT, Accepted, SnapshotUsage


def end_session(recorded: SnapshotUsage, session: pytest.Session) -> Generator[None, object, object]:
    """Correct syrupy's report while its session ends; a worker of pytest-xdist hands over what it knows instead."""
    usage = usage_report(recorded.collected, recorded.selected, recorded.used, recorded.folders)
    config = session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput[OUTPUT] = usage.plain()
        config.workeroutput[ACCEPTED] = [(path, *accepted.plain()) for path, accepted in recorded.accepted.items()]
        return (yield)
    for report in recorded.reports:
        usage.merge(UsageReport.from_plain(report))
    recorded.problems = list(_settle_disputes(recorded))
    if recorded.problems and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
    if not usage.tests and not usage.folders:
        return (yield)
    can_tell = not recorded.is_blind and not config.option.collectonly
    unused = find_unused(usage, _facts(recorded, config)) if can_tell else []
    with corrected_report(usage, unused):
        result = yield
    finish(session, unused)
    return result


def _settle_disputes(recorded: SnapshotUsage) -> Iterator[str]:
    """Undo what workers of pytest-xdist have written if two do not agree: a worker knows only the faces it ran."""
    accepted: dict[str, Accepted] = {}
    for path, *row in (entry for worker in recorded.of_workers for entry in worker):
        write = Accepted(*row)
        first_write = accepted.setdefault(path, write)
        if first_write.data != write.data:
            restore(Path(path), first_write.original)
            yield f"{path} is to serve {first_write.owner} and {write.owner}, but they differ; nothing is written:"
            yield from text_difference(str(first_write.data), str(write.data))


def _facts(recorded: SnapshotUsage, config: pytest.Config) -> RunFacts:
    return RunFacts(
        passed_tests=frozenset(recorded.ran - recorded.not_passed),
        arguments=tuple(config.args),
        only_last_failed=bool(getattr(config.option, "lf", False)),
        # Before syrupy 5.5 workers do not say which files are those of other extensions.
        knows_others=not recorded.reports or hasattr(config._syrupy, "add_worker_report"),  # type: ignore[attr-defined]  # noqa: SLF001 -- syrupy has no public name for it
    )
