"""Dragging needs a layout, so it needs Chromium."""

from pytest_uimcp import Browser, Server


def test_a_ticket_is_dragged_to_the_urgent_ones(uimcp: Server, uimcp_browser: Browser) -> None:
    uimcp.run('tickets:add("printer")')
    uimcp_browser.playwright(lambda page: page.drag_and_drop("li", "section"))
    assert uimcp.run("return tickets:urgentOnes()") == "printer"
