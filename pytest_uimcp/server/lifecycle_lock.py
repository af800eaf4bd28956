"""Configuring, starting and stopping exclude each other; requests that follow a start wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio


class LifecycleLock:
    """The lock of one server, on its event loop."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        # Counted, because several clients may ask for a start: the last of them opens the gate.
        self._starts = 0
        self._no_start = asyncio.Event()
        self._no_start.set()

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        """Hold it, shielded: a client that cancels its call must not leave a half-started server."""
        # The SDK cancels with anyio's scopes, asyncio.shield() would not hold against these.
        with anyio.CancelScope(shield=True):
            async with self._turn:
                yield

    @asynccontextmanager
    async def hold_for_start(self) -> AsyncIterator[None]:
        """The same for a start, which is in progress from the moment it is requested."""
        self._starts += 1
        self._no_start.clear()
        try:
            async with self.hold():
                yield
        finally:
            self._starts -= 1
            if not self._starts:
                self._no_start.set()

    async def start_finished(self) -> None:
        await self._no_start.wait()
