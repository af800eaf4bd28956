"""Messages for a client that polls: those that come between two of its polls wait for the next."""

from __future__ import annotations

import threading
from collections import deque
from contextlib import suppress
from typing import Final

MAX_MESSAGES: Final = 100
MAX_WAITING_BYTES: Final = 64 * 1024 * 1024


class Backlog:
    def __init__(self, max_bytes: int = MAX_WAITING_BYTES) -> None:
        self._lock = threading.Lock()
        # One number for all: a bound for each client would let a hundred clients have a hundred times as much.
        self._left = max_bytes

    def take(self, size: int) -> bool:
        """Reserve room for a message; False if there is none."""
        with self._lock:
            if size > self._left:
                return False
            self._left -= size
            return True

    def give_back(self, size: int) -> None:
        """A message has been taken, or dropped."""
        with self._lock:
            self._left += size


class Mailbox:
    """The messages of one client; `put` may be called from any thread, everything else on its loop."""

    def __init__(self, backlog: Backlog) -> None:
        # Sessions have a backlog, which needs no event loop.
        import asyncio

        self._backlog = backlog
        self._lock = threading.Lock()
        self._loop = asyncio.get_running_loop()
        self._messages: deque[bytes] = deque()
        self._ready = asyncio.Event()
        self._closed = False

    def put(self, body: bytes) -> bool:
        """Add a message; False if too many wait already."""
        with self._lock:
            if self._closed or len(self._messages) >= MAX_MESSAGES or not self._backlog.take(len(body)):
                return False
            self._messages.append(body)
        with suppress(RuntimeError):  # the loop is closed, so the client is gone
            self._loop.call_soon_threadsafe(self._ready.set)
        return True

    async def take(self, timeout: float) -> bytes | None:
        """The next message; None if there is none in time, or the mailbox closes."""
        import asyncio

        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                while not self._messages and not self._closed:
                    # In this order, so that a message between the two is not slept through.
                    self._ready.clear()
                    if not self._messages:
                        await self._ready.wait()
        if not self._messages:
            return None
        body = self._messages.popleft()
        self._backlog.give_back(len(body))
        return body

    def close(self) -> None:
        """Take no more messages, and release those who wait."""
        with self._lock:
            self._closed = True
            self._backlog.give_back(sum(map(len, self._messages)))
            self._messages.clear()
        self._ready.set()
