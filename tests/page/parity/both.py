"""A story on both faces: each step is done on the page and in Chromium, and everything is compared after it."""

from __future__ import annotations

import contextlib
import difflib
import pprint
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_uimcp.aria.targets import CLICK, FIELD, Target
from pytest_uimcp.core.clock import VirtualClock
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.session import Session
from pytest_uimcp.page import NotModelled, Page
from pytest_uimcp.page.dom.flat import host_of
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.selectors import selectors
from pytest_uimcp.page.input.searching import type_ahead
from pytest_uimcp.page.scope import PageScope
from pytest_uimcp.page.shoelace.elements import ELEMENTS
from pytest_uimcp.page.shoelace.selects import Select
from pytest_uimcp.page.sight import find_all
from pytest_uimcp.page.verbs import control_of, native_options
from pytest_uimcp.server.harness.server import Server
from pytest_uimcp.testing.faces.chromium import Browser
from pytest_uimcp.testing.faces.chromium.chromium import BrowserOptions, Chromium
from pytest_uimcp.testing.harness.loop import LoopThread
from tests.page.inside import at_once, driver_of
from tests.page.parity.app import App
from tests.page.parity.chromium import STATE, tidy
from tests.page.parity.pieces import LUA
from tests.page.parity.state import State, app_of, of_page, place_in, rename
from tests.page.parity.story import Step, Story

__all__ = ["Both", "Outcome", "faces"]

APP = App("stories", LUA, {"Stories.DEFAULT": '<div ui-view="shown"></div>'})
REFUSED, COVERED = NotModelled.__name__, "Covered"
# Shoelace keeps Tab for a drawer that was removed while it was open: the next story needs a new page.
REST = """() => {
  document.activeElement?.blur();
  return !!document.querySelector('sl-drawer') || !!location.hash;
}"""
# What takes the focus, or shows something, because the pointer is over it.
REACTING = "sl-menu-item, sl-tooltip, sl-copy-button, sl-option, [ui-event-mouseenter]"
# Where the pointer is, and whether what is there reacts.
POINTED = """(reacting) => {
  const app = document.querySelector('[ui-app]');
  const place = [];
  const pointed = [...app.querySelectorAll(':hover')].pop();
  if (!pointed) return [null, false];
  for (let e = pointed; e !== app; e = e.parentElement) place.unshift([...e.parentElement.children].indexOf(e));
  return [place, !!pointed.closest(reacting)];
}"""
# What is in the way of the mouse is a matter of layout, which the page does not have.
IN_THE_WAY = re.compile(r"covered by|intercepts pointer events|outside of the viewport|not stable")
# How long a browser may take to draw what nobody waits for.
PATIENCE = 20.0
# How long a list remembers the letters that were typed; a slow machine would make it a matter of chance.
SEARCH = 1.1

ROLES = {
    "click": ("button", "tab", "link", "menuitem", "menuitemcheckbox", "treeitem", "option", "checkbox", "switch",
              "radio", "textbox", "combobox", "slider", "spinbutton"),
    "fill": ("textbox", "searchbox", "spinbutton", "slider"),
    "clear": ("textbox", "searchbox", "spinbutton"),
    "check": ("checkbox", "switch", "radio", "menuitemcheckbox"),
    "uncheck": ("checkbox", "switch", "menuitemcheckbox"),
    "choose": ("combobox", "listbox", "radiogroup"),
    "hover": ("button", "link", "textbox", "tab", "menuitem", "paragraph"),
    "focus": ("button", "textbox", "checkbox", "combobox", "slider", "link", "spinbutton", "tab", "radio", "listbox"),
    "press on": ("textbox", "combobox", "slider", "spinbutton", "searchbox", "listbox"),
}  # fmt: skip
CARD, ZONE = ".card", ".zone, h2, [draggable]"
EVERYWHERE = {"css": "input[type=date], input[type=time], input[type=color]"}


@dataclass(frozen=True)
class Outcome:
    """How a story ended: `equal` or `different`; before its last step, because the page has `refused` one; or because
    of layout, which the page does not have: an element was `covered`, or another one has `moved` under the pointer."""

    kind: str
    step: int
    """The number of the last step."""
    what: str = ""


class Both:
    """Both faces of the app, each with a session of its own."""

    def __init__(self, ours: Session, clock: VirtualClock, server: Server, browser: Browser) -> None:
        self._ours, self._clock, self._server, self.browser = ours, clock, server, browser
        self._sessions = (ours, server.session)

    def load(self) -> None:
        """Load the page in the browser with all components, which otherwise come one by one when first used."""
        # Tab may have led to the browser's own controls, from where only the mouse comes back at once.
        self.browser.playwright(lambda tab: tab.mouse.click(1279, 719))
        self.browser.playwright(lambda tab: tab.goto(self._server.url))
        everything = "".join(f"<{tag}></{tag}>" for tag in ELEMENTS)
        self._server.session.upload_viewdef("Node", "DEFAULT", f"<template>{everything}</template>")
        self._server.session.eval("fresh()")
        self.browser.settle()
        self._server.session.eval("stories.shown = nil")
        self.browser.settle()

    def _clear(self, *, anew: bool) -> None:
        """Leave nothing of the story before in the browser: no element, no focus, no pointer.

        Only a new page forgets where Tab started last.
        """

        async def rest(tab: Any) -> bool:
            await tab.mouse.move(1279, 719)
            return bool(await tab.evaluate(REST))

        self.browser.settle()
        is_spoilt = at_once(self.browser, rest)
        self.browser.settle()
        for session in self._sessions:
            session.eval("stories.shown = nil")
        # Else the elements could stay for another object.
        self.browser.settle()
        self.browser.playwright(_begin)
        self.browser.clipboard = ""
        if is_spoilt or anew:
            self.load()

    def play(self, story: Story) -> Outcome:
        """Show the app, do the steps, and compare; ends at the first difference or refusal."""
        self._clear(anew=any("Tab" in str(part) for step in story.steps for part in step))
        for session in self._sessions:
            for key, body in story.viewdefs().items():
                type_name, namespace = key.split(".")
                session.upload_viewdef(type_name, namespace, f"<template>{body}</template>")
        with Page(self._ours).open() as page:
            for session in self._sessions:
                session.eval("fresh()")
            for number, step in enumerate([("open",), *story.steps]):
                found = self._do(page, step, number)
                if found is not None:
                    return found
        return Outcome("equal", len(story.steps))

    def _do(self, page: Page, step: Step, number: int) -> Outcome | None:
        try:
            calls = list(self._calls(page, step))
            errors = [_error(page, call) for call in calls]
        except NotModelled as refused:
            return Outcome("refused", number, str(refused))
        for error in errors:
            if error.startswith(REFUSED):
                return Outcome("refused", number, error)
        said = f"{step!r} = {calls!r}"
        for ours, call in zip(errors, calls, strict=True):
            theirs = _error(self.browser, call)
            if _kind(ours) != _kind(theirs):
                kind = "covered" if IN_THE_WAY.search(theirs) else "different"
                return Outcome(kind, number, f"after {said}: - Chromium, + page\n- {theirs}\n+ {ours}")
        try:
            ours_state = {**of_page(page), "lua": self._sessions[0].eval("return observed()").data}
        except NotModelled as refused:
            return Outcome("refused", number, str(refused))
        different = self._compare(ours_state)
        if not different:
            self._end_search(page)
            return None
        return Outcome("moved" if self._is_moved(page, step) else "different", number, f"after {said}:\n{different}")

    def _end_search(self, page: Page) -> None:
        """Let lists forget what was typed to search them."""
        selects = [element for element in app_of(page).descendants() if element.tag in ("select", "sl-select")]
        searches = [
            select.component.search if isinstance(select.component, Select) else type_ahead(select)
            for select in selects
        ]
        if any(search.text for search in searches):
            self._clock.advance(SEARCH)
            self.browser.playwright(lambda tab: tab.wait_for_timeout(SEARCH * 1000))

    def _is_moved(self, page: Page, step: Step) -> bool:
        """Whether the browser's pointer is over something else than the page's, for which only layout is the reason.

        A click met what is in the middle of its element, or something that reacts to the pointer has moved below it or
        away.
        """
        pointed = page.document.hovered
        ours = place_in(app_of(page), host_of(pointed)) if pointed is not None and pointed.document() else None

        async def look(tab: Any) -> Any:
            return await tab.evaluate(POINTED, REACTING)

        theirs, reacts = at_once(self.browser, look)
        if pointed is not None:
            path = (host_of(pointed), *host_of(pointed).ancestors())
            reacts = reacts or any(one.matches(around) for around in path for one in selectors(REACTING))
        is_inside = ours is not None and theirs is not None and theirs[: len(ours)] == ours and step[0] == "click css"
        return bool(ours != theirs and (reacts or is_inside))

    def _calls(self, page: Page, step: Step) -> Iterator[tuple[Any, ...]]:
        """The calls of the step: the name of the method, its arguments, and the keywords."""
        verb, *more = step
        if verb == "open":
            return
        if verb == "run":
            for session in self._sessions:
                # What does not work in this state of the app fails on both sides.
                with contextlib.suppress(LuaError):
                    session.eval(str(more[0]))
        elif verb == "press":
            yield "press", (more[0],), {}
        elif verb == "type":
            yield from (("press", (character,), {}) for character in str(more[0]))
        elif verb == "drag":
            yield from self._drags(page, *map(int, more))
        elif verb == "click css":
            yield from self._with_target(page, "click", Target(css=str(more[1])), int(more[0]))
        else:
            yield from self._with_role(page, str(verb), int(more[0]), *more[1:])

    def _with_target(self, page: Page, verb: str, target: Target, number: int) -> Iterator[tuple[Any, ...]]:
        there = find_all(driver_of(page).look(), page.document.body, target, CLICK)
        if there:
            yield verb, (), {"css": target.css, "nth": number % len(there)}

    def _drags(self, page: Page, number: int, other: int) -> Iterator[tuple[Any, ...]]:
        look, root = driver_of(page).look(), page.document.body
        cards, zones = (len(find_all(look, root, Target(css=css), CLICK)) for css in (CARD, ZONE))
        if cards and zones:
            to = {"css": ZONE, "nth": other % zones}
            yield "drag", (), {"css": CARD, "nth": number % cards, "to": to}

    def _with_role(self, page: Page, verb: str, number: int, *more: Any) -> Iterator[tuple[Any, ...]]:
        page.settle()
        look, root = driver_of(page).look(), page.document.body
        search = CLICK if verb in ("click", "hover") else FIELD
        there: list[tuple[dict[str, Any], Element]] = []
        for role in ROLES[verb]:
            found = find_all(look, root, Target(role=role), search)
            there += [({"role": role, "nth": nth}, element) for nth, element in enumerate(found)]
        if verb in ("fill", "clear"):
            found = find_all(look, root, Target(css=EVERYWHERE["css"]), search)
            there += [({**EVERYWHERE, "nth": nth}, element) for nth, element in enumerate(found)]
        if not there:
            return
        where, element = there[number % len(there)]
        if verb == "choose":
            target = control_of(element)
            component = target.component
            found_options = component.options() if component is not None else native_options(look, target)
            if found_options:
                label = found_options[more[0] % len(found_options)][0]
                yield verb, (label,), where
        elif verb == "press on":
            yield "press", (more[0],), where
        else:
            yield verb, more, where

    def _compare(self, ours: State) -> str:
        """What differs, in words; empty if nothing does."""
        end = time.monotonic() + PATIENCE
        while True:
            theirs = self._of_browser()
            if all(ours[part] == theirs[part] for part in ours) or time.monotonic() > end:
                break
            self.browser.settle()
        found = []
        for part in ours:
            if ours[part] != theirs[part]:
                lines = difflib.ndiff(_lines(theirs[part]), _lines(ours[part]))
                found.append(f"  {part} differ, - Chromium, + page:\n" + "\n".join(f"    {one}" for one in lines))
        return "\n".join(found)

    def _of_browser(self) -> State:
        self.browser.settle()

        async def look(tab: Any) -> tuple[Any, str]:
            return await tab.evaluate(STATE), await tab.locator("[ui-app]").aria_snapshot()

        found, aria = at_once(self.browser, look)
        found["elements"] = rename(tidy(found["elements"]))
        lua = self._sessions[1].eval("return observed()").data
        return {**{part: found[part] for part in ("text", "elements", "values", "focus")}, "aria": aria, "lua": lua}


async def _begin(tab: Any) -> None:
    # Tab may have led to the browser's own controls, from where only the mouse comes back at once.
    await tab.mouse.click(1279, 719)
    # Whether the focus is drawn depends on what was used last: the keyboard, as in a new page.
    await tab.keyboard.press("Shift")


def _error(face: PageScope, call: tuple[Any, ...]) -> str:
    """What a face says instead of doing a step; empty if it does it."""
    verb, arguments, where = call
    try:
        getattr(face, verb)(*arguments, **where)
    except Exception as failed:  # noqa: BLE001 -- a bug in one face is a difference
        return f"{type(failed).__name__}: {failed}".split("\n")[0]
    return ""


def _kind(error: str) -> str:
    return error.split(":")[0]


def _lines(part: object) -> list[str]:
    return part.split("\n") if isinstance(part, str) else pprint.pformat(part, width=110).split("\n")


@contextmanager
def faces(directory: Path) -> Iterator[Both]:
    """Both faces, for many stories."""
    for name in ("page", "chromium"):
        (directory / name).mkdir(parents=True)
        APP.write(directory / name)
    loop = LoopThread("stories")
    chromium = Chromium(BrowserOptions())
    server = Server(loop, directory / "chromium", lua_errors="collect")
    try:
        server.configure()
        server.start()
        server.display(APP.name)
        clock = VirtualClock()
        with (
            Session(directory / "page", output=MemoryOutput(), clock=clock) as session,
            Browser(chromium, server) as browser,
        ):
            session.display(APP.name)
            browser.playwright(lambda tab: tab.context.tracing.stop())
            browser.patience = 0.25
            both = Both(session, clock, server, browser)
            both.load()
            yield both
    finally:
        server.close()
        chromium.close()
        loop.close()
