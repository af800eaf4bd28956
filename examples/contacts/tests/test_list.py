"""The list and the form of the contacts app, as a person uses them."""

import pytest

from pytest_uimcp import Page, Server


@pytest.fixture
def two(uimcp: Server) -> None:
    """Two contacts."""
    uimcp.run('contacts:add({name = "Ada", email = "lovelace@example.com"}) contacts:add({name = "Grace"})')


def names(page: Page) -> list[str]:
    return [row.find(css=".who").text() for row in page.rows(css=".list")]


def test_contacts_stand_in_the_order_in_which_they_were_added(two: None, uimcp_page: Page) -> None:
    assert names(uimcp_page) == ["Ada", "Grace"]


def test_a_contact_is_deleted_by_its_own_button(two: None, uimcp_page: Page) -> None:
    uimcp_page.click("Delete", nth=0)
    assert names(uimcp_page) == ["Grace"]


def test_a_contact_is_found_by_its_address(two: None, uimcp_page: Page) -> None:
    uimcp_page.fill("Search", "lovelace")
    assert names(uimcp_page) == ["Ada"]


def test_a_favourite_is_one_until_the_button_is_clicked_again(two: None, uimcp_page: Page) -> None:
    uimcp_page.click("Favourite", nth=0)
    assert uimcp_page.aria().count('button "Favourite" [pressed]') == 1
    uimcp_page.find(css=".row.favourite").see("Ada")

    uimcp_page.click("Favourite", nth=0)
    assert "[pressed]" not in uimcp_page.aria()


def test_a_name_of_blanks_is_none_and_the_message_goes_with_the_form(uimcp_page: Page) -> None:
    uimcp_page.click("New contact")
    uimcp_page.fill("Name", "  ")
    uimcp_page.click("Save")
    uimcp_page.see("A contact needs a name", role="alert")

    uimcp_page.click("Cancel")
    uimcp_page.click("New contact")
    uimcp_page.not_see("A contact needs a name")


def test_nothing_is_sent_where_nothing_was_written(uimcp: Server, uimcp_page: Page) -> None:
    uimcp_page.click("Send")
    assert uimcp.events() == []
    assert uimcp.run("return #contacts.messages") == 0
