"""A session with its page in a real browser, as tests of the page hold it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from pytest_uimcp.engine.session import Session
from tests.html.devserver import DevServer

expect.set_options(timeout=20000)


class Screen:
    """One app, one session, and one or more tabs that show it."""

    def __init__(self, server: DevServer, context: BrowserContext, directory: Path, vended_id: str = "1") -> None:
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
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(self.url + query)
        self.tabs.append(page)
        if shows:
            page.wait_for_selector("[ui-app] [ui-viewdef]", state="attached", timeout=5000)
        return page

    @property
    def page(self) -> Page:
        return self.tabs[0]

    def run(self, lua: str) -> Any:
        """Run Lua and wait until the page shows what came of it."""
        result = self.session.eval(lua).data
        self.sync()
        return result

    def sync(self, page: Page | None = None) -> None:
        """Return when the page has shown everything that follows from what the server knows now."""
        self.session.settle()
        (page or self.page).evaluate(SYNC)

    def at(self, selector: str) -> Locator:
        return self.page.locator(f"[ui-app] {selector}")

    def text(self, selector: str) -> str:
        return self.at(selector).text_content() or ""

    def js(self, script: str, argument: Any = None) -> Any:
        return self.page.evaluate(script, argument)

    def close(self) -> None:
        for tab in self.tabs:
            tab.close()
        self.server.sessions.pop(self.session.id, None)
        self.session.close()


# A fence passes when the server has answered everything before it; what a drawing asks for comes a level at a time.
SYNC = """async () => {
  const store = uiApp.getStore();
  for (let level = 0, size = -1; level < 2 || store.size !== size; level += 1) {
    size = store.size;
    await new Promise((passed) => store.fence(() => setTimeout(passed)));
  }
}"""
