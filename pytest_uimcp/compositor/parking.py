"""Calls of clients of 2026-07-28 that may be asked something.

In that era a server cannot ask in the middle of a call: it answers with the question, and the client calls again with
its reply. The call behind the gate goes on meanwhile and is made once. It is parked under a state that only the client
knows, and given up when the client does not come back.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, Final

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError

from pytest_uimcp.compositor.asking import Caller, check_answerable
from pytest_uimcp.compositor.jobs import ended
from pytest_uimcp.mcp.calls import ToolError, ToolResult

# How many seconds a client may take to answer a question.
PATIENCE_SECONDS: Final = 600.0
# How many calls are kept; the oldest is given up for a new one.
MAX_CALLS: Final = 1000
Context = ServerRequestContext[Any, Any]


class ParkedCall(Caller):
    """A call under way, and the questions that its client has not answered yet."""

    def __init__(self, owner: tuple[str, ...], context: Context) -> None:
        self.connection: object = self
        self.owner: Final = owner
        self.context = context
        self._questions: dict[str, types.InputRequest] = {}
        self._replies: dict[str, asyncio.Future[types.InputResponse]] = {}
        self._question_count = 0
        self.news = asyncio.Event()

    async def ask(self, question: types.InputRequest) -> types.InputResponse:
        check_answerable(self.context.session.client_capabilities, question)
        self._question_count += 1
        key = f"question-{self._question_count}"
        reply: asyncio.Future[types.InputResponse] = asyncio.get_running_loop().create_future()
        self._replies[key] = reply
        self._questions[key] = question
        # Wakes the request that the client is waiting with; the answer to that is the question.
        self.news.set()
        try:
            return await reply
        finally:
            self._questions.pop(key, None)
            del self._replies[key]

    async def progress(self, amount: float, total: float | None = None, message: str | None = None) -> None:
        await self.context.session.report_progress(amount, total, message)

    def take_questions(self) -> dict[str, Any]:
        self.news.clear()
        return {
            key: question.model_dump(by_alias=True, mode="json", exclude_none=True)
            for key, question in self._questions.items()
        }

    def answer(self, responses: types.InputResponses) -> None:
        """Take the client's replies; a question without one gets an error."""
        for key in tuple(self._questions):
            del self._questions[key]
            if key in responses:
                self._replies[key].set_result(responses[key])
            else:
                self._replies[key].set_exception(MCPError(types.INVALID_PARAMS, f"the client did not answer {key}"))


class Parking:
    """The calls that wait for their clients to come back."""

    def __init__(self, patience: float = PATIENCE_SECONDS) -> None:
        self._patience = patience
        self._parked: dict[str, tuple[ParkedCall, asyncio.Task[ToolResult], asyncio.TimerHandle]] = {}

    async def begin(self, call: ParkedCall, make: Callable[[], Awaitable[ToolResult]]) -> dict[str, Any]:
        """Make a call; its result, or the first questions."""
        return await self._next(call, asyncio.ensure_future(make()))

    async def resume(
        self, state: str, owner: tuple[str, ...], context: Context, responses: types.InputResponses
    ) -> dict[str, Any]:
        """Go on with a call whose client has come back; its result, or the next questions."""
        # The state cannot be guessed, but it may be read where it is logged: it is of use to its own principal only,
        # and for the tool that was called.
        if state not in self._parked or self._parked[state][0].owner != owner:
            raise ToolError.refused(
                types.INVALID_PARAMS, "no call is waiting with this request state; make the call again"
            )
        call, task, timer = self._parked.pop(state)
        timer.cancel()
        # Progress and further questions belong to the request that is open now.
        call.context = context
        call.answer(responses)
        return await self._next(call, task)

    def close(self) -> None:
        for state in tuple(self._parked):
            self._give_up(state)

    async def _next(self, call: ParkedCall, task: asyncio.Task[ToolResult]) -> dict[str, Any]:
        news = asyncio.ensure_future(call.news.wait())
        try:
            await asyncio.wait([task, news], return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            # The client has gone; nobody will ask for this call again, as its state was not given out yet.
            task.cancel()
            await ended(task)
            raise
        finally:
            news.cancel()
        if task.done():
            return task.result().to_json()
        # Clients that never come back must not fill the memory before their patience is over.
        if len(self._parked) >= MAX_CALLS:
            self._give_up(next(iter(self._parked)))
        state = secrets.token_urlsafe(24)
        timer = asyncio.get_running_loop().call_later(self._patience, self._give_up, state)
        self._parked[state] = (call, task, timer)
        return {"resultType": "input_required", "inputRequests": call.take_questions(), "requestState": state}

    def _give_up(self, state: str) -> None:
        _, task, timer = self._parked.pop(state)
        timer.cancel()
        task.cancel()
