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
        ([], "the state: expected a mapping with items, seq, got a list"),
        ({"seq": 1}, "items: expected a value, it is missing"),
        ({"seq": "1", "items": []}, "seq: expected a whole number, got '1'"),
        ({"seq": 1, "items": [], "more": 1}, "unknown key more; there are items, seq"),
        ({"seq": 1, "items": [5]}, r"items\[0\]: expected a mapping, got 5"),
        ({"seq": 1, "items": [{"id": "1"}]}, r"items\[0\].kind: expected a value, it is missing"),
        (
            {"seq": 1, "items": [{"kind": "Tol"}]},
            r"items\[0\].kind: expected one of UserMessage, Tool, .*mean Tool",
        ),
        ({"seq": 1, "items": [{"kind": "EndTurn", "id": "1", "ts": "t", "x": 1}]}, r"unknown key items\[0\].x; there"),
        ({"seq": 1, "items": [{"kind": "EndTurn", "id": 1, "ts": "t"}]}, r"items\[0\].id: expected text"),
        ({"seq": 1, "items": [{**TOOL, "tool_call": {"name": "x"}}]}, r"items\[0\].tool_call.type: expected a value"),
        (
            {"seq": 1, "items": [{**TOOL, "content": {"content_kind": "Exec"}}]},
            r"items\[0\].content.cmd: expected a value, it is missing",
        ),
        (
            {"seq": 1, "items": [{**TOOL, "content": {"content_kind": "Other"}}]},
            r"items\[0\].content.content_kind: expected Exec or Json, got 'Other'",
        ),
    ],
)
def test_data_that_is_not_a_state_is_explained(data: Any, message: str) -> None:
    with pytest.raises(UiStateError, match=message):
        UiState.from_json(data)
