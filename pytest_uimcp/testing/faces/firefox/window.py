"""A test's part of Firefox: a user context with its tabs, and their console, errors and notifications."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.parse import urlsplit

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.testing.faces.chromium.window import OpenTabs
from pytest_uimcp.testing.faces.firefox.bidi import Bidi
from pytest_uimcp.testing.faces.firefox.firefox import Firefox
from pytest_uimcp.testing.faces.firefox.page import BidiPage

CHANNEL: Final = "uimcp"
EVENTS: Final = ["log.entryAdded", "script.message"]
# As large as Playwright's, so that layouts are the same on both faces.
VIEWPORT: Final = {"width": 1280, "height": 720}


@dataclass(frozen=True, slots=True)
class _Entry:
    """A message of the console, in the shape of Playwright's."""

    type: str
    text: str
    args: list[Any]
    location: dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Thrown:
    """An error that JavaScript did not catch, in the shape of Playwright's."""

    stack: str


@cache
def _preload() -> str:
    probe = (files("pytest_uimcp.testing.faces.chromium") / "probe.js").read_text(encoding="utf-8")
    hands = (files("pytest_uimcp.testing.faces.firefox") / "hands.js").read_text(encoding="utf-8")
    return f"(tell) => {{ window.uimcpNotified = async (it) => tell(JSON.stringify(it));\n{probe}\n{hands} }}"


class FirefoxWindow(OpenTabs):
    """A user context, removed after the test."""

    def __init__(
        self, firefox: Firefox, app_failed: Callable[[UimcpError, str], None] = lambda error, doing: None
    ) -> None:
        super().__init__(firefox, app_failed)
        self._firefox = firefox
        self._bidi: Bidi | None = None
        self._user = ""
        self._tabs: set[str] = set()
        # What tests upload is read from here whenever the page asks for it.
        self._uploads: TemporaryDirectory[str] | None = None

    async def tab(self, url: str) -> Any:
        is_first = self._bidi is None
        bidi = await self._opened_for(url)
        page = BidiPage(bidi, await self._firefox.new_tab(self._user), self._folder)
        self._tabs.add(page.tab)
        await bidi.command("browsingContext.setViewport", context=page.tab, viewport=VIEWPORT)
        await page.goto(url)
        if is_first:  # the clipboard is that of the whole browser, which tests share
            await page.evaluate("navigator.clipboard?.writeText('')")
        return page

    async def _opened_for(self, url: str) -> Bidi:
        if self._bidi is not None:
            return self._bidi
        bidi = await self._firefox.browser()
        self._user = (await bidi.command("browser.createUserContext"))["userContext"]
        self._bidi = bidi
        bidi.listen(self._happened)
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(url))
        await bidi.command(
            "permissions.setPermission",
            descriptor={"name": "notifications"}, state="granted", origin=origin, userContext=self._user,
        )  # fmt: skip
        await bidi.command("session.subscribe", events=EVENTS, userContexts=[self._user])
        await bidi.command(
            "script.addPreloadScript",
            functionDeclaration=_preload(),
            arguments=[{"type": "channel", "value": {"channel": CHANNEL}}],
            userContexts=[self._user],
        )
        return bidi

    def _happened(self, event: str, what: dict[str, Any]) -> None:
        if what.get("source", {}).get("context") not in self._tabs:
            return
        if event == "script.message":
            self._notified(json.loads(what["data"]["value"]))
        elif what["type"] == "console":
            self._wrote(_entry(what))
        elif what["level"] == "error":
            self._threw(_Thrown("\n    at ".join([what["text"], *_frames(what)])))

    def _folder(self) -> str:
        if self._uploads is None:
            self._uploads = TemporaryDirectory(prefix="uimcp-uploads-", ignore_cleanup_errors=True)
        return self._uploads.name

    async def close(self) -> None:
        if self._uploads is not None:
            self._uploads.cleanup()
            self._uploads = None
        bidi = self._bidi
        self._bidi = None
        if bidi is None:
            return
        bidi.forget(self._happened)
        # A browser that has crashed or been interrupted has nothing left to close.
        with contextlib.suppress(Exception):
            await bidi.command("browser.removeUserContext", userContext=self._user)


def _entry(what: dict[str, Any]) -> _Entry:
    frames = (what.get("stackTrace") or {}).get("callFrames") or [{}]
    kind = {"warn": "warning"}.get(what["method"], what["method"])
    location = {"url": frames[0].get("url", ""), "lineNumber": frames[0].get("lineNumber", 0)}
    return _Entry(kind, what["text"] or "", what.get("args", []), location)


def _frames(what: dict[str, Any]) -> list[str]:
    frames = (what.get("stackTrace") or {}).get("callFrames", [])
    return [
        f"{frame['functionName']} ({frame['url']}:{frame['lineNumber'] + 1}:{frame['columnNumber'] + 1})"
        for frame in frames
    ]
