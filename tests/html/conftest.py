"""A real browser, a server for it, and apps to show."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from pytest_uimcp.testing.faces.chromium.locate import NAMES
from pytest_uimcp.testing.harness.loop import LoopThread
from tests.html.devserver import DevServer
from tests.html.screen import Screen

Show: TypeAlias = Callable[..., Screen]

# Quiet on a closed network; `--expose-gc` for tests that measure memory.
ARGUMENTS = (
    "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--js-flags=--expose-gc",
)  # fmt: skip


def chromium_path() -> str:
    """Return the system's Chromium; without one a browser test fails and says what to install."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    pytest.fail("no Chromium found; install it as root: apt-get update && apt-get install -y chromium", pytrace=False)


# Sync Playwright keeps an event loop on this thread, and async tests fail while it does: it must not outlive
# its module.
@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="module")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context()
    yield context
    context.close()


@pytest.fixture(scope="module")
def loop() -> Iterator[LoopThread]:
    """An event loop for whole servers, beside the one of sync Playwright."""
    loop = LoopThread()
    yield loop
    loop.close()


@pytest.fixture(scope="module")
def ui_server() -> Iterator[DevServer]:
    """The server that serves sessions to the browser; any with the same surface would do."""
    server = DevServer()
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def spare() -> list[Page]:
    """Tabs that no screen uses at the moment."""
    return []


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
