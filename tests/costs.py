"""Where the time of a run goes: `make test ARGS=--costs` prints it by room, and the files and tests that cost most.

Processor time, also that of the programs that tests start: what the clock on the wall says of a test is about the
other workers.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any, Final

import pytest

__all__ = ["OPTION", "Costs", "lines", "prepare", "processor", "room_of"]

OPTION: Final = "--costs"
PHASES: Final = ("setup", "call", "teardown")
# A room of more than one floor is told by floors.
_DEEP: Final = ("page", "server", "testing", "engine", "javafx", "agent")
_NAMED: Final = 100
"""So many files and so many tests are named."""
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_REPORTED: Final = "processor_seconds"
_START: Final = "before the first test"
_BETWEEN: Final = "between tests"


@dataclass
class Costs:
    """Of the tests of one name, by phase, in seconds."""

    tests: int = 0
    phases: dict[str, float] = field(default_factory=lambda: dict.fromkeys(PHASES, 0.0))
    programs: float = 0.0
    """Of these, in other processes."""

    @property
    def total(self) -> float:
        return sum(self.phases.values())

    def add(self, phase: str, seconds: float, programs: float) -> None:
        self.tests += phase == "call"
        self.phases[phase] += seconds
        self.programs += programs


def prepare(config: pytest.Config) -> None:
    if config.getoption(OPTION):
        config.pluginmanager.register(_Clock(config), "costs")


def room_of(nodeid: str) -> str:
    """The folder of a test's file below `tests`, or the file if it is in none."""
    parts = nodeid.partition("::")[0].removeprefix("tests/").split("/")
    depth = 2 if parts[0] in _DEEP and len(parts) > 2 else 1
    return "/".join(parts[:depth])


def processor() -> tuple[float, float]:
    """The processor time of this process, and that of all that it has started, in seconds."""
    ended = getrusage(RUSAGE_CHILDREN)
    return time.process_time(), ended.ru_utime + ended.ru_stime + sum(map(_spent_by, _children("self")))


def _children(process: str) -> Iterator[str]:
    for thread in Path(f"/proc/{process}/task").glob("*"):
        try:
            pids = (thread / "children").read_text(encoding="ascii").split()
        except OSError:  # the thread has ended
            continue
        yield from pids


def _spent_by(process: str) -> float:
    """A process, the children that it waited for, and those that still run."""
    try:
        # The second field is a name in brackets, which may have spaces.
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / _TICKS + sum(map(_spent_by, _children(process)))
    except OSError:  # it has ended
        return 0.0


class _Clock:
    """Measures in the process that runs tests, and counts in the one that prints."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._last = (0.0, 0.0)
        self._in_tests = 0.0
        self._by_test: dict[str, Costs] = {}
        self._beside: dict[str, float] = dict.fromkeys((_START, _BETWEEN), 0.0)
        self._start = 0.0

    def pytest_collection_finish(self) -> None:
        self._start = sum(processor())

    def pytest_runtest_logstart(self) -> None:
        self._last = processor()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Iterator[Any]:
        report = yield
        (own, programs), now = self._last, processor()
        self._last = now
        # A process whose parent ended before it takes its time along.
        parts = (now[0] - own, max(now[1] - programs, 0.0))
        self._in_tests += sum(parts)
        setattr(report, _REPORTED, parts)
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        costs = self._by_test.setdefault(report.nodeid, Costs())
        own, programs = getattr(report, _REPORTED, (0.0, 0.0))
        costs.add(report.when, own + programs, programs)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        beside = {_START: self._start, _BETWEEN: max(sum(processor()) - self._start - self._in_tests, 0.0)}
        if hasattr(self._config, "workeroutput"):
            self._config.workeroutput["costs"] = beside
        elif not session.config.getoption("numprocesses", default=None):
            self._add(beside)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        # A worker that crashed has no output.
        self._add(getattr(node, "workeroutput", {}).get("costs", {}))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("processor time")
        for line in lines(self._by_test, self._beside):
            terminalreporter.write_line(line)

    def _add(self, beside: Mapping[str, float]) -> None:
        for name, seconds in beside.items():
            self._beside[name] += seconds


def lines(by_test: Mapping[str, Costs], beside: Mapping[str, float]) -> Iterator[str]:
    """The tables by room, by file and by test, the costliest first."""
    total = sum(costs.total for costs in by_test.values()) + sum(beside.values())
    yield f"{total:.1f} s, {len(by_test)} tests"
    rooms = _sums(by_test, room_of)
    yield from _table(rooms, len(rooms))
    for name, seconds in beside.items():
        yield f"{seconds:9.1f} s  {name}"
    yield from _table(_sums(by_test, lambda nodeid: nodeid.partition("::")[0]), _NAMED)
    yield from _table(by_test, _NAMED)


def _sums(by_test: Mapping[str, Costs], name_of: Any) -> dict[str, Costs]:
    sums: dict[str, Costs] = {}
    for nodeid, costs in by_test.items():
        place = sums.setdefault(name_of(nodeid), Costs())
        place.tests += costs.tests
        place.programs += costs.programs
        for phase, seconds in costs.phases.items():
            place.phases[phase] += seconds
    return sums


def _table(costs: Mapping[str, Costs], rows: int) -> Iterator[str]:
    yield f"{'seconds':>9} {'setup':>9} {'call':>9} {'teardown':>9} {'programs':>9} {'tests':>7}"
    for name in sorted(costs, key=lambda name: costs[name].total, reverse=True)[:rows]:
        phases = " ".join(f"{seconds:9.2f}" for seconds in costs[name].phases.values())
        row = costs[name]
        yield f"{row.total:9.2f} {phases} {row.programs:9.2f} {row.tests:7d}  {name}"
