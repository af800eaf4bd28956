"""The one shape of a call, of its result and of its failure."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from pytest_uimcp.mcp.calls import ERROR_META, ToolCall, ToolError, ToolResult
from pytest_uimcp.transport.principals import Principal

CALL = ToolCall("files_read", {"path": ["a", {"b": 1}]}, "files", "read", "call_1", Principal("agent"))


def test_a_frozen_call_is_equal_and_can_be_written_but_not_changed() -> None:
    frozen = CALL.frozen()
    assert frozen == CALL
    assert json.loads(frozen.arguments_json or "") == frozen.to_json()["arguments"] == CALL.arguments
    changes: list[Any] = [
        lambda: frozen.arguments.update(path="b"),
        lambda: frozen.arguments.pop("path"),
        lambda: frozen["path"].append("c"),
        lambda: frozen["path"][1].clear(),
    ]
    for change in changes:
        with pytest.raises(TypeError, match="cannot be changed; change a copy of them"):
            change()


@pytest.mark.parametrize("copied", [deepcopy(CALL.frozen().arguments), CALL.frozen().detached().arguments])
def test_a_copy_of_frozen_arguments_can_be_changed(copied: dict[str, Any]) -> None:
    copied["path"][1]["b"] = 2
    copied["path"] += ["c"]
    assert copied == {"path": ["a", {"b": 2}, "c"]}
    assert CALL.arguments == {"path": ["a", {"b": 1}]}


def test_arguments_that_were_left_out_stay_so() -> None:
    bare = ToolCall("a", is_bare=True).frozen()
    assert (bare.sent_arguments, bare.arguments_json, bare.arguments) == (None, None, {})
    assert (ToolCall("a").sent_arguments, ToolCall("a").arguments_json) == ({}, "{}")


def test_a_detached_call_has_no_client() -> None:
    context: Any = object()
    call = ToolCall("a", meta={"x": 1}, context=context).detached()
    assert (call.context, call.meta) == (None, {})


def test_a_result_comes_back_as_it_was_sent() -> None:
    sent = {"content": [{"type": "text", "text": "hi", "extra": 1}], "_meta": {"a": 1}, "resultType": "new"}
    assert ToolResult.from_json(sent).to_json() == sent
    error = {"content": [], "structuredContent": {"a": 1}, "isError": True}
    assert ToolResult.from_json(error).to_json() == error
    assert ToolResult.from_json({"content": "no list", "isError": "yes", "_meta": 1}) == ToolResult()


def test_the_text_of_a_result_is_that_of_its_text_blocks() -> None:
    blocks = ({"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}, {"type": "text"})
    result = ToolResult(blocks)
    assert (result.text, result.lines) == ("ab", "a\nb")


def test_data_is_told_as_text_too() -> None:
    assert ToolResult.of_data({"é": 1}) == ToolResult.of_text('{\n  "é": 1\n}', {"é": 1})


def test_an_error_becomes_a_result_for_a_model_and_for_programs() -> None:
    error = ToolError("no note x; there are a, b", code="unknown_note", id="x")
    assert error.body == {"error": {"code": "unknown_note", "message": error.text, "details": {"id": "x"}}}
    result = error.result()
    assert (result.is_error, result.text, result.data) == (True, error.text, None)
    assert result.error == {"code": "unknown_note", "message": error.text, "data": {"id": "x"}}


def test_an_error_of_the_protocol_has_a_short_message_and_a_text() -> None:
    error = ToolError.refused(-32602, "bad", ["x"], text="bad: the path is missing")
    assert (str(error), error.message, error.details) == ("bad: the path is missing", "bad", ["x"])
    assert error.result().error == {"code": -32602, "message": "bad", "data": ["x"]}
    assert ToolError.refused(1, "bad").result().text == "bad"


@pytest.mark.parametrize("error", [None, "x", {}, {"code": True}, {"code": None}])
def test_only_a_code_makes_an_error(error: Any) -> None:
    assert ToolResult(meta={ERROR_META: error}).error is None
