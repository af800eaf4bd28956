"""Plays cases on a face, many in one session, and notes what can be observed after each step."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.session import Session
from pytest_uimcp.page import NotModelled, Page, PageError
from pytest_uimcp.page.dom.flat import host_of
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.testing.faces.chromium import Browser, ScriptError
from tests.page.inside import driver_of
from tests.page.matrix.family import Case
from tests.page.parity.app import App
from tests.page.parity.state import app_of

__all__ = ["PAUSE", "Observation", "PageStage", "Stage", "pages", "play"]

Observation: TypeAlias = dict[str, Any]
"""`aria`, and where they are not empty: `focus`, `events`, `values`, `error`."""

LUA = """
Matrix = session:prototype("Matrix", {case = EMPTY})
Row = session:prototype("Row", {name = "", value = ""})
Case = session:prototype("Case", {
  v = EMPTY, w = EMPTY, x = EMPTY, y = EMPTY, n = 0, on = false, list = EMPTY, log = EMPTY})
function Case:saw(what) heard[#heard + 1] = what end
function Case:hit() heard[#heard + 1] = "hit" end
heard = {}
function fresh()
  heard = {}
  c = Case:new()
  c.list = {Row:new({name = "a", value = "1"}), Row:new({name = "b", value = "2"}), Row:new({name = "c", value = "3"})}
end
function observed()
  local found = {v = c.v, w = c.w, x = c.x, y = c.y, n = c.n, on = c.on, events = table.concat(heard, " ")}
  heard = {}
  return found
end
if not session.reloading then matrix = Matrix:new() end
"""
# The element with a style of its own says that the app decides how it looks: base.css leaves no room around it.
NEUTRAL = '<div ui-view="case"></div><span style="display: none"></span>'
APP = App("matrix", LUA, {"Matrix.DEFAULT": NEUTRAL})
PAUSE = "matrix.case = nil"


class Stage(Protocol):
    """A face that cases are played on."""

    @property
    def page(self) -> Page | Browser: ...

    @property
    def session(self) -> Session: ...

    def clear(self) -> None:
        """Leave nothing of the case before: no element, no focus, no pointer."""

    def look(self) -> tuple[str, str]:
        """The accessibility tree, and what has the focus."""


def play(stage: Stage, case: Case) -> Iterator[Observation]:
    """Show the case, do its steps, and give what is observed after each."""
    session = stage.session
    stage.clear()
    session.upload_viewdef("Case", "DEFAULT", f"<template>{case.body}</template>")
    # Of a type that has no view: what a case before has uploaded stays.
    row_type = "Bare"
    if case.row:
        row_type = "Row"
        session.upload_viewdef("Row", "DEFAULT", f"<template>{case.row}</template>")
    session.eval(f"Row.type = '{row_type}' fresh() {case.lua} matrix.case = c")
    yield observe(stage, None)
    for step in case.steps:
        error: str | None = None
        try:
            do(stage, step)
        except (PageError, NotModelled, ScriptError) as failed:
            error = type(failed).__name__
        yield observe(stage, error)


def observe(stage: Stage, error: str | None) -> Observation:
    try:
        return _observed(stage, error)
    except NotModelled as refused:
        return {"aria": "", "error": type(refused).__name__}
    except ScriptError as failed:  # in a component, whose JavaScript only Chromium runs
        return _observed(stage, type(failed).__name__)


def _observed(stage: Stage, error: str | None) -> Observation:
    stage.page.settle()
    found: Any = stage.session.eval("return observed()").data
    events = found.pop("events")
    try:
        aria, focus = stage.look()
    except NotModelled as refused:
        aria, focus, error = "", "", type(refused).__name__
    values = {name: value for name, value in sorted(found.items()) if value not in (None, 0, False)}
    parts = {"focus": focus, "events": events, "values": json.dumps(values) if values else "", "error": error}
    return {"aria": aria, **{name: part for name, part in parts.items() if part}}


STEP = re.compile(r"(?P<verb>\w+) (?P<target>.*?)(?: := (?P<value>.*))?", re.DOTALL)
WHERE = re.compile(r"(?:css (?P<css>.+)|@(?P<role>\w+)(?: (?P<name>.+?))?)(?: nth (?P<nth>-?\d+))?|(?P<label>.+)")


def do(stage: Stage, step: str) -> None:
    found = STEP.fullmatch(step)
    assert found, f"{step!r} is no step"
    verb, target, value = found["verb"], found["target"], found["value"]
    if verb == "lua":
        stage.session.eval(target)
    elif verb == "press":
        stage.page.press(target)
    elif verb == "type":
        for character in target:
            stage.page.press(character)
    elif verb == "drag":
        positional, where = _where(target)
        stage.page.drag(*positional, **{**where, "to": _destination(value or "")})
    else:
        positional, where = _where(target)
        getattr(stage.page, verb)(*positional, *([] if value is None else [value]), **where)


def _where(target: str) -> tuple[list[str], dict[str, Any]]:
    if target.startswith("#"):
        return [], {"css": target}
    found = WHERE.fullmatch(target)
    assert found
    if found["label"]:
        return [found["label"]], {}
    where: dict[str, Any] = {name: found[name] for name in ("css", "role", "name") if found[name]}
    if found["nth"]:
        where["nth"] = int(found["nth"])
    return [], where


def _destination(text: str) -> Any:
    positional, where = _where(text)
    return where or positional[0]


class PageStage:
    """The page without a browser."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.page = Page(session).open()
        # Cases are shown one after the other on a page that had the focus before.
        self.page.document.is_autofocused = True

    def clear(self) -> None:
        self.session.eval(PAUSE)
        self.page.settle()
        human = driver_of(self.page).human
        human.focus.take(self.page.document.body)
        human.focus.move(None)
        human.pointer = None
        human.focus.forget()
        self.page.clipboard = ""
        # A tab in which something had the focus gives it to nothing by `autofocus` any more.
        self.page.document.is_autofocused = True
        # Without the case the tab is no higher than its window: it has scrolled back.
        self.page.document.is_at_top = True
        # Nor does anything listen to events of animations any more, which a page remembers until it is loaded anew.
        self.page.document.motion_events.clear()
        self.page.settle()

    def look(self) -> tuple[str, str]:
        aria = self.page.aria(css="[ui-app]")
        focused = driver_of(self.page).human.focus.element
        return aria, named(app_of(self.page), focused) if focused is not None else ""


def named(app: Element, focused: Element) -> str:
    """An element by its tag and its place among those with the same tag."""
    focused = host_of(focused)
    same = [one for one in app.descendants() if one.tag == focused.tag]
    return f"{focused.tag}#{same.index(focused)}" if focused in same else focused.tag


@contextmanager
def pages(directory: Path) -> Iterator[PageStage]:
    """A stage on the page without a browser."""
    APP.write(directory)
    with Session(directory, output=MemoryOutput()) as session:
        session.display("matrix")
        stage = PageStage(session)
        try:
            yield stage
        finally:
            stage.page.close()
