"""The same story with `uimcp` and `uimcp_page`."""

import pytest

from pytest_uimcp import Page, Server


@pytest.mark.parametrize("n", range(15))
def test_story(uimcp: Server, uimcp_page: Page, n: int) -> None:
    uimcp_page.see("Count: 0")
    uimcp_page.click("Increment")
    uimcp_page.click("Increment")
    uimcp_page.see("Count: 2")
    for item in ("apple", "banana", "cherry"):
        uimcp_page.fill("Item", item)
        uimcp_page.click("Add")
        uimcp_page.see(item)
