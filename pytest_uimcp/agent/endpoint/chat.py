"""OpenAI's chat completions, from the side of the server: `/v1/chat/completions`."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pytest_uimcp.agent.endpoint.errors import BadRequest
from pytest_uimcp.agent.endpoint.reading import (
    array,
    function_tool,
    mapping,
    optional_text,
    read_choice,
    said_text,
    text,
)
from pytest_uimcp.agent.events import AgentEvent, AssistantText, FunctionCall, FunctionCallOutput, SystemText, UserText
from pytest_uimcp.agent.models.base import ModelTurn, SampleRequest
from pytest_uimcp.mcp.calls import ToolResult

_USAGE: Final[Mapping[str, int]] = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}


def read_request(body: Mapping[str, Any]) -> SampleRequest:
    # Several answers would use up several turns.
    if body.get("n") not in (None, 1):
        raise BadRequest("n: a script has one answer for each request; leave n out, or give 1", "n")
    messages = array(body.get("messages"), "messages")
    if not messages:
        raise BadRequest("messages: expected at least one message", "messages")
    events = [event for n, message in enumerate(messages) for event in _events(message, f"messages[{n}]")]
    instructions = ""
    # The first system message is what the other API calls instructions.
    if isinstance(events[0], SystemText):
        instructions = events[0].text
        events = events[1:]
    tools = array(body.get("tools") or [], "tools")
    return SampleRequest(
        tuple(events),
        tuple(_tool(tool, f"tools[{n}]") for n, tool in enumerate(tools)),
        read_choice(body.get("tool_choice")),
        instructions,
    )


def answer(turn: ModelTurn, body: Mapping[str, Any]) -> dict[str, Any]:
    content = _said(turn)
    message: dict[str, Any] = {"role": "assistant", "content": content or None, "refusal": None}
    if calls := [_call(call) for call in _calls(turn)]:
        message["tool_calls"] = calls
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": _reason(turn)}
    return {**_head("chat.completion", body), "choices": [choice], "usage": _USAGE}


def stream(turn: ModelTurn, body: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The same in pieces. Arguments come in two, since an agent that cannot join them must fail here, too."""
    head = _head("chat.completion.chunk", body)
    options = body.get("stream_options")
    # OpenAI counts only when asked to; clients that do not ask may not expect the last piece.
    counted = isinstance(options, Mapping) and options.get("include_usage") is True
    for delta, reason in _deltas(turn):
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": reason}
        yield {**head, "choices": [choice], **({"usage": None} if counted else {})}
    if counted:
        yield {**head, "choices": [], "usage": _USAGE}


def _events(message: Any, param: str) -> Iterator[AgentEvent]:
    fields = mapping(message, param)
    role = fields.get("role")
    content = f"{param}.content"
    match role:
        case "system" | "developer":
            yield SystemText(said_text(fields.get("content"), content))
        case "user":
            yield UserText(said_text(fields.get("content"), content))
        case "assistant":
            if reply := said_text(fields.get("content"), content):
                yield AssistantText(reply)
            for n, call in enumerate(array(fields.get("tool_calls") or [], f"{param}.tool_calls")):
                yield _made(call, f"{param}.tool_calls[{n}]")
        case "tool":
            result = ToolResult.of_text(said_text(fields.get("content"), content))
            yield FunctionCallOutput(text(fields.get("tool_call_id"), f"{param}.tool_call_id"), result)
        case _:
            raise BadRequest(
                f"{param}.role: expected system, developer, user, assistant or tool, got {role!r}", f"{param}.role"
            )


def _made(call: Any, param: str) -> FunctionCall:
    fields = mapping(call, param)
    function = mapping(fields.get("function"), f"{param}.function")
    return FunctionCall(
        text(function.get("name"), f"{param}.function.name"),
        optional_text(function.get("arguments"), f"{param}.function.arguments") or None,
        text(fields.get("id"), f"{param}.id"),
    )


def _tool(tool: Any, param: str) -> Any:
    return function_tool(mapping(mapping(tool, param).get("function"), f"{param}.function"), f"{param}.function")


def _head(kind: str, body: Mapping[str, Any]) -> dict[str, Any]:
    made_by = str(body.get("model") or "scripted")
    return {"id": f"chatcmpl-{uuid.uuid4().hex}", "object": kind, "created": int(time.time()), "model": made_by}


def _said(turn: ModelTurn) -> str:
    return "\n".join(item.text for item in turn.items if isinstance(item, AssistantText))


def _calls(turn: ModelTurn) -> list[FunctionCall]:
    return [item for item in turn.items if isinstance(item, FunctionCall)]


def _call(call: FunctionCall) -> dict[str, Any]:
    function = {"name": call.name, "arguments": call.args_json or "{}"}
    return {"id": call.call_id, "type": "function", "function": function}


def _reason(turn: ModelTurn) -> str:
    if _calls(turn):
        return "tool_calls"
    return "stop"


def _deltas(turn: ModelTurn) -> Iterator[tuple[dict[str, Any], str | None]]:
    yield {"role": "assistant", "content": ""}, None
    if content := _said(turn):
        yield {"content": content}, None
    for index, call in enumerate(_calls(turn)):
        arguments = call.args_json or "{}"
        # Also if they are short: see `stream`.
        half = len(arguments) // 2
        function = {"name": call.name, "arguments": arguments[:half]}
        yield {"tool_calls": [{"index": index, "id": call.call_id, "type": "function", "function": function}]}, None
        yield {"tool_calls": [{"index": index, "function": {"arguments": arguments[half:]}}]}, None
    yield {}, _reason(turn)
