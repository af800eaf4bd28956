"""Time as a test sees it: virtual, and the test moves it; or real, and nobody does."""

from __future__ import annotations

from typing import NoReturn, Protocol

from pytest_uimcp.engine.clock import Clock, RealClock, VirtualClock
from pytest_uimcp.errors import UimcpError

__all__ = ["MovableClock", "RealTime", "clock_for"]


class MovableClock(Clock, Protocol):
    """The clock of a server or session in a test."""

    def advance(self, seconds: float) -> None:
        """Move on by that much; an error where time is real."""


class RealTime(RealClock):
    """The clock on the wall, for tests that ask for no other."""

    def advance(self, seconds: float) -> NoReturn:
        """Refuse: this is not a clock that a test moves."""
        raise UimcpError(
            f"advance({seconds!r}) needs virtual time, and this run's is real: give --uimcp-time=virtual, or the ini "
            "key uimcp_time = virtual"
        )


def clock_for(*, virtual: bool) -> MovableClock:
    """A new clock, at its beginning."""
    return VirtualClock() if virtual else RealTime()
