"""Offers arrive from a bookmarklet, through the publisher."""

import pytest

from pytest_uimcp import Page, Server

pytestmark = pytest.mark.uimcp(app="jobs")
OFFER = {"url": "https://example.com/offer/1", "title": "Gardener", "text": "Trees and roses."}


def test_a_published_offer_is_on_the_board_and_the_agent_hears_of_it(uimcp: Server, uimcp_page: Page) -> None:
    assert uimcp.publish("jobs", OFFER) == 1
    uimcp_page.see("Gardener")
    uimcp_page.see("1 new, 0 applied, 0 rejected")
    assert uimcp.events() == [{"app": "jobs", "event": "offer", "id": 1, "title": "Gardener"}]

    uimcp_page.click("Next state")
    uimcp_page.see("0 new, 1 applied, 0 rejected")


def test_the_text_of_an_offer_is_served_for_the_preview(uimcp: Server, uimcp_page: Page) -> None:
    uimcp.publish("jobs", OFFER)
    uimcp_page.click("Preview")
    address = uimcp_page.find(css="iframe").attribute("src")
    assert address == f"http://localhost:{uimcp.status()['mcp_port']}/jobs-storage/1.md"


def test_an_offer_without_a_title_is_called_by_its_address(uimcp: Server, uimcp_page: Page) -> None:
    uimcp.publish("jobs", {"url": "https://example.com/offer/2"})
    uimcp_page.see("https://example.com/offer/2")
