"""A session with its page in a real browser, as tests of the page hold it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

from playwright.sync_api import BrowserContext, Error, Locator, Page, expect

from pytest_uimcp.engine.session import Session
from tests import patience
from tests.html.devserver import DevServer

Scheme: TypeAlias = Literal["light", "dark"]

# The timeout of every wait for the browser; only a failure takes this long, even on a busy machine.
PATIENCE = patience.SECONDS
expect.set_options(timeout=PATIENCE * 1000)


class Screen:
    """One app, one session, and one or more tabs that show it."""

    def __init__(
        self,
        server: DevServer,
        context: BrowserContext,
        directory: Path,
        vended_id: str = "1",
        spare: list[Page] | None = None,
    ) -> None:
        """With `spare`, the first tab is reused from another screen, and is kept for the next."""
        self._spare = spare
        self.server = server
        self.context = context
        self.directory = directory
        self.session = Session(directory, vended_id=vended_id)
        self.url = server.add(self.session)
        self.errors: list[str] = []
        self.tabs: list[Page] = []

    def write(self, lua: str = "", viewdefs: Mapping[str, str] | None = None) -> None:
        """Write the app `t`: what it defines as `t` is shown."""
        app = self.directory / "apps" / "t"
        (app / "viewdefs").mkdir(parents=True, exist_ok=True)
        if lua:
            (app / "app.lua").write_text(lua, encoding="utf-8")
        for key, body in (viewdefs or {}).items():
            markup = body if body.lstrip().startswith("<template") else f"<template>{body}</template>"
            (app / "viewdefs" / f"{key}.html").write_text(markup, encoding="utf-8")

    def open(self, app: str = "t", query: str = "") -> Page:
        self.session.open()
        self.session.display(app)
        return self.tab(query)

    def tab(self, query: str = "", *, shows: bool = True) -> Page:
        """Another tab of the session; waits until the app is drawn."""
        page = self._new_page()
        page.on("pageerror", self._note_error)
        page.goto(self.url + query)
        self.tabs.append(page)
        if shows:
            wait_for_view(page)
            self.sync(page)
        return page

    @property
    def page(self) -> Page:
        return self.tabs[0]

    def run(self, lua: str) -> Any:
        """Run Lua and wait until the page shows the result."""
        result = self.session.eval(lua).data
        self.sync()
        return result

    def sync(self, page: Page | None = None) -> None:
        """Return when the page has shown everything that follows from what the server knows now."""
        in_step(self.session, page or self.page)

    def at(self, selector: str) -> Locator:
        return self.page.locator(f"[ui-app] {selector}")

    def read(self, selector: str, script: str) -> Any:
        """What a script makes of the first such element of the app.

        The first locator that a document is asked for costs as much as opening it: Playwright brings a library along.
        """
        return self.page.evaluate(ELEMENT % script, [f"[ui-app] {selector}", PATIENCE * 1000])

    def text(self, selector: str) -> str:
        return self.read(selector, "e => e.textContent") or ""

    def classes(self, selector: str) -> list[str]:
        """The classes of an element, without those of views."""
        names: list[str] = self.read(selector, "e => [...e.classList]")
        return [name for name in names if not name.startswith("ui-view-")]

    def js(self, script: str, argument: Any = None) -> Any:
        return self.page.evaluate(script, argument)

    # For what a browser does asynchronously: components, media queries, animation frames, events.

    def becomes(self, read: Callable[[], Any], value: Any) -> None:
        """Read until it is this."""
        end = time.monotonic() + PATIENCE
        while (found := read()) != value and time.monotonic() < end:
            self.page.wait_for_timeout(10)  # events of the browser arrive meanwhile
        assert found == value

    def js_is(self, script: str, value: Any, argument: Any = None) -> None:
        """Wait until a script in the page gives this."""
        self.becomes(lambda: self.js(script, argument), value)

    def has(self, selector: str, script: str, value: Any) -> None:
        """Wait until a script gives this of the first such element."""
        self.becomes(lambda: self.read(selector, script), value)

    def lua_is(self, lua: str, value: Any) -> None:
        """Wait until Lua gives this: some components fire their events a moment after they are used."""
        self.becomes(lambda: self.run(lua), value)

    def close(self) -> None:
        for tab in self.tabs:
            if self._spare is None or self._spare or tab.is_closed():
                tab.close()
            else:
                self._leave(tab)
        self.server.sessions.pop(self.session.id, None)
        self.session.close()

    # Opening a tab takes half of the time to show an app in it.

    def _new_page(self) -> Page:
        if not self._spare:
            return self.context.new_page()
        page = self._spare.pop()
        page.bring_to_front()
        return page

    def _leave(self, page: Page) -> None:
        """Restore the tab, except for the document, which the next screen replaces."""
        page.remove_listener("pageerror", self._note_error)
        page.unroute_all()
        page.emulate_media(color_scheme="null")
        page.mouse.move(0, 0)
        assert self._spare is not None
        self._spare.append(page)

    def _note_error(self, error: Error) -> None:
        self.errors.append(str(error))


def in_step(session: Session, page: Page) -> None:
    """Return when a page has drawn everything that the session has sent, and everything that the drawing requested."""
    for _ in range(MOST_LEVELS):
        session.settle()
        if page.evaluate(IS_IN_STEP):
            return


def wait_for_view(page: Page) -> None:
    """Return when the app has been drawn."""
    try:
        page.evaluate(ELEMENT % "() => null", ["[ui-app] [ui-viewdef]", PATIENCE * 1000])
    except Error:
        # The page may have loaded itself again meanwhile.
        page.wait_for_selector("[ui-app] [ui-viewdef]", state="attached")


# What a script makes of the first such element, as soon as there is one.
ELEMENT = """async ([selector, patience]) => {
  const end = performance.now() + patience;
  while (document.querySelector(selector) === null) {
    if (performance.now() > end) throw new Error(`no ${selector} in the page`);
    await new Promise((looked) => { setTimeout(looked, 5); });
  }
  return (%s)(document.querySelector(selector));
}"""

# Nested views arrive one level at a time; with an app whose timers never stop, give up after this many.
MOST_LEVELS = 100

# A fence passes when the server has answered everything before it. Fences and variables are numbered by one counter:
# if the next fence has the next number, nothing that came up to the first has asked for more.
IS_IN_STEP = """async () => {
  const store = uiApp.getStore();
  const fence = () => new Promise((passed) => { const id = store.fence(() => setTimeout(() => passed(id))); });
  const first = await fence();
  return await fence() === first + 1;
}"""
