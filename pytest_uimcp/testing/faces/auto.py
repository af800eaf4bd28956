"""The face `auto`: a test runs on the page without a browser and, if the page refuses a step, anew in Chromium.

The first refusal ends the try, even if the test catches it. Nothing of the try is reported: its fixtures are torn down,
the wider ones too if a server or page of ours is among them, and the test runs again with new ones.
"""

from __future__ import annotations

import bdb
from typing import Any, Final, Literal

import pytest

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.page.gaps import NotModelled, noted_refusals
from pytest_uimcp.testing.faces import AUTO, CHROMIUM, NAMES, PAGE, REFUSED
from pytest_uimcp.testing.report.participants import has_participants
from pytest_uimcp.testing.settings import settings_for
from pytest_uimcp.testing.snapshots.usage import forget_assertions

# The face of the test that runs now; kept by the run, because wider fixtures ask, too.
_FACE: Final = pytest.StashKey[str]()


def wants_auto(item: pytest.Item) -> bool:
    """Whether a test asks for this face, by its marker, the option or a parameter of `uimcp_page`."""
    callspec = getattr(item, "callspec", None)
    requested = getattr(callspec, "params", {}).get("uimcp_page")
    try:
        if requested in (AUTO, *NAMES):
            return bool(requested == AUTO)
        return settings_for(item, item.config).face == AUTO
    except UimcpError:
        return False  # reported when the test is set up


def auto_face(config: pytest.Config) -> str:
    return config.stash.get(_FACE, PAGE)


def try_on_page(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a test on the page and report it; False if the page refused a step, so that it has to run in Chromium."""
    item.config.stash[_FACE] = PAGE
    if not _is_plain_run(item):
        return False
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports, refused = _run(item, nextitem)
    if refused is not None:
        _begin_again(item, refused)
        return False
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def _is_plain_run(item: pytest.Item) -> bool:
    """Whether tests are run, not only set up and shown."""
    return not any(item.config.getoption(name, False) for name in ("setuponly", "setupplan", "setupshow"))


def _run(item: pytest.Item, nextitem: pytest.Item | None) -> tuple[list[pytest.TestReport], NotModelled | None]:
    reports: list[pytest.TestReport] = []
    if getattr(item, "_request", None) is False:  # it has run before
        item._initrequest()  # type: ignore[attr-defined]  # noqa: SLF001 -- pytest has no public way to run a test again
    # Refusals are noted as they happen, so that a test that catches one is run anew as well.
    with noted_refusals() as refusals:
        reports.append(_phase(item, "setup", refusals))
        if reports[0].passed:
            reports.append(_phase(item, "call", refusals))
        until = _outside_of_ours(item) if refusals else nextitem
        stops = item.session.shouldfail or item.session.shouldstop
        reports.append(_phase(item, "teardown", refusals, nextitem=None if stops else until))
    if hasattr(item, "_request"):  # as pytest does: releases fixtures, and asks for a new request in the next run
        item._request = False  # noqa: SLF001 -- pytest has no public way to run a test again
        item.funcargs = None  # type: ignore[attr-defined]  # as pytest does, see above
    return reports, next(iter(refusals), None)


def _phase(
    item: pytest.Item, phase: Literal["setup", "call", "teardown"], refusals: list[NotModelled], **options: Any
) -> pytest.TestReport:
    hook = getattr(item.ihook, f"pytest_runtest_{phase}")
    reraise: tuple[type[BaseException], ...] = (pytest.exit.Exception,)
    if not item.config.getoption("usepdb", False):
        reraise += (KeyboardInterrupt,)
    call = pytest.CallInfo.from_call(lambda: hook(item=item, **options), when=phase, reraise=reraise)
    report: pytest.TestReport = item.ihook.pytest_runtest_makereport(item=item, call=call)
    # Debuggers are for failures, and a refusal is none.
    is_expected = bool(refusals) or hasattr(report, "wasxfail")
    no_failure = (pytest.skip.Exception, bdb.BdbQuit)
    if call.excinfo is not None and not is_expected and not isinstance(call.excinfo.value, no_failure):
        item.ihook.pytest_exception_interact(node=item, call=call, report=report)
    return report


def _outside_of_ours(item: pytest.Item) -> Any:
    """The node around the widest one that has a server or page: what is within it is torn down."""
    chain: list[Any] = item.listchain()
    ours = next((node for node in chain if has_participants(node)), item)
    return ours.parent


def _begin_again(item: pytest.Item, refused: NotModelled) -> None:
    """Make the item as if it had not run; pytest's own protocol then runs it."""
    forget_assertions(item)
    item.config.stash[_FACE] = CHROMIUM
    item.user_properties.append((REFUSED, refused.text))
    item._report_sections.clear()  # noqa: SLF001 -- output of the try
    for name in ("_instance", "_obj"):  # a test of a class gets a new instance
        if getattr(item, "cls", None) is not None:
            item.__dict__.pop(name, None)
