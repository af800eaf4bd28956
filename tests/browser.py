"""One Chromium for all tests of a process, and the context in which most of them open their tabs.

Starting a browser costs more processor time than most tests in it, and the first page that it shows as much again.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from pytest_uimcp.testing.faces.chromium.locate import NAMES
from tests.headless_shell import path_without_it

__all__ = ["ARGUMENTS", "SharedChromium", "chromium_path", "whole_chromium"]

# Quiet on a closed network; `--expose-gc` for tests that measure memory.
ARGUMENTS = (
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--js-flags=--expose-gc",
)  # fmt: skip
# An empty page has no storage, and refuses to be asked.
FORGET = "() => { if (origin !== 'null') { localStorage.clear(); sessionStorage.clear(); } }"


def chromium_path(places: str | None = None) -> str:
    """Return the Chromium of tests, or of a PATH; without one a browser test fails and says what to install."""
    for name in NAMES:
        if path := shutil.which(name, path=places):
            return path
    pytest.fail("no Chromium found; install it as root: apt-get update && apt-get install -y chromium", pytrace=False)


@contextmanager
def whole_chromium(playwright: Playwright) -> Iterator[Browser]:
    """Chromium with all that its headless shell leaves out: notifications, windows."""
    browser = playwright.chromium.launch(executable_path=chromium_path(path_without_it()), args=ARGUMENTS)
    yield browser
    browser.close()


class SharedChromium:
    """Started when a test first asks for it, and again after a crash."""

    def __init__(self) -> None:
        self._playwright: Playwright | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._browser: Browser | None = None
        self._context: BrowserContext | None = None
        self.spare: list[Page] = []
        """Tabs of the context that no test uses at the moment."""

    @contextmanager
    def playwright(self) -> Iterator[Playwright]:
        """Sync Playwright counts its event loop as running on this thread, and async tests fail while it does."""
        if self._playwright is None:
            self._playwright = sync_playwright().start()
            self._loop = asyncio.get_running_loop()
        asyncio._set_running_loop(self._loop)  # noqa: SLF001 -- as Playwright does itself after each call
        try:
            yield self._playwright
        finally:
            asyncio._set_running_loop(None)  # noqa: SLF001 -- it rests until the next module with a browser

    def browser(self, playwright: Playwright) -> Browser:
        if self._browser is None or not self._browser.is_connected():
            self._browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
            self._context = None
            self.spare.clear()
        return self._browser

    @contextmanager
    def context(self, browser: Browser) -> Iterator[BrowserContext]:
        """The context with all that it has loaded, and with nothing that a page has left there."""
        if self._context is None:
            self._context = browser.new_context()
        yield self._context
        for page in self._context.pages:
            if page not in self.spare:
                page.close()
        for page in self.spare:
            page.evaluate(FORGET)
            page.goto("about:blank")  # no tab of another module stays connected
        self._context.clear_cookies()
        self._context.clear_permissions()

    def close(self) -> None:
        if self._playwright is not None:
            with self.playwright() as playwright:
                if self._browser is not None:
                    self._browser.close()
                playwright.stop()
