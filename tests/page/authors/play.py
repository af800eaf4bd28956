"""Plays a view on a face through the doors of the fixtures, and notes what can be seen after each step."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pytest_uimcp import Browser, NotModelled, Page, Server
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.layout.boxes import Boxes
from pytest_uimcp.testing.faces.chromium.chromium import BrowserOptions, Chromium
from pytest_uimcp.testing.faces.firefox import FirefoxTab
from pytest_uimcp.testing.faces.firefox.firefox import Firefox
from pytest_uimcp.testing.harness.loop import LoopThread
from tests.page.authors.view_files import Step, View
from tests.page.parity.chromium import STATE
from tests.page.parity.state import app_of, value_of

FACES: Final = ("page", "chromium", "firefox")
PARTS: Final = ("outcome", "text", "aria", "values", "state", "errors")
# How long a browser may take to draw what nobody waits for.
PATIENCE = 1.5
# How long it must have stayed the same where it is not known what to wait for.
PAUSE = 0.2
# How long a verb of the browser tries: nothing in these views comes later.
TRY_SECONDS = 0.5
# And how long Playwright waits for an element outside of the window, which nothing in these views moves into it.
ACT_SECONDS = 4
VALUES = f"() => ({STATE})().values"
# Where every element of the app is drawn on the page, by its place among the elements around it.
BOXES = """() => {
  const boxes = {};
  const visit = (element, place, x, y) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    if (element.checkVisibility()) boxes[place] = [left + x, top + y, width, height];
    // As if nothing in it were scrolled.
    const [right, down] = [x + element.scrollLeft, y + element.scrollTop];
    [...element.children].forEach((child, index) => visit(child, `${place}/${index}`, right, down));
  };
  visit(document.querySelector('[ui-app]'), '', scrollX, scrollY);
  return boxes;
}"""


@dataclass(frozen=True)
class Moment:
    """What a face says to a step, and what it shows then."""

    said: str
    seen: dict[str, Any]
    """By part, see PARTS; `refused` alone if the page does not know."""
    boxes: dict[str, list[float]]
    """In browsers: where elements are."""

    @property
    def refusal(self) -> str:
        return str(self.seen.get("refused", ""))


# Called after each step on the page.
Look = Callable[[int, Page], None]


class Stage:
    """Warm browsers, for many views."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._loop = LoopThread("authors")
        self._chromium = Chromium(BrowserOptions())
        self._firefox = Firefox()
        self._count = 0

    def close(self) -> None:
        self._firefox.close()
        self._chromium.close()
        self._loop.close()

    def play_page(self, view: View, look: Look | None = None) -> list[Moment]:
        """All moments on the page, which end where it refuses."""
        moments: list[Moment] = []
        with self._server(view) as server, ExitStack() as stack:
            try:
                page = stack.enter_context(Page(server, exact=True))
            except NotModelled as refusal:
                return [Moment("open", {"refused": str(refusal)}, {})]
            for number, step in enumerate([None, *view.steps]):
                seen = _seen_on_page(page, server, step)
                moments.append(Moment(str(step or "open"), seen, {}))
                if "refused" in seen:
                    break
                if look is not None:
                    look(number, page)
        return moments

    def play_browser(self, face: str, view: View, expected: Sequence[Moment]) -> list[Moment]:
        """All moments in a browser. As long as it shows what is expected, nothing else needs to be waited for."""
        moments: list[Moment] = []
        is_expected = True
        with self._server(view) as server, self._tab(face, server) as tab:
            for number, step in enumerate([None, *view.steps]):
                outcome = "" if step is None else _outcome(tab, server, step)
                hoped = expected[number].seen if number < len(expected) and is_expected else {}
                seen = _waited(tab, server, outcome, hoped)
                is_expected = seen == hoped
                boxes = _evaluate(tab, BOXES) if face == "chromium" else {}
                moments.append(Moment(str(step or "open"), seen, boxes))
        return moments

    @contextmanager
    def _tab(self, face: str, server: Server) -> Iterator[Browser]:
        if face == "firefox":
            with FirefoxTab(self._firefox, server) as tab:
                tab.patience = TRY_SECONDS
                yield tab
            return
        with Browser(self._chromium, server) as browser:
            browser.patience = TRY_SECONDS
            browser.playwright(_prepare)
            yield browser

    @contextmanager
    def _server(self, view: View) -> Iterator[Server]:
        self._count += 1
        directory = self._directory / f"{view.name}-{self._count}"
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


def _evaluate(tab: Browser, function: str) -> Any:
    # Of the shape that Playwright's page and that of Firefox share.
    return tab._run(tab._playwright_page.evaluate(function))  # noqa: SLF001 -- no verb runs a script in Firefox


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
    except NotModelled:
        raise
    except Exception as failure:  # noqa: BLE001 -- a bug in one face is a difference
        return f"{type(failure).__name__}: {failure}"
    return ""


def _seen_on_page(page: Page, server: Server, step: Step | None) -> dict[str, Any]:
    try:
        outcome = "" if step is None else _outcome(page, server, step)
        page.settle()
        values = [value for element in app_of(page).descendants() if (value := value_of(element)) is not None]
        return _seen(page, server, outcome, values)
    except NotModelled as refusal:
        return {"refused": str(refusal)}


def _waited(tab: Browser, server: Server, outcome: str, hoped: dict[str, Any]) -> dict[str, Any]:
    """What a browser shows when it shows what is hoped for, or nothing new for a while."""
    end = time.monotonic() + PATIENCE
    seen: dict[str, Any] = {}
    while True:
        tab.settle()
        before = seen
        seen = _seen(tab, server, outcome, _evaluate(tab, VALUES))
        if seen == hoped or time.monotonic() > end or (not hoped and seen == before):
            return seen
        time.sleep(PAUSE)


def _seen(face: Page | Browser, server: Server, outcome: str, values: Any) -> dict[str, Any]:
    return {
        # Faces say in their own words why they fail.
        "outcome": outcome.split(":")[0],
        "text": face.text(),
        "aria": face.aria(),
        "values": values,
        "state": server.state(),
        "errors": [str(error) for error in server.errors],
    }


def boxes_on_page(page: Page, places: Sequence[str]) -> dict[str, tuple[float, ...]]:
    """The bounds that the page knows of the boxes at these places: two for each side."""
    look = PageView(page.document)
    boxes = Boxes(look)
    bounds: dict[str, tuple[float, ...]] = {}
    app = app_of(page)
    for place in places:
        element = app
        try:
            for index in place.split("/")[1:]:
                element = list(element.elements())[int(index)]
        except IndexError:
            continue
        box = boxes.box(element)
        sides = (box.left, box.top, box.width, box.height)
        bounds[place] = tuple(bound for side in sides for bound in (side.low, side.high))
    return bounds


@contextmanager
def stage(directory: Path) -> Iterator[Stage]:
    """Browsers and a loop, closed at the end; a browser starts when it is first needed."""
    warm = Stage(directory)
    try:
        yield warm
    finally:
        warm.close()
