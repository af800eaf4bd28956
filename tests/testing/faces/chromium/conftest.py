"""Chromium, which shows apps written in a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_uimcp.core.clock import VirtualClock
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.session import Session
from pytest_uimcp.testing.faces.chromium import Browser
from pytest_uimcp.testing.faces.chromium.chromium import Chromium
from pytest_uimcp.testing.faces.chromium.window import BrowserWindow
from tests.html.devserver import DevServer
from tests.page.conftest import LUA, clock  # noqa: F401 -- a fixture
from tests.page.conftest import show as page_show  # noqa: F401 -- a fixture
from tests.page.parity.app import App


class Shown(Browser):
    """A tab with its session, for `run`."""

    session: Session

    def run(self, lua: str) -> object:
        data = self.session.eval(lua).data
        self.settle()
        return data


@pytest.fixture(scope="session")
def chromium(face_chromium: Chromium) -> Chromium:
    return face_chromium


class Kept(BrowserWindow):
    """A window whose first tab is used again: another tab, and a trace that nobody reads, take most of the time."""

    spare: Any = None

    async def tab(self, url: str) -> Any:
        page, self.spare = self.spare, None
        if page is not None:
            await page.goto(url, wait_until="domcontentloaded")
            return page
        page = await super().tab(url)
        if self._tracing:
            await page.context.tracing.stop()
            self._tracing = False
        return page

    async def leave(self, page: Any) -> None:
        if self.spare is not None or page.is_closed():
            await page.close()
        else:
            await page.mouse.move(0, 0)
            self.spare = page


@pytest.fixture(scope="module")
def window(chromium: Chromium) -> Iterator[Kept]:
    """One context: opening tabs in it is faster than opening contexts."""
    window = Kept(chromium)
    yield window
    window.run(window.close())


@pytest.fixture
def chromium_show(
    chromium: Chromium,
    window: Kept,
    ui_server: DevServer,
    tmp_path: Path,
) -> Iterator[Callable[..., Shown]]:
    """`show` of tests/page/conftest.py, in a tab of Chromium."""
    with ExitStack() as stack:

        def show(body: str = "", *, lua: str = "", app: str | None = None, **viewdefs: str) -> Shown:
            found = {key.replace("__", ".").replace("_", "-"): text for key, text in viewdefs.items()}
            what = App(app) if app else App("t", LUA + lua, {"T.DEFAULT": body, **found})
            what.write(tmp_path)
            session = stack.enter_context(Session(tmp_path, output=MemoryOutput(), clock=VirtualClock()))
            session.display(what.name)
            served: Any = SimpleNamespace(url=ui_server.add(session), rest=session.settle)
            browser = Shown(chromium, served, window)
            browser.session, browser.patience = session, 0
            browser.open()
            stack.callback(browser.playwright, window.leave)
            return browser

        yield show


@pytest.fixture(params=["chromium"])
def show(request: pytest.FixtureRequest, chromium_show: Callable[..., Shown]) -> Callable[..., Shown]:
    """The same under the name that it has there."""
    return chromium_show


@pytest.fixture(params=["page", "chromium"])
def face(request: pytest.FixtureRequest) -> str:
    """The face of a story."""
    return str(request.param)


@pytest.fixture
def both(request: pytest.FixtureRequest, face: str) -> Callable[..., Any]:
    """`show`, on each face in turn."""
    show: Callable[..., Any] = request.getfixturevalue("page_show" if face == "page" else "chromium_show")
    return show
