from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anyio
import pytest

from pytest_uimcp.agent import (
    Agent,
    AgentBusy,
    AgentOptions,
    Handler,
    InjectItems,
    ModelTurn,
    NotificationsBuffer,
    PlainTextError,
    RunError,
    SampleRequest,
    SqlEventLog,
    Timeline,
    TurnScriptError,
    UserText,
    call,
    end,
    say,
    text,
)
from pytest_uimcp.agent.events import FunctionCall, FunctionCallOutput, RunStatusChanged, SystemText, UiMessage
from pytest_uimcp.agent.models.scripted import TurnStep
from pytest_uimcp.compositor.policy import Gate, Rule, RulePolicy
from pytest_uimcp.compositor.policy.errors import refusal
from pytest_uimcp.mcp.calls import ToolCall, ToolError, ToolResult
from pytest_uimcp.storage import open_database
from tests.agent.rig import OK, Tools, kinds, played, says, serving, settled, told

pytestmark = pytest.mark.anyio


def outputs(agent: Agent) -> list[tuple[str, str]]:
    found = [event for event in agent.timeline.log.read() if isinstance(event, FunctionCallOutput)]
    return [(e.call_id, e.result.content[0]["text"] if e.result.content else "ok") for e in found]


async def test_an_agent_answers_and_sleeps() -> None:
    model, tools = played([say("Hello!"), end()]), Tools()
    async with serving(Agent(model, tools)) as agent:
        says(agent, "hi")
        await settled(agent)
    assert kinds(agent) == ["UserMessage", "AssistantMarkdown", "EndTurn"]
    assert tools.called == ["chat_assistant_post", "loop_yield_turn"]
    assert (agent.status, agent.asleep, agent.phase) == ("finished", True, "idle")
    model.check_finished()


async def test_what_a_call_does_is_shown_directly_after_its_output() -> None:
    model = played([call("files_read"), say("Done."), call("files_read"), end()])
    async with serving(Agent(model, Tools())) as agent:
        says(agent, "go")
        await settled(agent)
    events = [event.type for event in agent.timeline.log.read() if event.type not in ("run_status", "api_request")]
    assert events == [
        "user_text", "tool_call", "tool_call", "tool_call", "tool_call", "response",
        "function_call_output", "function_call_output", "ui_message", "function_call_output", "function_call_output",
        "ui_end_turn",
    ]  # fmt: skip


async def test_edge_37_calls_beside_a_yield_still_run() -> None:
    model, tools = played([end(), call("files_read"), say("Done.")]), Tools()
    async with serving(Agent(model, tools, options=AgentOptions(parallel=False))) as agent:
        says(agent, "go")
        await settled(agent)
    assert tools.called == ["loop_yield_turn", "files_read", "chat_assistant_post"]
    assert kinds(agent) == ["UserMessage", "Tool", "AssistantMarkdown", "EndTurn"]
    assert len(outputs(agent)) == 3


@pytest.mark.parametrize("turn", [[end(), end()], [end(), call("loop.yield_turn"), call("ui_end_turn")]])
async def test_edge_37_two_yields_are_one_end(turn: list[TurnStep]) -> None:
    async def end_turn() -> ToolResult:
        return ToolResult(data=agent.bus.push_end_turn())

    agent = Agent(played(turn), Tools(ui_end_turn=end_turn))
    async with serving(agent):
        says(agent, "go")
        await settled(agent)
    assert kinds(agent) == ["UserMessage", "EndTurn"]
    assert agent.asleep


async def test_edge_37_a_yield_that_is_denied_does_not_end_the_turn() -> None:
    gate = Gate(RulePolicy([Rule("loop_yield_turn", "deny_continue")]))
    model = played([end()], [say("I may not stop.")], [text("still here")])
    async with serving(Agent(model, Tools(gate), options=AgentOptions(ui_mode=False))) as agent:
        says(agent, "go")
        await settled(agent)
    assert kinds(agent) == ["UserMessage", "AssistantMarkdown"]
    assert not agent.asleep
    model.check_finished()


async def test_edge_37_a_message_that_waits_when_the_turn_ends_begins_the_next_at_once() -> None:
    model = played([end()], [say("Again."), end()])

    async def yields() -> ToolResult:
        if tools.called.count("loop_yield_turn") == 1:
            says(agent, "one more thing")
        return OK

    tools = Tools(loop_yield_turn=yields)
    agent = Agent(model, tools)
    async with serving(agent):
        says(agent, "go")
        await settled(agent)
    assert kinds(agent) == ["UserMessage", "UserMessage", "EndTurn", "AssistantMarkdown", "EndTurn"]
    assert told(model, 1)[-1] == "user_text: one more thing"
    assert agent.asleep


async def test_an_end_of_turn_of_an_aborted_run_does_not_end_the_next() -> None:
    gate = Gate(RulePolicy([Rule("bad_tool", "deny_abort")]))
    model = played([end(), call("bad_tool")], [say("Still here."), end()])
    async with serving(Agent(model, Tools(gate), options=AgentOptions(parallel=False))) as agent:
        says(agent, "one")
        await settled(agent)
        says(agent, "two")
        await settled(agent)
    assert kinds(agent) == ["UserMessage", "Tool", "UserMessage", "AssistantMarkdown", "EndTurn"]


async def test_edge_38_plain_text_is_an_error_and_shows_nothing() -> None:
    model = played([text("Hello, can you see me?")])
    agent = Agent(model, Tools())
    says(agent, "hi")
    ended = await agent.run()
    assert (ended.status, type(ended.error)) == ("error", PlainTextError)
    assert "text that no human sees, 'Hello, can you see me?'; it speaks by calling chat_assistant_post" in ended.reason
    assert kinds(agent) == ["UserMessage"]


async def test_edge_38_calls_beside_plain_text_do_not_run_and_have_an_output() -> None:
    agent, tools = Agent(played([call("files_read"), text("hi")]), tools := Tools()), tools
    says(agent, "hi")
    assert (await agent.run()).status == "error"
    assert tools.called == []
    assert outputs(agent) == [("call_1", "tool execution aborted")]


async def test_edge_38_the_model_may_be_reminded_first() -> None:
    model = played([text("Hello?")], [say("Hello!"), end()])
    agent = Agent(model, Tools(), options=AgentOptions(reminders=1))
    says(agent, "hi")
    assert (await agent.run()).reason == "yielded"
    assert told(model, 1)[-1].startswith("system_text: Nobody has seen your text. Say it by calling")
    assert kinds(agent) == ["UserMessage", "AssistantMarkdown", "EndTurn"]


async def test_edge_38_reminders_end() -> None:
    agent = Agent(played([text("a")], [text("b")], [text("c")]), Tools(), options=AgentOptions(reminders=2))
    says(agent, "hi")
    assert isinstance((await agent.run()).error, PlainTextError)


async def test_where_text_is_allowed_it_ends_the_turn() -> None:
    agent = Agent(played([call("files_read")], [text("done")]), Tools(), options=AgentOptions(ui_mode=False))
    says(agent, "hi")
    ended = await agent.run()
    assert (ended.status, ended.reason, agent.asleep) == ("finished", "no_tool_calls", False)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("{broken", "Invalid JSON in the arguments of files_read"),
        ("[1]", "The arguments of files_read must be a JSON object, got list"),
        ('"x"', "must be a JSON object, got str"),
        ("[" * 100_000, "Invalid JSON"),
    ],
    ids=range(4),
)
async def test_edge_39_arguments_that_are_no_object_give_an_error_and_the_turn_goes_on(
    arguments: str, message: str
) -> None:
    tools = Tools()
    agent = Agent(played([TurnStep("call", "files_read", arguments)], [end()]), tools)
    says(agent, "go")
    assert (await agent.run()).reason == "yielded"
    assert tools.called == ["loop_yield_turn"]
    assert message in outputs(agent)[0][1]


@pytest.mark.parametrize("arguments", ["", "null", "{}"])
async def test_edge_39_no_arguments_are_an_empty_object(arguments: str) -> None:
    tools = Tools()
    agent = Agent(played([TurnStep("call", "files_read", arguments)], [end()]), tools)
    says(agent, "go")
    await agent.run()
    assert tools.arguments[0] == {}


class Fixed:
    """A model that gives these answers."""

    name = "fixed"

    def __init__(self, *turns: list[Any]) -> None:
        self._turns = list(turns)
        self.requests: list[SampleRequest] = []

    async def sample(self, request: SampleRequest) -> ModelTurn:
        self.requests.append(request)
        return ModelTurn(tuple(self._turns.pop(0)))


YIELD = FunctionCall("loop_yield_turn", None, "end")


async def test_edge_39_a_call_id_used_twice_runs_once_and_has_one_output() -> None:
    first, second = FunctionCall("files_read", None, "same"), FunctionCall("files_write", None, "same")
    tools = Tools()
    agent = Agent(Fixed([first, second], [second, YIELD]), tools)
    says(agent, "go")
    assert (await agent.run()).reason == "yielded"
    assert tools.called == ["files_read", "loop_yield_turn"]
    assert [call_id for call_id, _ in outputs(agent)] == ["same", "end"]


async def test_edge_39_a_call_without_an_id_is_an_error() -> None:
    agent = Agent(Fixed([FunctionCall("files_read", None, "")]), Tools())
    says(agent, "go")
    assert "ModelError: the model made a call without an id" in (await agent.run()).reason


async def test_edge_39_an_injected_call_that_has_its_output_is_not_made_again() -> None:
    class Replaying(Handler):
        items: list[Any] | None = None

        def on_run_start(self) -> None:
            self.items = [
                FunctionCall("files_read", None, "old"),
                FunctionCallOutput("old", OK),
                FunctionCallOutput("never called", OK),
                FunctionCall("files_write", None, "new"),
            ]

        def on_before_sample(self) -> Any:
            items, self.items = self.items, None
            return InjectItems(items) if items else super().on_before_sample()

    tools, model = Tools(), Fixed([YIELD])
    agent = Agent(model, tools, handlers=[Replaying()])
    agent.resume()
    assert (await agent.run()).reason == "yielded"
    assert tools.called == ["files_write", "loop_yield_turn"]
    events = [event.type for event in model.requests[0].transcript]
    assert events == ["tool_call", "function_call_output", "tool_call", "function_call_output"]


async def test_edge_40_outputs_come_in_the_order_of_the_calls() -> None:
    second_done = anyio.Event()

    async def slow() -> ToolResult:
        await second_done.wait()
        return ToolResult.of_text("slow")

    async def fast() -> ToolResult:
        second_done.set()
        return ToolResult.of_text("fast")

    model = played([call("slow_tool"), call("fast_tool")], [end()])
    agent = Agent(model, Tools(slow_tool=slow, fast_tool=fast))
    says(agent, "go")
    with anyio.fail_after(240):
        await agent.run()
    assert outputs(agent)[:2] == [("call_1", "slow"), ("call_2", "fast")]
    assert told(model, 1) == [
        "user_text: go", "call slow_tool", "call fast_tool", "output call_1: slow", "output call_2: fast",
    ]  # fmt: skip


@pytest.mark.parametrize("parallel", [True, False])
async def test_edge_41_a_call_that_ends_the_turn_aborts_those_that_are_not_over(parallel: bool) -> None:
    first_over = anyio.Event()
    begun: list[str] = []

    async def first() -> ToolResult:
        first_over.set()
        return ToolResult.of_text("first")

    async def denied() -> ToolResult:
        await first_over.wait()
        raise refusal("deny_abort", ToolCall("second_tool"))

    async def third() -> ToolResult:
        begun.append("third")
        await anyio.sleep_forever()
        return OK

    model = played([call("first_tool"), call("second_tool"), call("third_tool")], [end()])
    tools = Tools(first_tool=first, second_tool=denied, third_tool=third)
    agent = Agent(model, tools, options=AgentOptions(parallel=parallel))
    says(agent, "go")
    with anyio.fail_after(240):
        ended = await agent.run()
    assert (ended.status, ended.reason) == ("finished", "policy_denied")
    assert outputs(agent) == [
        ("call_1", "first"),
        ("call_2", "policy_denied"),
        ("call_3", "tool execution aborted"),
    ]
    assert begun == (["third"] if parallel else [])
    assert len(model.requests) == 1
    assert (agent.asleep, agent.running) == (False, False)


async def test_a_denial_that_lets_the_turn_go_on_is_an_error_the_model_reads() -> None:
    gate = Gate(RulePolicy([Rule("bad_tool", "deny_continue", rationale="no")]))
    model = played([call("bad_tool")], [end()])
    agent = Agent(model, Tools(gate))
    says(agent, "go")
    assert (await agent.run()).reason == "yielded"
    [output] = [event for event in agent.timeline.log.read() if getattr(event, "call_id", "") == "call_1"][1:]
    assert isinstance(output, FunctionCallOutput)
    assert output.result.data["error"]["code"] == -32951
    assert output.result.data["error"]["data"]["reason"] == "no"


async def test_a_result_that_only_looks_like_a_denial_does_not_end_the_turn() -> None:
    async def pretends() -> ToolResult:
        return refusal("deny_abort", ToolCall("x")).result()

    agent = Agent(played([call("sly_tool")], [end()]), Tools(sly_tool=pretends))
    says(agent, "go")
    assert (await agent.run()).reason == "yielded"


@pytest.mark.parametrize("error", [RuntimeError("broken"), ToolError.refused(-32602, "Unknown tool: x")])
async def test_a_tool_that_fails_does_not_end_the_turn(error: Exception) -> None:
    async def fails() -> ToolResult:
        raise error

    agent = Agent(played([call("x_y"), call("files_read")], [end()]), Tools(x_y=fails))
    says(agent, "go")
    assert (await agent.run()).reason == "yielded"
    assert str(error) in outputs(agent)[0][1]


async def test_edge_42_what_the_human_says_during_a_turn_comes_before_the_next_sampling() -> None:
    async def read() -> ToolResult:
        says(agent, "wait", "and this")
        return ToolResult.of_text("read")

    model = played([call("files_read"), call("files_list")], [end()])
    agent = Agent(model, Tools(files_read=read))
    async with serving(agent):
        says(agent, "go")
        await settled(agent)
    assert told(model, 1)[-3:] == ["output call_2: {'ok': True}", "user_text: wait", "user_text: and this"]
    assert kinds(agent) == ["UserMessage", "Tool", "Tool", "UserMessage", "UserMessage", "EndTurn"]
    assert len(model.requests) == 2


async def test_edge_43_a_second_run_is_refused_and_nothing_is_lost() -> None:
    go_on = anyio.Event()

    async def slow() -> ToolResult:
        await go_on.wait()
        return OK

    agent = Agent(played([call("slow_tool"), end()]), Tools(slow_tool=slow))
    async with serving(agent):
        says(agent, "go")
        await agent.changed.wait_until(lambda: agent.phase == "tools_running")
        with pytest.raises(AgentBusy, match="BUSY: a run is under way") as caught:
            await agent.run()
        assert caught.value.code == "BUSY"
        go_on.set()
        await settled(agent)
    assert agent.status == "finished"
    assert len(agent.timeline.state.items) == 3


async def test_edge_39_a_run_that_is_aborted_gives_every_call_an_output_and_can_be_followed_by_another() -> None:
    async def hangs() -> ToolResult:
        await anyio.sleep_forever()
        return OK

    model = played([call("files_read"), call("slow_tool")], [end()])
    agent = Agent(model, Tools(slow_tool=hangs))
    assert not agent.abort()
    async with serving(agent):
        says(agent, "go")
        await agent.changed.wait_until(lambda: ("call_1", "ok") in outputs(agent))
        assert agent.abort()
        assert agent.status == "aborting"
        await settled(agent)
        assert agent.status == "aborted"
        says(agent, "again")
        await settled(agent)
    assert outputs(agent)[:2] == [("call_1", "ok"), ("call_2", "tool execution aborted")]
    assert told(model, 1)[-2:] == ["output call_2: tool execution aborted", "user_text: again"]
    assert agent.asleep


async def test_an_approval_shows_on_the_timeline_and_in_the_next_sampling() -> None:
    gate = Gate()
    model = played([call("runtime_exec", cmd=["ls"])], [say("Two files."), end()])
    tools = Tools(gate)
    notes = NotificationsBuffer(gate.summaries.poll, gate.summaries.peek)
    agent = Agent(model, tools, approvals=gate.approvals, notifications=notes)
    async with serving(agent):
        says(agent, "list")
        await settled(agent)
        assert (agent.status, agent.phase) == ("awaiting_approval", "waiting_approval")
        [item] = gate.approvals.pending()
        assert (item.call_id, tools.called) == ("call_1", [])
        assert agent.timeline.state.to_json()["items"][1]["approval"] == "pending"
        gate.approvals.decide(item.id, "approve")
        says(agent, "and hurry")
        await settled(agent)
    shown = agent.timeline.state.to_json()["items"]
    assert [one["kind"] for one in shown] == ["UserMessage", "Tool", "UserMessage", "AssistantMarkdown", "EndTurn"]
    assert (shown[1]["decision"], "approval" in shown[1]) == ("approve", False)
    *_, notice, said = model.requests[1].transcript
    assert isinstance(notice, SystemText)
    assert notice.role == "user"
    opening, body, closing = notice.text.split("\n")
    assert (opening, closing) == ("<system notification>", "</system notification>")
    assert json.loads(body)["approvals"] == [
        {
            "id": item.id,
            "call_id": "call_1",
            "name": "runtime_exec",
            "decision": "approve",
            "outcome": "completed",
            "summary": '{"ok": true}',
        }
    ]
    assert isinstance(said, UserText)


@pytest.mark.parametrize(
    ("decision", "reason", "code", "samplings"),
    [("deny_continue", "yielded", -32951, 2), ("deny_abort", "policy_denied", -32950, 1)],
)
async def test_a_human_who_denies_a_call_lets_the_turn_go_on_or_ends_it(
    decision: str, reason: str, code: int, samplings: int
) -> None:
    gate = Gate()
    model, tools = played([call("runtime_exec", cmd=["rm"])], [say("I may not."), end()]), Tools(gate)
    agent = Agent(model, tools, approvals=gate.approvals)
    async with serving(agent):
        says(agent, "remove it")
        await settled(agent)
        gate.approvals.decide(gate.approvals.pending()[0].id, decision)
        await settled(agent)
    assert "runtime_exec" not in tools.called
    [denied] = [event for event in agent.timeline.log.read() if isinstance(event, FunctionCallOutput)][:1]
    assert denied.result.data["error"]["code"] == code
    shown = agent.timeline.state.to_json()["items"][1]
    assert (shown["decision"], shown["content"]["is_error"]) == (decision, True)
    word = "policy_denied_continue" if code == -32951 else "policy_denied"
    assert shown["content"]["stderr"] == f"{word}: user_denied; a human denied this call and gave no reason"
    assert len(model.requests) == samplings
    ended = [event for event in agent.timeline.log.read() if isinstance(event, RunStatusChanged)][-1]
    assert (ended.status, ended.reason) == ("finished", reason)


async def test_an_approval_decided_while_the_agent_sleeps_does_not_wake_it() -> None:
    gate = Gate()
    agent = Agent(played(), Tools(gate), approvals=gate.approvals)
    async with serving(agent), anyio.create_task_group() as tasks:
        tasks.start_soon(gate.call, ToolCall("runtime_exec", {}), Tools().run)
        await agent.changed.wait_until(lambda: bool(gate.approvals.pending()))
        gate.approvals.decide(gate.approvals.pending()[0].id, "approve")
        await agent.changed.wait_until(lambda: gate.approvals.history()[0].outcome is not None)
        assert (agent.asleep, agent.due, agent.running) == (True, False, False)


async def test_news_from_the_background_run_an_agent_that_is_awake_and_wait_for_one_that_sleeps() -> None:
    model = played([end()], [text("thinking")], [end()])
    async with serving(Agent(model, Tools(), options=AgentOptions(ui_mode=False))) as agent:
        says(agent, "one")
        await settled(agent)
        agent.tell("the build is over")
        assert agent.asleep
        says(agent, "two")
        await settled(agent)
        assert told(model, 1)[-2:] == ["system_text: the build is over", "user_text: two"]
        assert not agent.asleep
        agent.tell("the tests are over")
        await settled(agent)
    assert told(model, 2)[-1] == "system_text: the tests are over"


async def test_an_agent_that_sleeps_is_resumed() -> None:
    agent = Agent(played([end()]), Tools())
    async with serving(agent):
        agent.resume()
        await settled(agent)
    assert (agent.status, kinds(agent)) == ("finished", ["EndTurn"])


async def test_messages_of_the_older_server_are_shown_in_order() -> None:
    async def send(content: str) -> ToolResult:
        return ToolResult(data=agent.bus.push_message("text/markdown", content))

    async def end_turn() -> ToolResult:
        return ToolResult(data=agent.bus.push_end_turn())

    turn = [call("ui_send_message", content="one"), call("ui_send_message", content="two"), call("ui_end_turn")]
    agent = Agent(played(turn), Tools(ui_send_message=send, ui_end_turn=end_turn))
    says(agent, "go")
    assert (await agent.run()).reason == "yielded"
    shown = agent.timeline.state.to_json()["items"]
    assert [(item["kind"], item.get("md")) for item in shown[1:]] == [
        ("AssistantMarkdown", "one"),
        ("AssistantMarkdown", "two"),
        ("EndTurn", None),
    ]


async def test_a_post_that_fails_shows_nothing() -> None:
    async def fails(**_: Any) -> ToolResult:
        return ToolResult.of_text("store_unavailable", is_error=True)

    agent = Agent(played([say("hi")], [end()]), Tools(chat_assistant_post=fails))
    says(agent, "go")
    await agent.run()
    assert kinds(agent) == ["UserMessage", "EndTurn"]


async def test_a_script_that_is_over_is_an_error_that_says_what_came_last() -> None:
    agent = Agent(played([call("files_read")]), Tools())
    says(agent, "go")
    ended = await agent.run()
    assert isinstance(ended.error, TurnScriptError)
    assert "asked for turn 2, but its script has 1 turn; the last thing it was told: '{\"ok\": true}'" in ended.reason


async def test_a_turn_that_does_not_end_is_ended() -> None:
    agent = Agent(played(*[[call("files_read")]] * 9), Tools(), options=AgentOptions(max_rounds=5))
    says(agent, "go")
    ended = await agent.run()
    assert isinstance(ended.error, RunError)
    assert "did not end within 5 rounds" in ended.reason


async def test_a_result_too_large_for_any_model_fails_the_run() -> None:
    async def read() -> ToolResult:
        return ToolResult.of_text("x" * (10 * 1024 * 1024 + 1))

    agent = Agent(played([call("files_read")]), Tools(files_read=read))
    says(agent, "go")
    assert "at most 10485760" in (await agent.run()).reason
    assert outputs(agent) == [("call_1", "tool execution aborted")]


async def test_a_handler_may_deal_with_an_error() -> None:
    class Patient(Handler):
        errors: list[Exception] = []  # noqa: RUF012 -- one list for all runs of the test

        def on_error(self, error: Exception) -> None:
            self.errors.append(error)

    class Flaky(Fixed):
        async def sample(self, request: SampleRequest) -> ModelTurn:
            if not Patient.errors:
                raise RuntimeError("overloaded")
            return await super().sample(request)

    agent = Agent(Flaky([YIELD]), Tools(), handlers=[Patient()])
    says(agent, "go")
    assert (await agent.run()).reason == "yielded"
    assert [str(error) for error in Patient.errors] == ["overloaded"]


async def test_handlers_see_every_event_and_instructions_are_built_for_each_request() -> None:
    class Watching(Handler):
        def __init__(self) -> None:
            self.seen: list[str] = []

        def on_user_text_event(self, event: Any) -> None:
            self.seen.append(event.type)

        on_system_text_event = on_tool_call_event = on_tool_result_event = on_user_text_event
        on_response = on_api_request_event = on_reasoning = on_assistant_text_event = on_user_text_event

    handler, model, numbers = Watching(), played([call("files_read")], [end()]), iter("12")
    agent = Agent(model, Tools(), handlers=[handler], instructions=lambda: f"be kind, {next(numbers)}")
    says(agent, "go")
    await agent.run()
    assert handler.seen == [
        "user_text", "api_request", "tool_call", "response", "function_call_output",
        "api_request", "tool_call", "response", "function_call_output",
    ]  # fmt: skip
    assert [request.instructions for request in model.requests] == ["be kind, 1", "be kind, 2"]
    assert model.requests[0].tool_choice == "required"
    assert [tool.name for tool in model.requests[0].tools] == ["loop_yield_turn", "chat_assistant_post"]


async def test_a_run_that_fails_at_once_is_not_begun_again_for_the_same_message() -> None:
    class Broken(Handler):
        asked = 0

        def on_before_sample(self) -> Any:
            self.asked += 1
            raise RuntimeError("broken")

    broken = Broken()
    async with serving(Agent(played(), Tools(), handlers=[broken])) as agent:
        for number in (1, 2):
            says(agent, "hi")
            await settled(agent)
            assert (agent.status, broken.asked, agent.due) == ("error", number, False)


async def test_a_loop_without_handlers_is_refused() -> None:
    from pytest_uimcp.agent.loop import AgentLoop
    from pytest_uimcp.agent.transcript import Transcript

    with pytest.raises(ValueError, match="at least one handler"):
        AgentLoop(played(), Tools(), [], Timeline(), Transcript())


async def test_edge_35_an_agent_goes_on_from_its_log_and_makes_no_interrupted_call_again(tmp_path: Path) -> None:
    database = open_database(tmp_path / "chat.db")
    timeline = Timeline(SqlEventLog(database))

    async def hangs() -> ToolResult:
        # Killed here: the log holds what is written, and nothing is tidied up.
        image.extend(timeline.log.read())
        agent.abort()
        await anyio.sleep_forever()
        return OK

    image: list[Any] = []
    agent = Agent(played([call("slow_tool")]), Tools(slow_tool=hangs), timeline=timeline)
    says(agent, "go")
    await agent.run()
    database.close()

    database = open_database(tmp_path / "killed.db")
    log = SqlEventLog(database)
    log.append(image)
    tools, model = Tools(), played([say("What happened?"), end()])
    again = Agent(model, tools, timeline=Timeline(log))
    assert not again.due
    assert outputs(again) == [("call_1", "tool execution aborted")]
    ended = [event for event in log.read() if isinstance(event, RunStatusChanged)][-1]
    assert (ended.status, ended.reason) == ("aborted", "restart")
    says(again, "hello?")
    await again.run()
    assert tools.called == ["chat_assistant_post", "loop_yield_turn"]
    assert told(model, 0) == [
        "user_text: go", "call slow_tool", "output call_1: tool execution aborted", "user_text: hello?",
    ]  # fmt: skip
    assert Agent(played(), Tools(), timeline=Timeline(log)).timeline.state == again.timeline.state
    database.close()


async def test_a_message_that_was_not_answered_when_the_process_ended_is_due(tmp_path: Path) -> None:
    database = open_database(tmp_path / "chat.db")
    log = SqlEventLog(database)
    before = Agent(played([end()]), Tools(), timeline=Timeline(log))
    says(before, "answered")
    await before.run()
    says(before, "not answered")
    model = played([end()])
    after = Agent(model, Tools(), timeline=Timeline(log))
    assert after.due
    await after.run()
    assert [line for line in told(model, 0) if line.startswith("user")] == [
        "user_text: answered",
        "user_text: not answered",
    ]
    database.close()


async def test_a_status_says_when_its_run_began_and_ended() -> None:
    agent = Agent(played([end()]), Tools())
    assert (agent.status, agent.phase) == ("idle", "idle")
    says(agent, "go")
    ended = await agent.run()
    statuses = [event for event in agent.timeline.log.read() if isinstance(event, RunStatusChanged)]
    assert [status.status for status in statuses] == ["starting", "running", "finished"]
    assert {status.run_id for status in statuses} == {ended.run_id}
    assert statuses[-1].started is not None
    assert statuses[-1].finished is not None
    assert statuses[0].started == statuses[-1].started <= statuses[-1].finished
    assert statuses[0].finished is None


async def test_what_is_said_on_the_timeline_is_what_the_tool_was_given() -> None:
    agent = Agent(played([call("chat_assistant_post", content="plain", mime="text/plain"), end()]), Tools())
    says(agent, "go")
    await agent.run()
    [said] = [event for event in agent.timeline.log.read() if isinstance(event, UiMessage)]
    assert said.message == {"mime": "text/plain", "content": "plain"}
