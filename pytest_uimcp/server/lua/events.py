"""The queue between `mcp.pushState` and `/wait`.

Lua pushes from its own thread. Pollers wait on the event loop. A push wakes all of them: the first to come takes the
whole queue, the others leave with nothing and come again. A batch that could not be delivered goes back to the head of
the queue, so that every event is delivered once and in order.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from pytest_uimcp.server.errors import QueueFull

MAX_EVENTS: Final = 10_000
SECOND_LOOK: Final = 0.1

Event = dict[str, Any]


class EventQueue:
    """Events in the order they were pushed. `changed` is called, from any thread, when the UI may need an update."""

    def __init__(self, changed: Callable[[], None] = lambda: None, clock: Callable[[], float] = time.monotonic) -> None:
        self._changed = changed
        self._now = clock
        # Guards everything below: sessions push from their threads, and tests take from theirs.
        self._lock = threading.Lock()
        self._events: list[Event] = []
        self._waiters: list[_Waiter] = []
        # Given to every poller, and not taken from the queue: each of them has to hear that the server is gone.
        self._farewell: list[Event] = []
        self._last_poller = clock()
        self.closed = False

    # Called from any thread.

    def push(self, event: Event) -> None:
        """Add an event and wake the pollers; raises QueueFull."""
        with self._lock:
            # An app that pushes in a timer while no agent listens would fill the memory.
            if len(self._events) >= MAX_EVENTS:
                raise QueueFull(
                    f"{MAX_EVENTS} events are unread: nobody is polling. Start a poller (GET /wait) before pushing, "
                    "or ask mcp:pollingEvents() first"
                )
            self._events.append(event)
            self._wake()

    def peek(self) -> list[Event]:
        with self._lock:
            return list(self._events)

    def take(self) -> list[Event]:
        with self._lock:
            batch = self._events
            self._events = []
        self._changed()
        return batch

    @property
    def unread(self) -> int:
        return len(self._events)

    @property
    def pollers(self) -> int:
        return len(self._waiters)

    @property
    def polling(self) -> bool:
        return self.pollers > 0

    @property
    def wait_time(self) -> float:
        """Seconds since the last poller left; 0 while one is waiting."""
        with self._lock:
            if self._waiters:
                return 0.0
            return self._now() - self._last_poller

    # Called on the event loop.

    async def wait(self, timeout: float) -> list[Event]:
        """Remove and return the events as soon as there are any; an empty list after `timeout` seconds."""
        # Each session has a queue; that there are pollers, and an event loop, is the matter of a server.
        import asyncio

        waiter = self._arrive()
        try:
            async with asyncio.timeout(timeout):
                await waiter.ready.wait()
        except TimeoutError:
            pass
        finally:
            batch = self._leave(waiter)
        return batch

    def close(self, farewell: Event | None = None) -> None:
        """Answer every poller: there will be no more events. Each gets the farewell, if there is one."""
        with self._lock:
            self.closed = True
            self._farewell = [] if farewell is None else [farewell]
            self._wake()

    def put_back(self, events: list[Event]) -> None:
        """Put a batch that was not delivered back at the head of the queue."""
        if not events:
            return
        with self._lock:
            self._events[:0] = events
            self._wake()
        self._changed()

    def _arrive(self) -> _Waiter:
        waiter = _Waiter(self._changed)
        with self._lock:
            self._waiters.append(waiter)
            # Under the lock: a push between the test and the wait would be slept through.
            if self.closed or self._events:
                waiter.wake()
        self._changed()
        return waiter

    def _leave(self, waiter: _Waiter) -> list[Event]:
        """Take the events for this poller: none if another has taken them, or if its client is gone."""
        # A client that is gone takes nothing: its events go to the next poller.
        import asyncio

        cancelled = (task := asyncio.current_task()) is not None and task.cancelling() > 0
        waiter.leave()
        batch: list[Event] = []
        with self._lock:
            self._waiters.remove(waiter)
            if not cancelled:
                batch = self._events + self._farewell
                self._events = []
            self._last_poller = self._now()
        self._changed()
        return batch

    def _wake(self) -> None:
        for waiter in self._waiters:
            waiter.wake()


class _Waiter:
    """A poller. A moment after its arrival, `changed` is called once more, for apps that saw it too early."""

    def __init__(self, changed: Callable[[], None]) -> None:
        import asyncio

        self.ready = asyncio.Event()
        # An event of asyncio may be set on its own loop only.
        self._loop = asyncio.get_running_loop()
        self._again = self._loop.call_later(SECOND_LOOK, changed)

    def leave(self) -> None:
        self._again.cancel()

    def wake(self) -> None:
        with suppress(RuntimeError):  # the loop is closed, so the poller is gone
            self._loop.call_soon_threadsafe(self.ready.set)
