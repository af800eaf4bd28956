"""Tests that `fixtures.py` runs and times: nothing, a server, a page, a story on the page and in Chromium."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from pytest_uimcp import Page, Server
from tests.benchmarks.steps import in_chromium, on_page
from tests.browser import ARGUMENTS, chromium_path

pytestmark = pytest.mark.uimcp(dir="contacts")
often = pytest.mark.parametrize("n", range(60))
seldom = pytest.mark.parametrize("n", range(5))


@often
def test_bare(n: int) -> None:
    pass


@often
def test_server(uimcp: Server, n: int) -> None:
    pass


@often
def test_page(uimcp_page: Page, n: int) -> None:
    pass


@often
def test_story(uimcp_page: Page, n: int) -> None:
    on_page(uimcp_page)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        yield browser
        browser.close()


@seldom
def test_story_in_chromium(uimcp: Server, browser: Browser, n: int) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(uimcp.url)
        in_chromium(page)
