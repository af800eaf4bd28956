"""The time that a check may take.

An alarm of the operating system interrupts whatever the main thread is doing: a wait for Lua as well as a page that is
drawn without end. Pytest runs its tests there; a check that is run on another thread has no alarm.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from types import FrameType

__all__ = ["TimeIsUp", "deadline", "defer_deadline"]

# What takes the first alarm for an error of its own, or waits again while it leaves, gets another.
_AGAIN: Final = 1.0


class TimeIsUp(BaseException):
    """A check has used up its time; the text says how far it got. No handler of errors shall take it for one."""


class _Alarm:
    """The alarm of this process."""

    def __init__(self) -> None:
        self.held = 0
        self.missed = False
        """Whether it rang while it was held."""

    def ring(self, number: int, frame: FrameType | None) -> None:
        """Called in the main thread, between any two steps of it."""
        if not self.held:
            raise TimeIsUp
        self.missed = True


_ALARM: Final = _Alarm()


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise TimeIsUp inside the block when it takes longer."""
    others, _ = signal.getitimer(signal.ITIMER_REAL)
    if threading.current_thread() is not threading.main_thread() or 0 < others <= seconds:
        yield  # nobody hears an alarm there, or somebody else's comes first
        return
    _ALARM.missed = False
    handler = signal.signal(signal.SIGALRM, _ALARM.ring)
    began = time.monotonic()
    others, every = signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if others:
            left = others - (time.monotonic() - began)
            signal.setitimer(signal.ITIMER_REAL, max(left, 0.001), every)


@contextmanager
def defer_deadline() -> Iterator[None]:
    """Hold the alarm back until the block is done: it has a bound of its own and must not be interrupted."""
    _ALARM.held += 1
    try:
        yield
    finally:
        _ALARM.held -= 1
    if _ALARM.missed and not _ALARM.held:
        _ALARM.missed = False
        raise TimeIsUp
