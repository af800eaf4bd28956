"""Makes the model of an app: reads its viewdefs, asks a session with the app, draws it and calls its actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pytest_uimcp.checks.app import App
from pytest_uimcp.checks.app_directory import viewdef_keys
from pytest_uimcp.checks.calls import call_actions
from pytest_uimcp.checks.file_text import text_of
from pytest_uimcp.checks.findings import Finding, Findings
from pytest_uimcp.checks.model import WRAPPING, Survey, TypeInfo, ViewFile
from pytest_uimcp.checks.paths import steps_of, types_before, types_by_field
from pytest_uimcp.checks.sandbox import AppSession
from pytest_uimcp.checks.values import wrong_values
from pytest_uimcp.checks.view_faults import NO_VIEWDEF, faults_of, keys_drawn, name_what_was_drawn
from pytest_uimcp.checks.view_files import bindings, style_hooks, unknown_attributes
from pytest_uimcp.engine.files.viewdefs import ViewdefError
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.page import Page
from pytest_uimcp.page.errors import PageError

_UNCLOSED = "close the elements that stay open, or divide the view into several"


def survey_of(app: App) -> Survey:
    """Survey an app, once per process. Raises Findings if it does not load."""
    cache = app.sandbox.cache
    key = (app.name, "survey")
    # A survey opens a session and a page, which takes most of a check's time; several checks share it. A failure is
    # kept as well.
    if key not in cache:
        try:
            cache[key] = _look(app)
        except Findings as found:
            cache[key] = found
    if isinstance(cache[key], Findings):
        raise cache[key]
    found_out: Survey = cache[key]
    return found_out


def _look(app: App) -> Survey:
    with app.loaded() as app_session:
        survey = _read_viewdefs(app)
        _ask_types(survey, app_session)
        _draw(survey, app_session)
    return survey


def _read_viewdefs(app: App) -> Survey:
    base = app.sandbox.base_dir
    store = app.sandbox.viewdefs
    keys = viewdef_keys(base / "apps" / app.name / "viewdefs")
    views: dict[str, ViewFile] = {}
    hooks: set[str] = set()
    for key in keys:
        contents = store.of_type(key.rpartition(".")[0])
        if key in contents:
            place = base / "viewdefs" / f"{key}.html"
            relative = f"viewdefs/{key}.html"
            # viewdefs/ holds links into the apps; findings name the file that one would edit.
            if not place.is_file() or place.is_symlink():
                place = base / "apps" / app.name / relative
                relative = f"apps/{app.name}/{relative}"
            text = text_of(place, "utf-8-sig")
            file = app.directory.original(relative)
            try:
                bound = bindings(key, contents[key], text)
                unknown = unknown_attributes(key, contents[key], text)
                hooks |= style_hooks(key, contents[key])
            except RecursionError:
                raise Findings(
                    [Finding("its elements are nested too deeply", file, advice=_UNCLOSED, rule="malformed-viewdef")]
                ) from None
            views[key] = ViewFile(key, file, tuple(bound), tuple(unknown), text)
    for key, view in views.items():
        views[key] = replace(
            view,
            unknown_attributes=tuple(
                attribute for attribute in view.unknown_attributes if attribute.attribute not in hooks
            ),
        )
    return Survey(app, views, tuple(error for error in store.problems if _concerns(error, app)))


def _concerns(error: ViewdefError, app: App) -> bool:
    folder = f"apps/{app.name}/"
    if error.file.startswith("apps/"):
        return error.file.startswith(folder) or folder in error.reason
    name = Path(error.file).name.removesuffix(".html")
    keys = {key.rpartition(".")[0] for key in viewdef_keys(app.sandbox.base_dir / "apps" / app.name / "viewdefs")}
    # Problems of files that belong to no app are reported once, by the first app.
    return name.rpartition(".")[0] in keys or app.name == app.directory.apps[0]


def _ask_types(survey: Survey, app_session: AppSession) -> None:
    types = sorted({view.type for view in survey.views.values()})
    modules = sorted({use.name for source in survey.sources.values() for use in source.requires})
    classes = sorted(
        {
            bound.path.query[name]
            for view in survey.views.values()
            for bound in view.bound_paths
            for name in WRAPPING
            if name in bound.path.query
        }
    )
    fields, all_globals, members, *answers = app_session.ask_all(
        [
            ("fields", app_session.object),
            ("globals",),
            ("members",),
            *(("type", app_session.object, name) for name in types),
            *(("has_module", name) for name in modules),
            *(("class", name) for name in classes),
        ]
    )
    # Fields that exist on objects at the start, though no prototype declares them.
    survey.live_fields = frozenset(fields)
    survey.globals = frozenset(all_globals)
    survey.library = frozenset(members)
    # In the order of the questions.
    rest = iter(answers)
    survey.types |= {name: _type(next(rest)) for name in types}
    survey.missing_modules = frozenset(name for name in modules if not next(rest))
    survey.unusable = frozenset(name for name in classes if not next(rest))
    _ask_types_on_the_way(survey, app_session)
    survey.values = wrong_values(survey, app_session)


def _type(answer: Mapping[str, Any]) -> TypeInfo:
    lists = {part: frozenset(answer[part]) for part in ("methods", "fields")}
    holds = types_by_field(answer["holds"])
    return TypeInfo(answer["known"], answer["live"], answer["dynamic"], **lists, holds=holds)


def _ask_types_on_the_way(survey: Survey, app_session: AppSession) -> None:
    """The types that paths of viewdefs lead through; most apps have a viewdef for each that matters."""
    for view in survey.views.values():
        for bound in view.bound_paths:
            for step in steps_of(bound.path.text):
                for name in types_before(survey, view.type, step):
                    if name not in survey.types and name not in survey.others:
                        survey.others[name] = _type(app_session.ask("type", app_session.object, name))


def _draw(survey: Survey, app_session: AppSession) -> None:
    """Show the app on a page, note what has no viewdef, and call what a user could call there."""
    try:
        app_session.session.display(survey.app.name)
    except LuaError as error:
        raise Findings([survey.app.of_error(error)]) from None
    page = Page(app_session.session)
    try:
        with name_what_was_drawn(page):
            page.open()
            faults = faults_of(page)
            survey.undrawn = tuple(fault for fault in faults if fault.code == NO_VIEWDEF)
            if not faults:
                survey.drawn = keys_drawn(page)
            survey.failures = call_actions(survey, app_session, page)
    except PageError:
        pass  # it does not come to rest; `renders` reports the view that is at fault
    finally:
        page.close()
