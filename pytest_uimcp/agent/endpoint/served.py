"""One agent that asks the endpoint: its model, and what is known of its runs.

request ─▶ is its turn over? ─▶ the model ─▶ fitted to its tools ─▶ answer
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final, Protocol

from pytest_uimcp.agent.endpoint.errors import RunOver
from pytest_uimcp.agent.endpoint.final import with_final_call
from pytest_uimcp.agent.endpoint.fitting import FittedTurn, fitted
from pytest_uimcp.agent.errors import AnswerCut
from pytest_uimcp.agent.events import AgentEvent, FunctionCall, FunctionCallOutput
from pytest_uimcp.agent.models.base import Model, ModelTurn, SampleRequest
from pytest_uimcp.agent.names import END_TOOLS
from pytest_uimcp.core.errors import UimcpError


class EndpointWitness(Protocol):
    """Hears of everything that passes an endpoint, on its event loop."""

    def asked(self, request: SampleRequest) -> None:
        """A request that can be read has come."""

    def answered(self, request: SampleRequest, turn: ModelTurn, names: Mapping[str, str]) -> None:
        """It is answered with a turn; `names` are those of its calls in the script."""

    def refused(self, agent: str, error: UimcpError) -> None:
        """A request is answered with an error."""


@dataclass(frozen=True, slots=True)
class ServedTurn:
    """`turn` is what the agent gets, `meant` what the script says by it, with the names of its calls there."""

    turn: ModelTurn
    meant: ModelTurn
    names: Mapping[str, str]
    is_cut: bool = False


class ServedAgent:
    def __init__(self, name: str, model: Model) -> None:
        self.name: Final = name
        self.model: Final = model
        # By the ids of calls: of those that were the last of their turn, and of those that a human ended it with.
        self._last_calls: set[str] = set()
        self._ended: dict[str, str] = {}
        self._count = 0

    def end_run(self, call_id: str, reason: str) -> None:
        """Answer no more requests of the run that has made this call."""
        self._ended[call_id] = reason

    async def turn(self, request: SampleRequest, on_request: Callable[[SampleRequest], None]) -> ServedTurn:
        """The answer to a request; raises RunOver, or what the model raises."""
        on_request(request)
        self._check_run(request)
        # No turn is used up: some agents ask once more after the call that ends their turn.
        if self._has_ended(request):
            return ServedTurn(ModelTurn(()), ModelTurn(()), {})
        self._count += 1
        try:
            return self._served(fitted(await self.model.sample(request), request, self._count), request)
        except AnswerCut as cut:
            return replace(self._served(fitted(cut.turn, request, self._count), request), is_cut=True)

    def _served(self, answer: FittedTurn, request: SampleRequest) -> ServedTurn:
        turn = with_final_call(answer.turn, request)
        if turn.is_last:
            self._last_calls |= {call.call_id for call in turn.calls}
        return ServedTurn(turn, answer.turn, answer.names)

    def _check_run(self, request: SampleRequest) -> None:
        for event in request.transcript:
            if isinstance(event, FunctionCall) and event.call_id in self._ended:
                raise RunOver(
                    f"this run is over: a call of {event.name} was denied for good "
                    f"(policy_denied_abort: {self._ended[event.call_id]}); nothing more is answered in it"
                )

    def _has_ended(self, request: SampleRequest) -> bool:
        """Whether the agent has ended its turn and asks nevertheless: it takes an answer without calls for the end."""
        return any(
            isinstance(event, FunctionCall) and (event.name in END_TOOLS or event.call_id in self._last_calls)
            for event in latest_calls(request.transcript)
        )


def latest_calls(transcript: Sequence[AgentEvent]) -> list[AgentEvent]:
    """The calls and outputs with which a transcript ends."""
    return list(takewhile(_is_of_call, reversed(transcript)))


def _is_of_call(event: AgentEvent) -> bool:
    return isinstance(event, FunctionCall | FunctionCallOutput)
