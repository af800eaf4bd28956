"""An MCP server of one's own: its tools, an agent that uses them, and whether they have changed."""

import pytest
from notes_server import make

from pytest_uimcp import AgentHarness, CompositorHarness, HumanHarness, UimcpSnapshot, call, end, say


@pytest.fixture
def notes(uimcp_compositor: CompositorHarness) -> CompositorHarness:
    uimcp_compositor.mount("notes", make)  # or a command, ["python", "notes_server.py"], or a URL
    uimcp_compositor.policy({"notes_read": "allow", "notes_delete": "ask"})
    return uimcp_compositor


def test_a_note_is_read(notes: CompositorHarness) -> None:
    assert notes.tool("notes_read", number=1).text == "milk"


def test_a_note_that_is_not_there_is_an_error(notes: CompositorHarness) -> None:
    assert notes.tool("notes_read", number=9).is_error


def test_an_agent_deletes_only_what_the_human_approves(
    notes: CompositorHarness, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    uimcp_agent.plays([[call("notes_delete", number=1)], [say("The milk is gone."), end()]])
    uimcp_human.says("I have bought the milk.")
    uimcp_human.approves("notes_delete", number=1)
    uimcp_agent.has_said("The milk is gone.")
    assert notes.tool("notes_read", number=1).is_error


def test_the_tools_are_what_clients_were_promised(notes: CompositorHarness, uimcp_snapshot: UimcpSnapshot) -> None:
    assert notes.tools() == uimcp_snapshot.tools
