"""`renders[Type.NS]`: draws one viewdef, alone on a page, with an object of the app.

It is drawn with each object of the type that the app has at its start, up to a limit; if there is none, with one made
by the type's own `new()`. Presenters are made by the lists that name them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

from pytest_uimcp.checks.app import App
from pytest_uimcp.checks.findings import Finding, Findings
from pytest_uimcp.checks.sandbox import AppSession
from pytest_uimcp.checks.survey import WRAPPING, Survey, ViewFile, survey
from pytest_uimcp.checks.view_faults import NO_VIEWDEF, Fault, faults_of, is_drawn, name_what_was_drawn, type_of
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.page import Page
from pytest_uimcp.page.errors import PageError

__all__ = ["Drawn", "NoViewdef", "NotDrawn", "check_renders"]

_MOST: Final = 10
_PROBE: Final = "uimcp.Probe"
_OBJECT: Final = '<div ui-view="object" ui-namespace="{namespace}"></div>'
_RESTLESS: Final = "a method that creates new objects at each call changes the page forever: create them once"
_ADVICE: Final = {"inside-itself": "draw it with another viewdef there (ui-namespace), or show another object"}
# The Lua errors for a missing part of the object.
_HALF: Final = re.compile(
    r"attempt to .*(field|local|upvalue) '[^']*' \(a nil value\)"
    r"|attempt to compare .*\bnil\b"
    r"|bad argument .* got n(il|o value)\)"
)


class NotDrawn(Exception):
    """The viewdef could not be tried; the message says why."""


class NoViewdef(NotDrawn):
    """The file is not a usable viewdef, which `viewdefs` reports."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The accessibility tree of a drawn viewdef, and its file."""

    tree: str
    file: Path


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to get the viewdef onto the page: its template, and whether the object is the app's own."""

    template: str
    real: bool
    made: str = ""


def check_renders(app: App, key: str) -> Drawn:
    """Draw a viewdef and return its accessibility tree. Raises Findings, or NotDrawn if there is no object to draw."""
    known = survey(app)
    view = known.views.get(key)
    if view is None:
        raise NoViewdef("the file is not a viewdef: see `viewdefs`")
    if view.type in known.unknown_types:
        raise NoViewdef(f"there is no type {view.type}: see `viewdefs`")
    with app.loaded() as app_session:
        trees = []
        for way in _ways(known, view, app_session):
            drawn = _draw(known, view, app_session, way)
            if drawn is not None:
                trees.append(drawn)
            if trees and len(trees) >= known.types[view.type].live:
                break
        if not trees:
            raise NotDrawn(f"the app has no {view.type} at its start, and none can be made without it")
    return Drawn(trees[0], view.file)


def _ways(known: Survey, view: ViewFile, app_session: AppSession) -> Iterator[_Way]:
    """The ways that exist for this viewdef; the session shows each one when it is yielded."""
    namespace = view.key.rpartition(".")[2]
    plain = _OBJECT.format(namespace=escape(namespace))
    shown = 0
    while shown < _MOST and app_session.ask("show_live", app_session.object, view.type, shown + 1):
        shown += 1
        yield _Way(plain, real=True)
    if shown:
        return
    uses = [] if view.type == "lua.ViewListItem" else _uses(known, view.type)
    for user, template in uses:
        if app_session.ask("show_live", app_session.object, user.type, 1):
            yield _Way(template.format(namespace=escape(namespace)), real=True)
    if uses or view.type.startswith("lua.ViewList"):
        app_session.ask("show_nothing")
        yield _Way(_stand_in(known, view).format(namespace=escape(namespace)), real=False, made="stood in for")
        return
    try:
        made = app_session.ask("show_new", view.type)
    except LuaError as error:
        raise NotDrawn(f"the app has no {view.type} at its start, and {view.type}:new() needs more: {error}") from None
    if made:
        yield _Way(plain, real=False, made=f"made by {view.type}:new()")


def _uses(known: Survey, name: str) -> list[tuple[ViewFile, str]]:
    """The bindings with a type as their wrapper or presenter: the viewdef, and a template that shows only that."""
    found = []
    for view in known.views.values():
        for bound in view.bound:
            names = [bound.path.query.get(wrapping) for wrapping in WRAPPING]
            if name in names and not bound.of_row and not bound.path.text.startswith(("..", "@")):
                path = escape(bound.written.partition("=")[2].strip('"'))
                attribute = "ui-viewlist" if bound.kind == "viewlist" else "ui-view"
                found.append((view, f'<div {attribute}="object.{path}" ui-namespace="{{namespace}}"></div>'))
    return found


def _stand_in(known: Survey, view: ViewFile) -> str:
    if view.type.startswith("lua.ViewList"):
        return '<div ui-view="stand_ins?wrapper=lua.ViewList" ui-namespace="{namespace}"></div>'
    queries = [bound.path.query for other in known.views.values() for bound in other.bound]
    for wrapping in ("wrapper", "create"):
        if any(query.get(wrapping) == view.type for query in queries):
            return f'<div ui-view="stand_in?{wrapping}={escape(view.type)}" ui-namespace="{{namespace}}"></div>'
    return f'<div ui-viewlist="stand_ins?itemWrapper={escape(view.type)}" ui-namespace="{{namespace}}"></div>'


def _draw(known: Survey, view: ViewFile, app_session: AppSession, way: _Way) -> str | None:
    """The accessibility tree; None if this way did not draw the viewdef. Raises Findings or NotDrawn."""
    app_session.session.upload_viewdef(_PROBE, "DEFAULT", f"<template>{way.template}</template>")
    page = Page(app_session.session)
    try:
        with name_what_was_drawn(page):
            page.open()
            faults = [fault for fault in faults_of(page) if _concerns(known, view, fault)]
        drawn = is_drawn(page, view.key)
        if faults and drawn:
            _judge(known, view, way, faults)
        if drawn:
            return page.aria()
        return None
    except PageError as error:
        raise Findings([Finding(str(error), view.file, advice=_RESTLESS)]) from None
    finally:
        page.close()


def _concerns(known: Survey, view: ViewFile, fault: Fault) -> bool:
    """Whether this check reports the fault: other checks report those of nested views and missing viewdefs."""
    if fault.code == NO_VIEWDEF and any(_is_same(fault, one) for one in known.undrawn):
        return False
    place = known.place_of(fault)
    if place is not None:
        return place[0].key == view.key
    return fault.viewdef in ("", view.key) or fault.viewdef not in known.views


def _is_same(fault: Fault, other: Fault) -> bool:
    return type_of(fault) == type_of(other) and (type_of(fault) is not None or fault.written == other.written)


def _judge(known: Survey, view: ViewFile, way: _Way, faults: list[Fault]) -> None:
    if not way.real and all(_HALF.search(fault.description) for fault in faults):
        raise NotDrawn(
            f"the app has no {view.type} at its start, and one {way.made} lacks what this needs: "
            f"{faults[0].description}"
        )
    raise Findings(_finding(known, view, way, fault) for fault in faults)


def _finding(known: Survey, view: ViewFile, way: _Way, fault: Fault) -> Finding:
    made = f"; the object is {way.made}" if way.made else ""
    place = known.place_of(fault)
    shown = place[1].written if place is not None else fault.written
    placed = known.app.of_message(fault.description)
    if placed.line is not None:
        if shown:
            where = f" (shown by {shown} of {view.key})"
        else:
            where = f" (in {view.key})"
        return Finding(f"{placed.what}{where}{made}", placed.file, placed.line)
    what = f"{shown}: {fault.description}" if shown else fault.description
    line = place[1].line if place is not None else None
    return Finding(f"{what}{made}", view.file, line, advice=_ADVICE.get(fault.code, ""))
