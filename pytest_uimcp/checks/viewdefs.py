"""`viewdefs`: the files are well-formed, every object shown has a viewdef, and the paths that they bind exist."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_uimcp.checks.app import App
from pytest_uimcp.checks.attributes import check_attributes
from pytest_uimcp.checks.faults import type_of
from pytest_uimcp.checks.findings import Finding, Findings
from pytest_uimcp.checks.paths import check_bound
from pytest_uimcp.checks.survey import Survey, survey
from pytest_uimcp.checks.view_files import ACTIONS
from pytest_uimcp.core.spelling import near
from pytest_uimcp.engine.files.viewdefs import ViewdefError

__all__ = ["check_viewdefs"]


def check_viewdefs(app: App) -> None:
    """Raises Findings."""
    known = survey(app)
    found = [
        *_malformed(known), *_undrawn(known), *_unknown(known), *check_attributes(known), *_unbound(known)
    ]  # fmt: skip
    if found:
        raise Findings(found)


def _malformed(known: Survey) -> Iterator[Finding]:
    for error in known.errors:
        yield _of_error(known.app, error)


def _of_error(app: App, error: ViewdefError) -> Finding:
    return Finding(error.reason, app.directory.original(error.file), error.line, advice=error.advice)


def _undrawn(known: Survey) -> Iterator[Finding]:
    broken = {f"{type_of(fault)}" for fault in known.undrawn} & {_type(error) for error in known.errors}
    for fault in known.undrawn:
        name = type_of(fault)
        if name in broken:
            continue  # it has a file, whose problem is reported
        place = known.place_of(fault)
        advice = ""
        close = near("", ())
        if name is not None:
            if known.app.directory.single:
                folder = "viewdefs"
            else:
                folder = f"apps/{known.app.name}/viewdefs"
            wanted = fault.description.partition("looked for ")[2].partition(",")[0]
            advice = f"write {folder}/{wanted}.html"
            close = near(wanted, known.views)
        if place is None:
            yield Finding(fault.description, known.app.entry, None, close, advice)
        else:
            view, bound = place
            yield Finding(f"{bound.written}: {fault.description}", view.file, bound.line, close, advice)


def _type(error: ViewdefError) -> str:
    return error.file.rpartition("/")[2].removesuffix(".html").rpartition(".")[0]


def _unknown(known: Survey) -> Iterator[Finding]:
    for name in sorted(known.unknown_types):
        for view in known.views.values():
            if view.type == name:
                advice = f'declare it: session:prototype("{name}", {{…}}), or name the file for the type it draws'
                quoted = near(name, known.lua.quoted)
                yield Finding(f"it draws the type {name}, which the app does not have", view.file, None, quoted, advice)


def _unbound(known: Survey) -> Iterator[Finding]:
    for view in known.views.values():
        for bound in view.bound:
            if bound.kind not in ACTIONS:
                yield from check_bound(known, view, bound)
