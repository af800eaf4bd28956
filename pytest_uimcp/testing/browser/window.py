"""What one test has of the browser: a context of its own with its tabs, and what is heard from them."""

from __future__ import annotations

import contextlib
from collections.abc import Coroutine
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page

    from pytest_uimcp.testing.browser.chromium import Chromium

__all__ = ["ConsoleMessage", "Notification", "Window"]

T = TypeVar("T")
PATIENCE: Final = 20.0
"""Seconds that a browser on a loaded machine may take for one step."""


@dataclass(frozen=True, slots=True)
class Notification:
    """A desktop notification that the page raised."""

    title: str
    body: str


@dataclass(frozen=True, slots=True)
class ConsoleMessage:
    """What the page's JavaScript wrote to the console."""

    kind: str
    """`log`, `info`, `warning`, `error`, `debug`, …"""
    text: str
    where: str


@cache
def _inside() -> str:
    return (files("pytest_uimcp.testing.browser") / "inside.js").read_text(encoding="utf-8")


class Window:
    """A context, closed when the test is over. Everything here happens in the browser's thread but `run`."""

    def __init__(self, chromium: Chromium) -> None:
        self._chromium = chromium
        self.notifications: list[Notification] = []
        self.console: list[ConsoleMessage] = []
        self.errors: list[str] = []
        self._context: BrowserContext | None = None
        self._tracing = False

    def run(self, work: Coroutine[Any, Any, T], timeout: float = 60.0) -> T:
        """Bring work to the browser's thread and wait for what comes of it."""
        return self._chromium.run(work, timeout)

    async def tab(self, url: str) -> Page:
        """A new tab that shows what is there."""
        context = await self._opened(url)
        page = await context.new_page()
        page.on("console", lambda message: self.console.append(_console(message)))
        page.on("pageerror", lambda error: self.errors.append(_with_stack(error)))
        await page.goto(url, wait_until="domcontentloaded")
        return page

    async def _opened(self, url: str) -> BrowserContext:
        if self._context is None:
            browser = await self._chromium.browser()
            # Nothing need be waited for that only moves to please.
            context = self._context = await browser.new_context(reduced_motion="reduce")
            context.set_default_timeout(PATIENCE * 1000)
            await context.grant_permissions(["notifications"], origin=url)
            await context.expose_function("uimcpNotified", self._notified)
            await context.add_init_script(_inside())
            await context.tracing.start(snapshots=True, screenshots=False)
            self._tracing = True
        return self._context

    def _notified(self, told: dict[str, str]) -> None:
        self.notifications.append(Notification(told["title"], told["body"]))

    async def trace(self, path: Path) -> None:
        """Write what has happened so far; once."""
        if self._context is not None and self._tracing:
            self._tracing = False
            await self._context.tracing.stop(path=path)

    async def close(self) -> None:
        """Close all tabs."""
        if self._context is None:
            return
        context, self._context = self._context, None
        # A browser that has died or been interrupted has nothing left to close.
        with contextlib.suppress(Exception):
            await context.close()


def _console(message: Any) -> ConsoleMessage:
    place = message.location
    where = f"{place['url']}:{place['lineNumber'] + 1}" if place.get("url") else ""
    return ConsoleMessage(message.type, message.text, where)


def _with_stack(error: Any) -> str:
    return str(getattr(error, "stack", None) or error)
