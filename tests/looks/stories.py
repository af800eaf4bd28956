"""The stories of which the pictures of the report are: in the third run (`RUN`) one fails that passed before."""

from __future__ import annotations

import os
from typing import Any

import pytest

from pytest_uimcp import call, end, say

pytestmark = pytest.mark.uimcp(dir="contacts")
REMOVES = "contacts:remove(contacts.contacts[2])"
REMOVES_TOO_MUCH = REMOVES + " contacts:remove(contacts.contacts[1])"


def test_a_duplicate_is_removed(
    uimcp: Any, uimcp_page: Any, uimcp_compositor: Any, uimcp_agent: Any, uimcp_human: Any
) -> None:
    for name, email in (("Ada", "ada@example.com"), ("Ada", ""), ("Grace", "grace@example.com")):
        uimcp.run(f'contacts:add({{name = "{name}", email = "{email}"}})')
    uimcp_compositor.mount("app", uimcp)
    uimcp_compositor.policy({"app_ui_run": "ask"}, check=False)
    code = REMOVES_TOO_MUCH if os.environ.get("RUN") == "3" else REMOVES
    uimcp_agent.plays(
        [
            [call("app_ui_run", code=f"{code} print('removed')")],
            [say("I removed the Ada without an address."), end()],
        ]
    )
    uimcp_human.sees("3 contacts")
    uimcp_human.says("One of the Adas is there twice. Please remove the one without an address.")
    uimcp_human.approves("app_ui_run")
    uimcp_page.fill("Search", "ada")
    uimcp_human.sees("1 of 2 contacts")


def test_a_contact_is_added(uimcp: Any, uimcp_page: Any) -> None:
    uimcp_page.click("New contact")
    uimcp_page.fill("Name", "Ada")
    uimcp_page.click("Save")
    uimcp_page.see("1 contact")


def test_contacts_are_found(uimcp: Any, uimcp_page: Any) -> None:
    if os.environ.get("RUN") == "2":
        uimcp_page.see("Nobody")
    uimcp_page.fill("Search", "ada")
