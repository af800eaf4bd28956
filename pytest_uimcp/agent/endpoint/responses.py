"""OpenAI's responses, from the side of the server: `/v1/responses`."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pytest_uimcp.agent.endpoint.errors import BadRequest
from pytest_uimcp.agent.endpoint.pairs import RESPONSES, check_pairs
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
from pytest_uimcp.agent.models.base import ModelTurn, SampleRequest, ToolSpec
from pytest_uimcp.mcp.calls import ToolResult

# `developer` is what newer clients of OpenAI say for `system`.
_SPEAKERS: Final = {"user": UserText, "assistant": AssistantText, "system": SystemText, "developer": SystemText}
# Of these a request has a field of its own.
_KNOWN: Final = frozenset({"input", "instructions", "tools", "tool_choice", "text", "previous_response_id"})


def read_request(body: Mapping[str, Any], earlier: Sequence[Mapping[str, Any]] = ()) -> SampleRequest:
    """The request; `earlier` are the items before its own, which the service has stored."""
    items = input_items(body)
    events = [event for item in earlier for event in _events(item, "previous_response_id")]
    events += [event for n, item in enumerate(items) for event in _events(item, f"input[{n}]")]
    check_pairs(events, RESPONSES)
    tools = array(body.get("tools") or [], "tools")
    form = body.get("text")
    return SampleRequest(
        tuple(events),
        tuple(spec for n, tool in enumerate(tools) for spec in _tools(tool, f"tools[{n}]")),
        read_choice(body.get("tool_choice")),
        optional_text(body.get("instructions"), "instructions"),
        response_format=form.get("format") if isinstance(form, Mapping) else None,
        **parameters(body, _KNOWN),
    )


def input_items(body: Mapping[str, Any]) -> list[Any]:
    items = body.get("input")
    if isinstance(items, str):
        return [{"role": "user", "content": items}]
    return array(items, "input")


def answer(turn: ModelTurn, body: Mapping[str, Any], usage: Usage) -> dict[str, Any]:
    response = _head(body) | {"status": "completed", "output": list(_output(turn)), "usage": _usage(usage)}
    if turn.finish == "length":
        response |= {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}
    return response


def stream(answer: Mapping[str, Any], _body: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The same as events, numbered."""
    for number, event in enumerate(_stream(answer)):
        yield {**event, "sequence_number": number}


def _events(item: Any, param: str) -> Iterator[AgentEvent]:
    fields = mapping(item, param)
    kind = fields.get("type", "message")
    match kind:
        case "message" if fields.get("role") in _SPEAKERS:
            yield _SPEAKERS[fields["role"]](said_text(fields.get("content"), f"{param}.content"))
        case "message":
            raise BadRequest(
                f"{param}.role: expected {', '.join(_SPEAKERS)}, got {fields.get('role')!r}", f"{param}.role"
            )
        case "function_call":
            yield FunctionCall(
                text(fields.get("name"), f"{param}.name"),
                optional_text(fields.get("arguments"), f"{param}.arguments") or None,
                text(fields.get("call_id"), f"{param}.call_id"),
            )
        case "function_call_output":
            output = ToolResult.of_text(said_text(fields.get("output"), f"{param}.output"))
            yield FunctionCallOutput(text(fields.get("call_id"), f"{param}.call_id"), output)
        # Thoughts, which clients send back as they came; nothing in them concerns a script.
        case "reasoning":
            return
        case _:
            raise BadRequest(
                f"{param}.type: expected message, function_call or function_call_output, got {kind!r}", f"{param}.type"
            )


def _tools(tool: Any, param: str) -> Iterator[ToolSpec]:
    fields = mapping(tool, param)
    if fields.get("type") == "function":  # the provider's own tools, such as web search, are no business of a script
        yield function_tool(fields, param)


def _output(turn: ModelTurn) -> Iterator[dict[str, Any]]:
    status = "incomplete" if turn.finish == "length" else "completed"
    for item in turn.items:
        if isinstance(item, AssistantText):
            part: dict[str, Any] = {"type": "output_text", "text": item.text, "annotations": [], "logprobs": []}
            if turn.finish == "refusal":
                part = {"type": "refusal", "refusal": item.text}
            yield {**_item("message", "msg"), "status": status, "role": "assistant", "content": [part]}
        elif isinstance(item, FunctionCall):
            call = {"call_id": item.call_id, "name": item.name, "arguments": item.args_json or "{}"}
            yield {**_item("function_call", "fc"), **call}


def _stream(response: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    in_progress = {**response, "status": "in_progress", "output": [], "usage": None, "incomplete_details": None}
    yield {"type": "response.created", "response": in_progress}
    yield {"type": "response.in_progress", "response": in_progress}
    for index, item in enumerate(response["output"]):
        place = {"output_index": index}
        is_message = item["type"] == "message"
        empty: dict[str, Any] = {"content": []} if is_message else {"arguments": ""}
        yield {"type": "response.output_item.added", **place, "item": {**item, **empty, "status": "in_progress"}}
        for piece in _text_pieces(item) if is_message else _call_pieces(item):
            yield {**piece, **place, "item_id": item["id"]}
        yield {"type": "response.output_item.done", **place, "item": item}
    yield {"type": f"response.{response['status']}", "response": response}


def _text_pieces(item: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    place = {"content_index": 0}
    [part] = item["content"]
    # The same two words name the part, its text and its events.
    key = "text" if part["type"] == "output_text" else "refusal"
    extra: dict[str, Any] = {"logprobs": []} if key == "text" else {}
    yield {"type": "response.content_part.added", **place, "part": {**part, key: ""}}
    for piece in words(part[key]):
        yield {"type": f"response.{part['type']}.delta", **place, "delta": piece, **extra}
    yield {"type": f"response.{part['type']}.done", **place, key: part[key], **extra}
    yield {"type": "response.content_part.done", **place, "part": part}


def _call_pieces(item: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for delta in fragments(item["arguments"]):
        yield {"type": "response.function_call_arguments.delta", "delta": delta}
    yield {"type": "response.function_call_arguments.done", "arguments": item["arguments"], "name": item["name"]}


def _usage(usage: Usage) -> dict[str, Any]:
    return {
        "input_tokens": usage.input_tokens,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": usage.output_tokens,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": usage.total_tokens,
    }


def _head(body: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": f"resp_{uuid.uuid4().hex}",
        "object": "response",
        "created_at": int(time.time()),
        "model": str(body.get("model") or "scripted"),
        "error": None,
        "incomplete_details": None,
        "instructions": body.get("instructions"),
        "metadata": body.get("metadata") or {},
        "parallel_tool_calls": True,
        "previous_response_id": body.get("previous_response_id"),
        "tool_choice": body.get("tool_choice") or "auto",
        "tools": body.get("tools") or [],
        "temperature": body.get("temperature"),
        "top_p": body.get("top_p"),
        "text": body.get("text") or {"format": {"type": "text"}},
        "store": body.get("store") is not False,
    }


def _item(kind: str, prefix: str) -> dict[str, Any]:
    return {"type": kind, "id": f"{prefix}_{uuid.uuid4().hex}", "status": "completed"}
