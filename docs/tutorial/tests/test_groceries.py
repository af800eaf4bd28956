from pytest_uimcp import Page, Server


def test_what_is_bought_need_not_be_bought_again(uimcp: Server, uimcp_page: Page) -> None:
    uimcp_page.fill("Add", "bread")
    uimcp_page.click("Add to list")
    uimcp_page.see("1 to buy")

    uimcp_page.click("Bought")

    uimcp_page.see("Nothing to buy")
    assert uimcp.run("return groceries.items[1].bought") is True


def test_the_agent_hears_what_is_on_the_list(uimcp: Server, uimcp_page: Page) -> None:
    uimcp.run('groceries:add("bread")')
    uimcp_page.see("bread")

    uimcp_page.click("Ask for ideas")

    assert uimcp.events() == [{"app": "groceries", "event": "ideas", "items": ["bread"]}]
