"""The stage in Chromium: our own face of Chromium with our real server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pytest_uimcp.engine.session import Session
from pytest_uimcp.page.shoelace.elements import ELEMENTS
from pytest_uimcp.server.harness.server import Server
from pytest_uimcp.testing.faces.chromium import Browser
from pytest_uimcp.testing.faces.chromium.chromium import BrowserOptions, Chromium
from pytest_uimcp.testing.harness.loop import LoopThread
from tests.page.inside import at_once
from tests.page.matrix.family import Case
from tests.page.matrix.stage import APP, PAUSE, play

__all__ = ["ChromiumStage", "browsers", "own_browser"]

FOCUS = """() => {
  const app = document.querySelector('[ui-app]');
  const focused = document.activeElement;
  if (!focused || !app.contains(focused)) return '';
  return `${focused.localName}#${[...app.querySelectorAll(focused.localName)].indexOf(focused)}`;
}"""
# A drawer that is removed while it is open keeps Tab for itself: the next case needs a new page.
REST = "() => { document.activeElement?.blur(); return !!document.querySelector('sl-drawer'); }"
# A page heeds `autofocus` once. Cases are shown one after the other: to all of them it comes too late.
LATE = """async () => {
  const field = document.createElement('input');
  field.autofocus = true;
  document.body.append(field);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  field.remove();
}"""
# What the steps of a person would have cost in any case: a missing element is missing at once.
PATIENCE = 0.25
REACH = 1.5


class ChromiumStage:
    """A tab of Chromium."""

    def __init__(self, server: Server, page: Browser, slowness: float) -> None:
        self._server = server
        self.page = page
        page.patience = PATIENCE * slowness

    @property
    def session(self) -> Session:
        return self._server.session

    def clear(self) -> None:
        async def rest(page: Any) -> bool:
            await page.mouse.move(1279, 719)
            return bool(await page.evaluate(REST))

        async def begin(page: Any) -> None:
            # The click brings the window's focus back to the page, which Tab may have led to the browser's controls.
            await page.mouse.click(1279, 719)
            # Whether the focus is drawn depends on what was used last: the keyboard, as in a new page.
            await page.keyboard.press("Shift")

        has_traps = at_once(self.page, rest)
        self.session.eval(PAUSE)
        self.page.settle()
        if has_traps:
            self.page.reload()
            self.late()
        at_once(self.page, begin)
        # A page that has no focus, because Tab led out of it, may not write to the clipboard.
        self.page.clipboard = ""

    def late(self) -> None:
        """Let the page be one that had the focus."""

        async def late(page: Any) -> None:
            await page.evaluate(LATE)

        at_once(self.page, late)

    def look(self) -> tuple[str, str]:
        async def look(page: Any) -> tuple[str, str]:
            return await page.locator("[ui-app]").aria_snapshot(), await page.evaluate(FOCUS)

        # Not by `playwright()`, which would settle once more.
        found: tuple[str, str] = at_once(self.page, look)
        return found


@contextmanager
def browsers(directory: Path, chromium: Chromium, slowness: float = 1.0) -> Iterator[ChromiumStage]:
    """A stage in Chromium, with all of Shoelace loaded; a busy machine's needs more time for what is there."""
    APP.write(directory)
    loop = LoopThread("matrix")
    server = Server(loop, directory)
    try:
        server.configure()
        server.start()
        server.display("matrix")
        with Browser(chromium, server) as page:
            # A trace of thousands of steps would take most of the time.
            page.playwright(lambda tab: tab.context.tracing.stop())
            # Nothing that is out of sight comes into it later.
            page.playwright(lambda tab: tab.set_default_timeout(REACH * slowness * 1000))
            stage = ChromiumStage(server, page, slowness)
            stage.late()
            everything = "".join(f"<{tag}></{tag}>" for tag in ELEMENTS)
            for _ in play(stage, Case("", "", "", everything, "", ())):
                pass
            stage.session.eval(PAUSE)
            yield stage
    finally:
        server.close()
        loop.close()


@contextmanager
def own_browser(directory: Path) -> Iterator[ChromiumStage]:
    """The same in a browser that ends with it."""
    chromium = Chromium(BrowserOptions())
    try:
        with browsers(directory, chromium) as stage:
            yield stage
    finally:
        chromium.close()
