"""Messages for a client that polls: those that come between two of its polls wait for the next."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import Final

__all__ = ["Mailbox"]

MOST: Final = 100


class Mailbox:
    """The messages of one client; `put` may be called from any thread, everything else on its loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._messages: deque[bytes] = deque()
        self._ready = asyncio.Event()
        self._closed = False

    def put(self, body: bytes) -> bool:
        """Add a message; False if too many wait already."""
        if self._closed or len(self._messages) >= MOST:
            return False
        self._messages.append(body)
        with suppress(RuntimeError):  # the loop is closed, so the client is gone
            self._loop.call_soon_threadsafe(self._ready.set)
        return True

    async def take(self, timeout: float) -> bytes | None:
        """The next message; None if there is none in time, or the mailbox closes."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                while not self._messages and not self._closed:
                    self._ready.clear()
                    if not self._messages:
                        await self._ready.wait()
        return self._messages.popleft() if self._messages else None

    def close(self) -> None:
        """Take nothing more, and let whoever waits go."""
        self._closed = True
        self._ready.set()
