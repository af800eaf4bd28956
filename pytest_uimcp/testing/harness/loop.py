"""An event loop in a thread of its own, so that plain functions can use a server that lives on one.

Sync tests, async tests of any plugin and Playwright's sync API all stand outside this loop; nothing of theirs runs in
it, and no cancel scope of ours is ever left in a task of theirs.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

__all__ = ["LoopThread"]

T = TypeVar("T")


class LoopThread:
    """A running event loop. `run` brings a coroutine to it and waits for what comes of it."""

    def __init__(self, name: str = "uimcp-loop") -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name=name, daemon=True)
        self._thread.start()

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """For `call_soon_threadsafe`."""
        return self._loop

    def run(self, work: Coroutine[Any, Any, T], timeout: float = 30.0) -> T:
        """What the coroutine returns or raises; after `timeout` seconds it is cancelled and TimeoutError raised."""
        if threading.current_thread() is self._thread:
            work.close()
            raise RuntimeError("this would wait for the loop it is called on")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(timeout)
        except BaseException:
            # An interrupt of the test must not leave the work behind.
            future.cancel()
            raise

    async def idle(self) -> None:
        """Return when nothing can run on this loop: everything on it waits for time, a thread or a socket."""
        # asyncio has no public way to ask; a loop of another make gets one turn.
        while len(getattr(self._loop, "_ready", ())):
            await asyncio.sleep(0)

    def close(self) -> None:
        """Cancel what still runs, and end the thread."""
        if self._loop.is_closed():
            return
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
