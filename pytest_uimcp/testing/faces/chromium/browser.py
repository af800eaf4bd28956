"""A tab of Chromium with the verbs of a page."""

from __future__ import annotations

import base64
import contextlib
import inspect
import re
import time
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol, Self, TypeVar

from pytest_uimcp.aria.explain import with_tree
from pytest_uimcp.aria.targets import Search, Target
from pytest_uimcp.aria.yaml import to_yaml
from pytest_uimcp.core.steps import StepLog, recorded
from pytest_uimcp.page import explain
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.accessible.tree import tree_of
from pytest_uimcp.page.dom.nodes import Document, Element
from pytest_uimcp.page.dom.selectors import CssSelectorError, selectors
from pytest_uimcp.page.dom.write import to_filled_html
from pytest_uimcp.page.errors import NotActionable, PageError
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.scope import PageScope
from pytest_uimcp.page.shoelace import install
from pytest_uimcp.page.sight import PageSight
from pytest_uimcp.page.site import linked_sheets
from pytest_uimcp.testing.faces.chromium.actions import ACTIONS, CALL, ENGINE, Action, BrowserTab, Covered, press_key
from pytest_uimcp.testing.faces.chromium.chromium import Chromium
from pytest_uimcp.testing.faces.chromium.finding import NUMBERS, BrowserSearch
from pytest_uimcp.testing.faces.chromium.mirror import Mirror
from pytest_uimcp.testing.faces.chromium.window import PATIENCE, BrowserWindow, ConsoleMessage, Notification, OpenTabs

if TYPE_CHECKING:
    from playwright.async_api import Locator
    from playwright.async_api import Page as PlaywrightPage


T = TypeVar("T")
_MAX_ROUNDS: Final = 10
_PATIENCE_SECONDS: Final = 1.0
# Of the pictures in a report: legible, and some ten kilobytes each.
_PICTURE_QUALITY: Final = 60
_PICTURE_SCALE: Final = 0.6
install()


class _Server(Protocol):
    @property
    def url(self) -> str: ...

    def rest(self) -> None: ...


class Browser(PageScope):
    """A tab of a real browser. Its verbs, targets and failures are those of the page without a browser.

    Every verb acts and then settles: the server has done and sent all that follows, and the page has drawn it. Elements
    may still appear later, by a timer of the page: `patience` is the number of seconds that a verb waits for them.
    """

    _actions: ClassVar[Mapping[str, Action]] = ACTIONS

    def __init__(
        self, chromium: Chromium, server: _Server, window: OpenTabs | None = None, *, story: StepLog | None = None
    ) -> None:
        self._page = self
        self._chromium = chromium
        self._server = server
        self._mirror = Mirror()
        self._seen: PageView | None = None
        self._tab: PlaywrightPage | None = None
        self._log = (story or getattr(server, "story", None) or StepLog()).for_tab(self)
        self._window = window or self._new_window()
        self._left: dict[str, Path] = {}
        self._expecting = False
        self.patience = _PATIENCE_SECONDS

    def __repr__(self) -> str:
        state = "open" if self.is_open else "not open"
        return f"{type(self).__name__}(tab {self._log.tab}, {state})"

    # Opening and closing

    def open(self) -> Self:
        """Show the app."""
        self._tab = self._run(self._window.tab(self._server.url))
        self.settle()
        return self

    @property
    def is_open(self) -> bool:
        """Whether there is a tab, regardless of what it shows."""
        return self._tab is not None

    def close(self) -> None:
        """Close the tab and those opened from it, with their browser context."""
        self._window.run(self._window.close())
        self._log.close_tab()

    def __enter__(self) -> Self:
        if self._tab is not None:
            return self
        return self.open()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @recorded("human")
    def new_tab(self) -> Browser:
        """Open the same session in another tab of the same browser."""
        return type(self)(self._chromium, self._server, self._window, story=self._log).open()

    @recorded("human")
    def reload(self) -> None:
        """Load the page again: unsent input is lost, the session's state is not."""
        self._act_on(self._playwright_page.reload(wait_until="domcontentloaded"))

    @property
    def clipboard(self) -> str:
        """The text on the clipboard, which Control+C and Control+X put there and Control+V pastes; it can be set."""
        self.settle()
        return str(self._run(self._use_clipboard("() => navigator.clipboard.readText()")))

    @clipboard.setter
    def clipboard(self, text: str) -> None:
        self._run(self._use_clipboard("(text) => navigator.clipboard.writeText(text)", text))

    # What only a browser has

    @property
    def notifications(self) -> list[Notification]:
        """The desktop notifications that the app raised so far, in all tabs."""
        self.settle()
        return list(self._window.notifications)

    @property
    def console(self) -> list[ConsoleMessage]:
        """What JavaScript wrote to the console so far, in all tabs."""
        self.settle()
        return list(self._window.console)

    @property
    def errors(self) -> list[str]:
        """The errors that JavaScript did not catch so far, in all tabs."""
        self.settle()
        return list(self._window.errors)

    def screenshot(self, path: str | Path | None = None, *, full_page: bool = False) -> bytes:
        """The page as a PNG picture, written to `path` if one is given."""
        self.settle()
        return self._run(self._picture(path, full_page))

    def playwright(self, fn: Callable[[PlaywrightPage], Any], timeout: float = 60.0) -> Any:
        """Return `fn(page)`, called with async Playwright's page in the browser's thread.

        `fn` is an async function, or a plain one that returns an awaitable or any other value.
        """
        self.settle()

        async def call() -> Any:
            result = fn(self._playwright_page)
            if inspect.isawaitable(result):
                return await result
            return result

        try:
            return self._run(call(), timeout)
        finally:
            self._seen = None

    # For reports of failed tests: nothing here waits

    def last_aria(self) -> str:
        """The current accessibility tree."""
        return to_yaml(tree_of(self.look(), self._root()))

    def shown(self) -> tuple[str, str]:
        """The current accessibility tree and HTML. The verbs read the page again after it."""
        try:
            return self.last_aria(), to_filled_html(self._root().children)
        finally:
            self._seen = None

    def small_picture(self) -> bytes:
        """What the window shows now, for reports: a small WebP picture, or nothing from a browser that makes none."""
        if not self._chromium.is_chromium:
            return b""
        return self._run(self._small_picture(), PATIENCE)

    def box_of(self, element: Element) -> list[float] | None:
        """Where an element is in the window: left, top, width and height, as parts of the window's size."""
        return self._run(self._box_of(self._mirror.number(element)), PATIENCE)

    @property
    def sheets(self) -> tuple[str, ...]:
        """The style sheets that the page is served with."""
        return linked_sheets(getattr(self._server, "html_dir", None))

    def evidence(self, folder: Path) -> dict[str, Path]:
        """Save a screenshot and Playwright's trace in a folder and return their paths. The trace ends there."""
        folder.mkdir(parents=True, exist_ok=True)
        for kind, name, take in (("screenshot", "screenshot.png", self._picture), ("trace", "trace.zip", self._trace)):
            path = _free(folder / name)
            # Errors of the browser must not hide the failure of the test.
            with contextlib.suppress(Exception):
                self._run(take(path), PATIENCE)
            if path.is_file():
                self._left[kind] = path
        return self.left

    @property
    def left(self) -> dict[str, Path]:
        """The saved evidence, by kind."""
        return dict(self._left)

    @property
    def window(self) -> OpenTabs:
        """The context of the tab, with its console, errors and notifications."""
        return self._window

    async def _use_clipboard(self, script: str, text: str = "") -> Any:
        from playwright.async_api import Error

        try:
            return await self._playwright_page.evaluate(script, text)
        except Error as error:
            if "not focused" not in str(error):
                raise
            message = (
                "the clipboard: Tab has led the focus out of the page, which may not use it then; click on it first"
            )
            raise PageError(message) from None

    async def _trace(self, path: Path) -> None:
        await self._window.trace(path)

    async def _box_of(self, number: int) -> list[float] | None:
        place = self._playwright_page.locator(f"{ENGINE}={number}")
        box = await place.bounding_box(timeout=PATIENCE * 1000)
        if box is None:
            return None
        width, height = await self._playwright_page.evaluate("() => [innerWidth, innerHeight]")
        parts = (box["x"] / width, box["y"] / height, box["width"] / width, box["height"] / height)
        return [round(part, 4) for part in parts]

    async def _small_picture(self) -> bytes:
        page = self._playwright_page
        devtools = await page.context.new_cdp_session(page)
        try:
            size = await page.evaluate("() => ({ x: scrollX, y: scrollY, width: innerWidth, height: innerHeight })")
            picture = await devtools.send(
                "Page.captureScreenshot",
                {"format": "webp", "quality": _PICTURE_QUALITY, "clip": {**size, "scale": _PICTURE_SCALE}},
            )
        finally:
            await devtools.detach()
        return base64.b64decode(picture["data"])

    async def _picture(self, path: str | Path | None, full_page: bool = False) -> bytes:
        return await self._playwright_page.screenshot(path=path, full_page=full_page)

    # What the verbs need (see `PageFace`)

    @property
    def step_log(self) -> StepLog:
        return self._log

    def settle(self) -> None:
        """Return when the server has no work left and the page has drawn all results."""
        self._seen = None
        for _ in range(_MAX_ROUNDS):
            # What the page does with a batch may ask the server for more, so this ends only when both are still.
            self._server.rest()
            if not self._run(self._probe("settle", PATIENCE * 1000)):
                break
        self._log.settled(self)

    def look(self) -> PageView:
        if self._seen is None:
            self._seen = self._mirror.take(self._run(self._probe("snapshotDocument")))
        return self._seen

    def expect(self, attempt: Callable[[], T]) -> T:
        """Return what `attempt` returns; it is retried whenever the page changes, for at most `patience` seconds."""
        # An attempt within an attempt: only the outermost waits.
        if self._expecting:
            return attempt()
        self._expecting = True
        end = time.monotonic() + self.patience
        try:
            while True:
                try:
                    return attempt()
                except PageError:
                    seconds_left = end - time.monotonic()
                    if seconds_left <= 0:
                        raise
                    self._run(self._probe("change", seconds_left * 1000))
        finally:
            self._expecting = False

    def do(self, verb: str, element: Element, *arguments: Any) -> None:
        look = self.look()
        description = explain.describe(look, element)
        tab = BrowserTab(self._playwright_page, self._mirror, look, self.patience)
        self._act_on(self._actions[verb](tab, element, *arguments), f"{verb}: {description}")

    def press_key(self, stroke: Stroke) -> None:
        self._act_on(press_key(self._playwright_page, stroke))

    def find_all(self, sight: PageSight, target: Target, search: Search) -> list[Element]:
        tab = BrowserTab(self._playwright_page, self._mirror, self.look(), self.patience)
        return BrowserSearch(sight, tab.at(sight.root), self._located, self._selected).matches(target, search)

    def _located(self, locator: Locator) -> list[Element]:
        """The elements of the copy that a locator of Playwright matches."""
        return self._elements(self._run(locator.evaluate_all(NUMBERS)))

    def _selected(self, root: Element, css: str) -> list[Element]:
        """The elements within one that match a selector, as the browser reads it."""
        self.look()
        numbers = self._run(self._probe("selected", self._mirror.number(root), css))
        if numbers is None:
            selectors(css)  # says what is wrong with it
            raise CssSelectorError(f"the selector {css!r} cannot be read by the browser")
        return self._elements(numbers)

    def _elements(self, numbers: list[int]) -> list[Element]:
        # What has come since the copy was made is found when the page has settled anew.
        return [element for number in numbers if (element := self._mirror.element(number)) is not None]

    def aria_of(self, element: Element) -> str:
        tab = BrowserTab(self._playwright_page, self._mirror, self.look(), self.patience)

        async def snapshot() -> str:
            return await tab.at(element).aria_snapshot()

        return self._run(snapshot())

    def has_focus(self, element: Element) -> bool:
        self.look()
        return bool(self._run(self._probe("hasFocus", self._mirror.number(element))))

    @property
    def document(self) -> Document:
        """The document as it was last read from the browser."""
        return self._mirror.document

    # Helpers

    def _root(self) -> Element:
        self.look()
        return self.document.body

    @property
    def _playwright_page(self) -> PlaywrightPage:
        if self._tab is None:
            raise PageError("the browser's tab is not open yet: call open() or use it in a with statement")
        return self._tab

    def _new_window(self) -> OpenTabs:
        return BrowserWindow(self._chromium, self._log.app_failed)

    def _failure(self) -> type[Exception]:
        """What the browser's own calls raise."""
        from playwright.async_api import Error

        return Error

    async def _probe(self, name: str, *arguments: Any) -> Any:
        page = self._playwright_page
        for _ in range(_MAX_ROUNDS):
            try:
                return await page.evaluate(CALL, [name, *arguments])
            except self._failure() as error:
                # The tab was going to another page, or to the same one again.
                if not _LOADING.search(str(error)):
                    raise
                await page.wait_for_load_state("domcontentloaded")
        raise PageError("the browser's tab goes from page to page and does not settle")

    def _act_on(self, work: Any, call: str = "") -> None:
        async def awaited() -> None:
            await work

        try:
            self._run(awaited())
        except (Covered, self._failure()) as error:
            raise NotActionable(with_tree(_refusal(call, str(error)), PageSight(self.look(), self._root()))) from None
        finally:
            self._seen = None
        self.settle()

    def _run(self, work: Coroutine[Any, Any, T], timeout: float = 60.0) -> T:
        return self._window.run(work, timeout)


_LOADING: Final = re.compile(r"Execution context was destroyed|because of a navigation|Cannot find context")
_COVERED: Final = re.compile(r"(<.+> (?:from <.+> subtree )?intercepts pointer events)")


def _refusal(call: str, message: str) -> str:
    """Playwright's message in one line: the reason, if its log has one."""
    covered = _COVERED.findall(message)
    reason = next(reversed(covered), message.strip().split("\n")[0])
    if call:
        return f"{call} is there, but {reason}"
    return reason


def _free(path: Path) -> Path:
    """The path, with a number appended if it exists."""
    number = 2
    free = path
    while free.exists():
        free = path.with_stem(f"{path.stem}-{number}")
        number += 1
    return free
