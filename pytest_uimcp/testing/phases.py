"""The phases of one run of a test, for those who run a test several times and decide which run is reported."""

from __future__ import annotations

import bdb
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, NamedTuple

import pytest

from pytest_uimcp.testing.report.participants import has_participants
from pytest_uimcp.testing.snapshots.usage import forget_assertions

_SHOWING: Final = ("setuponly", "setupplan", "setupshow")


class PhasesRun(NamedTuple):
    # Of setup, call and teardown, as far as it got; nobody has been told them.
    reports: list[pytest.TestReport]
    # What was raised, in the order of the phases.
    errors: list[BaseException]


def is_plain_run(config: pytest.Config) -> bool:
    """Whether tests are run, not only set up and shown."""
    return not any(config.getoption(name, False) for name in _SHOWING)


def run_phases(item: pytest.Item, until: Callable[[], Any], *, expected: Sequence[object] = ()) -> PhasesRun:
    """Run a test without telling its reports.

    `until` gives the node up to which it is torn down, when that begins. Debuggers are not called once `expected` has
    something in it.
    """
    run = PhasesRun([], [])
    if getattr(item, "_request", None) is False:  # it has run before
        item._initrequest()  # type: ignore[attr-defined]  # noqa: SLF001 -- pytest has no public way to run a test again
    _phase(item, run, "setup", expected)
    if run.reports[0].passed:
        _phase(item, run, "call", expected)
    nextitem = until()
    if item.session.shouldfail or item.session.shouldstop:
        nextitem = None
    _phase(item, run, "teardown", expected, nextitem=nextitem)
    if hasattr(item, "_request"):  # as pytest does: releases fixtures, and asks for a new request in the next run
        item._request = False  # noqa: SLF001 -- pytest has no public way to run a test again
        item.funcargs = None  # type: ignore[attr-defined]  # as pytest does, see above
    return run


def outside_of_ours(item: pytest.Item) -> Any:
    """The node around the widest one that has a server or page: what is within it is torn down."""
    chain: list[Any] = item.listchain()
    ours = next((node for node in chain if has_participants(node)), item)
    return ours.parent


def begin_again(item: pytest.Item) -> None:
    """Make the item as if it had not run."""
    forget_assertions(item)
    item._report_sections.clear()  # noqa: SLF001 -- output of the run before
    for name in ("_instance", "_obj"):  # a test of a class gets a new instance
        if getattr(item, "cls", None) is not None:
            item.__dict__.pop(name, None)


def tell(item: pytest.Item, reports: Sequence[pytest.TestReport]) -> None:
    """Tell the reports of the run that counts."""
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)


def _phase(
    item: pytest.Item,
    run: PhasesRun,
    phase: Literal["setup", "call", "teardown"],
    expected: Sequence[object],
    **options: Any,
) -> None:
    hook = getattr(item.ihook, f"pytest_runtest_{phase}")
    reraise: tuple[type[BaseException], ...] = (pytest.exit.Exception,)
    if not item.config.getoption("usepdb", False):
        reraise += (KeyboardInterrupt,)
    call = pytest.CallInfo.from_call(lambda: hook(item=item, **options), when=phase, reraise=reraise)
    report: pytest.TestReport = item.ihook.pytest_runtest_makereport(item=item, call=call)
    run.reports.append(report)
    if call.excinfo is None:
        return
    run.errors.append(call.excinfo.value)
    # Debuggers are for failures, and what was expected is none.
    is_expected = bool(expected) or hasattr(report, "wasxfail")
    no_failure = (pytest.skip.Exception, bdb.BdbQuit)
    if not is_expected and not isinstance(call.excinfo.value, no_failure):
        item.ihook.pytest_exception_interact(node=item, call=call, report=report)
