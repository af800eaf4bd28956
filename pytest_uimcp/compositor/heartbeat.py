"""Progress of calls that wait for a decision, for clients that would give up otherwise.

A human may take an hour, and many clients wait for seconds. Those that ask for progress are told that the call is not
lost, which starts their clock anew; those that do not ask are told nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Final

from mcp.shared.dispatcher import ProgressFnT

from pytest_uimcp.compositor.policy.gate import Execute
from pytest_uimcp.mcp.calls import ToolCall, ToolResult

MESSAGE: Final = "waits for a decision"
# Progress has to grow, and what the server itself reports later begins at 0.
_STEP: Final = 1e-6


async def with_heartbeat(
    decide: Callable[[Execute], Awaitable[ToolResult]], execute: Execute, tell: ProgressFnT, seconds: float
) -> ToolResult:
    """The result of a call through the gate; `tell` is called every so many seconds until it is executed."""

    async def beat() -> None:
        for number in count(1):
            await asyncio.sleep(seconds)
            await tell(number * _STEP, None, MESSAGE)

    heart = asyncio.create_task(beat())

    async def execute_at_last(call: ToolCall) -> ToolResult:
        # From now on the server reports.
        heart.cancel()
        return await execute(call)

    try:
        return await decide(execute_at_last)
    finally:
        heart.cancel()
        # Its own failure (the client has gone) is noticed by whoever answers the client.
        await asyncio.gather(heart, return_exceptions=True)
