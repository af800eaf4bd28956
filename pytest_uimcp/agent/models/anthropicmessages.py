"""A request in the words of Anthropic's Messages.

Messages of the user and of the assistant take turns: what several events say is the content of one message. Outputs of
calls are the user's. The service knows no system messages between them, so those come as the user's text, in a tag.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pytest_uimcp.agent.choice import SpecificTool, ToolChoice
from pytest_uimcp.agent.events import AgentEvent, AssistantText, FunctionCall, FunctionCallOutput, SystemText, UserText
from pytest_uimcp.agent.models.base import SampleRequest, ToolSpec
from pytest_uimcp.agent.models.toolnames import provider_name
from pytest_uimcp.agent.modeltext import text_for_model
from pytest_uimcp.compositor.naming import renamed

# The service answers the user: a conversation begins and ends with something of hers.
CONTINUE: Final = "Go on."
_CHOICES: Final[Mapping[str, str]] = {"required": "any", "auto": "auto", "none": "none"}

_Block = dict[str, Any]


def messages_body(model: str, request: SampleRequest, *, max_tokens: int, stream: bool, **options: Any) -> _Block:
    names = {tool.name: name for tool in request.tools if (name := provider_name(tool.name)) != tool.name}
    body: _Block = {"model": model, "max_tokens": max_tokens, "messages": _messages(request, names), **options}
    if request.instructions:
        body["system"] = renamed(request.instructions, names)
    if request.tools:
        body["tools"] = [_tool(tool) for tool in request.tools]
        body["tool_choice"] = _choice(request.tool_choice)
    if stream:
        body["stream"] = True
    return body


def _messages(request: SampleRequest, names: Mapping[str, str]) -> list[_Block]:
    messages: list[_Block] = []
    for event in request.transcript:
        for role, block in _blocks(event, names):
            if messages and messages[-1]["role"] == role:
                messages[-1]["content"].append(block)
            else:
                messages.append({"role": role, "content": [block]})
    if not messages or messages[0]["role"] != "user":
        messages.insert(0, _user(CONTINUE))
    if messages[-1]["role"] != "user":
        messages.append(_user(CONTINUE))
    return messages


def _blocks(event: AgentEvent, names: Mapping[str, str]) -> Iterator[tuple[str, _Block]]:
    match event:
        case UserText() if event.text.strip():
            yield "user", _text(event.text)
        case SystemText(role="user"):
            yield "user", _text(renamed(event.text, names))
        case SystemText():
            yield "user", _text(f"<system>\n{renamed(event.text, names)}\n</system>")
        case AssistantText() if event.text.strip():
            yield "assistant", _text(event.text.rstrip())
        case FunctionCall():
            call = {"type": "tool_use", "id": event.call_id, "name": provider_name(event.name)}
            # Arguments that were no JSON have an output that says so.
            yield "assistant", {**call, "input": event.args or {}}
        case FunctionCallOutput():
            content = text_for_model(event.result)
            output = {"type": "tool_result", "tool_use_id": event.call_id, "content": content}
            yield "user", {**output, "is_error": event.result.is_error}


def _user(text: str) -> _Block:
    return {"role": "user", "content": [_text(text)]}


def _text(text: str) -> _Block:
    return {"type": "text", "text": text}


def _tool(tool: ToolSpec) -> _Block:
    return {"name": provider_name(tool.name), "description": tool.description, "input_schema": tool.input_schema}


def _choice(choice: ToolChoice) -> _Block:
    if isinstance(choice, SpecificTool):
        return {"type": "tool", "name": provider_name(choice.name)}
    return {"type": _CHOICES[choice]}
