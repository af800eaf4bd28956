"""One run of the agent: ask the model, make its calls, and again, until the turn ends.

Each round the handlers are asked first. One may end the turn, or add something instead; otherwise the model is asked,
with everything the human has said meanwhile.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from pytest_uimcp.agent.choice import REQUIRE_ANY, ToolChoice
from pytest_uimcp.agent.compaction import Compaction, Compactor
from pytest_uimcp.agent.decisions import NO_ACTION, Abort, Decision, InjectItems, NoAction
from pytest_uimcp.agent.errors import ContextTooLong, ModelError, RunError
from pytest_uimcp.agent.events import AgentEvent, FunctionCall, FunctionCallOutput, ModelRequest, ModelRetry, Response
from pytest_uimcp.agent.handlers import Handler, notify
from pytest_uimcp.agent.models.base import Model, ModelTurn, SampleRequest, ToolSpec
from pytest_uimcp.agent.models.progress import AnswerDraft, Progress, ignore
from pytest_uimcp.agent.modeltext import blocks_for_model
from pytest_uimcp.agent.timeline import Timeline
from pytest_uimcp.agent.tools import ABORTED, Outcome, ToolProvider, make_call, run_calls
from pytest_uimcp.agent.transcript import Transcript

log = logging.getLogger(__name__)

DENIED: Final = "policy_denied"
NOTHING_TO_DO: Final = "no_tool_calls"

Inputs = Callable[[], Sequence[AgentEvent]]


class AgentLoop:
    """What every run of one agent shares. `inputs` gives, and forgets, what the human has said since it was asked.

    `drafted` hears of what the model writes while it writes.
    """

    def __init__(
        self,
        model: Model,
        tools: ToolProvider,
        handlers: Sequence[Handler],
        timeline: Timeline,
        transcript: Transcript,
        *,
        inputs: Inputs = list,
        tool_choice: ToolChoice = REQUIRE_ANY,
        instructions: Callable[[], str] = str,
        parallel: bool = True,
        max_rounds: int = 200,
        compaction: Compaction | None = None,
        drafted: Callable[[AnswerDraft], object] = ignore,
    ) -> None:
        if not handlers:
            raise ValueError("the loop needs at least one handler: without one nobody would end it")
        self._model = model
        self._tools = tools
        self._handlers = tuple(handlers)
        self._timeline = timeline
        self._transcript = transcript
        self._inputs = inputs
        self._tool_choice = tool_choice
        self._instructions = instructions
        self._parallel = parallel
        self._max_rounds = max_rounds
        self._compactor = Compactor(compaction) if compaction else None
        self._drafted = drafted
        self._in_flight = 0

    @property
    def in_flight(self) -> int:
        return self._in_flight

    async def run(self) -> str:
        """Run until the turn ends; why it did."""
        for handler in self._handlers:
            handler.on_run_start()
        # What the run is for belongs to it even if it fails at once, or it would be begun for that again and again.
        self._take_inputs()
        silent = False  # the model had nothing more to do
        # Bounded, because a model that calls a tool in every answer would never end its turn.
        for _ in range(self._max_rounds):
            try:
                decision = self._decide()
                if isinstance(decision, Abort):
                    return decision.reason
                # Asked once more without anything new, it would say the same.
                if silent and isinstance(decision, NoAction):
                    return NOTHING_TO_DO
                silent = not await self._round(decision)
                # Whatever the decision was: injected calls are executed, too.
                if await self._execute():
                    return DENIED
            except Exception as error:  # noqa: BLE001 - the handlers decide, and by default raise it again
                self._failed(error)
                silent = False
        raise RunError(f"the turn did not end within {self._max_rounds} rounds")

    def close_calls(self) -> None:
        """Give every call that has no output the one that says it was aborted."""
        for call in self._transcript.open_calls:
            try:
                self._emit(Outcome(call, ABORTED))
            except Exception:
                log.exception("a handler failed when a call was aborted")

    def _decide(self) -> Decision:
        # Lazily: those behind the one that answers are not asked, and keep what they have to say.
        decisions = (handler.on_before_sample() for handler in self._handlers)
        return next((decision for decision in decisions if not isinstance(decision, NoAction)), NO_ACTION)

    async def _round(self, decision: Decision) -> bool:
        """Take one step; whether there is a next."""
        if isinstance(decision, InjectItems):
            self._record(*decision.items)
            return True
        self._take_inputs()
        turn = await self._sample()
        # In one piece: an answer of which the log has half would be neither given nor not given.
        self._record(*turn.items, Response(turn.usage))
        return any(isinstance(item, FunctionCall) for item in turn.items)

    def _take_inputs(self) -> None:
        for event in self._inputs():
            self._transcript.add(event)
            self._notify(event)

    async def _sample(self) -> ModelTurn:
        tools = tuple(await self._tools.list_tools())
        while True:
            try:
                turn = await self._ask(tools)
                break
            except ContextTooLong as error:
                # The rule has taken it for shorter than the model does.
                if self._compactor is None or not self._compactor.tighten():
                    raise
                log.warning("the conversation is cut further: %s", error)
        # Nobody could tell its output from that of another call.
        if any(isinstance(item, FunctionCall) and not item.call_id for item in turn.items):
            raise ModelError("the model made a call without an id")
        return turn

    async def _ask(self, tools: tuple[ToolSpec, ...]) -> ModelTurn:
        transcript = self._transcript.events
        if self._compactor is not None:
            transcript = self._compactor.compact(transcript)
        request = SampleRequest(transcript, tools, self._tool_choice, self._instructions(), self._on_progress)
        api_request = ModelRequest(self._model.name, len(request.transcript), len(tools), str(self._tool_choice))
        # Before the answer: a request that was interrupted has to be in the log as well.
        self._record(api_request)
        return await self._model.sample(request)

    def _on_progress(self, progress: Progress) -> None:
        if isinstance(progress, AnswerDraft):
            self._drafted(progress)
        else:
            self._record(ModelRetry(progress.attempt, progress.attempts, progress.seconds, progress.reason))

    async def _execute(self) -> bool:
        calls = self._transcript.open_calls
        # Counted down as calls end, so that the phase is right while some of them still run.
        self._in_flight = len(calls)
        try:
            return await run_calls(calls, self._make, self._emit, parallel=self._parallel)
        finally:
            self._in_flight = 0

    async def _make(self, call: FunctionCall) -> Outcome:
        try:
            return await make_call(self._tools, call)
        finally:
            self._in_flight -= 1

    def _emit(self, outcome: Outcome) -> None:
        blocks_for_model(outcome.result)  # a result that no model can take must not get into the transcript
        self._record(FunctionCallOutput(outcome.call.call_id, outcome.result))

    def _record(self, *events: AgentEvent) -> None:
        logged = self._timeline.emit(*self._without_replays(events))
        # First all of them into the transcript: a handler may look at it, and must not see half a response.
        for event in logged:
            self._transcript.add(event)
        for event in logged:
            self._notify(event)

    def _without_replays(self, events: Sequence[AgentEvent]) -> Iterator[AgentEvent]:
        """The events without calls that have been made, or will be, under the same id."""
        seen_ids: set[str] = set()
        for event in events:
            if isinstance(event, FunctionCall):
                # A model that repeats itself must not do a thing twice.
                if event.call_id in seen_ids or self._transcript.knows(event.call_id):
                    continue
                seen_ids.add(event.call_id)
            yield event

    def _notify(self, event: AgentEvent) -> None:
        for handler in self._handlers:
            notify(handler, event)

    def _failed(self, error: Exception) -> None:
        for handler in self._handlers:
            try:
                handler.on_error(error)
            except Exception:  # noqa: BLE001 - this one does not deal with it
                continue
            return
        raise error
