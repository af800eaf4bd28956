"""Firefox, which shows apps written in a test."""

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
from pytest_uimcp.testing.faces.firefox import FirefoxTab
from pytest_uimcp.testing.faces.firefox.firefox import Firefox
from pytest_uimcp.testing.faces.firefox.page import BidiPage
from pytest_uimcp.testing.faces.firefox.window import FirefoxWindow
from tests.html.devserver import DevServer
from tests.page.conftest import LUA
from tests.page.parity.app import App


class ShownInFirefox(FirefoxTab):
    """A tab with its session, for `run`."""

    session: Session

    def run(self, lua: str) -> object:
        data = self.session.eval(lua).data
        self.settle()
        return data


@pytest.fixture(scope="session")
def firefox() -> Iterator[Firefox]:
    firefox = Firefox()
    yield firefox
    firefox.close()


class OneTab(FirefoxWindow):
    """A window whose first tab is that of the test before: another page in it costs a fifth of another tab."""

    def __init__(self, firefox: Firefox) -> None:
        super().__init__(firefox)
        self._first: BidiPage | None = None
        self.is_used = False
        self.others: list[BidiPage] = []

    async def tab(self, url: str) -> BidiPage:
        if self._first is None:
            self._first = await super().tab(url)
        elif self.is_used:
            self.others.append(await super().tab(url))
            return self.others[-1]
        else:
            await self._first.goto(url)
        self.is_used = True
        return self._first

    async def rest(self) -> None:
        """Leave nothing for the next test."""
        while self.others:
            await self.others.pop().close()
        if self._first is not None:
            await self._first.evaluate("navigator.clipboard.writeText('')")
            await self._first.goto("about:blank")
        self.is_used = False


@pytest.fixture(scope="session")
def window(firefox: Firefox) -> Iterator[OneTab]:
    window = OneTab(firefox)
    yield window
    window.run(window.close())


@pytest.fixture
def show(
    firefox: Firefox, window: OneTab, ui_server: DevServer, tmp_path: Path
) -> Iterator[Callable[..., ShownInFirefox]]:
    """`show` of tests/page/conftest.py, in a tab of Firefox."""
    with ExitStack() as stack:

        def show(body: str = "", *, lua: str = "", app: str | None = None, **viewdefs: str) -> ShownInFirefox:
            found = {key.replace("__", ".").replace("_", "-"): text for key, text in viewdefs.items()}
            what = App(app) if app else App("t", LUA + lua, {"T.DEFAULT": body, **found})
            what.write(tmp_path)
            session = stack.enter_context(Session(tmp_path, output=MemoryOutput(), clock=VirtualClock()))
            session.display(what.name)
            served: Any = SimpleNamespace(url=ui_server.add(session), rest=session.settle)
            tab = ShownInFirefox(firefox, served, window)
            tab.session, tab.patience = session, 0
            tab.open()
            return tab

        stack.callback(lambda: window.run(window.rest()))
        yield show


@pytest.fixture
def both(show: Callable[..., ShownInFirefox]) -> Callable[..., ShownInFirefox]:
    """The same under the name that it has in the tests of both other faces."""
    return show


@pytest.fixture
def chromium_show(show: Callable[..., ShownInFirefox]) -> Callable[..., ShownInFirefox]:
    """The same under the name that it has in the tests of Chromium."""
    return show
