from __future__ import annotations

import json

import pytest

from pytest_uimcp.agent import (
    SampleRequest,
    ScriptedModel,
    TurnScriptError,
    UserText,
    call,
    end,
    say,
    text,
)
from pytest_uimcp.agent.events import AssistantText, FunctionCall, FunctionCallOutput
from pytest_uimcp.mcp.calls import ToolResult

pytestmark = pytest.mark.anyio

ASKED = SampleRequest((UserText("hi"),))


async def test_turns_are_played_one_each_time() -> None:
    model = ScriptedModel([[call("files_read", path="/a", name="x")], [say("Hello."), text("plain")], end()])
    turns = [(await model.sample(ASKED)).items for _ in range(3)]
    assert turns == [
        (FunctionCall("files_read", '{"path": "/a", "name": "x"}', "call_1"),),
        (
            FunctionCall("chat_assistant_post", '{"mime": "text/markdown", "content": "Hello."}', "call_2"),
            AssistantText("plain"),
        ),
        (FunctionCall("loop_yield_turn", "{}", "call_3"),),
    ]
    assert model.requests == [ASKED] * 3
    model.check_finished()


async def test_the_tools_for_saying_and_ending_may_be_others() -> None:
    model = ScriptedModel([[say("Hi."), end()]], say_tool="ui_send_message", end_tool="ui_end_turn", name="mine")
    first, second = (await model.sample(ASKED)).items
    assert isinstance(first, FunctionCall)
    assert isinstance(second, FunctionCall)
    assert (first.name, second.name, model.name) == ("ui_send_message", "ui_end_turn", "mine")
    assert json.loads(first.args_json or "")["content"] == "Hi."


async def test_turns_may_be_added_later() -> None:
    model = ScriptedModel()
    model.plays([end()])
    model.plays([[end()], say("x")])
    for _ in range(3):
        await model.sample(ASKED)
    assert model.left == ()


async def test_ids_of_calls_are_new_in_the_conversation_they_are_made_in() -> None:
    earlier = (FunctionCall("x", None, "call_1"), FunctionCallOutput("call_1", ToolResult()))
    [made] = (await ScriptedModel([end()]).sample(SampleRequest(earlier))).items
    assert isinstance(made, FunctionCall)
    assert made.call_id == "call_2"


async def test_a_request_beyond_the_last_turn_is_an_error_with_the_last_message() -> None:
    model = ScriptedModel([end()])
    await model.sample(ASKED)
    with pytest.raises(
        TurnScriptError, match="asked for turn 2, but its script has 1 turn; the last thing it was told: 'hi'"
    ):
        await model.sample(ASKED)
    with pytest.raises(
        TurnScriptError, match="asked for turn 1, but its script has 0 turns; the last thing it was told: nothing"
    ):
        await ScriptedModel().sample(SampleRequest(()))


def test_unplayed_turns_are_reported() -> None:
    model = ScriptedModel([[call("files_read", path="/a"), end()], [say("x")], []])
    with pytest.raises(TurnScriptError) as caught:
        model.check_finished()
    assert str(caught.value) == ("3 turns of 3 left unplayed; the next one: call('files_read', path='/a'), end()")
    assert len(model.left) == 3


def test_an_object_that_is_not_a_step_is_refused() -> None:
    with pytest.raises(TurnScriptError, match=r"turn 2: expected steps made by call, .*; got 'hi'"):
        ScriptedModel([end(), ["hi"]])  # type: ignore[list-item]  # what is refused
