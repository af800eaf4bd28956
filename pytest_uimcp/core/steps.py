"""Steps: what a human, an agent and a test did, as data that can be written down and read again.

A `StepLog` records what happens to one server and on its pages, uncut. How a step is shown, in a line, in a table or
in a file, is not said here: see `testing/report/step_text.py`. Listeners hear of steps as they happen.

A method is recorded by its decorator:

    @recorded("human")
    def click(self, target): ...          # Step("human", "click", {"target": "Save"})
"""

from __future__ import annotations

import inspect
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import field
from functools import wraps
from operator import attrgetter
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeVar, cast
from weakref import ReferenceType, ref

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.records import dataclass

__all__ = ["Actor", "Step", "StepError", "StepListener", "StepLocation", "StepLog", "in_order", "plain", "recorded"]

Actor = Literal["human", "agent", "policy", "test", "api"]
F = TypeVar("F", bound=Callable[..., Any])

_MAX_STEPS: Final = 1000  # a test that clicks in a loop keeps the last of it
_MAX_DEPTH: Final = 50
_SCALARS: Final = (str, int, float, bool, type(None))


class StepError(NamedTuple):
    # The name of the exception's class.
    kind: str
    message: str


class StepLocation(NamedTuple):
    server: str = ""
    # Counted from 1; 0 is no tab.
    tab: int = 0
    # How many were open at the time.
    tabs: int = 0


@dataclass(slots=True, eq=False)
class Step:
    """An action of somebody, and its result. Everything in it is plain data."""

    actor: Actor
    verb: str
    # By name, as far as they were given.
    arguments: dict[str, Any] = field(default_factory=dict)
    outcome: Any = None
    error: StepError | None = None
    at: float = field(default_factory=time.monotonic)
    where: StepLocation = field(default_factory=StepLocation)
    is_over: bool = False


class StepListener(Protocol):
    def began(self, step: Step) -> None:
        """A step begins."""

    def settled(self, page: Any) -> None:
        """All that followed from a step is done; `page` is the one that was waited for, None for a server."""

    def app_failed(self, error: UimcpError, doing: str) -> None:
        """Something failed in the app, and no caller was answered with it; on any thread."""


class StepLog:
    def __init__(self, server: str = "") -> None:
        self._steps: deque[Step] = deque(maxlen=_MAX_STEPS)
        self._when_over: list[Callable[[Step], None]] = []
        self._listeners: list[StepListener] = []
        self._when_found: list[Callable[[int, Any], None]] = []
        self._pages: dict[int, ReferenceType[Any]] = {}
        self._server = server
        self.tab = 0

    def for_tab(self, page: Any) -> StepLog:
        """The same log for a page: its steps say that they are done in its tab."""
        # A shallow copy: the steps, the listeners and the tabs are those of the one log.
        log = copy(self)
        log.tab = max(self._pages, default=0) + 1
        # A weak one: a log that is kept for a report keeps no page and its server alive.
        self._pages[log.tab] = ref(page)
        return log

    def close_tab(self) -> None:
        self._pages.pop(self.tab, None)

    @property
    def pages(self) -> list[Any]:
        return [page for reference in self._pages.values() if (page := reference()) is not None]

    def listen(self, when_over: Callable[[Step], None]) -> None:
        """Call `when_over` with every step from now on, when it is over."""
        self._when_over.append(when_over)

    def follow(self, listener: StepListener) -> None:
        """Tell a listener of all that happens from now on; once, however often it is given."""
        if listener not in self._listeners:
            self._listeners.append(listener)

    def follow_targets(self, when_found: Callable[[int, Any], None]) -> None:
        """Call `when_found` with the tab and the node that a step is about, before the step acts on it; once each."""
        if when_found not in self._when_found:
            self._when_found.append(when_found)

    def found(self, node: Any) -> None:
        """Pass on which node the target of the current step is."""
        for when_found in self._when_found:
            when_found(self.tab, node)

    def clear(self) -> None:
        """Forget all steps: a test begins that shares its server with those before."""
        self._steps.clear()

    def begin(self, actor: Actor, verb: str, arguments: Mapping[str, Any]) -> Step:
        location = StepLocation(self._server, self.tab, len(self._pages))
        # Copied now: what a test changes in its arguments later was not so when the step was done.
        step = Step(actor, verb, {name: plain(value) for name, value in arguments.items()}, where=location)
        self._steps.append(step)
        for listener in self._listeners:
            listener.began(step)
        return step

    def happens_now(self) -> None:
        """The step that is under way is done only now: until then it has waited for what somebody else does."""
        under_way = [step for step in self._steps if not step.is_over]
        # Of several nobody knows which.
        if len(under_way) == 1:
            under_way[0].at = time.monotonic()

    def end(self, step: Step) -> None:
        step.is_over = True
        for when_over in self._when_over:
            when_over(step)

    def settled(self, page: Any = None) -> None:
        """All that followed from what was done is done: listeners may raise what they have heard."""
        for listener in self._listeners:
            listener.settled(page)

    def app_failed(self, error: UimcpError, doing: str) -> None:
        """Pass on that something failed in the app; from any thread."""
        for listener in self._listeners:
            listener.app_failed(error, doing)

    @property
    def steps(self) -> list[Step]:
        return list(self._steps)


def in_order(logs: Iterable[StepLog]) -> list[Step]:
    """The steps of several logs as they happened; one that is in more than one of them, once."""
    return sorted(dict.fromkeys(step for log in logs for step in log.steps), key=attrgetter("at"))


def unchanged(value: Any) -> Any:
    return value


def recorded(
    actor: Actor,
    outcome: Callable[[Any], Any] = lambda _: None,
    *,
    arguments: Callable[[dict[str, Any]], dict[str, Any]] = unchanged,
) -> Callable[[F], F]:
    """Record every call of a method of something that has a log (`story`).

    `outcome` makes data of what the method returns; `arguments` may put right what was given, where a method takes
    one thing in several ways.
    """

    def decorate(method: F) -> F:
        # Once for each method: looking at a signature takes longer than many a step.
        naming = _naming(method)

        @wraps(method)
        def call(self: Any, /, *args: Any, **kwargs: Any) -> Any:
            log: StepLog = self.story
            step = log.begin(actor, method.__name__, arguments(naming(args, kwargs)))
            try:
                result = method(self, *args, **kwargs)
                step.outcome = plain(outcome(result))
                return result
            except BaseException as error:
                step.error = StepError(type(error).__name__, str(error))
                raise
            finally:
                # In any case: a step that is not over would be shown as one that hangs.
                log.end(step)

        return cast(F, call)

    return decorate


def plain(value: Any, depth: int = 0) -> Any:
    """A copy of a value as plain data, which nobody changes later and which keeps nothing alive."""
    if isinstance(value, _SCALARS):
        return value
    # A structure that holds itself ends here.
    if depth < _MAX_DEPTH:
        if isinstance(value, Mapping):
            return {str(key): plain(item, depth + 1) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [plain(item, depth + 1) for item in value]
    if hasattr(value, "__fspath__"):
        return str(value)
    return repr(value)


def _naming(method: Callable[..., Any]) -> Callable[[tuple[Any, ...], dict[str, Any]], dict[str, Any]]:
    """What gives the arguments of a call their names.

    `**where` is more arguments by name. Only where a parameter is positional (`name, /, **arguments`) may both have
    the same names: there they stay apart.
    """
    _, *parameters = inspect.signature(method).parameters.values()
    names = [
        parameter.name
        for parameter in parameters
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]
    variadic = next((parameter.name for parameter in parameters if parameter.kind is parameter.VAR_POSITIONAL), "")
    has_positional_only = any(parameter.kind is parameter.POSITIONAL_ONLY for parameter in parameters)
    keywords = next((parameter.name for parameter in parameters if parameter.kind is parameter.VAR_KEYWORD), "")

    def named(args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        values = dict(zip(names, args, strict=False))
        if len(args) > len(names):
            values[variadic or "arguments"] = list(args[len(names) :])
        if has_positional_only and keywords:
            return {**values, keywords: kwargs}
        # In the order of the method, whatever that of the call: `fill(value="x", target="Name")` fills Name.
        in_order = {name: kwargs[name] for name in names if name in kwargs}
        return {**values, **in_order, **kwargs}

    return named
