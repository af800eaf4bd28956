"""What was done in a test, step by step, for whoever reads why it failed.

Servers and pages tell it together; it is the conversation between the human, the agent and the test. Listeners hear of
it as it happens.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Final, Literal, Protocol, TypeVar, cast
from weakref import ReferenceType, ref

from pytest_uimcp.core.errors import UimcpError

__all__ = ["Listener", "Step", "Story", "Who", "call_text", "in_order", "short", "told_by"]

Who = Literal["human", "agent", "test"]
F = TypeVar("F", bound=Callable[..., Any])

_MOST: Final = 1000  # a test that clicks in a loop keeps the last of it
_WIDTH: Final = 100


@dataclass(slots=True, eq=False)
class Step:
    """Somebody did something; `outcome` says what came of it."""

    who: Who
    text: str
    tab: int = 0
    """In which tab, where that has to be said."""
    outcome: str = ""
    failed: bool = False
    over: bool = False
    at: float = field(default_factory=time.monotonic)

    def __str__(self) -> str:
        came = f" -> {self.outcome}" if self.outcome else ""
        return f"{self.who:<5}  {self.done}{came}"

    @property
    def done(self) -> str:
        """What was done, and where."""
        return f"tab {self.tab}: {self.text}" if self.tab else self.text


class Listener(Protocol):
    """Hears of a story as it happens."""

    def began(self, step: Step) -> None:
        """A step begins."""

    def settled(self, face: Any) -> None:
        """All that followed from a step is done; `face` is the page that was waited for, None for a server."""

    def app_failed(self, error: UimcpError, doing: str) -> None:
        """Something failed in the app, and no caller was answered with it; on any thread."""


class Story:
    """The steps of a test, told by a server and its pages."""

    def __init__(self) -> None:
        self._steps: deque[Step] = deque(maxlen=_MOST)
        self._heard: list[Callable[[Step], None]] = []
        self._listeners: list[Listener] = []
        self._faces: dict[int, ReferenceType[Any]] = {}
        self.tab = 0
        """Which page tells it; 0 is none."""

    def for_face(self, face: Any) -> Story:
        """The same story as a page tells it: with several pages there, steps say in which tab they are done."""
        told = copy(self)
        told.tab = max(self._faces, default=0) + 1
        self._faces[told.tab] = ref(face)
        return told

    def leave(self) -> None:
        """The page that tells this is closed."""
        self._faces.pop(self.tab, None)

    @property
    def faces(self) -> list[Any]:
        """The pages that are there."""
        return [face for known in self._faces.values() if (face := known()) is not None]

    def listen(self, heard: Callable[[Step], None]) -> None:
        """Have `heard` called with every step from now on, when it is over."""
        self._heard.append(heard)

    def follow(self, listener: Listener) -> None:
        """Have somebody hear of all that happens from now on."""
        self._listeners.append(listener)

    def begin(self) -> None:
        """A test begins that shares its server with those before."""
        self._steps.clear()

    def tell(self, who: Who, text: str) -> Step:
        """Begin a step."""
        step = Step(who, text, self.tab if len(self._faces) > 1 else 0)
        self._steps.append(step)
        for listener in self._listeners:
            listener.began(step)
        return step

    def over(self, step: Step) -> None:
        """A step is over."""
        step.over = True
        for heard in self._heard:
            heard(step)

    def settled(self, face: Any = None) -> None:
        """All that followed from what was done is done: listeners may raise what they have heard."""
        for listener in self._listeners:
            listener.settled(face)

    def app_failed(self, error: UimcpError, doing: str) -> None:
        """Pass on that something failed in the app; from any thread."""
        for listener in self._listeners:
            listener.app_failed(error, doing)

    @property
    def steps(self) -> list[Step]:
        """The steps so far."""
        return list(self._steps)


def in_order(stories: Iterable[Story]) -> list[Step]:
    """The steps of several stories as they happened; what is told in more than one of them, once."""
    return sorted(dict.fromkeys(step for story in stories for step in story.steps), key=lambda step: step.at)


def told_by(who: Who, outcome: Callable[[Any], str] = lambda _: "") -> Callable[[F], F]:
    """Have every call of a method of something with a `story` told: with what, and what came of it."""

    def telling(method: F) -> F:
        @wraps(method)
        def told(self: Any, /, *args: Any, **kwargs: Any) -> Any:
            step = self.story.tell(who, call_text(method.__name__, args, kwargs))
            try:
                result = method(self, *args, **kwargs)
                step.outcome = outcome(result)
                return result
            except BaseException as error:
                step.failed = True
                step.outcome = f"{type(error).__name__}: {short(str(error))}"
                raise
            finally:
                self.story.over(step)

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
