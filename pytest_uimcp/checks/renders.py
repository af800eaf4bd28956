"""`renders[Type.NS]`: draws one viewdef, alone on a page, with an object of the app.

It is drawn with each object of the type that the app has at its start, up to a limit; if there is none, with one made
by the type's own `new()`. Presenters are made by the lists that name them.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Final

from pytest_uimcp.checks.app import App
from pytest_uimcp.checks.calls import are_called, call_actions_of
from pytest_uimcp.checks.findings import Finding, Findings
from pytest_uimcp.checks.model import WRAPPING, Survey, ViewFile
from pytest_uimcp.checks.sandbox import AppSession
from pytest_uimcp.checks.survey import survey_of
from pytest_uimcp.checks.view_faults import (
    HALF,
    NO_VIEWDEF,
    ViewFault,
    faults_of,
    is_drawn,
    name_what_was_drawn,
    type_of,
)
from pytest_uimcp.core.records import dataclass
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.page import Page
from pytest_uimcp.page.errors import PageError

_RULE: Final = "not-drawn"
_MAX_OBJECTS: Final = 10
_PROBE: Final = "uimcp.Probe"
_OBJECT: Final = '<div ui-view="object" ui-namespace="{namespace}"></div>'
_RESTLESS: Final = "a method that creates new objects at each call changes the page forever: create them once"
_ADVICE: Final = {"inside-itself": "draw it with another viewdef there (ui-namespace), or show another object"}
# A stand-in holds nothing that could be shown.
_NO_OBJECT: Final = frozenset({"not-an-object", NO_VIEWDEF})


class NotDrawn(Exception):
    """The viewdef could not be tried; the message says why."""


class NoViewdef(NotDrawn):
    """The file is not a usable viewdef, which `viewdefs` reports."""


@dataclass(frozen=True, slots=True)
class DrawnView:
    tree: str
    file: Path


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to get the viewdef onto the page: its template, and whether the object is the app's own."""

    template: str
    is_real: bool
    origin: str = ""


def check_renders(app: App, key: str) -> DrawnView:
    """Draw a viewdef and return its accessibility tree. Raises Findings, or NotDrawn if there is no object to draw."""
    survey = survey_of(app)
    view = survey.views.get(key)
    if view is None:
        raise NoViewdef("the file is not a viewdef: see `viewdefs`")
    if view.type in survey.unknown_types:
        raise NoViewdef(f"there is no type {view.type}: see `viewdefs`")
    if _is_shown_by_app(survey, view):
        return DrawnView("", view.file)
    with app.loaded() as app_session:
        trees = []
        for way in _ways(survey, view, app_session):
            tree = _draw(survey, view, app_session, way)
            if tree is not None:
                trees.append(tree)
            # Every object that the app really has is drawn; beyond them one that was made for the check is enough.
            if trees and len(trees) >= survey.types[view.type].live:
                break
        if not trees:
            raise NotDrawn(f"the app has no {view.type} at its start, and none can be made without it")
    return DrawnView(trees[0], view.file)


def _is_shown_by_app(survey: Survey, view: ViewFile) -> bool:
    """Whether the app's first page has drawn the viewdef without a fault, with the only object that it could draw."""
    return (
        view.key in survey.drawn
        and survey.types[view.type].live == 1
        and not survey.app.sandbox.needs_tree(survey.app.name, view.key)
        and are_called(survey, view)
    )


def show_live_view(app_session: AppSession, key: str) -> Page | None:
    """The same with the first object of its type that the app has; None if it has none, or draws it otherwise."""
    name, _, namespace = key.rpartition(".")
    if not app_session.ask("show_live", app_session.object, name, 1):
        return None
    return _page_with(app_session, key, _OBJECT.format(namespace=escape(namespace)))


def _page_with(app_session: AppSession, key: str, template: str) -> Page | None:
    app_session.session.upload_viewdef(_PROBE, "DEFAULT", f"<template>{template}</template>")
    page = Page(app_session.session)
    page.open()
    if is_drawn(page, key):
        return page
    page.close()
    return None


def show_view(survey: Survey, app_session: AppSession, key: str) -> Page:
    """Make a session show a viewdef with an object of the app, and nothing else; raises NotDrawn or Findings.

    The page, which is open, has drawn it.
    """
    view = survey.views.get(key)
    if view is None or view.type in survey.unknown_types:
        raise NoViewdef(f"{key} is not a viewdef of a type of the app: see `viewdefs`")
    for way in _ways(survey, view, app_session):
        if (page := _page_with(app_session, key, way.template)) is not None:
            return page
    raise NotDrawn(f"the app has no {view.type} at its start, and none can be made without it: write an example state")


def _ways(survey: Survey, view: ViewFile, app_session: AppSession) -> Iterator[_Way]:
    """The ways that exist for this viewdef; the session shows each one when it is yielded."""
    namespace = view.key.rpartition(".")[2]
    plain = _OBJECT.format(namespace=escape(namespace))
    count = 0
    while count < _MAX_OBJECTS and app_session.ask("show_live", app_session.object, view.type, count + 1):
        count += 1
        yield _Way(plain, is_real=True)
    if count:
        return
    uses = [] if view.type == "lua.ViewListItem" else _uses(survey, view.type)
    for user, template in uses:
        if app_session.ask("show_live", app_session.object, user.type, 1):
            yield _Way(template.format(namespace=escape(namespace)), is_real=True)
    if uses or view.type.startswith("lua.ViewList"):
        app_session.ask("show_nothing")
        yield _Way(_stand_in(survey, view).format(namespace=escape(namespace)), is_real=False, origin="stood in for")
        return
    try:
        is_made = app_session.ask("show_new", view.type)
    except LuaError as error:
        raise NotDrawn(f"the app has no {view.type} at its start, and {view.type}:new() needs more: {error}") from None
    if is_made:
        yield _Way(plain, is_real=False, origin=f"made by {view.type}:new()")


def _uses(survey: Survey, name: str) -> list[tuple[ViewFile, str]]:
    """The bindings with a type as their wrapper or presenter: the viewdef, and a template that shows only that."""
    uses = []
    for view in survey.views.values():
        for bound in view.bound_paths:
            names = [bound.path.query.get(wrapping) for wrapping in WRAPPING]
            if name in names and not bound.is_of_row and not bound.path.text.startswith(("..", "@")):
                path = escape(bound.text.partition("=")[2].strip('"'))
                attribute = "ui-viewlist" if bound.kind == "viewlist" else "ui-view"
                uses.append((view, f'<div {attribute}="object.{path}" ui-namespace="{{namespace}}"></div>'))
    return uses


def _stand_in(survey: Survey, view: ViewFile) -> str:
    if view.type.startswith("lua.ViewList"):
        return '<div ui-view="stand_ins?wrapper=lua.ViewList" ui-namespace="{namespace}"></div>'
    queries = [bound.path.query for view_file in survey.views.values() for bound in view_file.bound_paths]
    for wrapping in ("wrapper", "create"):
        if any(query.get(wrapping) == view.type for query in queries):
            return f'<div ui-view="stand_in?{wrapping}={escape(view.type)}" ui-namespace="{{namespace}}"></div>'
    return f'<div ui-viewlist="stand_ins?itemWrapper={escape(view.type)}" ui-namespace="{{namespace}}"></div>'


def _draw(survey: Survey, view: ViewFile, app_session: AppSession, way: _Way) -> str | None:
    """The accessibility tree; None if this way did not draw the viewdef. Raises Findings or NotDrawn."""
    # The session's display is a type of our own, whose viewdef shows just the one under check: whatever else the app
    # shows cannot fail here.
    app_session.session.upload_viewdef(_PROBE, "DEFAULT", f"<template>{way.template}</template>")
    page = Page(app_session.session)
    try:
        with name_what_was_drawn(page):
            page.open()
            faults = [fault for fault in faults_of(page) if _concerns(survey, view, fault)]
        has_drawn = is_drawn(page, view.key)
        if faults and has_drawn:
            _judge(survey, view, way, faults)
        if has_drawn:
            tree = page.aria() if survey.app.sandbox.needs_tree(survey.app.name, view.key) else ""
            survey.failures += call_actions_of(view, survey, app_session, page)
            return tree
        return None
    except PageError as error:
        raise Findings([Finding(str(error), view.file, advice=_RESTLESS, rule="restless")]) from None
    finally:
        page.close()


def _concerns(survey: Survey, view: ViewFile, fault: ViewFault) -> bool:
    """Whether this check reports the fault: other checks report those of nested views and missing viewdefs."""
    # It is missing on the app's first page too, where `viewdefs` reports it.
    if fault.code == NO_VIEWDEF and any(_is_same(fault, undrawn) for undrawn in survey.undrawn):
        return False
    place = survey.place_of(fault)
    if place is not None:
        return place[0].key == view.key
    return fault.viewdef in ("", view.key) or fault.viewdef not in survey.views


def _is_same(fault: ViewFault, second: ViewFault) -> bool:
    return type_of(fault) == type_of(second) and (type_of(fault) is not None or fault.attributes == second.attributes)


def _judge(survey: Survey, view: ViewFile, way: _Way, faults: list[ViewFault]) -> None:
    if not way.is_real and all(fault.code in _NO_OBJECT or HALF.search(fault.description) for fault in faults):
        raise NotDrawn(
            f"the app has no {view.type} at its start, and one {way.origin} lacks what this needs: "
            f"{faults[0].description}"
        )
    raise Findings(_finding(survey, view, way, fault) for fault in faults)


def _finding(survey: Survey, view: ViewFile, way: _Way, fault: ViewFault) -> Finding:
    origin = f"; the object is {way.origin}" if way.origin else ""
    place = survey.place_of(fault)
    bound = place and place[1]
    attributes = bound.text if bound else fault.attributes
    placed = survey.app.of_message(fault.description)
    if placed.line is not None:
        if attributes:
            location = f" (shown by {attributes} of {view.key})"
        else:
            location = f" (in {view.key})"
        return Finding(f"{placed.message}{location}{origin}", placed.file, placed.line, rule=_RULE)
    message = f"{attributes}: {fault.description}" if attributes else fault.description
    line = bound.line if bound else None
    return Finding(f"{message}{origin}", view.file, line, advice=_ADVICE.get(fault.code, ""), rule=_RULE)
