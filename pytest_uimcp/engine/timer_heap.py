"""Timers, in the order of their times."""

from __future__ import annotations

import heapq
import logging
from collections.abc import Callable

__all__ = ["TimerHeap", "WorkerTimer"]

log = logging.getLogger(__name__)


class WorkerTimer:
    __slots__ = ("_cancelled", "action", "armed", "when")

    def __init__(self, due: float, action: Callable[[float], None], cancelled: Callable[[], None]) -> None:
        self.when = due
        self.action = action
        # Whether it will still run.
        self.armed = True
        self._cancelled = cancelled

    def cancel(self) -> None:
        """Do not run; only for whoever owns the heap at the moment."""
        if self.armed:
            self.armed = False
            # The heap keeps the timer for a while, and should not keep alive what it was for.
            self.action = _nothing
            self._cancelled()

    def run(self) -> None:
        self.armed = False
        try:
            self.action(self.when)
        except BaseException:
            log.exception("the action of a timer failed; the others go on")


class TimerHeap:
    """For one thread at a time."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, WorkerTimer]] = []
        self._count = 0
        self._cancelled = 0

    def __len__(self) -> int:
        """How many it holds, some of them perhaps cancelled."""
        return len(self._heap)

    @property
    def armed(self) -> int:
        return len(self._heap) - self._cancelled

    @property
    def due(self) -> float | None:
        """The earliest time at which there may be something to run; readable from any thread."""
        # A copy: between a look and an access another thread may take the last timer.
        for due, _, _ in self._heap[:1]:
            return due
        return None

    def add(self, due: float, action: Callable[[float], None]) -> WorkerTimer:
        timer = WorkerTimer(due, action, self._note_cancelled)
        # The count keeps timers of one moment in the order in which they were set; timers themselves have none.
        self._count += 1
        heapq.heappush(self._heap, (due, self._count, timer))
        return timer

    def take(self, time: float) -> WorkerTimer | None:
        """Remove the first timer that is due by `time` and was not cancelled."""
        while self._heap and self._heap[0][0] <= time:
            _, _, timer = heapq.heappop(self._heap)
            if timer.armed:
                return timer
            self._cancelled -= 1
        return None

    def clear(self) -> None:
        self._heap.clear()
        self._cancelled = 0

    def _note_cancelled(self) -> None:
        self._cancelled += 1
        # Timers that are set and cleared all the time must not pile up until they would have been due.
        if self._cancelled > 32 and self._cancelled * 2 > len(self._heap):
            self._heap = [entry for entry in self._heap if entry[2].armed]
            heapq.heapify(self._heap)
            self._cancelled = 0


def _nothing(_due: float) -> None:
    """What a cancelled timer does."""
