from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.agent import Agent, ModelError, ModelTurn, SampleRequest, UserText, call, end, say
from pytest_uimcp.agent.activity import Activity, LiveActivity, latest_activity
from pytest_uimcp.agent.drafts import text_for_people
from pytest_uimcp.agent.events import (
    AgentEvent,
    ApprovalDecision,
    ApprovalPending,
    FunctionCall,
    FunctionCallOutput,
    ModelRequest,
    ModelRetry,
    Response,
    RunStatusChanged,
    UiMessage,
)
from pytest_uimcp.agent.models.progress import AnswerDraft, Retry
from tests.agent.rig import OK, Tools, played, says, serving, settled

TS = "2026-01-02T03:04:05.000000Z"
STARTED = RunStatusChanged("r", "starting", ts=TS)
ASKED = ModelRequest("m", 1, 0, "auto", ts=TS)
EXEC = FunctionCall("runtime_exec", "{}", "1", ts=TS)
READ = FunctionCall("files_read", "{}", "2", ts=TS)
WAITS = ApprovalPending({"call_id": "1"}, ts=TS)
LATER = ModelRetry(2, 6, 8.0, "busy", ts=TS)


@pytest.mark.parametrize(
    ("events", "state", "calls"),
    [
        ([], "idle", []),
        ([STARTED], "model", []),
        ([STARTED, ASKED, LATER], "retrying", []),
        ([STARTED, ASKED, LATER, ASKED], "model", []),
        ([STARTED, ASKED, Response(), EXEC, READ], "tools", ["runtime_exec", "files_read"]),
        ([STARTED, EXEC, READ, WAITS], "approval", ["runtime_exec", "files_read"]),
        ([STARTED, EXEC, READ, WAITS, FunctionCallOutput("2", OK)], "approval", ["runtime_exec"]),
        ([STARTED, EXEC, WAITS, ApprovalDecision("1", {"kind": "approve"})], "tools", ["runtime_exec"]),
        ([STARTED, EXEC, WAITS, FunctionCallOutput("1", OK)], "model", []),
        ([STARTED, FunctionCall("chat_assistant_post", "{}", "1")], "model", []),
        ([STARTED, ApprovalPending({"call_id": None})], "model", []),
        ([STARTED, EXEC, RunStatusChanged("r", "aborting"), FunctionCallOutput("1", OK)], "stopping", []),
        ([STARTED, EXEC, RunStatusChanged("r", "aborted", reason="restart")], "stopped", []),
        ([STARTED, RunStatusChanged("r", "error", reason="no key")], "failed", []),
        ([STARTED, RunStatusChanged("r", "finished", reason="yielded"), FunctionCallOutput("1", OK)], "idle", []),
    ],
)
def test_what_an_agent_does_follows_from_its_events(events: list[AgentEvent], state: str, calls: list[str]) -> None:
    activity = latest_activity(events)
    assert activity.state == state
    if state != "stopping":
        assert list(activity.calls.values()) == calls


def test_a_page_is_told_when_the_model_is_asked_again_and_why() -> None:
    assert latest_activity([STARTED, LATER]).to_json() == {
        "state": "retrying",
        "since": TS,
        "reason": "busy",
        "calls": [],
        "attempt": 2,
        "attempts": 6,
        "until": "2026-01-02T03:04:13Z",
    }


def live(*events: AgentEvent) -> tuple[LiveActivity, list[str]]:
    pressed: list[str] = []
    stop, again = (lambda: pressed.append("stop")), (lambda: pressed.append("again"))
    return LiveActivity(events, stop=stop, resume=again), pressed


def test_a_run_under_way_can_be_stopped_and_one_that_is_over_begun_again() -> None:
    activity, pressed = live(STARTED)
    activity.again()
    activity.stop()
    activity.hear(RunStatusChanged("r", "aborted"))
    activity.stop()
    activity.again()
    activity.hear(RunStatusChanged("s", "finished"))
    activity.again()
    assert pressed == ["stop", "again"]


def test_what_the_model_writes_is_shown_until_it_is_posted() -> None:
    activity, _ = live(STARTED, ASKED, LATER)
    told: list[str] = []
    activity.listen(lambda _: told.append(activity.to_json()["draft"]))
    post = FunctionCall("chat_assistant_post", '{"mime": "text/markdown", "content": "Hel', "1")
    activity.write(AnswerDraft(calls=(post,)))
    activity.hear(post)
    assert (activity.current.state, activity.current.retry) == ("model", None)
    activity.hear(Response())
    activity.hear(UiMessage({"content": "Hello"}))
    activity.hear(UiMessage({"content": "Hello"}))
    # Nothing is told twice.
    assert told == ["Hel", ""]


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ("", ""),
        ('{"content', ""),
        ('{"content": "', ""),
        ('{"content": "a \\"quoted\\" word', 'a "quoted" word'),
        ('{"content": "line\\', "line"),
        ('{"content": "\\u00', ""),
        ('{"content": "\\ud83d', ""),
        ('{"content": "\\ud83d\\ude00!", "mime": "text/plain"}', "😀!"),
        ('{"content": 5', ""),
    ],
)
def test_a_message_is_read_from_half_a_call(arguments: str, text: str) -> None:
    assert text_for_people(AnswerDraft(calls=(FunctionCall("chat_assistant_post", arguments, "1"),))) == text
    assert text_for_people(AnswerDraft("plain", (FunctionCall("files_read", arguments, "1"),))) == ""


@given(st.text(), st.data())
def test_a_message_only_grows_while_it_is_written(message: str, data: st.DataObject) -> None:
    arguments = json.dumps({"mime": "text/markdown", "content": message}, ensure_ascii=data.draw(st.booleans()))
    lengths = sorted(data.draw(st.lists(st.integers(0, len(arguments)), max_size=5)))
    texts = [
        text_for_people(AnswerDraft(calls=(FunctionCall("chat_assistant_post", arguments[:length], "1"),)))
        for length in [*lengths, len(arguments)]
    ]
    assert texts[-1] == message
    assert all(message.startswith(text) for text in texts)
    assert texts == sorted(texts, key=len)


class Unsteady:
    """A model that is busy once, then writes, then fails."""

    name = "unsteady"

    async def sample(self, request: SampleRequest) -> ModelTurn:
        request.heard(Retry(2, 6, 0.0, "busy"))
        request.heard(AnswerDraft(calls=(FunctionCall("chat_assistant_post", '{"content": "Hel', "1"),)))
        raise ModelError("the service is gone")


@pytest.mark.anyio
async def test_an_agent_tells_what_it_does_and_why_its_run_failed() -> None:
    agent = Agent(Unsteady(), Tools())
    told: list[Any] = []
    agent.activity.listen(lambda _: told.append(agent.activity.to_json()))
    async with serving(agent):
        says(agent, "hello")
        await settled(agent)
    assert [(body["state"], body["draft"]) for body in told] == [
        ("model", ""),
        ("model", ""),
        ("retrying", ""),
        ("model", "Hel"),
        ("failed", ""),
    ]
    assert told[-1]["reason"] == "ModelError: the service is gone"
    # An agent that is started again shows it still.
    again = Agent(Unsteady(), Tools(), timeline=agent.timeline)
    assert again.activity.current == replace(agent.activity.current)
    again.close()


@pytest.mark.anyio
async def test_the_buttons_stop_an_agent_and_make_it_go_on() -> None:
    begun = anyio.Event()

    async def slow() -> Any:
        begun.set()
        await anyio.sleep_forever()

    model = played([call("slow")], [say("Done."), end()])
    agent = Agent(model, Tools(slow=slow))
    async with serving(agent):
        says(agent, "hello")
        await begun.wait()
        assert agent.activity.current == Activity("tools", agent.activity.current.since, calls={"call_1": "slow"})
        agent.activity.stop()
        await settled(agent)
        assert (agent.status, agent.activity.current.state) == ("aborted", "stopped")
        agent.activity.again()
        await settled(agent)
    assert (agent.status, agent.activity.current.state) == ("finished", "idle")
    assert [type(event) for event in model.requests[0].transcript] == [UserText]
