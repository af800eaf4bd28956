"""The time limit of a check.

It is one of processor time, so that no check fails because others keep the machine busy. By the clock it may take far
longer; that limit is for what waits without end.

An alarm of the operating system interrupts whatever the main thread is doing: waiting for Lua, or drawing a page that
never ends. Pytest runs its tests on the main thread; a check on another thread has no time limit.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from pytest_uimcp.core.records import dataclass

if TYPE_CHECKING:
    from types import FrameType


# How many times its limit a check may take by the clock.
PATIENCE: Final = 10
# Between two looks at the clocks, so that little of what a thread of others has done is unknown when it ends.
_AGAIN: Final = 1.0
_SOONEST: Final = 0.01


@dataclass(frozen=True, slots=True)
class TimeSpent:
    work: float
    wall: float


# Then time is up once more, for code that handles the first time as an error of its own or waits again while unwinding.
_ENDING: Final = TimeSpent(1.0, 3.0)


class TimeIsUp(BaseException):
    """A check exceeded its time; the message says how far it got. No `except Exception` must catch it."""

    def __init__(self, reached: str = "", spent: TimeSpent | None = None) -> None:
        super().__init__(reached)
        self.spent = spent or TimeSpent(0.0, 0.0)


Clock = Callable[[], float]


class WorkClock:
    """The processor time of this thread, of some that work for it, and of all that are started from now on.

    What other threads do is not the check's: one may belong to an app that was given up and cannot be stopped.
    """

    def __init__(self, threads: Collection[threading.Thread] = ()) -> None:
        own = {threading.current_thread(), *threads}
        self._others = {thread: 0.0 for thread in threading.enumerate() if thread not in own}
        self._since = 0.0
        self._since = self()

    def __call__(self) -> float:
        for thread in self._others:
            self._others[thread] = _processor_time(thread, self._others[thread])
        return time.process_time() - sum(self._others.values()) - self._since


def _processor_time(thread: threading.Thread, previous: float) -> float:
    """The processor time of a thread; what it was before if it has ended, or the system does not say."""
    if sys.platform != "linux" or thread.native_id is None:
        return previous
    try:
        # The number of the clock of a thread, as the kernel makes it. Unlike pthread_getcpuclockid this is safe for a
        # thread that ends now.
        return time.clock_gettime(~thread.native_id << 3 | 6)
    except OSError:
        return previous


class _Alarm:
    def __init__(self, seconds: float, wall: Clock, work: Clock) -> None:
        self._most = TimeSpent(seconds, PATIENCE * seconds)
        self._wall = wall
        self._work = work
        self._began = wall()
        self._worked = work()

    @property
    def spent(self) -> TimeSpent:
        return TimeSpent(self._work() - self._worked, self._wall() - self._began)

    def time_left(self, spent: TimeSpent) -> float:
        """The seconds after which to look again, at the earliest; 0 or less when time is up."""
        return min(self._most.work - spent.work, self._most.wall - spent.wall)

    def extend(self, spent: TimeSpent) -> None:
        """Allow what it takes to end."""
        self._most = TimeSpent(spent.work + _ENDING.work, spent.wall + _ENDING.wall)


class _Holding:
    """Whether the alarm is held back, and what it would have said."""

    def __init__(self) -> None:
        self.depth = 0
        self.missed: TimeSpent | None = None


_HOLDING: Final = _Holding()


@contextmanager
def deadline(seconds: float, wall: Clock = time.monotonic, work: Clock | None = None) -> Iterator[None]:
    """Raise TimeIsUp inside the block when it takes longer than that; `wall` and `work` are its clocks."""
    others, every = signal.getitimer(signal.ITIMER_REAL)
    if threading.current_thread() is not threading.main_thread() or 0 < others <= seconds:
        yield  # an alarm would not arrive on this thread, or another one is due earlier
        return
    alarm = _Alarm(seconds, wall, work or WorkClock())
    start = time.monotonic()
    over = False

    def ring(number: int, frame: FrameType | None) -> None:
        """The signal handler: called in the main thread, between any two of its instructions."""
        nonlocal others
        if over:
            return
        elapsed = time.monotonic() - start
        if others and elapsed >= others and callable(handler):
            # An alarm of other code, which this block has put off.
            others = elapsed + every if every else 0.0
            handler(number, frame)
        spent = alarm.spent
        if (seconds := alarm.time_left(spent)) > 0:
            until_others = others - elapsed if others else seconds
            signal.setitimer(signal.ITIMER_REAL, max(min(seconds, until_others, _AGAIN), _SOONEST), _AGAIN)
        elif _HOLDING.depth:
            _HOLDING.missed = spent
        else:
            alarm.extend(spent)
            raise TimeIsUp(spent=spent)

    _HOLDING.missed = None
    handler = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, min(seconds, _AGAIN), _AGAIN)
    try:
        yield
    finally:
        # From here on no alarm sets another one.
        over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if others:
            remaining = others - (time.monotonic() - start)
            signal.setitimer(signal.ITIMER_REAL, max(remaining, 0.001), every)


@contextmanager
def defer_deadline() -> Iterator[None]:
    """Hold the alarm back until the block is done. The block has its own time limit and must not be interrupted."""
    _HOLDING.depth += 1
    try:
        yield
    finally:
        _HOLDING.depth -= 1
    if _HOLDING.missed is not None and not _HOLDING.depth:
        spent = _HOLDING.missed
        _HOLDING.missed = None
        raise TimeIsUp(spent=spent)
