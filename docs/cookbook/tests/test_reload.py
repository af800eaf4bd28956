"""What happens when the page or a file of the app is loaded again."""

import pytest

from pytest_uimcp import Page, Project, Server


def test_a_reload_of_the_page_shows_the_same(uimcp: Server, uimcp_page: Page) -> None:
    uimcp.run('tickets:add("printer")')
    uimcp_page.reload()
    uimcp_page.see("printer")


def test_a_saved_viewdef_is_drawn_and_the_state_is_kept(
    uimcp_project: Project, uimcp: Server, uimcp_page: Page
) -> None:
    uimcp.run('tickets:add("printer")')
    uimcp_project.write(
        "apps/tickets/viewdefs/Ticket.list-item.html",
        '<template><li>Ticket: <span ui-value="title"></span></li></template>',
    )
    uimcp_page.see("Ticket: printer")


@pytest.mark.uimcp(face="page")
def test_a_lost_connection_is_made_again(uimcp: Server, uimcp_page: Page) -> None:
    uimcp_page.disconnect()
    uimcp.run('tickets:add("printer")')
    uimcp_page.reconnect()
    uimcp_page.see("printer")
