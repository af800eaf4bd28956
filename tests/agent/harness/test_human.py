"""The human of a test: what it says and decides, and how that fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp import (
    AgentHarness,
    ChatHarness,
    CompositorHarness,
    HumanHarness,
    NoPage,
    NothingPending,
    UimcpError,
    call,
    end,
    say,
)
from tests.agent.harness.notes import Notes
from tests.testing.repository import run


def test_a_call_waits_until_the_human_has_decided(
    notes: Notes, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    uimcp_agent.plays([[call("notes_delete", id=1)], [call("notes_delete", id=2)], [say("One is gone."), end()]])
    uimcp_human.says("Delete the notes")
    assert [(item.name, item.args) for item in uimcp_human.pending] == [("notes_delete", {"id": 1})]
    assert (uimcp_agent.status, notes.deleted) == ("awaiting_approval", [])
    denied = uimcp_human.denies("notes_delete", id=1, reason="I need the milk")
    assert (denied.decision, denied.reason) == ("deny_continue", "I need the milk")
    approved = uimcp_human.approves("notes_delete")
    assert (approved.args, notes.deleted) == ({"id": 2}, [2])
    uimcp_agent.has_said("One is gone.")
    assert [one.decision for one in uimcp_agent.called("notes_delete")] == ["deny_continue", "approve"]
    told = str(uimcp_agent.asked[1].transcript)
    assert "policy_denied_continue" in told
    assert "I need the milk" in told


def test_the_oldest_that_fits_is_decided(notes: Notes, uimcp_agent: AgentHarness, uimcp_human: HumanHarness) -> None:
    uimcp_agent.plays([[call("notes_delete", id=2), call("notes_delete", id=1), call("notes_read", id=1)], [end()]])
    uimcp_human.says("Delete both")
    assert len(uimcp_human.pending) == 2
    uimcp_human.approves("notes_delete", args={"id": 1})
    assert notes.deleted == [1]
    uimcp_human.approves("notes_delete")
    assert notes.deleted == [1, 2]


def test_an_abort_ends_the_turn(notes: Notes, uimcp_agent: AgentHarness, uimcp_human: HumanHarness) -> None:
    uimcp_agent.plays([[call("notes_delete", id=1), call("notes_delete", id=2)], [say("Sorry."), end()]])
    uimcp_human.says("Delete both")
    uimcp_human.denies("notes_delete", id=2, abort=True)
    assert (notes.deleted, uimcp_agent.said, uimcp_human.pending) == ([], [], [])
    uimcp_human.says("Why?")
    uimcp_agent.has_said("Sorry.")


def test_nothing_pending_is_an_error_that_lists_what_is(
    notes: Notes, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    uimcp_agent.plays([[call("notes_delete", id=1)], [end()]])
    uimcp_human.says("Delete")
    with pytest.raises(NothingPending) as caught:
        uimcp_human.approves("notes_delete", id=2)
    assert str(caught.value) == (
        "expected a call of notes_delete(id=2) to approve; pending:\n  notes_delete(id=1)\n"
        "  the conversation:\n    human: Delete\n    agent calls notes_delete(id=1)"
    )
    uimcp_human.denies("notes_delete")
    with pytest.raises(NothingPending, match=r"expected a call of notes_delete\(\) to deny; pending: nothing"):
        uimcp_human.denies("notes_delete")


def test_nothing_pending_says_what_became_of_the_call(
    notes: Notes, uimcp_compositor: CompositorHarness, uimcp_human: HumanHarness, tmp_path: Path
) -> None:
    def fate(name: str, **arguments: Any) -> str:
        uimcp_compositor.begin_tool(name, **arguments)
        with pytest.raises(NothingPending) as caught:
            uimcp_human.approves(name)
        return str(caught.value).partition("pending: nothing\n  ")[2]

    policy = tmp_path / "policy.yaml"
    policy.write_text(
        "rules:\n- {tool: notes_read, when: {id: 1}, decision: allow}\n- {tool: '*', decision: deny_abort}"
    )
    uimcp_compositor.policy(policy, check=False)
    allowed = "notes_read(id=1) was allowed without asking, by line 2: allow notes_read when …"
    assert fate("notes_read", id=1) == allowed
    assert fate("notes_read", id=2) == "notes_read(id=2) was denied without asking, by line 3: deny_abort *"
    uimcp_compositor.policy({}, default="allow", check=False)
    assert fate("notes_read", id=2) == "notes_read(id=2) was allowed without asking, by default: allow"
    uimcp_compositor.policy(lambda _call: "allow")
    assert fate("notes_read", id=2) == "notes_read(id=2) was allowed without asking, by the policy"
    uimcp_compositor.policy({})
    begun = uimcp_compositor.begin_tool("notes_read", id=1)
    uimcp_human.approves("notes_read")
    begun.result()
    with pytest.raises(NothingPending, match=r"notes_read\(id=1\) was decided before: approve"):
        uimcp_human.approves("notes_read", id=1)


def test_the_agent_gets_what_the_human_says_meanwhile_in_the_same_turn(
    notes: Notes, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    uimcp_agent.plays([[call("notes_delete", id=1)], [say("Done, and hello."), end()]])
    uimcp_human.says("Delete")
    uimcp_human.says("And say hello")
    assert len(uimcp_agent.asked) == 1
    uimcp_human.approves("notes_delete")
    assert len(uimcp_agent.asked) == 2
    said = [getattr(event, "text", "") for event in uimcp_agent.asked[1].transcript]
    assert "And say hello" in said
    assert any("system notification" in one and "approvals" in one for one in said)


def test_a_human_without_an_agent_only_posts(uimcp_human: HumanHarness, uimcp_chat: ChatHarness) -> None:
    message_id = uimcp_human.says("Is anybody there?")
    assert [(one.id, one.author, one.content) for one in uimcp_chat.messages] == [
        (message_id, "user", "Is anybody there?")
    ]
    with pytest.raises(NothingPending, match=r"pending: nothing$"):
        uimcp_human.approves("anything")


def test_a_human_answers_a_call_of_the_test(
    notes: Notes, uimcp_compositor: CompositorHarness, uimcp_human: HumanHarness
) -> None:
    begun = uimcp_compositor.begin_tool("notes_delete", id=1)
    assert not begun.done
    uimcp_human.approves("notes_delete", id=1)
    assert begun.result().data == {"left": 1}


def test_what_the_chat_refuses_is_an_error(uimcp_human: HumanHarness) -> None:
    with pytest.raises(UimcpError, match=r"says\(' '\): "):
        uimcp_human.says(" ")


def test_a_page_is_needed_to_click(uimcp_human: HumanHarness) -> None:
    for verb in ("sees", "does_not_see", "clicks", "fills", "clears", "chooses", "checks", "unchecks", "presses"):
        with pytest.raises(NoPage) as caught:
            getattr(uimcp_human, verb)("Save")
        assert str(caught.value) == (
            f"{verb}(…) needs a page: have the test use uimcp_page or uimcp_browser beside uimcp_human"
        )


ON_A_PAGE = """
    from pytest_uimcp import call, end

    CLEAR = "notes:clear()"

    def test_both(uimcp, uimcp_page, uimcp_compositor, uimcp_agent, uimcp_human):
        uimcp_compositor.mount("uimcp", uimcp)
        uimcp_compositor.policy({"uimcp_ui_run": "allow"}, check=False)
        uimcp_agent.plays([[call("uimcp_ui_run", code="notes.text = 'bread'"), end()]])
        uimcp_human.sees("milk")
        uimcp_human.says("Buy bread")
        uimcp_human.sees("bread")
        uimcp_human.does_not_see("milk")
        uimcp_human.clicks("Clear")
        uimcp_human.does_not_see("bread")

    def test_error(uimcp, uimcp_compositor, uimcp_agent, uimcp_human):
        uimcp_compositor.mount("uimcp", uimcp)
        uimcp_compositor.policy({"uimcp_ui_run": "allow"}, check=False)
        uimcp_agent.plays([[call("uimcp_ui_run", code="error('no')"), end()]])
        uimcp_human.says("Fail")
        [made] = uimcp_agent.called("uimcp_ui_run")
        assert made.result.is_error and "no" in made.result.text
"""


def test_the_human_uses_the_page_of_the_app_that_the_agent_changes(
    repository: object, pytester: pytest.Pytester
) -> None:
    run(pytester, ON_A_PAGE).assert_outcomes(passed=2)
