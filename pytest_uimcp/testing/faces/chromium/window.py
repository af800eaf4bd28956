"""A test's part of the browser: a context with its tabs, and their console, errors and notifications."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar
from urllib.parse import urlsplit

from pytest_uimcp.core.errors import UimcpError, public

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page

    from pytest_uimcp.testing.faces.chromium.chromium import Chromium


T = TypeVar("T")
# Seconds that a browser on a loaded machine may take for one step.
PATIENCE: Final = 20.0
_FRONT_END: Final = re.compile(r"/(ui/[\w-]+|[\w-]+-v1)\.js")
_PLACE: Final = re.compile(r"(?P<url>https?://[^\s()]+):(?P<line>\d+):\d+")


@public
class ScriptError(UimcpError):
    """JavaScript failed in the page: an uncaught error, or one that the front end wrote to the console."""

    def __init__(self, message: str, *, file: str | None = None, line: int | None = None, traceback: str = "") -> None:
        super().__init__(f"{file}:{line}: {message}" if file and line else message)
        self.file = file
        self.line = line
        self.traceback = traceback


@dataclass(frozen=True, slots=True)
class Notification:
    """A desktop notification that the page raised."""

    title: str
    body: str


@dataclass(frozen=True, slots=True)
class ConsoleMessage:
    """A message that the page's JavaScript wrote to the console."""

    # `log`, `info`, `warning`, `error`, `debug`, …
    kind: str
    text: str
    where: str


@cache
def _probe() -> str:
    return (files("pytest_uimcp.testing.faces.chromium") / "probe.js").read_text(encoding="utf-8")


class _Process(Protocol):
    """A browser, with the event loop in the thread of its own."""

    def run(self, work: Coroutine[Any, Any, T], timeout: float = 60.0) -> T: ...


class OpenTabs:
    """What happened in a test's tabs, whichever browser has them. Everything but `run` is in the browser's thread."""

    def __init__(
        self, process: _Process, app_failed: Callable[[UimcpError, str], None] = lambda error, doing: None
    ) -> None:
        """`app_failed` is called with each error in any of the tabs, and the step during which it happened."""
        self._process = process
        self._app_failed = app_failed
        self.notifications: list[Notification] = []
        self.console: list[ConsoleMessage] = []
        self.errors: list[str] = []

    def run(self, work: Coroutine[Any, Any, T], timeout: float = 60.0) -> T:
        """Run a coroutine in the browser's thread and return its result."""
        return self._process.run(work, timeout)

    async def tab(self, url: str) -> Any:
        """Open a tab, which has the methods of Playwright's page that the verbs use."""
        raise NotImplementedError

    async def trace(self, path: Path) -> None:
        """Write the trace so far, if the browser keeps one; only once."""

    async def close(self) -> None:
        raise NotImplementedError

    def _wrote(self, message: Any) -> None:
        self.console.append(_console(message))
        path = urlsplit(message.location.get("url", "")).path
        # Messages without arguments are the browser's own, about failed requests.
        if message.type == "error" and message.args and _FRONT_END.fullmatch(path):
            error_of_script = ScriptError(message.text, file=path, line=message.location["lineNumber"] + 1)
            self._app_failed(error_of_script, "showing the page")

    def _threw(self, error: Any) -> None:
        self.errors.append(_with_stack(error))
        self._app_failed(_uncaught(error), "running JavaScript")

    def _notified(self, data: dict[str, str]) -> None:
        self.notifications.append(Notification(data["title"], data["body"]))


class BrowserWindow(OpenTabs):
    """A browser context, closed after the test."""

    def __init__(
        self, chromium: Chromium, app_failed: Callable[[UimcpError, str], None] = lambda error, doing: None
    ) -> None:
        super().__init__(chromium, app_failed)
        self._chromium = chromium
        self._context: BrowserContext | None = None
        self._tracing = False

    async def tab(self, url: str) -> Page:
        is_first = self._context is None
        context = await self._opened(url)
        page = await context.new_page()
        page.on("console", self._wrote)
        page.on("pageerror", self._threw)
        await page.goto(url, wait_until="domcontentloaded")
        if is_first and self._chromium.is_chromium:  # the clipboard is that of the whole browser, which tests share
            await page.evaluate("navigator.clipboard?.writeText('')")
        return page

    async def _opened(self, url: str) -> BrowserContext:
        if self._context is None:
            browser = await self._chromium.browser()
            # Reduced motion, so that no decorative animation has to be waited for.
            context = self._context = await browser.new_context(reduced_motion="reduce")
            context.set_default_timeout(PATIENCE * 1000)
            await self._permit(context, url)
            await context.expose_function("uimcpNotified", self._notified)
            await context.add_init_script(_probe())
            await context.tracing.start(snapshots=True, screenshots=False)
            self._tracing = True
        return self._context

    async def _permit(self, context: BrowserContext, url: str) -> None:
        from playwright.async_api import Error

        permissions = ["notifications", "clipboard-read", "clipboard-write"]
        if self._chromium.is_chromium:
            await context.grant_permissions(permissions, origin=url)
            return
        for permission in permissions:  # each of Playwright's own browsers knows only some of them
            with contextlib.suppress(Error):
                await context.grant_permissions([permission], origin=url)

    async def trace(self, path: Path) -> None:
        if self._context is not None and self._tracing:
            self._tracing = False
            await self._context.tracing.stop(path=path)

    async def close(self) -> None:
        if self._context is None:
            return
        context = self._context
        self._context = None
        # A browser that has crashed or been interrupted has nothing left to close.
        with contextlib.suppress(Exception):
            await context.close()


def _console(message: Any) -> ConsoleMessage:
    place = message.location
    location = ""
    if place.get("url"):
        location = f"{place['url']}:{place['lineNumber'] + 1}"
    return ConsoleMessage(message.type, message.text, location)


def _with_stack(error: Any) -> str:
    return str(getattr(error, "stack", None) or error)


def _uncaught(error: Any) -> ScriptError:
    headline, _, frames = _with_stack(error).partition("\n")
    place = _PLACE.search(frames)
    if place is None:
        return ScriptError(headline, traceback=frames)
    path = urlsplit(place["url"]).path
    return ScriptError(headline, file=path, line=int(place["line"]), traceback=frames)
