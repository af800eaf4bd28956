"""A model that plays fixed turns. It never uses the network.

ScriptedModel([
    [call("runtime_exec", cmd=["ls"])],
    [say("There are two files."), end()],
])
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any, Final

import anyio.lowlevel

from pytest_uimcp.agent.errors import AnswerCut, ServiceFailure, TurnScriptError
from pytest_uimcp.agent.events import AgentEvent, AssistantText, FunctionCall, FunctionCallOutput, SystemText, UserText
from pytest_uimcp.agent.models.base import Finish, ModelTurn, SampleRequest
from pytest_uimcp.agent.models.steps import ALONE, Turn, TurnStep, call, end, say, text
from pytest_uimcp.core.printable import counted, shortened

__all__ = ["ScriptedModel", "Turn", "TurnStep", "call", "end", "say", "text"]

_FINISHES: Final[dict[str, Finish]] = {"refuse": "refusal", "length": "length"}


class ScriptedModel:
    """Plays one turn each time it is asked. `say` and `end` use the tools named here."""

    def __init__(
        self,
        turns: Iterable[Turn | TurnStep] = (),
        *,
        say_tool: str = "chat_assistant_post",
        end_tool: str = "loop_yield_turn",
        name: str = "scripted",
    ) -> None:
        self._turns: list[tuple[TurnStep, ...]] = []
        self._say_tool = say_tool
        self._end_tool = end_tool
        self._name = name
        self._numbers = count(1)
        self._played = 0
        self._taken: frozenset[str] = frozenset()
        self.requests: list[SampleRequest] = []
        """The requests that it got, in order."""
        self.plays(turns)

    @property
    def name(self) -> str:
        return self._name

    @property
    def left(self) -> tuple[tuple[TurnStep, ...], ...]:
        """The turns that have not been played."""
        return tuple(self._turns[self._played :])

    @property
    def left_by_others(self) -> tuple[tuple[TurnStep, ...], ...]:
        """The same for an agent with a loop of its own, whose turn is over with a text: then it does not ask again."""
        left = list(self.left)
        while left and all(step.kind == "end" for step in left[-1]):
            left.pop()
        return tuple(left)

    @property
    def played(self) -> int:
        return self._played

    def plays(self, turns: Iterable[Turn | TurnStep]) -> None:
        """Add turns; one that is a single step may be written without brackets."""
        self._turns += [_turn(turn, len(self._turns) + n) for n, turn in enumerate(turns, 1)]

    async def sample(self, request: SampleRequest) -> ModelTurn:
        # A model that answers without waiting would never let anybody else run.
        await anyio.lowlevel.checkpoint()
        number = self._played
        self.requests.append(request)
        if number >= len(self._turns):
            raise TurnScriptError(
                f"no turn left: the model was asked for turn {number + 1}, but its script has "
                f"{counted(len(self._turns), 'turn')}; the last thing it was told: {_last(request.transcript)}; "
                "add the turn with plays([…]), or let the turn before finish with end()",
                code="no_turn_left",
            )
        self._played += 1
        self._taken = request.call_ids  # also those of a model that played before
        steps = await self._steps(number, request)
        turn = self._made_of(steps)
        if any(step.kind == "cut" for step in steps):
            raise AnswerCut(f"turn {number + 1}: the connection was cut in the middle of the answer", turn)
        return turn

    def check_finished(self) -> None:
        """Raise TurnScriptError if turns are left, with the first of them."""
        if unplayed := self.left:
            steps = ", ".join(map(str, unplayed[0])) or "nothing"
            raise TurnScriptError(
                f"{counted(len(unplayed), 'turn')} of {len(self._turns)} left unplayed; the next one: {steps}"
            )

    async def _steps(self, number: int, request: SampleRequest) -> tuple[TurnStep, ...]:
        steps = self._turns[number]
        step = steps[0] if steps else end()
        if step.kind == "fail":
            assert isinstance(step.args, dict)
            raise ServiceFailure(**step.args)
        if step.function is None:
            return steps
        try:
            turn = step.function(request)
            if inspect.isawaitable(turn):
                turn = await turn
        except Exception as error:
            raise TurnScriptError(f"turn {number + 1}: {step} failed: {type(error).__name__}: {error}") from error
        # What it gives is played as if it had stood here; a turn that makes another one may do so for ever.
        answer = _turn(turn, number + 1)
        if any(inner_step.kind in ALONE for inner_step in answer):
            raise TurnScriptError(f"turn {number + 1}: {step} gave {answer[0]}; give call, say, end, text, …")
        return answer

    def _made_of(self, steps: Sequence[TurnStep]) -> ModelTurn:
        kinds = {step.kind for step in steps}
        finishes: list[Finish] = [finish for kind, finish in _FINISHES.items() if kind in kinds]
        seconds = sum(step.args["seconds"] for step in steps if step.kind == "slow" and isinstance(step.args, dict))
        items: list[AssistantText | FunctionCall] = []
        checked_ids: set[str] = set()
        for step in steps:
            for item in self._items(step):
                items.append(item)
                # Arguments that are text are wrong on purpose.
                if isinstance(item, FunctionCall) and step.kind == "call" and not isinstance(step.args, str):
                    checked_ids.add(item.call_id)
        return ModelTurn(
            tuple(items),
            finish=next(iter(finishes), "stop"),
            is_last="end" in kinds,
            seconds=seconds,
            checked_ids=frozenset(checked_ids),
        )

    def _items(self, step: TurnStep) -> Iterator[AssistantText | FunctionCall]:
        match step.kind:
            case "text" | "refuse":
                yield AssistantText(step.name)
            case "length" if step.name:
                yield AssistantText(step.name)
            case "say":
                yield self._call(self._say_tool, {"mime": "text/markdown", "content": step.name})
            case "end":
                yield self._call(self._end_tool, {})
            case "call":
                yield self._call(step.name, step.args)

    def _call(self, name: str, args: dict[str, Any] | str) -> FunctionCall:
        # The agent takes a call with an id that it knows for a replay, and does not make it.
        call_id = next(free for n in self._numbers if (free := f"call_{n}") not in self._taken)
        return FunctionCall(name, args if isinstance(args, str) else json.dumps(args), call_id)


def _turn(turn: Turn | TurnStep, number: int) -> tuple[TurnStep, ...]:
    steps = (turn,) if isinstance(turn, TurnStep) else tuple(turn)
    for step in steps:
        if not isinstance(step, TurnStep):
            raise TurnScriptError(
                f"turn {number}: expected steps made by call, say, end, text, refuse, length, slow, cut, fail or "
                f"respond; got {step!r}"
            )
        if step.kind in ALONE and len(steps) > 1:
            raise TurnScriptError(f"turn {number}: {step} is a whole turn; put nothing beside it")
    return steps


def _last(transcript: Sequence[AgentEvent]) -> str:
    if not transcript:
        return "nothing"
    match transcript[-1]:
        case UserText() | SystemText() | AssistantText() as said:
            message = said.text
        case FunctionCallOutput() as output:
            message = output.result.lines or json.dumps(output.result.data, default=str)
        case event:
            message = str(event)
    return repr(shortened(message, 100))
