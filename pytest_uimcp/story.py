"""What was done in a test, step by step, for whoever reads why it failed.

Pages and servers each tell their own part; put together in the order of time, it is the conversation between the
human, the agent and the test.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Final, Literal, TypeVar, cast

__all__ = ["Step", "Story", "Who", "call_text", "in_order", "short", "told_by"]

Who = Literal["human", "agent", "test"]
F = TypeVar("F", bound=Callable[..., Any])

_MOST: Final = 1000  # a test that clicks in a loop keeps the last of it
_WIDTH: Final = 100


@dataclass(slots=True, eq=False)
class Step:
    """Somebody did something; `outcome` says what came of it."""

    who: Who
    text: str
    outcome: str = ""
    failed: bool = False
    at: float = field(default_factory=time.monotonic)

    def __str__(self) -> str:
        came = f" -> {self.outcome}" if self.outcome else ""
        return f"{self.who:<5}  {self.text}{came}"


class Story:
    """The steps of one page or server."""

    def __init__(self) -> None:
        self._steps: deque[Step] = deque(maxlen=_MOST)
        self._listeners: list[Callable[[Step], None]] = []

    def tell(self, who: Who, text: str) -> Step:
        """Begin a step."""
        step = Step(who, text)
        self._steps.append(step)
        return step

    def listen(self, heard: Callable[[Step], None]) -> None:
        """Have `heard` called with every step from now on, when it is over."""
        self._listeners.append(heard)

    def over(self, step: Step) -> None:
        """A step is over."""
        for heard in self._listeners:
            heard(step)

    @property
    def steps(self) -> list[Step]:
        """The steps so far."""
        return list(self._steps)


def in_order(stories: Iterable[Story]) -> list[Step]:
    """The steps of several stories as they happened."""
    return sorted((step for story in stories for step in story.steps), key=lambda step: step.at)


def told_by(who: Who, outcome: Callable[[Any], str] = lambda _: "") -> Callable[[F], F]:
    """Have every call of a method of something with a `story` told: with what, and what came of it."""

    def telling(method: F) -> F:
        @wraps(method)
        def told(self: Any, *args: Any, **kwargs: Any) -> Any:
            step = self.story.tell(who, call_text(method.__name__, args, kwargs))
            try:
                result = method(self, *args, **kwargs)
            except BaseException as error:
                step.failed = True
                step.outcome = f"{type(error).__name__}: {short(str(error))}"
                self.story.over(step)
                raise
            step.outcome = outcome(result)
            self.story.over(step)
            return result

        return cast(F, told)

    return telling


def call_text(name: str, args: Iterable[Any], kwargs: dict[str, Any]) -> str:
    """A call as it is written, each argument in few words."""
    given = [short(repr(value)) for value in args] + [f"{key}={short(repr(value))}" for key, value in kwargs.items()]
    return f"{name}({', '.join(given)})"


def short(text: str) -> str:
    """The first line, and not too much of it."""
    first, *more = text.strip().split("\n", 1)
    return first if len(first) <= _WIDTH and not more else first[: _WIDTH - 1] + "…"
