"""Clocks: where a session's time comes from.

A session never asks the operating system for the time and has no timer thread. Its worker waits for the next timer, and
the clock says how long that wait may take.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final, Protocol

from pytest_uimcp.core.listeners import Listeners

# Moments are whole nanoseconds: three times 0.1 s is the same moment as 0.3 s.
DIGITS: Final = 9


class Clock(Protocol):
    def now(self) -> float:
        """Seconds since some fixed moment; never goes back."""

    def timeout(self, deadline: float) -> float | None:
        """How many real seconds to wait for `when`; None if only a wake-up can bring it."""

    def moment(self, due: float) -> float:
        """The time to show to work that was due at `due` and runs now."""

    def subscribe(self, wake: Callable[[], None]) -> Callable[[], None]:
        """Call `wake` after every jump of the time; returns a function that ends this."""


class RealClock:
    """The monotonic clock of the system."""

    def now(self) -> float:
        return time.monotonic()

    def timeout(self, deadline: float) -> float | None:
        return max(0.0, deadline - time.monotonic())

    def moment(self, due: float) -> float:
        # Late work sees that it is late: a delayed interval does not fire once for every period it missed.
        return time.monotonic()

    def subscribe(self, wake: Callable[[], None]) -> Callable[[], None]:
        """Nothing to do: this clock never jumps."""
        return _nothing


class VirtualClock:
    """A clock that moves only by `advance`.

    Work that becomes due on the way runs in the order of its times, and sees its own time as the present, so that
    `advance(1.0)` fires an interval of 100 ms ten times.
    """

    def __init__(self, start: float = 0.0) -> None:
        self._now = start
        self._jumps: Listeners[[]] = Listeners("the clock")
        self._lock = threading.Lock()

    def now(self) -> float:
        """Seconds advanced so far, counted from `start`."""
        return self._now

    def timeout(self, deadline: float) -> float | None:
        """No wait at all for what is due, no end to it otherwise."""
        if deadline <= self._now:
            return 0.0
        return None

    def moment(self, due: float) -> float:
        """The time at which it was due."""
        return due

    def advance(self, seconds: float) -> None:
        """Move the time and wake all sessions; returns at once, `settle()` waits for the work that is due."""
        if not seconds >= 0:
            raise ValueError(f"a clock only moves forward: advance({seconds!r}) asks for less than 0 seconds")
        with self._lock:
            # Sums of binary fractions miss the moment that a timer waits for by the last digit.
            self._now = round(self._now + seconds, DIGITS)
        # Outside of the lock: who is woken up asks for the time.
        self._jumps.tell()

    def subscribe(self, wake: Callable[[], None]) -> Callable[[], None]:
        """Call `wake` after every `advance`."""
        return self._jumps.add(wake)


def _nothing() -> None:
    """Ends the subscription to a clock that never jumps."""
