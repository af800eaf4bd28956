from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.agent.uistate import JsonContent, ToolItem, UiState, UiStateError

TOOL = {
    "kind": "Tool",
    "id": "ev:1",
    "ts": "t",
    "tool_call": {"type": "tool_call", "name": "x", "args_json": None, "call_id": "c"},
    "decision": None,
    "content": {"content_kind": "Json", "args": None, "result": 1, "is_error": False},
}
FLAT = {"kind": "Tool", "id": "1", "ts": "t", "tool": "x", "call_id": "c", "decision": None, "content": TOOL["content"]}


def test_the_form_of_2025_with_flat_calls_is_read() -> None:
    state = UiState.from_json({"seq": 1, "items": [FLAT]})
    assert state.items == (ToolItem("1", "t", "x", None, "c", JsonContent(None, 1, False)),)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "the state: expected an object, got list"),
        ({"seq": 1}, "the state: the key items is missing"),
        ({"seq": "1", "items": []}, "the state has a number as its seq"),
        ({"seq": 1, "items": [], "more": 1}, "the state: the key 'more' is not known"),
        ({"seq": 1, "items": [5]}, "item 0: expected an item of the kinds UserMessage, Tool,"),
        ({"seq": 1, "items": [{"kind": "Picture"}]}, "item 0: expected an item of the kinds .*; got 'Picture'"),
        ({"seq": 1, "items": [{"kind": "EndTurn", "id": "1", "ts": "t", "x": 1}]}, "item 0: the key 'x' is not known"),
        (
            {"seq": 1, "items": [{**TOOL, "tool_call": {"name": "x"}}]},
            "item 0: tool_call: the key args_json is missing",
        ),
        (
            {"seq": 1, "items": [{**TOOL, "content": {"content_kind": "Exec"}}]},
            "item 0: content: the key args is missing",
        ),
        (
            {"seq": 1, "items": [{**TOOL, "content": {"content_kind": "Other"}}]},
            "content: expected the kind Exec or Json",
        ),
    ],
)
def test_data_that_is_not_a_state_is_explained(data: Any, message: str) -> None:
    with pytest.raises(UiStateError, match=message):
        UiState.from_json(data)
