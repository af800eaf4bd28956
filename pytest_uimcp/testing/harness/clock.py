"""Time as a test sees it: virtual, and the test moves it; or real, and nobody does."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, Protocol

from pytest_uimcp.core.clock import Clock, RealClock, VirtualClock
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.steps import StepLog, recorded

__all__ = ["MovableClock", "RealTime", "VirtualTime", "clock_for"]


class MovableClock(Clock, Protocol):
    """The clock of a server or session in a test."""

    def advance(self, seconds: float) -> None:
        """Move on by that much; an error where time is real."""

    def moves(self, story: StepLog, settle: Callable[[], None]) -> None:
        """Belong to something from now on: what moves it is told there, and `settle` waits for what was due."""


class RealTime(RealClock):
    """The clock on the wall, for tests that ask for no other."""

    def advance(self, seconds: float) -> NoReturn:
        """Refuse: this is not a clock that a test moves."""
        raise UimcpError(
            f"advance({seconds!r}) needs virtual time, and this test's is real: mark it with "
            '@pytest.mark.uimcp(time="virtual"), give --uimcp-time=virtual, or the ini key uimcp_time = virtual'
        )

    def moves(self, story: StepLog, settle: Callable[[], None]) -> None:
        """It moves by itself."""


class VirtualTime(VirtualClock):
    """The clock that a test moves: what became due on the way is done when `advance` returns."""

    def __init__(self) -> None:
        super().__init__()
        self.story = StepLog()
        self._settle: Callable[[], None] = lambda: None

    @recorded("test")
    def advance(self, seconds: float) -> None:
        """Move on by that much."""
        super().advance(seconds)
        self._settle()

    def moves(self, story: StepLog, settle: Callable[[], None]) -> None:
        """Tell of it there, and wait for what was due."""
        self.story, self._settle = story, settle


def clock_for(*, virtual: bool) -> MovableClock:
    """A new clock, at its beginning."""
    return VirtualTime() if virtual else RealTime()
