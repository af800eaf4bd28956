"""A human asks an agent to tidy up. The agent may read, and has to ask before it removes anything."""

from pathlib import Path

import pytest

from pytest_uimcp import (
    AgentHarness,
    Browser,
    CompositorHarness,
    HumanHarness,
    Page,
    Server,
    call,
    end,
    say,
)

POLICY = Path(__file__).parent.parent / "policy.yaml"
LIST = 'local names = {} for i, c in ipairs(contacts.contacts) do names[i] = c.name .. " " .. c.email end return names'


@pytest.fixture
def app(uimcp: Server, uimcp_compositor: CompositorHarness) -> Server:
    """The contacts app with two Adas, mounted behind the policy."""
    uimcp.run('contacts:add({name = "Ada", email = "ada@example.com"}) contacts:add({name = "Ada"})')
    uimcp_compositor.mount("app", uimcp)
    uimcp_compositor.policy(POLICY)
    return uimcp


def test_a_duplicate_is_removed_once_the_human_has_agreed(
    app: Server, uimcp_page: Page | Browser, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    uimcp_agent.plays(
        [
            [call("app_ui_run", code=LIST)],
            [call("app_ui_run", code="contacts:remove(contacts.contacts[1])")],
            [call("app_ui_run", code="contacts:remove(contacts.contacts[2])")],
            [say("I removed the Ada without an address."), end()],
        ]
    )

    uimcp_human.sees("2 contacts")
    uimcp_human.says("Ada is listed twice. Please remove the duplicate.")

    # The agent has read the list unasked. It asks about the first Ada, who is the one with the address …
    uimcp_human.denies("app_ui_run", code="contacts:remove(contacts.contacts[1])", reason="that one has the address")
    uimcp_human.sees("2 contacts")

    # … and then about the other one.
    uimcp_human.approves("app_ui_run", code="contacts:remove(contacts.contacts[2])")
    uimcp_human.sees("1 contact")

    uimcp_agent.has_said("without an address")
    assert uimcp_agent.asleep
    assert app.run("return contacts.contacts[1].email") == "ada@example.com"

    # The page is the human's, too.
    uimcp_human.clicks("Edit")
    uimcp_human.fills("Name", "Ada Lovelace")
    uimcp_human.clicks("Save")
    uimcp_human.sees("Ada Lovelace")


def test_nothing_is_removed_when_the_human_says_stop(
    app: Server, uimcp_page: Page | Browser, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    uimcp_agent.plays([[call("app_ui_run", code="contacts:remove(contacts.contacts[1])")], [say("Sorry."), end()]])

    uimcp_human.says("Tidy up, please.")
    uimcp_human.denies("app_ui_run", abort=True)

    uimcp_human.sees("2 contacts")
    assert uimcp_agent.said == []  # its turn is over; it hears why when the human says more
    uimcp_human.says("Leave my contacts alone.")
    uimcp_agent.has_said("Sorry.")


def test_every_removal_is_asked_about(app: Server, uimcp_compositor: CompositorHarness) -> None:
    removing = uimcp_compositor.begin_tool("app_ui_run", code="contacts:remove(contacts.contacts[1])")

    [waiting] = uimcp_compositor.pending
    assert (waiting.name, waiting.rationale) == ("app_ui_run", "it removes a contact")
    assert not removing.done
    assert not uimcp_compositor.tool("app_ui_run", code="return 1").is_error
