from pytest_uimcp import Page


def test_nothing_cannot_be_added(uimcp_page: Page) -> None:
    uimcp_page.click("Add to list")
    uimcp_page.see("Nothing to buy")
