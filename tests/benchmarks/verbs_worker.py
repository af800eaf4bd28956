"""Measures verbs of the page in one tree; a process that `verbs.py` starts and asks line by line.

A request names a page and a case of it, the answer is the CPU time of one call in milliseconds. It uses only what
pages have had from the beginning, so that it runs in old trees too.
"""

from __future__ import annotations

import gc
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import pytest_uimcp
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.session import Session
from pytest_uimcp.page import Page

LUA = """
Row = session:prototype("Row", {name = "", done = false})
function Row:toggle() self.done = not self.done end
T = session:prototype("T", {rows = EMPTY, name = "", also = "", colour = "red", on = false, open = false, n = 0})
function T:fill(n) self.rows = {}; for i = 1, n do self.rows[i] = Row:new({name = "row " .. i}) end end
function T:hit() self.n = self.n + 1 end
function T:show() self.open = true end
t = T:new(); t:fill(ROWS)
"""
NATIVE = """
<h1>Rows</h1><p ui-value="n"></p><button ui-action="hit()">Hit</button>
<label>Name <input ui-value="name"></label><label>Also <input ui-value="also"></label>
<label>Colour <select ui-value="colour"><option value="red">Red</option><option value="green">Green</option>
</select></label>
<label><input type="checkbox" ui-value="on"> On</label>
"""
COMPONENTS = """
<h1>Rows</h1><p ui-value="n"></p><sl-button ui-action="hit()">Hit</sl-button>
<sl-input label="Name" ui-value="name"></sl-input><sl-input label="Also" ui-value="also"></sl-input>
<sl-select label="Colour" ui-value="colour"><sl-option value="red">Red</sl-option>
<sl-option value="green">Green</sl-option></sl-select>
<sl-checkbox ui-value="on">On</sl-checkbox>
<sl-button ui-action="show()">Show</sl-button>
<sl-dialog label="Question" ui-attr-open="open"><p>Really?</p><sl-button>Yes</sl-button></sl-dialog>
"""
LIST = '<div ui-viewlist="rows"></div>'
VIEWDEFS = {
    "plain": {
        "T.DEFAULT": NATIVE + LIST,
        "Row.list-item": '<div><b ui-value="name"></b><input type="checkbox" aria-label="Done" ui-value="done">'
        '<button ui-action="toggle()">x</button></div>',
    },
    "components": {
        "T.DEFAULT": COMPONENTS + LIST,
        "Row.list-item": '<div><b ui-value="name"></b><sl-checkbox ui-value="done">Done</sl-checkbox>'
        '<sl-button ui-action="toggle()">x</sl-button></div>',
    },
}


@dataclass
class Stage:
    """A page, and the session behind it."""

    session: Session
    page: Page

    def run(self, lua: str) -> None:
        self.session.eval(lua)

    def change(self, number: int) -> None:
        """Change one row."""
        self.run(f't.rows[3].name = "changed {number}"')


@dataclass(frozen=True)
class Case:
    """What is timed, and what is done before it without being timed."""

    act: Callable[[Stage, int], object]
    before: Callable[[Stage, int], object] = lambda stage, number: None
    first: Callable[[Stage], object] = lambda stage: None


def _changed(stage: Stage, number: int) -> None:
    stage.change(number)
    stage.page.settle()


def _closed(stage: Stage, number: int) -> None:
    stage.run("t.open = false")
    stage.page.settle()
    stage.page.aria("Show")


CASES: dict[str, Case] = {
    "settle, nothing to do": Case(lambda s, n: s.page.settle()),
    "settle after a change": Case(_changed),
    "settle and aria() after a change": Case(lambda s, n: (_changed(s, n), s.page.aria())),
    "aria() once more": Case(lambda s, n: s.page.aria()),
    "text() after a change": Case(lambda s, n: (_changed(s, n), s.page.text())),
    "text() once more": Case(lambda s, n: s.page.text()),
    "click a button": Case(lambda s, n: s.page.click("Hit")),
    "fill a field": Case(lambda s, n: s.page.fill("Name", f"text {n}")),
    "press Tab": Case(lambda s, n: s.page.press("Tab" if n % 2 else "Shift+Tab"), first=lambda s: s.page.focus("Also")),
    "press Tab from the start": Case(lambda s, n: s.page.press("Tab"), first=lambda s: s.page.focus("Name")),
    "press a key in a field": Case(
        lambda s, n: s.page.press("a"), lambda s, n: s.page.fill("Name", "") if n % 20 == 0 else None,
        lambda s: s.page.focus("Name"),
    ),
    "choose in a list": Case(lambda s, n: s.page.choose("Colour", "Green" if n % 2 else "Red")),
    "check a box": Case(lambda s, n: s.page.check("On") if n % 2 else s.page.uncheck("On")),
    "open a dialog": Case(lambda s, n: s.page.click("Show"), _closed),
}  # fmt: skip
"""The dialog only where there are components."""
ENOUGH = 30.0
"""Milliseconds for one answer, more or less."""


@contextmanager
def staged(kind: str, rows: int) -> Iterator[Stage]:
    with tempfile.TemporaryDirectory() as directory:
        home = Path(directory) / "apps" / "t"
        (home / "viewdefs").mkdir(parents=True)
        (home / "app.lua").write_text(LUA.replace("ROWS", str(rows)), encoding="utf-8")
        for key, body in VIEWDEFS[kind].items():
            (home / "viewdefs" / f"{key}.html").write_text(f"<template>{body}</template>", encoding="utf-8")
        (Path(directory) / "lua").mkdir()
        main = Path(pytest_uimcp.__file__).parent.parent / "bundle" / "lua" / "main.lua"
        (Path(directory) / "lua" / "main.lua").write_bytes(main.read_bytes())
        with Session(directory, output=MemoryOutput()) as session:
            session.display("t")
            with Page(session) as page:
                yield Stage(session, page)


def measure(stage: Stage, case: Case) -> float:
    """The median of several calls."""
    case.first(stage)
    case.before(stage, 0)
    case.act(stage, 0)  # fills caches
    taken: list[float] = []
    number = 0
    gc.collect()
    gc.disable()
    try:
        while len(taken) < 5 or (sum(taken) < ENOUGH and len(taken) < 101):
            number += 1
            case.before(stage, number)
            start = time.process_time()
            case.act(stage, number)
            taken.append((time.process_time() - start) * 1000)
    finally:
        gc.enable()
    return median(taken)


def serve(requests: Iterator[str], answer: Callable[[Any], None]) -> None:
    """Answer requests: `["page", kind, rows]` opens a page instead of the last one, `["case", name]` measures there."""
    with ExitStack() as opened:
        stage: Stage | None = None
        for line in requests:
            what, *rest = json.loads(line)
            if what == "page":
                opened.close()
                stage = opened.enter_context(staged(*rest))
                answer("open")
            elif stage is not None:
                answer(measure(stage, CASES[rest[0]]))


if __name__ == "__main__":
    serve(iter(sys.stdin), lambda found: print(json.dumps(found), flush=True))
