"""What people send to an app with a bookmarklet, with the sample app `counter`."""

import pytest

from pytest_uimcp import Page, Server

pytestmark = pytest.mark.uimcp(dir="counter")

SUBSCRIBE = "mcp:subscribe('page', function(page) counter.count = #page.text end)"


def test_a_page_that_is_sent_is_counted(uimcp: Server, uimcp_page: Page) -> None:
    """`publish` returns how many subscriptions got it, when they have handled it."""
    assert uimcp.publish("page", {"url": "https://example.org", "title": "Words", "text": "four"}) == 0
    uimcp.run(SUBSCRIBE)
    assert uimcp.publish("page", {"url": "https://example.org", "title": "Words", "text": "four"}) == 1
    uimcp_page.see("4")
