"""The one door to the inside of the two faces, for tests that compare more than a user can see or ask.

Everybody else waits until a page has settled before he looks; who compares two of them step by step looks at once.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from pytest_uimcp.aria.targets import Search
from pytest_uimcp.page import Page
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.driver import PageDriver
from pytest_uimcp.testing.faces.chromium import Browser

__all__ = ["at_once", "driver_of", "element_of"]

T = TypeVar("T")


def driver_of(page: Page) -> PageDriver:
    return page._driver  # noqa: SLF001 -- see above


def element_of(page: Page, verb: str, target: str | None, where: Any, search: Search) -> Element:
    """The element that a verb would act on."""
    return page._one(verb, target, where, search)  # noqa: SLF001 -- see above


def at_once(browser: Browser, work: Callable[[Any], Coroutine[Any, Any, T]]) -> T:
    """As `Browser.playwright`, but nothing settles before or after."""
    return browser._run(work(browser._playwright_page))  # noqa: SLF001 -- see above
