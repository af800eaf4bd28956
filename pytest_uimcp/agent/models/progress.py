"""What a model tells while it is asked: how far its answer is, and that it is asked once more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pytest_uimcp.agent.events import FunctionCall


@dataclass(frozen=True, slots=True)
class AnswerDraft:
    """The answer as far as it has come. The arguments of the last call may end anywhere."""

    text: str = ""
    calls: tuple[FunctionCall, ...] = ()


@dataclass(frozen=True, slots=True)
class Retry:
    """The model did not answer, and is asked again after some seconds. `attempt` is the number of that request."""

    attempt: int
    attempts: int
    seconds: float
    reason: str


Progress = AnswerDraft | Retry
Heard = Callable[[Progress], object]


def ignore(_progress: Progress) -> None:
    """Nobody wants to know."""
