from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp import MCPError

from pytest_uimcp.compositor import parking
from pytest_uimcp.compositor.parking import ParkedCall, Parking
from pytest_uimcp.mcp.calls import ToolError, ToolResult
from tests.compositor.mounting import PATIENCE, until

pytestmark = pytest.mark.anyio
OWNER = ("agent", "p_ask")
QUESTION = types.ElicitRequest(
    params=types.ElicitRequestFormParams(message="Sure?", requested_schema={"type": "object", "properties": {}})
)
CAPABLE = types.ClientCapabilities(elicitation=types.ElicitationCapability(form=types.FormElicitationCapability()))
CONTEXT: Any = SimpleNamespace(session=SimpleNamespace(client_capabilities=CAPABLE))


class Call:
    """A call that asks, as often as it is told to, and says what it heard."""

    def __init__(self, questions: int = 1) -> None:
        self.parked = ParkedCall(OWNER, CONTEXT)
        self.ended = ""
        self._questions = questions

    async def make(self) -> ToolResult:
        heard: list[str] = []
        try:
            for _ in range(self._questions):
                answer: Any = await self.parked.ask(QUESTION)
                heard.append(answer.action)
        except asyncio.CancelledError:
            self.ended = "cancelled"
            raise
        self.ended = "answered"
        return ToolResult(data={"heard": heard})


def answers(asked: dict[str, Any], action: Any) -> dict[str, Any]:
    return {key: types.ElicitResult(action=action) for key in asked["inputRequests"]}


async def test_every_question_has_its_own_state_and_the_call_is_made_once() -> None:
    parked, call = Parking(), Call(2)
    first = await parked.begin(call.parked, call.make)
    assert first["resultType"] == "input_required"
    second = await parked.resume(first["requestState"], OWNER, CONTEXT, answers(first, "accept"))
    assert second["requestState"] != first["requestState"]
    assert second["inputRequests"].keys().isdisjoint(first["inputRequests"])
    result = await parked.resume(second["requestState"], OWNER, CONTEXT, answers(second, "decline"))
    assert result["structuredContent"] == {"heard": ["accept", "decline"]}


async def test_a_question_without_an_answer_is_an_error_for_the_server() -> None:
    parked, call = Parking(), Call()
    asked = await parked.begin(call.parked, call.make)
    with pytest.raises(MCPError, match="the client did not answer question-1"):
        await parked.resume(asked["requestState"], OWNER, CONTEXT, {})


async def test_a_client_that_does_not_come_back_in_time_ends_its_call() -> None:
    parked, call = Parking(patience=0.01), Call()
    asked = await parked.begin(call.parked, call.make)
    await until(lambda: call.ended == "cancelled")
    with pytest.raises(ToolError, match="no call is waiting with this request state; make the call again"):
        await parked.resume(asked["requestState"], OWNER, CONTEXT, answers(asked, "accept"))


async def test_the_oldest_call_is_given_up_when_too_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parking, "MAX_CALLS", 2)
    parked, calls = Parking(), [Call() for _ in range(3)]
    for call in calls:
        await parked.begin(call.parked, call.make)
    await until(lambda: calls[0].ended == "cancelled")
    parked.close()
    await until(lambda: all(call.ended == "cancelled" for call in calls))


async def test_a_client_that_goes_away_while_it_waits_ends_its_call() -> None:
    parked, call = Parking(), Call()
    started = anyio.Event()

    async def make() -> ToolResult:
        started.set()
        try:
            await anyio.sleep_forever()
        finally:
            call.ended = "cancelled"
        return ToolResult()

    with anyio.fail_after(PATIENCE):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(parked.begin, call.parked, make)
            await started.wait()
            tasks.cancel_scope.cancel()
    assert call.ended == "cancelled"
