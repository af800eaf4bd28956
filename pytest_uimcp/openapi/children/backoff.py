"""Limits how often a process is restarted."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Final

__all__ = ["Backoff"]

WINDOW: Final = 300.0
MOST: Final = 5


class Backoff:
    """Restarts of one process: at least 1, 2, 4, 8 and 16 seconds apart, and at most five in five minutes."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._last = now()
        self._starts: deque[float] = deque()

    def wait(self) -> float | None:
        """The seconds to wait before the next restart; None if there were too many."""
        now = self._now()
        while self._starts and now - self._starts[0] >= WINDOW:
            self._starts.popleft()
        if len(self._starts) >= MOST:
            return None
        return max(0.0, self._last + 2.0 ** len(self._starts) - now)

    def started(self) -> None:
        """Count a restart."""
        self._last = self._now()
        self._starts.append(self._last)
