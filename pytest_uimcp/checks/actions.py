"""`actions`: the methods and fields that events and actions of a viewdef use exist."""

from __future__ import annotations

from pytest_uimcp.checks.app import App
from pytest_uimcp.checks.findings import Findings
from pytest_uimcp.checks.paths import check_bound
from pytest_uimcp.checks.survey import survey
from pytest_uimcp.checks.view_files import ACTIONS

__all__ = ["check_actions"]


def check_actions(app: App) -> None:
    """Raises Findings."""
    known = survey(app)
    found = [
        finding
        for view in known.views.values()
        for bound in view.bound
        if bound.kind in ACTIONS
        for finding in check_bound(known, view, bound)
    ]
    if found:
        raise Findings(found)
