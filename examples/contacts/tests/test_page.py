"""The contacts app as a human and an agent use it together."""

from pytest_uimcp import Page, Server


def test_a_human_and_an_agent_fill_the_list_together(uimcp: Server, uimcp_page: Page) -> None:
    human = uimcp_page
    human.see("No contacts yet")

    # The human asks …
    human.fill("Message", "Please add Ada Lovelace")
    human.click("Send")
    assert uimcp.events() == [{"app": "contacts", "event": "chat", "text": "Please add Ada Lovelace"}]

    # … the agent does it and says so …
    uimcp.run('contacts:add({name = "Ada Lovelace"}) contacts:say("Agent", "Done.")')
    human.see("Agent: Done.")
    human.see("1 contact")

    # … and the human goes on from there.
    human.click("Edit")
    human.fill("Email", "ada@example.com")
    human.click("Save")
    assert uimcp.run("return contacts.contacts[1].email") == "ada@example.com"


def test_a_contact_needs_a_name(uimcp_page: Page) -> None:
    uimcp_page.click("New contact")
    uimcp_page.click("Save")
    uimcp_page.see("A contact needs a name")

    uimcp_page.fill("Name", "Grace")
    uimcp_page.click("Save")
    uimcp_page.see("1 contact")


def test_searching_narrows_the_list(uimcp: Server, uimcp_page: Page) -> None:
    uimcp.run('contacts:add({name = "Ada"}) contacts:add({name = "Grace"})')

    uimcp_page.fill("Search", "gra")

    uimcp_page.see("1 of 2 contacts")
    assert [row.find(css=".who").text() for row in uimcp_page.rows(css=".list")] == ["Grace"]


def test_every_tab_shows_the_same(uimcp_page: Page) -> None:
    other = uimcp_page.new_tab()
    other.fill("Message", "Hello")
    other.press("Enter", "Message")
    uimcp_page.see("You: Hello")
