"""Watches one directory: sets the system watches it needs, and decides when a change is complete."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from pytest_uimcp.engine.files.notifications import FileNotifier
from pytest_uimcp.engine.files.watch_set import WatchSet, watch_set
from pytest_uimcp.engine.files.write_debounce import WriteDebounce

__all__ = ["DirectoryWatch", "OpenNotifier"]

log = logging.getLogger(__name__)
_DEBOUNCE_MS = 10
_STEP_MS = 2
_ARMINGS = 5
_RECOVERY_SECONDS = 0.5
_MANY = 1000

OpenNotifier = Callable[[Sequence[str], Callable[[float], object]], tuple[FileNotifier, str | None]]


class DirectoryWatch:
    """Notices changes in `directories` of `base_dir` and behind links from there; for one thread only."""

    def __init__(
        self,
        base_dir: Path,
        directories: tuple[str, ...],
        open_notifier: OpenNotifier,
        stop: threading.Event,
    ) -> None:
        self._base_dir = base_dir
        self._directories = directories
        self._open_notifier = open_notifier
        self._stop = stop
        self._notifier: FileNotifier | None = None
        self._watched = WatchSet()
        self._debounce = WriteDebounce()
        self._writing: set[Path] = set()
        self._changed = False
        self._next_look = 0.0
        self.problem: str | None = None

    def arm(self) -> None:
        """Set the system watches that are needed now, in place of earlier ones."""
        # Bounded, since a directory that changes all the time would otherwise never be watched.
        for _ in range(_ARMINGS):
            self.close()
            self._watched = watch_set(self._base_dir, self._directories)
            self._notifier, refused = self._open_notifier(self._watched.directories(), self._stop.wait)
            self.problem = refused or self._too_many()
            # Directories made during the walk are not watched, but all made from here on are reported.
            if watch_set(self._base_dir, self._directories) == self._watched:
                return

    def close(self) -> None:
        if self._notifier is not None:
            self._notifier.close()
            self._notifier = None

    def lose(self, error: Exception) -> None:
        """Set the system watches anew with the next wait, and take it that something changed meanwhile."""
        self.problem = f"the watch failed ({error}) and is started again"
        self._changed = True
        self.close()

    def wait(self) -> bool:
        """Wait for the next event; returns whether a change is complete, False also when stopped."""
        if self._notifier is None:
            self.arm()
            return self._changed and self._is_complete()
        try:
            events = self._notifier.watch(_DEBOUNCE_MS, _STEP_MS, math.ceil(self._next_look * 1000), self._stop)
        except RuntimeError as error:
            log.warning("the watch of %s failed (%s) and is started again", self._base_dir, error)
            self._changed = True
            self._stop.wait(_RECOVERY_SECONDS)
            self.arm()
        else:
            if events == "stop":
                return False
            if isinstance(events, set):
                self._note(path for _, path in events)
        return self._changed and self._is_complete()

    def _note(self, paths: Iterable[str]) -> None:
        ours = [path for path in paths if self._watched.concerns(path)]
        if not ours:
            return
        self._changed = True
        self._writing.update(Path(path) for path in ours if self._watched.names_file(path))
        # After very many events the system may have dropped some, among them a changed link.
        if len(ours) >= _MANY or any(self._watched.can_change_set(path) for path in ours):
            self._follow(ours)

    def _follow(self, paths: Iterable[str]) -> None:
        # A directory that replaces another has its name, and often its inode, but no watch.
        replaced = any(self._watched.has_directory(path) for path in paths)
        if replaced or watch_set(self._base_dir, self._directories) != self._watched:
            self.arm()

    def _is_complete(self) -> bool:
        self._next_look = self._debounce.time_left(self._writing, time.monotonic())
        if self._next_look > 0:
            return False
        self._writing.clear()
        self._changed = False
        return True

    def _too_many(self) -> str | None:
        if self._watched.too_large is None:
            return None
        return (
            f"{self._watched.too_large}; the deepest are not watched."
            " Look for a link into a large tree, and link the app's own directory instead"
        )
