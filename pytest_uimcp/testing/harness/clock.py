"""The clocks of a test: virtual time, which the test advances, or real time."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, Protocol

from pytest_uimcp.core.clock import Clock, RealClock, VirtualClock
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.steps import StepLog, recorded


class MovableClock(Clock, Protocol):
    def advance(self, seconds: float) -> None:
        """Advance the clock; an error for real time."""

    def attach(self, story: StepLog, settle: Callable[[], None]) -> None:
        """Attach the clock: advancing it is recorded in `story`, and `settle` waits for the work that became due."""


class RealTime(RealClock):
    """Real time, the default of tests."""

    def advance(self, seconds: float) -> NoReturn:
        """Raise an error: a test cannot advance real time."""
        raise UimcpError(
            f"advance({seconds!r}) needs virtual time, but this test uses real time: mark it with "
            '@pytest.mark.uimcp(time="virtual"), give --uimcp-time=virtual, or the ini key uimcp_time = virtual'
        )

    def attach(self, story: StepLog, settle: Callable[[], None]) -> None:
        """Do nothing: real time advances by itself."""


class VirtualTime(VirtualClock):
    """Virtual time: when `advance` returns, everything that became due has been done."""

    def __init__(self) -> None:
        super().__init__()
        self.story = StepLog()
        self._settle: Callable[[], None] = lambda: None

    @recorded("test")
    def advance(self, seconds: float) -> None:
        # Timers run on the app's threads, so what has become due is waited for.
        super().advance(seconds)
        self._settle()

    def attach(self, story: StepLog, settle: Callable[[], None]) -> None:
        self.story = story
        self._settle = settle


def clock_for(*, virtual: bool) -> MovableClock:
    if virtual:
        return VirtualTime()
    return RealTime()
