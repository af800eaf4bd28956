"""One thread that waits for the time, for everybody in the process.

What it calls must be quick: it hands work over, to a thread that is leased for it, and returns.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from pytest_uimcp.engine.timer_heap import TimerHeap, WorkerTimer

__all__ = ["Alarms"]

# The system limits how long a lock may be waited for.
_MAX_WAIT_SECONDS = 3600.0


class Alarms:
    """The thread lives while an alarm is set, and a little longer if the last one was cancelled."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._heap = TimerHeap()
        self._thread: threading.Thread | None = None

    def set(self, seconds: float, action: Callable[[], None]) -> Callable[[], None]:
        """Call `action` once, in so many seconds; returns the way to cancel that."""
        with self._changed:
            alarm = self._add(seconds, lambda _due: action())
        return lambda: self._cancel(alarm)

    def repeat(self, seconds: float, action: Callable[[], None]) -> Callable[[], None]:
        """Call `action` every so many seconds; returns the way to end that."""
        alarm: WorkerTimer | None = None

        def ring(_due: float) -> None:
            nonlocal alarm
            try:
                action()
            finally:
                with self._changed:
                    if alarm is not None:
                        alarm = self._add(seconds, ring)

        def end() -> None:
            nonlocal alarm
            with self._changed:
                if alarm is not None:
                    alarm.cancel()
                alarm = None

        with self._changed:
            alarm = self._add(seconds, ring)
        return end

    def end_if_idle(self) -> None:
        """End the thread, and wait for that, if no alarm is set."""
        with self._changed:
            thread = None
            if not self._heap.armed:
                self._heap.clear()
                thread = self._thread
                # Under the lock: whoever sets an alarm now gets another thread.
                self._thread = None
                self._changed.notify()
        if thread is not None and thread is not threading.current_thread():
            thread.join()

    def _add(self, seconds: float, action: Callable[[float], None]) -> WorkerTimer:
        earliest = self._heap.due
        due = time.monotonic() + seconds
        alarm = self._heap.add(due, action)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="uimcp-alarms", daemon=True)
            self._thread.start()
        elif earliest is None or due < earliest:
            self._changed.notify()
        return alarm

    def _cancel(self, alarm: WorkerTimer) -> None:
        # The thread is not woken: it finds out when the alarm would have come.
        with self._changed:
            alarm.cancel()

    def _run(self) -> None:
        while (alarm := self._next()) is not None:
            alarm.run()

    def _next(self) -> WorkerTimer | None:
        with self._changed:
            while self._thread is threading.current_thread() and (due := self._heap.due) is not None:
                time_now = time.monotonic()
                if (alarm := self._heap.take(time_now)) is not None:
                    return alarm
                self._changed.wait(min(max(0.0, due - time_now), _MAX_WAIT_SECONDS))
            if self._thread is threading.current_thread():
                self._thread = None
            return None
