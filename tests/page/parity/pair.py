"""One app in two sessions, one shown by the page and one by Chromium; every step is done to both and compared.

The page finds the element of a step, and Chromium acts on the element at the same position: this suite compares the
effects, and the names by which elements are found are compared with the accessibility tree.

The page comes first. What Chromium is to do waits until the test is over, or asks for Chromium itself; if it was seen
to do exactly this before (record.py), it need not do it again.
"""

from __future__ import annotations

import difflib
import pprint
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext
from playwright.sync_api import Page as Tab

from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.session import Session
from pytest_uimcp.page.page import Page
from tests import patience
from tests.html.devserver import DevServer
from tests.page.parity import state
from tests.page.parity.app import App
from tests.page.parity.chromium import Chromium
from tests.page.parity.record import Digest, is_seen

PATIENCE = patience.SECONDS


class Pair:
    """Both faces, in step."""

    def __init__(self, app: App, server: DevServer, context: BrowserContext, spare: list[Tab], directory: Path) -> None:
        self._app = app
        self._directory = directory
        self._open_tab = partial(Chromium, server=server, context=context, spare=spare)
        self._closed = False
        self._waiting: list[Callable[[], object]] = []
        """What Chromium has not done yet."""
        self._digest = Digest(app)
        self._sessions = [self._start("page")]
        self._chromium: Chromium | None = None
        self.page = Page(self._sessions[0]).open()
        self.compare("open")

    @property
    def sessions(self) -> list[Session]:
        """That of the page, and that of Chromium."""
        self._catch_up()
        return self._sessions

    @property
    def chromium(self) -> Chromium:
        self._catch_up()
        assert self._chromium is not None
        return self._chromium

    @chromium.setter
    def chromium(self, other: Chromium) -> None:
        self._chromium = other

    def in_turn(self) -> Pair:
        """From now on Chromium does each step right after the page: for apps that keep something outside of them."""
        self._catch_up()
        return self

    def finish(self) -> str:
        """Have Chromium do what it has not been seen to do before; the digest of a story that it has now done."""
        if self._chromium is None and is_seen(self._digest):
            return ""
        self._catch_up()
        # Where the faces differed, the rest still waits.
        return "" if self._waiting else str(self._digest)

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self.page.close()
        if self._chromium is not None:
            self._chromium.close()
        for session in self._sessions:
            session.close()

    def run(self, lua: str) -> None:
        self._sessions[0].eval(lua)
        self._later(lambda: self._sessions[1].eval(lua))
        self.compare(f"run({lua!r})")

    def read(self, lua: str) -> Any:
        """The value of an expression, which must be the same behind both faces."""
        ours = self._sessions[0].eval(f"return {lua}").data
        self._digest.add(lua, ours)

        def compare() -> None:
            assert self._sessions[1].eval(f"return {lua}").data == ours, f"{lua} is {ours!r} behind the page"

        self._later(compare)
        return ours

    def upload_viewdef(self, kind: str, namespace: str, body: str) -> None:
        markup = f"<template>{body}</template>"
        self._sessions[0].upload_viewdef(kind, namespace, markup)
        self._later(lambda: self._sessions[1].upload_viewdef(kind, namespace, markup))
        self.compare(f"upload_viewdef({kind!r}, {namespace!r}, {body!r})")

    def click(self, target: str | None = None, **where: Any) -> None:
        self._do("click", target, where, lambda tab, place: tab.click(place))

    def fill(self, target: str | None, value: str, **where: Any) -> None:
        self._do("fill", target, where, lambda tab, place: tab.fill(place, value), value)

    def check(self, target: str, **where: Any) -> None:
        self._do("check", target, where, lambda tab, place: tab.check(place, True))

    def uncheck(self, target: str, **where: Any) -> None:
        self._do("uncheck", target, where, lambda tab, place: tab.check(place, False))

    def choose(self, target: str, option: str, **where: Any) -> None:
        self._do("choose", target, where, lambda tab, place: tab.choose(place, option), option)

    def focus(self, target: str | None = None, **where: Any) -> None:
        self._do("focus", target, where, lambda tab, place: tab.focus(place))

    def press(self, *keys: str) -> None:
        """Press one key after the other, and compare the results of all at once."""
        for key in keys:
            self.page.press(key)
            self._later(partial(self._press, key))
        self.compare(f"press({', '.join(map(repr, keys))})")

    def compare(self, step: str) -> None:
        """Fail if the faces differ in anything that a user or a test could notice."""
        ours = state.of_page(self.page)
        self._digest.add(step, ours)
        self._later(partial(self._compare, step, ours))

    def _press(self, key: str) -> None:
        self.chromium.press(key)

    def _do(
        self,
        verb: str,
        target: str | None,
        where: dict[str, Any],
        other: Callable[[Chromium, state.Place], None],
        *more: str,
    ) -> None:
        place = state.place_of(self.page, verb, target, where)
        getattr(self.page, verb)(target, *more, **where)
        self._later(lambda: other(self.chromium, place))
        self.compare(f"{verb}({target!r}{''.join(f', {one!r}' for one in (*more, *where.items()))})")

    def _later(self, act: Callable[[], object]) -> None:
        """Let Chromium do this: now, if it is there already."""
        if self._chromium is not None:
            act()
        else:
            self._waiting.append(act)

    def _catch_up(self) -> None:
        if self._chromium is None:
            self._sessions.append(self._start("chromium"))
            self._chromium = self._open_tab(self._sessions[1])
            for act in self._waiting:
                act()
            self._waiting.clear()

    def _start(self, name: str) -> Session:
        directory = self._directory / name
        directory.mkdir(parents=True)
        self._app.write(directory)
        session = Session(directory, output=MemoryOutput())
        session.open()
        session.display(self._app.name)
        return session

    def _compare(self, step: str, ours: state.State) -> None:
        theirs = self.chromium.state()
        # The page is synchronous; a browser draws the results of several answers some time later.
        end = time.monotonic() + PATIENCE
        while any(ours[part] != theirs[part] for part in ours) and time.monotonic() < end:
            theirs = self.chromium.state()
        for part in ours:
            if ours[part] != theirs[part]:
                differences = "\n".join(difflib.ndiff(lines(theirs[part]), lines(ours[part])))
                pytest.fail(f"after {step}: {part} differ, - Chromium, + page\n{differences}", pytrace=False)


def lines(part: object) -> list[str]:
    return part.split("\n") if isinstance(part, str) else pprint.pformat(part, width=110).split("\n")
