from __future__ import annotations

from pathlib import Path

import pytest
from controllers import ContactsController

from pytest_uimcp import Stage

SCENE = Path(__file__).parent.parent / "scenes" / "contacts.fxml"


@pytest.fixture
def contacts(uimcp_stage: Stage) -> Stage:
    uimcp_stage.load(SCENE, controller=ContactsController, title="Contacts")
    return uimcp_stage


def test_a_contact_can_be_added(contacts: Stage) -> None:
    contacts.fill("New name", "Ada Lovelace")
    contacts.choose("Kind", "Family")
    contacts.click("Add")
    contacts.see("201 contacts")
    assert contacts.rows("Contacts")[0].cells == ["Ada Lovelace", "", "Family"]


def test_only_a_selected_contact_can_be_removed(contacts: Stage) -> None:
    assert contacts.find("Remove").is_disabled
    contacts.select_row("Person 3")
    contacts.click("Remove")
    contacts.see("199 contacts")
    contacts.not_see("Person 3 ")


def test_a_row_out_of_sight_is_scrolled_to(contacts: Stage) -> None:
    contacts.select_row("Person 150")
    assert contacts.find("Person 150", role="row").is_selected
