"""Calls the checks of all sessions a few times a second: is Lua inside a call that no hook can interrupt?

One thread for the whole process, alive only while there are checks. It calls them and decides nothing.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final

__all__ = ["WATCHDOG", "Watchdog"]

log = logging.getLogger(__name__)


class Watchdog:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._checks: dict[int, tuple[float, Callable[[], None]]] = {}
        self._count = 0
        self._changed = threading.Event()
        self._thread: threading.Thread | None = None

    def watch(self, check: Callable[[], None], period: float) -> Callable[[], None]:
        """Call `check` every `period` seconds or more often; returns a function that ends it."""
        with self._lock:
            self._count += 1
            key = self._count
            self._checks[key] = (period, check)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="uimcp-watchdog", daemon=True)
                self._thread.start()
        self._changed.set()
        return lambda: self._unwatch(key)

    def _unwatch(self, key: int) -> None:
        with self._lock:
            self._checks.pop(key, None)
            thread = self._thread if not self._checks else None
            if thread is None:
                return
            self._thread = None
        self._changed.set()
        if thread is not threading.current_thread():
            thread.join()

    def _run(self) -> None:
        while True:
            with self._lock:
                if self._thread is not threading.current_thread():
                    return
                checks = tuple(self._checks.values())
            for _, check in checks:
                try:
                    check()
                except Exception:
                    log.exception("a check of the watchdog failed; it goes on looking")
            # There is at least one check here, because the thread ends with the last.
            period = min(period for period, _ in checks)
            del checks, check  # keep no session alive that was unregistered meanwhile
            if self._changed.wait(period):
                self._changed.clear()


# The watchdog of this process.
WATCHDOG: Final = Watchdog()
