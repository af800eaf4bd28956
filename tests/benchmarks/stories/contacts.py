"""Tests that `fixtures.py` runs and times: nothing, a server, a page, a story on the page and in Chromium."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from pytest_uimcp import Page, Server
from tests.html.conftest import ARGUMENTS, chromium_path

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
    page = uimcp_page
    page.click("New contact")
    page.fill("Name", "Ada")
    page.fill("Email", "ada@example.org")
    page.click("Save")
    page.see("1 contact")
    page.click("Favourite")
    page.fill("Search", "zzz")
    page.not_see("ada@example.org")
    page.fill("Search", "")
    page.see("ada@example.org")


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
        page.get_by_role("button", name="New contact").click()
        page.get_by_label("Name").fill("Ada")
        page.get_by_label("Email").fill("ada@example.org")
        page.get_by_role("button", name="Save").click()
        page.get_by_text("1 contact").wait_for()
        page.get_by_role("button", name="Favourite").click()
        page.get_by_label("Search").fill("zzz")
        page.get_by_text("ada@example.org").wait_for(state="hidden")
        page.get_by_label("Search").fill("")
        page.get_by_text("ada@example.org").wait_for()
