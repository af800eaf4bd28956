"""The story of ten steps that is timed: on the page without a browser, and the same by Playwright in Chromium."""

from __future__ import annotations

from playwright.sync_api import Page as ChromiumPage

from pytest_uimcp import Page


def on_page(page: Page) -> None:
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


def in_chromium(page: ChromiumPage) -> None:
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
