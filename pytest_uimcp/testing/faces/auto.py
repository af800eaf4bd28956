"""The face `auto`: a test runs on the page without a browser and, if the page refuses a step, anew in Chromium.

The first refusal ends the try, even if the test catches it. Nothing of the try is reported: its fixtures are torn down,
the wider ones too if a server or page of ours is among them, and the test runs again with new ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.page.gaps import noted_refusals
from pytest_uimcp.testing.faces import AUTO, CHROMIUM, NAMES, PAGE, REFUSED
from pytest_uimcp.testing.phases import PhasesRun, begin_again, is_plain_run, outside_of_ours, run_phases, tell
from pytest_uimcp.testing.settings import settings_for

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
    if not is_plain_run(item.config):
        return False
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    run = _run_on_page(item, lambda: nextitem)
    if run is None:
        return False
    tell(item, run.reports)
    return True


def run_once(item: pytest.Item, until: Callable[[], Any]) -> PhasesRun:
    """Run a test on the page, or in Chromium if the page refused a step, and tell nobody."""
    item.config.stash[_FACE] = PAGE
    return _run_on_page(item, until) or run_phases(item, until)


def _run_on_page(item: pytest.Item, until: Callable[[], Any]) -> PhasesRun | None:
    """None if the page refused a step, and the item is ready to run anew."""

    def outside() -> Any:
        if refusals:
            return outside_of_ours(item)
        return until()

    # Refusals are noted as they happen, so that a test that catches one is run anew as well.
    with noted_refusals() as refusals:
        run = run_phases(item, outside, expected=refusals)
    if not refusals:
        return run
    begin_again(item)
    item.config.stash[_FACE] = CHROMIUM
    item.user_properties.append((REFUSED, refusals[0].text))
    return None
