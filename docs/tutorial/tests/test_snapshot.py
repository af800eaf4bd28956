from pytest_uimcp import Page, Server, UimcpSnapshot


def test_the_list(uimcp: Server, uimcp_page: Page, uimcp_snapshot: UimcpSnapshot) -> None:
    uimcp.run('groceries:add("bread") groceries:add("butter")')
    uimcp_page.rows(role="list")[0].click("Bought")
    assert uimcp_page == uimcp_snapshot
