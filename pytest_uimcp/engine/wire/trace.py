"""The last frames between a session and its tabs, as they went: for a report that tells what a step led to.

Keeping a frame costs an append; nothing is read from them until somebody asks.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from typing import Final, NamedTuple

__all__ = ["FrameTrace", "TracedFrame"]

# Characters of all frames: a page with thousands of rows is a few hundred thousand.
_MAX_CHARACTERS: Final = 2 * 2**20


class TracedFrame(NamedTuple):
    # As `time.monotonic` tells it.
    at: float
    # The id of the session, and the number of the connection in it.
    tab: tuple[str, int]
    from_page: bool
    text: str | bytes


class FrameTrace:
    """Hears of frames on any thread; the oldest are forgotten when there are too many."""

    def __init__(self) -> None:
        self._frames: deque[TracedFrame] = deque()
        self._characters = 0
        self._lock = threading.Lock()

    def add(self, tab: tuple[str, int], text: str | bytes, *, from_page: bool) -> None:
        frame = TracedFrame(time.monotonic(), tab, from_page, text)
        with self._lock:
            self._frames.append(frame)
            self._characters += len(text)
            while self._characters > _MAX_CHARACTERS:
                self._characters -= len(self._frames.popleft().text)

    @property
    def frames(self) -> list[TracedFrame]:
        """What is kept, oldest first."""
        with self._lock:
            return list(self._frames)
