"""Calls through a gate: what is asked, what answers, who decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anyio
import anyio.lowlevel
import pytest

from pytest_uimcp.compositor.policy import ApprovalItem, Gate, PolicyError, Rule, RulePolicy
from pytest_uimcp.compositor.policy.decisions import Decision
from pytest_uimcp.mcp.calls import ToolCall, ToolResult
from tests import patience

WAIT = patience.SECONDS
OK = ToolResult.of_text("done")


def request(name: str = "runtime_exec", call_id: str | None = None, **arguments: Any) -> ToolCall:
    server, _, tool = name.partition("_")
    return ToolCall(name, arguments, server, tool, call_id)


def always(decision: Decision, rationale: str = "") -> RulePolicy:
    return RulePolicy([Rule("*", decision, rationale=rationale)])


class Backend:
    """A server behind the gate: answers the same to every call, and remembers them."""

    def __init__(self, answer: ToolResult | Exception = OK) -> None:
        self.answer = answer
        self.calls: list[ToolCall] = []

    async def __call__(self, request: ToolCall) -> ToolResult:
        self.calls.append(request)
        await anyio.lowlevel.checkpoint()
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


async def until(condition: Callable[[], bool]) -> None:
    with anyio.fail_after(WAIT):
        while not condition():
            await anyio.lowlevel.checkpoint()


async def pending(gate: Gate, count: int = 1) -> list[ApprovalItem]:
    await until(lambda: len(gate.approvals.pending()) >= count)
    return gate.approvals.pending()


class Calling:
    """A call under way in a task of its own."""

    def __init__(self) -> None:
        self.result: ToolResult | None = None
        self.error: Exception | None = None
        self.over = False
        self.scope = anyio.CancelScope()

    async def run(self, gate: Gate, call: ToolCall, backend: Backend) -> None:
        with self.scope:
            try:
                self.result = await gate.call(call, backend)
            except Exception as error:  # noqa: BLE001 - the test looks at it
                self.error = error
        self.over = True

    def denied(self) -> PolicyError:
        assert isinstance(self.error, PolicyError)
        return self.error


async def refused(gate: Gate, call: ToolCall, backend: Backend) -> PolicyError:
    with anyio.fail_after(WAIT), pytest.raises(PolicyError) as caught:
        await gate.call(call, backend)
    return caught.value
