from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.agent.errors import RunError
from pytest_uimcp.agent.modeltext import MAX_BYTES, blocks_for_model, text_for_model
from pytest_uimcp.mcp.calls import ToolResult


def blocks(*texts: str) -> tuple[dict[str, Any], ...]:
    return tuple({"type": "text", "text": text} for text in texts)


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (ToolResult(data={"a": [1, "é"]}), '{"a":[1,"é"]}'),
        (ToolResult(blocks('{"a": 1}'), {"a": 1}), '{"a":1}'),
        (ToolResult(blocks("said"), {"a": 1}), "said"),
        (ToolResult(blocks("[" * 100_000), {"a": 1}), "[" * 100_000),
        (ToolResult(blocks("one", "two")), "one\ntwo"),
        (ToolResult(), ""),
        (ToolResult(blocks("broken"), is_error=True), "ERROR\nbroken"),
        (ToolResult(data={"error": 1}, is_error=True), 'ERROR\n{"error":1}'),
        (ToolResult(is_error=True), "ERROR"),
        (ToolResult(blocks("a\0b\0")), "[NUL characters were removed]\nab"),
        (ToolResult(({"type": "image", "mimeType": "image/png", "data": "…"},)), "[image image/png]"),
        (ToolResult(({"type": "resource_link", "uri": "a://b"},)), "[resource_link a://b]"),
        (ToolResult(({"type": "resource", "resource": {"text": "inside"}},)), "inside"),
        (ToolResult(({"type": "audio"}, {})), "[audio]\n[block]"),
    ],
    ids=range(14),
)
def test_a_model_gets_a_result_in_its_shortest_form(result: ToolResult, text: str) -> None:
    assert text_for_model(result) == text


def test_a_model_gets_a_result_of_10_mib_but_not_one_byte_more() -> None:
    blocks_for_model(ToolResult.of_text("x" * MAX_BYTES))
    with pytest.raises(RunError, match=f"has {MAX_BYTES + 1} bytes; a model gets at most {MAX_BYTES}"):
        blocks_for_model(ToolResult.of_text("x" * (MAX_BYTES + 1)))
