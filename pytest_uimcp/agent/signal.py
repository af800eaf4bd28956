"""Waiting until something has become true."""

from __future__ import annotations

from collections.abc import Callable

import anyio


class Signal:
    """Wakes everybody who waits for a condition, each time something may have changed. For one event loop."""

    def __init__(self) -> None:
        self._changed = anyio.Event()

    def set(self) -> None:
        # The new event comes first: who wakes up and waits again must not get the one that is set.
        changed = self._changed
        self._changed = anyio.Event()
        changed.set()

    async def wait_until(self, condition: Callable[[], bool]) -> None:
        # Checked first: it may be true already, and nothing may ever change again.
        while not condition():
            await self._changed.wait()
