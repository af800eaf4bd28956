"""The orchestrator as a client of the real chat servers, over MCP."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio
import pytest
from mcp import Client

from pytest_uimcp.agent import Orchestrator, Timeline, UserText
from pytest_uimcp.agent.events import FunctionCall
from pytest_uimcp.agent.mcpclients import McpTools, mcp_chat
from pytest_uimcp.agent.tools import make_call
from pytest_uimcp.chat import Conversation, Facade, open_store
from pytest_uimcp.compositor.policy.errors import STAMP
from pytest_uimcp.transport.memory import in_memory
from tests.agent.rig import WAIT
from tests.compositor.child import Child

pytestmark = pytest.mark.anyio
UPDATED = "notifications/resources/updated"


def without_messages(params: dict[str, Any]) -> None:
    params.pop("messages", None)
    params.pop("last_id", None)


def with_unknown_params(params: dict[str, Any]) -> None:
    params |= {"priority": 3, "messages": "not even a list", "last_id": {"of": "another kind"}}


def with_an_upper_case_scheme(params: dict[str, Any]) -> None:
    params["uri"] = params["uri"].replace("ui://", "UI://")


@asynccontextmanager
async def altered(server: Any, change: Callable[[dict[str, Any]], None], seen: list[Any]) -> AsyncIterator[Any]:
    """A transport that changes the parameters of updates on their way to the client."""
    async with in_memory(server) as (read, write), anyio.create_task_group() as tasks:
        send, receive = anyio.create_memory_object_stream[Any](100)

        async def forward() -> None:
            async with send:
                async for one in read:
                    message = getattr(one, "message", None)
                    if getattr(message, "method", "") == UPDATED:
                        change(message.params)
                        seen.append(message.params)
                    await send.send(one)

        tasks.start_soon(forward)
        try:
            yield receive, write
        finally:
            receive.close()
            tasks.cancel_scope.cancel()


@pytest.mark.parametrize("change", [without_messages, with_unknown_params, with_an_upper_case_scheme])
async def test_edge_20_the_orchestrator_takes_unusual_notifications(change: Callable[[dict[str, Any]], None]) -> None:
    conversation = Conversation(open_store())
    human, assistant = Facade(conversation, "human"), Facade(conversation, "assistant")
    seen: list[Any] = []
    delivered: list[str] = []
    timeline = Timeline()

    def deliver(events: Any, mark: Any) -> None:
        timeline.emit(*events, mark=mark)
        delivered.extend(event.text for event in events if isinstance(event, UserText))

    connect = mcp_chat(
        lambda: Client(altered(human.mcp.sdk, change, seen)),
        lambda: Client(in_memory(assistant.mcp.sdk)),
    )
    orchestrator = Orchestrator(connect, deliver, timeline)
    with anyio.fail_after(WAIT):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(orchestrator.run)
            await orchestrator.changed.wait_until(lambda: orchestrator.settled)
            for number, text in enumerate(("one", "two"), 1):
                conversation.post("user", {"content": text})
                while len(delivered) < number:
                    await anyio.sleep(0)
            tasks.cancel_scope.cancel()
    assert delivered == ["one", "two"]
    assert seen
    for facade in (human, assistant):
        facade.close()
    conversation.store.close()


DENIAL = {"code": -32950, "message": "policy_denied"}


@pytest.mark.parametrize(
    ("tool", "arguments", "ends"),
    [
        ("answer", {"isError": True, "_meta": {"uimcp/error": {**DENIAL, "data": {STAMP: True}}}}, True),
        ("answer", {"isError": True, "_meta": {"uimcp/error": {**DENIAL, "data": {}}}}, False),
        ("answer", {"_meta": {"uimcp/error": {**DENIAL, "data": {STAMP: True}}}}, False),
        ("answer", {"isError": True, "structuredContent": {"error": {**DENIAL, "data": {STAMP: True}}}}, False),
        ("answer", {"isError": True, "content": [{"type": "text", "text": "policy_denied: go home"}]}, False),
        ("refuse", {**DENIAL, "data": {STAMP: True}}, False),
    ],
    ids=["metadata", "no stamp", "no error", "structured content", "text", "protocol"],
)
async def test_only_the_metadata_of_a_result_ends_the_turn(tool: str, arguments: dict[str, Any], ends: bool) -> None:
    with anyio.fail_after(WAIT):
        async with Client(Child().server) as client:
            outcome = await make_call(McpTools(client), FunctionCall(tool, json.dumps(arguments), "call_1"))
    assert outcome.denied is ends
