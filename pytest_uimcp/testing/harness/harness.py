"""The base of every harness: recorded steps, a clock, and the errors of apps that reach no caller."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from pytest_uimcp.aria.comparing import Comparable
from pytest_uimcp.aria.habits import ON_PAGE
from pytest_uimcp.core.steps import Actor, StepLog, recorded, unchanged
from pytest_uimcp.core.unknown_names import unknown_name
from pytest_uimcp.testing.harness.app_errors import AppError, AppErrors, ExpectedError, LuaErrors
from pytest_uimcp.testing.harness.clock import MovableClock, RealTime

F = TypeVar("F", bound=Callable[..., Any])

# Seconds for what is still running when a test ends.
_FINAL_REST_SECONDS: Final = 2.0


class Harness(Comparable):
    """Drives a server, or something similar, from a test."""

    # The exceptions of `rest` that mean that work does not finish in time.
    unsettled: tuple[type[BaseException], ...] = ()

    # Type checkers know what there is, and shall not take any name for it.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            raise unknown_name(self, name, ON_PAGE)

    def __init__(
        self, clock: MovableClock | None = None, *, story: StepLog | None = None, lua_errors: LuaErrors = "raise"
    ) -> None:
        self.story = story or StepLog()
        # The clock. `.advance(seconds)` moves virtual time, and returns when all work that became due is done.
        self.clock = clock or RealTime()
        self._errors = AppErrors(self.story, lua_errors)
        self.clock.attach(self.story, self.try_settle)

    def rest(self, timeout: float = 10.0) -> None:
        """Return when no work is queued, running or due, and its results have been delivered."""
        raise NotImplementedError

    def settle(self) -> None:
        """`rest`, then raise the errors of the app that reached no caller."""
        self.rest()
        self.story.settled()

    def try_settle(self, timeout: float = 10.0) -> None:
        """`settle`, but without failing if the server does not settle in time."""
        # Work that does not finish in time is no failure of this call: the test may be about it.
        with suppress(*self.unsettled):
            self.rest(timeout)
        self.story.settled()

    @property
    def errors(self) -> list[AppError]:
        """The errors collected with `lua_errors="collect"`: a list that the test may clear."""
        self.try_settle()
        return self._errors.left

    def expects_error(self, match: str | re.Pattern[str] | None = None) -> ExpectedError:
        """Expect an error of the app in a `with` block; `match` is searched for in its message, as by `pytest.raises`.

        The block fails if no such error has occurred by its end. Other errors fail the test as usual.
        """
        return ExpectedError(match, self._errors, self.try_settle)

    def heed(self, story: StepLog) -> None:
        """Attribute errors to the steps of another log, too: those of an agent that calls through a compositor."""
        self._errors.heed(story)

    # Called around a test.

    @property
    def lua_errors(self) -> LuaErrors:
        """Whether errors of the app are raised or collected in `errors`."""
        return self._errors.mode

    @lua_errors.setter
    def lua_errors(self, mode: LuaErrors) -> None:
        self._errors.mode = mode

    def begin(self) -> None:
        """Called when a test begins that shares this harness with earlier tests."""
        self.story.clear()
        self._errors.begin()

    def over(self) -> None:
        """Called at the end of a test: raise the errors that have not been reported."""
        self.try_settle(_FINAL_REST_SECONDS)

    def end(self) -> None:
        """Called after the fixtures of a test if the harness is shared: raise later errors, clear collected ones."""
        self.story.settled()
        self._errors.take()

    def unreported_errors(self) -> list[AppError]:
        """Remove and return the errors that were not raised, for the report of a failed test."""
        return self._errors.take()

    def close(self) -> None:
        """Release what it holds."""

    def timing(self) -> str:
        """Why two runs of a test may show different moments; empty by default."""
        return ""

    def advice(self) -> str:
        """Advice for the report of a failed test; empty by default."""
        return ""


def step(
    actor: Actor,
    outcome: Callable[[Any], Any] = lambda _: None,
    *,
    arguments: Callable[[dict[str, Any]], dict[str, Any]] = unchanged,
) -> Callable[[F], F]:
    """`recorded`, for a call that settles: it returns when all work that follows from it is done."""

    def decorate(method: F) -> F:
        @wraps(method)
        def call(self: Any, /, *args: Any, **kwargs: Any) -> Any:
            # Settled within the recorded call: errors of the app that follow belong to this step.
            result = method(self, *args, **kwargs)
            self.try_settle()
            return result

        return recorded(actor, outcome, arguments=arguments)(cast(F, call))

    return decorate
