"""A tab of Firefox with the verbs of a page: those of Chromium's face, on what `page.py` makes of the tab."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NoReturn, cast

from pytest_uimcp.aria.targets import Search, Target, find_all
from pytest_uimcp.aria.yaml import to_yaml
from pytest_uimcp.core.steps import StepLog
from pytest_uimcp.page.accessible.tree import tree_of
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.errors import PageError
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.sight import PageSight
from pytest_uimcp.testing.faces.chromium.actions import ACTIONS as CHROMIUM_ACTIONS
from pytest_uimcp.testing.faces.chromium.actions import Action, BrowserTab
from pytest_uimcp.testing.faces.chromium.browser import Browser
from pytest_uimcp.testing.faces.firefox.bidi import BidiError
from pytest_uimcp.testing.faces.firefox.sight import SightOfFirefox, named_in
from pytest_uimcp.testing.faces.firefox.window import FirefoxWindow

if TYPE_CHECKING:
    from pytest_uimcp.server.harness.server import Server
    from pytest_uimcp.testing.faces.firefox.firefox import Firefox
    from pytest_uimcp.testing.faces.firefox.page import BidiPage


async def _drag(tab: BrowserTab, element: Element, destination: Element) -> None:
    raise PageError(
        "drag(): Firefox begins to drag, but sends no page what follows while its mouse is moved over BiDi; run this "
        "test with face=chromium or face=page"
    )


async def _dblclick(tab: BrowserTab, element: Element) -> None:
    """Both clicks in one command: Firefox counts only clicks that follow each other quickly."""
    await tab.leave_for(element)
    place, _ = await tab.reach(element)
    await place.dblclick()


async def _right_click(tab: BrowserTab, element: Element) -> None:
    raise PageError(
        "right_click(): Firefox opens its own menu, which then gets what comes next; run this test with face=chromium "
        "or face=page"
    )


ACTIONS: Final[dict[str, Action]] = {
    **CHROMIUM_ACTIONS, "dblclick": _dblclick, "drag": _drag, "right_click": _right_click,
}  # fmt: skip


class FirefoxTab(Browser):
    """A tab of the system's Firefox."""

    _actions = ACTIONS

    def __init__(
        self, firefox: Firefox, server: Server, window: FirefoxWindow | None = None, *, story: StepLog | None = None
    ) -> None:
        self._firefox = firefox
        super().__init__(firefox, server, window, story=story)  # type: ignore[arg-type]  # its verbs are all that is asked of it

    def playwright(self, fn: Callable[..., Any], timeout: float = 60.0) -> NoReturn:
        """Refused: Playwright does not drive the system's Firefox."""
        raise PageError(
            "playwright(): Playwright does not drive the system's Firefox; run this test with face=chromium"
        )

    def press_key(self, stroke: Stroke) -> None:
        self._act_on(self._bidi_page.press(stroke))

    def find_all(self, sight: PageSight, target: Target, search: Search) -> list[Element]:
        return find_all(self._as_named(sight, target), target, search)

    def _as_named(self, sight: PageSight, target: Target) -> PageSight:
        wanted = named_in(target)
        if not wanted:
            return sight
        numbers = self._run(self._bidi_page.locate(wanted))
        elements = {self._mirror.element(number) for number in numbers}.intersection(sight.perceived())
        if not elements:
            return sight
        return SightOfFirefox(sight, wanted, elements)

    def aria_of(self, element: Element) -> str:
        # The tree itself is nothing that Firefox tells: names and roles are computed from what it shows.
        return to_yaml(tree_of(self.look(), element))

    @property
    def _bidi_page(self) -> BidiPage:
        return cast("BidiPage", self._playwright_page)

    def _new_window(self) -> FirefoxWindow:
        return FirefoxWindow(self._firefox, self._log.app_failed)

    def _failure(self) -> type[Exception]:
        return BidiError
