"""What everything under test has: recorded steps, a clock, and the errors that no caller is told of."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any, Final, TypeVar, cast

from pytest_uimcp.core.steps import Actor, StepLog, recorded
from pytest_uimcp.testing.harness.app_errors import AppError, AppErrors, ExpectedError, LuaErrors
from pytest_uimcp.testing.harness.clock import MovableClock, RealTime

__all__ = ["Harness", "step"]

F = TypeVar("F", bound=Callable[..., Any])

_LAST: Final = 2.0


class Harness:
    """A server, or something like one, in the hands of a test."""

    unsettled: tuple[type[BaseException], ...] = ()
    """The errors of `rest` that say that something does not come to rest."""

    def __init__(
        self, clock: MovableClock | None = None, *, story: StepLog | None = None, lua_errors: LuaErrors = "raise"
    ) -> None:
        self.story = story or StepLog()
        self.clock = clock or RealTime()
        """Its time; `.advance(seconds)` moves it when it is virtual, and returns when what was due is done."""
        self._errors = AppErrors(self.story, lua_errors)
        self.clock.moves(self.story, self.try_settle)

    def rest(self, timeout: float = 10.0) -> None:
        """Return when no work is queued, running or due now, and everybody has been told of its results."""
        raise NotImplementedError

    def settle(self) -> None:
        """`rest`, then raise the errors that no caller was told of."""
        self.rest()
        self.story.settled()

    def try_settle(self, timeout: float = 10.0) -> None:
        """`settle`, but a server that does not come to rest is no failure."""
        with suppress(*self.unsettled):
            self.rest(timeout)
        self.story.settled()

    @property
    def errors(self) -> list[AppError]:
        """The errors of the app that were not raised, with `lua_errors="collect"`; the list itself, to be cleared."""
        self.try_settle()
        return self._errors.left

    def expects_error(self, match: str | re.Pattern[str] | None = None) -> ExpectedError:
        """Expect an error of the app in a `with` block; `match` is looked for in its message, as `pytest.raises` does.

        The block fails if none came by its end. Other errors fail the test as ever.
        """
        return ExpectedError(match, self._errors, self.try_settle)

    # Around a test.

    @property
    def lua_errors(self) -> LuaErrors:
        """What becomes of errors of the app: they are raised, or left in `errors`."""
        return self._errors.mode

    @lua_errors.setter
    def lua_errors(self, mode: LuaErrors) -> None:
        self._errors.mode = mode

    def begin(self) -> None:
        """A test begins that shares this with those before."""
        self.story.clear()
        self._errors.begin()

    def over(self) -> None:
        """A test is over: raise what nobody asked about."""
        self.try_settle(_LAST)

    def end(self) -> None:
        """A test and its fixtures are over, this is not: raise what came since, forget what the test collected."""
        self.story.settled()
        self._errors.take()

    def unreported_errors(self) -> list[AppError]:
        """For the report of a test that has failed: the errors that were not raised, which then is done with."""
        return self._errors.take()

    def advice(self) -> str:
        """Advice for the report of a test that has failed; none, unless a kind of server has some."""
        return ""


def step(actor: Actor, outcome: Callable[[Any], Any] = lambda _: None) -> Callable[[F], F]:
    """`recorded`, for a call that is over when all that follows from it is done."""

    def telling(method: F) -> F:
        @wraps(method)
        def calmed(self: Any, /, *args: Any, **kwargs: Any) -> Any:
            result = method(self, *args, **kwargs)
            self.try_settle()
            return result

        return recorded(actor, outcome)(cast(F, calmed))

    return telling
