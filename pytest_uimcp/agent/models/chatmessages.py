"""A request in the words of OpenAI's chat completions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_uimcp.agent.choice import SpecificTool
from pytest_uimcp.agent.events import AgentEvent, AssistantText, FunctionCall, FunctionCallOutput, SystemText, UserText
from pytest_uimcp.agent.models.base import SampleRequest, ToolSpec
from pytest_uimcp.agent.models.toolnames import provider_name
from pytest_uimcp.agent.modeltext import text_for_model
from pytest_uimcp.compositor.naming import renamed


def request_body(model: str, request: SampleRequest, *, stream: bool, **options: Any) -> dict[str, Any]:
    body: dict[str, Any] = {"model": model, "messages": list(_messages(request)), **options}
    if request.tools:
        body["tools"] = [_tool(tool) for tool in request.tools]
        body["tool_choice"] = _choice(request)
    if stream:
        body |= {"stream": True, "stream_options": {"include_usage": True}}
    return body


def _messages(request: SampleRequest) -> Iterator[dict[str, Any]]:
    # Instructions speak of tools by our names, which the provider may not take.
    names = {tool.name: name for tool in request.tools if (name := provider_name(tool.name)) != tool.name}
    if request.instructions:
        yield {"role": "system", "content": renamed(request.instructions, names)}
    calls: list[dict[str, Any]] = []
    for event in request.transcript:
        if isinstance(event, FunctionCall):
            calls.append(_call(event))
            continue
        if calls and isinstance(event, FunctionCallOutput):
            # The calls of one response are one message, which the outputs follow.
            yield {"role": "assistant", "content": None, "tool_calls": calls}
            calls = []
        yield from _said(event, names)


def _said(event: AgentEvent, names: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    match event:
        case UserText():
            yield {"role": "user", "content": event.text}
        case SystemText():
            yield {"role": event.role, "content": renamed(event.text, names)}
        case AssistantText():
            yield {"role": "assistant", "content": event.text}
        case FunctionCallOutput():
            yield {"role": "tool", "tool_call_id": event.call_id, "content": text_for_model(event.result)}


def _call(event: FunctionCall) -> dict[str, Any]:
    function = {"name": provider_name(event.name), "arguments": event.args_json or "{}"}
    return {"id": event.call_id, "type": "function", "function": function}


def _tool(tool: ToolSpec) -> dict[str, Any]:
    function = {"name": provider_name(tool.name), "description": tool.description, "parameters": tool.input_schema}
    return {"type": "function", "function": function}


def _choice(request: SampleRequest) -> Any:
    if isinstance(request.tool_choice, SpecificTool):
        return {"type": "function", "function": {"name": provider_name(request.tool_choice.name)}}
    return request.tool_choice
