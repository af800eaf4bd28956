"""Plays a view on both faces, through the doors of the fixtures, and compares them after each step."""

from __future__ import annotations

import difflib
import pprint
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pytest_uimcp import Browser, NotModelled, Page, Server
from pytest_uimcp.testing.faces.chromium.chromium import BrowserOptions, Chromium
from pytest_uimcp.testing.harness.loop import LoopThread
from tests.page.authors.view_files import Step, View
from tests.page.parity.chromium import STATE
from tests.page.parity.state import app_of, value_of

__all__ = ["Result", "Stage", "stage"]

FACES = ("page", "chromium")
# How long a browser may take to draw what nobody waits for.
PATIENCE = 1.5
# How long a verb of the browser tries: nothing in these views comes later.
TRY_SECONDS = 0.5
# And how long Playwright waits for an element outside of the window, which nothing in these views moves into it.
ACT_SECONDS = 4


@dataclass(frozen=True)
class Result:
    """How a view ended: `equal`, `refused` or `different`, at which step, and why."""

    view: str
    kind: str
    step: int = 0
    said: str = ""
    parts: tuple[str, ...] = ()
    """What differs: outcome, text, aria, values, state, errors."""
    details: str = ""
    failed: list[str] = field(default_factory=list)
    """Steps that failed on both faces alike."""


class Stage:
    """A warm browser, for many views."""

    def __init__(self, directory: Path, loop: LoopThread, chromium: Chromium) -> None:
        self._directory, self._loop, self._chromium = directory, loop, chromium

    def play(self, view: View) -> Result:
        """Show the app on both faces, do the steps, and compare; ends at the first difference or refusal."""
        with ExitStack() as stack:
            servers = [stack.enter_context(self._server(view, face)) for face in FACES]
            failed: list[str] = []
            number, said = 0, "open"
            try:
                page = stack.enter_context(Page(servers[0], exact=True))
            except NotModelled as refused:
                return Result(view.name, "refused", 0, "open", details=str(refused))
            browser = stack.enter_context(Browser(self._chromium, servers[1]))
            browser.patience = TRY_SECONDS
            browser.playwright(_prepare)
            for number, step in enumerate([None, *view.steps]):
                said = str(step or "open")
                if step is not None:
                    theirs, ours = (_outcome(face, servers[i], step) for face, i in ((browser, 1), (page, 0)))
                    if ours.startswith(NotModelled.__name__):
                        return Result(view.name, "refused", number, said, details=ours, failed=failed)
                    if _kind(ours) != _kind(theirs):
                        details = f"- {theirs or 'done'}\n+ {ours or 'done'}"
                        return Result(view.name, "different", number, said, ("outcome",), details, failed)
                    if ours:
                        failed.append(f"{number} {said}: {ours}")
                try:
                    state = _page_state(page, servers[0])
                except NotModelled as refused:
                    return Result(view.name, "refused", number, said, details=str(refused), failed=failed)
                parts, details = _compare(state, browser, servers[1])
                if parts:
                    return Result(view.name, "different", number, said, parts, details, failed)
            return Result(view.name, "equal", number, said, failed=failed)

    @contextmanager
    def _server(self, view: View, face: str) -> Iterator[Server]:
        directory = self._directory / view.name / face
        view.write(directory)
        server = Server(self._loop, directory, lua_errors="collect")
        try:
            server.configure()
            server.start()
            server.display(view.app)
            yield server
        finally:
            server.close()


async def _prepare(tab: Any) -> None:
    tab.set_default_timeout(ACT_SECONDS * 1000)
    await tab.context.tracing.stop()


def _outcome(face: Page | Browser, server: Server, step: Step) -> str:
    """What a face says instead of doing a step; empty if it does it."""
    try:
        if step.verb == "agent":
            server.run(*step.arguments)
        elif step.verb == "type":
            for character in step.arguments[0]:
                face.press(character)
        else:
            getattr(face, step.verb)(*step.arguments, **step.keywords)
    except Exception as failed:  # noqa: BLE001 -- a bug in one face is a difference
        return f"{type(failed).__name__}: {failed}"
    return ""


def _kind(error: str) -> str:
    return error.split(":")[0]


def _page_state(page: Page, server: Server) -> dict[str, Any]:
    page.settle()
    values = [value for element in app_of(page).descendants() if (value := value_of(element)) is not None]
    return _state(page, server, values)


def _browser_state(browser: Browser, server: Server) -> dict[str, Any]:
    browser.settle()
    return _state(browser, server, browser.playwright(lambda tab: tab.evaluate(STATE))["values"])


def _state(face: Page | Browser, server: Server, values: Any) -> dict[str, Any]:
    return {
        "text": face.text(),
        "aria": face.aria(),
        "values": values,
        "state": server.state(),
        "errors": [str(error) for error in server.errors],
    }


def _compare(ours: dict[str, Any], browser: Browser, server: Server) -> tuple[tuple[str, ...], str]:
    """The parts that differ, and how; empty if none does."""
    end = time.monotonic() + PATIENCE
    while True:
        theirs = _browser_state(browser, server)
        parts = tuple(part for part in ours if ours[part] != theirs[part])
        if not parts or time.monotonic() > end:
            break
    found = []
    for part in parts:
        lines = difflib.unified_diff(_lines(theirs[part]), _lines(ours[part]), lineterm="", n=2)
        found.append(f"{part}: - Chromium, + page\n" + "\n".join(list(lines)[2:]))
    return parts, "\n".join(found)


def _lines(part: object) -> list[str]:
    if isinstance(part, str):
        return part.split("\n")
    return pprint.pformat(part, width=110).split("\n")


@contextmanager
def stage(directory: Path) -> Iterator[Stage]:
    """A browser and a loop, closed at the end."""
    loop = LoopThread("authors")
    chromium = Chromium(BrowserOptions())
    try:
        yield Stage(directory, loop, chromium)
    finally:
        chromium.close()
        loop.close()
