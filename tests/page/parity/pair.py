"""One app in two sessions, one shown by the page and one by Chromium; every step is done to both and compared.

The page finds the element of a step, and Chromium acts on the element at the same position: this suite compares the
effects, and the names by which elements are found are compared with the accessibility tree.
"""

from __future__ import annotations

import difflib
import pprint
import time
from collections.abc import Callable
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

PATIENCE = patience.SECONDS


class Pair:
    """Both faces, in step."""

    def __init__(self, app: App, server: DevServer, context: BrowserContext, spare: list[Tab], directory: Path) -> None:
        for name in ("page", "chromium"):
            (directory / name).mkdir(parents=True)
            app.write(directory / name)
        self._closed = False
        self.sessions = [Session(directory / name, output=MemoryOutput()) for name in ("page", "chromium")]
        for session in self.sessions:
            session.open()
            session.display(app.name)
        self.page = Page(self.sessions[0]).open()
        self.chromium = Chromium(self.sessions[1], server, context, spare)
        self.compare("open")

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self.page.close()
        self.chromium.close()
        for session in self.sessions:
            session.close()

    def run(self, lua: str) -> None:
        for session in self.sessions:
            session.eval(lua)
        self.compare(f"run({lua!r})")

    def upload_viewdef(self, kind: str, namespace: str, body: str) -> None:
        for session in self.sessions:
            session.upload_viewdef(kind, namespace, f"<template>{body}</template>")
        self.compare(f"upload_viewdef({kind!r})")

    def click(self, target: str | None = None, **where: Any) -> None:
        self._do("click", target, where, lambda place: self.chromium.click(place))

    def fill(self, target: str | None, value: str, **where: Any) -> None:
        self._do("fill", target, where, lambda place: self.chromium.fill(place, value), value)

    def check(self, target: str, **where: Any) -> None:
        self._do("check", target, where, lambda place: self.chromium.check(place, True))

    def uncheck(self, target: str, **where: Any) -> None:
        self._do("uncheck", target, where, lambda place: self.chromium.check(place, False))

    def choose(self, target: str, option: str, **where: Any) -> None:
        self._do("choose", target, where, lambda place: self.chromium.choose(place, option), option)

    def focus(self, target: str | None = None, **where: Any) -> None:
        self._do("focus", target, where, lambda place: self.chromium.focus(place))

    def press(self, key: str) -> None:
        self.page.press(key)
        self.chromium.press(key)
        self.compare(f"press({key!r})")

    def _do(
        self, verb: str, target: str | None, where: dict[str, Any], other: Callable[[state.Place], None], *more: str
    ) -> None:
        place = state.place_of(self.page, verb, target, where)
        getattr(self.page, verb)(target, *more, **where)
        other(place)
        self.compare(f"{verb}({target!r}{''.join(f', {one!r}' for one in more)})")

    def compare(self, step: str) -> None:
        """Fail if the faces differ in anything that a user or a test could notice."""
        ours, theirs = state.of_page(self.page), self.chromium.state()
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
