"""A service, an agent that talks to it in the words of each of the three, and what lies between them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, Protocol

import httpx
from aiohttp import web

from pytest_uimcp.agent import (
    AnthropicModel,
    ModelTurn,
    OpenAIModel,
    SampleRequest,
    ScriptedModel,
    ToolSpec,
    UserText,
)
from pytest_uimcp.agent.endpoint import ModelEndpoint
from pytest_uimcp.agent.events import AgentEvent, AssistantText, FunctionCall, FunctionCallOutput
from pytest_uimcp.agent.models.base import Model
from pytest_uimcp.agent.models.retries import ONCE
from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.transport.site import HttpSite

TOOLS: Final = (ToolSpec("notes_list", "Lists."), ToolSpec("notes_add", "Adds."))
SHAPES: Final = ("chat", "responses", "messages")
Tool = Callable[[FunctionCall], str]


class Asking(Protocol):
    async def sample(self, request: SampleRequest) -> ModelTurn:
        """The answer."""


@asynccontextmanager
async def served(application: web.Application) -> AsyncIterator[str]:
    """An application on a port of this machine; its address."""
    site = HttpSite()
    site.bind("model", application)
    await site.start()
    try:
        yield site.url("model")
    finally:
        await site.close()


@asynccontextmanager
async def service(*turns: Any) -> AsyncIterator[tuple[str, ModelEndpoint]]:
    """A service of ours with a real port, in place of the real one."""
    endpoint = ModelEndpoint(ScriptedModel(turns))
    async with served(endpoint.application()) as url:
        yield url, endpoint


@asynccontextmanager
async def playing(model: Model, failures: list[str]) -> AsyncIterator[str]:
    endpoint = ModelEndpoint(model, on_error=lambda error: failures.append(str(error)))
    async with served(endpoint.application()) as url:
        yield url


class ResponsesModel:
    """As little of a client of Responses as an agent needs."""

    def __init__(self, url: str, *, stream: bool) -> None:
        self._url = f"{url}/v1/responses"
        self._stream = stream

    async def sample(self, request: SampleRequest) -> ModelTurn:
        tools = [{"type": "function", "name": tool.name, "parameters": tool.input_schema} for tool in request.tools]
        items = [item for event in request.transcript for item in _items(event)]
        body = {"model": "m", "input": items, "instructions": request.instructions, "tools": tools}
        async with httpx.AsyncClient(trust_env=False) as client:
            answer = await client.post(self._url, json={**body, "stream": self._stream})
        answer.raise_for_status()
        response = answer.json() if not self._stream else _last_response(answer.text)
        calls = [item for item in response["output"] if item["type"] == "function_call"]
        texts = [item["content"][0]["text"] for item in response["output"] if item["type"] == "message"]
        made = [FunctionCall(call["name"], call["arguments"], call["call_id"]) for call in calls]
        return ModelTurn((*map(AssistantText, texts), *made))


def _last_response(stream: str) -> Any:
    events = [json.loads(line.removeprefix("data: ")) for line in stream.splitlines() if line.startswith("data: ")]
    return events[-1]["response"]


def _items(event: AgentEvent) -> list[dict[str, Any]]:
    match event:
        case UserText():
            return [{"role": "user", "content": event.text}]
        case AssistantText():
            return [{"role": "assistant", "content": event.text}]
        case FunctionCall():
            call = {"name": event.name, "arguments": event.args_json, "call_id": event.call_id}
            return [{"type": "function_call", **call}]
        case FunctionCallOutput():
            return [{"type": "function_call_output", "call_id": event.call_id, "output": event.result.lines}]
    return []


@asynccontextmanager
async def client(shape: str, url: str, *, stream: bool = False, key: str = "") -> AsyncIterator[Asking]:
    if shape == "responses":
        yield ResponsesModel(url, stream=stream)
        return
    options: Any = {"base_url": f"{url}/v1", "network": True, "stream": stream, "retries": ONCE, "api_key": key}
    kinds: dict[str, Any] = {"chat": OpenAIModel, "messages": AnthropicModel}
    async with kinds[shape]("m", **options) as model:
        yield model


async def talk(model: Asking, prompts: Sequence[str], tool: Tool, instructions: str = "Be brief.") -> list[str]:
    """What the model says to each prompt, after all the calls that it makes."""
    transcript: list[AgentEvent] = []
    said: list[str] = []
    for prompt in prompts:
        transcript.append(UserText(prompt))
        while True:
            turn = await model.sample(SampleRequest(tuple(transcript), TOOLS, "auto", instructions))
            transcript += turn.items
            if not turn.calls:
                break
            transcript += [FunctionCallOutput(call.call_id, ToolResult.of_text(tool(call))) for call in turn.calls]
        said += turn.texts
    return said
