"""Anthropic's Messages, from the side of the server: `/v1/messages`."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pytest_uimcp.agent.choice import SpecificTool, ToolChoice
from pytest_uimcp.agent.endpoint.errors import BadRequest, expected
from pytest_uimcp.agent.endpoint.pairs import MESSAGES, check_pairs
from pytest_uimcp.agent.endpoint.pieces import fragments, words
from pytest_uimcp.agent.endpoint.reading import array, mapping, optional_text, parameters, said_text, text
from pytest_uimcp.agent.endpoint.usage import Usage
from pytest_uimcp.agent.events import AgentEvent, AssistantText, FunctionCall, FunctionCallOutput, UserText
from pytest_uimcp.agent.models.base import Finish, ModelTurn, SampleRequest, ToolSpec
from pytest_uimcp.mcp.calls import ToolResult

_KNOWN: Final = frozenset({"messages", "system", "tools", "tool_choice", "output_config"})
_REASONS: Final[Mapping[Finish, str]] = {"stop": "end_turn", "length": "max_tokens", "refusal": "refusal"}
_CHOICES: Final[Mapping[str, ToolChoice]] = {"auto": "auto", "any": "required", "none": "none"}


def read_request(body: Mapping[str, Any]) -> SampleRequest:
    if not isinstance(body.get("max_tokens"), int):
        raise BadRequest("max_tokens: Field required", "max_tokens")
    request = read_prompt(body)
    check_pairs(request.transcript, MESSAGES)
    return request


def read_prompt(body: Mapping[str, Any]) -> SampleRequest:
    """The request without the limit of its answer, as tokens are counted."""
    messages = array(body.get("messages"), "messages")
    if not messages:
        raise BadRequest("messages: at least one message is required", "messages")
    tools = array(body.get("tools") or [], "tools")
    form = body.get("output_config")
    return SampleRequest(
        tuple(event for n, message in enumerate(messages) for event in _events(message, f"messages.{n}")),
        tuple(spec for n, tool in enumerate(tools) for spec in _tools(tool, f"tools.{n}")),
        _choice(body.get("tool_choice")),
        said_text(body.get("system"), "system"),
        response_format=form.get("format") if isinstance(form, Mapping) else None,
        **parameters(body, _KNOWN),
    )


def answer(turn: ModelTurn, body: Mapping[str, Any], usage: Usage) -> dict[str, Any]:
    return {
        "id": f"msg_{uuid.uuid4().hex}",
        "type": "message",
        "role": "assistant",
        "model": str(body.get("model") or "scripted"),
        "content": [block for item in turn.items for block in _blocks(item)],
        "stop_reason": "tool_use" if turn.calls and turn.finish == "stop" else _REASONS[turn.finish],
        "stop_sequence": None,
        "usage": {
            "input_tokens": usage.input_tokens,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
            "output_tokens": usage.output_tokens,
        },
    }


def stream(answer: Mapping[str, Any], _body: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The same as events."""
    usage = answer["usage"]
    start = {**answer, "content": [], "stop_reason": None, "usage": {**usage, "output_tokens": 1}}
    yield {"type": "message_start", "message": start}
    yield {"type": "ping"}
    for index, block in enumerate(answer["content"]):
        empty: dict[str, Any] = {"text": ""} if block["type"] == "text" else {"input": {}}
        yield {"type": "content_block_start", "index": index, "content_block": {**block, **empty}}
        for delta in _deltas(block):
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    delta = {"stop_reason": answer["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": delta, "usage": {"output_tokens": usage["output_tokens"]}}
    yield {"type": "message_stop"}


def _events(message: Any, param: str) -> Iterator[AgentEvent]:
    fields = mapping(message, param)
    role = fields.get("role")
    if role not in ("user", "assistant"):
        raise BadRequest(f"{param}.role: expected user or assistant, got {role!r}", f"{param}.role")
    speaker = UserText if role == "user" else AssistantText
    content = fields.get("content")
    if isinstance(content, str):
        yield speaker(content)
        return
    for n, block in enumerate(array(content, f"{param}.content")):
        yield from _of_block(block, speaker, f"{param}.content.{n}")


def _of_block(block: Any, speaker: type[UserText] | type[AssistantText], param: str) -> Iterator[AgentEvent]:
    fields = mapping(block, param)
    match fields.get("type"):
        case "text":
            yield speaker(text(fields.get("text"), f"{param}.text"))
        case "tool_use":
            arguments = json.dumps(mapping(fields.get("input"), f"{param}.input"))
            yield FunctionCall(
                text(fields.get("name"), f"{param}.name"), arguments, text(fields.get("id"), f"{param}.id")
            )
        case "tool_result":
            report = said_text(fields.get("content"), f"{param}.content")
            result = ToolResult.of_text(report, is_error=fields.get("is_error") is True)
            yield FunctionCallOutput(text(fields.get("tool_use_id"), f"{param}.tool_use_id"), result)
        # Clients send them back as they came.
        case "thinking" | "redacted_thinking":
            return
        case str() as kind:
            yield speaker(f"[{kind}]")
        case kind:
            raise expected("a type of content", f"{param}.type", kind)


def _tools(tool: Any, param: str) -> Iterator[ToolSpec]:
    fields = mapping(tool, param)
    # The provider's own tools have a type, and no schema.
    if fields.get("type", "custom") != "custom":
        return
    yield ToolSpec(
        text(fields.get("name"), f"{param}.name"),
        optional_text(fields.get("description"), f"{param}.description"),
        mapping(fields.get("input_schema"), f"{param}.input_schema"),
    )


def _choice(value: Any) -> ToolChoice:
    if value is None:
        return "auto"
    kind = mapping(value, "tool_choice").get("type")
    if kind == "tool":
        return SpecificTool(text(value.get("name"), "tool_choice.name"))
    if not isinstance(kind, str) or kind not in _CHOICES:
        raise expected(f"{', '.join(_CHOICES)} or tool", "tool_choice.type", kind)
    return _CHOICES[kind]


def _blocks(item: Any) -> Iterator[dict[str, Any]]:
    if isinstance(item, AssistantText) and item.text:
        yield {"type": "text", "text": item.text, "citations": None}
    elif isinstance(item, FunctionCall):
        # What is no object cannot be said here: the service gives its clients what it has read.
        yield {"type": "tool_use", "id": item.call_id, "name": item.name, "input": item.args or {}}


def _deltas(block: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    if block["type"] == "text":
        for piece in words(block["text"]):
            yield {"type": "text_delta", "text": piece}
        return
    yield {"type": "input_json_delta", "partial_json": ""}
    for piece in fragments(json.dumps(block["input"])):
        yield {"type": "input_json_delta", "partial_json": piece}
