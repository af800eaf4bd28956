"""`viewdefs`: the files are well-formed, every object shown has a viewdef, and the paths that they bind exist."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pytest_uimcp.checks.app import App
from pytest_uimcp.checks.findings import Finding, Findings
from pytest_uimcp.checks.model import Survey
from pytest_uimcp.checks.paths import check_bound_path
from pytest_uimcp.checks.rules.rule import look_at
from pytest_uimcp.checks.rules.table import RULES
from pytest_uimcp.checks.survey import survey_of
from pytest_uimcp.checks.view_faults import type_of
from pytest_uimcp.checks.view_files import ACTIONS
from pytest_uimcp.core.spelling import near
from pytest_uimcp.engine.files.viewdefs import ViewdefError
from pytest_uimcp.page.rules import KINDS, NAMES, OPTIONS


def check_viewdefs(app: App) -> None:
    """Raises Findings."""
    survey = survey_of(app)
    findings = [
        *_malformed(survey), *_undrawn(survey), *_unknown(survey), *check_attributes(survey), *_unbound(survey),
        *look_at(RULES, survey, "viewdefs"),
    ]  # fmt: skip
    if findings:
        raise Findings(findings)


def _malformed(survey: Survey) -> Iterator[Finding]:
    for error in survey.errors:
        yield _of_error(survey.app, error)


def _of_error(app: App, error: ViewdefError) -> Finding:
    return Finding(
        error.reason, app.directory.original(error.file), error.line, advice=error.advice, rule="malformed-viewdef"
    )


def _undrawn(survey: Survey) -> Iterator[Finding]:
    broken = {f"{type_of(fault)}" for fault in survey.undrawn} & {_type(error) for error in survey.errors}
    for fault in survey.undrawn:
        name = type_of(fault)
        if name in broken:
            continue  # it has a file, whose problem is reported
        place = survey.place_of(fault)
        advice = ""
        close = near("", ())
        if name is not None:
            folder = "viewdefs"
            if not survey.app.directory.single:
                folder = f"apps/{survey.app.name}/viewdefs"
            key = fault.description.partition("looked for ")[2].partition(",")[0]
            advice = f"write {folder}/{key}.html"
            close = near(key, survey.views)
        if place is None:
            yield Finding(fault.description, survey.app.entry, None, close, advice, rule="no-viewdef")
        else:
            view, bound = place
            message = f"{bound.text}: {fault.description}"
            yield Finding(message, view.file, bound.line, close, advice, rule="no-viewdef")


def _type(error: ViewdefError) -> str:
    return error.file.rpartition("/")[2].removesuffix(".html").rpartition(".")[0]


def _unknown(survey: Survey) -> Iterator[Finding]:
    for name in sorted(survey.unknown_types):
        for view in survey.views.values():
            if view.type == name:
                advice = f'declare it: session:prototype("{name}", {{…}}), or name the file for the type it draws'
                quoted = near(name, survey.lua.quoted)
                message = f"it draws the type {name}, which the app does not have"
                yield Finding(message, view.file, None, quoted, advice, rule="unknown-type")


def _unbound(survey: Survey) -> Iterator[Finding]:
    for view in survey.views.values():
        for bound in view.bound_paths:
            if bound.kind not in ACTIONS:
                yield from check_bound_path(survey, view, bound)


_LIKE: Final = 0.75
_THERE_ARE: Final = ", ".join(
    sorted([*(f"ui-{name}" for name in NAMES), "ui-namespace", *(f"ui-{k}-…" for k in KINDS)])
)
_PRIORITIES: Final = (":high", ":med", ":low")


def check_attributes(survey: Survey) -> Iterator[Finding]:
    for view in survey.views.values():
        for attribute in view.unknown_attributes:
            message = f"{attribute}: there is no attribute of this name"
            close = _near_attribute(attribute.attribute)
            yield Finding(message, view.file, attribute.line, close, f"there are {_THERE_ARE}", rule="unknown-binding")
        for bound in view.bound_paths:
            for name in bound.path.query:
                if not _is_option(survey, name):
                    message = f"{bound.text}: paths have no option {name}"
                    advice = f"the options are {', '.join(OPTIONS)}, and those that a wrapper of the app reads"
                    yield Finding(message, view.file, bound.line, near(name, OPTIONS), advice, rule="unknown-option")


def _near_attribute(attribute: str) -> tuple[str, ...]:
    """The attribute that was probably meant; for `ui-atr-title` it is `ui-attr-title`."""
    similar = near(attribute, [f"ui-{name}" for name in (*NAMES, "namespace")], count=1, likeness=_LIKE)
    _, kind, suffix = (*attribute.split("-", 2), "")[:3]
    ending = f"-{suffix}" if suffix else "-…"
    return similar or tuple(f"ui-{candidate}{ending}" for candidate in near(kind, KINDS, count=1, likeness=_LIKE))


def _is_option(survey: Survey, name: str) -> bool:
    for ending in _PRIORITIES:
        name = name.removesuffix(ending)
    # Wrappers may read any property: variable:getProperty("columns").
    return name in OPTIONS or name in survey.elsewhere.quoted
