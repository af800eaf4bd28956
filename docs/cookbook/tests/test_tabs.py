"""Several tabs of one session."""

from pytest_uimcp import Page


def test_both_tabs_show_a_new_ticket(uimcp_page: Page) -> None:
    other = uimcp_page.new_tab()
    other.fill("Title", "printer")
    other.press("Enter", "Title")
    uimcp_page.see("printer")
