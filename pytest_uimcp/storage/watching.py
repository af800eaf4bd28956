"""The thread that notices what other processes committed."""

from __future__ import annotations

import logging
import selectors
import socket
import threading
from collections.abc import Callable
from typing import Final

log = logging.getLogger(__name__)

# How often a SQLite file is looked at; one look costs a few microseconds.
LOOK_SECONDS: Final = 0.05
RETRY_SECONDS: Final = (0.2, 0.4, 0.8, 1.6, 3.2, 5.0)


class Stop:
    """Tells a thread to end. Unlike an event it has a file number, so a selector can wait for it."""

    def __init__(self) -> None:
        self._ours, self._theirs = socket.socketpair()

    def fileno(self) -> int:
        """Readable once `set` was called."""
        return self._ours.fileno()

    def set(self) -> None:
        # The other end becomes readable, for as many as wait.
        self._theirs.close()

    def wait(self, seconds: float) -> bool:
        """Whether it is over, after at most this long."""
        # Not select(): a process with a thousand open files gets numbers that it refuses.
        with selectors.DefaultSelector() as selector:
            selector.register(self._ours, selectors.EVENT_READ)
            return bool(selector.select(seconds))

    def close(self) -> None:
        """Nobody waits any more."""
        self._ours.close()


# Runs until told to stop and reports each changed topic, None for any of them.
Wait = Callable[[Stop, Callable[["str | None"], None]], None]


class Watchers:
    """Who watches what. The thread runs while anybody does."""

    def __init__(self, wait: Wait, name: str) -> None:
        self._wait = wait
        self._name = name
        self._lock = threading.Lock()
        self._watching: dict[object, tuple[str, Callable[[], None]]] = {}
        self._stop: Stop | None = None
        self._thread: threading.Thread | None = None

    def add(self, topic: str, changed: Callable[[], None]) -> Callable[[], None]:
        key = object()
        with self._lock:
            self._watching[key] = (topic, changed)
            if self._thread is None:
                self._stop = Stop()
                self._thread = threading.Thread(target=self._run, args=(self._stop,), name=self._name, daemon=True)
                self._thread.start()

        def remove() -> None:
            with self._lock:
                self._watching.pop(key, None)
                # Under the lock: whoever begins to watch now must get a thread that is not about to end.
                thread = None if self._watching else self._dismissed()
            _join(thread)

        return remove

    def close(self) -> None:
        """End the thread and wait for it, unless it is the one that asks."""
        with self._lock:
            thread = self._dismissed()
        _join(thread)

    def _dismissed(self) -> threading.Thread | None:
        thread = self._thread
        self._thread = None
        if self._stop is not None:
            self._stop.set()
        return thread

    def _run(self, stop: Stop) -> None:
        failures = 0
        while not stop.wait(0):
            try:
                self._wait(stop, self._changed)
            except Exception as error:  # noqa: BLE001 - the connection is lost: watching goes on with another one
                delay = RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)]
                failures += 1
                log.warning("%s: %s; trying again in %s s", self._name, error, delay)
                stop.wait(delay)
        stop.close()

    def _changed(self, topic: str | None) -> None:
        with self._lock:
            # Called outside of the lock: one of them may end its watching.
            callbacks = [changed for name, changed in self._watching.values() if topic is None or name == topic]
        for changed in callbacks:
            try:
                changed()
            except Exception:
                log.exception("%s: a listener failed", self._name)


def _join(thread: threading.Thread | None) -> None:
    if thread is not None and thread is not threading.current_thread():
        thread.join()
