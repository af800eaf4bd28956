"""What a test says about its agent, and how that fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp import (
    AgentHarness,
    CompositorHarness,
    HumanHarness,
    NotCalled,
    NotSaid,
    Server,
    TurnsLeft,
    UimcpError,
    Unsettled,
    call,
    end,
    say,
    text,
)
from pytest_uimcp.agent.harness.conversation import ConversationLog
from tests.agent.harness.notes import Notes
from tests.testing.repository import run

SCRIPT = [[call("notes_read", id=1), call("notes_read", id=2)], [say("Milk and bread."), end()]]


@pytest.fixture
def played(notes: Notes, uimcp_agent: AgentHarness, uimcp_human: HumanHarness) -> AgentHarness:
    """An agent that has read two notes and told of them."""
    uimcp_agent.plays(SCRIPT)
    uimcp_human.says("What is there?")
    return uimcp_agent


def test_what_was_called_and_said_is_asserted(played: AgentHarness) -> None:
    [first] = played.called("notes_read", id=1)
    assert (first.name, first.args, first.decision) == ("notes_read", {"id": 1}, None)
    assert first.result is not None
    assert (first.result.data, first.result.is_error) == ({"text": "milk"}, False)
    assert len(played.called("notes_*", times=2)) == 2
    played.called("notes_delete", times=0)
    played.called_in_order("notes_read", "notes_read", "chat_assistant_post", "loop_yield_turn")
    played.never_called("notes_d*")
    played.has_said("Milk")
    assert played.said == ["Milk and bread."]
    assert (played.status, played.asleep) == ("finished", True)


def test_the_transcript_is_data(played: AgentHarness) -> None:
    first, second = ({"call": "notes_read", "args": {"id": n}, "is_error": False} for n in (1, 2))
    assert played.transcript == [
        {"human": "What is there?"},
        {**first, "result": '{\n  "text": "milk"\n}'},
        {**second, "result": '{\n  "text": "bread"\n}'},
        {"agent": "Milk and bread."},
        {"end": True},
    ]
    assert [item["kind"] for item in played.state["items"]] == [
        "UserMessage",
        "Tool",
        "Tool",
        "AssistantMarkdown",
        "EndTurn",
    ]


def test_the_model_was_told_the_tools_and_the_instructions(played: AgentHarness) -> None:
    names = [tool.name for tool in played.asked[0].tools]
    assert {"notes_read", "chat_assistant_post", "loop_yield_turn"} <= set(names)
    assert not [name for name in names if "human" in name]
    assert "Notes of the household." in played.asked[0].instructions


def message_of(error: type[Exception], check: object, *args: object, **named: object) -> str:
    assert callable(check)
    with pytest.raises(error) as caught:
        check(*args, **named)
    return str(caught.value)


MADE = (
    "the calls of the agent:\n  notes_read(id=1)\n  notes_read(id=2)\n"
    "  chat_assistant_post(mime='text/markdown', content='Milk and bread.')\n  loop_yield_turn()"
)


def test_what_was_not_called_is_an_error_that_lists_what_was(played: AgentHarness) -> None:
    assert message_of(NotCalled, played.called, "notes_read", id=3) == (
        f"expected a call of notes_read(id=3), there was none; {MADE}"
    )
    assert message_of(NotCalled, played.called, "note_read").startswith(
        "expected a call of note_read(), there was none (did you mean notes_read?); "
    )
    assert message_of(NotCalled, played.called, "notes_read", times=1) == (
        f"expected 1 call of notes_read(), there were 2; {MADE}"
    )
    assert message_of(NotCalled, played.never_called, "notes_*") == (
        f"expected no call of notes_*, there was notes_read(id=1); {MADE}"
    )
    assert message_of(NotCalled, played.called_in_order, "loop_yield_turn", "notes_read") == (
        f"expected a call of notes_read after loop_yield_turn, there was none; {MADE}"
    )
    assert message_of(NotSaid, played.has_said, "Bread") == (
        "expected the agent to have said 'Bread'; it has said:\n  'Milk and bread.'"
    )


def test_an_agent_that_did_nothing_says_so(uimcp_agent: AgentHarness) -> None:
    assert message_of(NotCalled, uimcp_agent.called, "notes_read") == (
        "expected a call of notes_read(), there was none; the agent has called nothing"
    )
    assert message_of(NotSaid, uimcp_agent.has_said, "hi") == (
        "expected the agent to have said 'hi'; it has said: nothing"
    )
    uimcp_agent.never_called("*")
    assert (uimcp_agent.calls, uimcp_agent.said, uimcp_agent.transcript) == ([], [], [])


def test_a_script_may_be_a_file(
    tmp_path: Path, notes: Notes, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    path = tmp_path / "script.yaml"
    path.write_text("steps:\n  - agent: {calls: {notes_read: {id: 1}}}\n  - agent: {says: Milk.}\n  - agent: yields\n")
    uimcp_agent.plays(path)
    uimcp_human.says("What is it?")
    uimcp_agent.has_said("Milk.")


def test_a_file_of_turns_is_looked_for_beside_the_test(uimcp_agent: AgentHarness, pytestconfig: pytest.Config) -> None:
    here = Path(__file__).parent
    assert message_of(UimcpError, uimcp_agent.plays, "no_such.yaml") == (
        f"no file no_such.yaml; looked in {here} and {pytestconfig.rootpath}"
    )
    assert "no file confest.py (did you mean conftest.py?)" in message_of(UimcpError, uimcp_agent.plays, "confest.py")


def test_a_tool_that_fails_ends_nothing(notes: Notes, uimcp_agent: AgentHarness, uimcp_human: HumanHarness) -> None:
    uimcp_agent.plays([[call("notes_read", id=9)], [call("nots_read", id=1)], [say("No such note."), end()]])
    uimcp_human.says("Read note 9")
    first, second, *_ = uimcp_agent.calls
    assert first.result is not None
    assert second.result is not None
    assert (first.result.is_error, first.result.text) == (True, "there is no note 9")
    assert "'nots_read' not found (did you mean notes_read?)" in second.result.text
    assert [(result.error or {})["code"] for result in (first.result, second.result)] == ["unknown_note", -32602]
    assert "  -> error: there is no note 9" in uimcp_agent.conversation.lines


@pytest.mark.slow
def test_a_model_that_is_asked_once_too_often_fails_the_step(
    notes: Notes, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    uimcp_agent.plays([[call("notes_read", id=1)]])
    with uimcp_agent.expects_error("no turn left: the model was asked for turn 2, but its script has 1 turn"):
        uimcp_human.says("Read")
    uimcp_agent.plays([[say("Milk."), end()]])
    uimcp_human.says("Again")
    uimcp_agent.has_said("Milk.")


def test_plain_text_is_an_error_of_the_agent(uimcp_agent: AgentHarness, uimcp_human: HumanHarness) -> None:
    uimcp_agent.plays([[text("Hello.")]])
    with uimcp_agent.expects_error("the model wrote text that no human sees, 'Hello.'"):
        uimcp_human.says("Hi")
    assert uimcp_agent.status == "error"


@pytest.mark.uimcp(dir="counter")
def test_the_model_hears_of_changes_of_resources_that_it_subscribed_to(
    uimcp: Server, uimcp_compositor: CompositorHarness, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    uimcp_compositor.mount("app", uimcp)
    uimcp_compositor.policy({"app_ui_run": "allow"}, check=False)
    uimcp_agent.plays(
        [
            [call("resources_subscribe", server="app", uri="ui://state")],
            [call("app_ui_run", code="counter:increment()")],
            [end()],
            [end()],
        ]
    )
    uimcp_human.says("Watch the state")
    uimcp_human.says("Anything new?")
    told = "\n".join(getattr(event, "text", "") for event in uimcp_agent.asked[-1].transcript)
    assert '<system notification>\n{"resources": {"app": {"updated": ["ui://state"]}}}' in told


def test_it_runs_without_the_human_when_it_is_resumed(notes: Notes, uimcp_agent: AgentHarness) -> None:
    uimcp_agent.plays(SCRIPT)
    uimcp_agent.resumes()
    uimcp_agent.has_said("Milk")


def test_an_agent_that_does_not_settle_is_reported_with_what_it_is_doing(
    notes: Notes, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    uimcp_agent.patience = 0.2
    uimcp_agent.plays([[call("notes_wait")], [end()]])
    assert message_of(Unsettled, uimcp_human.says, "Wait") == (
        "the agent has not settled within 0.2 s: it is tools_running, and waits for notes_wait\n"
        "  the conversation:\n    human: Wait\n    agent calls notes_wait()"
    )
    uimcp_agent.aborts()
    assert uimcp_agent.status == "aborted"
    uimcp_agent.script.plays([])
    assert len(uimcp_agent.script.left) == 1
    uimcp_agent.patience = 30.0
    uimcp_agent.resumes()


def test_the_older_ui_server_speaks_for_the_agent_too(uimcp_agent: AgentHarness, uimcp_human: HumanHarness) -> None:
    uimcp_agent.mounts_legacy_ui()
    uimcp_agent.plays([[call("ui_send_message", content="Hello."), call("ui_end_turn")]])
    uimcp_human.says("Hi")
    uimcp_agent.has_said("Hello.")
    assert uimcp_agent.transcript == [{"human": "Hi"}, {"agent": "Hello."}, {"end": True}]
    assert uimcp_agent.asleep


def test_an_empty_conversation_has_no_lines() -> None:
    assert ConversationLog().lines == []


LEFT = """
    from pytest_uimcp import call, end, say

    def test_left(uimcp_agent, uimcp_human):
        uimcp_agent.plays([[say("Hi."), end()], [call("x", a=1)], [end()]])
        uimcp_human.says("Hi")

    def test_failed(uimcp_agent):
        uimcp_agent.plays([[end()]])
        assert False

    def test_none_left(uimcp_agent):
        uimcp_agent.plays([])
"""


def test_turns_that_are_left_fail_the_teardown_of_a_test_that_passed(pytester: pytest.Pytester) -> None:
    result = run(pytester, LEFT)
    result.assert_outcomes(passed=2, failed=1, errors=1)
    result.stdout.fnmatch_lines(
        [
            "E   *TurnsLeft: 2 turns of 3 left unplayed; the next one: call('x', a=1); let the human say more*",
            "E *the conversation:",
            "E *human: Hi",
            "E *agent: Hi.",
            "E *agent ends its turn",
            "*uimcp turns left*",
            "end()",
        ]
    )


def test_turns_that_are_left_are_an_assertion_of_ours(uimcp_agent: AgentHarness) -> None:
    uimcp_agent.check_finished()
    assert issubclass(TurnsLeft, AssertionError)
    assert issubclass(TurnsLeft, UimcpError)


UNDECIDED = """
    from pytest_uimcp import call, end
    from tests.compositor.harness.test_compositor import shop

    def test_it(uimcp_compositor, uimcp_agent, uimcp_human):
        uimcp_compositor.mount("shop", shop)
        uimcp_agent.plays([[call("shop_sell", what="milk")], [end()]])
        uimcp_human.says("Sell the milk")
"""


def test_a_test_that_ends_while_a_call_waits_says_so(pytester: pytest.Pytester) -> None:
    result = run(pytester, UNDECIDED)
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(
        [
            "E *TurnsLeft: 1 turn of 2 left *; the agent waits for the human to decide about shop_sell: use *",
            "E *agent calls shop_sell(what='milk')",
        ]
    )


def test_a_failure_behind_an_approval_names_the_call_that_waits(pytester: pytest.Pytester) -> None:
    result = run(pytester, UNDECIDED + '        uimcp_agent.has_said("Sold.")\n')
    result.stdout.fnmatch_lines(
        [
            "E *NotSaid: expected the agent to have said 'Sold.'; it has said: nothing",
            "E *a human has to decide first, with approves(…) or denies(…): shop_sell(what='milk')",
        ]
    )
