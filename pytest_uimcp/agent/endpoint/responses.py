"""OpenAI's responses, from the side of the server: `/v1/responses`. Nothing is stored between two requests."""

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
from pytest_uimcp.agent.models.base import ModelTurn, SampleRequest, ToolSpec
from pytest_uimcp.mcp.calls import ToolResult

_USAGE: Final = {
    "input_tokens": 0,
    "input_tokens_details": {"cached_tokens": 0},
    "output_tokens": 0,
    "output_tokens_details": {"reasoning_tokens": 0},
    "total_tokens": 0,
}
# `developer` is what newer clients of OpenAI say for `system`.
_SPEAKERS: Final = {"user": UserText, "assistant": AssistantText, "system": SystemText, "developer": SystemText}


def read_request(body: Mapping[str, Any]) -> SampleRequest:
    # Nothing is stored between requests: a script answers what it is sent.
    if body.get("previous_response_id") is not None:
        raise BadRequest(
            "previous_response_id: nothing is stored here; send the whole conversation as input (store: false)",
            "previous_response_id",
        )
    items = body.get("input")
    if isinstance(items, str):
        items = [{"role": "user", "content": items}]
    items = array(items, "input")
    events = [event for n, item in enumerate(items) for event in _events(item, f"input[{n}]")]
    tools = array(body.get("tools") or [], "tools")
    return SampleRequest(
        tuple(events),
        tuple(spec for n, tool in enumerate(tools) for spec in _tools(tool, f"tools[{n}]")),
        read_choice(body.get("tool_choice")),
        optional_text(body.get("instructions"), "instructions"),
    )


def answer(turn: ModelTurn, body: Mapping[str, Any]) -> dict[str, Any]:
    return {**_head(body), "status": "completed", "output": list(_output(turn)), "usage": _USAGE}


def stream(turn: ModelTurn, body: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The same as events, numbered."""
    for number, event in enumerate(_stream(turn, body)):
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
        case "reasoning" | "item_reference":
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
    for item in turn.items:
        if isinstance(item, AssistantText):
            part = {"type": "output_text", "text": item.text, "annotations": []}
            yield {**_item("message", "msg"), "role": "assistant", "content": [part]}
        elif isinstance(item, FunctionCall):
            call = {"call_id": item.call_id, "name": item.name, "arguments": item.args_json or "{}"}
            yield {**_item("function_call", "fc"), **call}


def _stream(turn: ModelTurn, body: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    response = answer(turn, body)
    in_progress = {**response, "status": "in_progress", "output": [], "usage": None}
    yield {"type": "response.created", "response": in_progress}
    yield {"type": "response.in_progress", "response": in_progress}
    for index, item in enumerate(response["output"]):
        place = {"output_index": index}
        pieces = _text_pieces if item["type"] == "message" else _call_pieces
        empty: dict[str, Any] = {"content": []} if item["type"] == "message" else {"arguments": ""}
        yield {"type": "response.output_item.added", **place, "item": {**item, **empty, "status": "in_progress"}}
        for piece in pieces(item):
            yield {**piece, **place, "item_id": item["id"]}
        yield {"type": "response.output_item.done", **place, "item": item}
    yield {"type": "response.completed", "response": response}


def _text_pieces(item: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    place = {"content_index": 0}
    [part] = item["content"]
    yield {"type": "response.content_part.added", **place, "part": {**part, "text": ""}}
    yield {"type": "response.output_text.delta", **place, "delta": part["text"], "logprobs": []}
    yield {"type": "response.output_text.done", **place, "text": part["text"], "logprobs": []}
    yield {"type": "response.content_part.done", **place, "part": part}


def _call_pieces(item: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    arguments = item["arguments"]
    # In two pieces, as `chat.py` sends them.
    half = len(arguments) // 2
    for delta in (arguments[:half], arguments[half:]):
        yield {"type": "response.function_call_arguments.delta", "delta": delta}
    yield {"type": "response.function_call_arguments.done", "arguments": arguments, "name": item["name"]}


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
        "tool_choice": body.get("tool_choice") or "auto",
        "tools": body.get("tools") or [],
        "temperature": body.get("temperature"),
        "top_p": body.get("top_p"),
        "store": False,
    }


def _item(kind: str, prefix: str) -> dict[str, Any]:
    return {"type": kind, "id": f"{prefix}_{uuid.uuid4().hex}", "status": "completed"}
