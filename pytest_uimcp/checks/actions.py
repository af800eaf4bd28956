"""`actions`: the methods and fields that events and actions of a viewdef use exist."""

from __future__ import annotations

from pytest_uimcp.checks.app import App
from pytest_uimcp.checks.findings import Findings
from pytest_uimcp.checks.paths import check_bound_path
from pytest_uimcp.checks.rules.rule import look_at
from pytest_uimcp.checks.rules.table import RULES
from pytest_uimcp.checks.survey import survey_of
from pytest_uimcp.checks.view_files import ACTIONS


def check_actions(app: App) -> None:
    """Raises Findings."""
    survey = survey_of(app)
    findings = [
        finding
        for view in survey.views.values()
        for bound in view.bound_paths
        # Other bindings are checked by `viewdefs`, with the same function.
        if bound.kind in ACTIONS
        for finding in check_bound_path(survey, view, bound)
    ]
    findings += look_at(RULES, survey, "actions")
    # What is written there says more about a place than the error that it leads to.
    places = {(finding.file, finding.line) for finding in findings}
    findings += [finding for finding in survey.failures if (finding.file, finding.line) not in places]
    if findings:
        raise Findings(findings)
