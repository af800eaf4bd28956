"""The steps of a script: what a model does in one turn, written by the author of a test.

[call("notes_list"), call("notes_read", id=1)]      two calls at once
[say("Done."), end()]                               what the person reads, and the end
fail(429, retry_after=1)                            a service that is busy
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from pytest_uimcp.agent.models.base import SampleRequest

Kind = Literal["call", "say", "end", "text", "refuse", "length", "slow", "cut", "fail", "respond"]
# They are a whole turn.
ALONE: Final = ("fail", "respond")


@dataclass(frozen=True, slots=True, repr=False)
class TurnStep:
    kind: Kind
    name: str = ""
    args: dict[str, Any] | str = field(default_factory=dict)
    """The arguments of a call; a string is sent as it is, even if it is not JSON."""
    function: Callable[[SampleRequest], Any] | None = None

    def __str__(self) -> str:
        words = [repr(self.name)] if self.name else []
        if self.function is not None:
            words.append(getattr(self.function, "__name__", "…"))
        if isinstance(self.args, str):
            words.append(self.args)
        elif self.kind in ("fail", "slow"):
            words += [str(value) for value in self.args.values() if value]
        else:
            words += [f"{name}={value!r}" for name, value in self.args.items()]
        return f"{self.kind}({', '.join(words)})"

    # As it is written in a script.
    __repr__ = __str__


Turn = Sequence[TurnStep]


def call(name: str, /, **args: Any) -> TurnStep:
    """Call a tool."""
    return TurnStep("call", name, args)


def unchecked(step: TurnStep) -> TurnStep:
    """A call whose arguments are wrong on purpose: `unchecked(call("notes_read", idd=1))`."""
    if isinstance(step.args, str):
        return step
    return TurnStep(step.kind, step.name, json.dumps(step.args))


def say(text: str) -> TurnStep:
    """Say something to the human, by the tool for it if the agent has it, and as the model's text otherwise."""
    return TurnStep("say", text)


def end() -> TurnStep:
    """End the turn, by the tool for it if the agent has it; otherwise an answer without calls is the end."""
    return TurnStep("end")


def text(text: str) -> TurnStep:
    """Write plain text. The human does not see it if the agent has a tool to speak with."""
    return TurnStep("text", text)


def respond(function: Callable[[SampleRequest], Turn | TurnStep | Awaitable[Turn | TurnStep]]) -> TurnStep:
    """A turn that is made when the model is asked, of the request: `respond(lambda request: say(…))`."""
    return TurnStep("respond", function=function)


def refuse(text: str = "I cannot help with that.") -> TurnStep:
    """Refuse, as the service's model does."""
    return TurnStep("refuse", text)


def length(text: str = "") -> TurnStep:
    """End in the middle, because the limit of tokens is reached; what is written so far is the text."""
    return TurnStep("length", text)


def slow(seconds: float) -> TurnStep:
    """Take that long for this turn, spread over the pieces of a stream. Only at `model_url`."""
    return TurnStep("slow", args={"seconds": seconds})


def cut() -> TurnStep:
    """Break the connection in the middle of this turn."""
    return TurnStep("cut")


def fail(status: int = 500, message: str = "", *, retry_after: float | None = None) -> TurnStep:
    """Answer with an error of the service: 429, 500, 529, 401, …"""
    return TurnStep("fail", args={"status": status, "message": message, "retry_after": retry_after})
