"""Looks at the values of the places that show objects: texts, numbers and lists with holes are none."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.checks.findings import Finding
from pytest_uimcp.checks.model import WRAPPING, Survey
from pytest_uimcp.checks.sandbox import AppSession

# A viewdef and a binding of it, with what is wrong there.
WrongValues = dict[tuple[str, str], str]
_SAID: Final = {
    "texts": (
        "the rows are texts, and a row shows an object",
        "make objects of them, or name a presenter: ?itemWrapper=Type",
    ),
    "holes": (
        "the list has holes: rows behind the first one are lost",
        "close the gap with table.remove instead of setting an element to nil",
    ),
    "scalar": ("this is no object, so nothing is shown", "use ui-value for texts and numbers"),
}


def wrong_values(survey: Survey, app_session: AppSession) -> WrongValues:
    """What is wrong now with the values of such places, for the objects that the app has."""
    places = [
        (view, bound)
        for view in survey.views.values()
        for bound in view.bound_paths
        if bound.kind in ("view", "viewlist")
        and not bound.path.text.startswith(("..", "@"))
        # A wrapper or presenter may make objects of anything.
        and not any(name in bound.path.query for name in WRAPPING)
    ]
    if not places:
        return {}
    lines = "\n".join(f"{view.type} {bound.kind} {bound.path.text}" for view, bound in places)
    problems = app_session.ask("shown", app_session.object, lines)
    return {(view.key, bound.text): problem for (view, bound), problem in zip(places, problems, strict=True) if problem}


def findings_of_values(survey: Survey, values: WrongValues, when: str = "") -> list[Finding]:
    """What to say of such values; `when` is what made them."""
    findings = []
    for (key, text), problem in values.items():
        view = survey.views[key]
        bound = next((bound for bound in view.bound_paths if bound.text == text), None)
        reason, advice = _SAID[problem]
        line = bound.line if bound else None
        findings.append(Finding(f"{text}: {reason}{when}", view.file, line, advice=advice, rule="no-object"))
    return findings
