"""A policy written as a Python function."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import anyio.to_thread

from pytest_uimcp.compositor.policy.decisions import Verdict, as_decision
from pytest_uimcp.compositor.policy.errors import PolicyOutputError
from pytest_uimcp.mcp.calls import ToolCall

Answer = Verdict | str | tuple[str, str] | Mapping[str, Any]


class CallablePolicy:
    """Asks a function, which gets the call and gives a decision, or a decision and its reason.

    A plain function runs in a thread, so that one that waits does not stop everything else; after the time-out its
    answer does not count any more. It gets a copy of the arguments.
    """

    def __init__(self, function: Callable[[ToolCall], Answer | Awaitable[Answer]]) -> None:
        self._function = function

    async def decide(self, call: ToolCall) -> Verdict:
        # An async function is trusted not to block. A plain one may wait for a person or a socket.
        if inspect.iscoroutinefunction(self._function):
            return as_verdict(await self._function(call.detached()))
        answer = await anyio.to_thread.run_sync(self._answer, call.detached(), abandon_on_cancel=True)
        # A lambda around an async function is a plain function whose answer has to be awaited here.
        return as_verdict(await answer if inspect.isawaitable(answer) else answer)

    def _answer(self, call: ToolCall) -> Answer | Awaitable[Answer]:
        try:
            return self._function(call)
        except SystemExit as error:
            # On the event loop it would end the server for everybody.
            message = f"the policy function called sys.exit({error.code!r}) instead of answering"
            raise PolicyOutputError(message) from error


def as_verdict(answer: object) -> Verdict:
    match answer:
        case Verdict():
            return Verdict(as_decision(answer.decision), answer.rationale)
        case str():
            return Verdict(as_decision(answer))
        case (decision, str(rationale)):
            return Verdict(as_decision(decision), rationale)
        case {"decision": decision, "rationale": str(rationale)}:
            return Verdict(as_decision(decision), rationale)
        case {"decision": decision, **rest} if rest.get("rationale") is None:
            return Verdict(as_decision(decision))
    raise PolicyOutputError(f'expected a decision, or {{"decision": …, "rationale": "…"}}; got {str(answer)[:100]!r}')
