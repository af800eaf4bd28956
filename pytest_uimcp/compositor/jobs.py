from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final

import anyio

log = logging.getLogger(__name__)


CLOSING_SECONDS: Final = 30.0


async def ended(task: asyncio.Task[Any]) -> None:
    """Wait until a task has ended, even if the waiting task is cancelled.

    A task that is cancelled may have something to say to its server, and a second cancellation would interrupt that.
    """
    with anyio.move_on_after(CLOSING_SECONDS, shield=True):
        await asyncio.wait([task])
    if not task.done():
        log.warning("%s has not ended within %g s", task.get_name(), CLOSING_SECONDS)
        task.cancel()


class Jobs:
    """Tasks beside what is under way. What goes wrong in one is logged."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        # Kept in the set, as the event loop itself keeps no task alive.
        task = asyncio.create_task(self._logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def cancel(self) -> None:
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        for task in tasks:
            await ended(task)

    async def _logged(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as error:  # noqa: BLE001 - nobody waits for it
            log.warning("%s: %s", self._name, error)
