"""An agent with tools that tests look into."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import anyio
import anyio.lowlevel

from pytest_uimcp.agent import Agent, ScriptedModel, ToolSpec, UserText
from pytest_uimcp.compositor.policy import Gate
from pytest_uimcp.mcp.calls import ToolCall, ToolResult
from tests import patience

WAIT = patience.SECONDS
OK = ToolResult(data={"ok": True})

Function = Callable[..., Awaitable[ToolResult]]


class Tools:
    """Tools that answer {"ok": true}, or what a function gives; through a gate, if there is one."""

    def __init__(self, gate: Gate | None = None, **functions: Function) -> None:
        self._gate = gate
        self._functions = functions
        self.called: list[str] = []
        self.arguments: list[Mapping[str, Any]] = []
        self.call_ids: list[str] = []

    async def list_tools(self) -> Sequence[ToolSpec]:
        return [ToolSpec(name) for name in ("loop_yield_turn", "chat_assistant_post", *self._functions)]

    async def call_tool(self, name: str, arguments: Mapping[str, Any], *, call_id: str) -> ToolResult:
        if self._gate is None:
            return await self.run(ToolCall(name, dict(arguments), call_id=call_id))
        server = name.rpartition("_")[0] if name == "chat_assistant_post" else name.partition("_")[0]
        return await self._gate.call(ToolCall(name, dict(arguments), server, call_id=call_id), self.run)

    async def run(self, request: ToolCall) -> ToolResult:
        await anyio.lowlevel.checkpoint()
        self.called.append(request.name)
        self.arguments.append(request.arguments)
        self.call_ids.append(request.call_id or "")
        function = self._functions.get(request.name)
        return await function(**request.arguments) if function else OK


@asynccontextmanager
async def serving(agent: Agent) -> AsyncIterator[Agent]:
    """The agent runs whenever it is due."""
    with anyio.fail_after(WAIT):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(agent.serve)
            yield agent
            tasks.cancel_scope.cancel()
    agent.close()


async def settled(agent: Agent) -> None:
    """Wait until it has nothing more to do, or waits for the human."""
    await agent.changed.wait_until(lambda: (not agent.running and not agent.due) or agent.status == "awaiting_approval")


def played(*turns: Any) -> ScriptedModel:
    return ScriptedModel(turns)


def says(agent: Agent, *texts: str) -> None:
    agent.receive([UserText(text) for text in texts])


def kinds(agent: Agent) -> list[str]:
    return [item.kind for item in agent.timeline.state.items]


def told(model: ScriptedModel, number: int) -> list[str]:
    """What the model was told the n-th time, in short."""
    return [shortly(event) for event in model.requests[number].transcript]


def shortly(event: Any) -> str:
    match event.type:
        case "tool_call":
            return f"call {event.name}"
        case "function_call_output":
            structured = event.result.data
            text = event.result.content[0]["text"] if event.result.content else structured
            return f"output {event.call_id}: {text}"
        case kind:
            return f"{kind}: {event.text}"
