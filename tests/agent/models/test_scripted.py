from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_uimcp.agent import (
    SampleRequest,
    ScriptedModel,
    TurnScriptError,
    UserText,
    call,
    end,
    load_script,
    say,
    text,
)
from pytest_uimcp.agent.events import AssistantText, FunctionCallOutput, ToolCall
from pytest_uimcp.agent.models import read_script
from pytest_uimcp.compositor.results import ToolResult

pytestmark = pytest.mark.anyio

ASKED = SampleRequest((UserText("hi"),))


async def test_turns_are_played_one_each_time() -> None:
    model = ScriptedModel([[call("files_read", path="/a", name="x")], [say("Hello."), text("plain")], end()])
    turns = [(await model.sample(ASKED)).items for _ in range(3)]
    assert turns == [
        (ToolCall("files_read", '{"path": "/a", "name": "x"}', "call_1"),),
        (
            ToolCall("chat_assistant_post", '{"mime": "text/markdown", "content": "Hello."}', "call_2"),
            AssistantText("plain"),
        ),
        (ToolCall("loop_yield_turn", "{}", "call_3"),),
    ]
    assert model.requests == [ASKED] * 3
    model.check_finished()


async def test_the_tools_for_saying_and_ending_may_be_others() -> None:
    model = ScriptedModel([[say("Hi."), end()]], say_tool="ui_send_message", end_tool="ui_end_turn", name="mine")
    first, second = (await model.sample(ASKED)).items
    assert isinstance(first, ToolCall)
    assert isinstance(second, ToolCall)
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
    earlier = (ToolCall("x", None, "call_1"), FunctionCallOutput("call_1", ToolResult()))
    [made] = (await ScriptedModel([end()]).sample(SampleRequest(earlier))).items
    assert isinstance(made, ToolCall)
    assert made.call_id == "call_2"


async def test_being_asked_for_more_is_an_error_that_tells_what_came_last() -> None:
    model = ScriptedModel([end()])
    await model.sample(ASKED)
    with pytest.raises(
        TurnScriptError, match="asked for turn 2, and its script has 1 turn; the last it was told: 'hi'"
    ):
        await model.sample(ASKED)
    with pytest.raises(
        TurnScriptError, match="asked for turn 1, and its script has 0 turns; the last it was told: nothing"
    ):
        await ScriptedModel().sample(SampleRequest(()))


def test_turns_that_are_left_are_told() -> None:
    model = ScriptedModel([[call("files_read", path="/a"), end()], [say("x")], []])
    with pytest.raises(TurnScriptError) as caught:
        model.check_finished()
    assert str(caught.value) == (
        "3 turns of 3 left unplayed; next would have come: call('files_read', path='/a'), end()"
    )
    assert len(model.left) == 3


def test_an_object_that_is_not_a_step_is_refused() -> None:
    with pytest.raises(TurnScriptError, match=r"turn 2: expected steps made by call, say, end or text; got 'hi'"):
        ScriptedModel([end(), ["hi"]])  # type: ignore[list-item]


SCRIPT = """\
turns:
  - - call: runtime_exec
      args: {cmd: [ls], answer: no, at: 12:30}
    - call: files_list
  - - say: There are two files.
    - text: plain
    - end
  - - {end: }
"""


def test_a_script_is_read_from_yaml_as_1_2_says(tmp_path: Path) -> None:
    path = tmp_path / "script.yaml"
    path.write_text(SCRIPT)
    assert load_script(path) == [
        [call("runtime_exec", cmd=["ls"], answer="no", at="12:30"), call("files_list")],
        [say("There are two files."), text("plain"), end()],
        [end()],
    ]


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("", "expected a mapping with one key, turns, and a list of turns below it"),
        ("turns: 5", "expected a mapping with one key, turns"),
        ("turns: []\nmore: 1", "expected a mapping with one key, turns"),
        ("turns:\n- say: hi", "turn 1: expected a list of steps, got {'say': 'hi'}"),
        ("turns:\n- [stop]", "turn 1, step 1: expected one of call (with args), say, text, end; got 'stop'"),
        ("turns:\n- - says: hi", "line 2: expected one of call (with args), say, text, end (did you mean say?)"),
        ("turns:\n- - {say: hi, text: ho}", "line 2: expected one of call"),
        ("turns:\n- - {say: hi, args: {}}", "line 2: a step say takes say, not args"),
        ("turns:\n- - {call: x, arg: {}}", "line 2: a step call takes args and call, not arg"),
        ("turns:\n- - say: 5", "line 2: say must be text, got 5"),
        ("turns:\n- - say: no\n  - call: yes\n    args: 5", "line 3: args must be a mapping, got 5"),
        ("turns: [", "line 1"),
    ],
)
def test_a_script_that_cannot_be_played_says_where_and_why(tmp_path: Path, script: str, message: str) -> None:
    with pytest.raises(TurnScriptError) as caught:
        read_script(script)
    assert message in str(caught.value)


def test_a_script_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(TurnScriptError, match=r"missing\.yaml: cannot be read"):
        load_script(tmp_path / "missing.yaml")
    (tmp_path / "bad.yaml").write_text("turns: 5")
    with pytest.raises(TurnScriptError, match=r"bad\.yaml: expected a mapping"):
        load_script(tmp_path / "bad.yaml")
