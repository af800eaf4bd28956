"""What an agent hears, and what it does then."""

from pytest_uimcp import Page, Server


def test_the_agent_is_called_and_answers(uimcp: Server, uimcp_page: Page) -> None:
    uimcp_page.press("Control+h", "Title")
    assert uimcp.events() == [{"app": "tickets", "event": "help", "open": 0}]

    uimcp.tool("ui_run", code='tickets:add("answer the human")')
    uimcp_page.see("answer the human")
    assert uimcp.events() == []
