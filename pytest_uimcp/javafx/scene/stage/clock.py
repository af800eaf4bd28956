"""Virtual time: it goes on when a pulse says so, never by itself."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count
from typing import Final

# Milliseconds from one pulse to the next.
FRAME_MS: Final = 1000 / 60


class PulseTimer:
    """Something due at a time; `cancel()` forgets it."""

    __slots__ = ("cancelled", "due", "work")

    def __init__(self, due: float, work: Callable[[], object]) -> None:
        self.due = due
        self.work = work
        self.cancelled = False

    def cancel(self) -> None:
        # It stays in the queue: taking it out would cost a search, and it is let pass when its time comes.
        self.cancelled = True


class PulseClock:
    """Milliseconds since the platform started, and what is due later."""

    def __init__(self, run: Callable[[Callable[[], object]], object]) -> None:
        """`run` is given what is due."""
        self.now = 0.0
        self._run = run
        # What is due at the same time runs in the order in which it was asked for.
        self._order = count()
        self._timers: list[tuple[float, int, PulseTimer]] = []

    def after(self, delay_ms: float, work: Callable[[], object]) -> PulseTimer:
        """Run something so many milliseconds from now."""
        timer = PulseTimer(self.now + max(0.0, delay_ms), work)
        heapq.heappush(self._timers, (timer.due, next(self._order), timer))
        return timer

    def advance(self, milliseconds: float) -> None:
        """Let time pass; what becomes due runs in order, each at its own time."""
        end = self.now + milliseconds
        while self._timers and self._timers[0][0] <= end:
            due, _, timer = heapq.heappop(self._timers)
            self.now = max(self.now, due)
            if not timer.cancelled:
                self._run(timer.work)
        self.now = end
