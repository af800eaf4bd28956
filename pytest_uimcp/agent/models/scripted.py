"""A model that plays fixed turns. It never uses the network.

ScriptedModel([
    [call("runtime_exec", cmd=["ls"])],
    [say("There are two files."), end()],
])
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Literal

import anyio.lowlevel

from pytest_uimcp.agent.errors import TurnScriptError
from pytest_uimcp.agent.events import AgentEvent, AssistantText, FunctionCall, FunctionCallOutput, SystemText, UserText
from pytest_uimcp.agent.models.base import ModelTurn, SampleRequest
from pytest_uimcp.core.printable import counted, shortened


@dataclass(frozen=True, slots=True)
class TurnStep:
    kind: Literal["call", "say", "end", "text"]
    name: str = ""
    args: dict[str, Any] | str = field(default_factory=dict)
    """The arguments of a call; a string is sent as it is, even if it is not JSON."""

    def __str__(self) -> str:
        if self.kind == "call":
            if isinstance(self.args, str):
                arguments = self.args
            else:
                arguments = ", ".join(f"{k}={v!r}" for k, v in self.args.items())
            return f"call({', '.join(filter(None, (repr(self.name), arguments)))})"
        return f"{self.kind}({repr(self.name) if self.name else ''})"


Turn = Sequence[TurnStep]


def call(name: str, /, **args: Any) -> TurnStep:
    """Call a tool."""
    return TurnStep("call", name, args)


def say(text: str) -> TurnStep:
    """Say something to the human, by calling the tool for it."""
    return TurnStep("say", text)


def end() -> TurnStep:
    """End the turn, by calling the tool for it."""
    return TurnStep("end")


def text(text: str) -> TurnStep:
    """Write plain text, which the human does not see."""
    return TurnStep("text", text)


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
                "add the turn with plays([…]), or let the turn before finish with end()"
            )
        self._played += 1
        self._taken = request.call_ids  # also those of a model that played before
        return ModelTurn(tuple(map(self._item, self._turns[number])))

    def check_finished(self) -> None:
        """Raise TurnScriptError if turns are left, with the first of them."""
        if unplayed := self.left:
            steps = ", ".join(map(str, unplayed[0])) or "nothing"
            raise TurnScriptError(
                f"{counted(len(unplayed), 'turn')} of {len(self._turns)} left unplayed; the next one: {steps}"
            )

    def _item(self, step: TurnStep) -> AssistantText | FunctionCall:
        match step.kind:
            case "text":
                return AssistantText(step.name)
            case "say":
                return self._call(self._say_tool, {"mime": "text/markdown", "content": step.name})
            case "end":
                return self._call(self._end_tool, {})
            case "call":
                return self._call(step.name, step.args)

    def _call(self, name: str, args: dict[str, Any] | str) -> FunctionCall:
        # The agent takes a call with an id that it knows for a replay, and does not make it.
        call_id = next(free for n in self._numbers if (free := f"call_{n}") not in self._taken)
        return FunctionCall(name, args if isinstance(args, str) else json.dumps(args), call_id)


def _turn(turn: Turn | TurnStep, number: int) -> tuple[TurnStep, ...]:
    steps = (turn,) if isinstance(turn, TurnStep) else tuple(turn)
    for step in steps:
        if not isinstance(step, TurnStep):
            raise TurnScriptError(f"turn {number}: expected steps made by call, say, end or text; got {step!r}")
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
