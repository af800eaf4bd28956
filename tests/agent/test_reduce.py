from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.agent.events import (
    AgentEvent,
    ApprovalDecision,
    ApprovalPending,
    AssistantText,
    FunctionCall,
    FunctionCallOutput,
    ModelRequest,
    Reasoning,
    Response,
    RunStatusChanged,
    SystemText,
    UiEndTurn,
    UiMessage,
    UserText,
)
from pytest_uimcp.agent.execs import quoted
from pytest_uimcp.agent.reduce import rebuild, reduce_ui_state
from pytest_uimcp.agent.uistate import UiState
from pytest_uimcp.compositor.policy.errors import refusal
from pytest_uimcp.mcp.calls import ToolCall, ToolResult

AT = "2025-11-18T08:00:00.000000Z"


def shown(*events: AgentEvent) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = rebuild(events).to_json()["items"]
    return items


def tool(name: str = "files_read", args: Any = None, call_id: str = "c") -> FunctionCall:
    return FunctionCall(
        name, args if isinstance(args, str) or args is None else json.dumps(args), call_id, seq=1, ts=AT
    )


def output(structured: Any = None, text: str = "", *, error: bool = False, call_id: str = "c") -> FunctionCallOutput:
    content = ({"type": "text", "text": text},) if text else ()
    return FunctionCallOutput(call_id, ToolResult(content, structured, error))


def content(*events: AgentEvent) -> dict[str, Any]:
    found: dict[str, Any] = shown(*events)[0]["content"]
    return found


def test_edge_44_what_the_human_says_is_shown() -> None:
    assert shown(UserText("hi", seq=7, ts=AT)) == [{"kind": "UserMessage", "id": "ev:7", "ts": AT, "text": "hi"}]


def test_edge_44_what_the_assistant_says_is_shown() -> None:
    said = UiMessage({"mime": "text/markdown", "content": "**hi**"}, seq=2, ts=AT)
    assert shown(said) == [{"kind": "AssistantMarkdown", "id": "ev:2", "ts": AT, "md": "**hi**"}]


def test_edge_44_the_end_of_a_turn_is_shown_once() -> None:
    ended = UiEndTurn(seq=3, ts=AT)
    assert shown(ended, UiEndTurn(seq=4, ts=AT)) == [{"kind": "EndTurn", "id": "ev:3", "ts": AT}]
    assert [item["kind"] for item in shown(ended, UserText("hi"), ended)] == ["EndTurn", "UserMessage", "EndTurn"]


@pytest.mark.parametrize(
    "name",
    [
        "ui_send_message", "ui.send_message", "mcp__ui__send_message", "ui_end_turn",
        "chat_assistant_post", "chat.assistant.post", "mcp__chat_assistant__post", "loop_yield_turn", "loop.yield_turn",
    ],
)  # fmt: skip
def test_edge_44_calls_that_show_what_they_do_have_no_item(name: str) -> None:
    assert shown(tool(name), output({"ok": True})) == []


def test_edge_44_any_other_call_is_shown_with_its_arguments() -> None:
    assert shown(tool(args={"path": "/a"})) == [
        {
            "kind": "Tool",
            "id": "ev:1",
            "ts": AT,
            "tool_call": {"type": "tool_call", "name": "files_read", "args_json": '{"path": "/a"}', "call_id": "c"},
            "decision": None,
            "content": {"content_kind": "Json", "args": {"path": "/a"}, "result": None, "is_error": None},
        }
    ]


@pytest.mark.parametrize("key", ["argv", "cmd"])
def test_edge_44_a_call_with_a_list_of_words_is_a_command(key: str) -> None:
    args = {key: ["ls", "-la", "my files", "it's"], "cwd": "/"}
    assert content(tool(args=args)) == {
        "content_kind": "Exec",
        "cmd": "ls -la 'my files' 'it'\"'\"'s'",
        "args": args,
        "stdout": None,
        "stderr": None,
        "exit_code": None,
        "is_error": None,
    }


def test_edge_44_argv_comes_before_cmd() -> None:
    assert content(tool(args={"cmd": ["b"], "argv": ["a"]}))["cmd"] == "a"
    assert content(tool(args={"cmd": ["b"], "argv": "a"}))["cmd"] == "b"


@pytest.mark.parametrize(
    "args", [{"cmd": "ls -la"}, "{broken", "[1]", "5", "null", None, "", "[" * 100_000], ids=range(8)
)
def test_edge_44_everything_else_is_no_command(args: Any) -> None:
    found = content(tool(args=args))
    assert found["content_kind"] == "Json"
    assert found["args"] == (args if isinstance(args, dict) else None)


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("a-b_c/d.e9", "a-b_c/d.e9"),
        ("", "''"),
        ("a b", "'a b'"),
        ("'", "''\"'\"''"),
        ("é", "'é'"),
        (5, "5"),
        (None, "null"),
    ],
)
def test_edge_44_words_are_quoted_for_a_shell(word: Any, text: str) -> None:
    assert quoted(word) == text


@pytest.mark.slow
@given(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))))
def test_a_shell_reads_a_quoted_command_back_unchanged(words: list[str]) -> None:
    import shlex

    assert shlex.split(" ".join(map(quoted, words))) == words


EXEC = tool("runtime_exec", {"cmd": ["ls"]})


@pytest.mark.parametrize(
    ("structured", "stdout", "stderr", "exit_code"),
    [
        ({"exit": {"kind": "exited", "exit_code": 3}, "stdout": "a", "stderr": "b", "duration_ms": 1}, "a", "b", 3),
        ({"exit": {"kind": "timed_out"}, "stdout": "a", "stderr": ""}, "a", "", None),
        ({"exit": {"kind": "killed", "signal": 9}, "stdout": "", "stderr": ""}, "", "", None),
        ({"stdout": "a", "stderr": "b", "exit_code": 0}, "a", "b", 0),
        ({"stdout_text": "a", "stderr_text": "b", "exit_code": 0}, "a", "b", 0),
        (
            {
                "stdout": {"truncated_text": "a…", "total_bytes": 9},
                "stderr": {"truncated_text": "b…", "total_bytes": 9},
            },
            "a…",
            "b…",
            None,
        ),
        ({"stdout": 5, "stderr": ["x"], "exit_code": True}, None, None, None),
        ({"exit": "gone", "stdout": {"truncated_text": 5}}, None, None, None),
        ({}, None, None, None),
        (None, None, None, None),
        ([1], None, None, None),
        ("text", None, None, None),
    ],
)
def test_edge_44_the_result_of_a_command_is_read_in_both_shapes(
    structured: Any, stdout: Any, stderr: Any, exit_code: Any
) -> None:
    found = content(EXEC, output(structured))
    assert (found["stdout"], found["stderr"], found["exit_code"], found["is_error"]) == (
        stdout,
        stderr,
        exit_code,
        False,
    )


@pytest.mark.parametrize(
    ("result", "stderr"),
    [
        (output({"error": "no such file"}, error=True), "no such file"),
        (output({"message": "no such file"}, error=True), "no such file"),
        (output({"detail": "no such file"}, error=True), "no such file"),
        (output({"stderr": "said", "error": "no"}, error=True), "said"),
        (output({"stderr": "", "error": "no"}, error=True), "no"),
        (output(text="it failed", error=True), "it failed"),
        (output({"error": 5}, "it failed", error=True), "it failed"),
        (output(error=True), None),
        (
            FunctionCallOutput("c", refusal("deny_continue", ToolCall("runtime_exec")).result()),
            "policy_denied_continue",
        ),
    ],
)
def test_edge_44_a_command_that_failed_says_why(result: FunctionCallOutput, stderr: str | None) -> None:
    found = content(EXEC, result)
    assert (found["stderr"], found["is_error"]) == (stderr, True)


@pytest.mark.parametrize("structured", [{"a": 1}, [1], "x", 0, False])
def test_edge_44_the_result_of_another_call_is_its_structure(structured: Any) -> None:
    found = content(tool(), output(structured, "said too"))
    assert (found["result"], found["is_error"]) == (structured, False)


def test_edge_44_or_its_blocks() -> None:
    found = content(tool(), output(text="said", error=True))
    assert (found["result"], found["is_error"]) == ([{"type": "text", "text": "said"}], True)


def test_edge_44_an_output_goes_to_the_last_call_of_its_id() -> None:
    items = shown(tool(), tool(), output({"n": 1}))
    assert [item["content"]["result"] for item in items] == [None, {"n": 1}]


def test_edge_44_an_approval_is_shown_on_its_call() -> None:
    pending = ApprovalPending({"id": "pg:1", "call_id": "c"})
    assert shown(tool(), pending)[0]["approval"] == "pending"
    [item] = shown(tool(), pending, ApprovalDecision("c", {"kind": "deny_continue"}))
    assert (item["decision"], "approval" in item) == ("deny_continue", False)
    assert "approval" not in shown(tool(), pending, output(error=True))[0]


NOTHING = [
    SystemText("x"),
    AssistantText("x"),
    Reasoning("x"),
    Response(),
    ModelRequest("m", 1, 1, "auto"),
    RunStatusChanged("r", "running"),
    output(call_id="other"),
    ApprovalDecision("other", {"kind": "approve"}),
    ApprovalDecision(None, {"kind": "approve"}),
    ApprovalPending({"call_id": "other"}),
    ApprovalPending({}),
    tool("loop_yield_turn"),
    UiEndTurn(),
    AgentEvent(),
]


@pytest.mark.parametrize("event", NOTHING, ids=[f"{n}-{type(event).__name__}" for n, event in enumerate(NOTHING)])
def test_edge_44_an_event_without_effect_gives_the_very_same_state(event: AgentEvent) -> None:
    state = rebuild([tool(), UiEndTurn()])
    assert reduce_ui_state(state, event) is state


def test_the_same_output_twice_changes_nothing_the_second_time() -> None:
    state = rebuild([tool(), output({"n": 1})])
    assert reduce_ui_state(state, output({"n": 1})) is state


def test_which_tools_are_silent_may_be_said() -> None:
    state = rebuild([tool("talk_say")], frozenset({"talk_say"}))
    assert state.items == ()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["stdout", "stderr", "exit", "exit_code", "error", "kind", "content"]), inner)
    ),
    max_leaves=6,
)
CALL_IDS = st.sampled_from(["a", "b", "c"])
RESULTS = st.builds(
    ToolResult,
    st.lists(st.fixed_dictionaries({"type": st.sampled_from(["text", "image"]), "text": JSON}), max_size=2).map(tuple),
    JSON,
    st.booleans(),
)
EVENTS = st.one_of(
    st.builds(UserText, st.text()),
    st.builds(UiMessage, st.fixed_dictionaries({"mime": st.just("text/plain"), "content": st.text()})),
    st.builds(UiEndTurn),
    st.builds(
        FunctionCall,
        st.sampled_from(["runtime_exec", "files_read", "ui_send_message", "loop_yield_turn"]),
        st.none() | st.text(max_size=5) | JSON.map(json.dumps) | st.just('{"cmd": ["ls", 5]}'),
        CALL_IDS,
    ),
    st.builds(FunctionCallOutput, CALL_IDS, RESULTS),
    st.builds(ApprovalPending, st.fixed_dictionaries({"call_id": CALL_IDS})),
    st.builds(ApprovalDecision, CALL_IDS, st.fixed_dictionaries({"kind": st.sampled_from(["approve", "deny_abort"])})),
    st.builds(SystemText, st.text()),
    st.builds(RunStatusChanged, st.just("r"), st.just("running")),
)


@given(st.lists(EVENTS, max_size=15))
def test_every_effective_event_steps_the_number_by_one_and_the_rest_change_nothing(events: list[AgentEvent]) -> None:
    state = UiState()
    for event in events:
        after = reduce_ui_state(state, event)
        assert after.seq == state.seq + (after is not state)
        assert len(after.items) - len(state.items) in (0, 1)
        state = after
    assert state == rebuild(events)
    assert UiState.from_json(json.loads(json.dumps(state.to_json()))) == state
