"""Keys, and where the focus is."""

from pytest_uimcp import Page, Server


def test_enter_adds_a_ticket(uimcp_page: Page) -> None:
    uimcp_page.fill("Title", "printer")
    uimcp_page.press("Enter", "Title")
    uimcp_page.see("printer")


def test_a_shortcut_calls_the_agent(uimcp: Server, uimcp_page: Page) -> None:
    uimcp_page.press("Control+h", "Title")
    assert uimcp.events() == [{"app": "tickets", "event": "help", "open": 0}]


def test_tab_leads_to_the_delete_button(uimcp: Server, uimcp_page: Page) -> None:
    uimcp.run('tickets:add("printer")')
    uimcp_page.focus(css="input[type=file]")
    uimcp_page.press("Tab")
    uimcp_page.press("Enter")
    uimcp_page.see("Delete printer?")
