"""The sample app `counter`, in a browser."""

import pytest
from playwright.async_api import Page as PlaywrightPage

from pytest_uimcp import Browser, Page, Server

pytestmark = pytest.mark.uimcp(dir="counter")


def test_a_test_for_every_face(uimcp: Server, uimcp_page: Page | Browser) -> None:
    """With `--uimcp-face all` this runs without a browser and in Chromium."""
    uimcp_page.click("+")
    uimcp_page.see("1")
    assert uimcp.run("return counter.count") == 1


def test_something_that_needs_a_browser(uimcp_browser: Browser) -> None:
    """`playwright` gives access to Playwright, which runs in a thread of its own."""

    async def width(page: PlaywrightPage) -> float:
        box = await page.get_by_role("button", name="+").bounding_box()
        return box["width"] if box else 0

    assert uimcp_browser.playwright(width) > 10
    assert uimcp_browser.errors == []
