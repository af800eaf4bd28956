"""A dialog that asks first."""

from pytest_uimcp import Page, Server


def test_a_ticket_is_deleted_when_the_human_agrees(uimcp: Server, uimcp_page: Page) -> None:
    uimcp.run('tickets:add("printer")')
    uimcp_page.click("Delete")

    dialog = uimcp_page.find(role="dialog")
    dialog.see("Delete printer?")
    dialog.click("Delete it")

    uimcp_page.not_see("printer")


def test_escape_keeps_it(uimcp: Server, uimcp_page: Page) -> None:
    uimcp.run('tickets:add("printer")')
    uimcp_page.click("Delete")
    uimcp_page.press("Escape")
    uimcp_page.not_see("Delete printer?")
    uimcp_page.see("printer")
