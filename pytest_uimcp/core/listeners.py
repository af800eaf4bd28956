"""Functions that hear of something that happens, whichever thread it happens on."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Generic, ParamSpec

log = logging.getLogger(__name__)

P = ParamSpec("P")


class Listeners(Generic[P]):
    """Calls every listener, in the order in which they were added; what one raises is logged and harms no other."""

    def __init__(self, name: str) -> None:
        self._name = name
        # Replaced as a whole and never modified, because another thread may be iterating over it.
        self._listeners: tuple[Callable[P, object], ...] = ()
        self._lock = threading.Lock()

    def add(self, listener: Callable[P, object]) -> Callable[[], None]:
        """Tell one more; returns the way to end that, which may be used twice."""
        with self._lock:
            self._listeners += (listener,)

        def stop() -> None:
            with self._lock:
                # Only one entry: a function that was added twice stays once.
                remaining = list(self._listeners)
                if listener in remaining:
                    remaining.remove(listener)
                self._listeners = tuple(remaining)

        return stop

    def tell(self, *args: P.args, **kwargs: P.kwargs) -> None:
        # This very tuple: who is added or removed meanwhile concerns the next news.
        for listener in self._listeners:
            try:
                listener(*args, **kwargs)
            except Exception:
                log.exception("a listener of %s failed", self._name)
