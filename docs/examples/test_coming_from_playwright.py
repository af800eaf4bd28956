"""A test as somebody writes it who knows Playwright, whose lines are beside it; with the sample app `contacts`."""

import pytest

from pytest_uimcp import Page, Server, UimcpSnapshot

pytestmark = pytest.mark.uimcp(dir="contacts")


def test_a_contact_is_added(uimcp: Server, uimcp_page: Page, uimcp_snapshot: UimcpSnapshot) -> None:
    """The fixture has opened the page, so there is no `goto`."""
    uimcp_page.click("New contact")  # page.get_by_role("button", name="New contact").click()
    uimcp_page.fill("Name", "Ada Lovelace")  # page.get_by_label("Name").fill("Ada Lovelace")
    uimcp_page.press("Tab")  # page.keyboard.press("Tab")
    uimcp_page.click(role="button", name="Save")  # the role, where a name alone is not enough
    uimcp_page.see("1 contact")  # expect(page.get_by_text("1 contact")).to_be_visible()
    uimcp_page.not_see("No contacts yet")  # expect(page.get_by_text("No contacts yet")).to_be_hidden()
    uimcp_page.click("Favourite", nth=0)  # page.get_by_role("button", name="Favourite").first.click()
    star = uimcp_page.find("Favourite")  # page.get_by_role("button", name="Favourite")
    assert star.state("pressed") is True  # expect(star).to_have_attribute("aria-pressed", "true")
    assert uimcp_page == uimcp_snapshot  # expect(page.locator("body")).to_match_aria_snapshot(…)
    assert uimcp.run("return #contacts.contacts") == 1  # what no browser can tell
