from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import anyio
import pytest

from pytest_uimcp.agent import OpenAIModel, Retries, RunningAgent, ScriptedModel, call, end, run_agent, say
from pytest_uimcp.agent.data import AgentDataError
from pytest_uimcp.agent.events import AssistantText, FunctionCall, FunctionCallOutput, ModelRetry, SystemText, UserText
from pytest_uimcp.agent.models.base import SampleRequest
from pytest_uimcp.agent.models.progress import AnswerDraft
from pytest_uimcp.agent.models.scenes import ScenesModel
from pytest_uimcp.agent.terminal import NOBODY, run_once
from pytest_uimcp.chat.web.remote import RemoteApprovals, over_http
from pytest_uimcp.compositor.policy import Rule, RulePolicy
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.mcp.calls import ToolCall, ToolResult
from pytest_uimcp.mcp.server import McpServer
from pytest_uimcp.mcp.tools import Tool
from tests import patience
from tests.agent.service import calls, fails, fake_service, says, streamed

pytestmark = pytest.mark.anyio
ALLOWED = RulePolicy([Rule("notes_*", "allow")])
SOON = Retries(attempts=4, first_seconds=0.0)


class Notes:
    def __init__(self) -> None:
        self.kept: list[str] = []
        self.begun = anyio.Event()
        self.is_slow = False

    @property
    def mcp(self) -> McpServer[Notes]:
        return McpServer("notes", self, (Tool("add", "Add", "Add a note.", _add),))


async def _add(notes: Notes, _call: ToolCall) -> dict[str, Any]:
    notes.begun.set()
    if notes.is_slow:
        await anyio.sleep_forever()
    notes.kept.append("note")
    return {"count": len(notes.kept)}


async def asked(running: RunningAgent, text: str) -> tuple[str, str]:
    with anyio.fail_after(patience.SECONDS):
        reply = await running.ask(text)
    return reply.text, reply.end.status


async def test_a_model_at_a_service_uses_mounts_and_is_asked_again_when_it_fails() -> None:
    notes = Notes()
    half = {"choices": [{"delta": {"tool_calls": [{"index": 0, "id": "x", "function": {"name": "notes_add"}}]}}]}
    answers = [
        fails(429, "slow down", Retry_After="0"),
        streamed(half, done=False),
        fails(500, "oops"),
        calls(("notes_add", {})),
        says("There is **one** note."),
    ]
    async with fake_service(*answers) as service:
        model = OpenAIModel("m", base_url=service.url, api_key="a-secret-key", network=True, retries=SOON)
        async with model, run_agent(model, mounts={"notes": notes.mcp}, policy=ALLOWED, page=False) as running:
            assert await asked(running, "Add one.") == ("There is **one** note.", "finished")
            retries = [event for event in running.agent.timeline.log.read() if isinstance(event, ModelRetry)]
    assert [retry.attempt for retry in retries] == [2, 3, 4]
    assert ["slow down" in retries[0].reason, "oops" in retries[2].reason] == [True, True]
    assert notes.kept == ["note"]
    assert service.headers["Authorization"] == "Bearer a-secret-key"
    assert {tool["function"]["name"] for tool in service.requests[0]["tools"]} >= {"notes_add", "loop_yield_turn"}
    assert "chat_assistant_post" in service.requests[0]["messages"][0]["content"]
    assert "a-secret-key" not in str([retry.to_json() for retry in retries])


async def test_an_agent_goes_on_where_it_was(tmp_path: Path) -> None:
    first = ScriptedModel([[say("One."), end()]])
    async with run_agent(first, data=tmp_path, page=False) as running:
        assert await asked(running, "first") == ("One.", "finished")
    second = ScriptedModel([[say("Two."), end()]])
    async with run_agent(second, data=tmp_path, page=False) as running:
        assert await asked(running, "second") == ("Two.", "finished")
        kinds = [item.kind for item in running.agent.timeline.state.items]
    assert [event.text for event in second.requests[0].transcript if isinstance(event, UserText)] == ["first", "second"]
    assert kinds == ["UserMessage", "AssistantMarkdown", "EndTurn"] * 2


async def test_a_run_that_was_interrupted_goes_on_after_a_restart(tmp_path: Path) -> None:
    notes = Notes()
    notes.is_slow = True
    model = ScriptedModel([[call("notes_add")]])
    async with run_agent(model, data=tmp_path, mounts={"notes": notes.mcp}, policy=ALLOWED, page=False) as running:
        running.conversation.post("user", {"content": "Add one."})
        with anyio.fail_after(patience.SECONDS):
            await notes.begun.wait()
        # As after a kill: nothing is told any more, the last thing in the log is the call.
        log = running.agent.timeline.log
        running.agent.timeline.emit = _nothing  # type: ignore[method-assign] # the process is gone
        log.append = _nothing  # type: ignore[method-assign] # likewise
    again = ScriptedModel([[say("I was interrupted."), end()]])
    async with run_agent(again, data=tmp_path, page=False) as running:
        with anyio.fail_after(patience.SECONDS):
            await running.agent.changed.wait_until(lambda: running.agent.status == "finished")
    told = [type(event) for event in again.requests[0].transcript]
    assert told == [UserText, FunctionCall, FunctionCallOutput]


def _nothing(*_: object, **__: object) -> list[Any]:
    return []


async def test_a_run_that_was_under_way_when_the_agent_ended_goes_on_and_one_that_was_stopped_does_not(
    tmp_path: Path,
) -> None:
    notes = Notes()
    notes.is_slow = True
    mounts = {"notes": notes.mcp}
    model = ScriptedModel([[call("notes_add")]])
    async with run_agent(model, data=tmp_path, mounts=mounts, policy=ALLOWED, page=False) as running:
        running.conversation.post("user", {"content": "Add one."})
        with anyio.fail_after(patience.SECONDS):
            await notes.begun.wait()
    again = ScriptedModel([[call("notes_add")]])
    notes.begun = anyio.Event()
    async with run_agent(again, data=tmp_path, mounts=mounts, policy=ALLOWED, page=False) as running:
        with anyio.fail_after(patience.SECONDS):
            await notes.begun.wait()
            running.agent.activity.stop()
            await running.agent.changed.wait_until(lambda: running.agent.status == "aborted")
    unasked = ScriptedModel()
    async with run_agent(unasked, data=tmp_path, page=False) as running:
        assert running.agent.activity.current.state == "stopped"
        assert not running.agent.due
    assert unasked.requests == []


async def test_one_folder_has_one_agent_at_a_time(tmp_path: Path) -> None:
    async with run_agent(ScriptedModel(), data=tmp_path, page=False):
        with pytest.raises(AgentDataError, match="another process runs the agent of"):
            async with run_agent(ScriptedModel(), data=tmp_path, page=False):
                raise AssertionError("there are two of them")


async def test_a_server_that_cannot_be_mounted_is_told_and_the_others_work() -> None:
    mounts = {"gone": {"command": "/no/such/program"}, "notes": Notes().mcp}
    model = ScriptedModel([[call("notes_add")], [say("Done."), end()]])
    async with run_agent(model, mounts=mounts, policy=ALLOWED, page=False) as running:
        assert list(running.failed_mounts) == ["gone"]
        assert await asked(running, "go") == ("Done.", "finished")
        with pytest.raises(RuntimeError, match="has no page"):
            running.page_address()


async def test_another_desk_answers_the_approvals() -> None:
    notes = Notes()
    model = ScriptedModel([[call("notes_add")], [say("Done."), end()]])
    async with run_agent(model, mounts={"notes": notes.mcp}) as running, anyio.create_task_group() as tasks:
        assert running.site is not None
        token = running.tokens["human"]
        desk = RemoteApprovals(over_http(running.approvals_url, token))
        tasks.start_soon(desk.run)
        tasks.start_soon(asked, running, "go")
        with anyio.fail_after(patience.SECONDS):
            waiting = anyio.Event()
            desk.listen(lambda _: desk.pending() and waiting.set())
            await waiting.wait()
            await desk.decide(desk.pending()[0].to_json()["id"], "approve")
            await running.agent.changed.wait_until(lambda: running.agent.status == "finished")
        tasks.cancel_scope.cancel()
    assert notes.kept == ["note"]


@pytest.mark.parametrize(
    ("answer", "kept", "asked_again"), [("y\n", 1, 0), ("what?\nno\n", 0, 1), ("", 0, 0), (None, 0, 0)]
)
async def test_a_run_in_a_terminal_prints_what_is_said_and_asks_before_it_calls(
    answer: str | None,
    kept: int,
    asked_again: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return answer is not None

    monkeypatch.setattr("sys.stdin", Terminal(answer or ""))
    notes = Notes()
    model = ScriptedModel([[call("notes_add")], [say("Over."), end()]])
    async with run_agent(model, mounts={"notes": notes.mcp}, page=False) as running:
        with anyio.fail_after(patience.SECONDS):
            assert await run_once(running, "go") == 0
    out, err = capsys.readouterr()
    assert out == "Over.\n"
    assert err.count("approve (y), deny (n), deny and stop (s): ") == (answer is not None) + asked_again
    assert (NOBODY in err) == (answer is None)
    assert len(notes.kept) == kept


async def test_a_run_in_a_terminal_that_fails_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    async with run_agent(ScriptedModel(), page=False) as running:
        with anyio.fail_after(patience.SECONDS):
            assert await run_once(running, "go") == 1
    assert "the run failed: TurnScriptError: no turn left" in capsys.readouterr().err


# The script for people who try it.

HELLO = [call("notes_add")], [say("Added.")], [end()]
BYE = [say("Bye."), end()]


async def turn(model: ScenesModel, *transcript: Any) -> list[str]:
    answer = await model.sample(SampleRequest(transcript))
    return [item.name for item in answer.items if isinstance(item, FunctionCall)]


async def test_each_message_is_answered_by_the_next_scene_and_the_first_comes_after_the_last() -> None:
    model = ScenesModel([*HELLO, BYE])
    add = FunctionCall("notes_add", "{}", "1"), FunctionCallOutput("1", ToolResult.of_text("ok"))
    said = FunctionCall("chat_assistant_post", "{}", "2"), FunctionCallOutput("2", ToolResult.of_text("ok"))
    over = FunctionCall("loop_yield_turn", "{}", "3"), FunctionCallOutput("3", ToolResult.of_text("ok"))
    first = UserText("hello"), *add
    assert await turn(model, UserText("hello")) == ["notes_add"]
    assert await turn(model, *first) == ["chat_assistant_post"]
    assert await turn(model, *first, SystemText("a notice"), *said) == ["loop_yield_turn"]
    assert await turn(model, *first, *said, *over) == ["loop_yield_turn"]
    second = *first, *said, *over, UserText("bye")
    assert await turn(model, *second) == ["chat_assistant_post", "loop_yield_turn"]
    assert await turn(model, *second, AssistantText("x")) == ["loop_yield_turn"]
    assert await turn(model, *second, UserText("hello")) == ["notes_add"]
    assert await turn(model) == ["loop_yield_turn"]


async def test_a_scene_is_written_word_by_word() -> None:
    drafts: list[AnswerDraft] = []

    def hear(draft: Any) -> None:
        drafts.append(draft)

    model = ScenesModel([[say("One two."), end()]], pace=1e-9)
    await model.sample(SampleRequest((UserText("hi"),), heard=hear))
    assert len(drafts) > 3
    assert drafts[-1].calls[0].args == {"mime": "text/markdown", "content": "One two."}


def test_a_script_without_turns_is_refused() -> None:
    with pytest.raises(UimcpError, match="the script has no turns"):
        ScenesModel([])
