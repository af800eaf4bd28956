"""`viewdefs`: the files are well-formed, every object shown has a viewdef, and the paths that they bind exist."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pytest_uimcp.checks.app import App
from pytest_uimcp.checks.findings import Finding, Findings
from pytest_uimcp.checks.paths import check_bound
from pytest_uimcp.checks.survey import Survey, survey
from pytest_uimcp.checks.view_faults import type_of
from pytest_uimcp.checks.view_files import ACTIONS
from pytest_uimcp.core.spelling import near
from pytest_uimcp.engine.files.viewdefs import ViewdefError
from pytest_uimcp.page.rules import KINDS, NAMES, OPTIONS

__all__ = ["check_attributes", "check_viewdefs"]


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


_LIKE: Final = 0.75
_THERE_ARE: Final = ", ".join(
    sorted([*(f"ui-{name}" for name in NAMES), "ui-namespace", *(f"ui-{k}-…" for k in KINDS)])
)
_PRIORITIES: Final = (":high", ":med", ":low")


def check_attributes(known: Survey) -> Iterator[Finding]:
    """Find attributes and path properties that do not exist."""
    for view in known.views.values():
        for written in view.unknown:
            what = f"{written}: there is no attribute of this name"
            close = _near_attribute(written.attribute)
            yield Finding(what, view.file, written.line, close, f"there are {_THERE_ARE}")
        for bound in view.bound:
            for name in bound.path.query:
                if not _is_option(known, name):
                    what = f"{bound.written}: paths have no option {name}"
                    advice = f"the options are {', '.join(OPTIONS)}, and those that a wrapper of the app reads"
                    yield Finding(what, view.file, bound.line, near(name, OPTIONS), advice)


def _near_attribute(attribute: str) -> tuple[str, ...]:
    """The attribute that was probably meant; for `ui-atr-title` it is `ui-attr-title`."""
    whole = near(attribute, [f"ui-{name}" for name in (*NAMES, "namespace")], count=1, likeness=_LIKE)
    _, kind, rest = (*attribute.split("-", 2), "")[:3]
    ending = f"-{rest}" if rest else "-…"
    return whole or tuple(f"ui-{found}{ending}" for found in near(kind, KINDS, count=1, likeness=_LIKE))


def _is_option(known: Survey, name: str) -> bool:
    for ending in _PRIORITIES:
        name = name.removesuffix(ending)
    # Wrappers may read any property: variable:getProperty("columns").
    return name in OPTIONS or name in known.elsewhere.quoted
