"""What a server and a bare session have in common in a test: a story, and the errors of the app that belong to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from threading import Event
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.steps import Actor, StepLog, recorded
from pytest_uimcp.engine.errors import BusyError, SessionClosed, SettleTimeout
from pytest_uimcp.testing.harness.app_errors import AppError, AppErrors, ExpectedError, LuaErrors
from pytest_uimcp.testing.harness.clock import MovableClock, RealTime

if TYPE_CHECKING:
    from pytest_uimcp.engine.files.reloading import ReloadReport
    from pytest_uimcp.engine.session import Session

__all__ = ["UnderTest", "look_at_files", "step"]

F = TypeVar("F", bound=Callable[..., Any])

_LAST: Final = 2.0
_LOOKS: Final = 40
_PAUSE: Final = 0.05


class UnderTest:
    """Something that runs an app for a test."""

    def __init__(
        self, clock: MovableClock | None = None, *, story: StepLog | None = None, lua_errors: LuaErrors = "raise"
    ) -> None:
        self.story = story or StepLog()
        self.clock = clock or RealTime()
        """Its time; `.advance(seconds)` moves it when it is virtual, and returns when what was due is done."""
        self.choices: tuple[str, ...] = ()
        """The apps that there are, where none was chosen."""
        self._errors = AppErrors(self.story, lua_errors)
        self.clock.moves(self.story, self.calm)

    def rest(self, timeout: float = 10.0) -> None:
        """Return when no work is queued, running or due now and every page has been told."""
        raise NotImplementedError

    def display(self, app: str) -> None:
        """Show an app."""
        raise NotImplementedError

    @property
    def session(self) -> Session:
        """The session that pages connect to."""
        raise NotImplementedError

    def settle(self) -> None:
        """Return when no work is queued, running or due now and every page has been told; raises errors of the app."""
        self.rest()
        self.story.settled()

    def calm(self, timeout: float = 10.0) -> None:
        """`settle`, where an app that does not come to rest is no failure."""
        with suppress(BusyError, SessionClosed, SettleTimeout):
            self.rest(timeout)
        self.story.settled()

    @property
    def errors(self) -> list[AppError]:
        """The errors of the app that were not raised, with `lua_errors="collect"`; the list itself, to be cleared."""
        self.calm()
        return self._errors.left

    def expects_error(self, match: str | re.Pattern[str] | None = None) -> ExpectedError:
        """Expect an error of the app in a `with` block; `match` is looked for in its message, as `pytest.raises` does.

        The block fails if none came by its end. Other errors fail the test as ever.
        """
        return ExpectedError(match, self._errors, self.calm)

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
        self.calm(_LAST)

    def end(self) -> None:
        """A test and its fixtures are over, this is not: raise what came since, forget what the test collected."""
        self.story.settled()
        self._errors.take()

    def untold(self) -> list[AppError]:
        """For the report of a test that has failed: the errors that were not raised, which then is done with."""
        return self._errors.take()

    def unchosen(self) -> str:
        """For the report of a test that has failed: that it shows no app because none was chosen of several."""
        if len(self.choices) < 2 or self._shows_something():
            return ""
        return (
            f"no app is shown: there are {len(self.choices)} ({', '.join(self.choices)}), and none was chosen; choose "
            "one with @pytest.mark.uimcp(app=…), --uimcp-app or the ini key uimcp_app"
        )

    def _shows_something(self) -> bool:
        # Whatever keeps the session from telling is what the report has to be about.
        with suppress(UimcpError, TimeoutError):
            return bool(self.session.submit_look("state").result(_LAST))
        return True


def step(actor: Actor, outcome: Callable[[Any], Any] = lambda _: None) -> Callable[[F], F]:
    """`recorded`, for a call that is over when all that follows from it is done."""

    def telling(method: F) -> F:
        @wraps(method)
        def calmed(self: Any, /, *args: Any, **kwargs: Any) -> Any:
            result = method(self, *args, **kwargs)
            self.calm()
            return result

        return recorded(actor, outcome)(cast(F, calmed))

    return telling


def look_at_files(session: Session) -> ReloadReport:
    """Have a session take over what has changed; a file that is being written is waited for, two seconds at most."""
    report = session.reload()
    for _ in range(_LOOKS):
        if not report.unsettled:
            break
        Event().wait(_PAUSE)
        report = report + session.reload()
    return report
