"""The rows of a list, and verbs within a row."""

from pytest_uimcp import Page, Server


def test_the_second_of_two_is_deleted(uimcp: Server, uimcp_page: Page) -> None:
    uimcp.run('tickets:add("printer") tickets:add("phone")')
    assert [row.find(css="span").text() for row in uimcp_page.rows("Tickets")] == ["printer", "phone"]

    uimcp_page.rows("Tickets")[1].click("Delete")
    uimcp_page.click("Delete it")

    assert len(uimcp_page.rows("Tickets")) == 1
    uimcp_page.see("printer")
