"""A real browser, a server for it, and apps to show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from pytest_uimcp.testing.harness.loop import LoopThread
from tests.browser import SharedChromium
from tests.html.devserver import DevServer
from tests.html.screen import Screen

Show: TypeAlias = Callable[..., Screen]


# The event loop of sync Playwright counts as running on this thread until its module ends.
@pytest.fixture(scope="module")
def playwright(shared_chromium: SharedChromium) -> Iterator[Playwright]:
    with shared_chromium.playwright() as playwright:
        yield playwright


@pytest.fixture(scope="module")
def chromium(playwright: Playwright, shared_chromium: SharedChromium) -> Browser:
    return shared_chromium.browser(playwright)


@pytest.fixture(scope="module")
def context(chromium: Browser, shared_chromium: SharedChromium) -> Iterator[BrowserContext]:
    with shared_chromium.context(chromium) as context:
        yield context


@pytest.fixture(scope="module")
def loop() -> Iterator[LoopThread]:
    """An event loop for whole servers, beside the one of sync Playwright."""
    loop = LoopThread()
    yield loop
    loop.close()


@pytest.fixture(scope="module")
def spare(context: BrowserContext, shared_chromium: SharedChromium) -> list[Page]:
    """Tabs that no screen uses at the moment."""
    return shared_chromium.spare


@pytest.fixture
def screens(
    ui_server: DevServer, context: BrowserContext, spare: list[Page], tmp_path: Path
) -> Iterator[Callable[..., Screen]]:
    """Make sessions that have no app yet."""
    made: list[Screen] = []

    def make() -> Screen:
        screen = Screen(ui_server, context, tmp_path / f"ui{len(made)}", str(len(made) + 1), spare)
        made.append(screen)
        return screen

    yield make
    for screen in made:
        screen.close()
    assert [error for screen in made for error in screen.errors] == []


@pytest.fixture
def show(screens: Callable[..., Screen]) -> Show:
    """Show an app: its Lua, and its viewdefs by `Type.Namespace`."""

    def show(lua: str, viewdefs: Mapping[str, str], query: str = "") -> Screen:
        screen = screens()
        screen.write(lua, viewdefs)
        screen.open(query=query)
        return screen

    return show
