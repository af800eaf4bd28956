"""Watches an app directory: says that something changed, never what.

What changed is found by comparing signatures, so the watch may report too often but must never miss a change: whenever
the set of watched directories changes, the system watches are set again, and one more report follows, because nothing
was watched in between. Watchers of the same directory share one thread and one set of system watches.
"""

from __future__ import annotations

import atexit
import logging
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import ClassVar, TypeVar

from pytest_uimcp.engine.files.directory_watch import DirectoryWatch, OpenNotifier
from pytest_uimcp.engine.files.notifications import open_notifier

__all__ = ["Watcher"]

log = logging.getLogger(__name__)
_ARM_SECONDS = 10.0
_END_SECONDS = 2.0
_RECOVERY_SECONDS = 0.5
T = TypeVar("T")
_Key = tuple[Path, tuple[str, ...], OpenNotifier]


class Watcher:
    """Calls back after files in `directories` of `base_dir`, or behind links from there, changed.

    Neither `base_dir` nor the directories need exist yet. It waits until files are
    written completely, about a second at most.
    """

    def __init__(
        self,
        base_dir: str | Path,
        directories: Iterable[str] = ("lua", "viewdefs", "apps"),
        *,
        open_notifier: OpenNotifier = open_notifier,
    ) -> None:
        self._key = (Path(base_dir).absolute(), tuple(directories), open_notifier)
        self._watch: _SharedWatch | None = None
        self._listener: _Listener | None = None

    @property
    def problem(self) -> str | None:
        """Why changes are noticed late or not at all; when this changes there is a callback."""
        if self._watch is None:
            return None
        return self._watch.problem

    def start(self, callback: Callable[[], object], *, wait: bool = True) -> None:
        """Watch from now on: a change made after this returns is reported.

        `callback` runs on the watch's thread, which other watchers share: it should hand over and return.
        With `wait=False` this returns before the watch is armed, and one callback says when it is.
        """
        if self._watch is not None:
            raise RuntimeError("this watcher is running; call stop() before start()")
        self._listener = _Listener(callback)
        self._watch = _SharedWatch.join(self._key, self._listener, late=not wait)
        if wait:
            self._watch.armed.wait(_ARM_SECONDS)

    def stop(self) -> None:
        """End the watch. Waits for a running callback; after this returns there are no more."""
        watch = self._watch
        listener = self._listener
        self._watch = self._listener = None
        if watch is not None and listener is not None:
            watch.leave(listener)


class _Listener:
    """A callback that can be ended from any thread, its own included."""

    def __init__(self, callback: Callable[[], object]) -> None:
        self._callback: Callable[[], object] | None = callback
        self._lock = threading.RLock()

    def call(self) -> None:
        with self._lock:
            if self._callback is None:
                return
            try:
                self._callback()
            except Exception:
                log.exception("a callback for changed files failed")

    def end(self) -> None:
        # A callback that hangs must not keep the session from closing; it is not called again in any case.
        has_lock = self._lock.acquire(timeout=_END_SECONDS)
        self._callback = None
        if has_lock:
            self._lock.release()


class _SharedWatch:
    """The thread that watches one directory, alive while there are listeners."""

    # Tests open many sessions on one directory, and the system allows a user a limited number of watches.
    _running: ClassVar[dict[_Key, _SharedWatch]] = {}
    _lock: ClassVar[threading.Lock] = threading.Lock()

    @classmethod
    def join(cls, key: _Key, listener: _Listener, *, late: bool) -> _SharedWatch:
        with cls._lock:
            watch = cls._running.get(key)
            if watch is None:
                watch = cls._running[key] = cls(key)
                watch._thread.start()
            watch._listeners.append(listener)
            if late and not watch.armed.is_set():
                watch._late.append(listener)
            return watch

    def __init__(self, key: _Key) -> None:
        self._key = key
        self._listeners: list[_Listener] = []
        self._late: list[_Listener] = []
        self._stop = threading.Event()
        self._directory_watch = DirectoryWatch(*key, stop=self._stop)
        self._thread = threading.Thread(target=self._run, name=f"uimcp-watch {key[0].name}", daemon=True)
        self.armed = threading.Event()

    @property
    def problem(self) -> str | None:
        return self._directory_watch.problem

    def leave(self, listener: _Listener) -> None:
        with self._lock:
            self._listeners.remove(listener)
            is_last = not self._listeners
            if is_last:
                del self._running[self._key]
        # Outside of the lock: a callback that is running may itself start or stop a watcher.
        listener.end()
        if is_last:
            self.end()

    def end(self) -> None:
        self._stop.set()
        if threading.current_thread() is not self._thread:
            self._thread.join(_END_SECONDS)

    def _run(self) -> None:
        try:
            try:
                self._guarded(self._directory_watch.arm)
            # Also after a failure: whoever waits for the watch to be armed must not wait for ten seconds.
            finally:
                self._announce()
            while not self._stop.is_set():
                if self._guarded(self._directory_watch.wait):
                    self._report()
        finally:
            self._directory_watch.close()

    def _guarded(self, step: Callable[[], T]) -> T | None:
        """Do a step; one that fails is logged and leaves a watch that is set again, as files change all the time."""
        try:
            return step()
        except Exception as error:
            log.exception("the watch of %s failed and is started again", self._key[0])
            self._directory_watch.lose(error)
        self._stop.wait(_RECOVERY_SECONDS)
        return None

    def _announce(self) -> None:
        with self._lock:
            self.armed.set()
            late = self._late
            self._late = []
        for listener in late:
            listener.call()

    def _report(self) -> None:
        with self._lock:
            listeners = list(self._listeners)
        for listener in listeners:
            listener.call()

    @classmethod
    def end_all(cls) -> None:
        with cls._lock:
            running = list(cls._running.values())
        for watch in running:
            watch.end()


# A daemon thread that wakes up after the interpreter has ended would crash the process.
atexit.register(_SharedWatch.end_all)
