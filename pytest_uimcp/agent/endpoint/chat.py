"""OpenAI's chat completions, from the side of the server: `/v1/chat/completions`."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pytest_uimcp.agent.endpoint.errors import BadRequest
from pytest_uimcp.agent.endpoint.pairs import CHAT, check_pairs
from pytest_uimcp.agent.endpoint.pieces import fragments, words
from pytest_uimcp.agent.endpoint.reading import (
    array,
    function_tool,
    mapping,
    optional_text,
    parameters,
    read_choice,
    said_text,
    text,
)
from pytest_uimcp.agent.endpoint.usage import Usage
from pytest_uimcp.agent.events import AgentEvent, AssistantText, FunctionCall, FunctionCallOutput, SystemText, UserText
from pytest_uimcp.agent.models.base import Finish, ModelTurn, SampleRequest
from pytest_uimcp.mcp.calls import ToolResult

# Of these a request has a field of its own.
_KNOWN: Final = frozenset({"messages", "tools", "tool_choice", "response_format"})
_REASONS: Final[Mapping[Finish, str]] = {"stop": "stop", "length": "length", "refusal": "stop"}


def read_request(body: Mapping[str, Any]) -> SampleRequest:
    # Several answers would use up several turns.
    if body.get("n") not in (None, 1):
        raise BadRequest("n: a script has one answer for each request; leave n out, or give 1", "n")
    messages = array(body.get("messages"), "messages")
    if not messages:
        raise BadRequest("messages: expected at least one message", "messages")
    events = [event for n, message in enumerate(messages) for event in _events(message, f"messages[{n}]")]
    check_pairs(events, CHAT)
    instructions = ""
    # The first system message is what the other API calls instructions.
    if events and isinstance(events[0], SystemText):
        instructions = events[0].text
        events = events[1:]
    tools = array(body.get("tools") or [], "tools")
    return SampleRequest(
        tuple(events),
        tuple(_tool(tool, f"tools[{n}]") for n, tool in enumerate(tools)),
        read_choice(body.get("tool_choice")),
        instructions,
        response_format=body.get("response_format"),
        **parameters(body, _KNOWN),
    )


def answer(turn: ModelTurn, body: Mapping[str, Any], usage: Usage) -> dict[str, Any]:
    content = "\n".join(turn.texts) or None
    message: dict[str, Any] = {"role": "assistant", "content": content, "refusal": None}
    if turn.finish == "refusal":
        message |= {"content": None, "refusal": content}
    if calls := [_call(call) for call in turn.calls]:
        message["tool_calls"] = calls
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": _reason(turn)}
    return {**_head("chat.completion", body), "choices": [choice], "usage": _usage(usage)}


def stream(answer: Mapping[str, Any], body: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The same in pieces."""
    head = {key: answer[key] for key in ("id", "created", "model")} | {"object": "chat.completion.chunk"}
    options = body.get("stream_options")
    # OpenAI counts only when asked to; clients that do not ask may not expect the last piece.
    counted = isinstance(options, Mapping) and options.get("include_usage") is True
    [choice] = answer["choices"]
    for delta, reason in _deltas(choice["message"], choice["finish_reason"]):
        piece = {**head, "choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": reason}]}
        if counted:
            piece["usage"] = None
        yield piece
    if counted:
        yield {**head, "choices": [], "usage": answer["usage"]}


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
            reply = said_text(fields.get("content"), content)
            reply = reply or optional_text(fields.get("refusal"), f"{param}.refusal")
            if reply:
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
    model = str(body.get("model") or "scripted")
    return {"id": f"chatcmpl-{uuid.uuid4().hex}", "object": kind, "created": int(time.time()), "model": model}


def _call(call: FunctionCall) -> dict[str, Any]:
    function = {"name": call.name, "arguments": call.args_json or "{}"}
    return {"id": call.call_id, "type": "function", "function": function}


def _reason(turn: ModelTurn) -> str:
    if turn.calls and turn.finish == "stop":
        return "tool_calls"
    return _REASONS[turn.finish]


def _usage(usage: Usage) -> dict[str, Any]:
    return {
        "prompt_tokens": usage.input_tokens,
        "completion_tokens": usage.output_tokens,
        "total_tokens": usage.total_tokens,
        "prompt_tokens_details": {"cached_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": 0},
    }


def _deltas(message: Mapping[str, Any], reason: str) -> Iterator[tuple[dict[str, Any], str | None]]:
    yield {"role": "assistant", "content": ""}, None
    for key in ("content", "refusal"):
        for piece in words(message[key] or ""):
            yield {key: piece}, None
    for index, call in enumerate(message.get("tool_calls", ())):
        # The name comes whole and first, the arguments come in pieces.
        function = {**call["function"], "arguments": ""}
        yield {"tool_calls": [{**call, "index": index, "function": function}]}, None
        for piece in fragments(call["function"]["arguments"]):
            yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}, None
    yield {}, reason
