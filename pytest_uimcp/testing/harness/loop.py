"""An event loop in its own thread, so that plain functions can use an asynchronous server.

Sync tests, async tests of any plugin and Playwright's sync API all run outside this loop. Their code never runs in it,
and the server never leaves a cancel scope in one of their tasks.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

log = logging.getLogger(__name__)
T = TypeVar("T")


class LoopThread:
    """A running event loop. `run` executes a coroutine on it and waits for the result."""

    def __init__(self, name: str = "uimcp-loop") -> None:
        self._loop = asyncio.new_event_loop()
        self._ending = False
        # A daemon: an interpreter that exits early must not wait for it.
        self._thread = threading.Thread(target=self._serve, name=name, daemon=True)
        self._thread.start()

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """For `call_soon_threadsafe`."""
        return self._loop

    def run(self, work: Coroutine[Any, Any, T], timeout: float = 30.0) -> T:
        """Run a coroutine and return its result; after `timeout` seconds it is cancelled and TimeoutError raised."""
        if threading.current_thread() is self._thread:
            work.close()
            raise RuntimeError("this would wait for the loop it is called on")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(timeout)
        except BaseException:
            # If the test is interrupted, the coroutine must not keep running.
            future.cancel()
            raise

    async def idle(self) -> None:
        """Return when no callback is ready: everything on this loop waits for time, a thread or a socket."""
        # asyncio has no public way to ask; other event loops get a single iteration.
        while len(getattr(self._loop, "_ready", ())):
            await asyncio.sleep(0)

    def close(self) -> None:
        """Cancel the remaining tasks and end the thread."""
        if self._loop.is_closed():
            return
        self._ending = True
        # The thread then cleans up by itself (`_serve`), because no other may run its loop.
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        while not self._ending:
            try:
                self._loop.run_forever()
            except (SystemExit, KeyboardInterrupt) as error:
                # Of a task, whose caller gets it; the loop belongs to all others too.
                log.warning("%s in a task; the event loop goes on", type(error).__name__)
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
