"""The time limit of a check.

An alarm of the operating system interrupts whatever the main thread is doing: waiting for Lua, or drawing a page that
never ends. Pytest runs its tests on the main thread; a check on another thread has no time limit.
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

# The alarm repeats, for code that handles the first one as an error of its own or waits again while unwinding.
_AGAIN: Final = 1.0


class TimeIsUp(BaseException):
    """A check exceeded its time; the message says how far it got. No `except Exception` must catch it."""


class _Alarm:
    def __init__(self) -> None:
        self.held = 0
        self.missed = False
        """Whether it rang while it was held back."""

    def ring(self, number: int, frame: FrameType | None) -> None:
        """The signal handler: called in the main thread, between any two of its instructions."""
        if not self.held:
            raise TimeIsUp
        self.missed = True


_ALARM: Final = _Alarm()


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise TimeIsUp inside the block when it takes longer than that."""
    others, _ = signal.getitimer(signal.ITIMER_REAL)
    if threading.current_thread() is not threading.main_thread() or 0 < others <= seconds:
        yield  # an alarm would not arrive on this thread, or another one is due earlier
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
    """Hold the alarm back until the block is done. The block has its own time limit and must not be interrupted."""
    _ALARM.held += 1
    try:
        yield
    finally:
        _ALARM.held -= 1
    if _ALARM.missed and not _ALARM.held:
        _ALARM.missed = False
        raise TimeIsUp
